//! `iccsprof profile`: the share table.

mod library;
mod progress;
mod table;

use crate::common::{self, Output};
use anyhow::Context;
use iccs_interpose::tick::Source;
use iccs_profiler::api::{Kind, Operation};
use iccs_profiler::build::FlagSet;
use iccs_profiler::files::write_whole;
use iccs_profiler::format::Format;
use iccs_profiler::measure::Limits;
use iccs_profiler::profile::{self, Fixed};
use iccs_profiler::record::ProfileRecord;
use iccs_profiler::target::{self, Submission};
use library::{Builder, Library, Mode};
use progress::Progress;
use serde::Serialize;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Options of `iccsprof profile`.
#[derive(clap::Args)]
pub(crate) struct ProfileArgs {
    /// Folder of C sources, submission.toml, shared library or static archive
    target: PathBuf,
    /// Only this instance (may be repeated)
    #[arg(long = "instance", value_name = "LABEL")]
    instances: Vec<String>,
    /// Only this operation (may be repeated)
    #[arg(long = "op", value_name = "OP")]
    operations: Vec<String>,
    /// How calls are interposed: auto, wrap or preload
    #[arg(long, value_name = "MODE", default_value = "auto", value_parser = str::parse::<Mode>)]
    mode: Mode,
    /// Compiler flags: guide, performance, resource or permissive [default: guide, and
    /// permissive for what does not build with it]
    #[arg(long, value_name = "SET", value_parser = common::flag_set)]
    flags: Option<FlagSet>,
    /// C compiler
    #[arg(long, value_name = "PROGRAM", default_value = "cc")]
    cc: OsString,
    /// Folder with auxfunc.c and drng.c for submissions that ship none
    #[arg(long, value_name = "DIR")]
    helpers: Option<PathBuf>,
    /// Folder for build products [default: the user's cache folder]
    #[arg(long, value_name = "DIR")]
    cache_dir: Option<PathBuf>,
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
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = seconds)]
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

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    let duration = Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())?;
    if duration.is_zero() { Err("must be more than 0".to_owned()) } else { Ok(duration) }
}

fn tick_source(name: &str) -> Result<Source, String> {
    Ok(match name {
        "counter" => Source::Counter,
        "fenced" => Source::FencedCounter,
        "clock" => Source::Clock,
        _ => return Err("known are counter, fenced and clock".to_owned()),
    })
}

/// What went on with an instance that has no result at all.
struct Unusable {
    label: String,
    error: anyhow::Error,
}

pub(crate) fn run(arguments: &ProfileArgs) -> anyhow::Result<ExitCode> {
    let output = &arguments.output;
    check_cpu(arguments.cpu)?;
    let operations: Vec<Operation> =
        arguments.operations.iter().map(|name| operation(name)).collect::<Result<_, _>>()?;
    let submission = target::find(&arguments.target)?;
    submission.remarks.iter().for_each(|remark| output.remark(remark));
    let labels: Vec<String> =
        submission.instances.iter().map(|instance| instance.label.clone()).collect();
    let selected = common::select("instance", &labels, &arguments.instances)?;
    let builder = Builder::new(arguments)?;
    let progress = Progress::new(output.quiet);
    let mut libraries = Vec::new();
    let mut unusable = Vec::new();
    for instance in submission.instances.iter().filter(|each| selected.contains(&each.label)) {
        progress.say(&format!("building {}", instance.label));
        match builder.library(instance, output.verbose) {
            Ok(library) if library.kind != Kind::Kem => {
                let error = anyhow::anyhow!(
                    "it builds, but is of kind {}: only KEMs can be profiled so far",
                    library.kind
                );
                unusable.push(Unusable { label: instance.label.clone(), error });
            }
            Ok(library) => {
                progress.suspend(|| {
                    library.remarks.iter().for_each(|remark| {
                        output.remark(&format!("{}: {remark}", instance.label));
                    });
                });
                libraries.push(library);
            }
            Err(error) if library::concerns_all(&error) => return Err(error),
            Err(error) => unusable.push(Unusable { label: instance.label.clone(), error }),
        }
    }
    check_operations(&libraries, &operations)?;
    let mut records = Vec::new();
    for library in &libraries {
        records.extend(measure(arguments, &submission, library, &operations, &progress)?);
    }
    progress.finish();
    for Unusable { label, error } in &unusable {
        common::say(&format!("iccsprof: {label}: {}", common::explain(error)));
    }
    for record in &records {
        if let Some(failure) = &record.failure {
            common::say(&format!("iccsprof: {} {}: {failure}", record.label, record.operation));
        }
    }
    if let Some(folder) = &arguments.out {
        write_records(folder, &records)?;
    }
    if libraries.is_empty() {
        return Ok(ExitCode::from(2));
    }
    print(arguments, &records)?;
    let all_complete = records.iter().all(|record| record.failure.is_none());
    Ok(ExitCode::from(u8::from(!(all_complete && unusable.is_empty()))))
}

