//! A timing record: what follows from its trials and its plan.

use super::Findings;
use crate::plan::TrialPlan;
use crate::record::{
    COMPLETE, Campaign, Derived, Environment, FAILED, Reading, TIMEOUT_GIVEN, TimingRecord, Trial,
};

/// Part by which the cycles of a record may stray from its time at the measured clock.
const CLOCK_TOLERANCE: f64 = 0.05;

pub(super) fn check(record: &TimingRecord, campaign: &Campaign, findings: &mut Findings<'_>) {
    derived(&record.derived, &record.derive(), findings);
    let in_processes: Vec<&Trial> =
        record.processes.iter().flat_map(|process| &process.trials).collect();
    let same = |(one, other): (&Trial, &&Trial)| {
        (one.measurements, one.seconds, one.cycles)
            == (other.measurements, other.seconds, other.cycles)
    };
    if !in_processes.is_empty()
        && (in_processes.len() != record.trials.len()
            || !record.trials.iter().zip(&in_processes).all(same))
    {
        findings.say("trials", "are not those of the processes");
    }
    let is_failed = record.failure.is_some() || record.status == FAILED;
    if record.is_complete() == is_failed {
        findings.say("status", format!("'{}' does not go with what else is said", record.status));
    }
    if record.is_complete() && record.trials.is_empty() {
        findings.say("trials", "there is none, though the record is complete");
    }
    if let Some(kat) = &record.kat {
        findings.same("kat_not_passed", record.kat_not_passed, kat != "PASS", "kat makes it");
    }
    for (number, process) in record.processes.iter().enumerate() {
        if process.status == COMPLETE && process.exit_code.is_some_and(|code| code != 0) {
            findings
                .say(format!("processes[{number}].exit_code"), "is not 0, though it is complete");
        }
    }
    plan(record, findings);
    environment(&record.environment, campaign, findings);
    clock(record, findings);
    if let (Some(start), Some(end)) = (&record.started_utc, &record.ended_utc)
        && start > end
    {
        findings.say("ended_utc", "lies before started_utc");
    }
    if let (Some(baseline), Some(peak)) = (record.baseline_rss_bytes, record.peak_rss_bytes)
        && baseline > peak
    {
        findings.say("baseline_rss_bytes", "is above peak_rss_bytes");
    }
    for (key, bytes) in [
        ("baseline_rss_bytes", record.baseline_rss_bytes),
        ("peak_rss_bytes", record.peak_rss_bytes),
    ] {
        if bytes.is_some_and(|bytes| !bytes.is_multiple_of(1024)) {
            findings.say(key, "is no whole number of KiB, in which the kernel gives it");
        }
    }
    if record.sizes.input_bytes.is_some_and(|bytes| bytes != record.input_bytes) {
        findings.say("sizes.input_bytes", "is not input_bytes");
    }
}

/// All figures are worked out in the same way and to the last digit.
fn derived(there: &Derived, expected: &Derived, findings: &mut Findings<'_>) {
    let by = "the trials make it";
    findings.same("measurements", there.measurements, expected.measurements, by);
    findings.same(
        "guide_100_measurements_met",
        there.guide_100_measurements_met,
        expected.guide_100_measurements_met,
        by,
    );
    for (key, there, expected) in [
        ("mean_seconds", there.mean_seconds, expected.mean_seconds),
        ("median_trial_seconds", there.median_trial_seconds, expected.median_trial_seconds),
        ("min_trial_seconds", there.min_trial_seconds, expected.min_trial_seconds),
        ("max_trial_seconds", there.max_trial_seconds, expected.max_trial_seconds),
        ("mean_cycles", there.mean_cycles, expected.mean_cycles),
        ("median_trial_cycles", there.median_trial_cycles, expected.median_trial_cycles),
        ("operations_per_second", there.operations_per_second, expected.operations_per_second),
        (
            "throughput_MB_per_second",
            there.throughput_mb_per_second,
            expected.throughput_mb_per_second,
        ),
    ] {
        findings.same(key, there, expected, by);
    }
}

fn plan(record: &TimingRecord, findings: &mut Findings<'_>) {
    let Some(plan) = &record.plan else { return };
    if record.is_complete() {
        findings.same("plan.trials", plan.trials, record.trials.len() as u64, "there are");
        let measured = record.trials.first().map_or(0, |trial| trial.measurements);
        findings.same(
            "plan.iterations_per_trial",
            plan.iterations_per_trial,
            measured,
            "there are",
        );
    }
    if let (Some(estimated_s), Some(timeout)) = (plan.estimated_s, plan.timeout_per_process_s)
        && !plan.other.contains_key(TIMEOUT_GIVEN)
    {
        let expected = TrialPlan {
            iterations: plan.iterations_per_trial,
            warmups: plan.warmups,
            trials: plan.trials,
            separate_processes: plan.separate_processes,
            estimated_s,
        };
        let by = "estimated_s makes it";
        findings.same("plan.timeout_per_process_s", timeout, expected.timeout_s(), by);
    }
}

/// The machine is the campaign's, and the clocks are in order.
fn environment(environment: &Environment, campaign: &Campaign, findings: &mut Findings<'_>) {
    let starts = [&campaign.environment_at_start, &campaign.environment_at_end];
    let Some(there) = starts.into_iter().flatten().next() else { return };
    let text =
        |key: &str, here: &Option<String>, there: &Option<String>, findings: &mut Findings<'_>| {
            if let (Some(here), Some(there)) = (here, there) {
                findings.same(&format!("environment.{key}"), here, there, "campaign.json has");
            }
        };
    text("os", &environment.os, &there.os, findings);
    text("kernel", &environment.kernel, &there.kernel, findings);
    text("compiler", &environment.compiler, &there.compiler, findings);
    text("cmake", &environment.cmake, &there.cmake, findings);
    text("python", &environment.python, &there.python, findings);
    if let (Some(here), Some(there)) = (environment.memory_total_kib, there.memory_total_kib) {
        findings.same("environment.memory_total_kib", here, there, "campaign.json has");
    }
    let number = |reading: &Option<Reading>| reading.as_ref().and_then(Reading::number);
    for (keys, low, high) in [
        ("cpufreq_min_khz", &environment.cpufreq_min_khz, &environment.cpufreq_max_khz),
        ("core_clock_min_hz", &environment.core_clock_min_hz, &environment.core_clock_hz),
        ("core_clock_hz", &environment.core_clock_hz, &environment.core_clock_max_hz),
    ] {
        if let (Some(low), Some(high)) = (number(low), number(high))
            && low > high
        {
            findings.say(format!("environment.{keys}"), "is above what it should be below");
        }
    }
}

/// Cycles and seconds of the trials agree with the clock that was measured.
fn clock(record: &TimingRecord, findings: &mut Findings<'_>) {
    let clock = record.environment.core_clock_hz.as_ref().and_then(Reading::number);
    let Some(clock) = clock.filter(|&clock| clock > 0.0) else { return };
    for (number, trial) in record.trials.iter().enumerate() {
        let hz = trial.cycles as f64 / trial.seconds;
        // Cycles are those in user mode, so they may be fewer, but not more.
        if trial.cycles > 0 && (hz / clock - 1.0 > CLOCK_TOLERANCE || hz / clock < 0.5) {
            findings.say(
                format!("trials[{number}].cycles"),
                format!("are {hz:.0} a second at a clock of {clock:.0}"),
            );
        }
    }
}
