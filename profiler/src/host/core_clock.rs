//! The clock a processor runs at, from its cycle counter. It is never told from time alone.

use super::work::{on_processor, work};
use crate::clock::Cycles;
use crate::record::{Environment, median};
use iccs_interpose::tick;

/// Rounds that are measured, of half a millisecond each.
const ROUNDS: usize = 11;

/// Rounds before them, in which the clock may rise.
const WARM_UPS: usize = 30;

/// The clock of a busy processor, in Hz.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CoreClock {
    median: f64,
    min: f64,
    max: f64,
}

impl CoreClock {
    /// Counts a processor's cycles while it works; none where that cannot be.
    pub(super) fn of_processor(cpu: usize) -> Option<Self> {
        let rounds = on_processor(cpu, || {
            let cycles = Cycles::open().ok()?;
            (0..WARM_UPS).for_each(|_| work());
            let round = || {
                let (start, start_ns) = (cycles.read()?, tick::clock());
                work();
                let (end, end_ns) = (cycles.read()?, tick::clock());
                Some((end.checked_sub(start)?, end_ns.wrapping_sub(start_ns)))
            };
            (0..ROUNDS).map(|_| round()).collect::<Option<Vec<_>>>()
        });
        Self::of_rounds(&rounds??)
    }

    /// From cycles and nanoseconds of each round.
    fn of_rounds(rounds: &[(u64, u64)]) -> Option<Self> {
        if rounds.iter().any(|&(cycles, nanoseconds)| cycles == 0 || nanoseconds == 0) {
            return None;
        }
        let hz: Vec<f64> = rounds.iter().map(|&(c, ns)| c as f64 / (ns as f64 / 1e9)).collect();
        let (min, max) =
            (hz.iter().copied().reduce(f64::min)?, hz.iter().copied().reduce(f64::max)?);
        Some(CoreClock { median: median(&hz)?, min, max })
    }

    /// Notes it in a record's environment.
    pub(super) fn describe(self, environment: &mut Environment) {
        let hz = |hz: f64| Some((hz.round() as u64).into());
        environment.core_clock_hz = hz(self.median);
        environment.core_clock_min_hz = hz(self.min);
        environment.core_clock_max_hz = hz(self.max);
        // As published records have it, to a hundred of them.
        environment.core_clock_mhz = Some((100 * (self.median / 1e8).round() as u64).into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_are_those_of_published_records() {
        let clock = CoreClock::of_rounds(&[
            (2_694_350, 1_000_000),
            (2_691_657, 1_000_000),
            (5_391_365, 2_000_000),
        ]);
        let mut environment = Environment::default();
        clock.unwrap().describe(&mut environment);
        assert_eq!(environment.core_clock_hz, Some(2_694_350_000_u64.into()));
        assert_eq!(environment.core_clock_min_hz, Some(2_691_657_000_u64.into()));
        assert_eq!(environment.core_clock_max_hz, Some(2_695_682_500_u64.into()));
        assert_eq!(environment.core_clock_mhz, Some(2700_u64.into()));
    }

    #[test]
    fn without_cycles_there_is_no_clock() {
        assert_eq!(CoreClock::of_rounds(&[(1000, 1000), (0, 1000)]), None);
        assert_eq!(CoreClock::of_rounds(&[(1000, 0)]), None);
        assert_eq!(CoreClock::of_rounds(&[]), None);
    }
}
