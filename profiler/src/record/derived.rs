//! What a timing record says of its trials: every figure follows from them.

use super::Trial;
use serde::{Deserialize, Serialize};

/// Timed calls below which an operation is marked: the guide asks for so many.
pub const GUIDE_MEASUREMENTS: u64 = 100;

/// Figures derived from trials. Without a trial none of them is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Derived {
    /// Timed calls in all trials together.
    pub measurements: u64,
    /// Whether they are at least [`GUIDE_MEASUREMENTS`].
    pub guide_100_measurements_met: bool,
    /// Mean over all timed calls, in seconds.
    pub mean_seconds: Option<f64>,
    /// Median of the trials' means, in seconds.
    pub median_trial_seconds: Option<f64>,
    /// Lowest of the trials' means, in seconds.
    pub min_trial_seconds: Option<f64>,
    /// Highest of the trials' means, in seconds.
    pub max_trial_seconds: Option<f64>,
    /// Mean over all timed calls, in cycles; none when any trial was without a counter.
    pub mean_cycles: Option<f64>,
    /// Median of the trials' means, in cycles; none as `mean_cycles`.
    pub median_trial_cycles: Option<f64>,
    /// Calls a second.
    pub operations_per_second: Option<f64>,
    /// Millions of message bytes a second, of a hash function.
    #[serde(rename = "throughput_MB_per_second")]
    pub throughput_mb_per_second: Option<f64>,
}

impl Derived {
    /// Computes them all; `hashed_bytes` is the message's length where the operation hashes one.
    pub fn from_trials(trials: &[Trial], hashed_bytes: Option<u64>) -> Self {
        let measurements = trials.iter().fold(0, |sum: u64, t| sum.saturating_add(t.measurements));
        let mut derived = Derived {
            measurements,
            guide_100_measurements_met: measurements >= GUIDE_MEASUREMENTS,
            ..Derived::default()
        };
        if trials.is_empty() || trials.iter().any(|trial| trial.measurements == 0) {
            return derived;
        }
        let calls = measurements as f64;
        let seconds = sum(trials.iter().map(|trial| trial.seconds));
        let means: Vec<f64> =
            trials.iter().map(|trial| trial.seconds / trial.measurements as f64).collect();
        derived.mean_seconds = Some(seconds / calls);
        derived.median_trial_seconds = median(&means);
        derived.min_trial_seconds = means.iter().copied().reduce(f64::min);
        derived.max_trial_seconds = means.iter().copied().reduce(f64::max);
        if seconds > 0.0 {
            let per_second = calls / seconds;
            derived.operations_per_second = Some(per_second);
            derived.throughput_mb_per_second =
                hashed_bytes.map(|bytes| bytes as f64 * per_second / 1e6);
        }
        if trials.iter().all(|trial| trial.cycles > 0) {
            let cycles = trials.iter().map(|trial| u128::from(trial.cycles)).sum::<u128>();
            let means: Vec<f64> =
                trials.iter().map(|t| t.cycles as f64 / t.measurements as f64).collect();
            derived.mean_cycles = Some(cycles as f64 / calls);
            derived.median_trial_cycles = median(&means);
        }
        derived
    }
}

/// Neumaier's compensated sum, so that a mean does not depend on the order of its trials in the
/// last digit.
pub fn sum(values: impl IntoIterator<Item = f64>) -> f64 {
    let (mut sum, mut lost) = (0.0_f64, 0.0_f64);
    for value in values {
        let next = sum + value;
        lost += if sum.abs() >= value.abs() { (sum - next) + value } else { (value - next) + sum };
        sum = next;
    }
    sum + lost
}

/// The middle value, or the mean of the two in the middle.
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        length if length % 2 == 1 => Some(sorted[middle]),
        _ => Some((sorted[middle - 1] + sorted[middle]) / 2.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn trial(measurements: u64, seconds: f64, cycles: u64) -> Trial {
        Trial { measurements, seconds, cycles, ..Trial::default() }
    }

    #[test]
    fn means_are_over_calls_and_not_over_trials() {
        let trials = [trial(10, 1.0, 1000), trial(30, 9.0, 9000)];
        let derived = Derived::from_trials(&trials, Some(2_000_000));
        assert_eq!((derived.measurements, derived.guide_100_measurements_met), (40, false));
        assert_eq!(derived.mean_seconds, Some(0.25));
        assert_eq!(derived.median_trial_seconds, Some(0.2));
        assert_eq!((derived.min_trial_seconds, derived.max_trial_seconds), (Some(0.1), Some(0.3)));
        assert_eq!((derived.mean_cycles, derived.median_trial_cycles), (Some(250.0), Some(200.0)));
        assert_eq!(derived.operations_per_second, Some(4.0));
        assert_eq!(derived.throughput_mb_per_second, Some(8.0));
    }

    #[test]
    fn one_trial_without_a_counter_leaves_no_cycles() {
        let derived = Derived::from_trials(&[trial(100, 1.0, 1000), trial(100, 1.0, 0)], None);
        assert_eq!((derived.mean_cycles, derived.median_trial_cycles), (None, None));
        assert_eq!(derived.mean_seconds, Some(0.01));
        assert_eq!(derived.throughput_mb_per_second, None);
        assert!(derived.guide_100_measurements_met);
    }

    #[test]
    fn nothing_follows_from_nothing() {
        assert_eq!(Derived::from_trials(&[], Some(32)), Derived::default());
        assert_eq!(Derived::from_trials(&[trial(0, 0.0, 0)], None), Derived::default());
        assert_eq!(Derived::from_trials(&[trial(5, 0.0, 0)], None).operations_per_second, None);
    }

    #[test]
    fn small_values_are_not_lost_beside_large_ones() {
        assert_eq!(sum([1.0, 1e100, 1.0, -1e100]), 2.0);
    }

    proptest! {
        #[test]
        fn the_order_of_trials_does_not_matter(
            seconds in prop::collection::vec(1e-9..1e3_f64, 1..9),
        ) {
            let mut trials: Vec<Trial> = seconds.iter().map(|&s| trial(7, s, 5)).collect();
            let derived = Derived::from_trials(&trials, Some(64));
            prop_assert!(derived.min_trial_seconds <= derived.median_trial_seconds);
            prop_assert!(derived.median_trial_seconds <= derived.max_trial_seconds);
            trials.reverse();
            let reversed = Derived::from_trials(&trials, Some(64));
            prop_assert_eq!(derived.median_trial_seconds, reversed.median_trial_seconds);
            let (mean, other) = (derived.mean_seconds.unwrap(), reversed.mean_seconds.unwrap());
            prop_assert!((mean - other).abs() <= mean * f64::EPSILON);
        }
    }
}
