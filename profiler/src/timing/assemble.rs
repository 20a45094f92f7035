//! From trials to a timing record.

use super::Timed;
use crate::api::{Kind, MAX_PASSES, Operation};
use crate::drive;
use crate::measure::{Ending, Outcome};
use crate::record::{
    self, COMPLETE, FAILED, Kex, Process, Reading, SCHEMA, Sizes, TimingPlan, TimingRecord, Trial,
};
use serde_json::{Map, Value, json};

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
    let ending = timed.outcomes.last().map(|outcome| &outcome.ending);
    let failure = ending.filter(|ending| !ending.is_complete()).map(Ending::to_string);
    let processes: Vec<Process> = timed.outcomes.iter().map(process).collect();
    let trials: Vec<Trial> =
        timed.outcomes.iter().flat_map(|outcome| outcome.trials.iter().map(trial)).collect();
    let highest =
        |of: fn(&Outcome) -> u64| timed.outcomes.iter().map(of).max().filter(|&bytes| bytes > 0);
    let sizes = timed.outcomes.first().map(|outcome| outcome.sizes).unwrap_or_default();
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
            timeout_per_process_s: Some(plan.timeout_s()),
            other: Map::new(),
        }),
        disturbed_retries: timed.disturbed_retries,
        processes,
        trials,
        sizes: sizes_of(names, &sizes),
        kex: if names.kind == Kind::Kex { kex(&sizes) } else { Kex::default() },
        baseline_rss_bytes: highest(|outcome| outcome.baseline_rss),
        peak_rss_bytes: highest(|outcome| outcome.peak_rss),
        timing_scope: Some(if is_step { "per_call_step" } else { "loop" }.to_owned()),
        ..TimingRecord::default()
    };
    record.derived = record.derive();
    let of_all = |of: fn(&Outcome) -> u64| timed.outcomes.iter().map(of).sum::<u64>();
    for (key, number) in [
        ("sign_retries", of_all(|outcome| outcome.sign_retries)),
        ("changed_messages", of_all(|outcome| outcome.changed_messages)),
        ("verify_rejections", of_all(|outcome| outcome.verify_rejections)),
        ("signature_bytes_beyond_declared", sizes.sn_beyond),
    ] {
        if number > 0 {
            record.other.insert(key.to_owned(), json!(number));
        }
    }
    let preemptions: u64 = timed
        .outcomes
        .iter()
        .flat_map(|outcome| &outcome.trials)
        .map(|each| each.preemptions)
        .sum();
    let lost_part = timed.outcomes.iter().map(Outcome::lost_part).fold(0.0, f64::max);
    if timed.outcomes.iter().any(|outcome| outcome.trials.iter().any(|each| each.is_disturbed())) {
        let disturbance = record::Disturbance { preemptions, lost_part };
        record.other.insert("disturbance".to_owned(), json!(disturbance));
    }
    record
}

fn process(outcome: &Outcome) -> Process {
    let mut meta = Map::new();
    let mut text = |key: &str, value: String| meta.insert(key.to_owned(), Value::String(value));
    text("warmups", outcome.plan.warmups.to_string());
    text("iterations", outcome.plan.iterations.to_string());
    text("set_up_seconds", outcome.set_up_seconds.to_string());
    if outcome.unseeded {
        text("seeded", "no".to_owned());
    }
    Process {
        status: if outcome.ending.is_complete() { COMPLETE } else { FAILED }.to_owned(),
        exit_code: outcome.exit_code.map(i64::from),
        meta,
        trials: outcome.trials.iter().map(trial).collect(),
        stderr: Some(outcome.stderr.clone()),
        command: Some(outcome.command.clone()),
        wall_s: Some(outcome.wall_seconds),
        disturbed_retries: None,
        other: Map::new(),
    }
}

fn trial(trial: &drive::Trial) -> Trial {
    Trial {
        measurements: trial.measurements,
        seconds: trial.nanoseconds as f64 / 1e9,
        cycles: if trial.has_cycles != 0 { trial.cycles } else { 0 },
        other: Map::new(),
    }
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
