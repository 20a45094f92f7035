//! Why an instance has no library that can be measured.

use crate::build::BuildError;
use crate::elf::ElfError;
use crate::files::WriteError;
use std::path::PathBuf;

/// Why an instance has no library that can be measured, or one whose helper calls cannot be seen.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// It does not build.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The file cannot be used.
    #[error(transparent)]
    Elf(#[from] ElfError),
    /// The interposer cannot be put into the cache.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A library that is linked already cannot be wrapped.
    #[error(
        "{} is linked already, so its calls cannot be wrapped; profile its sources or objects, \
         or use --mode preload", .0.display()
    )]
    Linked(PathBuf),
    /// A library without any function of the interface.
    #[error(
        "{} exports no function of the ICCS interface (kem_keygen, sig_sign, kex_init_a, \
         CryptHash, ...)", .0.display()
    )]
    NoInterface(PathBuf),
    /// A library that has not all of its kind's functions, or something else by their names.
    #[error("{} is a {kind} library but {what}", .path.display())]
    Incomplete {
        /// The library.
        path: PathBuf,
        /// Its kind.
        kind: crate::api::Kind,
        /// What is wrong.
        what: String,
    },
    /// A hash function whose digest length nothing tells.
    #[error(
        "no header defines DIGEST_BIT_LENGTH, so the digest length is not known: give digest_bits \
         in submission.toml or --digest-bits"
    )]
    DigestBits,
    /// No preloaded interposer would see the library's helper calls.
    #[error("{} {why}; profile its sources or its objects (an archive) instead", .path.display())]
    Blind {
        /// The library.
        path: PathBuf,
        /// What keeps its calls from being seen.
        why: String,
    },
}

impl LibraryError {
    /// Whether it would be the same for every instance.
    pub fn concerns_all(&self) -> bool {
        use BuildError::{Cache, Compiler, Helpers};
        matches!(
            self,
            LibraryError::Build(Compiler { .. } | Cache { .. } | Helpers(_))
                | LibraryError::Write(_)
        )
    }
}
