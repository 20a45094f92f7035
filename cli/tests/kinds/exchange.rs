//! Key exchanges.

use crate::common::{Ran, calls, folder, profile, submission, time};
use crate::{failure, printed, timed};
use assert_cmd::Command;
use iccs_profiler::record::{Reading, TimingRecord};
use std::path::PathBuf;

const INSTANCES: [(&str, u8, u8); 10] = [
    // Label, pass functions there are, passes declared.
    ("none", 0, 0),
    ("undeclared", 3, 0),
    ("one", 1, 1),
    ("two", 2, 2),
    ("three", 3, 3),
    ("four", 4, 4),
    ("sixteen", 16, 16),
    ("two of sixteen", 16, 2),
    ("three of two", 2, 3),
    ("sixteen of four", 4, 16),
];

/// The toy exchange with its instances.
fn toy() -> PathBuf {
    let made = submission("toykex", "kinds/toykex_AlgorithmInstance.c");
    let instance = |&(label, functions, passes): &(&str, u8, u8)| {
        format!(
            "[[instance]]\nlabel = \"{}\"\ndir = \".\"\n\
             define = [\"FUNCTIONS={functions}\", \"PASSES={passes}\"]\n",
            label.replace(' ', "-")
        )
    };
    let text: String = INSTANCES.iter().map(instance).collect();
    let file = made.join("submission.toml");
    iccs_profiler::files::write_whole(&file, text.as_bytes()).unwrap();
    file
}

/// One operation of an instance, timed in two trials of three exchanges.
fn timing(instance: &str, operation: &str) -> Command {
    let mut command = time(toy());
    command.args(["--instance", instance, "--op", operation]);
    command.args(["--trials", "2", "--iters", "3", "--warmups", "0"]);
    command
}

fn passes(record: &TimingRecord) -> [Option<Reading>; 2] {
    [record.kex.kex_passes.clone(), record.kex.kex_passes_run.clone()]
}

/// Operations, passes that are declared, passes that are run and the messages' lengths of an
/// instance.
fn shape(instance: &str, settings: &[(&str, &str)]) -> (Vec<String>, u64, u64, Vec<u64>) {
    let mut command = time(toy());
    command.args(["--instance", instance, "--trials", "1", "--iters", "2", "--warmups", "0"]);
    let ran = Ran::of(command.envs(settings.iter().copied()));
    assert_eq!(ran.status(), 0, "{instance}: {}", ran.stderr());
    let records: Vec<TimingRecord> = ran.json();
    let number = |reading: &Option<Reading>| reading.as_ref().unwrap().number().unwrap() as u64;
    let first = &records[0];
    for record in &records {
        assert_eq!((passes(record), &record.sizes), (passes(first), &first.sizes), "{instance}");
        let scope = if record.operation == "exchange" { "loop" } else { "per_call_step" };
        assert_eq!(record.timing_scope.as_deref(), Some(scope));
        assert_eq!(record.derived.measurements, 2);
    }
    (
        records.iter().map(|record| record.operation.clone()).collect(),
        number(&first.kex.kex_passes),
        number(&first.kex.kex_passes_run),
        first.sizes.messages(),
    )
}

fn operations(passes: u8) -> Vec<String> {
    let names = ["exchange", "init_a", "init_b"].map(str::to_owned).into_iter();
    let passes = (1..=passes).map(|pass| format!("pass{pass}"));
    names.chain(passes).chain(["derive_a", "derive_b"].map(str::to_owned)).collect()
}

#[test]
fn as_many_passes_are_run_as_there_are() {
    for (instance, declared, run) in [
        ("none", 0, 0),
        // Up to three are tried whatever is declared.
        ("undeclared", 0, 3),
        ("one", 1, 1),
        ("two", 2, 2),
        ("three", 3, 3),
        ("four", 4, 4),
        ("sixteen", 16, 16),
        ("two-of-sixteen", 2, 3),
    ] {
        let lengths = (1..=run).map(|pass| 10 + u64::from(pass)).collect();
        let expected = (operations(run), declared, u64::from(run), lengths);
        assert_eq!(shape(instance, &[]), expected, "{instance}");
    }
}

