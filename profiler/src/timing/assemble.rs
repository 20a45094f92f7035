//! From trials to a timing record.

use super::{Timed, TimedProcess};
use crate::api::{Kind, MAX_PASSES, Operation};
use crate::drive;
use crate::record::{
    COMPLETE, Distribution, Disturbance, FAILED, Kex, Process, Reading, SCHEMA, Sizes,
    TIMEOUT_GIVEN, TimingPlan, TimingRecord, Trial,
};
use crate::stats::{mean_interval, quantile};
use serde_json::{Map, json};

/// What a record is about.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// Identifier of the submission.
    pub candidate: &'a str,
    /// The instance, by the name it is measured under.
    pub label: &'a str,
    /// The instance's own name.
    pub instance: &'a str,
    /// `reference`, `optimized` or `additional`.
    pub variant: &'a str,
    /// Its kind.
    pub kind: Kind,
    /// The operation.
    pub operation: Operation,
}

/// The record of a timed operation; of a failed one, with as much as was timed. What the record
/// says of the library, the host and the time of day is the caller's.
pub fn record(names: &Names<'_>, timed: &Timed) -> TimingRecord {
    let failure = timed.failure().map(str::to_owned);
    let processes: Vec<Process> =
        timed.processes.iter().map(|process| process.process.clone()).collect();
    let trials: Vec<Trial> = processes.iter().flat_map(|process| process.trials.clone()).collect();
    let highest = |of: fn(&TimedProcess) -> u64| {
        timed.processes.iter().map(of).max().filter(|&bytes| bytes > 0)
    };
    let sizes = timed.processes.first().map(|process| process.sizes).unwrap_or_default();
    let is_step = names.operation.is_step_of_exchange();
    let mut record = TimingRecord {
        schema: SCHEMA,
        status: if failure.is_none() { COMPLETE } else { FAILED }.to_owned(),
        failure,
        candidate: names.candidate.to_owned(),
        label: names.label.to_owned(),
        instance: names.instance.to_owned(),
        variant: names.variant.to_owned(),
        operation: names.operation.to_string(),
        input_bytes: names.operation.input_bytes(),
        plan: timed.plan.map(|plan| TimingPlan {
            iterations_per_trial: plan.iterations,
            warmups: plan.warmups,
            trials: plan.trials,
            separate_processes: plan.separate_processes,
            estimated_s: Some(plan.estimated_s),
            timeout_per_process_s: Some(timed.timeout_given_s.unwrap_or(plan.timeout_s())),
            other: timed
                .timeout_given_s
                .map(|_| (TIMEOUT_GIVEN.to_owned(), json!(true)))
                .into_iter()
                .collect(),
        }),
        disturbed_retries: timed.disturbed_retries,
        processes,
        trials,
        sizes: sizes_of(names, &sizes),
        kex: if names.kind == Kind::Kex { kex(&sizes) } else { Kex::default() },
        baseline_rss_bytes: highest(|process| process.baseline_rss),
        peak_rss_bytes: highest(|process| process.peak_rss),
        timing_scope: Some(if is_step { "per_call_step" } else { "loop" }.to_owned()),
        ..TimingRecord::default()
    };
    record.derived = record.derive();
    record.distribution = distribution(&timed.processes);
    let series = || timed.processes.iter().flat_map(|process| &process.trials);
    if series().any(drive::Trial::is_disturbed) {
        let disturbance = Disturbance {
            preemptions: series().map(|trial| trial.preemptions).sum(),
            lost_part: series().map(drive::Trial::lost_part).fold(0.0, f64::max),
        };
        record.other.insert("disturbance".to_owned(), json!(disturbance));
    }
    record
}

/// How single calls are spread, from those that were timed on their own. Reading the clock is taken
/// out of each.
fn distribution(processes: &[TimedProcess]) -> Option<Distribution> {
    let clock_ns = processes.iter().map(|process| process.clock_ns).min()?;
    let samples = processes.iter().flat_map(|process| &process.samples);
    let seconds: Vec<f64> =
        samples.map(|&sample| sample.saturating_sub(clock_ns) as f64 / 1e9).collect();
    let mut other = Map::new();
    other.insert("clock_s".to_owned(), json!(clock_ns as f64 / 1e9));
    Some(Distribution {
        median_s: Some(quantile(&seconds, 0.5)?),
        p90_s: quantile(&seconds, 0.9),
        p99_s: quantile(&seconds, 0.99),
        mean_ci95_s: mean_interval(&seconds),
        samples: seconds.len() as u64,
        other,
    })
}

/// Sizes as published: every kind has the same keys, with 0 for what it has not; those of a key
/// exchange are only in its records.
fn sizes_of(names: &Names<'_>, sizes: &drive::Sizes) -> Sizes {
    let mut record = Sizes {
        input_bytes: Some(names.operation.input_bytes()),
        pk_bytes: Some(sizes.pk),
        sk_bytes: Some(sizes.sk),
        ct_bytes: Some(sizes.ct),
        ss_bytes: Some(sizes.ss),
        signature_bytes: Some(sizes.sn),
        digest_bytes: Some(sizes.digest),
        ..Sizes::default()
    };
    if names.kind == Kind::Kex {
        record.sta_bytes = Some(sizes.sta);
        record.stb_bytes = Some(sizes.stb);
        record.total_msg_bytes = Some(sizes.total_messages);
        record.ss_actual_bytes = Some(sizes.ss_actual);
        let passes = u8::try_from(sizes.passes_run).unwrap_or(MAX_PASSES);
        for (pass, bytes) in (1..=passes).zip(sizes.messages) {
            record.other.insert(Sizes::message_key(pass), json!(bytes));
        }
        for (key, bytes) in
            [("pk_a_actual_bytes", sizes.pk_a_actual), ("pk_b_actual_bytes", sizes.pk_b_actual)]
        {
            record.other.insert(key.to_owned(), json!(bytes));
        }
    }
    if names.kind == Kind::Sig && sizes.sn_actual > 0 {
        record.other.insert("signature_actual_bytes".to_owned(), json!(sizes.sn_actual));
    }
    record
}

fn kex(sizes: &drive::Sizes) -> Kex {
    let number = |passes: u64| Some(Reading::from(passes));
    Kex {
        kex_passes: number(sizes.passes),
        kex_passes_run: number(sizes.passes_run),
        other: Map::new(),
    }
}
