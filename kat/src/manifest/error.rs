//! What is wrong with a manifest.

/// A line of a manifest is not well formed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {error}")]
pub struct ManifestError {
    /// The line's number, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub error: LineError,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// It has fewer than three parts.
    #[error("a line is `<sha256 in hex> <mode> <file>`, and here is only `{line}`")]
    Incomplete {
        /// The line.
        line: String,
    },
    /// The first part is no digest.
    #[error("`{digest}` is no SHA-256 digest, 64 hex digits")]
    Digest {
        /// The part.
        digest: String,
    },
    /// The second part is no mode.
    #[error("`{mode}` is no mode: strict, nolen, or either with a number of records, strict:3")]
    Mode {
        /// The part.
        mode: String,
    },
    /// The name cannot be told from another, or not be printed.
    #[error(transparent)]
    Name(#[from] NameError),
    /// An earlier line is about the same file.
    #[error("`{name}` is in line {first} already")]
    Again {
        /// The file.
        name: String,
        /// The earlier line's number, from 1.
        first: usize,
    },
    /// It is not text.
    #[error("not UTF-8 text")]
    Encoding,
}

/// A file name that a manifest cannot have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no name for a manifest: empty, with blanks at an end, or unprintable")]
pub struct NameError(pub String);
