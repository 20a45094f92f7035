//! `check` on the machine the tests run on, whatever that is.

#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use assert_cmd::Command;
use common::Ran;
use serde_json::Value;

fn check(options: &[&str]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_iccsprof"));
    Ran::of(command.arg("check").args(options))
}

#[test]
fn the_exit_status_says_whether_there_are_problems() {
    let ran = check(&["--format", "json"]);
    let found: Value = serde_json::from_str(&ran.stdout()).unwrap();
    let problems = found["problems"].as_array().unwrap();
    assert_eq!(ran.status(), i32::from(!problems.is_empty()), "{}", ran.stdout());
    let environment = &found["environment"];
    assert_eq!(environment["architecture"], std::env::consts::ARCH);
    assert_eq!(
        environment["hostname"],
        std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap().trim()
    );
    // What does not apply is there, as null; the clock is measured or not, but never guessed.
    assert!(environment.get("python").unwrap().is_null());
    let no_cycles = problems.iter().any(|problem| {
        problem["problem"].as_str().unwrap().starts_with("hardware cycle counter unavailable: ")
    });
    assert_eq!(environment["core_clock_hz"].is_null(), no_cycles);
}

#[test]
fn every_problem_is_in_the_table() {
    for format in ["table", "markdown", "csv"] {
        let ran = check(&["--format", format, "--quiet"]);
        let text = ran.stdout();
        assert!(text.contains("cpu_number") && text.contains("what mends it"), "{text}");
        assert_eq!(ran.stderr(), "");
    }
}

#[test]
fn a_processor_that_is_not_there_is_refused() {
    let ran = check(&["--cpu", "1023"]);
    assert_eq!((ran.status(), ran.stdout().as_str()), (2, ""));
    assert_eq!(ran.stderr(), "iccsprof: --cpu 1023: this process may not run there\n");
}
