//! What makes a machine unfit for measuring, and what mends it.

use super::Host;
use super::settings::{BoostSwitch, Settings};
use crate::clock::Unavailable;
use std::fmt;

/// Something that makes measurements worth less than they could be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// No cycles.
    NoCycles(Unavailable),
    /// The clock follows the load.
    Governor(String),
    /// The clock may be anything between two limits.
    FreeClock {
        /// In kHz.
        min: String,
        /// In kHz.
        max: String,
        /// The processor.
        cpu: usize,
    },
    /// The clock goes beyond its limits for a while.
    Boost(BoostSwitch),
    /// Two threads share a core.
    Smt,
    /// There is no such processor, only a program that stands for it.
    Emulated,
    /// Others decide when the machine runs.
    Virtual,
    /// Others are running.
    Load,
    /// The same work takes now more, now less time.
    Unsteady(String),
    /// The processor is one of the slower kind.
    EfficiencyCore {
        /// The processor.
        cpu: usize,
        /// Processors of the faster kind.
        faster: String,
    },
    /// The machine saves power.
    Battery,
}

/// Load, in processes for each processor, from which on others are in the way.
const BUSY: f64 = 0.5;

impl Problem {
    pub(super) fn all(host: &Host, settings: &Settings, cpu: usize) -> Vec<Problem> {
        let mut problems = Vec::new();
        problems.extend(host.counter.clone().err().map(Problem::NoCycles));
        let governor = settings.governor.clone().filter(|governor| governor != "performance");
        problems.extend(governor.map(Problem::Governor));
        if let (Some(min), Some(max)) = (&settings.min_khz, &settings.max_khz)
            && min != max
        {
            problems.push(Problem::FreeClock { min: min.clone(), max: max.clone(), cpu });
        }
        if settings.may_boost() {
            problems.push(Problem::Boost(settings.boost_switch(cpu)));
        }
        if settings.smt.as_deref() == Some("on") {
            problems.push(Problem::Smt);
        }
        if host.is_emulated() {
            problems.push(Problem::Emulated);
        }
        if host.is_virtual() {
            problems.push(Problem::Virtual);
        }
        let online = host.online().len().max(1);
        if host.load_average().first().is_some_and(|&load| load > BUSY * online as f64) {
            problems.push(Problem::Load);
        }
        problems.extend(host.faster(cpu).map(|faster| Problem::EfficiencyCore { cpu, faster }));
        if host.is_on_battery() {
            problems.push(Problem::Battery);
        }
        problems
    }

    /// The command that mends it, where there is one.
    pub fn remedy(&self) -> Option<String> {
        let text = match self {
            Problem::NoCycles(Unavailable::Paranoid) => {
                "sudo sysctl kernel.perf_event_paranoid=2".to_owned()
            }
            Problem::Governor(_) => "sudo cpupower frequency-set -g performance".to_owned(),
            Problem::FreeClock { max, .. } => {
                format!("sudo cpupower frequency-set -d {max}kHz -u {max}kHz")
            }
            Problem::Boost(BoostSwitch { file, off }) => format!("echo {off} | sudo tee {file}"),
            Problem::Smt => "echo off | sudo tee /sys/devices/system/cpu/smt/control".to_owned(),
            Problem::EfficiencyCore { faster, .. } => {
                format!("measure on one of {faster}: --cpu N")
            }
            Problem::Battery => "connect it to the mains".to_owned(),
            Problem::NoCycles(_)
            | Problem::Emulated
            | Problem::Virtual
            | Problem::Load
            | Problem::Unsteady(_) => return None,
        };
        Some(text)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::NoCycles(why) => why.fmt(f),
            Problem::Governor(governor) => {
                write!(f, "the clock follows the load: governor {governor}, not performance")
            }
            Problem::FreeClock { min, max, cpu } => {
                write!(f, "the clock of CPU {cpu} is not fixed: {min} to {max} kHz")
            }
            Problem::Boost(_) => f.write_str("turbo is on"),
            Problem::Smt => f.write_str("SMT is on: another thread may share the core"),
            Problem::Emulated => f.write_str("the processor is emulated: times mean nothing"),
            Problem::Virtual => {
                f.write_str("virtual machine: others decide when it runs, and how fast")
            }
            Problem::Unsteady(how) => write!(f, "the clock is not steady: {how}"),
            Problem::Load => write!(f, "the machine is busy: load over {BUSY} a processor"),
            Problem::EfficiencyCore { cpu, .. } => {
                write!(f, "CPU {cpu} is an efficiency core")
            }
            Problem::Battery => f.write_str("the machine runs on its battery"),
        }
    }
}