#[test]
fn an_exchange_may_be_finished_early() {
    for (instance, end, declared) in
        [("undeclared", 1, 0), ("three", 1, 3), ("three", 2, 3), ("sixteen", 7, 16)]
    {
        let lengths = (1..=end).map(|pass| 10 + u64::from(pass)).collect();
        let expected = (operations(end), declared, u64::from(end), lengths);
        assert_eq!(shape(instance, &[("END", &end.to_string())]), expected, "{instance}");
    }
}

#[test]
fn a_pass_that_sends_nothing_has_no_message() {
    let (_, _, run, lengths) = shape("three", &[("SILENT", "2")]);
    assert_eq!((run, lengths), (3, vec![11, 0, 13]));
}

/// What the functions are given: the messages' room starts at 0, states are carried along, and the
/// last message that the other side sent, if there is one, is what a secret is derived with.
#[test]
fn every_function_is_given_what_the_one_before_left() {
    let init =
        ["init_a: nothing of 0, state 40, room 65", "init_b: nothing of 0, state 50, room 65"];
    for (instance, settings, then) in [
        (
            "none",
            vec![],
            vec![
                "derive_a: nothing of 0, state 10, room 64",
                "derive_b: nothing of 0, state 20, room 64",
            ],
        ),
        (
            "one",
            vec![],
            vec![
                "pass1: nothing of 0, state 10, room 0",
                "derive_a: nothing of 0, state 11, room 64",
                "derive_b: message 1 of 11, state 20, room 64",
            ],
        ),
        (
            "four",
            vec![],
            vec![
                "pass1: nothing of 0, state 10, room 0",
                "pass2: message 1 of 11, state 20, room 0",
                "pass3: message 2 of 12, state 11, room 0",
                "pass4: message 3 of 13, state 21, room 0",
                "derive_a: message 4 of 14, state 12, room 64",
                "derive_b: message 3 of 13, state 22, room 64",
            ],
        ),
        (
            "four",
            vec![("SILENT", "2"), ("END", "3")],
            vec![
                "pass1: nothing of 0, state 10, room 0",
                "pass2: message 1 of 11, state 20, room 0",
                "pass3: message 0 of 0, state 11, room 0",
                "derive_a: message 0 of 0, state 12, room 64",
                "derive_b: message 3 of 13, state 21, room 64",
            ],
        ),
    ] {
        for operation in ["exchange", "derive_b"] {
            let mut command = timing(instance, operation);
            let record = timed(command.env("TRACE", "1").envs(settings.iter().copied()));
            let one: Vec<&str> = init.iter().chain(&then).copied().collect();
            // One in preparation and three that are timed.
            let expected = one.repeat(4);
            assert_eq!(printed(&record, 0), expected, "{instance} {operation}");
            assert_eq!(printed(&record, 1), expected, "{instance} {operation}");
        }
    }
}

#[test]
fn lengths_are_those_the_exchange_has() {
    let record = timed(&mut timing("three", "exchange"));
    let sizes = &record.sizes;
    assert_eq!([sizes.pk_bytes, sizes.sk_bytes], [Some(32), Some(33)]);
    assert_eq!([sizes.sta_bytes, sizes.stb_bytes], [Some(40), Some(50)]);
    assert_eq!([sizes.ss_bytes, sizes.ss_actual_bytes], [Some(64), Some(24)]);
    assert_eq!(sizes.total_msg_bytes, Some(400));
    assert_eq!(sizes.other["pk_a_actual_bytes"], 30);
    assert_eq!(sizes.other["pk_b_actual_bytes"], 31);
}

