//! `iccsprof campaign`: everything about many submissions, into a run directory.

use crate::common::{self, Output};
use crate::host;
use crate::progress::Progress;
use crate::targets::BuildArgs;
use anyhow::Context;
use iccs_interpose::tick::Source;
use iccs_profiler::campaign::{self, Failure, Observer, Request, RunFolder, Shard, Step, Summary};
use iccs_profiler::drive::TRIALS;
use iccs_profiler::format::{Format, Table, duration};
use iccs_profiler::library::Mode;
use iccs_profiler::profile::Fixed;
use iccs_profiler::timing;
use regex::Regex;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Options of `iccsprof campaign`.
#[derive(clap::Args)]
pub(crate) struct CampaignArgs {
    /// Folders of C sources, submission.toml files, shared libraries or static archives
    #[arg(required = true)]
    targets: Vec<PathBuf>,
    /// Where everything of the campaign is kept; one that is there is gone on with
    #[arg(long, value_name = "DIR")]
    run_dir: PathBuf,
    /// Name of this machine among data sets [default: the host's name]
    #[arg(long, value_name = "ID")]
    system: Option<String>,
    /// Only instances whose candidate/label matches
    #[arg(long, value_name = "REGEX")]
    only: Option<Regex>,
    /// Instances (candidate/label) and operations (candidate/label op) that match come last
    #[arg(long, value_name = "REGEX")]
    defer: Option<Regex>,
    /// The part of the instances that is done here, such as 1/3
    #[arg(long, value_name = "K/N", default_value = "1/1")]
    shard: Shard,
    /// Time instances that fail their known answers, too
    #[arg(long)]
    time_failing: bool,
    /// Try again what failed before
    #[arg(long)]
    retry_failed: bool,
    /// Measure on this processor [default: the last one; with --shard the Kth last]
    #[arg(long, value_name = "N")]
    cpu: Option<usize>,
    /// Trials of an operation
    #[arg(long, value_name = "N", default_value = "5",
          value_parser = clap::value_parser!(u64).range(1..=TRIALS as u64))]
    trials: u64,
    /// Seconds a trial should take
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = common::seconds)]
    trial_target: Duration,
    /// Seconds all trials of an operation may take
    #[arg(long, value_name = "SECONDS", default_value = "900", value_parser = common::seconds)]
    budget: Duration,
    /// Calls of a trial, instead of planned ones
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    iters: Option<u64>,
    /// Give up on a measuring process after this time [default: by what it should take]
    #[arg(long, value_name = "SECONDS", value_parser = common::seconds)]
    timeout: Option<Duration>,
    #[command(flatten)]
    build: BuildArgs,
    #[command(flatten)]
    output: Output,
}

/// Longest time of a profile when none is given.
const PROFILE_TIMEOUT: Duration = Duration::from_secs(3600);

pub(crate) fn run(arguments: &CampaignArgs) -> anyhow::Result<ExitCode> {
    common::check_cpu(arguments.cpu)?;
    let back = usize::try_from(arguments.shard.number - 1).unwrap_or(usize::MAX);
    let cpu = match arguments.cpu {
        Some(cpu) => cpu,
        None => common::last_cpu(back).with_context(|| {
            format!("shard {} has no processor of its own; name one with --cpu", arguments.shard)
        })?,
    };
    let system_id = match &arguments.system {
        Some(id) => id.clone(),
        None => host::state(Some(cpu), &arguments.build.cc)
            .environment
            .hostname
            .context("this host has no name; give one with --system")?,
    };
    let mut options = timing::Options {
        iterations: arguments.iters,
        timeout: arguments.timeout,
        cpu: Some(cpu),
        fixed_hz: host::here().fixed_hz(cpu),
        ..timing::Options::default()
    };
    options.planning.trials = arguments.trials;
    options.planning.trial_target_s = arguments.trial_target.as_secs_f64();
    options.planning.op_budget_s = arguments.budget.as_secs_f64();
    let request = Request {
        targets: arguments.targets.clone(),
        folder: RunFolder::new(&arguments.run_dir),
        system_id,
        only: arguments.only.clone(),
        defer: arguments.defer.clone(),
        shard: arguments.shard,
        retry_failed: arguments.retry_failed,
        time_failing: arguments.time_failing,
        library: arguments.build.options(Mode::Auto)?,
        timing: options,
        profile: Fixed { iterations: arguments.iters, warmups: None },
        tick_source: Source::DEFAULT,
        profile_timeout: arguments.timeout.unwrap_or(PROFILE_TIMEOUT),
        host: &|| host::state(Some(cpu), &arguments.build.cc),
    };
    let terminal =
        Terminal { progress: Progress::new(arguments.output.quiet), output: &arguments.output };
    let summary = campaign::run(&request, &terminal)?;
    terminal.progress.finish();
    common::print(&render(&summary, arguments.output.format))?;
    Ok(ExitCode::from(u8::from(!summary.failures.is_empty())))
}

/// What goes on, on standard error.
struct Terminal<'a> {
    progress: Progress,
    output: &'a Output,
}

impl Observer for Terminal<'_> {
    fn step(&self, step: &Step<'_>) {
        let left = step.seconds_left.map(|seconds| format!(", about {} left", duration(seconds)));
        self.progress.say(&format!(
            "{} {} ({} of {}{})",
            step.phase,
            step.what,
            step.done + 1,
            step.of,
            left.unwrap_or_default()
        ));
    }

    fn failed(&self, failure: &Failure) {
        self.progress.suspend(|| {
            let operation = failure.operation.as_deref().map(|name| format!(" {name}"));
            common::say(&format!(
                "iccsprof: {} {}{}: {}",
                failure.phase,
                name(failure),
                operation.unwrap_or_default(),
                failure.reason
            ));
        });
    }

    fn remark(&self, text: &str) {
        self.progress.suspend(|| self.output.remark(text));
    }
}

/// What a failure is about: an instance, or a whole submission.
fn name(failure: &Failure) -> String {
    if failure.label.is_empty() {
        failure.candidate.clone()
    } else {
        format!("{}/{}", failure.candidate, failure.label)
    }
}

/// What failed, or how much was done.
fn render(summary: &Summary, format: Format) -> String {
    if format == Format::Json {
        return common::json(&serde_json::json!({
            "measured": summary.measured,
            "measured_before": summary.measured_before,
            "profiled": summary.profiled,
            "failures": summary.failures,
        }));
    }
    let mut text = String::new();
    if !summary.failures.is_empty() {
        let mut table = Table::new(vec!["phase", "instance", "operation", "failure"]);
        for failure in &summary.failures {
            let first_line = failure.reason.lines().next().unwrap_or_default().to_owned();
            let operation = failure.operation.clone().unwrap_or_else(|| "–".to_owned());
            table.push(vec![failure.phase.clone(), name(failure), operation, first_line]);
        }
        text = table.render(format);
    }
    if format == Format::Table {
        text += &format!(
            "{} operations timed ({} before), {} profiled, {} failures\n",
            summary.measured,
            summary.measured_before,
            summary.profiled,
            summary.failures.len()
        );
    }
    text
}
