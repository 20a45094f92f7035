//! Settings of a processor that decide what a measurement is worth.

use super::Host;

const NO_TURBO: &str = "/sys/devices/system/cpu/intel_pstate/no_turbo";
const BOOST: &str = "/sys/devices/system/cpu/cpufreq/boost";

/// A file of the kernel by which clocks beyond the limits are allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoostSwitch {
    /// The file.
    pub file: String,
    /// What is written into it to have none.
    pub off: &'static str,
}

/// Settings as the kernel gives them; none for what it has not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Settings {
    pub(super) governor: Option<String>,
    pub(super) driver: Option<String>,
    pub(super) min_khz: Option<String>,
    pub(super) max_khz: Option<String>,
    pub(super) avg_khz: Option<String>,
    pub(super) no_turbo: Option<String>,
    pub(super) boost: Option<String>,
    /// Whether that is one for all processors.
    pub(super) has_common_boost: bool,
    pub(super) smt: Option<String>,
    pub(super) paranoid: Option<String>,
}

impl Settings {
    pub(super) fn read(host: &Host, cpu: usize) -> Self {
        let of_cpu =
            |name: &str| host.text(&format!("/sys/devices/system/cpu/cpu{cpu}/cpufreq/{name}"));
        Settings {
            governor: of_cpu("scaling_governor"),
            driver: of_cpu("scaling_driver"),
            min_khz: of_cpu("scaling_min_freq"),
            max_khz: of_cpu("scaling_max_freq"),
            avg_khz: of_cpu("cpuinfo_avg_freq"),
            no_turbo: host.text(NO_TURBO),
            boost: host.text(BOOST).or_else(|| of_cpu("boost")),
            has_common_boost: host.text(BOOST).is_some(),
            smt: host.text("/sys/devices/system/cpu/smt/control"),
            paranoid: host.text("/proc/sys/kernel/perf_event_paranoid"),
        }
    }

    /// Whether the clock may go beyond its limits for a while.
    pub(super) fn may_boost(&self) -> bool {
        match self.no_turbo.as_deref() {
            Some(state) => state == "0",
            None => self.boost.as_deref() == Some("1"),
        }
    }

    /// What decides on that.
    pub(super) fn boost_switch(&self, cpu: usize) -> BoostSwitch {
        let (file, off) = match (&self.no_turbo, self.has_common_boost) {
            (Some(_), _) => (NO_TURBO.to_owned(), "1"),
            (None, true) => (BOOST.to_owned(), "0"),
            (None, false) => (format!("/sys/devices/system/cpu/cpu{cpu}/cpufreq/boost"), "0"),
        };
        BoostSwitch { file, off }
    }
}
