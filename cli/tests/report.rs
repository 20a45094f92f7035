//! Pages from records, and what becomes of records that cannot be right.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use tempfile::TempDir;

/// The published records and tables.
fn published() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../profiler/tests/data")
}

fn report(run_dir: &Path, out: &Path, more: &[&str]) -> Output {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_iccsprof"));
    command.arg("report").arg(run_dir).arg("--out").arg(out).args(more).output().unwrap()
}

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

/// The rows of a page's tables with their columns, cells separated by tabs, below the heading each
/// stands under. Only Markdown is taken off.
fn tables(page: &str) -> BTreeMap<String, Vec<String>> {
    let mut tables: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut heading = String::new();
    for line in page.lines() {
        if let Some(text) = line.strip_prefix("## ") {
            heading = text.to_owned();
        } else if let Some(row) = line.strip_prefix("| ").and_then(|row| row.strip_suffix(" |")) {
            let row = row.replace(" | ", "\t").replace('\\', "");
            tables.entry(heading.clone()).or_default().push(row);
        }
    }
    tables
}

/// As [`tables`], of a published page, where headings stand alone on a line.
fn published_tables(page: &str) -> BTreeMap<String, Vec<String>> {
    let mut tables: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut heading = String::new();
    for line in page.lines() {
        if line.contains('\t') {
            tables.entry(heading.clone()).or_default().push(line.to_owned());
        } else {
            heading = line.to_owned();
        }
    }
    tables
}

