//! Data sets: read as they are published, and refused with the file named where they cannot be
//! right.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod data_set;

use data_set::{Folder, synthetic};
use iccs_profiler::api::Kind;
use iccs_profiler::dataset::{Candidate, DataSet};
use serde_json::json;

const RECORD: &str = "records/kem-41/ZEN_128__dec.json";
const PROFILE: &str = "profile/kem-41/ZEN_256__enc.json";

fn read(folder: &Folder) -> Result<Vec<Candidate>, String> {
    let data = DataSet::open(folder.path()).map_err(|error| error.to_string())?;
    data.candidates().collect::<Result<_, _>>().map_err(|error| error.to_string())
}

#[test]
fn the_published_set_is_read_in_the_order_of_pages() {
    let candidates = read(&Folder::reference()).unwrap();
    assert_eq!(candidates.len(), 1);
    let zen = &candidates[0];
    assert_eq!((zen.id.as_str(), zen.kind()), ("kem-41", Some(Kind::Kem)));
    let labels: Vec<&str> = zen.instances.iter().map(|instance| instance.label.as_str()).collect();
    assert_eq!(labels, ["ZEN_128", "ZEN_256", "ZEN_512"]);
    for instance in &zen.instances {
        let timed: Vec<&str> =
            instance.timings.iter().map(|timing| timing.record.operation.as_str()).collect();
        let profiled: Vec<&str> =
            instance.profiles.iter().map(|profile| profile.record.operation.as_str()).collect();
        assert_eq!((&timed[..], &profiled[..]), (&["keygen", "enc", "dec"][..], &timed[..]));
        assert!(instance.built.is_some());
    }
}

#[test]
fn every_kind_is_told_by_its_operations() {
    let candidates = read(&synthetic()).unwrap();
    let kinds: Vec<_> = candidates.iter().map(|one| (one.id.as_str(), one.kind())).collect();
    let expected = [
        ("hash-09", Some(Kind::Hash)),
        ("iccs", Some(Kind::Hash)),
        ("kex-03", Some(Kind::Kex)),
        ("sign-07", Some(Kind::Sig)),
    ];
    assert_eq!(kinds, expected);
    let labels: Vec<&str> = candidates[3].instances.iter().map(|one| one.label.as_str()).collect();
    assert_eq!(labels, ["Sig-128", "Sig-128-avx2", "Sig-1024", "Sig-excluded"]);
}

#[test]
fn files_of_others_are_passed_over() {
    let folder = Folder::reference();
    folder.write("records/kem-41/.tmpAbC", "half a reco");
    folder.write("records/kem-41/notes.txt", "");
    folder.write("records/README", "");
    assert_eq!(read(&folder).unwrap().len(), 1);
}

#[test]
fn a_file_that_cannot_be_right_is_named() {
    let truncated = |folder: &Folder, path: &str| {
        let text = std::fs::read(folder.path().join(path)).unwrap();
        folder.write(path, &text[..text.len() / 2]);
    };
    let set = |folder: &Folder, path: &str, key: &str, value: serde_json::Value| {
        folder.edit(path, |record| *record.pointer_mut(key).unwrap() = value);
    };
    type Damage<'a> = &'a dyn Fn(&Folder);
    let damages: [(Damage<'_>, &[&str]); 19] = [
        (&|f| std::fs::remove_file(f.path().join("build.json")).unwrap(), &["no build.json"]),
        (&|f| std::fs::remove_file(f.path().join("campaign.json")).unwrap(), &["no campaign.json"]),
        (&|f| f.write("campaign.json", "[]"), &["campaign.json is no index"]),
        (&|f| truncated(f, "build.json"), &["build.json is no index", "EOF"]),
        (&|f| truncated(f, RECORD), &[RECORD, "no timing record", "EOF"]),
        (&|f| truncated(f, PROFILE), &[PROFILE, "no profile record", "EOF"]),
        (&|f| f.write(RECORD, "{\"name\": \"package\"}"), &[RECORD, "missing field"]),
        (&|f| f.write(RECORD, [0xff, 0xfe]), &[RECORD, "no timing record"]),
        (&|f| f.write(RECORD, "{\"schema\": 3}"), &[RECORD, "schema 3", "reads schema 2"]),
        (&|f| set(f, PROFILE, "/schema", json!(1)), &[PROFILE, "schema 1"]),
        (&|f| set(f, RECORD, "/trials/2/seconds", json!(-1.0)), &[RECORD, "trials[2].seconds"]),
        (&|f| set(f, RECORD, "/mean_cycles", json!(-5)), &[RECORD, "mean_cycles is out of range"]),
        (&|f| set(f, RECORD, "/measurements", json!(-5)), &[RECORD, "-5"]),
        (&|f| set(f, PROFILE, "/share/drng", json!(-0.5)), &[PROFILE, "share.drng"]),
        (
            &|f| replace(f, "\"mean_cycles\": ", "\"mean_cycles\": 1e999, \"x\": "),
            &[RECORD, "out of range"],
        ),
        (&|f| replace(f, "\"mean_cycles\": ", "\"mean_cycles\": NaN, \"x\": "), &[RECORD, "line"]),
        (&|f| set(f, RECORD, "/candidate", json!("../x")), &[RECORD, "'../x'", "wrong folder"]),
        (
            &|f| set(f, RECORD, "/environment/hostname", json!("b")),
            &[RECORD, "hostname", "'b'", "'vivo'"],
        ),
        (
            &|f| {
                let text = std::fs::read(f.path().join(RECORD)).unwrap();
                f.write("records/kem-41/copy.json", text);
            },
            &[RECORD, "copy.json", "same operation"],
        ),
    ];
    for (at, (damage, expected)) in damages.into_iter().enumerate() {
        let folder = Folder::reference();
        damage(&folder);
        let error = read(&folder).unwrap_err();
        for part in expected {
            assert!(error.contains(part), "{at}: '{part}' is not in: {error}");
        }
        assert!(error.contains(&folder.path().display().to_string()), "{at}: {error}");
    }
}

fn replace(folder: &Folder, from: &str, to: &str) {
    let text = std::fs::read_to_string(folder.path().join(RECORD)).unwrap();
    assert!(text.contains(from));
    folder.write(RECORD, text.replace(from, to));
}

#[test]
fn a_folder_that_is_none_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let error = DataSet::open(folder.path()).unwrap_err().to_string();
    assert!(error.contains("has no campaign.json"), "{error}");
    let error = DataSet::open(&folder.path().join("missing")).unwrap_err().to_string();
    assert!(error.contains("cannot read") && error.contains("missing"), "{error}");
}
