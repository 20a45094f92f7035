//! Libraries ready to be measured: built from an instance's sources or taken as they are.

mod builder;
mod error;
mod mode;
mod preloadable;

pub use builder::{Builder, Options};
pub use error::LibraryError;
pub use mode::Mode;

use crate::api::Kind;
use crate::build::{Built, Helper};
use crate::drive::Measure;
use crate::elf::{self, StaticMemory};
use crate::files;
use crate::record::{ProfileRecord, TimingRecord};
use serde_json::json;
use std::path::PathBuf;

/// A library ready to be measured.
#[derive(Debug)]
pub struct Library {
    /// The instance, by the name it is measured under.
    pub label: String,
    /// The instance's own name.
    pub instance: String,
    /// `reference`, `optimized` or `additional`.
    pub variant: String,
    /// The library without instruments.
    pub plain: PathBuf,
    /// Its kind.
    pub kind: Kind,
    /// Digest length of a hash function, 0 for other kinds.
    pub digest_bits: u32,
    /// How its helper calls are counted, or why they cannot be.
    pub interposition: Result<Interposition, String>,
    /// What takes note of its use of the heap.
    pub heap_interposer: PathBuf,
    /// What the user should know of it.
    pub remarks: Vec<String>,
    /// How it was built; none for one that was there.
    pub built: Option<Built>,
}

/// How a library's helper calls are counted.
#[derive(Clone, Debug)]
pub struct Interposition {
    /// The library to load: instrumented, or the plain one when the interposer is preloaded.
    pub library: PathBuf,
    /// By which interposer.
    pub measure: Measure,
    /// Its file.
    pub interposer: PathBuf,
}

impl Library {
    /// Adds to a timing record how the library came to be.
    pub fn describe_timing(&self, record: &mut TimingRecord) {
        record.library_sha256 = files::sha256(&self.plain).ok();
        if let Ok(StaticMemory { code, constants, data, bss, .. }) = elf::static_memory(&self.plain)
        {
            let memory = record.memory.get_or_insert_default();
            memory.code_bytes = Some(code);
            memory.constants_bytes = Some(constants);
            memory.data_bytes = Some(data);
            memory.bss_bytes = Some(bss);
        }
        if let Some(built) = &self.built {
            record.flags.clone_from(&built.flags_name);
            record.build_flags = Some(built.build_flags.clone());
        }
        if !self.remarks.is_empty() {
            record.other.insert("remarks".to_owned(), json!(self.remarks));
        }
    }

    /// Adds to a profile how the library came to be and how its calls were interposed.
    pub fn describe_profile(&self, record: &mut ProfileRecord) {
        if let Ok(interposition) = &self.interposition {
            let mode = interposition.measure.name();
            record.other.insert("interposition".to_owned(), json!(mode));
        }
        if !self.remarks.is_empty() {
            record.other.insert("remarks".to_owned(), json!(self.remarks));
        }
        if let Some(built) = &self.built {
            let origin: serde_json::Map<_, _> = Helper::ALL
                .iter()
                .zip(built.helper_origin)
                .map(|(helper, origin)| (helper.name().to_owned(), json!(origin)))
                .collect();
            record.other.insert("helpers".to_owned(), origin.into());
            record.other.insert("flags".to_owned(), json!(built.flags_name));
            record.other.insert("build_flags".to_owned(), json!(built.build_flags));
        }
    }
}