fn operation(name: &str) -> anyhow::Result<Operation> {
    name.parse().or_else(|_| {
        let known: Vec<String> = Kind::ALL
            .iter()
            .flat_map(|&kind| Operation::of_kind(kind))
            .map(|operation| operation.to_string())
            .collect();
        let known: std::collections::BTreeSet<String> = known.into_iter().collect();
        let known: Vec<String> = known.into_iter().collect();
        common::select("operation", &known, &[name.to_owned()])?;
        name.parse().context("--op")
    })
}

/// An operation that no instance has is a mistake.
fn check_operations(libraries: &[Library], wanted: &[Operation]) -> anyhow::Result<()> {
    let mut known: Vec<String> = Vec::new();
    for operation in libraries.iter().flat_map(|library| Operation::of_kind(library.kind)) {
        let name = operation.to_string();
        if !known.contains(&name) {
            known.push(name);
        }
    }
    if !libraries.is_empty() {
        let names: Vec<String> = wanted.iter().map(Operation::to_string).collect();
        common::select("operation", &known, &names)?;
    }
    Ok(())
}

fn check_cpu(cpu: Option<usize>) -> anyhow::Result<()> {
    let Some(cpu) = cpu else { return Ok(()) };
    // SAFETY: the set is written before it is read, and `cpu` is within it.
    let is_usable = cpu < libc::CPU_SETSIZE as usize
        && unsafe {
            let mut set: libc::cpu_set_t = std::mem::zeroed();
            libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &mut set) == 0
                && libc::CPU_ISSET(cpu, &set)
        };
    anyhow::ensure!(is_usable, "--cpu {cpu}: this process may not run there");
    Ok(())
}

fn measure(
    arguments: &ProfileArgs,
    submission: &Submission,
    library: &Library,
    wanted: &[Operation],
    progress: &Progress,
) -> anyhow::Result<Vec<ProfileRecord>> {
    let limits = Limits { timeout: arguments.timeout, cpu: arguments.cpu };
    let fixed = Fixed { iterations: arguments.iters, warmups: arguments.warmups };
    let subject = profile::Subject {
        library: &library.path,
        plain: &library.plain,
        kind: library.kind,
        measure: library.measure,
        interposer: &library.interposer,
        tick_source: arguments.ticks,
    };
    let mut records = Vec::new();
    for operation in Operation::of_kind(library.kind) {
        if !wanted.is_empty() && !wanted.contains(&operation) {
            continue;
        }
        progress.say(&format!("profiling {} {operation}", library.label));
        let (plan, outcome) = profile::profile(&subject, operation, fixed, &limits)?;
        let names = profile::Names { candidate: &submission.id, label: &library.label, operation };
        let mut record = profile::record(&names, plan, &outcome);
        library.describe(&mut record);
        records.push(record);
    }
    Ok(records)
}

fn print(arguments: &ProfileArgs, records: &[ProfileRecord]) -> anyhow::Result<()> {
    let text = match arguments.output.format {
        Format::Json => json(&records)?,
        format => table::table(records, arguments.wide).render(format),
    };
    use std::io::Write;
    std::io::stdout().write_all(text.as_bytes()).context("cannot write the results")
}

/// JSON as the published records have it: one space of indentation.
fn json(value: &impl Serialize) -> anyhow::Result<String> {
    let mut text = Vec::new();
    let formatter = serde_json::ser::PrettyFormatter::with_indent(b" ");
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut text, formatter))?;
    text.push(b'\n');
    Ok(String::from_utf8(text)?)
}

fn write_records(folder: &Path, records: &[ProfileRecord]) -> anyhow::Result<()> {
    for record in records {
        let name = format!("{}__{}.json", record.label, record.operation);
        let path = folder.join("profile").join(&record.candidate).join(name);
        write_whole(&path, json(record)?.as_bytes())?;
    }
    Ok(())
}
