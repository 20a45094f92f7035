//! A data set that is as it was made, and one in which a digit was changed.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use iccs_profiler::validate::{validate, write_digests};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

fn copied(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copied(&entry.path(), &target);
        } else {
            fs::write(target, fs::read(entry.path()).unwrap()).unwrap();
        }
    }
}

/// A copy of the published data set.
fn published() -> (TempDir, PathBuf) {
    let place = TempDir::new().unwrap();
    let data = place.path().join("data");
    copied(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/arm_1"), &data);
    (place, data)
}

#[test]
fn the_published_data_set_passes() {
    let (_place, data) = published();
    let validated = validate(&data).unwrap();
    assert_eq!(validated.findings, []);
    assert_eq!((validated.records, validated.has_digests), (18, false));
}

/// Places of digits in a text, and for each the key of the line it stands on.
fn digits(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut key = String::new();
    for line in text.split_inclusive('\n') {
        let value =
            match line.trim_start().strip_prefix('"').and_then(|rest| rest.split_once("\":")) {
                Some((name, _)) => {
                    key = name.to_owned();
                    line.find("\":").unwrap() + 2
                }
                None => 0,
            };
        let digits = line.char_indices().filter(|(place, c)| *place >= value && c.is_ascii_digit());
        found.extend(digits.map(|(place, _)| (at + place, key.clone())));
        at += line.len();
    }
    found
}

fn with_other_digit(text: &str, at: usize) -> String {
    let mut bytes = text.as_bytes().to_vec();
    bytes[at] = if bytes[at] == b'9' { b'8' } else { bytes[at] + 1 };
    String::from_utf8(bytes).unwrap()
}

/// Keys in which some digit can be changed without being seen, where a data set has no digests: of
/// what they hold nothing else tells.
const ALONE: [&str; 22] = [
    "core_clock_hz",
    "core_clock_max_hz",
    "core_clock_mhz",
    "core_clock_min_hz",
    "cpu_number",
    "cpufreq_avg_khz",
    "cpufreq_boost",
    "cpufreq_max_khz",
    "cpufreq_min_khz",
    "baseline_rss_bytes",
    "peak_rss_bytes",
    "ended_utc",
    "load_average_end",
    "load_average_start",
    "logical_cpus_online",
    "perf_event_paranoid",
    "started_utc",
    "warmups",
    "estimated_s",
    "build_flags",
    "disturbed_retries",
    "stderr",
];

#[test]
fn a_changed_digit_of_a_timing_record_is_found() {
    let (_place, data) = published();
    let path = data.join("records/kem-41/ZEN_256__enc.json");
    let text = fs::read_to_string(&path).unwrap();
    let mut unseen = BTreeSet::new();
    let digits = digits(&text);
    assert!(digits.len() > 500);
    for (at, key) in digits.into_iter().step_by(3) {
        fs::write(&path, with_other_digit(&text, at)).unwrap();
        // A record that cannot be read is found, too.
        if validate(&data).is_ok_and(|validated| validated.findings.is_empty()) {
            unseen.insert(key);
        }
    }
    let alone: BTreeSet<String> = ALONE.map(str::to_owned).into();
    let missed: Vec<_> = unseen.difference(&alone).collect();
    assert!(missed.is_empty(), "changed and not seen: {missed:?}");
}

#[test]
fn changed_ticks_of_a_profile_are_found() {
    let (_place, data) = published();
    let path = data.join("profile/kem-41/ZEN_256__enc.json");
    let text = fs::read_to_string(&path).unwrap();
    for (at, key) in digits(&text) {
        let follows =
            ["ticks", "share", "hash_share", "drng", "pseudoXOF", "sm3hash", "pseudohash"];
        if follows.contains(&key.as_str()) {
            fs::write(&path, with_other_digit(&text, at)).unwrap();
            let is_found = validate(&data).is_ok_and(|validated| !validated.findings.is_empty());
            assert!(is_found, "{key}, byte {at}");
        }
    }
}

#[test]
fn with_digests_every_changed_digit_is_found() {
    let (_place, data) = published();
    write_digests(&data).unwrap();
    assert_eq!(validate(&data).unwrap().findings, []);
    for file in ["profile/kem-41/ZEN_256__enc.json", "campaign.json", "build.json"] {
        let text = fs::read_to_string(data.join(file)).unwrap();
        for (at, key) in digits(&text).into_iter().step_by(7) {
            fs::write(data.join(file), with_other_digit(&text, at)).unwrap();
            let is_found = validate(&data).map_or(true, |validated| !validated.findings.is_empty());
            assert!(is_found, "{file}: {key}, byte {at}");
        }
        fs::write(data.join(file), text).unwrap();
    }
    fs::remove_file(data.join("records/kem-41/ZEN_128__dec.json")).unwrap();
    let findings = validate(&data).unwrap().findings;
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert!(findings[0].to_string().ends_with("is in the list of digests, but not there"));
}

#[test]
fn foreign_files_paths_and_names_are_found() {
    let (_place, data) = published();
    fs::write(data.join("notes.txt"), "x").unwrap();
    std::os::unix::fs::symlink("/etc/passwd", data.join("kat.log")).unwrap();
    let record = data.join("records/kem-41/ZEN_128__dec.json");
    let text = fs::read_to_string(&record).unwrap();
    let with_path =
        text.replacen("\"schema\": 2,", "\"schema\": 2, \"origin\": \"lib=/srv/lab/x.so\",", 1);
    fs::write(&record, with_path).unwrap();
    fs::rename(
        data.join("records/kem-41/ZEN_512__enc.json"),
        data.join("records/kem-41/ZEN_512__other.json"),
    )
    .unwrap();
    let found: Vec<String> =
        validate(&data).unwrap().findings.iter().map(ToString::to_string).collect();
    for expected in [
        "notes.txt: is no file of a data set",
        "kat.log: is no file of a data set",
        "records/kem-41/ZEN_128__dec.json: origin: has a path of the machine it was made on: \
         /srv/lab/x.so",
        "records/kem-41/ZEN_512__other.json: label: the file should be called ZEN_512__enc.json",
    ] {
        assert!(found.iter().any(|text| text == expected), "{expected}\n{found:#?}");
    }
}
