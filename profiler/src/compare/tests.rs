//! Two sides made up of records that are known in full.

use super::*;
use crate::dataset::AnyRecord;
use crate::record::{
    COMPLETE, CallCount, FAILED, ProfileMeta, ProfileRecord, ProfileTotal, SCHEMA, TimingRecord,
    Trial,
};
use serde_json::json;
use std::path::PathBuf;

fn timing(operation: &str, seconds: &[f64], cycles: &[u64]) -> TimingRecord {
    let trial = |(at, &seconds): (usize, &f64)| Trial {
        measurements: 10,
        seconds: 10.0 * seconds,
        cycles: cycles.get(at).map_or(0, |cycles| 10 * cycles),
        ..Trial::default()
    };
    TimingRecord {
        schema: SCHEMA,
        status: COMPLETE.to_owned(),
        candidate: "kem-1".to_owned(),
        label: "a".to_owned(),
        operation: operation.to_owned(),
        trials: seconds.iter().enumerate().map(trial).collect(),
        ..TimingRecord::default()
    }
}

fn failed(operation: &str) -> TimingRecord {
    TimingRecord { status: FAILED.to_owned(), ..timing(operation, &[], &[]) }
}

fn profile(operations: u64, calls: &[(&str, u64, u64, u64)]) -> ProfileRecord {
    let row = |&(function, in_bits, out_bits, calls): &(&str, u64, u64, u64)| CallCount {
        function: function.to_owned(),
        in_bits,
        out_bits,
        calls,
        ticks: 1,
    };
    ProfileRecord {
        schema: SCHEMA,
        candidate: "kem-1".to_owned(),
        label: "a".to_owned(),
        operation: "enc".to_owned(),
        input_bytes: 0,
        status: COMPLETE.to_owned(),
        failure: None,
        command: None,
        stderr: String::new(),
        meta: ProfileMeta::default(),
        total: ProfileTotal { operations, ticks: 1000 },
        calls: calls.iter().map(row).collect(),
        share: [].into(),
        hash_share: 0.0,
        overflow: [].into(),
        overhead: None,
        corrected: None,
        drng_context: Vec::new(),
        init: Vec::new(),
        abandoned_calls: 0,
        disturbance: None,
        other: serde_json::Map::new(),
    }
}

fn side(timings: Vec<TimingRecord>, profiles: Vec<ProfileRecord>) -> Side {
    let mut side = Side::default();
    let timings = timings.into_iter().map(|record| AnyRecord::Timing(Box::new(record)));
    let profiles = profiles.into_iter().map(|record| AnyRecord::Profile(Box::new(record)));
    for record in timings.chain(profiles) {
        side.add(record).unwrap();
    }
    side
}

fn verdicts(comparison: &Comparison) -> Vec<(&str, Verdict)> {
    comparison.costs.iter().map(|cost| (cost.key.operation.as_str(), cost.verdict)).collect()
}

const BASE: [f64; 5] = [1.00, 1.01, 0.99, 1.00, 1.01];

#[test]
fn published_records_are_the_same_as_themselves() {
    let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/arm_1");
    let comparison = Comparison::of_paths(&data, &data).unwrap();
    assert_eq!(comparison.costs.len(), 9);
    for cost in &comparison.costs {
        assert_eq!((cost.unit, cost.verdict), (Unit::Cycles, Verdict::Same), "{}", cost.key);
        assert_eq!((cost.base, cost.ratio), (cost.new, Some(1.0)));
        let [low, high] = cost.interval.unwrap();
        assert!(low < 1.0 && 1.0 < high, "{}", cost.key);
    }
    assert_eq!((comparison.changes, comparison.differences), (vec![], vec![]));
    assert!(comparison.equal_runs);
}

#[test]
fn every_operation_has_its_verdict() {
    let times = |factor: f64| BASE.map(|seconds| factor * seconds);
    let base = side(
        vec![
            timing("keygen", &BASE, &[]),
            timing("enc", &BASE, &[]),
            timing("dec", &BASE, &[]),
            timing("sign", &BASE, &[]),
            timing("verify", &[1.0], &[]),
            failed("exchange"),
            failed("init_a"),
            timing("init_b", &BASE, &[]),
            timing("pass1", &BASE, &[]),
        ],
        vec![],
    );
    let new = side(
        vec![
            timing("keygen", &times(1.2), &[]),
            timing("enc", &times(0.8), &[]),
            timing("dec", &[1.02, 0.99, 1.00, 1.01, 0.99], &[]),
            // Without noise, but too little to mean anything.
            timing("sign", &times(1.009), &[]),
            timing("verify", &[1.5], &[]),
            timing("exchange", &BASE, &[]),
            failed("init_a"),
            failed("init_b"),
            timing("pass2", &BASE, &[]),
        ],
        vec![],
    );
    let comparison = Comparison::of(&base, &new).unwrap();
    assert_eq!(
        verdicts(&comparison),
        [
            ("keygen", Verdict::Slower),
            ("enc", Verdict::Faster),
            ("dec", Verdict::Same),
            ("sign", Verdict::Same),
            ("verify", Verdict::NoiseUnknown),
            ("exchange", Verdict::FailedInBase),
            ("init_a", Verdict::FailedInBoth),
            ("init_b", Verdict::FailedInNew),
            ("pass1", Verdict::OnlyInBase),
            ("pass2", Verdict::OnlyInNew),
        ]
    );
    // The least that keygen became slower by is some 18 %, of verify it is not known.
    let above = |percent: f64| -> Vec<&str> {
        comparison.above(percent).map(|cost| cost.key.operation.as_str()).collect()
    };
    assert_eq!(above(5.0), ["keygen", "verify", "init_b", "pass1"]);
    assert_eq!(above(19.0), ["verify", "init_b", "pass1"]);
    assert_eq!(above(51.0), ["init_b", "pass1"]);
}

