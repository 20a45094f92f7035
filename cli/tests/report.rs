//! `iccsprof report` from outside: exit statuses, messages, and that nothing is left half done.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use assert_cmd::Command;
use common::{Ran, listing, tree};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

fn report(run_dir: &Path, out: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_iccsprof"));
    command.timeout(Duration::from_secs(60));
    command.arg("report").arg(run_dir).arg("--out").arg(out);
    command
}

fn published() -> PathBuf {
    tree("../profiler/tests/data/arm_1")
}

/// A copy of the published data set that may be damaged.
fn copy() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, content) in listing(&published()) {
        let path = folder.path().join(path);
        if let Some(content) = content {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, content).unwrap();
        }
    }
    folder
}

#[test]
fn the_pages_of_a_data_set() {
    let out = tempfile::tempdir().unwrap();
    let ran = Ran::of(&mut report(&published(), out.path()));
    assert_eq!((ran.status(), ran.stdout().as_str()), (0, ""), "{}", ran.stderr());
    assert!(ran.stderr().contains("3 pages written"), "{}", ran.stderr());
    let files: Vec<PathBuf> = listing(out.path())
        .into_iter()
        .filter(|(_, text)| text.is_some())
        .map(|(p, _)| p)
        .collect();
    assert_eq!(files, ["candidates/kem-41.md", "method.md", "summary.md"].map(PathBuf::from));
    let summary = std::fs::read_to_string(out.path().join("summary.md")).unwrap();
    assert!(summary.contains("| `ZEN_128` | 153.2 k (41%) |"), "{summary}");
    // The same again is the same.
    let before = listing(out.path());
    let ran = Ran::of(report(&published(), out.path()).arg("--quiet"));
    assert_eq!((ran.status(), ran.stderr().as_str()), (0, ""));
    assert_eq!(listing(out.path()), before);
}

#[test]
fn catalogues_are_taken() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).unwrap();
        folder.path().join(name)
    };
    let sizes = "ID;Instance;PublicKeyBytes;CiphertextBytes;SignatureBytes;Basis\n\
                 kem-41;ZEN_128;616;512;;encoded\n";
    let issues = "ID;Label;Action;Cause\nkem-41;_512$;measure;One; and another\n";
    let sizes = file("sizes.csv", sizes);
    let issues = file("issues.csv", issues);
    let bandwidth = file("kex.csv", "ID;Instance;PkABytes;PkBBytes;ProtocolMessageBytes\n");
    let out = folder.path().join("out");
    let mut command = report(&published(), &out);
    command.arg("--sizes").arg(&sizes).arg("--kat-issues").arg(&issues);
    let ran = Ran::of(command.arg("--bandwidth").arg(&bandwidth));
    assert_eq!(ran.status(), 0, "{}", ran.stderr());
    let page = std::fs::read_to_string(out.join("candidates/kem-41.md")).unwrap();
    assert!(page.contains("| `ZEN_512` | guide | PASS [1] |"), "{page}");
    assert!(page.contains("\\[1\\] One; and another"), "{page}");
    assert!(page.contains("| `ZEN_128` | 616 | 1303 | 512 | 16 |"), "{page}");
    let audit = std::fs::read_to_string(out.join("size-audit.md")).unwrap();
    assert!(audit.contains("| kem-41 | `ZEN_128` | public key | 616 | 615 |"), "{audit}");
    // One that is none.
    let before = listing(&out);
    let ran = Ran::of(report(&published(), &out).arg("--sizes").arg(&issues));
    assert_eq!(ran.status(), 2);
    assert!(ran.stderr().contains("issues.csv, line 1: "), "{}", ran.stderr());
    assert_eq!(listing(&out), before);
}

