//! Builds, drives and measures submissions behind the ICCS interface.

pub mod api;
pub mod build;
pub mod dataset;
pub mod drive;
pub mod elf;
pub mod files;
pub mod format;
pub mod interposer;
pub mod measure;
pub mod profile;
pub mod record;
pub mod report;
pub mod run;
pub mod target;

mod preload;
