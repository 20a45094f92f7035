//! `iccsprof kat`: are the known answers reproduced?

use crate::common::{self, Output};
use crate::progress::Progress;
use crate::targets::{BuildArgs, TargetArgs, Targets};
use anyhow::{Context, ensure};
use iccs_kat::KatFile;
use iccs_kat::manifest::{Entry, Manifest, Mode as Covers};
use iccs_profiler::answers::{self, Answered, Published, Sinks, Verdict, read_manifest};
use iccs_profiler::files::write_whole;
use iccs_profiler::format::{Format, NONE, Table};
use iccs_profiler::library::{Library, Mode};
use iccs_profiler::measure::Limits;
use iccs_profiler::record::file_name;
use iccs_profiler::timing::Subject;
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Options of `iccsprof kat`.
#[derive(clap::Args)]
pub(crate) struct KatArgs {
    /// Folder of C sources, submission.toml, shared library or static archive
    target: PathBuf,
    /// Only this instance (may be repeated)
    #[arg(long = "instance", value_name = "LABEL")]
    instances: Vec<String>,
    /// Folder of published files, searched with the folders in it [default: the submission's
    /// Test_Vectors, or what its submission.toml names]
    #[arg(long, value_name = "DIR")]
    vectors: Option<PathBuf>,
    /// Manifest of digests to compare with instead of files
    #[arg(long, value_name = "FILE", conflicts_with = "vectors")]
    manifest: Option<PathBuf>,
    /// Write the computed files into this folder
    #[arg(long, value_name = "DIR")]
    write: Option<PathBuf>,
    /// Put the digests of the computed files into this manifest; its other lines are kept
    #[arg(long, value_name = "FILE")]
    write_manifest: Option<PathBuf>,
    /// Only the first records of each file
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    count: Option<u64>,
    /// Hash functions: the messages of 2^33 bits, too (1 GiB each)
    #[arg(long)]
    full: bool,
    /// Hash functions: the loop of a million, too
    #[arg(long = "loop")]
    looped: bool,
    /// Give up on a process after this time
    #[arg(long, value_name = "SECONDS", default_value = "3600", value_parser = common::seconds)]
    timeout: Duration,
    #[command(flatten)]
    build: BuildArgs,
    #[command(flatten)]
    output: Output,
}

/// The result of one file of one instance.
#[derive(Serialize)]
struct Row {
    label: String,
    file: String,
    result: Verdict,
    records: u64,
    detail: String,
    remarks: Vec<String>,
    stderr: String,
}

pub(crate) fn run(arguments: &KatArgs) -> anyhow::Result<ExitCode> {
    let output = &arguments.output;
    let writes = arguments.write.is_some() || arguments.write_manifest.is_some();
    ensure!(
        arguments.count.is_none() || arguments.write_manifest.is_none(),
        "--count with --write-manifest: a manifest made here is over all records"
    );
    let progress = Progress::new(output.quiet);
    let target = TargetArgs {
        target: arguments.target.clone(),
        instances: arguments.instances.clone(),
        operations: Vec::new(),
        build: arguments.build.clone(),
    };
    let targets = Targets::build(&target, Mode::Auto, output, &progress)?;
    let mut made = match &arguments.write_manifest {
        Some(path) if path.exists() => Some(read_manifest(path)?),
        Some(_) => Some(Manifest::new()),
        None => None,
    };
    let mut rows = Vec::new();
    for library in &targets.libraries {
        let instance = targets.submission.instances.iter().find(|i| i.label == library.label);
        let own = instance.and_then(|instance| instance.kat.as_deref());
        let named = arguments.vectors.as_deref().or(arguments.manifest.as_deref());
        let published = Published::at(named.or(own))?;
        for file in files(arguments, library) {
            progress.say(&format!("{} {}", library.label, file.kind()));
            rows.push(one(arguments, library, file, &published, made.as_mut())?);
        }
    }
    progress.finish();
    targets.explain_unusable();
    if let (Some(path), Some(manifest)) = (&arguments.write_manifest, &made) {
        write_whole(path, manifest.to_string().as_bytes())?;
    }
    if targets.libraries.is_empty() {
        return Ok(ExitCode::from(2));
    }
    for remark in rows.iter().flat_map(|row| &row.remarks) {
        output.remark(remark);
    }
    let text = match output.format {
        Format::Json => common::json(&rows),
        format => table(&rows).render(format),
    };
    common::print(&text)?;
    let is_fine = |row: &Row| row.result == Verdict::Pass || writes && row.result == Verdict::NoKat;
    Ok(ExitCode::from(u8::from(!(rows.iter().all(is_fine) && targets.unusable.is_empty()))))
}

/// The files of a library's kind that are wanted.
fn files(arguments: &KatArgs, library: &Library) -> Vec<KatFile> {
    let mut files = answers::files_of(library.kind).to_vec();
    if files.contains(&KatFile::Hash12) {
        files.extend(arguments.full.then_some(KatFile::Hash33));
        files.extend(arguments.looped.then_some(KatFile::HashLoop));
    }
    files
}

fn one(
    arguments: &KatArgs,
    library: &Library,
    file: KatFile,
    published: &Published,
    made: Option<&mut Manifest>,
) -> anyhow::Result<Row> {
    let name = file_name(&file.name(&library.instance));
    let mut sinks = Sinks::default();
    let note = published.put_into(&mut sinks, file, &library.label, &library.instance)?;
    if let Some(folder) = &arguments.write {
        sinks.keep_in(folder).with_context(|| format!("--write {}", folder.display()))?;
    }
    if made.is_some() {
        sinks.digest();
    }
    let subject =
        Subject { library: &library.plain, kind: library.kind, digest_bits: library.digest_bits };
    let limits = Limits { timeout: arguments.timeout, cpu: None };
    let Answered { verdict, mut detail, mut remarks, records, outcome } =
        answers::answer(&subject, file, arguments.count, &limits, &mut sinks)?;
    let about = |note: &String| format!("{}: {note}", library.label);
    remarks.extend(note.as_ref().filter(|_| verdict != Verdict::NoKat).map(about));
    if let Some(folder) = &arguments.write {
        let path = folder.join(&name);
        sinks.name_kept(&path).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if let (Some(made), Some(digest)) = (made, sinks.take_digest())
        && outcome.ending.is_complete()
    {
        let entry = Entry { digest, mode: Covers::STRICT };
        made.set(&library.label, &name, entry)?;
    }
    if verdict == Verdict::NoKat && detail.is_empty() {
        detail = note.unwrap_or_else(|| "nothing to compare with".to_owned());
    }
    Ok(Row {
        label: library.label.clone(),
        file: name,
        result: verdict,
        records,
        detail,
        remarks,
        stderr: outcome.stderr,
    })
}

fn table(rows: &[Row]) -> Table {
    let mut table = Table::new(vec!["instance", "file", "result", "records", "detail"]);
    for row in rows {
        let detail = if row.detail.is_empty() { NONE.to_owned() } else { row.detail.clone() };
        let records = row.records.to_string();
        table.push(vec![
            row.label.clone(),
            row.file.clone(),
            row.result.to_string(),
            records,
            detail,
        ]);
    }
    table
}
