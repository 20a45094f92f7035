//! What can be wrong with a data set.

use std::io;
use std::path::PathBuf;

/// A data set, or a file of it, cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DataSetError {
    /// An index file is missing.
    #[error(
        "{} has no {name}: it is no folder of a campaign, or its campaign never began",
        folder.display()
    )]
    NoIndex {
        /// The folder.
        folder: PathBuf,
        /// The file's name.
        name: &'static str,
    },
    /// A file or folder cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A file is no JSON, or is cut off, or lacks what it must have.
    #[error("{} is no {what}: {source}", path.display())]
    Json {
        /// The file.
        path: PathBuf,
        /// What it should be.
        what: &'static str,
        /// Where it goes wrong.
        source: serde_json::Error,
    },
    /// A folder without records.
    #[error("{} has no records in it", .0.display())]
    NoRecords(PathBuf),
    /// A file that is neither kind of record.
    #[error("{} is no record: it has neither trials nor helper calls", .0.display())]
    NoRecord(PathBuf),
    /// A record of another schema.
    #[error(
        "{} is of schema {found}, this version reads schema {}",
        path.display(),
        crate::record::SCHEMA
    )]
    Schema {
        /// The record.
        path: PathBuf,
        /// Its schema.
        found: String,
    },
    /// A number that cannot have been measured.
    #[error("{}: {key} is out of range, or does not follow from the rest", path.display())]
    OutOfRange {
        /// The record.
        path: PathBuf,
        /// The number's key.
        key: String,
    },
    /// A record of another candidate than its folder's.
    #[error("{} is a record of candidate '{candidate}': it lies in the wrong folder", path.display())]
    Misplaced {
        /// The record.
        path: PathBuf,
        /// The candidate it names.
        candidate: String,
    },
    /// Two records of the same operation.
    #[error("{} and {} are records of the same operation", path.display(), other.display())]
    Twice {
        /// One record.
        path: PathBuf,
        /// The other one.
        other: PathBuf,
    },
    /// A record of another machine than the campaign's.
    #[error(
        "{} was measured on another system: {key} is '{here}', in campaign.json '{there}'; keep \
         the records of each system in a folder of their own",
        path.display()
    )]
    OtherSystem {
        /// The record.
        path: PathBuf,
        /// What tells the machines apart.
        key: &'static str,
        /// The record's value.
        here: String,
        /// The campaign's.
        there: String,
    },
}
