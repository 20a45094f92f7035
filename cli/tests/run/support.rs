//! Small C programs and the submission they are linked with, built once, and `iccsprof run` on
//! them.

#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

use assert_cmd::Command;
use iccs_profiler::record::ProfileRecord;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::OnceLock;

/// Folder the tests' programs are in; there is a space in its name.
pub(crate) fn programs() -> &'static Path {
    static MADE: OnceLock<PathBuf> = OnceLock::new();
    MADE.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("iccsprof run");
        std::fs::create_dir_all(&folder).unwrap();
        folder
    })
}

fn tree(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn c_files(folders: &[&str]) -> Vec<PathBuf> {
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(tree(folder)).unwrap());
    let files = files.map(|entry| entry.unwrap().path());
    files.filter(|file| file.extension() == Some(OsStr::new("c"))).collect()
}

/// Sources of a KEM with the helpers it calls.
pub(crate) fn submission() -> Vec<PathBuf> {
    c_files(&["../examples/mlkem/src", "../examples/iccs"])
}

pub(crate) fn helpers() -> Vec<PathBuf> {
    c_files(&["../examples/iccs"])
}

/// One of the C files beside this one.
pub(crate) fn source(name: &str) -> Vec<PathBuf> {
    vec![tree("tests/run").join(name)]
}

/// Compiles with options; the result is in [`programs`], and so are the libraries it wants.
pub(crate) fn cc(output: &str, sources: &[PathBuf], options: &[&str]) -> PathBuf {
    let path = programs().join(output);
    let mut command = Command::new("cc");
    command.args(["-O1", "-DMLKEM_K=2"]);
    for folder in ["../examples/iccs", "../examples/mlkem/src"] {
        command.arg("-I").arg(tree(folder));
    }
    command.args(sources).arg("-L").arg(programs()).args(options);
    command.arg("-Wl,-rpath,$ORIGIN").arg("-o").arg(&path);
    command.assert().success();
    path
}

/// A shared library of the submission, linked with an option, and a KAT driver on it. The names
/// are the test's own.
pub(crate) fn kem(name: &str, option: &str) -> PathBuf {
    let options = ["-shared", "-fPIC", option];
    cc(&format!("lib{name}.so"), &submission(), &options);
    cc(&format!("KAT_{name}"), &source("kat.c"), &[&format!("-l{name}")])
}

/// A program with the modes of `modes.c`.
pub(crate) fn modes() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        cc("libhelpers.so", &helpers(), &["-shared", "-fPIC"]);
        cc("modes", &source("modes.c"), &["-pthread", "-lhelpers"])
    })
}

/// `iccsprof run` with options, its cache beside the programs.
pub(crate) fn iccsprof(options: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_iccsprof"));
    command.arg("run").arg("--cache-dir").arg(programs().with_file_name("cache")).args(options);
    command
}

/// What a run gave.
pub(crate) struct Ran {
    pub(crate) records: Vec<ProfileRecord>,
    pub(crate) output: Output,
}

impl Ran {
    pub(crate) fn status(&self) -> i32 {
        self.output.status.code().unwrap()
    }

    pub(crate) fn stderr(&self) -> String {
        String::from_utf8(self.output.stderr.clone()).unwrap()
    }

    pub(crate) fn record(&self, operation: &str) -> &ProfileRecord {
        self.records.iter().find(|record| record.operation == operation).unwrap()
    }

    /// Calls of a helper in one of the records, with and without a shape.
    pub(crate) fn calls(&self, operation: &str, helper: &str) -> u64 {
        let record = self.record(operation);
        let shapes = record.calls.iter().filter(|row| row.function == helper);
        let seeding = record.init.iter().filter(|_| helper == "init_random_number");
        shapes.map(|row| row.calls).sum::<u64>()
            + seeding.map(|row| row.calls).sum::<u64>()
            + record.overflow.get(helper).map_or(0, |total| total.calls)
    }
}

/// Runs a program and reads the records it left; there are none when nothing could be counted.
pub(crate) fn run(program: &Path, arguments: &[&str]) -> Ran {
    let file = tempfile::NamedTempFile::new_in(programs()).unwrap().into_temp_path();
    let mut command = iccsprof(&["--format", "json", "-o", file.to_str().unwrap(), "--"]);
    let output = command.arg(program).args(arguments).output().unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    let records = if text.is_empty() { vec![] } else { serde_json::from_str(&text).unwrap() };
    Ran { records, output }
}
