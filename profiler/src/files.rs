//! Writing files whole, under a temporary name and then renamed, and reading those that are.

use serde::Serialize;
use sha2::{Digest, Sha256};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// A file could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {source}; {}", path.display(), advice(source))]
pub struct WriteError {
    /// The file.
    pub path: PathBuf,
    /// Why not.
    pub source: io::Error,
}

fn advice(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "free some space, or name another folder"
        }
        _ => {
            "name a folder that can be written (--cache-dir for the cache, --out for results, \
             --run-dir for a campaign)"
        }
    }
}

/// Writes the file, with its folders, so that at no moment a part of it is there under its name.
///
/// # Errors
/// When a folder cannot be made, or the file not written; what was there before is left as it was.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let failed = |source| WriteError { path: path.to_owned(), source };
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(failed)?;
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(failed)?;
    file.write_all(bytes).map_err(failed)?;
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o644);
    file.as_file().set_permissions(mode).map_err(failed)?;
    file.persist(path).map_err(|error| failed(error.error))?;
    Ok(())
}

/// Files that appear in a folder together, or not at all: they are written beside it first.
#[derive(Debug)]
pub struct Staging {
    folder: PathBuf,
    is_new: bool,
    /// Until all is in place.
    staged: Option<tempfile::TempDir>,
    paths: Vec<PathBuf>,
}

impl Staging {
    /// Begins to write into a folder, which is made if it is not there.
    ///
    /// # Errors
    /// When it cannot be made or written into.
    pub fn begin(folder: &Path) -> Result<Self, WriteError> {
        let failed = |source| WriteError { path: folder.to_owned(), source };
        let is_new = !folder.exists();
        std::fs::create_dir_all(folder).map_err(failed)?;
        let staged = tempfile::Builder::new().prefix(".staged-").tempdir_in(folder);
        let staged = Some(staged.map_err(failed)?);
        Ok(Staging { folder: folder.to_owned(), is_new, staged, paths: vec![] })
    }

    /// Writes a file, by its path from the folder.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, path: &str, bytes: &[u8]) -> Result<(), WriteError> {
        if let Some(staged) = &self.staged {
            write_whole(&staged.path().join(path), bytes)
                .map_err(|error| WriteError { path: self.folder.join(path), ..error })?;
            self.paths.push(path.into());
        }
        Ok(())
    }

    /// Puts all files in place, and gives their paths from the folder.
    ///
    /// # Errors
    /// When one cannot be moved there.
    pub fn finish(mut self) -> Result<Vec<PathBuf>, WriteError> {
        if let Some(staged) = &self.staged {
            for path in &self.paths {
                let target = self.folder.join(path);
                let failed = |source| WriteError { path: target.clone(), source };
                let parent = target.parent().unwrap_or(&self.folder);
                std::fs::create_dir_all(parent).map_err(failed)?;
                std::fs::rename(staged.path().join(path), &target).map_err(failed)?;
            }
        }
        self.is_new = false;
        Ok(std::mem::take(&mut self.paths))
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        self.staged = None;
        if self.is_new {
            // Nothing came of it.
            let _ = std::fs::remove_dir(&self.folder);
        }
    }
}

/// Opens a file that must be an ordinary one: a pipe that somebody put in its place would be
/// waited for without end.
///
/// # Errors
/// When it cannot be opened, or is something else.
pub fn open_ordinary(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK).open(path)?;
    if file.metadata()?.is_file() {
        Ok(file)
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, "not an ordinary file"))
    }
}

/// The content of an ordinary file.
///
/// # Errors
/// As [`open_ordinary`], or when it cannot be read.
pub fn read_ordinary(path: &Path) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    open_ordinary(path)?.read_to_end(&mut content)?;
    Ok(content)
}

/// The SHA-256 digest of an ordinary file, in hex.
///
/// # Errors
/// As for [`open_ordinary`], or when it cannot be read to its end.
pub fn sha256(path: &Path) -> io::Result<String> {
    let mut hasher = Sha256::new();
    io::copy(&mut open_ordinary(path)?, &mut hasher)?;
    Ok(hex(&hasher.finalize()))
}

/// A value as the published records are written: JSON with one space of indentation.
pub fn json(value: &impl Serialize) -> Vec<u8> {
    let mut text = Vec::new();
    let formatter = serde_json::ser::PrettyFormatter::with_indent(b" ");
    let mut serializer = serde_json::Serializer::with_formatter(&mut text, formatter);
    // Writing into memory does not fail, and records have no maps with keys other than text.
    let written = value.serialize(&mut serializer);
    debug_assert!(written.is_ok());
    text.push(b'\n');
    text
}

/// Bytes as lower-case hex.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_replaces_the_one_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b.json");
        write_whole(&path, b"one").unwrap();
        write_whole(&path, b"two").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::read_dir(folder.path().join("a")).unwrap().count(), 1);
    }

    #[test]
    fn staged_files_appear_together_or_not_at_all() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("new");
        let mut staging = Staging::begin(&folder).unwrap();
        staging.add("a/b.md", b"one").unwrap();
        drop(staging);
        assert!(!folder.exists());
        write_whole(&folder.join("c.md"), b"before").unwrap();
        let mut staging = Staging::begin(&folder).unwrap();
        staging.add("a/b.md", b"two").unwrap();
        staging.add("c.md", b"after").unwrap();
        assert_eq!(std::fs::read(folder.join("c.md")).unwrap(), b"before");
        assert!(!folder.join("a").exists());
        assert_eq!(staging.finish().unwrap(), [Path::new("a/b.md"), Path::new("c.md")]);
        assert_eq!(std::fs::read(folder.join("a/b.md")).unwrap(), b"two");
        assert_eq!(std::fs::read(folder.join("c.md")).unwrap(), b"after");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2);
    }

    #[test]
    fn a_folder_that_is_a_file_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        write_whole(&path, b"").unwrap();
        let error = write_whole(&path.join("inside"), b"").unwrap_err();
        assert!(error.to_string().contains("file/inside"), "{error}");
    }
}
