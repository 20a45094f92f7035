//! A submission that misbehaves while it is being measured.

use crate::common::{Ran, folder, profile, tree};
use iccs_profiler::record::ProfileRecord;
use std::path::PathBuf;
use std::sync::OnceLock;

/// The folder of the submission whose misbehaviour the environment chooses.
pub(crate) fn submission() -> PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let made = BUILT.get_or_init(|| {
        let made = folder("hostile");
        let name = "hostile_AlgorithmInstance.c";
        std::fs::copy(tree("tests/bad_input").join(name), made.join(name)).unwrap();
        // Built once here and not by every test at the same time; and well-behaved when asked.
        let ran = Ran::of(profile(&made).args(["--iters", "2", "--warmups", "1"]));
        assert_eq!(ran.status(), 0, "{}", ran.stderr());
        made
    });
    made.clone()
}

/// `kem_enc` profiled with something done in a function, by default in its every call.
fn enc(what: &str, place: &str) -> assert_cmd::Command {
    let mut command = profile(submission());
    command.args(["--op", "enc", "--iters", "10", "--warmups", "1", "--format", "json"]);
    command.env("DO", what).env("IN", place);
    command
}

/// What is said of a run that fails: by the record, and once on standard error.
fn failure(command: &mut assert_cmd::Command) -> (String, ProfileRecord) {
    let ran = Ran::of(command);
    assert_eq!(ran.status(), 1, "{command:?}\n{}", ran.stderr());
    let record = ran.record();
    assert_eq!(record.status, "failed_or_partial");
    let said = record.failure.clone().unwrap();
    let lines = ran.stderr().lines().filter(|line| line.contains(&said)).count();
    assert_eq!(lines, 1, "{}", ran.stderr());
    (said, record)
}

fn assert_failure(what: &str, place: &str, expected: &str) {
    let (said, _) = failure(&mut enc(what, place));
    assert_eq!(said, expected, "{what} in {place}");
}

#[test]
fn crashes_are_named_with_their_place() {
    for (what, place, expected) in [
        (
            "null",
            "kem_enc",
            "CRASH: SIGSEGV (segmentation fault) at misbehave, in kem_enc, in preparation",
        ),
        (
            "null",
            "kem_keygen",
            "CRASH: SIGSEGV (segmentation fault) at misbehave, in kem_keygen, in preparation",
        ),
        (
            "recurse",
            "kem_enc",
            "CRASH: SIGSEGV (segmentation fault) at recurse, in kem_enc, in preparation",
        ),
        (
            "divide",
            "kem_enc",
            "CRASH: SIGFPE (division by zero) at misbehave, in kem_enc, in preparation",
        ),
        (
            "illegal",
            "kem_enc",
            "CRASH: SIGILL (illegal instruction) at misbehave, in kem_enc, in preparation",
        ),
        ("abort", "kem_enc", "CRASH: SIGABRT (abort) in kem_enc, in preparation"),
        (
            "signal 9",
            "kem_enc",
            "CRASH: SIGKILL (killed, perhaps for want of memory) in kem_enc, in preparation",
        ),
        ("signal 15", "kem_enc", "CRASH: SIGTERM in kem_enc, in preparation"),
        (
            "kill_group",
            "kem_enc",
            "CRASH: SIGKILL (killed, perhaps for want of memory) in kem_enc, in preparation",
        ),
        ("null", "load", "CRASH: SIGSEGV (segmentation fault) while the library was being loaded"),
        ("abort", "load", "CRASH: SIGABRT (abort) while the library was being loaded"),
    ] {
        if cfg!(not(target_arch = "x86_64")) && what == "divide" {
            continue;
        }
        assert_failure(what, place, expected);
    }
}

#[test]
fn a_crash_in_the_middle_keeps_what_was_counted() {
    // One preparing call and one warm-up come before the measured ones: three of those are done.
    let (said, record) = failure(enc("null", "kem_enc").env("AT", "6"));
    let place = "at misbehave, in kem_enc, in a measured call (3 done before)";
    assert_eq!(said, format!("CRASH: SIGSEGV (segmentation fault) {place}"));
    assert_eq!(record.total.operations, 3);
    let rows: Vec<_> = record.calls.iter().map(|r| (r.function.as_str(), r.calls)).collect();
    assert_eq!(rows, [("drng", 4), ("pseudohash", 4)]);
}

#[test]
fn ending_the_process_is_told_from_being_done() {
    for (what, status) in [("exit 0", 0), ("exit 7", 7), ("_exit 0", 0), ("_exit 3", 3)] {
        for (place, where_to) in [
            ("kem_enc", "in kem_enc, in preparation"),
            ("load", "while the library was being loaded"),
        ] {
            let expected = "the submission ended the process itself (exit status";
            assert_failure(what, place, &format!("{expected} {status}) {where_to}"));
        }
    }
    // Ending the thread unwinds it, and there is no unwinding through the tool's own frames.
    let (said, _) = failure(&mut enc("pthread_exit", "kem_enc"));
    assert!(said.ends_with("in kem_enc, in preparation"), "{said}");
    assert_failure(
        "handler_exits",
        "kem_enc",
        "the submission ended the process itself (exit status 42) in kem_enc, in preparation",
    );
}

