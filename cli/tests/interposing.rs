//! What the interposer counts of a submission whose calls are known, in both of its ways.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use common::{Ran, calls, expected, folder, profile, shapes, tree};
use iccs_interpose::region::SLOTS;
use iccs_profiler::record::ProfileRecord;
use std::path::PathBuf;
use std::sync::OnceLock;

/// Runs of `kem_enc`; all counts are of so many.
const N: u64 = 5;

const MODES: [&str; 2] = ["wrap", "preload"];

fn submission() -> PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let made = BUILT.get_or_init(|| {
        let made = folder("toy");
        for entry in std::fs::read_dir(tree("tests/interposing")).unwrap() {
            let path = entry.unwrap().path();
            std::fs::copy(&path, made.join(path.file_name().unwrap())).unwrap();
        }
        let ran = Ran::of(profile(&made).args(["--iters", "1", "--warmups", "0"]));
        assert_eq!(ran.status(), 0, "{}", ran.stderr());
        made
    });
    made.clone()
}

fn command(mode: &str, what: &str) -> assert_cmd::Command {
    let mut command = profile(submission());
    command.args(["--op", "enc", "--warmups", "1", "--format", "json", "--mode", mode]);
    command.args(["--iters", &N.to_string()]).env("DO", what);
    command
}

fn run(mode: &str, what: &str) -> Ran {
    Ran::of(&mut command(mode, what))
}

/// The record of `kem_enc` doing this.
fn record(mode: &str, what: &str) -> ProfileRecord {
    let ran = run(mode, what);
    assert_eq!(ran.status(), 0, "{mode}, {what}: {}", ran.stderr());
    let record = ran.record();
    assert_eq!(record.total.operations, N, "{mode}, {what}");
    assert_eq!(record.other["interposition"], mode);
    record
}

fn assert_shapes(what: &str, rows: &[(&str, u64, u64, u64)]) {
    for mode in MODES {
        let record = record(mode, what);
        let rows: Vec<_> = rows.iter().map(|&(name, i, o, n)| (name, i, o, N * n)).collect();
        assert_eq!(shapes(&record), expected(&rows), "{mode}, {what}");
        assert_eq!(record.meta.overflow_calls, "0");
    }
}

/// Rows of a generator by its context: (context, in bits, out bits, calls of one run).
type Contexts<'a> = [(&'a str, u64, u64, u64)];

fn assert_contexts(rows: &[iccs_profiler::record::ContextCount], wanted: &Contexts<'_>) {
    let rows: Vec<_> =
        rows.iter().map(|r| (r.context.as_str(), r.in_bits, r.out_bits, r.calls / N)).collect();
    assert_eq!(rows, wanted);
}

#[test]
fn calls_inside_a_counted_call_are_not_counted() {
    let rows = [("pseudohash", 64, 512, 1), ("pseudoXOF", 72, 1024, 1), ("sm3hash", 80, 256, 1)];
    assert_shapes("nested", &rows);
}

#[test]
fn only_the_measured_calls_count() {
    // Nothing of key generation, the preparing encapsulation or the warm-up: 1 + 2 + ... + N.
    for mode in MODES {
        let all = expected(&[("sm3hash", 32, 256, N * (N + 1) / 2)]);
        assert_eq!(shapes(&record(mode, "seldom")), all, "{mode}");
    }
}

#[test]
fn threads_are_counted() {
    assert_shapes("threads", &[("sm3hash", 8, 256, 8 * 10)]);
}

#[test]
fn more_threads_than_there_is_room_for_are_counted_in_the_total() {
    // The main thread has a place, too.
    let beyond = 37;
    let threads = SLOTS as u64 - 1 + beyond;
    for mode in MODES {
        let mut command = command(mode, "many threads");
        let ran = Ran::of(command.env("THREADS", threads.to_string()));
        assert_eq!(ran.status(), 0, "{}", ran.stderr());
        let record = ran.record();
        assert_eq!(calls(&record, "sm3hash"), N * threads * 10, "{mode}");
        let without_shape = N * beyond * 10;
        assert_eq!(record.meta.overflow_calls, without_shape.to_string(), "{mode}");
        assert_eq!(record.overflow["sm3hash"].calls, without_shape, "{mode}");
    }
}

#[test]
fn more_shapes_than_there_is_room_for_are_counted_in_the_total() {
    for mode in MODES {
        let record = record(mode, "shapes");
        assert_eq!(record.calls.len(), 4095, "{mode}");
        assert!(record.calls.iter().all(|row| row.calls == N && row.in_bits < 4095));
        assert_eq!(calls(&record, "sm3hash"), N * 5000, "{mode}");
        assert_eq!(record.meta.overflow_calls, (N * 905).to_string(), "{mode}");
    }
}

#[test]
fn a_call_that_fails_is_counted() {
    assert_shapes("error", &[("sm3hash", 8, 160, 1), ("sm3hash", 8, 13, 1)]);
}

#[test]
fn a_call_left_by_longjmp_is_counted() {
    let jump = ("sm3hash", 8, 11, 1);
    assert_shapes("jump", &[jump, ("sm3hash", 40, 256, 3)]);
    assert_shapes("jump out of nested", &[("pseudohash", 8, 11, 1), ("sm3hash", 40, 256, 3)]);
    assert_shapes("jump last", &[jump]);
    assert_eq!(record("wrap", "jump").abandoned_calls, N);
}

