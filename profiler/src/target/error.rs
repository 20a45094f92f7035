//! Why a target cannot be used.

use crate::elf::ElfError;
use std::path::PathBuf;

/// Why a target cannot be used, and what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum TargetError {
    /// There is no such file or folder.
    #[error("{}: no such file or folder", .path.display())]
    Missing {
        /// What was named.
        path: PathBuf,
    },
    /// A file or folder cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// The system's answer.
        source: std::io::Error,
    },
    /// It is something that cannot be measured.
    #[error(
        "{} is {found}; a target is a folder of C sources, a submission.toml, a shared library or a static archive",
        .path.display()
    )]
    Unusable {
        /// The target.
        path: PathBuf,
        /// What it is.
        found: String,
    },
    /// No instance was found below a folder.
    #[error(
        "no instance found below {}: looked for files named *_AlgorithmInstance.c, or else \
         for one that defines kem_enc, sig_sign, kex_init_a or CryptHash, and saw {}; \
         name another folder, or describe the sources in a submission.toml there",
        .path.display(), count(*.sources, "C source file")
    )]
    NoInstance {
        /// The folder.
        path: PathBuf,
        /// How many C source files there are.
        sources: usize,
    },
    /// The folder is too large to be a submission.
    #[error("{} holds more than {limit} files; name the instance's folder itself", .path.display())]
    TooLarge {
        /// The folder.
        path: PathBuf,
        /// Most files looked at.
        limit: usize,
    },
    /// A path holds characters that compilers and records cannot carry.
    #[error("{path:?}: a name with control characters cannot be built; rename it")]
    Name {
        /// The path.
        path: PathBuf,
    },
    /// A `submission.toml` does not parse; the message has line and key.
    #[error("{}: {message}", .path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        message: String,
    },
    /// A value in a `submission.toml` does not work.
    #[error("{}: {place}: {message}", .path.display())]
    Config {
        /// The file.
        path: PathBuf,
        /// Instance and key.
        place: String,
        /// What is wrong.
        message: String,
    },
    /// The file is no usable ELF file or archive.
    #[error(transparent)]
    Elf(#[from] ElfError),
}

pub(crate) fn count(number: usize, what: &str) -> String {
    match number {
        0 => format!("no {what}"),
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}