/// Each is answered with one message that names the file, and leaves the output as it was.
#[test]
fn a_data_set_that_cannot_be_right_changes_nothing() {
    let out = tempfile::tempdir().unwrap();
    std::fs::write(out.path().join("summary.md"), "before").unwrap();
    let before = listing(out.path());
    let cut = |path: &Path| {
        let text = std::fs::read(path).unwrap();
        std::fs::write(path, &text[..text.len() - 40]).unwrap();
    };
    let replace = |path: &Path, from: &str, to: &str| {
        let text = std::fs::read_to_string(path).unwrap();
        assert!(text.contains(from));
        std::fs::write(path, text.replace(from, to)).unwrap();
    };
    let remove = |path: &Path| std::fs::remove_file(path).unwrap();
    let record = "records/kem-41/ZEN_256__enc.json";
    type Damage<'a> = &'a dyn Fn(&Path);
    let damages: [(&str, Damage<'_>, &str); 9] = [
        ("build.json", &remove, "no build.json"),
        ("campaign.json", &remove, "no campaign.json"),
        ("build.json", &cut, "build.json is no index"),
        (record, &cut, "ZEN_256__enc.json is no timing record"),
        ("profile/kem-41/ZEN_512__dec.json", &cut, "ZEN_512__dec.json is no profile record"),
        (record, &|path| replace(path, "\"schema\": 2", "\"schema\": 7"), "schema 7"),
        (record, &|path| replace(path, "\"vivo\"", "\"other\""), "another system: hostname"),
        (record, &|path| replace(path, "\"seconds\": 0", "\"seconds\": NaN"), "no timing record"),
        (record, &|path| replace(path, "\"seconds\": 0", "\"seconds\": -0"), "out of range"),
    ];
    for (path, damage, expected) in damages {
        let folder = copy();
        damage(&folder.path().join(path));
        let ran = Ran::of(&mut report(folder.path(), out.path()));
        assert_eq!((ran.status(), ran.stdout().as_str()), (2, ""), "{expected}");
        let message = ran.stderr();
        assert!(message.contains(expected) && message.lines().count() == 1, "{message}");
        assert_eq!(listing(out.path()), before, "{expected}");
    }
    let ran = Ran::of(&mut report(Path::new("/no/such/folder"), out.path()));
    assert_eq!(ran.status(), 2);
    assert!(ran.stderr().contains("/no/such/folder"), "{}", ran.stderr());
}

#[test]
fn pages_that_cannot_be_written_are_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    for out in [file.as_path(), &file.join("below"), Path::new("/proc"), Path::new("/dev/full")] {
        let ran = Ran::of(&mut report(&published(), out));
        assert_eq!(ran.status(), 2, "{out:?}: {}", ran.stderr());
        assert!(ran.stderr().contains("iccsprof: cannot write"), "{}", ran.stderr());
    }
}

/// As on a full disk: no file may grow beyond 4 KiB.
#[test]
fn a_full_disk_leaves_what_was_there() {
    let out = tempfile::tempdir().unwrap();
    std::fs::create_dir(out.path().join("candidates")).unwrap();
    std::fs::write(out.path().join("candidates/kem-41.md"), "before").unwrap();
    let before = listing(out.path());
    let mut shell = Command::new("sh");
    shell.arg("-c").arg("trap '' XFSZ; ulimit -f 8; exec \"$@\"").arg("sh");
    shell.arg(env!("CARGO_BIN_EXE_iccsprof")).arg("report").arg(published());
    let ran = Ran::of(shell.arg("--out").arg(out.path()));
    assert_eq!(ran.status(), 2, "{}", ran.stderr());
    let message = ran.stderr();
    let page = out.path().join("candidates/kem-41.md");
    assert!(message.contains(&format!("cannot write {}", page.display())), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    assert_eq!(listing(out.path()), before);
}

#[test]
fn a_reader_of_help_learns_the_catalogues() {
    let ran = Ran::of(Command::new(env!("CARGO_BIN_EXE_iccsprof")).args(["report", "--help"]));
    assert_eq!(ran.status(), 0);
    for part in ["ID;Instance;PkABytes;PkBBytes;ProtocolMessageBytes", "size-audit.md", "--out"] {
        assert!(ran.stdout().contains(part), "{}", ran.stdout());
    }
}