#[test]
fn a_hang_is_ended() {
    for (what, place, where_to) in [
        ("hang", "kem_enc", "in kem_enc, in preparation"),
        ("hang", "load", "while the library was being loaded"),
        ("hang_against_signals", "kem_enc", "in kem_enc, in preparation"),
        ("stop", "kem_enc", "in kem_enc, in preparation"),
    ] {
        let (said, _) = failure(enc(what, place).args(["--timeout", "0.5"]));
        let expected = format!("TIMEOUT: not done after 0.5 s {where_to}; --timeout allows more");
        assert_eq!(said, expected, "{what}");
    }
}

#[test]
fn a_hang_in_another_process_group_is_ended() {
    let mut command = enc("hang_in_parents_group", "kem_enc");
    command.args(["--timeout", "0.5"]).timeout(std::time::Duration::from_secs(20));
    let (said, _) = failure(&mut command);
    assert!(said.starts_with("TIMEOUT: not done after 0.5 s in kem_enc"), "{said}");
}

#[test]
fn bytes_beside_a_buffer_are_found() {
    for (what, place, expected) in [
        (
            "past 1",
            "kem_enc",
            "OVERFLOW: kem_enc wrote up to 1 bytes past the end of the ciphertext (declared 64 bytes)",
        ),
        (
            "past 100",
            "kem_enc",
            "OVERFLOW: kem_enc wrote up to 100 bytes past the end of the ciphertext (declared 64 bytes)",
        ),
        (
            "past 5000",
            "kem_keygen",
            "OVERFLOW: kem_keygen wrote up to 5000 bytes past the end of the secret key (declared 64 bytes)",
        ),
        (
            "past 10000000",
            "kem_enc",
            "OVERFLOW: kem_enc reached far outside a buffer (in kem_enc, in preparation)",
        ),
        (
            "before 1",
            "kem_enc",
            "OVERFLOW: kem_enc wrote up to 1 bytes before the start of the ciphertext (declared 64 bytes)",
        ),
        (
            "before 100",
            "kem_enc",
            "OVERFLOW: kem_enc wrote up to 100 bytes before the start of the ciphertext (declared 64 bytes)",
        ),
        (
            "before 5000",
            "kem_enc",
            "OVERFLOW: kem_enc reached far outside a buffer (in kem_enc, in preparation)",
        ),
        (
            "length 65",
            "kem_enc",
            "OVERFLOW: kem_enc returned 65 as length of the ciphertext, which is longer than declared (64 bytes)",
        ),
        (
            "length 65",
            "kem_keygen",
            "OVERFLOW: kem_keygen returned 65 as length of the secret key, which is longer than declared (64 bytes)",
        ),
        (
            "length -1",
            "kem_enc",
            "OVERFLOW: kem_enc returned 18446744073709551615 as length of the ciphertext, which is longer than declared (64 bytes)",
        ),
    ] {
        assert_failure(what, place, expected);
    }
}

#[test]
fn bytes_beside_a_buffer_are_found_in_the_middle_of_a_measurement() {
    let (said, _) = failure(enc("past 100", "kem_enc").env("AT", "6"));
    let expected = "OVERFLOW: kem_enc wrote up to 100 bytes past the end of the ciphertext";
    assert!(said.starts_with(expected), "{said}");
}

#[test]
fn a_length_beyond_the_buffer_is_found_in_the_middle_of_a_measurement() {
    let (said, _) = failure(enc("length 65", "kem_enc").env("AT", "6"));
    assert!(said.starts_with("OVERFLOW: kem_enc returned 65 as length"), "{said}");
}

#[test]
fn errors_are_failures() {
    assert_failure("return -5", "kem_keygen", "kem_keygen returned -5");
    assert_failure("return 1", "kem_enc", "kem_enc returned 1");
    let (said, record) = failure(enc("return -5", "kem_enc").env("AT", "7"));
    assert_eq!(said, "kem_enc returned -5 (seen after call 5 of 10)");
    assert_eq!(record.total.operations, 5);
}

#[test]
fn a_secret_that_does_not_agree_is_refused() {
    let mut command = enc("decapsulate_wrongly", "kem_dec");
    command.args(["--op", "dec"]);
    let ran = Ran::of(&mut command);
    assert_eq!(ran.status(), 1);
    let records = ran.records();
    let failures: Vec<_> = records.iter().filter_map(|record| record.failure.as_deref()).collect();
    assert_eq!(failures, ["kem_dec does not give the shared secret of kem_enc"]);
}

