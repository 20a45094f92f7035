//! The processors of a machine, which need not be equally fast.

use super::Host;
use crate::cpus;

/// Part of the fastest processor's speed from which on another one is of the same kind. The best
/// cores of one kind may clock some percent higher than the others.
const SAME_KIND: f64 = 0.9;

impl Host {
    /// Processors that are switched on.
    pub(super) fn online(&self) -> Vec<usize> {
        let list = self.text("/sys/devices/system/cpu/online").unwrap_or_default();
        (0..libc::CPU_SETSIZE as usize).filter(|&cpu| cpus::has(&list, cpu)).collect()
    }

    /// The processors of a faster kind than this one's, as a list; none if there are none.
    pub(super) fn faster(&self, cpu: usize) -> Option<String> {
        // Where there are two kinds of Intel's cores.
        if let Some(fast) = self.text("/sys/devices/cpu_core/cpus") {
            return (!cpus::has(&fast, cpu)).then_some(fast);
        }
        let this = self.speed(cpu)?;
        let speeds = self.online().into_iter().filter_map(|cpu| Some((cpu, self.speed(cpu)?)));
        let speeds: Vec<(usize, f64)> = speeds.collect();
        let fastest = speeds.iter().map(|(_, speed)| *speed).fold(this, f64::max);
        let is_fast = |speed: f64| speed >= SAME_KIND * fastest;
        let fast = speeds.iter().filter(|(_, speed)| is_fast(*speed)).map(|(cpu, _)| *cpu);
        (!is_fast(this)).then(|| cpus::list(&fast.collect::<Vec<_>>()))
    }

    /// What the kernel says of a processor's speed, comparable within one machine only.
    fn speed(&self, cpu: usize) -> Option<f64> {
        let of_cpu = |name| self.text(&format!("/sys/devices/system/cpu/cpu{cpu}/{name}"));
        of_cpu("cpu_capacity").or_else(|| of_cpu("cpufreq/cpuinfo_max_freq"))?.parse().ok()
    }

    /// Times since the start of the system that a processor was slowed down for being hot.
    pub(super) fn throttles(&self, cpu: usize) -> Option<u64> {
        let folder = format!("/sys/devices/system/cpu/cpu{cpu}/thermal_throttle");
        self.text(&format!("{folder}/core_throttle_count"))?.parse().ok()
    }

    /// Whether it runs on a battery of its own that is getting empty.
    pub(super) fn is_on_battery(&self) -> bool {
        let supplies = std::fs::read_dir(self.root.join("sys/class/power_supply"));
        supplies.into_iter().flatten().flatten().any(|supply| {
            let path = supply.path();
            let is = |name: &str, value: &str| {
                std::fs::read_to_string(path.join(name)).is_ok_and(|text| text.trim() == value)
            };
            // Those of mice and the like have the scope "Device".
            is("type", "Battery") && is("status", "Discharging") && !is("scope", "Device")
        })
    }
}
