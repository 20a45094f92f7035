//! Known answers: the examples' own, and every verdict with a submission that behaves so.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use assert_cmd::Command;
use common::{Ran, folder, root, submission, tool, tree};
use serde_json::Value;
use std::path::{Path, PathBuf};

fn kat(target: &Path) -> Command {
    let mut command = tool("kat");
    command.arg("--cache-dir").arg(root().join("cache")).arg(target).args(["--format", "json"]);
    command
}

/// A submission whose misbehaviour the environment chooses.
fn hostile() -> PathBuf {
    submission("hostile", "bad_input/hostile_AlgorithmInstance.c")
}

/// Label, result and detail of every file.
fn results(ran: &Ran) -> Vec<(String, String, String)> {
    let rows: Vec<Value> = ran.json();
    let text = |row: &Value, key: &str| row[key].as_str().unwrap().to_owned();
    rows.iter().map(|row| (text(row, "label"), text(row, "result"), text(row, "detail"))).collect()
}

#[test]
fn the_examples_give_their_known_answers() {
    for (example, files) in [("mlkem", 6), ("mldsa", 6), ("akex", 2), ("merkle", 2), ("duplex", 6)]
    {
        let ran = Ran::of(&mut kat(&tree("../examples").join(example)));
        assert_eq!(ran.status(), 0, "{example}: {}\n{}", ran.stdout(), ran.stderr());
        let results = results(&ran);
        assert_eq!(results.len(), files, "{example}");
        assert!(results.iter().all(|(_, result, _)| result == "PASS"), "{results:?}");
    }
}

/// The written files of one instance of the ML-KEM example.
fn written(name: &str) -> (PathBuf, PathBuf) {
    let place = folder(name);
    let mut command = kat(&tree("../examples/mlkem"));
    command.args(["--instance", "mlkem-512", "--vectors"]).arg(folder("empty"));
    let ran = Ran::of(command.arg("--write").arg(&place));
    assert_eq!(ran.status(), 0, "{}", ran.stderr());
    let file = place.join("KAT_KEM_mlkem-512.txt");
    (place, file)
}

fn compared(vectors: &Path, more: &[&str]) -> Ran {
    let mut command = kat(&tree("../examples/mlkem"));
    command.args(["--instance", "mlkem-512", "--vectors"]).arg(vectors).args(more);
    Ran::of(&mut command)
}

#[test]
fn what_was_written_is_the_official_text_and_passes() {
    let (place, file) = written("official");
    let text = std::fs::read_to_string(&file).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("Count = 0"));
    assert_eq!(lines.next(), Some("Seed_Len = 64"));
    // The first seeds of every KEM's vectors.
    assert!(lines.next().unwrap().starts_with("Seed = 927F06B594798A4D"));
    let second = text.split("Count = 1\n").nth(1).unwrap();
    assert!(second.starts_with("Seed_Len = 64\nSeed = 58561187CBBF6CDC"), "{:.80}", second);
    assert_eq!(text.matches("\n\n").count() + usize::from(!text.ends_with("\n\n")), 10);
    assert_eq!(compared(&place, &[]).status(), 0);
    // Line ends, a mark of the byte order and blanks at the ends decide nothing.
    std::fs::write(&file, format!("\u{feff}{}", text.replace('\n', "  \r\n"))).unwrap();
    let ran = compared(&place, &[]);
    assert_eq!(ran.status(), 0, "{}", ran.stdout());
    assert!(ran.stderr().contains("KAT_KEM_mlkem-512.txt"), "{}", ran.stderr());
}

#[test]
fn the_first_difference_is_named_by_record_field_and_place() {
    let (place, file) = written("differing");
    let text = std::fs::read_to_string(&file).unwrap();
    let at = text.match_indices("\nCT = ").nth(3).unwrap().0 + 6 + 10;
    let digit = if &text[at..=at] == "0" { "1" } else { "0" };
    std::fs::write(&file, format!("{}{digit}{}", &text[..at], &text[at + 1..])).unwrap();
    let ran = compared(&place, &[]);
    assert_eq!(ran.status(), 1);
    let (_, result, detail) = results(&ran).remove(0);
    assert_eq!(result, "MISMATCH");
    assert!(detail.contains("record 3") && detail.contains("CT"), "{detail}");
    // Not among the first records.
    assert_eq!(compared(&place, &["--count", "3"]).status(), 0);
    let first = text.split("Count = 9\n").next().unwrap();
    std::fs::write(&file, first).unwrap();
    let (_, result, detail) = results(&compared(&place, &[])).remove(0);
    assert_eq!(result, "MISMATCH", "{detail}");
}

#[test]
fn several_files_are_listed_and_none_is_taken() {
    let (place, file) = written("several");
    std::fs::create_dir_all(place.join("old")).unwrap();
    std::fs::copy(&file, place.join("old/KAT_KEM_mlkem-512.txt")).unwrap();
    let ran = compared(&place, &[]);
    assert_eq!(ran.status(), 1);
    let (_, result, detail) = results(&ran).remove(0);
    assert_eq!(result, "NOKAT");
    assert!(detail.contains("several files could be meant") && detail.contains("old/"), "{detail}");
}

#[test]
fn a_submission_that_fails_is_told_apart_by_how() {
    for (what, place, verdict, said) in [
        ("null", "kem_enc", "CRASH", "SIGSEGV"),
        ("abort", "kem_dec", "CRASH", "SIGABRT"),
        ("hang", "kem_keygen", "TIMEOUT", "kem_keygen"),
        ("error", "kem_enc", "CRYPTOFAIL", "kem_enc returned"),
        ("past 100", "kem_enc", "OVERFLOW", "past the end"),
    ] {
        let mut command = kat(&hostile());
        command.args(["--timeout", "2"]).env("DO", what).env("IN", place);
        let ran = Ran::of(&mut command);
        assert_eq!(ran.status(), 1, "{what}: {}", ran.stderr());
        let (_, result, detail) = results(&ran).remove(0);
        assert_eq!(result, verdict, "{what}: {detail}");
        assert!(detail.contains(said), "{what}: {detail}");
    }
}

#[test]
fn without_anything_to_compare_with_nothing_passes() {
    let ran = Ran::of(&mut kat(&hostile()));
    assert_eq!(ran.status(), 1);
    assert_eq!(results(&ran)[0].1, "NOKAT");
}

#[test]
fn a_manifest_keeps_its_other_lines_and_names_a_wrong_one() {
    let path = folder("manifest").join("kat.sha256");
    let other = format!("{} nolen:3 other/KAT_SIG_x.txt\n", "ab".repeat(32));
    std::fs::write(&path, &other).unwrap();
    let made = Ran::of(kat(&hostile()).arg("--write-manifest").arg(&path));
    assert_eq!(made.status(), 0, "{}", made.stderr());
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(&other) && text.lines().count() == 2, "{text}");
    let checked = Ran::of(kat(&hostile()).arg("--manifest").arg(&path));
    assert_eq!((checked.status(), results(&checked)[0].1.as_str()), (0, "PASS"));
    std::fs::write(&path, format!("{text}no line of a manifest\n")).unwrap();
    let refused = Ran::of(kat(&hostile()).arg("--manifest").arg(&path));
    assert_eq!(refused.status(), 2);
    assert!(refused.stderr().contains("line 3"), "{}", refused.stderr());
}
