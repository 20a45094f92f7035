//! What there is to compare with.

use super::Sinks;
use crate::files::read_ordinary;
use iccs_kat::KatFile;
use iccs_kat::find::{FindError, KatFolder, Likeness};
use iccs_kat::manifest::{Manifest, ManifestError};
use std::io;
use std::path::{Path, PathBuf};

/// Published answers.
#[derive(Debug)]
pub enum Published {
    /// None.
    None,
    /// Files in a folder.
    Folder(KatFolder),
    /// Digests.
    Manifest(Manifest),
}

/// Published answers cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum PublishedError {
    /// The folder.
    #[error(transparent)]
    Folder(#[from] FindError),
    /// A file.
    #[error("cannot read {}: {source}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A line of a manifest.
    #[error("{}: {source}", .path.display())]
    Manifest {
        /// The manifest.
        path: PathBuf,
        /// The line, and what is wrong with it.
        source: ManifestError,
    },
}

/// Reads a manifest.
///
/// # Errors
/// When it cannot be read, or a line of it is none.
pub fn read_manifest(path: &Path) -> Result<Manifest, PublishedError> {
    let unreadable = |source| PublishedError::File { path: path.to_owned(), source };
    let text = read_ordinary(path).map_err(unreadable)?;
    Manifest::parse(&text)
        .map_err(|source| PublishedError::Manifest { path: path.to_owned(), source })
}

impl Published {
    /// What lies at a path: a folder to be searched, or a manifest.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn at(path: Option<&Path>) -> Result<Self, PublishedError> {
        Ok(match path {
            None => Published::None,
            Some(path) if path.is_dir() => Published::Folder(KatFolder::search(path)?),
            Some(path) => Published::Manifest(read_manifest(path)?),
        })
    }

    /// Has the text of an instance's file compared with what is published of it, by one of the
    /// instance's names. Gives what the user should know of that. Several files that could be meant
    /// are listed, and none is taken.
    ///
    /// # Errors
    /// When a file cannot be opened.
    pub fn put_into(
        &self,
        sinks: &mut Sinks,
        file: KatFile,
        label: &str,
        instance: &str,
    ) -> Result<Option<String>, PublishedError> {
        let names = [instance, label];
        match self {
            Published::None => Ok(None),
            Published::Manifest(manifest) => {
                let mut entries = names.iter().map(|name| manifest.find(label, &file.name(name)));
                if let Some(entry) = entries.find_map(|entry| entry) {
                    sinks.compare_with_entry(entry);
                }
                Ok(None)
            }
            Published::Folder(folder) => {
                let found = names.map(|name| folder.find(file, name)).into_iter();
                let found = found.filter(|found| !found.files.is_empty());
                let Some(found) = found.min_by_key(|found| found.likeness) else { return Ok(None) };
                let [path] = found.files[..] else {
                    let all: Vec<String> =
                        found.files.iter().map(|path| path.display().to_string()).collect();
                    return Ok(Some(format!("several files could be meant: {}", all.join(", "))));
                };
                sinks
                    .compare_with(path)
                    .map_err(|source| PublishedError::File { path: path.to_owned(), source })?;
                let is_unsure = found.likeness == Likeness::Prefix;
                Ok(is_unsure.then(|| {
                    format!("compared with {}, whose name is not quite its own", path.display())
                }))
            }
        }
    }
}
