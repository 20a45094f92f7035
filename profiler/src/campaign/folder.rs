//! The run directory: where everything of a campaign is kept.
//!
//! `campaign.json` and `build.json` say what the data set is; `records/` and `profile/` hold what
//! was measured, `build/` the libraries with the logs of their making. `calibration/` keeps the
//! planning calls and `partial/` the trials of operations that are not done yet.

use super::CampaignError;
use crate::api::Operation;
use crate::files::{self, WriteError};
use crate::record::{file_name, record_path};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::File;
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};

/// A run directory.
#[derive(Clone, Debug)]
pub struct RunFolder {
    path: PathBuf,
}

/// Held while an index file is read, changed and written again.
pub(super) struct IndexLock(#[expect(dead_code, reason = "dropping it gives the lock back")] File);

impl RunFolder {
    /// The directory of that path; it is made when something is written into it.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        RunFolder { path: path.into() }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file that says what the campaign is.
    pub fn campaign(&self) -> PathBuf {
        self.path.join("campaign.json")
    }

    /// The file that lists the libraries.
    pub fn build_index(&self) -> PathBuf {
        self.path.join("build.json")
    }

    /// A file about an operation, in one of the folders for such files.
    pub fn of_operation(
        &self,
        folder: &str,
        candidate: &str,
        label: &str,
        operation: Operation,
    ) -> PathBuf {
        self.path.join(record_path(folder, candidate, label, operation))
    }

    /// An instance's library, as `build.json` names it: as seen from `build/`.
    pub fn library_name(candidate: &str, label: &str) -> String {
        format!("{}/lib/lib{}.so", file_name(candidate), file_name(label))
    }

    /// A file below `build/`.
    pub fn built(&self, name: &str) -> PathBuf {
        self.path.join("build").join(name)
    }

    /// Commands and messages of an instance's making.
    pub fn build_log(&self, candidate: &str, label: &str) -> PathBuf {
        self.built(&format!("{}/{}.log", file_name(candidate), file_name(label)))
    }

    /// Reads a file; none if it is not there.
    pub fn read<T: DeserializeOwned>(&self, path: &Path) -> Result<Option<T>, CampaignError> {
        let unreadable = |reason: String| CampaignError::Read { path: path.to_owned(), reason };
        match files::read_ordinary(path) {
            Ok(bytes) => {
                serde_json::from_slice(&bytes).map(Some).map_err(|e| unreadable(e.to_string()))
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(unreadable(error.to_string())),
        }
    }

    /// Writes a file whole.
    pub fn write(&self, path: &Path, value: &impl Serialize) -> Result<(), CampaignError> {
        Ok(files::write_whole(path, &files::json(value))?)
    }

    /// Reads an index file, has it changed, and writes it. Other processes of the campaign wait.
    pub(super) fn change<T: DeserializeOwned + Default + Serialize>(
        &self,
        path: &Path,
        change: impl FnOnce(&mut T),
    ) -> Result<T, CampaignError> {
        let _lock = self.lock()?;
        let mut value: T = self.read(path)?.unwrap_or_default();
        change(&mut value);
        self.write(path, &value)?;
        Ok(value)
    }

    pub(super) fn lock(&self) -> Result<IndexLock, CampaignError> {
        let path = self.path.join(".lock");
        let failed = |source| WriteError { path: path.clone(), source };
        std::fs::create_dir_all(&self.path).map_err(failed)?;
        let file = lock_file(&path).map_err(failed)?;
        loop {
            // SAFETY: a descriptor that is ours.
            if unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_EX) } == 0 {
                return Ok(IndexLock(file));
            }
            let error = std::io::Error::last_os_error();
            if error.kind() != std::io::ErrorKind::Interrupted {
                return Err(failed(error).into());
            }
        }
    }
}

/// Opens a file that is only there to be locked, without following a link somebody put there.
pub(super) fn lock_file(path: &Path) -> std::io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    std::fs::OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o666)
        .custom_flags(libc::O_NOFOLLOW | libc::O_CLOEXEC)
        .open(path)
}
