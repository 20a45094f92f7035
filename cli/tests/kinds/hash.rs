//! Hash functions.

use crate::common::{Ran, submission, time};
use crate::{failure, printed, timed};
use assert_cmd::Command;
use iccs_profiler::record::TimingRecord;

const SOURCE: &str = "kinds/toyhash_AlgorithmInstance.c";

/// The toy hash function, of which nothing tells the digest's length, in two trials of three calls.
fn toy() -> Command {
    let mut command = time(submission("toyhash", SOURCE));
    command.args(["--trials", "2", "--iters", "3", "--warmups", "0"]);
    command
}

#[test]
fn messages_are_those_of_the_rules() {
    let ran = Ran::of(toy().args(["--digest-bits", "512"]).env("TRACE", "1"));
    assert_eq!(ran.status(), 0, "{}", ran.stderr());
    let records: Vec<TimingRecord> = ran.json();
    let lengths: Vec<u64> = records.iter().map(|record| record.input_bytes).collect();
    assert_eq!(lengths, [32, 128, 512, 1024, 4096, 8192, 16384, 65536]);
    for record in &records {
        let expected = format!("512 bits of {} bits, as the rules say", 8 * record.input_bytes);
        assert_eq!(printed(record, 1), vec![expected; 3]);
        assert_eq!(record.operation, format!("hash_{}", record.input_bytes));
        assert_eq!(record.sizes.digest_bytes, Some(64));
        assert_eq!(record.derived, record.derive());
        assert!(record.derived.throughput_mb_per_second.is_some());
    }
}

#[test]
fn any_length_may_be_hashed() {
    for bytes in [0, 1, 100, 257, 1_000_003] {
        let operation = format!("hash_{bytes}");
        let mut command = toy();
        let record =
            timed(command.args(["--op", &operation, "--digest-bits", "256"]).env("TRACE", "1"));
        let expected = format!("256 bits of {} bits, as the rules say", 8 * bytes);
        assert_eq!(printed(&record, 0), vec![expected; 3]);
    }
}

#[test]
fn the_digest_is_as_long_as_is_said() {
    let unknown = Ran::of(&mut toy());
    assert_eq!(unknown.status(), 2);
    let text = unknown.stderr();
    assert!(text.contains("DIGEST_BIT_LENGTH") && text.contains("--digest-bits"), "{text}");

    let bits = |command: &mut Command| {
        let record = timed(command.args(["--op", "hash_32"]).env("TRACE", "1"));
        let first = printed(&record, 0)[0].clone();
        assert_eq!(record.sizes.digest_bytes.map(|bytes| 8 * bytes), first_number(&first));
        first_number(&first)
    };
    let with = |name: &str, file: &str, text: &str| {
        let made = submission(name, SOURCE);
        std::fs::write(made.join(file), text).unwrap();
        let mut command = time(made);
        command.args(["--trials", "1", "--iters", "1"]);
        command
    };
    let header = || with("hash by header", "params.h", "#define DIGEST_BIT_LENGTH 768\n");
    let table = "[[instance]]\nlabel = \"toy\"\ndir = \".\"\ndigest_bits = 1024\n";
    let config = || with("hash by file", "submission.toml", table);
    assert_eq!(bits(&mut header()), Some(768));
    assert_eq!(bits(&mut config()), Some(1024));
    assert_eq!(bits(config().args(["--digest-bits", "256"])), Some(256));
}

fn first_number(text: &str) -> Option<u64> {
    text.split(' ').next()?.parse().ok()
}

#[test]
fn lengths_that_no_digest_has_are_refused() {
    for bits in ["0", "1", "511", "4294967288"] {
        let said = failure(toy().args(["--op", "hash_32", "--digest-bits", bits]));
        assert_eq!(said, format!("{bits} bits are no digest length"));
    }
}

#[test]
fn errors_and_bytes_behind_the_digest_are_failures() {
    let toy = || {
        let mut command = toy();
        command.args(["--op", "hash_32", "--digest-bits", "512"]);
        command
    };
    // The planning call is the first of its own process.
    let said = failure(toy().env("AT", "3").env("RETURN", "5"));
    assert_eq!(said, "CryptHash returned 5 (seen after call 3 of 3)");
    let said = failure(toy().env("AT", "1").env("RETURN", "-1"));
    assert_eq!(said, "CryptHash returned -1 (seen after call 1 of 1)");
    for past in [1, 100] {
        let said = failure(toy().env("PAST", past.to_string()));
        let expected = format!(
            "OVERFLOW: CryptHash wrote up to {past} bytes past the end of the digest (declared 64 \
             bytes) (seen after call 1 of 1)"
        );
        assert_eq!(said, expected);
    }
}
