//! Profiling an operation: how often and how long it is in the helpers.

mod assemble;
mod plan;

pub use assemble::{Names, assemble, record};
pub use plan::{Plan, plan};

use crate::api::{Kind, Operation};
use crate::drive::Measure;
use crate::measure::{self, Limits, Outcome, Run, StartError};
use iccs_interpose::tick::Source;
use std::path::Path;

/// What is profiled.
#[derive(Clone, Debug)]
pub struct Subject<'a> {
    /// The library: instrumented, or any other when its calls can be preloaded.
    pub library: &'a Path,
    /// The library without instruments, whose operation is timed once to plan the profile.
    pub plain: &'a Path,
    /// Its kind.
    pub kind: Kind,
    /// How its calls are interposed.
    pub measure: Measure,
    /// The interposer that fits.
    pub interposer: &'a Path,
    /// How ticks are read.
    pub tick_source: Source,
}

/// Iterations and warm-ups to use instead of planned ones.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fixed {
    /// Measured runs.
    pub iterations: Option<u64>,
    /// Runs before.
    pub warmups: Option<u64>,
}

/// Calibrates unless all is fixed, then profiles. The plan is returned with the outcome; when
/// the calibration failed, its outcome is the result.
///
/// # Errors
/// When no child could be started.
pub fn profile(
    subject: &Subject<'_>,
    operation: Operation,
    fixed: Fixed,
    limits: &Limits,
) -> Result<(Plan, Outcome), StartError> {
    let run = Run {
        library: subject.library,
        kind: subject.kind,
        operation,
        warmups: 0,
        iterations: 1,
        measure: subject.measure,
        interposer: Some(subject.interposer),
        tick_source: subject.tick_source,
    };
    let mut plan = Plan { iterations: 1, warmups: 0 };
    if fixed.iterations.is_none() || fixed.warmups.is_none() {
        let once = Run { library: subject.plain, measure: Measure::Time, ..run };
        let outcome = measure::run(&once, limits)?;
        if !outcome.ending.is_complete() {
            return Ok((plan, outcome));
        }
        plan = plan::plan(outcome.seconds);
    }
    plan.iterations = fixed.iterations.unwrap_or(plan.iterations);
    plan.warmups = fixed.warmups.unwrap_or(plan.warmups);
    let run = Run { warmups: plan.warmups, iterations: plan.iterations, ..run };
    Ok((plan, measure::run(&run, limits)?))
}
