//! Settings of a processor that decide what a measurement is worth.

use super::Host;

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
            no_turbo: host.text("/sys/devices/system/cpu/intel_pstate/no_turbo"),
            boost: host.text("/sys/devices/system/cpu/cpufreq/boost").or_else(|| of_cpu("boost")),
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
}