#[test]
fn cycles_are_compared_where_both_sides_have_them() {
    let counted = || side(vec![timing("enc", &[1.0, 1.1], &[1000, 1001])], vec![]);
    let timed = || side(vec![timing("enc", &[2.0, 2.0], &[1000, 0])], vec![]);
    let costs = |base: &Side, new: &Side| Comparison::of(base, new).unwrap().costs.remove(0);
    let cost = costs(&counted(), &counted());
    assert_eq!((cost.unit, cost.base), (Unit::Cycles, Some(1000.5)));
    let cost = costs(&counted(), &timed());
    assert_eq!((cost.unit, cost.base, cost.new), (Unit::Seconds, Some(1.05), Some(2.0)));
}

#[test]
fn changes_are_exact() {
    let of = |pk_bytes, more| {
        let mut record = timing("keygen", &BASE, &[]);
        record.sizes.pk_bytes = Some(pk_bytes);
        record.sizes.other.insert(more, json!(7));
        let mut second = record.clone();
        second.operation = "dec".to_owned();
        vec![record, second]
    };
    let base = side(
        of(800, "msg1_bytes".to_owned()),
        vec![profile(1000, &[("pseudoXOF", 272, 1024, 3046), ("drng", 0, 256, 1000)])],
    );
    let new = side(
        of(801, "msg2_bytes".to_owned()),
        vec![profile(500, &[("pseudoXOF", 272, 1024, 1524), ("drng", 0, 256, 500)])],
    );
    let comparison = Comparison::of(&base, &new).unwrap();
    let changes: Vec<String> = comparison
        .changes
        .iter()
        .map(|change| format!("{}: {}: {} -> {}", change.key, change.what, change.base, change.new))
        .collect();
    // The size is told once, and what only one side has is no change.
    assert_eq!(
        changes,
        [
            "kem-1 a keygen: pk_bytes: 800 -> 801",
            "kem-1 a enc: pseudoXOF 272 to 1024 bits: 3046 / 1000 -> 1524 / 500",
        ]
    );
    assert!(!comparison.equal_runs);
    let shapes = profile(1, &[("sm3hash", 0, 256, 2)]);
    let gone = Comparison::of(&side(vec![], vec![shapes]), &side(vec![], vec![profile(3, &[])]));
    let gone = gone.unwrap().changes.remove(0);
    assert_eq!((gone.what.as_str(), gone.base.as_str()), ("sm3hash 0 to 256 bits", "2"));
    assert_eq!(gone.new, "0");
}

#[test]
fn other_machines_are_named() {
    let of = |host: &str, governor: Option<&str>| {
        let mut record = timing("enc", &BASE, &[]);
        record.environment.hostname = Some(host.to_owned());
        record.environment.cpufreq_governor = governor.map(str::to_owned);
        side(vec![record], vec![])
    };
    let comparison = Comparison::of(&of("a", None), &of("b", Some("performance"))).unwrap();
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(
        comparison.differences,
        [
            Difference { key: "cpufreq_governor", base: None, new: text("performance") },
            Difference { key: "hostname", base: text("a"), new: text("b") },
        ]
    );
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let other = side(vec![timing("dec", &BASE, &[])], vec![]);
    let one = side(vec![timing("enc", &BASE, &[])], vec![]);
    let said = Comparison::of(&one, &other).unwrap_err().to_string();
    assert!(said.contains("base: timing of kem-1 a enc; new: timing of kem-1 a dec"), "{said}");
    let mut emulated = timing("enc", &BASE, &[]);
    emulated.environment.set_emulated();
    let emulated = side(vec![emulated], vec![]);
    let said = Comparison::of(&one, &emulated).unwrap_err().to_string();
    assert!(said.starts_with("the new side was measured under emulation"), "{said}");
    let said = Comparison::of(&emulated, &emulated).unwrap_err().to_string();
    assert!(said.starts_with("both sides were measured under emulation"), "{said}");
}
