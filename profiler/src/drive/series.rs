//! Measured series of runs: planned, warmed up, timed or counted.

use super::bracket::{ReadCycles, Stopwatch, Unmeasured};
use super::calls::Calls;
use super::interposer::Interposer;
use super::report::{Phase, SAMPLES, TRIALS, Trial};
use super::{Failure, Request, Subject};
use crate::plan;
use iccs_interpose::tick;
use std::sync::atomic::Ordering::Relaxed;

/// Times as many series of runs as asked for. Where only a part of a run is measured
/// (`each_run`), that part is timed in every run and added up; else the series is timed as a whole.
pub(crate) fn time<S: Subject>(
    request: &Request,
    subject: &mut S,
    calls: &mut Calls<'_>,
    each_run: bool,
    cycles: ReadCycles<'_>,
) -> Result<(), Failure> {
    let (warmups, iterations) = (request.warmups.unwrap_or(0), request.iterations.unwrap_or(1));
    note_plan(calls, warmups, iterations);
    // The same code as the timed loop, so that no trial waits for pages of it.
    let mut unused = [0; SAMPLES];
    let mut stopwatch = Stopwatch::new(each_run, warmups, cycles, &mut unused);
    calls.repeat(Phase::WarmingUp, warmups, subject, &mut stopwatch)?;
    calls.look(warmups, subject)?;
    subject.forget();
    calls.report.clock_ns.store(clock_ns(), Relaxed);
    let trials = request.trials.clamp(1, TRIALS as u32);
    let mut samples = vec![0; SAMPLES / trials as usize];
    for _ in 0..trials {
        let mut stopwatch = Stopwatch::new(each_run, iterations, cycles, &mut samples);
        let mut trial = Trial::default();
        let start = cycles();
        trial.around(|| calls.repeat(Phase::Measuring, iterations, subject, &mut stopwatch))?;
        let series_cycles = cycles().zip(start).map(|(end, start)| end.wrapping_sub(start));
        calls.look(iterations, subject)?;
        let (nanoseconds, cycles) = if each_run {
            (stopwatch.nanoseconds, stopwatch.sum_cycles)
        } else {
            (trial.wall_ns, series_cycles)
        };
        let taken = stopwatch.taken;
        trial.measurements = iterations;
        trial.nanoseconds = nanoseconds;
        (trial.cycles, trial.has_cycles) = (cycles.unwrap_or(0), u64::from(cycles.is_some()));
        calls.report.add_trial(trial, &samples[..taken]);
    }
    Ok(())
}

/// Counts helper calls in one series of runs. What the request leaves open is planned by the time
/// of a first run, which is then the warm-up, or, when none is due, the first of the series.
pub(crate) fn count<S: Subject>(
    request: &Request,
    subject: &mut S,
    calls: &mut Calls<'_>,
    interposer: &Interposer,
) -> Result<(), Failure> {
    let mut bracket = interposer.bracket();
    let mut trial = Trial::default();
    let (start_ns, start_ticks) = (tick::clock(), interposer.source.end());
    let (mut warmups, mut iterations) = (request.warmups, request.iterations);
    let (mut warmed_up, mut counted) = (0, 0);
    if warmups.is_none() || iterations.is_none() {
        trial.around(|| calls.repeat(Phase::Measuring, 1, subject, &mut bracket))?;
        let planned = plan::profile(trial.undisturbed_seconds());
        iterations.get_or_insert(planned.iterations);
        if *warmups.get_or_insert(planned.warmups) > 0 {
            interposer.reset();
            trial = Trial::default();
            warmed_up = 1;
        } else {
            counted = 1;
        }
    }
    let (warmups, iterations) = (warmups.unwrap_or(0), iterations.unwrap_or(1));
    note_plan(calls, warmups, iterations);
    calls.repeat(Phase::WarmingUp, warmups - warmed_up, subject, &mut Unmeasured)?;
    if counted == 0 {
        subject.forget();
    }
    let times = iterations - counted;
    trial.around(|| calls.repeat(Phase::Measuring, times, subject, &mut bracket))?;
    calls.look(iterations, subject)?;
    let report = &mut calls.report;
    report.span_ns.store(tick::clock().wrapping_sub(start_ns), Relaxed);
    report.span_ticks.store(interposer.source.end().wrapping_sub(start_ticks) as i64, Relaxed);
    trial.measurements = iterations;
    trial.nanoseconds = trial.wall_ns;
    report.add_trial(trial, &[]);
    Ok(())
}

/// What lies between two readings of the clock with nothing in between, at the least.
fn clock_ns() -> u64 {
    let once = || {
        let start = tick::clock();
        tick::clock().wrapping_sub(start)
    };
    (0..100).map(|_| once()).min().unwrap_or(0)
}

pub(super) fn note_plan(calls: &Calls<'_>, warmups: u64, iterations: u64) {
    calls.report.warmups.store(warmups, Relaxed);
    calls.report.iterations.store(iterations, Relaxed);
}
