//! What one measuring process gave, in a form that can be kept in a file.

use crate::drive::{Sizes, Trial};
use crate::measure::Outcome;
use crate::record::{self, COMPLETE, FAILED};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What one measuring process gave.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct TimedProcess {
    /// What its record holds.
    pub process: record::Process,
    /// Why it failed, if it did.
    pub failure: Option<String>,
    /// Its series.
    pub trials: Vec<Trial>,
    /// Nanoseconds of runs that were timed on their own.
    pub samples: Vec<u64>,
    /// What reading the clock takes, in nanoseconds: part of every sample.
    pub clock_ns: u64,
    /// Sizes of what the operation works on.
    pub sizes: Sizes,
    /// Seconds from its start to the first run.
    pub set_up_seconds: f64,
    /// Resident bytes after preparation.
    pub baseline_rss: u64,
    /// Highest resident bytes.
    pub peak_rss: u64,
}

impl From<Outcome> for TimedProcess {
    fn from(outcome: Outcome) -> Self {
        let mut meta = Map::new();
        let mut text = |key: &str, value: String| meta.insert(key.to_owned(), Value::String(value));
        text("warmups", outcome.plan.warmups.to_string());
        text("iterations", outcome.plan.iterations.to_string());
        text("set_up_seconds", outcome.set_up_seconds.to_string());
        if outcome.unseeded {
            text("seeded", "no".to_owned());
        }
        let beyond = outcome.sizes.sn_actual.saturating_sub(outcome.sizes.sn);
        for (key, number) in [
            ("sign_failures_retried", outcome.sign_retries),
            ("message_tweaks", outcome.changed_messages),
            ("verify_rejections", outcome.verify_rejections),
            ("signature_length_excess", beyond.max(outcome.sizes.sn_beyond)),
        ] {
            if number > 0 {
                text(key, number.to_string());
            }
        }
        let is_complete = outcome.ending.is_complete();
        TimedProcess {
            process: record::Process {
                status: if is_complete { COMPLETE } else { FAILED }.to_owned(),
                exit_code: outcome.exit_code.map(i64::from),
                meta,
                trials: outcome.trials.iter().map(trial).collect(),
                stderr: Some(outcome.stderr),
                command: Some(outcome.command),
                wall_s: Some(outcome.wall_seconds),
                disturbed_retries: None,
                other: Map::new(),
            },
            failure: (!is_complete).then(|| outcome.ending.to_string()),
            trials: outcome.trials,
            samples: outcome.samples,
            clock_ns: outcome.clock_ns,
            sizes: outcome.sizes,
            set_up_seconds: outcome.set_up_seconds,
            baseline_rss: outcome.baseline_rss,
            peak_rss: outcome.peak_rss,
        }
    }
}

fn trial(trial: &Trial) -> record::Trial {
    record::Trial {
        measurements: trial.measurements,
        seconds: trial.nanoseconds as f64 / 1e9,
        cycles: if trial.has_cycles != 0 { trial.cycles } else { 0 },
        other: Map::new(),
    }
}
