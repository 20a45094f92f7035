//! Data sets to report on: the published one, and one with every kind of submission.

#![allow(dead_code, reason = "every file of tests uses a part of this")]

use iccs_profiler::api::Operation;
use iccs_profiler::record::{
    BuildIndex, BuiltInstance, COMPLETE, CallCount, Campaign, Environment, FunctionTotals, Kex,
    ProfileMeta, ProfileRecord, ProfileTotal, SCHEMA, Sizes, TimingPlan, TimingRecord, Trial,
    hash_part, raw_shares, record_path, recorded_name,
};
use serde::Serialize;
use serde_json::json;
use std::path::{Path, PathBuf};

/// A folder of the test data.
pub(crate) fn data(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(path)
}

/// A data set that may be changed.
pub(crate) struct Folder(pub(crate) tempfile::TempDir);

impl Folder {
    /// A copy of the published one.
    pub(crate) fn reference() -> Self {
        let folder = Folder(tempfile::tempdir().unwrap());
        copy(&data("arm_1"), folder.path());
        folder
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub(crate) fn json(&self, path: &str, value: &impl Serialize) {
        self.write(path, serde_json::to_vec(value).unwrap());
    }

    /// Changes a JSON file.
    pub(crate) fn edit(&self, path: &str, change: impl FnOnce(&mut serde_json::Value)) {
        let text = std::fs::read(self.path().join(path)).unwrap();
        let mut value = serde_json::from_slice(&text).unwrap();
        change(&mut value);
        self.json(path, &value);
    }

    pub(crate) fn timing(&self, record: &TimingRecord) {
        let operation = record.operation().unwrap();
        self.json(&record_path("records", &record.candidate, &record.label, operation), record);
    }

    pub(crate) fn profile(&self, record: &ProfileRecord, operation: Operation) {
        self.json(&record_path("profile", &record.candidate, &record.label, operation), record);
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

pub(crate) fn environment() -> Environment {
    Environment {
        hostname: Some("bench".to_owned()),
        architecture: Some("x86_64".to_owned()),
        cpu_model: Some("Example CPU <7>".to_owned()),
        cpu_number: Some(2),
        memory_total_kib: Some(16_000_000),
        os: Some("Example Linux 1".to_owned()),
        kernel: Some("6.1.0".to_owned()),
        compiler: Some("gcc 14.2.0".to_owned()),
        cpufreq_governor: Some("performance".to_owned()),
        cpufreq_min_khz: Some("2100000".into()),
        cpufreq_max_khz: Some("2100000".into()),
        intel_pstate_no_turbo: Some("1".into()),
        smt_control: Some("off".to_owned()),
        ..Environment::default()
    }
}

/// Trials of `iterations` calls of about so many cycles, at 2 GHz.
pub(crate) fn trials(iterations: u64, cycles: u64) -> Vec<Trial> {
    let trial = |disturbance: u64| {
        let cycles = iterations * cycles * (1000 + disturbance) / 1000;
        let seconds = cycles as f64 / 2e9;
        Trial { measurements: iterations, seconds, cycles, ..Trial::default() }
    };
    [0, 3, 1, 7, 2].map(trial).to_vec()
}

pub(crate) fn timing(
    candidate: &str,
    label: &str,
    operation: Operation,
    trials: Vec<Trial>,
) -> TimingRecord {
    let mut record = TimingRecord {
        schema: SCHEMA,
        status: COMPLETE.to_owned(),
        candidate: candidate.to_owned(),
        label: label.to_owned(),
        instance: label.to_owned(),
        variant: "reference".to_owned(),
        flags: "guide".to_owned(),
        operation: recorded_name(operation),
        input_bytes: if let Operation::Hash(bytes) = operation { bytes } else { 0 },
        plan: Some(TimingPlan { trials: 5, ..TimingPlan::default() }),
        kat: Some("PASS".to_owned()),
        environment: environment(),
        trials,
        baseline_rss_bytes: Some(1_500_000),
        peak_rss_bytes: Some(1_600_000),
        ..TimingRecord::default()
    };
    record.derived = record.derive();
    record
}

/// A profile in which the rows' helpers take their ticks out of so many.
pub(crate) fn profile(
    candidate: &str,
    label: &str,
    operation: Operation,
    ticks: u64,
    rows: &[(&'static str, u64, u64)],
) -> ProfileRecord {
    let mut totals = FunctionTotals::default();
    rows.iter().for_each(|&(name, calls, ticks)| totals.add(name, calls, ticks));
    let (share, hash_share) = raw_shares(&totals, ticks);
    assert_eq!(hash_share, hash_part(&share));
    let call = |&(name, calls, ticks): &(&str, u64, u64)| CallCount {
        function: name.to_owned(),
        in_bits: 512,
        out_bits: 256,
        calls,
        ticks,
    };
    ProfileRecord {
        schema: SCHEMA,
        candidate: candidate.to_owned(),
        label: label.to_owned(),
        operation: recorded_name(operation),
        input_bytes: if let Operation::Hash(bytes) = operation { bytes } else { 0 },
        status: COMPLETE.to_owned(),
        failure: None,
        command: None,
        stderr: String::new(),
        meta: ProfileMeta::default(),
        total: ProfileTotal { operations: 100, ticks },
        calls: rows.iter().map(call).collect(),
        share,
        hash_share,
        overflow: Default::default(),
        overhead: None,
        corrected: None,
        drng_context: vec![],
        init: vec![],
        abandoned_calls: 0,
        disturbance: None,
        other: Default::default(),
    }
}

pub(crate) fn built(candidate: &str, label: &str) -> BuiltInstance {
    BuiltInstance {
        candidate: candidate.to_owned(),
        label: label.to_owned(),
        instance: label.to_owned(),
        variant: "reference".to_owned(),
        flags: "guide".to_owned(),
        kat: Some("PASS".to_owned()),
        elf_load_bytes: Some(34_372),
        kat_log: Some(format!("kat/{candidate}/{label}.log")),
        kat_log_sha256: Some("0123456789abcdef".repeat(4)),
        ..BuiltInstance::default()
    }
}

pub(crate) fn campaign() -> Campaign {
    Campaign {
        system_id: "x86_7".to_owned(),
        started_utc: Some("2026-10-01T08:00:00.123456+00:00".to_owned()),
        ended_utc: Some("2026-10-01T20:00:00+00:00".to_owned()),
        environment_at_start: Some(environment()),
        environment_at_end: Some(environment()),
        ..Campaign::default()
    }
}

/// One submission of every kind with what can go wrong, and the ICCS helpers.
pub(crate) fn synthetic() -> Folder {
    let folder = Folder(tempfile::tempdir().unwrap());
    let mut index = BuildIndex::default();
    let mut add = |built: BuiltInstance| {
        index.instances.insert(format!("{}/{}", built.candidate, built.label), built);
    };
    signature(&folder, &mut add);
    exchange(&folder, &mut add);
    hash(&folder, &mut add);
    folder.json("campaign.json", &campaign());
    folder.json("build.json", &index);
    folder
}

fn signature(folder: &Folder, add: &mut impl FnMut(BuiltInstance)) {
    let sizes = Sizes {
        pk_bytes: Some(1312),
        sk_bytes: Some(2560),
        signature_bytes: Some(2420),
        ..Sizes::default()
    };
    for (label, cycles) in [("Sig-128", 1_200_000), ("Sig-1024", 9_600_000_000)] {
        add(BuiltInstance {
            algorithm: Some("Example|Sign".to_owned()),
            survey: Some("own SHAKE beside the helpers".to_owned()),
            ..built("sign-07", label)
        });
        for (operation, factor) in
            [(Operation::Keygen, 1), (Operation::Sign, 5), (Operation::Verify, 2)]
        {
            let iterations = if cycles > 1_000_000_000 { 7 } else { 500 };
            let record = timing("sign-07", label, operation, trials(iterations, factor * cycles));
            let processes = serde_json::from_value(json!([
                {"status": "complete", "exit_code": 0, "meta": {"verify_rejections": "3",
                    "sign_failures_retried": "0", "signature_length_excess": "64"}, "trials": []},
                {"status": "complete", "exit_code": 0, "meta": {"verify_rejections": "4"}, "trials": []}
            ]));
            let is_rejecting = label == "Sig-128" && operation == Operation::Verify;
            let processes = if is_rejecting { processes.unwrap() } else { vec![] };
            folder.timing(&TimingRecord { sizes: sizes.clone(), processes, ..record });
            let rows = [("sm3hash", 62_000, 7_400_000 * factor), ("drng", 100, 1_000)];
            folder.profile(
                &profile("sign-07", label, operation, 10_000_000 * factor, &rows),
                operation,
            );
        }
    }
    let failing = BuiltInstance {
        variant: "optimized-avx2".to_owned(),
        flags: "harness-default".to_owned(),
        kat: Some("CRYPTOFAIL".to_owned()),
        guide_result: Some("MISMATCH".to_owned()),
        ..built("sign-07", "Sig-128-avx2")
    };
    add(failing);
    let failed = timing("sign-07", "Sig-128-avx2", Operation::Sign, vec![]);
    folder.timing(&TimingRecord {
        status: "failed_or_partial".to_owned(),
        failure: Some("sig_sign crashed with signal 11 | `SIGSEGV`".to_owned()),
        kat_not_passed: true,
        host_problems: vec!["turbo is on: echo 1 > no_turbo".to_owned()],
        ..failed
    });
    // Built, but neither timed nor profiled.
    add(built("sign-07", "Sig-excluded"));
}

fn exchange(folder: &Folder, add: &mut impl FnMut(BuiltInstance)) {
    add(built("kex-03", "Akex-256"));
    let sizes: Sizes = serde_json::from_value(json!({
        "pk_bytes": 800, "sk_bytes": 1632, "ss_bytes": 64, "ss_actual_bytes": 32, "sta_bytes": 3232,
        "stb_bytes": 96, "msg1_bytes": 800, "msg2_bytes": 3188, "msg3_bytes": 2420,
        "total_msg_bytes": 6408
    }))
    .unwrap();
    let kex = Kex { kex_passes: Some(3.into()), kex_passes_run: Some(3.into()), ..Kex::default() };
    use Operation::{DeriveA, DeriveB, Exchange, InitA, InitB, Pass};
    for (operation, cycles) in [
        (Exchange, 3_170_000),
        (InitA, 186),
        (InitB, 9_999),
        (Pass(1), 372_900),
        (Pass(2), 488_500),
        (Pass(3), 10_000),
        (DeriveA, 290_500),
        (DeriveB, 2_845),
    ] {
        let record = timing("kex-03", "Akex-256", operation, trials(200, cycles));
        let scope = if operation == Exchange { "loop" } else { "per_call_step" };
        folder.timing(&TimingRecord {
            sizes: sizes.clone(),
            kex: kex.clone(),
            timing_scope: Some(scope.to_owned()),
            ..record
        });
    }
    let rows =
        [("sm3hash", 56_300, 6_500_000), ("pseudoXOF", 600, 400_000), ("drng", 300, 120_000)];
    folder.profile(&profile("kex-03", "Akex-256", Exchange, 10_000_000, &rows), Exchange);
}

fn hash(folder: &Folder, add: &mut impl FnMut(BuiltInstance)) {
    // Of 256 and 512 bits; there are helper measurements for 512 only.
    for (candidate, label, bytes, per_block) in [
        ("hash-09", "Duplex-256", 32, 900),
        ("hash-09", "Duplex-512", 64, 1_300),
        ("iccs", "pseudoXOF-512", 64, 2_800),
        ("iccs", "sm3hash-256", 32, 1_400),
    ] {
        let variant = if candidate == "iccs" { "iccs-baseline" } else { "reference" };
        add(BuiltInstance { variant: variant.to_owned(), ..built(candidate, label) });
        for message in iccs_profiler::api::HASH_MESSAGE_BYTES {
            let operation = Operation::Hash(message);
            let iterations = if message > 16_384 { 7 } else { 2000 };
            let trials = trials(iterations, per_block * (1 + message / 64));
            let record = timing(candidate, label, operation, trials);
            let sizes = Sizes { digest_bytes: Some(bytes), ..Sizes::default() };
            folder.timing(&TimingRecord { sizes, variant: variant.to_owned(), ..record });
        }
    }
}
