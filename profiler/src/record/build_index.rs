//! `build.json`: the libraries a data set was measured with.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The libraries of a data set. Keys that are not known are kept in `other`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BuildIndex {
    /// Each instance, by `<candidate>/<label>`.
    pub instances: BTreeMap<String, BuiltInstance>,
    /// Keys of other writers.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl BuildIndex {
    /// The instance with these names.
    pub fn get(&self, candidate: &str, label: &str) -> Option<&BuiltInstance> {
        self.instances.get(&format!("{candidate}/{label}"))
    }
}

/// A library and how it came to be.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BuiltInstance {
    /// Identifier of the submission.
    pub candidate: String,
    /// The instance, by the name it is measured under.
    pub label: String,
    /// The instance's own name.
    #[serde(default)]
    pub instance: String,
    /// `reference`, `optimized-avx2`, `iccs-baseline`, ...
    #[serde(default)]
    pub variant: String,
    /// Name of the flag set: `guide`, `harness-default`, `guide-performance`, ...
    #[serde(default)]
    pub flags: String,
    /// Result of the known-answer test.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kat: Option<String>,
    /// What came of the guide's flags, where others had to be taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guide_result: Option<String>,
    /// The library, from the submission's build folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub library: Option<String>,
    /// Its digest in hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub library_sha256: Option<String>,
    /// Sum of its loaded segments' sizes in memory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elf_load_bytes: Option<u64>,
    /// Log of the known-answer test, from the data set's folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kat_log: Option<String>,
    /// Its digest in hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kat_log_sha256: Option<String>,
    /// The algorithm's name (own key).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<String>,
    /// What was found of symmetric primitives besides the helpers (own key).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub survey: Option<String>,
    /// Keys of other writers.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}
