//! Where and how texts differ.

use std::fmt;

use crate::fields::{begins_record, is_bytes};

/// Characters shown of both texts from where they differ on.
pub(super) const EXCERPT_CHARS: usize = 16;

/// Where two texts differ first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The line of the published text, from 1, empty ones counted; where it ends early, the one
    /// that would come next.
    pub line: u64,
    /// The record, from 0. (In the hash files a record is a message and its digest.)
    pub record: u64,
    /// The name of the computed text's field, and empty for a line that has none; of the published
    /// one's field where only that goes on.
    pub field: String,
    /// What is different.
    pub what: What,
}

/// What is different about a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// The values are.
    Value {
        /// The first character of the value that is different, from 0.
        position: u64,
        /// What was computed from there on, or from the beginning of that byte on, cut short;
        /// empty when its line ends there.
        computed: String,
        /// What was published from there on, likewise.
        published: String,
    },
    /// The published text has another line in this place.
    Line {
        /// How it begins.
        published: String,
    },
    /// The published text ends before this field.
    EndsEarly,
    /// The published text goes on with this field after the computed one has ended.
    GoesOn,
}

impl Difference {
    /// The first byte of the value that is different, from 0; `None` where values are not bytes,
    /// or something else is different.
    pub fn byte(&self) -> Option<u64> {
        match self.what {
            What::Value { position, .. } if is_bytes(self.field.as_bytes()) => Some(position / 2),
            _ => None,
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, record, field, what } = self;
        let record_begins = begins_record(field.as_bytes());
        write!(f, "line {line}, record {record}: ")?;
        match what {
            What::Value { computed, published, .. } => {
                write!(f, "{field} differs")?;
                if let Some(byte) = self.byte() {
                    write!(f, " from byte {byte} on")?;
                }
                let (computed, published) = (or_nothing(computed), or_nothing(published));
                write!(f, ": {computed} computed, {published} published")?;
                if *record == 0 && field.ends_with("_Len") {
                    f.write_str(" (the text of another instance?)")?;
                }
                Ok(())
            }
            What::Line { published } => {
                write!(f, "{field} computed, but published is: {published}")
            }
            What::EndsEarly if record_begins => f.write_str("the published text ends before it"),
            What::EndsEarly => write!(f, "the published text ends before {field}"),
            What::GoesOn if record_begins => {
                f.write_str("the published text goes on with this record, which was not computed")
            }
            What::GoesOn => write!(f, "the published text goes on with: {field}"),
        }
    }
}

fn or_nothing(text: &str) -> &str {
    if text.is_empty() { "nothing more" } else { text }
}

/// What can be shown of a text that may be anything.
pub(super) fn shown(text: &[u8]) -> String {
    text.escape_ascii().to_string()
}
