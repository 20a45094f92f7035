//! The timing record: trials of one operation and what follows from them (schema 2).
//!
//! The published keys keep their published meaning; what goes beyond them has keys of its own.

use super::{Derived, Disturbance, Environment, Reading, operation};
use crate::api::Operation;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A timing record. Keys that are not known are kept in `other`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TimingRecord {
    /// [`super::SCHEMA`].
    pub schema: u32,
    /// `complete`, or `failed_or_partial`.
    pub status: String,
    /// Why it is not complete (own key).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
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
    /// The operation: `hash` for all messages of a hash function, see [`operation`].
    pub operation: String,
    /// Bytes of the message, 0 for an operation without one.
    #[serde(default)]
    pub input_bytes: u64,
    /// How it was to be measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<TimingPlan>,
    /// Result of the known-answer test.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kat: Option<String>,
    /// Whether that result is another than a pass.
    #[serde(default)]
    pub kat_not_passed: bool,
    /// Trials that were repeated because the clock was disturbed.
    #[serde(default)]
    pub disturbed_retries: u64,
    /// The library, from the submission's build folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub library: Option<String>,
    /// Its digest in hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub library_sha256: Option<String>,
    /// Log of the known-answer test, from the data set's folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kat_log: Option<String>,
    /// Its digest in hex.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kat_log_sha256: Option<String>,
    /// Begin of the measurement (ISO 8601, UTC).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started_utc: Option<String>,
    /// Its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_utc: Option<String>,
    /// Load over 1, 5 and 15 minutes at the begin.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub load_average_start: Vec<f64>,
    /// And at the end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub load_average_end: Vec<f64>,
    /// The machine and its settings.
    #[serde(default)]
    pub environment: Environment,
    /// What is wrong with the host for measuring (own key).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub host_problems: Vec<String>,
    /// The measuring processes.
    #[serde(default)]
    pub processes: Vec<Process>,
    /// The trials of all of them.
    #[serde(default)]
    pub trials: Vec<Trial>,
    /// What follows from the trials.
    #[serde(flatten)]
    pub derived: Derived,
    /// Lengths of keys, messages and so on.
    #[serde(default)]
    pub sizes: Sizes,
    /// Passes of a key exchange.
    #[serde(default)]
    pub kex: Kex,
    /// The compiler's flags.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build_flags: Option<String>,
    /// Resident memory after preparation: the highest of all processes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline_rss_bytes: Option<u64>,
    /// Highest resident memory: the highest of all processes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peak_rss_bytes: Option<u64>,
    /// `loop`: the calls of a trial were timed together; `per_call_step`: one by one, inside
    /// complete runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timing_scope: Option<String>,
    /// How single calls are distributed (own key).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distribution: Option<Distribution>,
    /// Memory of the algorithm alone (own key).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<Memory>,
    /// Keys of other writers.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl TimingRecord {
    /// Whether all of it was measured.
    pub fn is_complete(&self) -> bool {
        self.status == super::COMPLETE
    }

    /// The operation, of a hash function with its message's length; none for an unknown name.
    pub fn operation(&self) -> Option<Operation> {
        operation(&self.operation, self.input_bytes)
    }

    /// What the user should know of a record that is complete: disturbances, and rejections by a
    /// verifier.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        let disturbance = self.other.get("disturbance").cloned();
        if let Some(disturbance) =
            disturbance.and_then(|value| serde_json::from_value::<Disturbance>(value).ok())
        {
            warnings.push(disturbance.describe());
        }
        let rejections = self.processes.iter().filter_map(|process| {
            process.meta.get("verify_rejections")?.as_str()?.parse::<u64>().ok()
        });
        let rejections: u64 = rejections.fold(0, u64::saturating_add);
        if rejections > 0 {
            warnings
                .push(format!("sig_verify rejected the signature of sig_sign {rejections} times"));
        }
        warnings
    }

    /// Timed calls, as trials of so many: `43720 (5 × 8744)`.
    pub fn timed_calls(&self) -> String {
        let total = self.derived.measurements;
        let trials = self.trials.len();
        match self.trials.first() {
            Some(first) if self.trials.iter().all(|t| t.measurements == first.measurements) => {
                format!("{total} ({trials} × {})", first.measurements)
            }
            Some(_) => format!("{total} ({trials} trials)"),
            None => total.to_string(),
        }
    }

    /// What follows from the record's trials, whatever the record says.
    pub fn derive(&self) -> Derived {
        let hashed_bytes = match self.operation() {
            Some(Operation::Hash(bytes)) => Some(bytes),
            _ => None,
        };
        Derived::from_trials(&self.trials, hashed_bytes)
    }
}

