//! Signature schemes.

use crate::common::{submission, time};
use crate::{failure, printed, said, timed};
use assert_cmd::Command;

/// One operation of the toy signature, timed in two trials of five calls, without warm-ups.
fn toy(operation: &str) -> Command {
    toy_after(operation, "0")
}

/// With so many warm-ups.
fn toy_after(operation: &str, warmups: &str) -> Command {
    let mut command = time(submission("toysig", "kinds/toysig_AlgorithmInstance.c"));
    command.args(["--op", operation, "--trials", "2", "--iters", "5", "--warmups", warmups]);
    command
}

/// Every draw counts: set-up makes no more than those of the calls it needs.
#[test]
fn set_up_calls_what_it_needs_and_draws_nothing() {
    for (operation, set_up, calls) in [
        ("keygen", 0, vec!["keygen after 0", "keygen after 1", "keygen after 2"]),
        ("sign", 1, vec!["keygen after 0", "sign after 1", "sign after 2", "sign after 3"]),
        ("verify", 2, vec!["keygen after 0", "sign after 1", "verify after 2", "verify after 2"]),
    ] {
        let record = timed(toy(operation).env("TRACE", "1"));
        assert_eq!(record.processes.len(), 2);
        for process in 0..2 {
            let printed = printed(&record, process);
            let expected: Vec<String> = calls.iter().map(|call| format!("{call} draws")).collect();
            assert_eq!(printed[..calls.len()], expected, "{operation}");
            let measured = printed.iter().filter(|call| call.starts_with(operation)).count();
            assert_eq!((measured, printed.len()), (5, 5 + set_up), "{printed:?}");
        }
        assert_eq!(record.timing_scope.as_deref(), Some("loop"));
        let expected = if operation == "keygen" { 0 } else { 64 };
        assert_eq!((record.input_bytes, record.sizes.input_bytes), (expected, Some(expected)));
    }
}

#[test]
fn a_signer_that_fails_is_asked_again() {
    for (failing, expected) in [(0, None), (1, Some(1)), (17, Some(17)), (64, Some(64))] {
        let record = timed(toy("sign").env("FAIL", failing.to_string()));
        assert_eq!(said(&record, "sign_failures_retried"), expected, "{failing}");
        assert_eq!(record.derived.measurements, 10);
    }
    let said = failure(toy("sign").env("FAIL", "65"));
    assert_eq!(said, "sig_sign returned -1 (seen after call 1 of 1)");
}

/// What failed in a warm-up is no part of what is measured.
#[test]
fn failures_in_warm_ups_are_not_counted() {
    let record = timed(toy_after("sign", "1").env("FAIL", "3"));
    assert_eq!(said(&record, "sign_failures_retried"), None);
}

#[test]
fn a_signature_to_verify_is_made_by_more_tries_and_then_of_another_message() {
    for (failing, retries, changes) in [
        ("1", Some(1), None),
        ("16", Some(16), None),
        ("17", Some(16), Some(1)),
        ("32", Some(16), Some(16)),
    ] {
        let record = timed(toy("verify").env("FAIL", failing));
        assert_eq!(said(&record, "sign_failures_retried"), retries, "{failing}");
        assert_eq!(said(&record, "message_tweaks"), changes, "{failing}");
        assert_eq!(said(&record, "verify_rejections"), None, "{failing}");
    }
    assert_eq!(failure(toy("verify").env("FAIL", "33")), "sig_sign returned -1");
}

#[test]
fn a_message_that_is_refused_is_changed() {
    for (refused, changes) in [("1", 1), ("5", 5), ("16", 16)] {
        let record = timed(toy("verify").env("REFUSE", refused));
        assert_eq!(said(&record, "sign_failures_retried"), Some(16), "{refused}");
        assert_eq!(said(&record, "message_tweaks"), Some(changes));
        // The verifier is given the message that was signed.
        assert_eq!(said(&record, "verify_rejections"), None);
    }
    assert_eq!(failure(toy("verify").env("REFUSE", "17")), "sig_sign returned -1");
    // Where signing is measured, the message stays what it is.
    let said = failure(toy("sign").env("REFUSE", "1"));
    assert_eq!(said, "sig_sign returned -1 (seen after call 1 of 1)");
}

#[test]
fn rejections_are_counted_and_no_failure() {
    for (reject, warmups, expected) in [("1", "0", 5), ("2", "0", 2), ("2", "1", 3), ("5", "4", 1)]
    {
        let record = timed(toy_after("verify", warmups).env("REJECT", reject));
        assert_eq!(said(&record, "verify_rejections"), Some(expected), "{reject}, {warmups}");
        assert_eq!(record.derived.measurements, 10);
    }
}

#[test]
fn signatures_may_be_a_page_longer_than_declared() {
    for operation in ["sign", "verify"] {
        for variable in ["EXCESS", "BEYOND"] {
            for excess in [1, 100, 4096] {
                let record = timed(toy(operation).env(variable, excess.to_string()));
                let found = said(&record, "signature_length_excess");
                assert_eq!(found, Some(excess), "{operation} {variable} {excess}");
                assert_eq!(said(&record, "verify_rejections"), None);
                assert_eq!(record.sizes.signature_bytes, Some(64));
                let actual = if variable == "EXCESS" { 64 + excess } else { 64 };
                assert_eq!(record.sizes.other["signature_actual_bytes"], actual);
            }
            let said = failure(toy(operation).env(variable, "4097"));
            let expected = "OVERFLOW: sig_sign wrote up to 4097 bytes past the end of the \
                            signature (declared 64 bytes)";
            assert!(said.starts_with(expected), "{said}");
        }
        let record = timed(&mut toy(operation));
        assert_eq!(said(&record, "signature_length_excess"), None);
    }
}
