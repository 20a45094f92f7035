//! Timing an operation: one call to plan by, then trials.

mod assemble;

pub use assemble::{Names, record};

use crate::api::{Kind, Operation};
use crate::drive::Measure;
use crate::measure::{self, Limits, Outcome, Run, StartError};
use crate::plan::{Planning, TrialPlan};
use iccs_interpose::tick::Source;
use std::path::Path;
use std::time::Duration;

/// What is timed: a library without instruments.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The library.
    pub library: &'a Path,
    /// Its kind.
    pub kind: Kind,
    /// Digest length of a hash function, 0 for other kinds.
    pub digest_bits: u32,
}

/// How it is timed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// What the plan keeps to.
    pub planning: Planning,
    /// Calls of a trial, instead of planned ones.
    pub iterations: Option<u64>,
    /// Calls before them, instead of planned ones.
    pub warmups: Option<u64>,
    /// Longest time of a process, instead of one that follows from the plan.
    pub timeout: Option<Duration>,
    /// The processor that is measured on.
    pub cpu: Option<usize>,
    /// The clock that the processor should hold, in Hz, where it is fixed.
    pub fixed_hz: Option<f64>,
}

/// Longest time of the planning call, in seconds, when none is given.
const CALIBRATION_TIMEOUT_S: u64 = 3600;

/// Times a disturbed trial is made again.
const REPEATS: u64 = 2;

/// Part of the fixed clock below which a trial counts as disturbed.
const CLOCK_HELD: f64 = 0.95;

/// The planning call of an operation.
#[derive(Clone, Debug)]
pub struct Calibration {
    /// What came of it.
    pub outcome: Outcome,
    /// The plan, if the call was made.
    pub plan: Option<TrialPlan>,
}

/// All that was run for one operation.
#[derive(Clone, Debug, Default)]
pub struct Timed {
    /// The plan, if the planning call was made.
    pub plan: Option<TrialPlan>,
    /// The processes whose trials count, or the one that failed last among them.
    pub outcomes: Vec<Outcome>,
    /// Processes whose trials were disturbed, so made again.
    pub disturbed_retries: u64,
}

/// Makes the planning call.
///
/// # Errors
/// When no child could be started.
pub fn calibrate(
    subject: &Subject<'_>,
    operation: Operation,
    options: &Options,
) -> Result<Calibration, StartError> {
    let timeout = options.timeout.unwrap_or(Duration::from_secs(CALIBRATION_TIMEOUT_S));
    let outcome = run(subject, operation, (0, 1, 1), timeout, options)?;
    let plan = outcome.trials.first().filter(|_| outcome.ending.is_complete()).map(|trial| {
        let mut plan = options.planning.plan(trial.undisturbed_seconds(), outcome.set_up_seconds);
        plan.iterations = options.iterations.unwrap_or(plan.iterations);
        plan.warmups = options.warmups.unwrap_or(plan.warmups);
        plan
    });
    Ok(Calibration { outcome, plan })
}

/// Makes the planned trials. Stops at the first process that fails.
///
/// # Errors
/// When no child could be started.
pub fn time(
    subject: &Subject<'_>,
    operation: Operation,
    options: &Options,
    calibration: Calibration,
) -> Result<Timed, StartError> {
    let mut timed = Timed { plan: calibration.plan, ..Timed::default() };
    let Some(plan) = calibration.plan else {
        timed.outcomes.push(calibration.outcome);
        return Ok(timed);
    };
    let timeout = options.timeout.unwrap_or(Duration::from_secs_f64(plan.timeout_s()));
    if plan.is_its_calibration() {
        timed.outcomes.push(calibration.outcome);
    }
    let trials_each = if plan.separate_processes { 1 } else { plan.trials };
    let amount = (plan.warmups, plan.iterations, trials_each);
    while (timed.outcomes.len() as u64) < plan.processes() {
        let mut outcome = run(subject, operation, amount, timeout, options)?;
        for _ in 0..REPEATS {
            if !outcome.ending.is_complete() || !is_disturbed(&outcome, options) {
                break;
            }
            timed.disturbed_retries += 1;
            let again = run(subject, operation, amount, timeout, options)?;
            // One that fails now and then is one that fails.
            if !again.ending.is_complete() || quality(&again, options) > quality(&outcome, options)
            {
                outcome = again;
            }
        }
        let has_failed = !outcome.ending.is_complete();
        timed.outcomes.push(outcome);
        if has_failed {
            break;
        }
    }
    Ok(timed)
}

fn run(
    subject: &Subject<'_>,
    operation: Operation,
    (warmups, iterations, trials): (u64, u64, u64),
    timeout: Duration,
    options: &Options,
) -> Result<Outcome, StartError> {
    let run = Run {
        library: subject.library,
        kind: subject.kind,
        operation,
        digest_bits: subject.digest_bits,
        warmups: Some(warmups),
        iterations: Some(iterations),
        trials: u32::try_from(trials).unwrap_or(u32::MAX),
        measure: Measure::Time,
        interposer: None,
        tick_source: Source::DEFAULT,
    };
    measure::run(&run, &Limits { timeout, cpu: options.cpu })
}

/// Whether others had the processor, or its clock was not held.
fn is_disturbed(outcome: &Outcome, options: &Options) -> bool {
    outcome.trials.iter().any(|trial| trial.is_disturbed())
        || held_part(outcome, options).is_some_and(|part| part < CLOCK_HELD)
}

/// The slowest trial's clock as a part of the fixed one.
fn held_part(outcome: &Outcome, options: &Options) -> Option<f64> {
    let fixed = options.fixed_hz?;
    let held = outcome
        .trials
        .iter()
        .filter(|trial| trial.has_cycles != 0)
        .map(|trial| trial.cycles as f64 / (trial.nanoseconds as f64 / 1e9) / fixed);
    held.reduce(f64::min)
}

/// The part of the processor's time and clock that the operation had.
fn quality(outcome: &Outcome, options: &Options) -> f64 {
    (1.0 - outcome.lost_part()) * held_part(outcome, options).unwrap_or(1.0).min(1.0)
}
