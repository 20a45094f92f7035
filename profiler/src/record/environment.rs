//! The environment block: the machine and its settings when something was measured.

use super::reading::{Reading, even_null};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A machine and its settings. What could not be found out is null; keys that are not known are
/// kept in `other`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Environment {
    /// The machine's name in its network.
    pub hostname: Option<String>,
    /// `x86_64` or `aarch64`.
    pub architecture: Option<String>,
    /// The processor's name.
    pub cpu_model: Option<String>,
    /// The machine's maker and model.
    pub machine: Option<String>,
    /// Number of the CPU that measures.
    pub cpu_number: Option<u64>,
    /// CPUs that are switched on, as the kernel lists them (`0-11`).
    pub logical_cpus_online: Option<Reading>,
    /// Whether it is a virtual machine.
    pub virtualized: Option<Reading>,
    /// Memory in KiB.
    pub memory_total_kib: Option<u64>,
    /// The distribution's name.
    pub os: Option<String>,
    /// The kernel's release.
    pub kernel: Option<String>,
    /// The compiler's first line about itself.
    pub compiler: Option<String>,
    /// CMake's, where it is used.
    pub cmake: Option<String>,
    /// Version of Python, where it is used.
    pub python: Option<String>,
    /// `kernel.perf_event_paranoid`.
    pub perf_event_paranoid: Option<Reading>,
    /// Governor of the CPU's clock.
    pub cpufreq_governor: Option<String>,
    /// Driver of the CPU's clock.
    pub cpufreq_driver: Option<String>,
    /// Lowest clock that is allowed, in kHz.
    pub cpufreq_min_khz: Option<Reading>,
    /// Highest clock that is allowed, in kHz.
    pub cpufreq_max_khz: Option<Reading>,
    /// Average clock as the kernel measured it, in kHz; a key that not every kernel has.
    #[serde(deserialize_with = "even_null", skip_serializing_if = "Option::is_none")]
    pub cpufreq_avg_khz: Option<Reading>,
    /// 1 when Intel's driver keeps turbo off.
    pub intel_pstate_no_turbo: Option<Reading>,
    /// 1 when the clock may go beyond its nominal maximum.
    pub cpufreq_boost: Option<Reading>,
    /// State of simultaneous multithreading: `on`, `off`, `forceoff`, `notsupported`, ...
    pub smt_control: Option<String>,
    /// Clock as measured before the operation (median), in Hz.
    pub core_clock_hz: Option<Reading>,
    /// Lowest of its measurements, in Hz.
    pub core_clock_min_hz: Option<Reading>,
    /// Highest of its measurements, in Hz.
    pub core_clock_max_hz: Option<Reading>,
    /// The clock that should be held, in MHz.
    pub core_clock_mhz: Option<Reading>,
    /// Keys of other writers.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// Own key, there only where it is true.
const EMULATED: &str = "emulated";

impl Environment {
    /// Whether the processor was emulated, so that times mean nothing.
    pub fn is_emulated(&self) -> bool {
        self.other.get(EMULATED) == Some(&Value::Bool(true))
    }

    /// Notes that the processor is emulated.
    pub fn set_emulated(&mut self) {
        self.other.insert(EMULATED.to_owned(), Value::Bool(true));
    }
}
