//! Records: the only thing that crosses from measuring to reporting.

mod profile;
mod share;

pub use profile::{
    CallCount, CallTotal, ContextCount, Corrected, Disturbance, Overhead, ProfileMeta,
    ProfileRecord, ProfileTotal, SCHEMA,
};
pub use share::{FunctionTotals, corrected, raw_shares};
