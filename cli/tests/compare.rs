//! Two measurements beside each other.

#![allow(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{Ran, folder, tree};
use iccs_profiler::record::TimingRecord;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// The published records.
fn published() -> PathBuf {
    tree("../profiler/tests/data/arm_1")
}

fn compare(base: &Path, new: &Path, options: &[&str]) -> Ran {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_iccsprof"));
    Ran::of(command.arg("compare").arg(base).arg(new).args(options))
}

/// A copy of a published record below a folder, changed.
fn changed(to: &Path, file: &str, change: impl FnOnce(&mut Value)) {
    let text = fs::read(published().join(file)).unwrap();
    let mut record: Value = serde_json::from_slice(&text).unwrap();
    change(&mut record);
    // What follows from the trials follows from the changed ones.
    let follows =
        serde_json::from_value::<TimingRecord>(record.clone()).map(|record| record.derive());
    if let Ok(derived) = follows {
        let derived = serde_json::to_value(derived).unwrap();
        let derived = derived.as_object().unwrap().clone();
        record.as_object_mut().unwrap().extend(derived);
    }
    let path = to.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, record.to_string()).unwrap();
}

/// Every trial takes so many times as long.
fn slowed(record: &mut Value, factor: f64) {
    for trial in record["trials"].as_array_mut().unwrap() {
        for key in ["seconds", "cycles"] {
            let slower = trial[key].as_f64().unwrap() * factor;
            trial[key] = if key == "cycles" { json!(slower as u64) } else { json!(slower) };
        }
    }
}

/// Records in which a little of everything is another.
fn other() -> PathBuf {
    let to = folder("other");
    let record = |name: &str| format!("records/kem-41/ZEN_128__{name}.json");
    changed(&to, &record("keygen"), |record| {
        slowed(record, 1.2);
        record["sizes"]["pk_bytes"] = json!(616);
        record["environment"]["compiler"] = json!("clang version 21.1.0");
    });
    changed(&to, &record("enc"), |record| slowed(record, 0.9));
    changed(&to, &record("dec"), |record| {
        slowed(record, 1.001);
        record["trials"][0]["cycles"] = json!(0);
    });
    let of_256 = "records/kem-41/ZEN_256__keygen.json";
    changed(&to, of_256, |record| record["status"] = json!("failed_or_partial"));
    let of_256 = "records/kem-41/ZEN_256__enc.json";
    changed(&to, of_256, |record| record["trials"].as_array_mut().unwrap().truncate(1));
    changed(&to, "profile/kem-41/ZEN_128__enc.json", |record| {
        let calls = record["calls"].as_array_mut().unwrap();
        calls[0]["calls"] = json!(calls[0]["calls"].as_u64().unwrap() + 1);
        calls.remove(1);
    });
    to
}

/// BLESS=1 writes the golden file instead of comparing with it.
fn golden(name: &str, text: &str) {
    let file = tree("tests/golden/compare").join(name);
    if std::env::var_os("BLESS").is_some() {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(text, expected, "{name}; BLESS=1 takes it as it is now");
}

/// JSON with its figures to nine digits: the last ones are those of the machine's logarithm.
fn rounded(text: &str) -> String {
    fn round(value: &mut Value) {
        match value {
            Value::Array(values) => values.iter_mut().for_each(round),
            Value::Object(values) => values.values_mut().for_each(round),
            Value::Number(number) => {
                let number = number.as_f64().unwrap();
                *value = json!(format!("{number:.8e}").parse::<f64>().unwrap());
            }
            _ => {}
        }
    }
    let mut value = serde_json::from_str(text).unwrap();
    round(&mut value);
    serde_json::to_string_pretty(&value).unwrap() + "\n"
}

#[test]
fn what_is_shown_is_as_it_was() {
    let other = other();
    for (format, name) in [("table", "table.txt"), ("markdown", "page.md"), ("json", "list.json")] {
        let ran = compare(&published(), &other, &["--format", format]);
        assert_eq!(ran.status(), 0, "{}", ran.stderr());
        golden(name, &if format == "json" { rounded(&ran.stdout()) } else { ran.stdout() });
        golden("remarks.txt", &ran.stderr());
    }
    let csv = compare(&published(), &other, &["--format", "csv", "--quiet"]);
    assert!(csv.stdout().starts_with("candidate,instance,operation,base,new,"));
    assert_eq!(csv.stderr(), "");
}

#[test]
fn a_measurement_is_the_same_as_itself() {
    let ran = compare(&published(), &published(), &["--fail-above", "0"]);
    assert_eq!(ran.status(), 0, "{}", ran.stderr());
    let (stdout, stderr) = (ran.stdout(), ran.stderr());
    let rows: Vec<&str> = stdout.lines().skip(1).collect();
    assert_eq!(rows.len(), 9);
    assert!(rows.iter().all(|row| row.ends_with("same within noise")), "{stdout}");
    assert_eq!(stderr, "note: sizes and helper calls that both sides recorded are the same\n");
}

#[test]
fn too_slow_is_told_by_the_exit_status() {
    let other = other();
    let keygen = Path::new("records/kem-41/ZEN_128__keygen.json");
    let one = |percent: &str| {
        let options = ["--quiet", "--fail-above", percent];
        compare(&published().join(keygen), &other.join(keygen), &options)
    };
    assert_eq!(one("25%").status(), 0);
    let ran = one("10%");
    assert_eq!(ran.status(), 1);
    let said = ran.stderr();
    assert!(said.starts_with("iccsprof: kem-41 ZEN_128 keygen: 1.200 times the base ("), "{said}");
    // Faster is never too slow.
    let enc = Path::new("records/kem-41/ZEN_128__enc.json");
    let options = ["--fail-above", "0"];
    assert_eq!(compare(&published().join(enc), &other.join(enc), &options).status(), 0);
    // What was lost does not pass.
    let all = compare(&published(), &other, &["--fail-above", "1000"]);
    assert_eq!(all.status(), 1);
    let lost = all.stderr();
    assert!(lost.contains("ZEN_256 keygen: failed in new"), "{lost}");
    assert!(lost.contains("ZEN_512 dec: only in base"), "{lost}");
    let profile = published().join("profile");
    let none = compare(&published(), &profile, &["--fail-above", "5"]);
    assert_eq!(none.status(), 2);
    assert!(none.stderr().contains("nothing was timed on both sides"));
}

#[test]
fn what_cannot_be_compared_is_refused_in_one_line() {
    let refused = |base: &Path, new: &Path, why: &str| {
        let ran = compare(base, new, &[]);
        assert_eq!((ran.status(), ran.stdout().as_str()), (2, ""));
        let said = ran.stderr();
        assert!(said.contains(why) && said.lines().count() == 1, "{said}");
    };
    let place = folder("refused");
    let file = |name: &str, text: &str| {
        let path = place.join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let data = published();
    let record = data.join("records/kem-41/ZEN_128__enc.json");
    let text = fs::read_to_string(&record).unwrap();
    refused(&data, &place.join("none"), "cannot read");
    refused(&data, &file("cut.json", &text[..text.len() / 2]), "cut.json is no record");
    let newer = text.replacen("\"schema\": 2", "\"schema\": 3", 1);
    refused(&data, &file("newer.json", &newer), "newer.json is of schema 3");
    refused(&data, &file("list.json", &format!("[{text},{text}]")), "second record of kem-41");
    refused(&data.join("profile"), &record, "nothing to compare");
    let emulated = text.replacen("\"environment\": {", "\"environment\": {\"emulated\": true,", 1);
    refused(&data, &file("emulated.json", &emulated), "the new side was measured under emulation");
}
