//! How often an operation is run.

mod memory;
mod profile;
mod trials;

pub use memory::memory_runs;
pub use profile::{Plan, profile};
pub use trials::{Planning, TrialPlan};
