//! `iccsprof profile`: the share table.

mod table;

use crate::common::{self, Output};
use crate::progress::Progress;
use crate::targets::{TargetArgs, Targets};
use anyhow::Context;
use iccs_interpose::tick::Source;
use iccs_profiler::files::{json, write_whole};
use iccs_profiler::format::Format;
use iccs_profiler::library::{Interposition, Library, Mode};
use iccs_profiler::measure::Limits;
use iccs_profiler::profile::{self, Fixed};
use iccs_profiler::record::{ProfileRecord, operation, record_path};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Options of `iccsprof profile`.
#[derive(clap::Args)]
pub(crate) struct ProfileArgs {
    #[command(flatten)]
    target: TargetArgs,
    /// How calls are interposed: auto, wrap or preload
    #[arg(long, value_name = "MODE", default_value = "auto", value_parser = str::parse::<Mode>)]
    mode: Mode,
    /// Measure on this processor
    #[arg(long, value_name = "N")]
    cpu: Option<usize>,
    /// Runs of each operation [default: as many as fill a second, 3 to 1000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    iters: Option<u64>,
    /// Runs of each operation before counting begins [default: 1, none if one takes over 5 s]
    #[arg(long, value_name = "N")]
    warmups: Option<u64>,
    /// Give up on a measuring process after this time
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = common::seconds)]
    timeout: Duration,
    /// How ticks are read: fenced (the counter, between fences), counter (without) or clock
    #[arg(long, value_name = "SOURCE", default_value = "fenced", value_parser = tick_source)]
    ticks: Source,
    /// More columns: the two uses of the DRNG, its initialisation, ticks, uncorrected shares
    #[arg(long)]
    wide: bool,
    /// Write the record files into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

fn tick_source(name: &str) -> Result<Source, String> {
    Ok(match name {
        "counter" => Source::Counter,
        "fenced" => Source::FencedCounter,
        "clock" => Source::Clock,
        _ => return Err("known are counter, fenced and clock".to_owned()),
    })
}

pub(crate) fn run(arguments: &ProfileArgs) -> anyhow::Result<ExitCode> {
    let output = &arguments.output;
    common::check_cpu(arguments.cpu)?;
    let progress = Progress::new(output.quiet);
    let mut targets = Targets::build(&arguments.target, arguments.mode, output, &progress)?;
    targets.drop_blind();
    let mut records = Vec::new();
    for library in &targets.libraries {
        if let Ok(interposition) = &library.interposition {
            records.extend(measure(arguments, &targets, library, interposition, &progress)?);
        }
    }
    progress.finish();
    targets.explain_unusable();
    for record in &records {
        let about = |what: &str| format!("{} {}: {what}", record.label, record.operation);
        if let Some(failure) = &record.failure {
            common::say(&format!("iccsprof: {}", about(failure)));
        }
        if let Some(disturbance) = &record.disturbance {
            output.remark(&about(&disturbance.describe()));
        }
        if let Some(number) = record.other.get("verify_rejections") {
            let what = format!("sig_verify rejected the signature of sig_sign {number} times");
            output.remark(&about(&what));
        }
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
    let all_complete = records.iter().all(|record| record.failure.is_none());
    Ok(ExitCode::from(u8::from(!(all_complete && targets.unusable.is_empty()))))
}

fn measure(
    arguments: &ProfileArgs,
    targets: &Targets,
    library: &Library,
    interposition: &Interposition,
    progress: &Progress,
) -> anyhow::Result<Vec<ProfileRecord>> {
    let limits = Limits { timeout: arguments.timeout, cpu: arguments.cpu };
    let fixed = Fixed { iterations: arguments.iters, warmups: arguments.warmups };
    let subject = profile::Subject {
        library: &interposition.library,
        kind: library.kind,
        digest_bits: library.digest_bits,
        measure: interposition.measure,
        interposer: &interposition.interposer,
        tick_source: arguments.ticks,
    };
    let mut records = Vec::new();
    for operation in targets.operations(library, &limits)? {
        progress.say(&format!("profiling {} {operation}", library.label));
        let outcome = profile::profile(&subject, operation, fixed, &limits)?;
        let candidate = &targets.submission.id;
        let names = profile::Names { candidate, label: &library.label, operation };
        let mut record = profile::record(&names, &outcome);
        library.describe_profile(&mut record);
        records.push(record);
    }
    Ok(records)
}

fn write_records(folder: &Path, records: &[ProfileRecord]) -> anyhow::Result<()> {
    for record in records {
        let operation = operation(&record.operation, record.input_bytes)
            .context("an operation without a name")?;
        let name = record_path("profile", &record.candidate, &record.label, operation);
        write_whole(&folder.join(name), &json(record))?;
    }
    Ok(())
}
