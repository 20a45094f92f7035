//! Finding the published file of an instance in a folder.

use std::io;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::KatFile;

/// The text files of a folder and of all folders in it.
#[derive(Clone, Debug)]
pub struct KatFolder {
    /// Sorted.
    files: Vec<PathBuf>,
}

/// A folder cannot be searched.
#[derive(Debug, thiserror::Error)]
#[error("cannot search {}: {source}", path.display())]
pub struct FindError {
    /// The folder, or the one in it that cannot be read.
    pub path: PathBuf,
    /// Why not.
    pub source: io::Error,
}

/// What was found for an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<'a> {
    /// The files with the most similar names: none, the one, or several to choose from.
    pub files: Vec<&'a Path>,
    /// How similar their names are to the official one.
    pub likeness: Likeness,
}

/// How similar a file's name is to the official one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likeness {
    /// The name is the official one.
    Same,
    /// Only in case, or with other characters for `-` and `_`.
    Spelling,
    /// Moreover, the instance has a prefix that the file's name lacks or the other way round
    /// (`KAT_KEM_512.txt` for `ZEN-512`), or the kind of the file is left out in part
    /// (`KAT_ZEN-512.txt`, `KEM_ZEN-512.txt`). It may be another instance's file.
    Prefix,
}

impl KatFolder {
    /// Searches the folder. Links to folders are not followed.
    ///
    /// # Errors
    /// When the folder or one in it cannot be read.
    pub fn search(folder: &Path) -> Result<Self, FindError> {
        let mut files = Vec::new();
        for entry in WalkDir::new(folder).sort_by_file_name() {
            let entry = entry.map_err(|error| FindError {
                path: error.path().unwrap_or(folder).to_owned(),
                source: error.into_io_error().unwrap_or_else(|| io::ErrorKind::Other.into()),
            })?;
            // A link may lead to a file.
            if !entry.file_type().is_dir() && is_text(entry.path()) && entry.path().is_file() {
                files.push(entry.into_path());
            }
        }
        Ok(Self { files })
    }

    /// The instance's file. Of files with the same likeness none is preferred: they are all given.
    pub fn find(&self, file: KatFile, instance: &str) -> Found<'_> {
        let name = file.name(instance);
        let likenesses: Vec<_> = self
            .files
            .iter()
            .filter_map(|path| {
                let found = path.file_name()?.to_string_lossy();
                let likeness =
                    if found == name { Likeness::Same } else { unlike(file, instance, &found)? };
                Some((likeness, path.as_path()))
            })
            .collect();
        let best = likenesses.iter().map(|(likeness, _)| *likeness).min();
        let likeness = best.unwrap_or(Likeness::Same);
        let files = likenesses.into_iter().filter(|found| found.0 == likeness);
        Found { files: files.map(|(_, path)| path).collect(), likeness }
    }
}

fn is_text(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("txt"))
}

/// The likeness of a name that is not the official one.
fn unlike(file: KatFile, instance: &str, found: &str) -> Option<Likeness> {
    let (stem, _) = found.rsplit_once('.')?;
    let (stem, instance, kind) = (folded(stem), folded(instance), folded(file.kind()));
    if stem.strip_prefix(&kind).and_then(|rest| rest.strip_prefix('_')) == Some(&instance) {
        return Some(Likeness::Spelling);
    }
    let other =
        |other: &KatFile| *other != file && stem.starts_with(&format!("{}_", folded(other.kind())));
    if KatFile::ALL.iter().any(other) {
        return None;
    }
    // An instance has one file of these kinds, so that nothing is lost without it.
    let alone = matches!(file, KatFile::Kem | KatFile::Sig | KatFile::Kex);
    let without_kat = kind.trim_start_matches("kat_");
    let kinds = [Some(&kind[..]), Some(without_kat), alone.then_some("kat")];
    let similar = kinds.into_iter().flatten().any(|kind| {
        let name = stem.strip_prefix(kind).and_then(|rest| rest.strip_prefix('_'));
        name.is_some_and(|name| ends_with(name, &instance) || ends_with(&instance, name))
    });
    similar.then_some(Likeness::Prefix)
}

/// The name as it is compared.
fn folded(name: &str) -> String {
    let fold = |letter: char| if matches!(letter, '-' | ' ') { '_' } else { letter };
    name.to_lowercase().chars().map(fold).collect()
}

/// Whether the name is the other one, or ends with it after a `_`.
fn ends_with(name: &str, other: &str) -> bool {
    let before = name.strip_suffix(other);
    !other.is_empty() && before.is_some_and(|before| before.is_empty() || before.ends_with('_'))
}
