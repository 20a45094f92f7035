//! Small submissions of all kinds, and campaigns of them.

use crate::common::{Ran, folder, listing, root, submission, tool};
use assert_cmd::Command;
use iccs_profiler::campaign::Failure;
use iccs_profiler::files::write_whole;
use iccs_profiler::record::{Campaign, TimingRecord};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// One submission of every kind.
pub(crate) fn submissions() -> Vec<PathBuf> {
    let hash = submission("toyhash", "kinds/toyhash_AlgorithmInstance.c");
    write_whole(&hash.join("params.h"), b"#define DIGEST_BIT_LENGTH 512\n").unwrap();
    vec![kem(), sig(), submission("toykex", "kinds/toykex_AlgorithmInstance.c"), hash]
}

pub(crate) fn kem() -> PathBuf {
    submission("toykem", "bad_input/hostile_AlgorithmInstance.c")
}

pub(crate) fn sig() -> PathBuf {
    submission("toysig", "kinds/toysig_AlgorithmInstance.c")
}

/// What is measured of [`submissions`]: the files of its records.
pub(crate) fn operations() -> Vec<String> {
    let of = |name: &str, operations: &[&str]| -> Vec<String> {
        let path = |operation: &&str| format!("{name}/{name}__{operation}.json");
        operations.iter().map(path).collect()
    };
    let exchange =
        ["derive_a", "derive_b", "exchange", "init_a", "init_b", "pass1", "pass2", "pass3"];
    let hashes = [1024, 128, 16384, 32, 4096, 512, 65536, 8192].map(|n| format!("hash_{n}"));
    let hashes: Vec<&str> = hashes.iter().map(String::as_str).collect();
    let mut all = of("toyhash", &hashes);
    all.extend(of("toykem", &["dec", "enc", "keygen"]));
    all.extend(of("toykex", &exchange));
    all.extend(of("toysig", &["keygen", "sign", "verify"]));
    all
}

/// A campaign's run directory. Nothing else of the machine is shared with other tests but the build
/// cache: the locks of processors are in a folder of its own.
pub(crate) struct Place {
    pub(crate) run_dir: PathBuf,
    locks: PathBuf,
    cache: PathBuf,
}

impl Place {
    pub(crate) fn new(name: &str) -> Self {
        let locks = folder(&format!("{name} locks"));
        Place { run_dir: root().join(name), locks, cache: root().join("cache") }
    }

    /// With the run directory elsewhere.
    pub(crate) fn at(run_dir: PathBuf, name: &str) -> Self {
        Place { run_dir, ..Place::new(name) }
    }

    /// Where nothing is built yet.
    pub(crate) fn with_own_cache(name: &str) -> Self {
        Place { cache: root().join(format!("{name} cache")), ..Place::new(name) }
    }

    /// Another run directory on the same machine.
    pub(crate) fn beside(&self, name: &str) -> Self {
        Place { run_dir: root().join(name), locks: self.locks.clone(), cache: self.cache.clone() }
    }

    /// `iccsprof campaign` with three trials of four calls.
    pub(crate) fn campaign(&self, targets: &[PathBuf]) -> Command {
        self.campaign_of("4", targets)
    }

    /// With another number of calls.
    pub(crate) fn campaign_of(&self, calls: &str, targets: &[PathBuf]) -> Command {
        let mut command = tool("campaign");
        command.args(["--iters", calls, "--trials", "3", "--quiet", "--format", "json"]);
        command.arg("--cache-dir").arg(&self.cache).arg("--run-dir").arg(&self.run_dir);
        command.args(targets).env("TMPDIR", &self.locks);
        command
    }

    pub(crate) fn read(&self) -> Campaign {
        serde_json::from_slice(&std::fs::read(self.run_dir.join("campaign.json")).unwrap()).unwrap()
    }

    /// What `campaign.json` says has failed.
    pub(crate) fn failures(&self) -> Vec<Failure> {
        let failures = self.read().other.remove("failures").unwrap_or_default();
        serde_json::from_value(failures).unwrap_or_default()
    }

    /// The files of a folder of the run directory, with their content.
    pub(crate) fn files(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        let folder = self.run_dir.join(folder);
        if !folder.exists() {
            return BTreeMap::new();
        }
        let is_whole = |path: &Path| !path.file_name().unwrap().to_string_lossy().starts_with('.');
        listing(&folder)
            .into_iter()
            .filter(|(path, _)| is_whole(path))
            .filter_map(|(path, content)| Some((path.to_string_lossy().into_owned(), content?)))
            .collect()
    }

    /// Its records.
    pub(crate) fn records(&self) -> BTreeMap<String, TimingRecord> {
        let read = |bytes: Vec<u8>| serde_json::from_slice(&bytes).unwrap();
        self.files("records").into_iter().map(|(name, bytes)| (name, read(bytes))).collect()
    }

    /// Validation finds nothing.
    pub(crate) fn assert_valid(&self) {
        let ran = Ran::of(tool("validate").arg(&self.run_dir).args(["--format", "csv"]));
        assert_eq!((ran.status(), &*ran.stdout()), (0, ""), "{}", ran.stderr());
        assert!(!ran.stderr().contains("could not be checked"), "{}", ran.stderr());
    }

    /// Every operation of [`submissions`] has one record with all its trials, and a profile.
    pub(crate) fn assert_whole(&self) {
        let records = self.records();
        assert_eq!(records.keys().cloned().collect::<Vec<_>>(), operations());
        assert_eq!(self.files("profile").into_keys().collect::<Vec<_>>(), operations());
        for (name, record) in records {
            assert!(record.is_complete(), "{name}");
            let calls: Vec<u64> = record.trials.iter().map(|trial| trial.measurements).collect();
            assert_eq!(calls, [4, 4, 4], "{name}");
            assert_eq!(record.processes.len(), 3, "{name}");
        }
        assert!(self.files("partial").is_empty());
        assert!(self.read().ended_utc.is_some());
        self.assert_valid();
    }
}

/// What a campaign prints.
#[derive(Debug, Deserialize)]
pub(crate) struct Printed {
    pub(crate) measured: u64,
    pub(crate) measured_before: u64,
    pub(crate) profiled: u64,
    pub(crate) failures: Vec<Failure>,
}

/// Runs a campaign in which nothing fails.
pub(crate) fn done(command: &mut Command) -> Printed {
    let ran = Ran::of(command);
    assert_eq!((ran.status(), &*ran.stderr()), (0, ""), "{command:?}");
    let printed: Printed = ran.json();
    assert_eq!(printed.failures, []);
    printed
}

/// Runs a campaign that cannot be done: one message, and no result.
pub(crate) fn refused(command: &mut Command) -> String {
    let ran = Ran::of(command);
    assert_eq!((ran.status(), &*ran.stdout()), (2, ""), "{command:?}\n{}", ran.stderr());
    let said = ran.stderr();
    assert!(said.starts_with("iccsprof: ") && said.lines().count() == 1, "{said}");
    said
}
