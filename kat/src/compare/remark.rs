//! What is unusual about a published text but makes no difference.

use std::fmt;

/// Something unusual about a published text that makes no difference. Lines count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remark {
    /// It begins with a byte-order mark.
    ByteOrderMark,
    /// Lines end with a carriage return.
    CarriageReturns,
    /// Values are written in lower case, from this line on.
    LowerCase {
        /// The first such line.
        line: u64,
    },
    /// Lengths are left out, as the template mode of the official generators does.
    EmptyLengths {
        /// How many.
        count: u64,
        /// The first such line.
        line: u64,
    },
    /// It has more records than were to be compared.
    MoreRecords {
        /// Where they begin.
        line: u64,
    },
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ByteOrderMark => f.write_str("begins with a byte-order mark"),
            Self::CarriageReturns => f.write_str("lines end with CR LF"),
            Self::LowerCase { line } => write!(f, "lower-case hex (line {line})"),
            Self::EmptyLengths { count, line } => {
                write!(f, "{count} lengths left empty (the first in line {line})")
            }
            Self::MoreRecords { line } => write!(f, "records from line {line} on not compared"),
        }
    }
}
