//! Why a campaign cannot be run.

use crate::files::WriteError;
use crate::library::LibraryError;
use crate::measure::StartError;
use crate::target::TargetError;
use std::path::PathBuf;

/// Why a campaign cannot be run at all. What goes wrong with one instance is a
/// [`Failure`](super::Failure) and does not stop the others.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// A target is not there.
    #[error(transparent)]
    Target(#[from] TargetError),
    /// Nothing can be built.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// No child can be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A file of the run directory cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A file of the run directory cannot be read.
    #[error("cannot read {}: {reason}; move it away, or take a new run directory", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// Two targets have the same identifier.
    #[error(
        "{} and {} both have the identifier '{id}'; give one of them another `id` in a \
         submission.toml", .one.display(), .other.display()
    )]
    SameId {
        /// The identifier.
        id: String,
        /// A target.
        one: PathBuf,
        /// And another.
        other: PathBuf,
    },
    /// The run directory belongs to something else.
    #[error(
        "{} was begun with {key} {there}, and this is {key} {here}; take a new run directory",
        .path.display()
    )]
    Different {
        /// The run directory.
        path: PathBuf,
        /// What differs.
        key: String,
        /// Its value in the run directory.
        there: String,
        /// Its value now.
        here: String,
    },
    /// Another process measures on the processor.
    #[error(
        "another process measures on processor {cpu} (it holds {}); wait for it, or name another \
         with --cpu", .lock.display()
    )]
    Busy {
        /// The processor.
        cpu: usize,
        /// The lock.
        lock: PathBuf,
    },
    /// No instance is left to be measured.
    #[error("{0}")]
    Nothing(String),
}
