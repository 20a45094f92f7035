//! How many trials of how many calls an operation is timed in.

use serde::{Deserialize, Serialize};

/// What a plan keeps to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Planning {
    /// Trials of an operation.
    pub trials: u64,
    /// Seconds a trial should take.
    pub trial_target_s: f64,
    /// Calls of all trials together, at the least.
    pub min_total: u64,
    /// Calls of a trial, at the most.
    pub max_iterations: u64,
    /// Seconds all trials may take together.
    pub op_budget_s: f64,
    /// Trials share a process when preparing one takes longer than this, in seconds.
    pub separate_process_setup_s: f64,
}

impl Default for Planning {
    fn default() -> Self {
        Planning {
            trials: 5,
            trial_target_s: 1.0,
            min_total: 100,
            max_iterations: 20_000,
            op_budget_s: 900.0,
            separate_process_setup_s: 60.0,
        }
    }
}

/// How an operation is timed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrialPlan {
    /// Timed calls of a trial.
    pub iterations: u64,
    /// Calls before them.
    pub warmups: u64,
    /// Trials.
    pub trials: u64,
    /// Whether every trial has a process of its own.
    pub separate_processes: bool,
    /// How long all processes should take, in seconds.
    pub estimated_s: f64,
}

impl TrialPlan {
    /// Whether the call that was made to plan is as good as the first trial.
    pub fn is_its_calibration(&self) -> bool {
        self.iterations == 1 && self.warmups == 0
    }

    /// Processes, each of which prepares and warms up.
    pub fn processes(&self) -> u64 {
        if self.separate_processes { self.trials } else { 1 }
    }

    /// How long a process may take before it is taken for hanging, in seconds: five minutes and
    /// three times what it should take.
    pub fn timeout_s(&self) -> f64 {
        300.0 + 3.0 * (self.estimated_s / self.processes().max(1) as f64)
    }
}

impl Planning {
    /// The method's rule (spec: planning), from the seconds one call took without a warm-up and
    /// the seconds that preparing a process took. For a step of a key exchange, the call is the
    /// whole exchange.
    pub fn plan(&self, seconds: f64, set_up_seconds: f64) -> TrialPlan {
        // A call too short to be timed counts as a nanosecond.
        let seconds = seconds.max(1e-9);
        let mut trials = self.trials.max(1);
        let least = self.min_total.div_ceil(trials);
        // A cast makes what is too large the largest number.
        let wanted = ((self.trial_target_s / seconds).ceil() as u64).max(least);
        let mut iterations = wanted.min(self.max_iterations).max(1);
        if trials as f64 * iterations as f64 * seconds > self.op_budget_s {
            iterations = ((self.op_budget_s / (trials as f64 * seconds)) as u64).max(1);
        }
        if trials as f64 * seconds > self.op_budget_s {
            trials = ((self.op_budget_s / seconds) as u64).clamp(1, trials);
        }
        let mut plan = TrialPlan {
            iterations,
            warmups: warmups(seconds),
            trials,
            separate_processes: set_up_seconds <= self.separate_process_setup_s,
            estimated_s: trials as f64 * iterations as f64 * seconds,
        };
        let each = set_up_seconds + plan.warmups as f64 * seconds;
        plan.estimated_s += plan.processes() as f64 * each;
        plan
    }
}

/// Warm-ups of an operation of which one call takes so many seconds.
fn warmups(seconds: f64) -> u64 {
    if seconds < 0.05 {
        3
    } else if seconds < 5.0 {
        1
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn plan(seconds: f64) -> (u64, u64, u64) {
        let plan = Planning::default().plan(seconds, 0.0);
        (plan.trials, plan.iterations, plan.warmups)
    }

    #[test]
    fn the_published_rule() {
        for (seconds, expected) in [
            (0.0, (5, 20_000, 3)),
            (1e-5, (5, 20_000, 3)),
            (1e-3, (5, 1000, 3)),
            (0.03, (5, 34, 3)),
            (0.05, (5, 20, 1)),
            (4.9, (5, 20, 1)),
            (5.0, (5, 20, 0)),
            (9.0, (5, 20, 0)),
            (10.0, (5, 18, 0)),
            (170.0, (5, 1, 0)),
            (200.0, (4, 1, 0)),
            (500.0, (1, 1, 0)),
            (5000.0, (1, 1, 0)),
        ] {
            assert_eq!(plan(seconds), expected, "{seconds} s");
        }
    }

    #[test]
    fn a_published_record_comes_out() {
        // ZEN_128 keygen of the published arm_1 data: 8744 iterations, estimated 2.50486 s.
        let published = Planning { trial_target_s: 0.5, op_budget_s: 300.0, ..Planning::default() };
        let (seconds, set_up) = (0.5 / 8743.99, 800.06e-6);
        let plan = published.plan(seconds, set_up);
        assert_eq!((plan.trials, plan.iterations, plan.warmups), (5, 8744, 3));
        assert!((plan.estimated_s - 2.504_858).abs() < 1e-5, "{}", plan.estimated_s);
        assert!((plan.timeout_s() - 301.502_915).abs() < 1e-5, "{}", plan.timeout_s());
        assert!(plan.separate_processes);
    }

    #[test]
    fn a_dear_preparation_is_made_once() {
        assert!(!Planning::default().plan(1.0, 60.1).separate_processes);
    }

    #[test]
    fn only_a_single_call_without_warm_up_is_its_calibration() {
        assert!(Planning::default().plan(500.0, 0.0).is_its_calibration());
        assert!(!Planning::default().plan(0.5, 0.0).is_its_calibration());
    }

    proptest! {
        #[test]
        fn the_budget_is_kept_unless_one_call_exceeds_it(seconds in 1e-9..1e4_f64) {
            let planning = Planning::default();
            let plan = planning.plan(seconds, 0.0);
            prop_assert!((1..=20_000).contains(&plan.iterations));
            prop_assert!((1..=5).contains(&plan.trials));
            let timed = plan.trials as f64 * plan.iterations as f64 * seconds;
            prop_assert!(timed <= planning.op_budget_s * 1.0001 || plan.trials == 1);
        }
    }
}