/// The buffer still holds what `kem_enc` wrote there.
#[test]
fn a_decapsulation_that_writes_nothing_is_refused() {
    let mut command = profile(submission());
    command.args(["--op", "dec", "--iters", "2", "--warmups", "0", "--format", "json"]);
    let (said, _) = failure(command.env("DO", "decapsulate_nothing"));
    assert_eq!(said, "kem_dec does not give the shared secret of kem_enc");
}

#[test]
fn lengths_that_cannot_be_are_refused() {
    for (variable, function) in [
        ("PK", "kem_get_pk_len_bytes"),
        ("SK", "kem_get_sk_len_bytes"),
        ("SS", "kem_get_ss_len_bytes"),
        ("CT", "kem_get_ct_len_bytes"),
    ] {
        for value in ["0", "1152921504606846976", "18446744073709551615"] {
            let (said, _) = failure(enc("none", "none").env(variable, value));
            assert!(said.starts_with(&format!("{function} returned {value}, which")), "{said}");
        }
    }
}

#[test]
fn what_harms_nobody_is_no_failure() {
    for (what, place) in [
        ("chdir", "kem_keygen"),
        ("chdir", "load"),
        ("close_all", "kem_keygen"),
        ("close_all", "kem_enc"),
        ("handler_goes_on", "kem_enc"),
        ("leave_thread", "kem_keygen"),
        ("no_files", "kem_enc"),
    ] {
        let ran = Ran::of(&mut enc(what, place));
        assert_eq!(ran.status(), 0, "{what} in {place}: {}", ran.stderr());
        let record = ran.record();
        assert_eq!(record.total.operations, 10);
        assert_eq!(crate::common::calls(&record, "pseudohash"), 10, "{what} in {place}");
    }
}

/// Before the counting begins, the descriptor is what counts go through.
#[test]
fn closing_everything_while_loading_is_reported() {
    let (said, _) = failure(&mut enc("close_all", "load"));
    assert!(said.contains("attach"), "{said}");
}

#[test]
fn memory_shared_with_the_tool_cannot_be_taken_from_it() {
    let ran = Ran::of(&mut enc("truncate_all", "kem_enc"));
    assert!(ran.status() <= 1, "{}", ran.stderr());
}

/// Neither the tool nor its record grows with what a submission prints.
#[test]
fn half_a_gigabyte_of_output_is_kept_short() {
    use std::os::unix::process::CommandExt;
    let command = enc("print", "kem_enc");
    let mut limited = std::process::Command::new(command.get_program());
    limited.args(command.get_args());
    limited.env("DO", "print").env("IN", "kem_enc").env("AT", "1");
    // SAFETY: one system call between fork and exec.
    unsafe {
        limited.pre_exec(|| {
            let most = libc::rlimit { rlim_cur: 256 << 20, rlim_max: 256 << 20 };
            match libc::setrlimit(libc::RLIMIT_AS, &most) {
                0 => Ok(()),
                _ => Err(std::io::Error::last_os_error()),
            }
        });
    }
    let ran = Ran::of(&mut assert_cmd::Command::from_std(limited));
    assert_eq!(ran.status(), 0, "{}", ran.stderr());
    let record = ran.record();
    assert!(record.stderr.starts_with("ppp") && record.stderr.contains("bytes left out"));
    assert!(record.stderr.len() < 100_000);
    assert_eq!(record.total.operations, 10);
}

/// The process that a submission left, by what it printed.
fn left_behind(what: &str) -> u32 {
    let ran = Ran::of(enc(what, "kem_keygen").env("AT", "1"));
    assert_eq!(ran.status(), 0, "{}", ran.stderr());
    let text = ran.record().stderr;
    let number = text.lines().find_map(|line| line.strip_prefix("left "));
    number.unwrap_or_else(|| panic!("{text}")).parse().unwrap()
}

/// Whether a process is there and not only waiting to be buried.
fn is_running(process: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    status
        .lines()
        .any(|line| line.starts_with("State:") && !line.contains('Z') && !line.contains('X'))
}

/// A killed process is gone after a moment.
fn is_gone(process: u32) -> bool {
    (0..200).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(10));
        !is_running(process)
    })
}

#[test]
fn no_process_outlives_the_measurement() {
    let process = left_behind("leave_child");
    assert!(is_gone(process), "{process} is still there");
}

#[test]
fn no_process_outlives_the_measurement_in_a_session_of_its_own() {
    let process = left_behind("leave_session");
    let is_gone = is_gone(process);
    if !is_gone {
        // SAFETY: sends a signal to the process this test had started.
        unsafe { libc::kill(process as i32, libc::SIGKILL) };
    }
    assert!(is_gone, "{process} was still there");
}
