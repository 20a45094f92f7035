//! Results that cannot be written.

use crate::common::{Ran, folder, root};
use crate::hostile::submission;
use std::fs::{File, OpenOptions};
use std::path::Path;
use std::process::{Command, Stdio};

/// A profile of one run, to be given other outputs.
fn command(format: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_iccsprof"));
    command.arg("profile").arg("--cache-dir").arg(root().join("cache")).arg(submission());
    command.args(["--op", "enc", "--iters", "1", "--warmups", "0", "--format", format]);
    command
}

fn full() -> File {
    OpenOptions::new().write(true).open("/dev/full").unwrap()
}

#[test]
fn a_full_standard_output_is_an_error() {
    for format in ["json", "table", "csv"] {
        let ran = Ran(command(format).stdout(full()).stderr(Stdio::piped()).output().unwrap());
        assert_eq!(ran.status(), 2, "{format}: {}", ran.stderr());
        assert!(ran.stderr().contains("iccsprof: cannot write the results"), "{}", ran.stderr());
    }
}

#[test]
fn a_full_standard_error_is_no_crash() {
    let ran = Ran(command("json").stderr(full()).stdout(Stdio::piped()).output().unwrap());
    assert_eq!(ran.status(), 0);
    assert_eq!(ran.record().total.operations, 1);
    // With something to complain about, too.
    let mut failing = command("json");
    failing.env("DO", "return 3").env("IN", "kem_enc");
    let ran = Ran(failing.stderr(full()).stdout(Stdio::piped()).output().unwrap());
    assert_eq!(ran.status(), 1);
    assert_eq!(ran.record().failure.as_deref(), Some("kem_enc returned 3"));
}

/// Through a shell, which can start a program without them.
#[test]
fn closed_outputs_are_no_crash() {
    for (closing, status) in [(">&-", 0), ("2>&-", 0), ("<&-", 0), ("<&- 2>&-", 0)] {
        let inner = command("json");
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("exec \"$@\" {closing}")).arg("sh");
        shell.arg(inner.get_program()).args(inner.get_args());
        let ran = Ran(shell.output().unwrap());
        assert_eq!(ran.status(), status, "{closing}: {}", ran.stderr());
        if closing != ">&-" {
            assert_eq!(ran.record().total.operations, 1, "{closing}");
        }
    }
}

#[test]
fn records_that_cannot_be_written_are_an_error() {
    let file = root().join("no folder");
    std::fs::write(&file, "").unwrap();
    for out in [file.as_path(), &file.join("below"), Path::new("/proc"), Path::new("/dev/full")] {
        let ran = Ran(command("json").arg("--out").arg(out).output().unwrap());
        assert_eq!(ran.status(), 2, "{out:?}: {}", ran.stderr());
        assert!(ran.stderr().contains("iccsprof: cannot write"), "{}", ran.stderr());
        assert!(ran.stderr().contains("--out"), "{}", ran.stderr());
    }
}

#[test]
fn records_are_those_of_the_standard_output() {
    let out = folder("records");
    let ran = Ran(command("json").arg("--out").arg(&out).output().unwrap());
    assert_eq!(ran.status(), 0, "{}", ran.stderr());
    let text = std::fs::read(out.join("profile/hostile/hostile__enc.json")).unwrap();
    let record: iccs_profiler::record::ProfileRecord = serde_json::from_slice(&text).unwrap();
    assert_eq!(record, ran.record());
}
