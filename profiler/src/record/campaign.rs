//! `campaign.json`: where, when and how a data set was measured.

use super::Environment;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A campaign. Keys that are not known are kept in `other`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Campaign {
    /// Name of the machine among data sets, such as `arm_1`.
    pub system_id: String,
    /// Begin (ISO 8601, UTC).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started_utc: Option<String>,
    /// End; none while it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_utc: Option<String>,
    /// The machine at the begin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub environment_at_start: Option<Environment>,
    /// The machine at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub environment_at_end: Option<Environment>,
    /// Whether the host was fit, at the start of each phase.
    #[serde(default)]
    pub host_checks: Vec<HostCheck>,
    /// What was wrong with the host at the end.
    #[serde(default)]
    pub host_problems: Vec<String>,
    /// Compiler flags of the architecture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arch_config: Option<ArchConfig>,
    /// Compiler flags in addition to the guide's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub harness_additions: Option<String>,
    /// How measurements were planned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub planning: Option<Planning>,
    /// Parts the work was divided into.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shards: Option<u64>,
    /// CPU of each part, by its name (`1/3`).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub shard_cpus: BTreeMap<String, u64>,
    /// Keys of other writers.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// Whether the host was fit when a phase began.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct HostCheck {
    /// `build`, `calibrate`, `measure`, `profile`, ...
    pub phase: String,
    /// The CPU.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu: Option<u64>,
    /// When (ISO 8601, UTC).
    pub utc: String,
    /// What was wrong.
    pub problems: Vec<String>,
    /// The part of the work.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// Keys of other writers.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// Compiler flags of the architecture.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ArchConfig {
    /// For reference implementations.
    pub reference: String,
    /// For optimised ones.
    pub performance: String,
    /// Kinds of optimised implementations this machine can run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimized_families: Option<Vec<String>>,
    /// Keys of other writers.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// How measurements are planned.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Planning {
    /// Trials of an operation.
    pub trials: u64,
    /// How long a trial should take, in seconds.
    pub trial_target_s: f64,
    /// Timed calls that should be reached in all trials together.
    pub min_total: u64,
    /// Most timed calls of a trial.
    pub max_iters_per_trial: u64,
    /// Most time for all trials of an operation, in seconds.
    pub op_budget_s: f64,
    /// Set-up time beyond which all trials share a process, in seconds.
    pub separate_process_setup_s: f64,
    /// Keys of other writers.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}
