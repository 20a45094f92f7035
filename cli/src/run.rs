//! `iccsprof run`: any program under interposition.

use crate::common::{self, Output};
use anyhow::Context;
use iccs_profiler::files::write_whole;
use iccs_profiler::format::Format;
use iccs_profiler::interposer::{Exports, place};
use iccs_profiler::measure::Counts;
use iccs_profiler::run::{self, Bound, Finished, Verdict};
use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, ExitStatus};

const HELP: &str = "\
The results go to standard error, so that the program's output stays what it is. The row 'whole \
run' has all helper calls, of all processes the program starts; its shares, and those of 'outside \
operations', are parts of the time from the program's start to its end. The other rows are those \
of the interface functions that were called, with the calls of one operation; their shares are \
parts of the operations' time.

The exit status is the program's, or 128 plus the number of the signal that ended it; 1 when its \
helper calls cannot be seen, 2 when it cannot be started.";

/// Options of `iccsprof run`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct RunArgs {
    /// Write the results into this file instead of standard error
    #[arg(short, long = "output", value_name = "FILE")]
    output_file: Option<PathBuf>,
    /// Folder for the interposer's file [default: the user's cache folder]
    #[arg(long, value_name = "DIR")]
    cache_dir: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
    /// The program and its arguments
    #[arg(value_name = "COMMAND", required = true, num_args = 1.., trailing_var_arg = true)]
    command: Vec<OsString>,
}

pub(crate) fn run(arguments: &RunArgs) -> anyhow::Result<ExitCode> {
    let name = arguments.command.first().context("no program is named")?;
    let program = run::find(name, std::env::var_os("PATH").as_deref())?;
    let cache = common::cache_dir(arguments.cache_dir.as_deref())?;
    let interposer = place(Exports::Preload, &cache)?;
    if let Some(file) = &arguments.output_file {
        check_writable(file)?;
    }
    let finished = run::start(&program, &arguments.command, &interposer)?;
    let verdict = run::diagnose(&program, &finished.counts);
    report(arguments, &program, &finished, &verdict)?;
    let is_blind = matches!(verdict, Verdict::Blind(_));
    Ok(match exit_status(finished.status) {
        0 => ExitCode::from(u8::from(is_blind)),
        status => ExitCode::from(status),
    })
}

/// A program that was ended by a signal has no status; shells give it this one.
fn exit_status(status: ExitStatus) -> u8 {
    let signal = || 128 + status.signal().unwrap_or(127);
    u8::try_from(status.code().unwrap_or_else(signal)).unwrap_or(u8::MAX)
}

fn report(
    arguments: &RunArgs,
    program: &Path,
    finished: &Finished,
    verdict: &Verdict,
) -> anyhow::Result<()> {
    let name = program.file_name().unwrap_or(program.as_os_str()).to_string_lossy().into_owned();
    if !finished.status.success() && finished.status.code().is_none() {
        say(&format!("iccsprof: {name} was ended by {}\n", finished.status));
    }
    if let Verdict::Blind(reason) = verdict {
        say(&format!("iccsprof: no helper call of {name} could be counted\n{reason}\n"));
        return Ok(());
    }
    let command: Vec<String> =
        arguments.command.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    let hidden: &[Bound] = if let Verdict::Partly(bound) = verdict { bound } else { &[] };
    let records = run::records(&name, &command, finished, hidden);
    let text = match arguments.output.format {
        Format::Json => serde_json::to_string_pretty(&records)? + "\n",
        format => run::table(&records).render(format),
    };
    // Not a remark: without it the table would be wrong.
    hidden.iter().for_each(|bound| say(&format!("iccsprof: not counted: {bound}\n")));
    match &arguments.output_file {
        Some(file) => write(file, &text).inspect_err(|_| say(&text))?,
        None => say(&text),
    }
    if !arguments.output.quiet {
        remarks(finished, verdict).iter().for_each(|remark| say(&format!("note: {remark}\n")));
    }
    Ok(())
}

/// What a reader of the table has to know.
fn remarks(finished: &Finished, verdict: &Verdict) -> Vec<String> {
    let counts = &finished.counts;
    let mut remarks = Vec::new();
    match verdict {
        Verdict::NotCalled => {
            remarks.push("the program can call helpers, but called none".to_owned())
        }
        Verdict::Counted | Verdict::Partly(_) | Verdict::Blind(_) => {}
    }
    if run::helper_calls(counts) > 0 && run::operation_calls(counts) == 0 {
        remarks.push(
            "no call of an interface function (kem_enc, ...) was seen: they are in the program \
             itself, or it found them with dlsym"
                .to_owned(),
        );
    }
    if finished.slots > 1 {
        let who = match counts.processes {
            0 | 1 => "several threads".to_owned(),
            number => format!("{number} processes"),
        };
        remarks.push(format!(
            "{who}: shares of the whole run are the helper time of all together as a part of the \
             time that passed; they can add up to more than 100%"
        ));
    }
    remarks.extend(losses(counts));
    if !finished.left_running.is_empty() {
        let processes: Vec<_> = finished.left_running.iter().map(u32::to_string).collect();
        remarks.push(format!(
            "still running: process {}; what is called from here on is not in the table",
            processes.join(", ")
        ));
    }
    remarks
}

/// Calls that could not be counted as all others are.
fn losses(counts: &Counts) -> Vec<String> {
    let mut remarks = Vec::new();
    let unslotted = run::unslotted_calls(counts);
    if unslotted > 0 {
        remarks.push(format!(
            "{unslotted} calls were made by threads beyond the {} that are told apart at one \
             time: they are in the row of the whole run only, and the operations of those threads \
             in none",
            iccs_interpose::region::SLOTS
        ));
    }
    if counts.abandoned > 0 {
        remarks.push(format!(
            "{} helper calls were left by longjmp: they are counted, but not their time",
            counts.abandoned
        ));
    }
    if !counts.unresolved.is_empty() {
        remarks.push(format!(
            "called, but found in no library: {}; the program got -1 for it",
            counts.unresolved.join(", ")
        ));
    }
    remarks
}

/// To standard error. The program's status is worth more than a complaint that it is closed.
fn say(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// A run may take hours: what cannot be written is said before.
fn check_writable(file: &Path) -> anyhow::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let is_new = !file.exists();
    anyhow::ensure!(
        folder.unwrap_or(Path::new(".")).is_dir(),
        "-o {}: there is no such folder",
        file.display()
    );
    if is_special(file) {
        // Opening a pipe is seen at its other end.
        return Ok(());
    }
    let opened = OpenOptions::new().write(true).create(true).truncate(false).open(file);
    opened.with_context(|| format!("-o {}: cannot be written", file.display()))?;
    if is_new {
        // Made only to see that it can be.
        let _ = std::fs::remove_file(file);
    }
    Ok(())
}

fn is_special(file: &Path) -> bool {
    file.starts_with("/dev")
        || file.starts_with("/proc")
        || file.metadata().is_ok_and(|metadata| !metadata.is_file())
}

/// A file is replaced as a whole; a device or pipe is written to, and so is a descriptor by its
/// name, behind which there may be a file that holds the program's output.
fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    if !is_special(file) {
        let target = file.canonicalize().unwrap_or_else(|_| file.to_owned());
        return Ok(write_whole(&target, text.as_bytes())?);
    }
    let opened = OpenOptions::new().append(true).open(file);
    opened
        .and_then(|mut opened| opened.write_all(text.as_bytes()))
        .with_context(|| format!("-o {}: cannot be written", file.display()))
}
