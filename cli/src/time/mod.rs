//! `iccsprof time`: what each operation costs.

mod table;

use crate::common::{self, Output};
use crate::host;
use crate::progress::Progress;
use crate::targets::{TargetArgs, Targets};
use anyhow::Context;
use iccs_profiler::drive::TRIALS;
use iccs_profiler::files::{json, write_whole};
use iccs_profiler::format::Format;
use iccs_profiler::library::{Library, Mode};
use iccs_profiler::measure::Limits;
use iccs_profiler::memory;
use iccs_profiler::record::{TimingRecord, record_path};
use iccs_profiler::timing::{self, Options};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Options of `iccsprof time`.
#[derive(clap::Args)]
pub(crate) struct TimeArgs {
    #[command(flatten)]
    target: TargetArgs,
    /// Measure on this processor [default: the last one this process may run on]
    #[arg(long, value_name = "N")]
    cpu: Option<usize>,
    /// Timed calls of a trial [default: as many as fill a second, 20 to 20000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    iters: Option<u64>,
    /// Calls before them [default: 3, 1 or none, by how long a call takes]
    #[arg(long, value_name = "N")]
    warmups: Option<u64>,
    /// Trials of an operation
    #[arg(long, value_name = "N", default_value = "5",
          value_parser = clap::value_parser!(u64).range(1..=TRIALS as u64))]
    trials: u64,
    /// Give up on a measuring process after this time [default: five minutes and three times what
    /// it should take]
    #[arg(long, value_name = "SECONDS", value_parser = common::seconds)]
    timeout: Option<Duration>,
    /// More columns: memory of the algorithm alone, and how single calls are spread
    #[arg(long)]
    wide: bool,
    /// Write the record files into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(arguments: &TimeArgs) -> anyhow::Result<ExitCode> {
    let output = &arguments.output;
    common::check_cpu(arguments.cpu)?;
    let progress = Progress::new(output.quiet);
    let targets = Targets::build(&arguments.target, Mode::Auto, output, &progress)?;
    let mut records = Vec::new();
    for library in &targets.libraries {
        records.extend(measure(arguments, &targets, library, &progress)?);
    }
    progress.finish();
    targets.explain_unusable();
    for record in &records {
        let about = |what: &str| format!("{} {}: {what}", record.label, record.operation);
        if let Some(failure) = &record.failure {
            common::say(&format!("iccsprof: {}", about(failure)));
        }
        record.warnings().iter().for_each(|warning| output.remark(&about(warning)));
    }
    if let Some(folder) = &arguments.out {
        write_records(folder, &records)?;
    }
    if targets.libraries.is_empty() {
        return Ok(ExitCode::from(2));
    }
    let text = match output.format {
        Format::Json => common::json(&records),
        format => table::table(&records, arguments.wide).render(format),
    };
    common::print(&text)?;
    let all_complete = records.iter().all(TimingRecord::is_complete);
    Ok(ExitCode::from(u8::from(!(all_complete && targets.unusable.is_empty()))))
}

fn measure(
    arguments: &TimeArgs,
    targets: &Targets,
    library: &Library,
    progress: &Progress,
) -> anyhow::Result<Vec<TimingRecord>> {
    let cpu = arguments.cpu.or_else(|| common::last_cpu(0));
    let mut options = Options {
        iterations: arguments.iters,
        warmups: arguments.warmups,
        timeout: arguments.timeout,
        cpu,
        fixed_hz: cpu.and_then(|cpu| host::here().fixed_hz(cpu)),
        ..Options::default()
    };
    options.planning.trials = arguments.trials;
    let subject = timing::Subject {
        library: &library.plain,
        kind: library.kind,
        digest_bits: library.digest_bits,
    };
    let timeout = arguments.timeout.unwrap_or(Duration::from_secs(3600));
    let mut records = Vec::new();
    for operation in targets.operations(library, &Limits { timeout, cpu })? {
        progress.say(&format!("timing {} {operation}", library.label));
        let state = || host::state(cpu, &arguments.target.build.cc);
        let start = state();
        let calibration = timing::calibrate(&subject, operation, &options)?;
        let timed = timing::time(&subject, operation, &options, &calibration)?;
        let names = timing::Names {
            candidate: &targets.submission.id,
            label: &library.label,
            instance: &library.instance,
            variant: &library.variant,
            kind: library.kind,
            operation,
        };
        let mut record = timing::record(&names, &timed);
        library.describe_timing(&mut record);
        if record.is_complete() {
            let heap = &library.heap_interposer;
            memory::add_to(&mut record, &subject, operation, heap, &Limits { timeout, cpu })?;
        }
        start.describe(&state(), &mut record);
        records.push(record);
    }
    Ok(records)
}

fn write_records(folder: &Path, records: &[TimingRecord]) -> anyhow::Result<()> {
    for record in records {
        let operation = record.operation().context("an operation without a name")?;
        let name = record_path("records", &record.candidate, &record.label, operation);
        write_whole(&folder.join(name), &json(record))?;
    }
    Ok(())
}
