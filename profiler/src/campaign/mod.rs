//! A campaign: every operation of every instance built, timed and profiled into a run directory,
//! from which it goes on after it was stopped at any moment.

mod build;
mod calibrate;
mod error;
mod folder;
mod instances;
mod kat;
mod measure;
mod processor;
mod profile;
mod settings;
mod shard;

pub use error::CampaignError;
pub use folder::RunFolder;
pub use processor::Processor;
pub use shard::Shard;

use crate::profile::Fixed;
use crate::record::{Campaign, HostCheck};
use crate::timing::{self, HostState};
use crate::{library, utc, validate};
use iccs_interpose::tick::Source;
use regex::Regex;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::path::PathBuf;
use std::time::Duration;

/// What is to be done.
pub struct Request<'a> {
    /// Submissions.
    pub targets: Vec<PathBuf>,
    /// Where everything of the campaign is kept.
    pub folder: RunFolder,
    /// Name of the machine among data sets.
    pub system_id: String,
    /// Only instances whose `candidate/label` matches.
    pub only: Option<Regex>,
    /// Instances whose `candidate/label`, and operations whose `candidate/label operation`, matches
    /// come after all others.
    pub defer: Option<Regex>,
    /// The part of the work that is done here.
    pub shard: Shard,
    /// Whether what failed before is tried again.
    pub retry_failed: bool,
    /// Whether instances that fail their known answers are timed all the same.
    pub time_failing: bool,
    /// How libraries are made.
    pub library: library::Options,
    /// How operations are timed.
    pub timing: timing::Options,
    /// Runs of a profile, instead of planned ones.
    pub profile: Fixed,
    /// How a profile's ticks are read.
    pub tick_source: Source,
    /// Longest time of a profile.
    pub profile_timeout: Duration,
    /// The host now.
    pub host: &'a dyn Fn() -> HostState,
}

/// Told of what goes on.
pub trait Observer {
    /// Something is about to be done.
    fn step(&self, step: &Step<'_>);
    /// Something went wrong with one instance or operation.
    fn failed(&self, failure: &Failure);
    /// Something the user should know.
    fn remark(&self, text: &str);
}

/// Something about to be done.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// `build`, `kat`, `calibrate`, `measure` or `profile`.
    pub phase: &'static str,
    /// The instance, and the operation where there is one.
    pub what: &'a str,
    /// Steps of this phase done before.
    pub done: usize,
    /// Steps of this phase.
    pub of: usize,
    /// Seconds the rest of the phase should take, where that can be told.
    pub seconds_left: Option<f64>,
}

/// Something that went wrong with one instance or operation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// `find`, `build`, `kat`, `calibrate`, `measure` or `profile`.
    pub phase: String,
    /// Identifier of the submission.
    pub candidate: String,
    /// The instance; empty when it is about the whole submission.
    pub label: String,
    /// The operation, where it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operation: Option<String>,
    /// Why.
    pub reason: String,
}

/// What came of a campaign, or of the part of it that was done here.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Operations that have a timing record.
    pub measured: usize,
    /// Of those, the ones that were measured before.
    pub measured_before: usize,
    /// Operations that have a profile.
    pub profiled: usize,
    /// What went wrong.
    pub failures: Vec<Failure>,
}

/// Does all that is not done yet.
///
/// # Errors
/// When nothing can be done at all, or the run directory cannot be read or written.
pub fn run(request: &Request<'_>, observer: &dyn Observer) -> Result<Summary, CampaignError> {
    let mut summary = Summary::default();
    let instances = instances::find(request, observer, &mut summary)?;
    let _processor = request.timing.cpu.map(Processor::take).transpose()?;
    settings::begin(&request.folder, request)?;
    check_host(request, "build")?;
    let mut libraries = build::run(request, observer, &instances, &mut summary)?;
    kat::run(request, observer, &mut libraries, &mut summary)?;
    check_host(request, "calibrate")?;
    let mut operations = calibrate::run(request, observer, &libraries, &mut summary)?;
    check_host(request, "measure")?;
    measure::run(request, observer, &mut operations, &mut summary)?;
    check_host(request, "profile")?;
    profile::run(request, observer, &operations, &mut summary)?;
    finish(request, &instances, &summary)?;
    Ok(summary)
}

/// Notes whether the host is fit when a phase begins.
fn check_host(request: &Request<'_>, phase: &str) -> Result<(), CampaignError> {
    let problems = (request.host)().problems;
    let cpu = request.timing.cpu.map(|cpu| cpu as u64);
    let shard = request.shard;
    request.folder.change(&request.folder.campaign(), |campaign: &mut Campaign| {
        campaign.host_checks.push(HostCheck {
            phase: phase.to_owned(),
            cpu,
            utc: utc::now(),
            problems,
            shard: (shard.of > 1).then(|| shard.to_string()),
            ..HostCheck::default()
        });
        if let Some(cpu) = cpu.filter(|_| shard.of > 1) {
            campaign.shard_cpus.insert(shard.to_string(), cpu);
        }
    })?;
    Ok(())
}

/// Notes the end, and what failed: failures of other parts, and of instances that were left out
/// this time, stay.
fn finish(
    request: &Request<'_>,
    instances: &[instances::Found],
    summary: &Summary,
) -> Result<(), CampaignError> {
    let host = (request.host)();
    request.folder.change(&request.folder.campaign(), |campaign: &mut Campaign| {
        campaign.ended_utc = Some(utc::now());
        campaign.environment_at_end = Some(host.environment);
        campaign.host_problems = host.problems;
        let before = campaign.other.remove("failures").unwrap_or_default();
        let mut failures: Vec<Failure> = serde_json::from_value(before).unwrap_or_default();
        failures.retain(|failure| {
            let is_about = |found: &instances::Found| {
                found.candidate == failure.candidate && found.instance.label == failure.label
            };
            let is_found_again = |target: &PathBuf| instances::name_of(target) == failure.candidate;
            let is_old = match failure.phase.as_str() {
                instances::FIND => request.targets.iter().any(is_found_again),
                _ => instances.iter().any(is_about),
            };
            !is_old
        });
        for failure in &summary.failures {
            // The first line says what; the rest, such as a compiler's command, is in the log.
            let reason = failure.reason.lines().next().unwrap_or_default();
            let reason = validate::without_folders(reason);
            let failure = Failure { reason, ..failure.clone() };
            if !failures.contains(&failure) {
                failures.push(failure);
            }
        }
        if !failures.is_empty() {
            campaign.other.insert("failures".to_owned(), json!(failures));
        }
    })?;
    let _lock = request.folder.lock()?;
    validate::write_digests(request.folder.path()).map_err(|error| CampaignError::Read {
        path: request.folder.path().to_owned(),
        reason: error.to_string(),
    })
}

impl Summary {
    fn fail(&mut self, observer: &dyn Observer, failure: Failure) {
        observer.failed(&failure);
        self.failures.push(failure);
    }
}
