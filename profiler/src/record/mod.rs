//! Records: the only thing that crosses from measuring to reporting.

mod build_index;
mod campaign;
mod derived;
mod environment;
mod names;
mod profile;
mod reading;
mod share;
mod timing;

pub use build_index::{BuildIndex, BuiltInstance};
pub use campaign::{ArchConfig, Campaign, HostCheck, Planning};
pub use derived::{Derived, GUIDE_MEASUREMENTS, median, sum};
pub use environment::Environment;
pub use names::{file_name, operation, record_path, recorded_name};
pub use profile::{
    CallCount, CallTotal, ContextCount, Corrected, Disturbance, Overhead, ProfileMeta,
    ProfileRecord, ProfileTotal,
};
pub use reading::Reading;
pub use share::{FunctionTotals, corrected, hash_part, raw_shares};
pub use timing::{
    Distribution, Kex, Memory, Process, Sizes, TIMEOUT_GIVEN, TimingPlan, TimingRecord, Trial,
};

/// The schema this tool writes.
pub const SCHEMA: u32 = 2;

/// Status of a record of which nothing is missing.
pub const COMPLETE: &str = "complete";

/// Status of a record of something that did not end as planned.
pub const FAILED: &str = "failed_or_partial";