#[test]
fn the_published_page_comes_out_cell_for_cell() {
    let out = TempDir::new().unwrap();
    let output = report(&published().join("arm_1"), out.path(), &[]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let page = fs::read_to_string(out.path().join("candidates/kem-41.md")).unwrap();
    let ours = tables(&page);
    let theirs = published().join("pages/kem-41.arm_1.txt");
    let theirs = published_tables(&fs::read_to_string(theirs).unwrap());
    assert!(theirs.len() >= 7, "{:?}", theirs.keys());
    for (heading, rows) in &theirs {
        let mut rows = rows.clone();
        if heading.starts_with("2.") {
            // The page was made after a later end of the campaign than the records given here have.
            rows.retain(|row| !row.starts_with("campaign"));
        }
        let mine = ours.get(heading).unwrap_or_else(|| panic!("no section {heading}"));
        for row in rows {
            assert!(mine.contains(&row), "{heading}: {row}\nnot in\n{}", mine.join("\n"));
        }
        if !heading.starts_with("2.") {
            assert_eq!(mine, &theirs[heading], "{heading}");
        }
    }
}

#[test]
fn pages_are_as_they_were() {
    let out = TempDir::new().unwrap();
    report(&published().join("arm_1"), out.path(), &["--quiet"]);
    for page in ["README.md", "method.md", "candidates/kem-41.md"] {
        let golden = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/golden/report")
            .join(page.replace('/', "_"));
        let text = fs::read_to_string(out.path().join(page)).unwrap();
        if std::env::var_os("BLESS").is_some() {
            fs::create_dir_all(golden.parent().unwrap()).unwrap();
            fs::write(&golden, &text).unwrap();
        }
        let expected = fs::read_to_string(&golden).unwrap_or_default();
        assert_eq!(text, expected, "{page}; BLESS=1 takes it as it is now");
    }
}

/// Changes a file of a copy of the published data set, and gives what the report says of it.
fn complaint(change: impl FnOnce(&Path)) -> String {
    let place = TempDir::new().unwrap();
    let data = place.path().join("data");
    copied(&published().join("arm_1"), &data);
    change(&data);
    let output = report(&data, &place.path().join("out"), &["-q"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said.trim_end().lines().count(), 1, "{said}");
    said
}

fn replaced(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(from), "{from}");
    fs::write(path, text.replacen(from, to, 1)).unwrap();
}

#[test]
fn what_cannot_be_right_is_refused_with_the_file_named() {
    const RECORD: &str = "records/kem-41/ZEN_128__enc.json";
    let of_record = |from: &str, to: &str| {
        let said = complaint(|data| replaced(&data.join(RECORD), from, to));
        assert!(said.contains("ZEN_128__enc.json"), "{said}");
        said
    };
    assert!(of_record("\"schema\": 2", "\"schema\": 7").contains("schema 7"));
    assert!(of_record("\"mean_seconds\": ", "\"mean_seconds\": -").contains("mean_seconds"));
    assert!(of_record("\"mean_seconds\": ", "\"mean_seconds\": NaN, \"x\": ").contains("line"));
    assert!(of_record("\"hostname\": \"vivo\"", "\"hostname\": \"other\"").contains("other"));
    assert!(of_record("\"candidate\": \"kem-41\"", "\"candidate\": \"kem-4\"").contains("kem-4"));
    let cut = complaint(|data| {
        let text = fs::read(data.join(RECORD)).unwrap();
        fs::write(data.join(RECORD), &text[..text.len() / 2]).unwrap();
    });
    assert!(cut.contains("ZEN_128__enc.json"), "{cut}");
    for index in ["campaign.json", "build.json"] {
        let missing = complaint(|data| fs::remove_file(data.join(index)).unwrap());
        assert!(missing.contains(&format!("has no {index}")), "{missing}");
        let foreign = complaint(|data| fs::write(data.join(index), "[1]").unwrap());
        assert!(foreign.contains(index), "{foreign}");
    }
    let twice = complaint(|data| {
        fs::copy(data.join(RECORD), data.join("records/kem-41/ZEN_128__again.json")).unwrap();
    });
    assert!(twice.contains("same operation"), "{twice}");
}

#[test]
fn names_stay_within_their_cells_and_folders() {
    let place = TempDir::new().unwrap();
    let data = place.path().join("data");
    copied(&published().join("arm_1"), &data);
    let hostile = "../../x|`<b>`\\n\\u001b[31m";
    for entry in fs::read_dir(data.join("records/kem-41")).unwrap().map(Result::unwrap) {
        if entry.file_name().to_string_lossy().starts_with("ZEN_128") {
            replaced(&entry.path(), "\"label\": \"ZEN_128\"", &format!("\"label\": \"{hostile}\""));
        }
    }
    let out = place.path().join("out/pages");
    let output = report(&data, &out, &[]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let page = fs::read_to_string(out.join("candidates/kem-41.md")).unwrap();
    assert!(!page.contains('\u{1b}') && page.contains("../../x\\|"), "{page}");
    let mut columns = 0;
    for line in page.lines() {
        let bars = line.replace("\\|", "").matches('|').count();
        match line.starts_with("| ") {
            true if columns == 0 => columns = bars,
            true => assert_eq!(bars, columns, "{line}"),
            false if !line.starts_with("|---") => columns = 0,
            false => {}
        }
    }
    let made: Vec<_> =
        fs::read_dir(place.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(made.len(), 2, "{made:?}");
}

#[test]
fn a_page_that_cannot_be_written_is_an_error_and_the_old_one_stays() {
    let place = TempDir::new().unwrap();
    let out = place.path().join("out");
    fs::create_dir_all(out.join("candidates/kem-41.md")).unwrap();
    let output = report(&published().join("arm_1"), &out, &[]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("cannot write") && said.contains("kem-41.md"), "{said}");
    assert!(out.join("candidates/kem-41.md").is_dir());
}

#[test]
fn catalogues_are_used_and_their_mistakes_named() {
    let place = TempDir::new().unwrap();
    let file = |name: &str, text: &str| {
        let path = place.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let header = "ID;Instance;PublicKeyBytes;CiphertextBytes;SignatureBytes;Basis";
    let sizes =
        file("sizes.csv", &format!("# by hand\n{header}\nkem-41;ZEN_128;616;512;;encoded\n"));
    let issues = file("kat.csv", "ID;Label;Action;Cause\nkem-41;^ZEN_1;measure;two; causes\n");
    let out = place.path().join("out");
    let arguments = ["--sizes", &sizes, "--kat-issues", &issues];
    let output = report(&published().join("arm_1"), &out, &arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let page = fs::read_to_string(out.join("candidates/kem-41.md")).unwrap();
    assert!(page.contains("| `ZEN_128` | 616 | 1303 | 512 | 16 |"), "{page}");
    assert!(page.contains("| `ZEN_128` | public key | 616 | 615 |"), "{page}");
    assert!(page.contains("| PASS [1] |") && page.contains("two; causes"), "{page}");
    let wrong = file("wrong.csv", &format!("{header}\nkem-41;ZEN_128;many;;;\n"));
    let output = report(&published().join("arm_1"), &out, &["--sizes", &wrong]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("wrong.csv, line 2: 'many' is no number of bytes"), "{said}");
}
