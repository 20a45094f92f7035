//! How long the report of a large data set takes: 3,000 timing and as many profile records, the
//! published ones over and over, with the processes shortened there filled up again. Meant to
//! stay below a second.

#![allow(clippy::unwrap_used, reason = "a benchmark that cannot go on has failed")]

use criterion::{BatchSize, Criterion};
use iccs_profiler::dataset::DataSet;
use iccs_profiler::record::{BuildIndex, ProfileRecord, TimingRecord};
use iccs_profiler::report::{self, Catalogues};
use serde::de::DeserializeOwned;
use serde_json::json;
use std::path::Path;

/// Timing records; there are as many profile records.
const RECORDS: usize = 3000;

fn reference() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/arm_1"))
}

fn records<T: DeserializeOwned>(folder: &str) -> Vec<(String, T)> {
    let entries = std::fs::read_dir(reference().join(folder).join("kem-41")).unwrap();
    let read = |entry: std::io::Result<std::fs::DirEntry>| {
        let entry = entry.unwrap();
        let text = std::fs::read(entry.path()).unwrap();
        (entry.file_name().into_string().unwrap(), serde_json::from_slice(&text).unwrap())
    };
    entries.map(read).collect()
}

/// What a process said of itself, which the records at hand lack.
fn fill_up(record: &mut TimingRecord) {
    let sizes = serde_json::to_value(&record.sizes).unwrap();
    for process in &mut record.processes {
        let meta = sizes.as_object().unwrap().iter();
        process.meta = meta.map(|(key, size)| (key.clone(), size.to_string().into())).collect();
        for key in ["baseline_rss_bytes", "peak_rss_bytes", "measurement_count", "mode", "warmups"]
        {
            process.meta.insert(key.to_owned(), json!("1507328"));
        }
        process.meta.insert("build_flags".to_owned(), json!(record.build_flags));
        process.stderr = Some(String::new());
        process.command =
            Some(["taskset", "-c", "7", "measure", "lib.so", "enc"].map(String::from).to_vec());
        process.wall_s = Some(0.6406993865966797);
    }
}

fn write(path: &Path, record: &impl serde::Serialize) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, serde_json::to_vec_pretty(record).unwrap()).unwrap();
}

/// A data set of as many candidates as it takes.
fn multiply(folder: &Path) {
    let (timings, profiles) =
        (records::<TimingRecord>("records"), records::<ProfileRecord>("profile"));
    let index: BuildIndex =
        serde_json::from_slice(&std::fs::read(reference().join("build.json")).unwrap()).unwrap();
    let mut all = BuildIndex::default();
    for number in 0..RECORDS.div_ceil(timings.len()) {
        let id = format!("kem-{number}");
        let left = RECORDS - number * timings.len();
        for (name, record) in timings.iter().take(left) {
            let mut record = TimingRecord { candidate: id.clone(), ..record.clone() };
            fill_up(&mut record);
            write(&folder.join("records").join(&id).join(name), &record);
        }
        for (name, record) in profiles.iter().take(left) {
            let record = ProfileRecord { candidate: id.clone(), ..record.clone() };
            write(&folder.join("profile").join(&id).join(name), &record);
        }
        for built in index.instances.values() {
            let mut built = built.clone();
            built.candidate = id.clone();
            all.instances.insert(format!("{id}/{}", built.label), built);
        }
    }
    std::fs::copy(reference().join("campaign.json"), folder.join("campaign.json")).unwrap();
    write(&folder.join("build.json"), &all);
}

fn report_of_3000_records(c: &mut Criterion) {
    let folder = tempfile::tempdir().unwrap();
    multiply(folder.path());
    let write = |out: &Path| {
        let data = DataSet::open(folder.path()).unwrap();
        report::write(&data, &Catalogues::default(), out).unwrap()
    };
    let mut group = c.benchmark_group("report of 3000 records");
    group.sample_size(10);
    group.bench_function("new", |bencher| {
        let empty = || tempfile::tempdir().unwrap();
        // The folder is given back, so that taking it away is not timed.
        let run = |out: tempfile::TempDir| {
            write(out.path());
            out
        };
        bencher.iter_batched(empty, run, BatchSize::PerIteration);
    });
    let out = tempfile::tempdir().unwrap();
    group.bench_function("again", |bencher| bencher.iter(|| write(out.path())));
    group.finish();
}

mod benches {
    #![allow(missing_docs, reason = "the macro writes a public function")]
    use super::*;
    criterion::criterion_group!(all, report_of_3000_records);
}

criterion::criterion_main!(benches::all);
