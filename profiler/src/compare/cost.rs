//! What each operation costs on both sides.

use super::{Key, Side};
use crate::record::{TimingRecord, Trial};
use crate::stats::{self, Ratio};
use serde::Serialize;
use std::collections::BTreeSet;

/// Difference from which on a ratio is called one at all. The placement of code and data alone moves
/// times by about as much from one build or environment to the next (T. Mytkowicz et al.,
/// "Producing Wrong Data Without Doing Anything Obviously Wrong!", ASPLOS 2009).
pub const MINIMAL_EFFECT: f64 = 0.01;

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Of the hardware counter, where both sides have one.
    Cycles,
    /// Of time, else.
    Seconds,
}

impl Unit {
    /// Over all calls.
    fn mean(self, record: &TimingRecord) -> Option<f64> {
        let derived = record.derive();
        match self {
            Unit::Cycles => derived.mean_cycles,
            Unit::Seconds => derived.mean_seconds,
        }
    }

    fn trial_means(self, record: &TimingRecord) -> Vec<f64> {
        let total = |trial: &Trial| match self {
            Unit::Cycles => trial.cycles as f64,
            Unit::Seconds => trial.seconds,
        };
        record.trials.iter().map(|trial| total(trial) / trial.measurements as f64).collect()
    }
}

/// What came of the comparison of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The interval lies below 1, and the ratio differs from it by [`MINIMAL_EFFECT`] at least.
    Faster,
    /// The same above 1.
    Slower,
    /// Neither.
    Same,
    /// A side has only one trial, so nothing is known of its noise.
    NoiseUnknown,
    /// It failed in the base.
    FailedInBase,
    /// It failed in the new side.
    FailedInNew,
    /// It failed on both sides.
    FailedInBoth,
    /// The new side has none.
    OnlyInBase,
    /// The base has none.
    OnlyInNew,
}

impl Verdict {
    fn of(ratio: Ratio) -> Self {
        match ratio.interval {
            None => Verdict::NoiseUnknown,
            Some([low, _]) if low > 1.0 && ratio.value >= 1.0 + MINIMAL_EFFECT => Verdict::Slower,
            Some([_, high]) if high < 1.0 && ratio.value <= 1.0 / (1.0 + MINIMAL_EFFECT) => {
                Verdict::Faster
            }
            Some(_) => Verdict::Same,
        }
    }

    /// For a table.
    pub fn text(self) -> &'static str {
        match self {
            Verdict::Faster => "faster",
            Verdict::Slower => "slower",
            Verdict::Same => "same within noise",
            Verdict::NoiseUnknown => "noise unknown (one trial)",
            Verdict::FailedInBase => "failed in base",
            Verdict::FailedInNew => "failed in new",
            Verdict::FailedInBoth => "failed in both",
            Verdict::OnlyInBase => "only in base",
            Verdict::OnlyInNew => "only in new",
        }
    }
}

/// An operation's cost on both sides.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cost {
    /// The operation.
    #[serde(flatten)]
    pub key: Key,
    /// What `base` and `new` are of.
    pub unit: Unit,
    /// Mean of the base; none if it failed or is not there.
    pub base: Option<f64>,
    /// Mean of the new side.
    pub new: Option<f64>,
    /// How many times as much it is now: the ratio of the geometric means of the trials' means.
    pub ratio: Option<f64>,
    /// The ratio's 95 % interval; none where a side has only one trial.
    pub interval: Option<[f64; 2]>,
    /// What came of it.
    pub verdict: Verdict,
}

impl Cost {
    /// See [`super::Comparison::above`].
    pub(super) fn is_above(&self, percent: f64) -> bool {
        let is_lost = matches!(self.verdict, Verdict::FailedInNew | Verdict::OnlyInBase);
        let least = self.interval.map(|[low, _]| low).or(self.ratio);
        is_lost && self.base.is_some() || least.is_some_and(|ratio| ratio > 1.0 + percent / 100.0)
    }
}

/// The costs of all operations; none where a side was not timed at all.
pub(super) fn all(base: &Side, new: &Side) -> Vec<Cost> {
    if base.timings.is_empty() || new.timings.is_empty() {
        return Vec::new();
    }
    let keys: BTreeSet<&Key> = base.timings.keys().chain(new.timings.keys()).collect();
    keys.into_iter().map(|key| cost(key, base.timings.get(key), new.timings.get(key))).collect()
}

fn cost(key: &Key, base: Option<&TimingRecord>, new: Option<&TimingRecord>) -> Cost {
    let sides = [base, new].map(|record| record.filter(|record| is_usable(record)));
    let has_cycles = |record: &&TimingRecord| record.derive().mean_cycles.is_some();
    let all_have_cycles = sides.iter().flatten().all(has_cycles);
    let unit = if all_have_cycles { Unit::Cycles } else { Unit::Seconds };
    let [base_mean, new_mean] = sides.map(|record| record.and_then(|record| unit.mean(record)));
    let [base_trials, new_trials] =
        sides.map(|record| record.map_or(Vec::new(), |record| unit.trial_means(record)));
    let ratio = stats::ratio(&base_trials, &new_trials);
    let verdict = match (base, new, sides, ratio) {
        (_, None, ..) => Verdict::OnlyInBase,
        (None, ..) => Verdict::OnlyInNew,
        (.., [None, None], _) => Verdict::FailedInBoth,
        (.., [None, _], _) => Verdict::FailedInBase,
        (.., Some(ratio)) => Verdict::of(ratio),
        (.., None) => Verdict::FailedInNew,
    };
    Cost {
        key: key.clone(),
        unit,
        base: base_mean,
        new: new_mean,
        ratio: ratio.map(|ratio| ratio.value),
        interval: ratio.and_then(|ratio| ratio.interval),
        verdict,
    }
}

/// Whether all of it was measured, and long enough for a clock to see.
fn is_usable(record: &TimingRecord) -> bool {
    let seconds = Unit::Seconds.trial_means(record);
    record.is_complete() && !seconds.is_empty() && seconds.iter().all(|&seconds| seconds > 0.0)
}
