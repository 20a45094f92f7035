//! What is compared, and what comes of it.

use super::{Difference, Remark};

/// How much of the published text was computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of it.
    Whole,
    /// Its first records: more of them are no difference.
    FirstRecords,
    /// What was computed before it came to a sudden end: nothing that follows is a difference.
    Part,
}

/// The result of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The computed records: all that began, or those before the one that differs.
    pub records: u64,
    /// The first difference.
    pub difference: Option<Difference>,
    /// What is unusual about the published text, as far as it was read.
    pub remarks: Vec<Remark>,
}
