//! How often an operation is run.

mod profile;

pub use profile::{Plan, profile};
