//! Running the tool from outside, and folders to do it in.

#![allow(dead_code, reason = "every file of tests uses a part of this")]

pub(crate) mod inputs;
pub(crate) mod library;

use assert_cmd::Command;
use iccs_profiler::files::write_whole;
use iccs_profiler::record::{ProfileRecord, TimingRecord};
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::OnceLock;
use std::time::Duration;

/// Longer than anything takes on a busy machine: a tool that hangs fails its test.
const PATIENCE: Duration = Duration::from_secs(300);

/// Folder of this file of tests, empty at its start. The build cache in it is made anew, so that
/// libraries of an earlier state of the tool cannot hide what it would build now.
pub(crate) fn root() -> &'static Path {
    static ROOT: OnceLock<PathBuf> = OnceLock::new();
    ROOT.get_or_init(|| {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME"));
        let _ = std::fs::remove_dir_all(&root);
        std::fs::create_dir_all(&root).unwrap();
        root
    })
}

/// A new folder below [`root`].
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = root().join(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A path in the repository, given from the package's folder.
pub(crate) fn tree(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// `iccsprof profile` on a target, with the cache of this file of tests.
pub(crate) fn profile(target: impl AsRef<OsStr>) -> Command {
    profile_in(target, &root().join("cache"))
}

/// `iccsprof profile` on a target, with a cache of its own.
pub(crate) fn profile_in(target: impl AsRef<OsStr>, cache: &Path) -> Command {
    let mut command = tool("profile");
    command.arg("--cache-dir").arg(cache).arg(target.as_ref());
    command
}

/// `iccsprof time` on a target, with the cache of this file of tests, as JSON.
pub(crate) fn time(target: impl AsRef<OsStr>) -> Command {
    let mut command = tool("time");
    command.arg("--cache-dir").arg(root().join("cache")).arg(target.as_ref());
    command.args(["--format", "json"]);
    command
}

/// `iccsprof` with a subcommand.
pub(crate) fn tool(subcommand: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_iccsprof"));
    command.timeout(PATIENCE).arg(subcommand);
    command
}

/// A folder below [`root`] with a C file of the tests in it. Tests that run at the same time may
/// make the same one: at no moment a part of the file is there.
pub(crate) fn submission(name: &str, source: &str) -> PathBuf {
    let made = folder(name);
    let source = tree("tests").join(source);
    let text = std::fs::read(&source).unwrap();
    write_whole(&made.join(source.file_name().unwrap()), &text).unwrap();
    made
}

/// What the tool gave back.
pub(crate) struct Ran(pub(crate) Output);

impl Ran {
    /// Runs it. Whatever happens, the tool itself neither panics nor dies.
    pub(crate) fn of(command: &mut Command) -> Ran {
        let ran = Ran(command.output().unwrap());
        let text = ran.stderr();
        assert!(ran.0.status.code().is_some(), "the tool was ended by {}\n{text}", ran.0.status);
        assert!(!text.contains("panicked at") && ran.status() != 101, "{text}");
        ran
    }

    pub(crate) fn status(&self) -> i32 {
        self.0.status.code().unwrap()
    }

    pub(crate) fn stdout(&self) -> String {
        String::from_utf8_lossy(&self.0.stdout).into_owned()
    }

    pub(crate) fn stderr(&self) -> String {
        String::from_utf8_lossy(&self.0.stderr).into_owned()
    }

    /// The standard output, of a run that was asked for JSON.
    pub(crate) fn json<T: DeserializeOwned>(&self) -> T {
        serde_json::from_slice(&self.0.stdout)
            .unwrap_or_else(|error| panic!("{error}\n{}\n{}", self.stdout(), self.stderr()))
    }

    /// The records of a profile.
    pub(crate) fn records(&self) -> Vec<ProfileRecord> {
        self.json()
    }

    /// The one record of a timing.
    pub(crate) fn timing(&self) -> TimingRecord {
        let mut records: Vec<TimingRecord> = self.json();
        assert_eq!(records.len(), 1, "{}", self.stdout());
        records.remove(0)
    }

    /// The one record.
    pub(crate) fn record(&self) -> ProfileRecord {
        let mut records = self.records();
        assert_eq!(records.len(), 1, "{}", self.stdout());
        records.remove(0)
    }
}

/// Total calls by helper, input bits and output bits, without ticks.
pub(crate) type Shapes = BTreeMap<(String, u64, u64), u64>;

/// The calls of a record by shape.
pub(crate) fn shapes(record: &ProfileRecord) -> Shapes {
    let row = |row: &iccs_profiler::record::CallCount| {
        ((row.function.clone(), row.in_bits, row.out_bits), row.calls)
    };
    let shapes: Shapes = record.calls.iter().map(row).collect();
    assert_eq!(shapes.len(), record.calls.len(), "a shape is listed once");
    shapes
}

/// Shapes written down by hand.
pub(crate) fn expected(rows: &[(&str, u64, u64, u64)]) -> Shapes {
    rows.iter()
        .map(|&(name, in_bits, out_bits, n)| ((name.to_owned(), in_bits, out_bits), n))
        .collect()
}

/// Calls of a helper, those without a shape included.
pub(crate) fn calls(record: &ProfileRecord, helper: &str) -> u64 {
    let with_shape = record.calls.iter().filter(|row| row.function == helper);
    with_shape.map(|row| row.calls).sum::<u64>()
        + record.overflow.get(helper).map_or(0, |total| total.calls)
}

/// Everything below a folder: each path from there with its content.
pub(crate) fn listing(folder: &Path) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
    let mut found = BTreeMap::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(next) = waiting.pop() {
        for entry in std::fs::read_dir(&next).unwrap() {
            let path = entry.unwrap().path();
            let content = if path.is_dir() { None } else { Some(std::fs::read(&path).unwrap()) };
            if content.is_none() {
                waiting.push(path.clone());
            }
            found.insert(path.strip_prefix(folder).unwrap().to_owned(), content);
        }
    }
    found
}

/// Compiles with `cc`.
pub(crate) fn cc(output: &Path, sources: &[PathBuf], options: &[&str]) {
    let mut command = Command::new("cc");
    command.args(["-O1", "-w"]).args(sources).args(options).arg("-o").arg(output);
    command.assert().success();
}

/// The C files of a folder in the repository.
pub(crate) fn c_files(folder: &str) -> Vec<PathBuf> {
    let files = std::fs::read_dir(tree(folder)).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        files.filter(|file| file.extension() == Some(OsStr::new("c"))).collect();
    files.sort();
    files
}
