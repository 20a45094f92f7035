//! What can be wrong with an ELF file or archive.

use std::path::{Path, PathBuf};

/// Why an ELF file or archive cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ElfError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        source: std::io::Error,
    },
    /// The file is damaged or cut off.
    #[error("{} is damaged or not an ELF file: {reason}", .path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What does not fit.
        reason: String,
    },
    /// The file is for another machine.
    #[error("{} is for {found}, this machine is {host}; build it for {host}", .path.display())]
    Machine {
        /// The file.
        path: PathBuf,
        /// The machine the file is for.
        found: String,
        /// This machine.
        host: &'static str,
    },
    /// The file is not of the type wanted.
    #[error("{} is {found}, not {wanted}", .path.display())]
    Type {
        /// The file.
        path: PathBuf,
        /// What it is.
        found: &'static str,
        /// What it should be.
        wanted: &'static str,
    },
}

impl ElfError {
    pub(crate) fn malformed(path: &Path, reason: impl std::fmt::Display) -> ElfError {
        ElfError::Malformed { path: path.to_owned(), reason: reason.to_string() }
    }

    pub(crate) fn read(path: &Path, source: std::io::Error) -> ElfError {
        ElfError::Read { path: path.to_owned(), source }
    }
}
