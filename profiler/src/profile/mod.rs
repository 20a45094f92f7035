//! Profiling an operation: how often and how long it is in the helpers.

mod assemble;

pub use assemble::{Names, assemble, record};

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
    /// Its kind.
    pub kind: Kind,
    /// Digest length of a hash function, 0 for other kinds.
    pub digest_bits: u32,
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

/// Times a disturbed profile is made again.
const REPEATS: u32 = 2;

/// Longest profile that is made again, in seconds.
const REPEATABLE_SECONDS: f64 = 10.0;

/// Profiles an operation. A short run during which others had the processor is made again, up to
/// twice; the least disturbed one counts.
///
/// # Errors
/// When no child could be started.
pub fn profile(
    subject: &Subject<'_>,
    operation: Operation,
    fixed: Fixed,
    limits: &Limits,
) -> Result<Outcome, StartError> {
    let run = Run {
        library: subject.library,
        kind: subject.kind,
        operation,
        digest_bits: subject.digest_bits,
        warmups: fixed.warmups,
        iterations: fixed.iterations,
        trials: 1,
        measure: subject.measure,
        interposer: Some(subject.interposer),
        tick_source: subject.tick_source,
    };
    let mut best = measure::run(&run, limits)?;
    for _ in 0..REPEATS {
        let is_disturbed = best.trials.iter().any(|trial| trial.is_disturbed());
        if !is_disturbed || best.wall_seconds > REPEATABLE_SECONDS {
            break;
        }
        let again = measure::run(&run, limits)?;
        if again.ending.is_complete() && again.lost_part() < best.lost_part() {
            best = again;
        }
    }
    Ok(best)
}