/// A call whose frame lies deeper than that of the one left looks like an inner one.
#[test]
fn after_a_longjmp_deeper_calls_are_counted() {
    assert_shapes("jump and go deeper", &[("sm3hash", 8, 11, 1), ("sm3hash", 40, 256, 3)]);
}

#[test]
fn what_was_counted_before_an_exit_inside_a_helper_is_kept() {
    for mode in MODES {
        let ran = run(mode, "exit");
        assert_eq!(ran.status(), 1, "{}", ran.stderr());
        let record = ran.record();
        // The preparing call and the warm-up are the first two, the exit is in the fourth.
        let said = record.failure.as_deref().unwrap();
        let place = "in kem_enc, in a measured call (1 done before)";
        let expected_text = "the submission ended the process itself (exit status 9)";
        assert_eq!(said, format!("{expected_text} {place}"), "{mode}");
        assert_eq!(record.total.operations, 1);
        assert_eq!(
            shapes(&record),
            expected(&[("sm3hash", 48, 256, 4), ("sm3hash", 56, 256, 1)]),
            "{mode}"
        );
    }
}

#[test]
fn calls_in_a_forked_process_are_counted() {
    assert_shapes("fork", &[("sm3hash", 16, 256, 7), ("sm3hash", 24, 256, 5)]);
}

#[test]
fn a_private_generator_is_told_from_the_global_one() {
    for mode in MODES {
        let record = record(mode, "private");
        let rows = [("drng", 0, 128, 2 * N), ("drng", 0, 136, N), ("drng", 0, 256, N)];
        assert_eq!(shapes(&record), expected(&rows), "{mode}");
        let drng = [("global", 0, 256, 1), ("private", 0, 128, 2), ("private", 0, 136, 1)];
        assert_contexts(&record.drng_context, &drng);
        assert_contexts(&record.init, &[("private", 384, 0, 1)]);
        assert!(!record.share.contains_key("init_random_number"));
    }
}

#[test]
fn wide_tables_show_the_private_generator() {
    let mut command = profile(submission());
    command.args(["--op", "enc", "--iters", "5", "--warmups", "0", "--wide", "--format", "csv"]);
    let ran = Ran::of(command.env("DO", "private"));
    assert_eq!(ran.status(), 0, "{}", ran.stderr());
    let text = ran.stdout();
    let mut lines = text.lines();
    let columns = lines.next().unwrap().to_owned();
    let row = lines.next().unwrap_or_else(|| panic!("{text}"));
    for column in ["DRNG: randomness", "DRNG: own use", "DRNG init"] {
        assert!(columns.contains(column), "{columns}");
    }
    assert!(row.starts_with("toy,enc,"), "{row}");
    assert!(row.contains("drng 3.00") || row.contains("drng 3"), "own-use calls: {row}");
    assert!(row.contains("init 1"), "{row}");
}

#[test]
fn odd_lengths_empty_and_in_place_calls_have_shapes() {
    assert_shapes(
        "odd",
        &[
            ("sm3hash", 0, 256, 2),
            ("sm3hash", 1, 256, 1),
            ("sm3hash", 13, 256, 1),
            ("pseudoXOF", 13, 0, 1),
            ("pseudoXOF", 9, 1001, 1),
            ("pseudohash", 7, 768, 1),
            ("drng", 0, 0, 1),
            ("drng", 0, 3, 1),
        ],
    );
    for mode in MODES {
        assert_contexts(&record(mode, "odd").init, &[("global", 0, 0, 1)]);
    }
}

#[test]
fn lengths_no_memory_holds_are_counted() {
    let row = |bits| ("sm3hash", bits, 14, 1);
    assert_shapes("lengths", &[row(1 << 40), row((1 << 40) + 1), row((1 << 56) - 1)]);
}

#[test]
fn lengths_beyond_the_tables_are_counted_in_the_total() {
    for mode in MODES {
        let record = record(mode, "longest lengths");
        assert_eq!(calls(&record, "sm3hash"), N * 5, "{mode}");
        assert_eq!(record.meta.overflow_calls, (N * 3).to_string(), "{mode}");
    }
}

#[test]
fn an_interface_function_inside_another_is_part_of_it() {
    assert_shapes("operation inside", &[("sm3hash", 16, 256, 2), ("sm3hash", 88, 256, 1)]);
}

#[test]
fn an_interface_function_left_by_longjmp_is_part_of_it() {
    assert_shapes("operation inside left", &[("sm3hash", 16, 256, 2), ("sm3hash", 88, 256, 1)]);
}

#[test]
fn preload_works_from_a_folder_with_a_space_or_colon_in_its_name() {
    for name in ["a b", "a:b", "ä (测试)+,$x"] {
        let cache = folder(name);
        for mode in MODES {
            let mut command = common::profile_in(submission(), &cache);
            command.args(["--op", "enc", "--iters", "5", "--warmups", "0", "--format", "json"]);
            let ran = Ran::of(command.args(["--mode", mode]).env("DO", "nested"));
            assert_eq!(ran.status(), 0, "{name}, {mode}: {}", ran.stderr());
            assert_eq!(calls(&ran.record(), "pseudoXOF"), 5, "{name}, {mode}");
        }
    }
}
