//! How true the corrected shares are: a synthetic submission of known make-up is profiled, and
//! what it spends in its helper is also timed without any wrapper.
//!
//! The truth is what the operation takes longer than the same operation with a helper that does
//! nothing, both timed in the plain library: that call costs nothing of its own by definition,
//! as it does in the correction. Runs of the libraries alternate, and medians are compared, so
//! that a machine that changes its speed changes it for all.

use iccs_interpose::tick::Source;
use iccs_profiler::api::{Kind, Operation};
use iccs_profiler::build::{self, BuildOptions, Built, FlagSet};
use iccs_profiler::drive::{self, Measure};
use iccs_profiler::format::significant3;
use iccs_profiler::interposer::{self, Exports};
use iccs_profiler::measure::{self, Limits, Outcome, Run};
use iccs_profiler::profile::assemble;
use iccs_profiler::target;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

const CALL_MICROSECONDS: [f64; 4] = [0.2, 1.0, 10.0, 100.0];
const SHARES: [f64; 3] = [0.05, 0.5, 0.95];
const CALLS: u64 = 20;
const ROUNDS: usize = 15;
/// Time of the measured loop of one run.
const RUN_SECONDS: f64 = 0.1;

fn main() -> ExitCode {
    if drive::is_child() {
        return drive::main(std::env::args_os().skip(1));
    }
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("accuracy: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let bench = Bench::new()?;
    let nanoseconds = bench.step_nanoseconds()?;
    println!("one step takes {nanoseconds:.2} ns; {ROUNDS} rounds; errors in percentage points\n");
    println!(
        "call µs  true share  ticks          raw share  corrected  error  total error  inside  outside"
    );
    let mut worst = [0.0_f64; 2];
    for microseconds in CALL_MICROSECONDS {
        for share in SHARES {
            let helper_steps = (microseconds * 1000.0 / nanoseconds).round() as u64;
            let rest_steps = (helper_steps as f64 * (1.0 - share) / share).round() as u64;
            let full = bench.build(helper_steps, rest_steps)?;
            let rest = bench.build(0, rest_steps)?;
            let call_seconds = (helper_steps + rest_steps) as f64 * nanoseconds * 1e-9;
            let iterations = (RUN_SECONDS / (call_seconds * CALLS as f64)).ceil() as u64;
            for (number, source) in [Source::Counter, Source::FencedCounter].into_iter().enumerate()
            {
                let row = bench.compare(&full, &rest, iterations, source)?;
                worst[number] = worst[number].max(row.error.abs());
                println!(
                    "{microseconds:7}  {:9.2}%  {:13}  {:8.2}%  {:8.2}%  {:+5.2}  {:+10.2}%  {:6}  {:7}",
                    100.0 * row.truth,
                    source.name(),
                    100.0 * row.raw,
                    100.0 * row.corrected,
                    row.error,
                    row.total_error,
                    significant3(row.inside),
                    significant3(row.outside),
                );
            }
        }
    }
    bench.print_memory()?;
    println!("\nworst error: unfenced {:.2}, fenced {:.2} percentage points", worst[0], worst[1]);
    Ok(())
}

/// Medians over the rounds.
struct Row {
    truth: f64,
    raw: f64,
    corrected: f64,
    /// Percentage points.
    error: f64,
    /// Corrected total against the plain library's time, percent.
    total_error: f64,
    inside: f64,
    outside: f64,
}

struct Bench {
    folder: tempfile::TempDir,
    interposer: PathBuf,
}

impl Bench {
    fn new() -> Result<Self, Box<dyn Error>> {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR"))?;
        let interposer = interposer::place(Exports::Wrap, folder.path())?;
        Ok(Bench { folder, interposer })
    }

    /// Cost of one step, from a plain run of many.
    fn step_nanoseconds(&self) -> Result<f64, Box<dyn Error>> {
        let steps = 100_000;
        let built = self.build(0, steps)?;
        let seconds = (0..ROUNDS)
            .map(|_| self.time(&built.plain, 20))
            .collect::<Result<_, Box<dyn Error>>>()?;
        Ok(median(seconds) / (CALLS * steps) as f64 * 1e9)
    }

    fn build(&self, helper_steps: u64, rest_steps: u64) -> Result<Built, Box<dyn Error>> {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/accuracy");
        let config = format!(
            "[[instance]]\nlabel = \"synthetic\"\ndir = {source:?}\ndefine = \
             [\"CALLS={CALLS}\", \"HELPER_STEPS={helper_steps}\", \"REST_STEPS={rest_steps}\"]\n"
        );
        let path = self.folder.path().join("submission.toml");
        std::fs::write(&path, config)?;
        let submission = target::find(&path)?;
        let instance = submission.instances.first().ok_or("no instance")?;
        let options = BuildOptions {
            cc: "cc".into(),
            flags: FlagSet::Guide,
            cache_dir: self.folder.path().to_owned(),
            helpers: None,
            interposer: self.interposer.clone(),
        };
        Ok(build::build(instance, &options)?)
    }

    fn measure(
        &self,
        library: &Path,
        measure: Measure,
        iterations: u64,
        tick_source: Source,
    ) -> Result<Outcome, Box<dyn Error>> {
        let run = Run {
            library,
            kind: Kind::Kem,
            operation: Operation::Enc,
            digest_bits: 0,
            warmups: Some(3),
            iterations: Some(iterations),
            trials: 1,
            measure,
            interposer: Some(&self.interposer),
            tick_source,
        };
        let limits = Limits { timeout: Duration::from_secs(60), cpu: None };
        let outcome = measure::run(&run, &limits)?;
        if outcome.ending.is_complete() {
            Ok(outcome)
        } else {
            Err(outcome.ending.to_string().into())
        }
    }

    /// What the interposer adds to the measured process's memory.
    fn print_memory(&self) -> Result<(), Box<dyn Error>> {
        let built = self.build(100, 100)?;
        let peak = |library: &Path, measure| {
            let outcome = self.measure(library, measure, 1000, Source::DEFAULT)?;
            Ok::<_, Box<dyn Error>>(outcome.peak_rss / 1024)
        };
        let plain = peak(&built.plain, Measure::Time)?;
        let counted = peak(&built.instrumented, Measure::Wrap)?;
        println!("\npeak resident memory: {plain} KiB, with the interposer {counted} KiB");
        Ok(())
    }

    /// Seconds of one operation of a plain library.
    fn time(&self, library: &Path, iterations: u64) -> Result<f64, Box<dyn Error>> {
        let outcome = self.measure(library, Measure::Time, iterations, Source::Counter)?;
        Ok(outcome.seconds() / iterations as f64)
    }

    fn compare(
        &self,
        full: &Built,
        rest: &Built,
        iterations: u64,
        source: Source,
    ) -> Result<Row, Box<dyn Error>> {
        let mut columns: [Vec<f64>; 6] = Default::default();
        for _ in 0..ROUNDS {
            let with = self.time(&full.plain, iterations)?;
            let outcome = self.measure(&full.instrumented, Measure::Wrap, iterations, source)?;
            let without = self.time(&rest.plain, iterations)?;
            let counts = outcome.counts.ok_or("nothing counted")?;
            let hz = outcome.tick_hz.ok_or("no tick frequency")?;
            let record = assemble(&counts, 0, Some(hz));
            let corrected = record.corrected.ok_or("nothing left after correction")?;
            let total = corrected.total_ticks / iterations as f64 / hz;
            let values = [
                1.0 - without / with,
                record.hash_share,
                corrected.hash_share,
                total / with,
                counts.calibration.inside_ticks,
                counts.calibration.outside_ticks,
            ];
            columns.iter_mut().zip(values).for_each(|(column, value)| column.push(value));
        }
        let [truth, raw, corrected, total, inside, outside] = columns.map(median);
        Ok(Row {
            truth,
            raw,
            corrected,
            error: 100.0 * (corrected - truth),
            total_error: 100.0 * (total - 1.0),
            inside,
            outside,
        })
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
