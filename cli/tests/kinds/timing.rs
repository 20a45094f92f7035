//! Plans, trials and records.

use crate::common::{Ran, folder, listing, root, submission, time};
use crate::{printed, said, timed};
use assert_cmd::Command;
use iccs_profiler::record::TimingRecord;

fn toy() -> Command {
    time(submission("toysig", "kinds/toysig_AlgorithmInstance.c"))
}

/// Trials, calls and warm-ups are planned, and made as planned.
fn assert_as_planned(record: &TimingRecord) {
    let plan = record.plan.as_ref().unwrap();
    assert_eq!(plan.trials, record.trials.len() as u64);
    assert!(record.trials.iter().all(|trial| trial.measurements == plan.iterations_per_trial));
    assert_eq!(record.derived.measurements, plan.trials * plan.iterations_per_trial);
    assert_eq!(said(record, "iterations"), Some(plan.iterations_per_trial));
    assert_eq!(said(record, "warmups"), Some(plan.warmups));
    assert_eq!(record.derived, record.derive());
}

#[test]
fn calls_are_planned_where_none_are_asked_for() {
    let record = timed(toy().args(["--op", "keygen", "--trials", "1"]));
    assert_as_planned(&record);
    let plan = record.plan.as_ref().unwrap();
    assert_eq!((plan.trials, plan.separate_processes), (1, true));
    assert!((100..=20_000).contains(&plan.iterations_per_trial), "{plan:?}");
    assert!(plan.estimated_s.unwrap() > 0.0);
}

#[test]
fn calls_are_made_as_asked_for() {
    for (trials, calls, warmups) in [(5, 4, 2), (1, 1, 1), (3, 1, 0), (64, 2, 0)] {
        let mut command = toy();
        command.args(["--op", "sign", "--trials", &trials.to_string()]);
        command.args(["--iters", &calls.to_string(), "--warmups", &warmups.to_string()]);
        let record = timed(command.env("TRACE", "1"));
        assert_as_planned(&record);
        let plan = record.plan.as_ref().unwrap();
        let found = (plan.trials, plan.iterations_per_trial, plan.warmups);
        assert_eq!(found, (trials, calls, warmups));
        // Every trial has a process of its own, which makes its own key pair first.
        assert_eq!(record.processes.len() as u64, trials);
        for process in 0..record.processes.len() {
            assert_eq!(printed(&record, process).len() as u64, 1 + warmups + calls);
        }
    }
}

/// Preparing is no part of the trials, and part of what is estimated.
#[test]
fn preparing_may_be_slow() {
    let mut command = toy();
    command.args(["--op", "sign", "--trials", "3", "--iters", "2", "--warmups", "0"]);
    let record = timed(command.env("SLOW", "50"));
    assert_as_planned(&record);
    let plan = record.plan.as_ref().unwrap();
    assert!(plan.separate_processes && plan.estimated_s.unwrap() >= 3.0 * 0.05, "{plan:?}");
    for process in &record.processes {
        let seconds: f64 = process.meta["set_up_seconds"].as_str().unwrap().parse().unwrap();
        assert!(seconds >= 0.05, "{seconds}");
    }
}

#[test]
fn one_operation_that_fails_does_not_stop_the_others() {
    let mut command = toy();
    command.args(["--trials", "2", "--iters", "3", "--warmups", "0"]).env("FAIL", "1000");
    let ran = Ran::of(&mut command);
    assert_eq!(ran.status(), 1, "{}", ran.stderr());
    let records: Vec<TimingRecord> = ran.json();
    let found: Vec<_> =
        records.iter().map(|r| (&*r.operation, &*r.status, r.failure.as_deref())).collect();
    // The planning call tells already.
    let failure = Some("sig_sign returned -1 (seen after call 1 of 1)");
    assert_eq!(
        found,
        [
            ("keygen", "complete", None),
            ("sign", "failed_or_partial", failure),
            ("verify", "failed_or_partial", Some("sig_sign returned -1")),
        ]
    );
    assert_as_planned(&records[0]);
    for record in &records[1..] {
        assert!(record.trials.is_empty() && record.plan.is_none());
        assert_eq!(record.derived.mean_seconds, None);
    }
}

#[test]
fn a_crash_keeps_the_trials_before_it() {
    let processes = root().join("processes");
    let mut command = toy();
    command.args(["--op", "keygen", "--trials", "5", "--iters", "4", "--warmups", "1"]);
    // The first process makes the planning call.
    let ran = Ran::of(command.env("PROCESSES", &processes).env("CRASH", "4"));
    assert_eq!(ran.status(), 1, "{}", ran.stderr());
    let record = ran.timing();
    assert_eq!(record.status, "failed_or_partial");
    let said = record.failure.as_deref().unwrap();
    assert_eq!(said, "CRASH: SIGABRT (abort) in sig_keygen, in a warm-up (0 done before)");
    // A trial that was disturbed, and so made again, takes the place of one.
    let made = record.processes.len() as u64 + record.disturbed_retries;
    assert_eq!((made, std::fs::read(&processes).unwrap().len()), (3, 4));
    let kept = record.processes.len() - 1;
    assert_eq!((record.trials.len(), record.derived.measurements), (kept, 4 * kept as u64));
    assert_eq!(record.plan.as_ref().unwrap().trials, 5);
    assert_eq!(record.derived, record.derive());
    assert_eq!(record.processes[kept].exit_code, None);
}

#[test]
fn records_are_written_as_they_are_printed() {
    let out = folder("timing records");
    let mut command = toy();
    command.args(["--trials", "2", "--iters", "3"]).arg("--out").arg(&out).env("REJECT", "2");
    let ran = Ran::of(&mut command);
    assert_eq!(ran.status(), 0, "{}", ran.stderr());
    let printed: Vec<TimingRecord> = ran.json();
    let mut read = Vec::new();
    for operation in ["keygen", "sign", "verify"] {
        let file = out.join(format!("records/toysig/toysig__{operation}.json"));
        let record: TimingRecord = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
        assert_as_planned(&record);
        read.push(record);
    }
    assert_eq!(read, printed);
    assert_eq!(listing(&out).values().filter(|content| content.is_some()).count(), 3);
}
