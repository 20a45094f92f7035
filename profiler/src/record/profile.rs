//! The profile record: helper calls and ticks of one operation (schema 2).
//!
//! The published keys keep their published meaning; what goes beyond them has keys of its own.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A profile record. Keys that are not known are kept in `other`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProfileRecord {
    /// [`super::SCHEMA`].
    pub schema: u32,
    /// Identifier of the submission.
    pub candidate: String,
    /// The instance.
    pub label: String,
    /// The operation.
    pub operation: String,
    /// Bytes of the message, 0 for an operation without one.
    #[serde(default)]
    pub input_bytes: u64,
    /// `complete`, or `failed_or_partial`.
    pub status: String,
    /// Why it is not complete (own key).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// The measuring child's arguments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<Vec<String>>,
    /// What the submission printed on standard error.
    #[serde(default)]
    pub stderr: String,
    /// How it was measured.
    pub meta: ProfileMeta,
    /// The operation itself.
    pub total: ProfileTotal,
    /// Calls of the four functions, by shape.
    pub calls: Vec<CallCount>,
    /// Ticks inside each function as part of the operation's, as recorded.
    pub share: BTreeMap<String, f64>,
    /// The sum of `share` without `drng`.
    pub hash_share: f64,
    /// Calls of each function that found no room in the table, so have no shape (own key).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub overflow: BTreeMap<String, CallTotal>,
    /// What counting costs, measured in the same process (own key).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overhead: Option<Overhead>,
    /// Shares with that cost taken out (own key).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrected: Option<Corrected>,
    /// `get_random_number` by generator: what `calls` gives as `drng`, told apart (own key).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drng_context: Vec<ContextCount>,
    /// `init_random_number` inside the operation, which is in none of the four functions (own key).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub init: Vec<ContextCount>,
    /// Helper calls left by `longjmp`: counted, without ticks (own key).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub abandoned_calls: u64,
    /// That others had the processor during the measurement, so the ticks are not the
    /// operation's alone (own key).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disturbance: Option<Disturbance>,
    /// Keys of other writers.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// How much others had the processor during a measurement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Disturbance {
    /// Times the kernel took the processor away.
    pub preemptions: u64,
    /// The part of the time that was lost by it.
    pub lost_part: f64,
}

impl Disturbance {
    /// What the user should know about it.
    pub fn describe(&self) -> String {
        format!(
            "the processor was taken away {} times, for {:.0}% of the measured time: figures may be off; measure again when it is idle, or on another (--cpu)",
            self.preemptions,
            100.0 * self.lost_part
        )
    }
}

impl ProfileRecord {
    /// Whether all of it was counted.
    pub fn is_complete(&self) -> bool {
        self.status == super::COMPLETE && self.failure.is_none()
    }

    /// The shares of the hash helpers and of the DRNG, with the cost of counting taken out where
    /// it is known.
    pub fn shares(&self) -> (f64, f64) {
        let drng = |share: &BTreeMap<String, f64>| share.get("drng").copied().unwrap_or(0.0);
        match &self.corrected {
            Some(corrected) => (corrected.hash_share, drng(&corrected.share)),
            None => (self.hash_share, drng(&self.share)),
        }
    }

    /// Calls of each of the four functions, those without a shape included.
    pub fn calls_by_function(&self) -> BTreeMap<&str, u64> {
        let mut calls: BTreeMap<&str, u64> = BTreeMap::new();
        let with_shape = self.calls.iter().map(|row| (row.function.as_str(), row.calls));
        let without = self.overflow.iter().map(|(name, total)| (name.as_str(), total.calls));
        for (function, number) in with_shape.chain(without) {
            if function != "init_random_number" {
                let sum = calls.entry(function).or_default();
                *sum = sum.saturating_add(number);
            }
        }
        calls
    }
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// How a profile was measured; all values are strings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ProfileMeta {
    /// Identifier of the submission.
    pub id: String,
    /// The instance.
    pub instance: String,
    /// The operation.
    pub operation: String,
    /// How ticks were read.
    pub tick_source: String,
    /// Ticks a second, as measured.
    pub tick_hz: String,
    /// Runs before counting began.
    pub warmups: String,
    /// Calls that found no room in the table.
    pub overflow_calls: String,
    /// Anything else.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// Runs of an operation and the ticks they took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProfileTotal {
    /// Runs.
    pub operations: u64,
    /// Ticks of all of them.
    pub ticks: u64,
}

/// Calls without a shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallTotal {
    /// Calls.
    pub calls: u64,
    /// Ticks of all of them.
    pub ticks: u64,
}

/// Calls of one shape.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallCount {
    /// `pseudohash`, `pseudoXOF`, `sm3hash` or `drng`.
    #[serde(rename = "fn")]
    pub function: String,
    /// Input bits, 0 for `drng`.
    pub in_bits: u64,
    /// Output bits.
    pub out_bits: u64,
    /// Calls in all operations together.
    pub calls: u64,
    /// Ticks of all of them.
    pub ticks: u64,
}

/// Calls of one shape that took a generator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContextCount {
    /// `global` for `drng_algorithm`, `private` for any other.
    pub context: String,
    /// Input bits (the seed, for `init_random_number`).
    pub in_bits: u64,
    /// Output bits.
    pub out_bits: u64,
    /// Calls in all operations together.
    pub calls: u64,
    /// Ticks of all of them.
    pub ticks: u64,
}

/// What counting costs, in ticks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Overhead {
    /// What a call of a helper that does nothing is recorded with.
    pub inside_ticks: f64,
    /// How much longer such a call takes than without a wrapper.
    pub outside_ticks: f64,
    /// What an operation that does nothing is recorded with.
    pub operation_ticks: f64,
}

/// Ticks and shares with the cost of counting taken out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Corrected {
    /// The operations' ticks.
    pub total_ticks: f64,
    /// Each function's part of them.
    pub share: BTreeMap<String, f64>,
    /// The sum of `share` without `drng`.
    pub hash_share: f64,
    /// Part of `get_random_number` on `drng_algorithm`: randomness.
    pub drng_global_share: f64,
    /// Part of `get_random_number` on other generators: a scheme's own use as a hash or XOF.
    pub drng_private_share: f64,
    /// Part of `init_random_number`, which is in none of the above.
    pub init_share: f64,
    /// All of it: the part of the operation that is symmetric.
    pub symmetric_share: f64,
}
