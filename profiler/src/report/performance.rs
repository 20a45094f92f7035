//! Performance: section 4 of a page.

use super::markdown::{Page, code, text};
use crate::api::{Kind, Operation};
use crate::dataset::{Candidate, Instance};
use crate::format::{NONE, count, duration, or_dash, significant3};
use crate::record::TimingRecord;

/// What stands for a measurement that did not come to its end.
pub(super) const FAILED: &str = "failed";

/// The name a page has for a record's operation.
pub(super) fn operation_name(record: &TimingRecord) -> String {
    record.operation().map_or_else(|| text(&record.operation), |operation| operation.to_string())
}

/// Timed calls, as trials of so many.
pub(super) fn timed_calls(record: &TimingRecord) -> String {
    let total = record.derived.measurements;
    let trials = record.trials.len();
    match record.trials.first() {
        Some(first) if record.trials.iter().all(|t| t.measurements == first.measurements) => {
            format!("{total} ({trials} × {})", first.measurements)
        }
        Some(_) => format!("{total} ({trials} trials)"),
        None => total.to_string(),
    }
}

pub(super) fn add(page: &mut Page, candidate: &Candidate) {
    page.section("4. Performance");
    let (mut operations, mut messages, mut single) = (vec![], vec![], vec![]);
    for instance in &candidate.instances {
        for timing in &instance.timings {
            let record = &timing.record;
            match record.operation() {
                Some(Operation::Hash(bytes)) => messages.push(message(instance, record, bytes)),
                _ => operations.push(operation(instance, record)),
            }
            single.extend(single_calls(instance, record));
        }
    }
    if operations.is_empty() && messages.is_empty() {
        page.block("Nothing has been timed.");
    }
    page.table(
        [
            "instance",
            "operation",
            "mean cycles",
            "mean time",
            "ops/s",
            "median trial",
            "n (trials × iters)",
        ],
        &operations,
    );
    page.table(
        ["instance", "message", "mean cycles", "cycles/byte", "mean time", "MB/s", "n"],
        &messages,
    );
    if !single.is_empty() {
        page.block(
            "Single calls, from a sample of them timed one by one; the interval is that of the \
             mean, found by resampling.",
        );
    }
    page.table(
        ["instance", "operation", "median", "90 %", "99 %", "mean, 95 % interval", "sampled"],
        &single,
    );
    page.list(&remarks(candidate));
}

fn operation(instance: &Instance, record: &TimingRecord) -> [String; 7] {
    let head = [code(&instance.label), operation_name(record)];
    if !record.is_complete() {
        return row(head, failed());
    }
    let derived = &record.derived;
    row(
        head,
        [
            or_dash(derived.mean_cycles, count),
            or_dash(derived.mean_seconds, duration),
            or_dash(derived.operations_per_second, significant3),
            or_dash(derived.median_trial_seconds, duration),
            timed_calls(record),
        ],
    )
}

fn message(instance: &Instance, record: &TimingRecord, bytes: u64) -> [String; 7] {
    let head = [code(&instance.label), format!("{bytes} B")];
    if !record.is_complete() {
        return row(head, failed());
    }
    let derived = &record.derived;
    let per_byte = derived.mean_cycles.filter(|_| bytes > 0).map(|cycles| cycles / bytes as f64);
    row(
        head,
        [
            or_dash(derived.mean_cycles, count),
            or_dash(per_byte, |cycles| format!("{cycles:.1}")),
            or_dash(derived.mean_seconds, duration),
            or_dash(derived.throughput_mb_per_second, |rate| format!("{rate:.1}")),
            timed_calls(record),
        ],
    )
}

fn row([instance, operation]: [String; 2], [a, b, c, d, e]: [String; 5]) -> [String; 7] {
    [instance, operation, a, b, c, d, e]
}

fn failed() -> [String; 5] {
    [NONE, NONE, NONE, NONE, FAILED].map(str::to_owned)
}

fn single_calls(instance: &Instance, record: &TimingRecord) -> Option<[String; 7]> {
    let calls = record.distribution.as_ref()?;
    Some([
        code(&instance.label),
        operation_name(record),
        or_dash(calls.median_s, duration),
        or_dash(calls.p90_s, duration),
        or_dash(calls.p99_s, duration),
        or_dash(calls.mean_ci95_s, |[low, high]| format!("{} – {}", duration(low), duration(high))),
        calls.samples.to_string(),
    ])
}

/// What a reader has to know of single rows.
fn remarks(candidate: &Candidate) -> Vec<String> {
    let mut remarks = Vec::new();
    for instance in &candidate.instances {
        for timing in &instance.timings {
            let record = &timing.record;
            let name = format!("{} {}", code(&instance.label), operation_name(record));
            let mut say = |what: String| remarks.push(format!("{name}: {what}"));
            if let Some(failure) = record.failure.as_deref().filter(|_| !record.is_complete()) {
                say(format!("failed: {}", text(failure)));
            }
            let timed = record.derived.measurements;
            if record.is_complete() && !record.derived.guide_100_measurements_met {
                say(format!("fewer than 100 timed calls (n={timed})"));
            }
            if record.disturbed_retries > 0 {
                let number = record.disturbed_retries;
                say(format!("{number} trials repeated because the clock was disturbed"));
            }
            if instance.kind() == Some(Kind::Sig) {
                signing(record).into_iter().for_each(say);
            }
        }
    }
    remarks
}

/// What a signature's processes counted besides.
fn signing(record: &TimingRecord) -> Vec<String> {
    let counted = |key: &str| -> Vec<u64> {
        let values = record.processes.iter().filter_map(|process| process.meta.get(key));
        values.filter_map(|value| crate::record::Reading(value.clone()).integer()).collect()
    };
    let sum = |key| counted(key).into_iter().fold(0, u64::saturating_add);
    let excess = counted("signature_length_excess").into_iter().max().unwrap_or(0);
    [
        (sum("verify_rejections"), "times an honest signature was rejected"),
        (sum("sign_failures_retried"), "failed signings, retried and timed with the others"),
        (sum("message_tweaks"), "changed messages before one could be signed"),
        (excess, "bytes beyond the declared length of a signature"),
    ]
    .into_iter()
    .filter(|(number, _)| *number > 0)
    .map(|(number, what)| format!("{number} {what}"))
    .collect()
}
