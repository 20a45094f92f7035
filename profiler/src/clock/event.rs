//! What counts cycles on a processor.

use crate::cpus;
use perf_event_open_sys::bindings::{
    PERF_COUNT_HW_CPU_CYCLES, PERF_FORMAT_TOTAL_TIME_ENABLED, PERF_FORMAT_TOTAL_TIME_RUNNING,
    PERF_TYPE_HARDWARE, perf_event_attr,
};
use std::fs;
use std::path::Path;

/// An event, as the kernel takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Event {
    pub(super) kind: u32,
    pub(super) config: u64,
    /// Asks for being read in user mode, where that must be asked for.
    pub(super) config1: u64,
}

/// The bit of `config1` by which Arm's counter units are asked for being read in user mode.
const ARM_USER_READ: u64 = 1 << 1;

impl Event {
    /// Cycles of whatever core the thread is on, where all are of one kind.
    const ANY_CYCLES: Event =
        Event { kind: PERF_TYPE_HARDWARE, config: PERF_COUNT_HW_CPU_CYCLES as u64, config1: 0 };

    /// Cycles of a processor. Where there are several kinds of cores each has a counter unit of
    /// its own, below `root`'s `sys/bus/event_source/devices`: those with a list of `cpus`.
    pub(super) fn cycles(root: &Path, cpu: usize) -> Event {
        let units = fs::read_dir(root.join("sys/bus/event_source/devices"));
        let of_unit = |path: &Path| {
            let text = |name: &str| fs::read_to_string(path.join(name)).ok();
            if !cpus::has(&text("cpus")?, cpu) {
                return None;
            }
            let kind: u32 = text("type")?.trim().parse().ok()?;
            if text("events/cpu-cycles").is_some() {
                // The kernel's own event is that of one unit by its type in the upper half.
                let config = Self::ANY_CYCLES.config | u64::from(kind) << 32;
                return Some(Event { config, ..Self::ANY_CYCLES });
            }
            // Units of Arm's architecture, and Apple's, give the number of their event.
            let (description, config1) = match text("events/cpu_cycles") {
                Some(description) => (description, ARM_USER_READ),
                None => (text("events/cycles")?, 0),
            };
            Some(Event { kind, config: number(&description)?, config1 })
        };
        let found = units.into_iter().flatten().flatten().find_map(|unit| of_unit(&unit.path()));
        found.unwrap_or(Self::ANY_CYCLES)
    }

    /// For counting in user mode only, with the times that tell whether it counted all along.
    pub(super) fn attributes(self) -> perf_event_attr {
        let mut attributes = perf_event_attr {
            type_: self.kind,
            size: size_of::<perf_event_attr>() as u32,
            config: self.config,
            read_format: u64::from(PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING),
            ..perf_event_attr::default()
        };
        attributes.__bindgen_anon_3.config1 = self.config1;
        attributes.set_exclude_kernel(1);
        attributes.set_exclude_hv(1);
        // Others that count do not take turns with it.
        attributes.set_pinned(1);
        attributes
    }
}

/// The number in the kernel's description of an event, `event=0x0011`.
fn number(description: &str) -> Option<u64> {
    let digits = description.trim().strip_prefix("event=")?;
    u64::from_str_radix(digits.trim_start_matches("0x"), 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    /// A machine with these counter units: name, type, processors, and an event with its number.
    fn machine(units: &[(&str, &str, &str, &str, &str)]) -> TempDir {
        let root = TempDir::new().unwrap();
        for (name, kind, cpus, event, number) in units {
            let unit = root.path().join("sys/bus/event_source/devices").join(name);
            fs::create_dir_all(unit.join("events")).unwrap();
            fs::write(unit.join("type"), format!("{kind}\n")).unwrap();
            fs::write(unit.join("events").join(event), format!("{number}\n")).unwrap();
            if !cpus.is_empty() {
                fs::write(unit.join("cpus"), format!("{cpus}\n")).unwrap();
            }
        }
        root
    }

    #[test]
    fn with_one_kind_of_core_it_is_the_kernels_own_event() {
        let root = machine(&[("cpu", "4", "", "cpu-cycles", "event=0x3c")]);
        assert_eq!(Event::cycles(root.path(), 1), Event::ANY_CYCLES);
        assert_eq!(Event::cycles(&root.path().join("none"), 1), Event::ANY_CYCLES);
    }

    #[test]
    fn the_unit_is_the_one_of_the_processor() {
        let root = machine(&[
            ("cpu_core", "4", "0-3", "cpu-cycles", "event=0x3c"),
            ("cpu_atom", "10", "4-7", "cpu-cycles", "event=0x3c"),
            ("uncore_imc", "12", "", "cpu-cycles", "event=0x01"),
        ]);
        let of = |kind: u64| Event { config: kind << 32, ..Event::ANY_CYCLES };
        assert_eq!(Event::cycles(root.path(), 2), of(4));
        assert_eq!(Event::cycles(root.path(), 5), of(10));
    }

    #[test]
    fn units_of_arm_and_apple_have_numbers_of_their_own() {
        let root = machine(&[
            ("armv8_cortex_a53", "7", "0-3", "cpu_cycles", "event=0x0011"),
            ("armv9_cortex_x2", "8", "4", "cpu_cycles", "event=0x0011"),
            ("apple_firestorm_pmu", "9", "5-7", "cycles", "event=0x02"),
        ]);
        let of = |kind, config, config1| Event { kind, config, config1 };
        assert_eq!(Event::cycles(root.path(), 0), of(7, 0x11, 2));
        assert_eq!(Event::cycles(root.path(), 4), of(8, 0x11, 2));
        assert_eq!(Event::cycles(root.path(), 6), of(9, 0x02, 0));
    }

    #[test]
    fn the_wish_to_read_in_user_mode_goes_where_the_kernel_looks_for_it() {
        let attributes = Event { kind: 7, config: 0x11, config1: 2 }.attributes();
        // SAFETY: unions of numbers.
        let words =
            unsafe { (attributes.__bindgen_anon_3.config1, attributes.__bindgen_anon_4.config2) };
        assert_eq!(words, (2, 0));
        assert_eq!((attributes.pinned(), attributes.inherit()), (1, 0));
    }
}
