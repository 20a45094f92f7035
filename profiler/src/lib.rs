//! Builds, drives and measures submissions behind the ICCS interface.

pub mod answers;
pub mod api;
pub mod build;
pub mod campaign;
pub mod clock;
pub mod compare;
pub mod cpus;
pub mod dataset;
pub mod drive;
pub mod elf;
pub mod files;
pub mod format;
pub mod host;
pub mod interposer;
pub mod library;
pub mod measure;
pub mod memory;
pub mod plan;
pub mod profile;
pub mod record;
pub mod report;
pub mod run;
pub mod stats;
pub mod target;
pub mod timing;
pub mod utc;
pub mod validate;

mod preload;