#[test]
fn a_pass_that_is_declared_must_be_there() {
    for (instance, declared, missing) in [
        ("three-of-two", 3, "kex_generate_pass3_msg_a"),
        ("sixteen-of-four", 16, "kex_generate_pass5_msg_a"),
    ] {
        let said = failure(&mut timing(instance, "exchange"));
        let expected = format!(
            "kex_get_passes_num returned {declared}, but the library has no function {missing}"
        );
        assert_eq!(said, expected);
    }
}

#[test]
fn numbers_of_passes_that_cannot_be_are_refused() {
    for (declared, number) in
        [("17", "17"), ("255", "255"), ("256", "256"), ("-1", "18446744073709551615")]
    {
        let said = failure(timing("sixteen", "exchange").env("DECLARED", declared));
        let expected =
            format!("kex_get_passes_num returned {number}, which is no number of passes (0 to 16)");
        assert_eq!(said, expected);
    }
}

#[test]
fn a_step_that_fails_is_named() {
    for (step, value, function) in [
        ("init_a", "-1", "kex_init_a"),
        ("init_b", "-2", "kex_init_b"),
        ("pass1", "-3", "kex_generate_pass1_msg_a"),
        ("pass2", "-4", "kex_generate_pass2_msg_b"),
        ("pass3", "2", "kex_generate_pass3_msg_a"),
        ("derive_a", "-6", "kex_derive_ss_a"),
        ("derive_b", "-7", "kex_derive_ss_b"),
    ] {
        for operation in ["exchange", "pass1", "derive_b"] {
            let mut command = timing("three", operation);
            let said = failure(command.env("RETURN", step).env("AS", value));
            assert_eq!(said, format!("{function} returned {value}"), "{operation}");
        }
    }
    // Inits and derivations fail by negative values only.
    for step in ["init_a", "init_b", "derive_a", "derive_b"] {
        timed(timing("three", "exchange").env("RETURN", step).env("AS", "1"));
    }
}

#[test]
fn secrets_that_differ_are_refused() {
    for operation in ["exchange", "init_a"] {
        let said = failure(timing("three", operation).env("DISAGREE", "1"));
        assert_eq!(said, "kex_derive_ss_a and kex_derive_ss_b give different secrets");
    }
}

#[test]
fn a_pass_there_is_not_is_refused() {
    for operation in ["pass4", "pass16"] {
        let said = failure(&mut timing("three", operation));
        let number = operation.strip_prefix("pass").unwrap();
        let expected = "the exchange is finished after pass 3: there is no pass";
        assert_eq!(said, format!("{expected} {number}"));
    }
    let ran = Ran::of(&mut timing("three", "pass17"));
    assert_eq!(ran.status(), 2);
    assert!(ran.stderr().contains("no operation 'pass17'"), "{}", ran.stderr());
}

/// Of a run, only the calls of the step count.
#[test]
fn helper_calls_are_those_of_the_step() {
    let out = folder("kex profiles");
    let mut command = profile(toy());
    command.args(["--instance", "three", "--iters", "4", "--warmups", "1", "--format", "json"]);
    let ran = Ran::of(command.arg("--out").arg(&out));
    assert_eq!(ran.status(), 0, "{}", ran.stderr());
    let found: Vec<(String, u64, u64)> = ran
        .records()
        .iter()
        .map(|record| {
            let count = |helper| calls(record, helper);
            (record.operation.clone(), count("drng"), count("pseudohash"))
        })
        .collect();
    let expected = [
        ("exchange", 8, 8),
        ("init_a", 4, 0),
        ("init_b", 4, 0),
        ("pass1", 0, 0),
        ("pass2", 0, 0),
        ("pass3", 0, 0),
        ("derive_a", 0, 4),
        ("derive_b", 0, 4),
    ];
    assert_eq!(found, expected.map(|(name, draws, hashes)| (name.to_owned(), draws, hashes)));
}
