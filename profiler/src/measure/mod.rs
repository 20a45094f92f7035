//! The parent's side of a measurement: starting the measuring child, waiting for it, and
//! reading what it left in shared memory.

mod child;
mod counts;
mod locate;
mod orphans;
mod outcome;
mod pipe;

pub use child::{Limits, Run, StartError, passes, run, run_into};
pub use counts::{Counts, ShapeCount};
pub use outcome::{Ending, Outcome};
