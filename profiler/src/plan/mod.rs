//! How often an operation is run.

mod profile;
mod trials;

pub use profile::{Plan, profile};
pub use trials::{Planning, TrialPlan};