/// Key in a plan that says that its time limit was given and does not follow from the plan.
pub const TIMEOUT_GIVEN: &str = "timeout_given";

/// How an operation was to be measured.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TimingPlan {
    /// Timed calls of a trial.
    pub iterations_per_trial: u64,
    /// Calls before them.
    pub warmups: u64,
    /// Trials.
    pub trials: u64,
    /// Whether every trial has a process of its own.
    pub separate_processes: bool,
    /// How long all of it should take.
    pub estimated_s: Option<f64>,
    /// After how long a process is ended.
    pub timeout_per_process_s: Option<f64>,
    /// Keys of other writers.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// A measuring process.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Process {
    /// `complete`, or how it ended.
    pub status: String,
    /// Its exit status; none when a signal ended it.
    #[serde(default)]
    pub exit_code: Option<i64>,
    /// What it said of itself; all values are strings.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub meta: Map<String, Value>,
    /// Its trials.
    #[serde(default)]
    pub trials: Vec<Trial>,
    /// What was printed on standard error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
    /// Its arguments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<Vec<String>>,
    /// How long it ran, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wall_s: Option<f64>,
    /// Its trials that were repeated because the clock was disturbed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disturbed_retries: Option<u64>,
    /// Keys of other writers.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// Timed calls in a row.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// Their number.
    pub measurements: u64,
    /// How long they took together.
    pub seconds: f64,
    /// How many cycles; 0 where there was no hardware counter.
    #[serde(default)]
    pub cycles: u64,
    /// Keys of other writers.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// Lengths in bytes; 0 for what the kind of submission does not have. The messages of a key
/// exchange are `msg1_bytes` and so on in `other`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Sizes {
    /// The message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_bytes: Option<u64>,
    /// Public key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pk_bytes: Option<u64>,
    /// Secret key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sk_bytes: Option<u64>,
    /// Ciphertext.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ct_bytes: Option<u64>,
    /// Shared secret, as declared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ss_bytes: Option<u64>,
    /// Signature.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signature_bytes: Option<u64>,
    /// Digest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest_bytes: Option<u64>,
    /// State of a key exchange's side a.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sta_bytes: Option<u64>,
    /// State of side b.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stb_bytes: Option<u64>,
    /// All messages of a key exchange.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_msg_bytes: Option<u64>,
    /// Shared secret, as the exchange gave it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ss_actual_bytes: Option<u64>,
    /// `msg1_bytes`, ... and keys of other writers.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl Sizes {
    /// The key of a pass's message.
    pub fn message_key(pass: u8) -> String {
        format!("msg{pass}_bytes")
    }

    /// Lengths of a key exchange's messages, in the order of their passes.
    pub fn messages(&self) -> Vec<u64> {
        let length = |pass| self.other.get(&Self::message_key(pass)).and_then(Value::as_u64);
        (1..=crate::api::MAX_PASSES).map_while(length).collect()
    }
}

/// Passes of a key exchange.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Kex {
    /// As declared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kex_passes: Option<Reading>,
    /// As run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kex_passes_run: Option<Reading>,
    /// Keys of other writers.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// How single calls are distributed, from a sample of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Distribution {
    /// Median in seconds.
    pub median_s: Option<f64>,
    /// 90 % take no longer, in seconds.
    pub p90_s: Option<f64>,
    /// 99 % take no longer, in seconds.
    pub p99_s: Option<f64>,
    /// Bounds of the mean's 95 % interval, in seconds.
    pub mean_ci95_s: Option<[f64; 2]>,
    /// Calls in the sample.
    pub samples: u64,
    /// Keys of other writers.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// Memory of the algorithm alone, in bytes; none for what could not be measured.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Memory {
    /// Machine code of the library.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code_bytes: Option<u64>,
    /// Its constants.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constants_bytes: Option<u64>,
    /// Its initialised variables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_bytes: Option<u64>,
    /// Its other variables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bss_bytes: Option<u64>,
    /// Most heap in use inside the operation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heap_peak_bytes: Option<u64>,
    /// Most stack in use inside the operation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stack_peak_bytes: Option<u64>,
    /// Growth of the heap from one run to the next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaked_bytes_per_operation: Option<f64>,
    /// Blocks allocated in a run, resized ones included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allocations_per_operation: Option<f64>,
    /// Keys of other writers.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}
