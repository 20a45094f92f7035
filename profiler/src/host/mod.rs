//! The machine that is measured on: what it is, and whether it is fit for it.
//!
//! Everything is read below a root folder, so that machines can be looked at from what was recorded
//! of them.

mod core_clock;
mod cores;
mod machine;
mod part;
mod problem;
mod settings;
mod steadiness;
mod work;

pub use problem::Problem;
pub use settings::BoostSwitch;
pub use steadiness::Steadiness;

use crate::clock::{Cycles, Unavailable};
use crate::record::Environment;
use crate::timing::HostState;
use crate::utc;
use core_clock::CoreClock;
use settings::Settings;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A machine.
#[derive(Clone, Debug)]
pub struct Host {
    root: PathBuf,
    architecture: &'static str,
    counter: Result<(), Unavailable>,
}

impl Host {
    /// This one.
    pub fn here() -> Self {
        let counter = Cycles::open().map(|_| ());
        Host { root: "/".into(), architecture: std::env::consts::ARCH, counter }
    }

    /// One whose files were recorded below a folder.
    pub fn recorded(
        root: impl Into<PathBuf>,
        architecture: &'static str,
        counter: Result<(), Unavailable>,
    ) -> Self {
        Host { root: root.into(), architecture, counter }
    }

    /// Whether it is the one this runs on, so that something can be tried.
    fn is_this(&self) -> bool {
        self.root == Path::new("/")
    }

    /// A file's text without white space around it; none if it is empty or not there.
    fn text(&self, path: &str) -> Option<String> {
        let text = fs::read(self.root.join(path.trim_start_matches('/'))).ok()?;
        let text = String::from_utf8_lossy(&text).trim_matches(['\0', ' ', '\n', '\t']).to_owned();
        (!text.is_empty()).then_some(text)
    }

    /// The environment block of a record, for measuring on a processor.
    pub fn environment(&self, cpu: Option<usize>, compiler: Option<String>) -> Environment {
        let settings = Settings::read(self, cpu.unwrap_or(0));
        let reading = |text: Option<String>| text.map(Into::into);
        let mut environment = Environment {
            hostname: self.text("/proc/sys/kernel/hostname"),
            architecture: Some(self.architecture.to_owned()),
            cpu_model: self.cpu_model(cpu.unwrap_or(0)),
            machine: self.machine(),
            cpu_number: cpu.map(|cpu| cpu as u64),
            logical_cpus_online: reading(self.text("/sys/devices/system/cpu/online")),
            virtualized: Some(self.is_virtual().into()),
            memory_total_kib: self.memory_kib(),
            os: self.os(),
            kernel: self.text("/proc/sys/kernel/osrelease"),
            compiler,
            perf_event_paranoid: reading(settings.paranoid),
            cpufreq_governor: settings.governor,
            cpufreq_driver: settings.driver,
            cpufreq_min_khz: reading(settings.min_khz),
            cpufreq_max_khz: reading(settings.max_khz),
            cpufreq_avg_khz: reading(settings.avg_khz),
            intel_pstate_no_turbo: reading(settings.no_turbo),
            cpufreq_boost: reading(settings.boost),
            smt_control: settings.smt,
            ..Environment::default()
        };
        if self.is_emulated() {
            environment.set_emulated();
        }
        environment
    }

    /// What is wrong with the machine for measuring on a processor.
    pub fn problems(&self, cpu: usize) -> Vec<Problem> {
        Problem::all(self, &Settings::read(self, cpu), cpu)
    }

    /// Everything a record says of the machine at one moment.
    pub fn state(&self, cpu: Option<usize>, compiler: Option<String>) -> HostState {
        let problems = self.problems(cpu.unwrap_or(0)).iter().map(Problem::to_string).collect();
        let mut environment = self.environment(cpu, compiler);
        if let Some(clock) = cpu.filter(|_| self.is_this()).and_then(CoreClock::of_processor) {
            clock.describe(&mut environment);
        }
        HostState {
            environment,
            problems,
            load_average: self.load_average(),
            throttles: self.throttles(cpu.unwrap_or(0)),
            utc: utc::now(),
        }
    }

    /// The clock that a processor holds, in Hz, where its limits leave no other.
    pub fn fixed_hz(&self, cpu: usize) -> Option<f64> {
        let settings = Settings::read(self, cpu);
        let khz = |text: &Option<String>| text.as_ref().and_then(|text| text.parse::<f64>().ok());
        let (min, max) = (khz(&settings.min_khz)?, khz(&settings.max_khz)?);
        (min == max && !settings.may_boost()).then_some(max * 1e3)
    }

    /// Load over 1, 5 and 15 minutes.
    pub fn load_average(&self) -> Vec<f64> {
        let text = self.text("/proc/loadavg").unwrap_or_default();
        text.split_whitespace().take(3).filter_map(|number| number.parse().ok()).collect()
    }
}

/// What a compiler says of itself, in its first line.
pub fn compiler_version(compiler: &OsStr) -> Option<String> {
    let output = Command::new(compiler)
        .arg("--version")
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().next().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty())
}

#[cfg(test)]
mod tests;
