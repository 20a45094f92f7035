//! Timing an operation: one call to plan by, then trials.

mod assemble;
mod host_state;
mod process;

pub use assemble::{Names, record};
pub use host_state::HostState;
pub use process::TimedProcess;

use crate::api::{Kind, Operation};
use crate::drive::{Measure, Trial};
use crate::measure::{self, Limits, Run, StartError};
use crate::plan::{Planning, TrialPlan};
use iccs_interpose::tick::Source;
use serde::{Deserialize, Serialize};
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
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Calibration {
    /// What came of it.
    pub process: TimedProcess,
    /// The plan, if the call succeeded.
    pub plan: Option<TrialPlan>,
}

/// The trials of one operation, as far as they are made.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Timed {
    /// The plan; none if the planning call failed.
    pub plan: Option<TrialPlan>,
    /// The processes whose trials count. One that failed is the last.
    pub processes: Vec<TimedProcess>,
    /// Processes whose trials were disturbed, so made again.
    pub disturbed_retries: u64,
    /// The longest time of a process in seconds, where it was given.
    pub timeout_given_s: Option<f64>,
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
    let process = run(subject, operation, (0, 1, 1), timeout, options)?;
    let call = process.trials.first().filter(|_| process.failure.is_none());
    let plan = call.map(|trial| {
        let mut plan = options.planning.plan(trial.undisturbed_seconds(), process.set_up_seconds);
        plan.iterations = options.iterations.unwrap_or(plan.iterations);
        plan.warmups = options.warmups.unwrap_or(plan.warmups);
        plan
    });
    Ok(Calibration { process, plan })
}

/// Makes the planned trials. Stops at the first process that fails.
///
/// # Errors
/// When no child could be started.
pub fn time(
    subject: &Subject<'_>,
    operation: Operation,
    options: &Options,
    calibration: &Calibration,
) -> Result<Timed, StartError> {
    let mut timed = Timed::begin(calibration);
    while !timed.is_done() {
        timed.advance(subject, operation, options)?;
    }
    Ok(timed)
}

impl Timed {
    /// No trial is made yet, unless the planning call is as good as one. When that failed, there
    /// will be none.
    pub fn begin(calibration: &Calibration) -> Self {
        let is_trial = calibration.plan.is_none_or(|plan| plan.is_its_calibration());
        let processes = if is_trial { vec![calibration.process.clone()] } else { Vec::new() };
        Timed { plan: calibration.plan, processes, ..Timed::default() }
    }

    /// Why the operation failed, if it did.
    pub fn failure(&self) -> Option<&str> {
        self.processes.last().and_then(|process| process.failure.as_deref())
    }

    /// Whether all trials are made, or no more are to be.
    pub fn is_done(&self) -> bool {
        let made = self.processes.len() as u64;
        self.failure().is_some() || self.plan.is_none_or(|plan| made >= plan.processes())
    }

    /// Makes the next process's trials.
    ///
    /// # Errors
    /// When no child could be started.
    pub fn advance(
        &mut self,
        subject: &Subject<'_>,
        operation: Operation,
        options: &Options,
    ) -> Result<(), StartError> {
        let Some(plan) = self.plan else { return Ok(()) };
        self.timeout_given_s = options.timeout.map(|timeout| timeout.as_secs_f64());
        let timeout = options.timeout.unwrap_or(Duration::from_secs_f64(plan.timeout_s()));
        let trials = if plan.separate_processes { 1 } else { plan.trials };
        let amount = (plan.warmups, plan.iterations, trials);
        let mut best = run(subject, operation, amount, timeout, options)?;
        for _ in 0..REPEATS {
            if best.failure.is_some() || !is_disturbed(&best, options) {
                break;
            }
            self.disturbed_retries += 1;
            let again = run(subject, operation, amount, timeout, options)?;
            // One that fails now and then is one that fails.
            if again.failure.is_some() || quality(&again, options) > quality(&best, options) {
                best = again;
            }
        }
        self.processes.push(best);
        Ok(())
    }
}

fn run(
    subject: &Subject<'_>,
    operation: Operation,
    (warmups, iterations, trials): (u64, u64, u64),
    timeout: Duration,
    options: &Options,
) -> Result<TimedProcess, StartError> {
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
    measure::run(&run, &Limits { timeout, cpu: options.cpu }).map(TimedProcess::from)
}

/// Whether others had the processor, or its clock was not held.
fn is_disturbed(process: &TimedProcess, options: &Options) -> bool {
    process.trials.iter().any(Trial::is_disturbed)
        || held_part(process, options).is_some_and(|part| part < CLOCK_HELD)
}

/// The slowest trial's clock as a part of the fixed one.
fn held_part(process: &TimedProcess, options: &Options) -> Option<f64> {
    let fixed = options.fixed_hz?;
    let counted = process.trials.iter().filter(|trial| trial.has_cycles != 0);
    let held = counted.map(|trial| trial.cycles as f64 / (trial.nanoseconds as f64 / 1e9) / fixed);
    held.reduce(f64::min)
}

/// The part of the processor's time and clock that the operation had.
fn quality(process: &TimedProcess, options: &Options) -> f64 {
    let lost = process.trials.iter().map(Trial::lost_part).fold(0.0, f64::max);
    (1.0 - lost) * held_part(process, options).unwrap_or(1.0).min(1.0)
}
