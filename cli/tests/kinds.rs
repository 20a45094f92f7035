//! Submissions of every kind, timed: what is called in which order and with what, what is counted,
//! and what is refused.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

#[path = "kinds/exchange.rs"]
mod exchange;
#[path = "kinds/hash.rs"]
mod hash;
#[path = "kinds/signature.rs"]
mod signature;
#[path = "kinds/timing.rs"]
mod timing;

use common::Ran;
use iccs_profiler::record::TimingRecord;

/// The record of a timing that succeeds.
fn timed(command: &mut assert_cmd::Command) -> TimingRecord {
    let ran = Ran::of(command);
    assert_eq!(ran.status(), 0, "{command:?}\n{}", ran.stderr());
    let record = ran.timing();
    assert_eq!((record.status.as_str(), record.failure.as_deref()), ("complete", None));
    record
}

/// What is said of a timing that fails, by its record and on standard error.
fn failure(command: &mut assert_cmd::Command) -> String {
    let ran = Ran::of(command);
    assert_eq!(ran.status(), 1, "{command:?}\n{}", ran.stderr());
    let record = ran.timing();
    assert_eq!(record.status, "failed_or_partial");
    let said = record.failure.unwrap();
    assert_eq!(ran.stderr().lines().filter(|line| line.contains(&said)).count(), 1);
    said
}

/// The lines a process printed.
fn printed(record: &TimingRecord, process: usize) -> Vec<String> {
    let text = record.processes[process].stderr.as_deref().unwrap();
    text.lines().map(str::to_owned).collect()
}

/// What every process said of itself under a key, which must be the same of all.
fn said(record: &TimingRecord, key: &str) -> Option<u64> {
    let of = |process: &iccs_profiler::record::Process| {
        process.meta.get(key).map(|value| value.as_str().unwrap().parse::<u64>().unwrap())
    };
    let first = of(&record.processes[0]);
    assert!(record.processes.iter().all(|process| of(process) == first), "{key}");
    first
}
