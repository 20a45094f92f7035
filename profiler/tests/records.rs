//! Published records: read and written again they are what they were, and the figures in them
//! follow from their trials and calls.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use iccs_profiler::record::{
    BuildIndex, Campaign, FunctionTotals, ProfileRecord, TimingRecord, raw_shares,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::path::{Path, PathBuf};

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/arm_1")
}

/// The records of a folder of the data set.
fn records<T: DeserializeOwned>(folder: &str) -> Vec<(PathBuf, Vec<u8>, T)> {
    let folder = data().join(folder).join("kem-41");
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let read = |path: PathBuf| {
        let text = std::fs::read(&path).unwrap();
        let record = serde_json::from_slice(&text).unwrap();
        (path, text, record)
    };
    let records: Vec<_> = paths.map(read).collect();
    assert_eq!(records.len(), 9);
    records
}

fn assert_kept(path: &Path, text: &[u8], record: &impl Serialize) {
    let before: Value = serde_json::from_slice(text).unwrap();
    assert_eq!(serde_json::to_value(record).unwrap(), before, "{}", path.display());
}

#[test]
fn records_are_written_as_they_were_read() {
    for (path, text, record) in records::<TimingRecord>("records") {
        assert_kept(&path, &text, &record);
        assert_eq!(record.other, serde_json::Map::new(), "every published key has a type");
    }
    for (path, text, record) in records::<ProfileRecord>("profile") {
        assert_kept(&path, &text, &record);
        assert_eq!(record.other, serde_json::Map::new());
    }
}

#[test]
fn index_files_are_written_as_they_were_read() {
    let path = data().join("campaign.json");
    let text = std::fs::read(&path).unwrap();
    let campaign: Campaign = serde_json::from_slice(&text).unwrap();
    assert_kept(&path, &text, &campaign);
    assert_eq!(campaign.other.keys().collect::<Vec<_>>(), ["history_note"]);
    let path = data().join("build.json");
    let text = std::fs::read(&path).unwrap();
    let index: BuildIndex = serde_json::from_slice(&text).unwrap();
    assert_kept(&path, &text, &index);
    assert_eq!(index.get("kem-41", "ZEN_512").unwrap().elf_load_bytes, Some(46376));
}

#[test]
fn timing_figures_follow_from_the_trials() {
    for (path, _, record) in records::<TimingRecord>("records") {
        assert_eq!(record.derive(), record.derived, "{}", path.display());
        assert!(record.derived.mean_cycles.is_some());
    }
}

#[test]
fn shares_follow_from_the_calls() {
    for (path, _, record) in records::<ProfileRecord>("profile") {
        let mut totals = FunctionTotals::default();
        for row in &record.calls {
            let names = ["drng", "pseudoXOF", "pseudohash", "sm3hash"];
            let name = names.into_iter().find(|name| *name == row.function).unwrap();
            totals.add(name, row.calls, row.ticks);
        }
        let (share, hash_share) = raw_shares(&totals, record.total.ticks);
        assert_eq!((share, hash_share), (record.share, record.hash_share), "{}", path.display());
    }
}

/// A record of every other kind with the keys published ones have.
#[test]
fn keys_of_other_kinds_are_kept() {
    let text = br#"{
        "schema": 2, "status": "complete", "candidate": "kex-01", "label": "A", "instance": "A",
        "variant": "reference", "flags": "guide", "operation": "pass1", "input_bytes": 0,
        "kat_not_passed": false, "disturbed_retries": 0,
        "environment": {}, "new_key": {"a": [1, 2.5, null]},
        "processes": [{"status": "complete", "exit_code": null, "meta": {"kex_passes": "2"},
            "trials": [], "stderr": "", "command": ["x", "1"], "wall_s": 0.5,
            "disturbed_retries": 0}],
        "trials": [{"measurements": 2, "seconds": 0.5, "cycles": 0, "note": "x"}],
        "measurements": 2, "guide_100_measurements_met": false, "mean_seconds": 0.25,
        "median_trial_seconds": 0.25, "min_trial_seconds": 0.25, "max_trial_seconds": 0.25,
        "mean_cycles": null, "median_trial_cycles": null, "operations_per_second": 4.0,
        "throughput_MB_per_second": null,
        "sizes": {"pk_bytes": 800, "msg1_bytes": 1600, "msg2_bytes": 800, "msg3_bytes": 0,
            "total_msg_bytes": 2400, "ss_actual_bytes": 32},
        "kex": {"kex_passes": 2, "kex_passes_run": "3"}
    }"#;
    let record: TimingRecord = serde_json::from_slice(text).unwrap();
    let mut written = serde_json::to_value(&record).unwrap();
    let environment = written["environment"].as_object_mut().unwrap();
    assert!(environment.values().all(Value::is_null), "nothing is known of the machine");
    environment.clear();
    assert_eq!(written, serde_json::from_slice::<Value>(text).unwrap());
    assert_eq!(record.sizes.messages(), [1600, 800, 0]);
    assert_eq!(record.kex.kex_passes_run.as_ref().unwrap().integer(), Some(3));
    assert_eq!(record.derive(), record.derived);
}
