//! The ICCS helpers themselves, where a data set has them measured: the candidate
//! `iccs-baseline`, whose instances are the helpers.

use super::markdown::{Page, code};
use crate::api::{HASH_MESSAGE_BYTES, Operation};
use crate::dataset::Candidate;
use crate::format::{count, or_dash, significant3};
use std::collections::BTreeMap;

/// Variant of instances that are helpers and no submission.
const BASELINE: &str = "iccs-baseline";

/// Costs of the helpers by name, output bits and message length.
#[derive(Clone, Debug, Default)]
pub(super) struct Helpers {
    costs: BTreeMap<String, BTreeMap<u64, Cost>>,
    /// Output bits of those that are pseudoXOF.
    xof: BTreeMap<u64, String>,
}

/// What hashing a message costs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cost {
    cycles: Option<f64>,
    seconds: Option<f64>,
}

impl Helpers {
    /// Takes the costs, if the candidate is the helpers. Returns whether it is.
    pub(super) fn take(&mut self, candidate: &Candidate) -> bool {
        let mut is_baseline = false;
        for instance in candidate.instances.iter().filter(|each| each.variant() == BASELINE) {
            is_baseline = true;
            for timing in &instance.timings {
                let record = &timing.record;
                let Some(Operation::Hash(bytes)) = record.operation() else { continue };
                let derived = &record.derived;
                let cost = Cost { cycles: derived.mean_cycles, seconds: derived.mean_seconds };
                self.costs.entry(instance.label.clone()).or_default().insert(bytes, cost);
                let digest = record.sizes.digest_bytes.unwrap_or(0) * 8;
                if instance.label.to_ascii_lowercase().contains("xof") && digest > 0 {
                    self.xof.insert(digest, instance.label.clone());
                }
            }
        }
        is_baseline
    }

    /// How many times as much as pseudoXOF of the same output width on the same message.
    pub(super) fn ratio(
        &self,
        digest_bits: u64,
        message: u64,
        cycles: Option<f64>,
        seconds: Option<f64>,
    ) -> Option<f64> {
        let cost = self.costs.get(self.xof.get(&digest_bits)?)?.get(&message)?;
        let of = |one: Option<f64>, other: Option<f64>| Some(one? / other.filter(|&o| o > 0.0)?);
        of(cycles, cost.cycles).or_else(|| of(seconds, cost.seconds))
    }

    /// Their table: cycles at each message length, cycles a byte at the longest.
    pub(super) fn add(&self, page: &mut Page) {
        if self.costs.is_empty() {
            return;
        }
        page.section("ICCS helpers");
        let rows: Vec<[String; 10]> = self
            .costs
            .iter()
            .map(|(label, costs)| {
                let cycles = |bytes: u64| costs.get(&bytes).and_then(|cost| cost.cycles);
                let longest = HASH_MESSAGE_BYTES[HASH_MESSAGE_BYTES.len() - 1];
                let per_byte = cycles(longest).map(|cycles| cycles / longest as f64);
                let mut row: [String; 10] = std::array::from_fn(|_| String::new());
                row[0] = code(label);
                for (cell, bytes) in row[1..9].iter_mut().zip(HASH_MESSAGE_BYTES) {
                    *cell = or_dash(cycles(bytes), count);
                }
                row[9] = or_dash(per_byte, significant3);
                row
            })
            .collect();
        page.table(
            [
                "helper",
                "32 B",
                "128 B",
                "512 B",
                "1 KiB",
                "4 KiB",
                "8 KiB",
                "16 KiB",
                "64 KiB",
                "cycles/byte at 64 KiB",
            ],
            &rows,
        );
    }
}
