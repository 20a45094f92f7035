//! Any program under interposition: the helpers it calls are counted over its whole run, in all
//! the processes it starts, and by interface function.
//!
//! The program keeps its input, output, descriptors and signals. What it counts reaches this
//! process through memory that is named by a path in the environment, so that it is found again
//! after a change of folder, after all descriptors were closed, and after an exec.

mod diagnose;
mod find;
mod image;
mod libraries;
mod reason;
mod rows;
mod signals;
mod start;
mod table;

pub use diagnose::{Verdict, diagnose};
pub use find::{FindError, find};
pub use reason::{Bound, Reason, Why};
pub use rows::{OUTSIDE, WHOLE_RUN, records};
pub use start::{Finished, StartError, start};
pub use table::table;

use crate::measure::Counts;

/// Helper calls in all operations and outside of them, with and without a shape.
pub fn helper_calls(counts: &Counts) -> u64 {
    let shapes = counts.shapes.iter().map(|shape| shape.totals.calls);
    let overflow = counts.overflow.iter().map(|(_, _, totals)| totals.calls);
    shapes.chain(overflow).sum::<u64>() + unslotted_calls(counts)
}

/// Helper calls by threads beyond the number that are counted each on its own: in whose name
/// they were made is not known.
pub fn unslotted_calls(counts: &Counts) -> u64 {
    counts.unslotted.iter().map(|(_, totals)| totals.calls).sum()
}

/// Calls of interface functions.
pub fn operation_calls(counts: &Counts) -> u64 {
    counts.operations.iter().skip(1).map(|totals| totals.calls).sum()
}

/// Helper calls made by interface functions.
fn calls_in_operations(counts: &Counts) -> u64 {
    let shapes = counts.shapes.iter().filter(|shape| shape.operation != 0);
    let overflow = counts.overflow.iter().filter(|(operation, ..)| *operation != 0);
    shapes.map(|shape| shape.totals.calls).sum::<u64>()
        + overflow.map(|(_, _, totals)| totals.calls).sum::<u64>()
}
