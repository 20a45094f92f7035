//! Why two measurements cannot be compared.

use crate::dataset::DataSetError;
use std::path::PathBuf;

/// Two measurements cannot be compared.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CompareError {
    /// A record cannot be used.
    #[error(transparent)]
    Records(#[from] DataSetError),
    /// Two records of one operation on the same side.
    #[error(
        "{} has a second record of {operation}; name one folder or file of each measurement",
        path.display()
    )]
    Twice {
        /// The second record.
        path: PathBuf,
        /// Candidate, instance and operation.
        operation: String,
    },
    /// No operation is on both sides.
    #[error(
        "nothing to compare: no operation of the same candidate and instance was measured on both \
         sides (base: {base}; new: {new})"
    )]
    NothingInCommon {
        /// What the base has.
        base: String,
        /// What the new side has.
        new: String,
    },
    /// Times of an emulated processor mean nothing.
    #[error(
        "{} measured under emulation, where times mean nothing; compare profiles, whose calls do, \
         or measure on the machine itself",
        match (base, new) {
            (true, true) => "both sides were",
            (true, false) => "the base was",
            _ => "the new side was",
        }
    )]
    Emulated {
        /// Whether the base was.
        base: bool,
        /// Whether the new side was.
        new: bool,
    },
}
