//! How steadily a processor works.

use super::Problem;
use super::work::{on_processor, work};
use crate::stats::quantile;
use iccs_interpose::tick;
use serde::Serialize;
use std::fmt;

/// Times the work is timed.
const ROUNDS: usize = 50;

/// How much the same work takes once and another time. It tells nothing of the clock's rate, only
/// whether it, and what others do to the processor, stays the same.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Steadiness {
    /// Difference of the 90 % and the 10 % quantile of the loop's times, as a part of the median.
    pub spread: f64,
    /// The slowest time over the median.
    pub slowest: f64,
}

/// Spread from which on the clock is not steady.
const UNSTEADY: f64 = 0.05;

impl Steadiness {
    /// Times a loop of dependent additions on a processor, in a thread of its own. None where it
    /// cannot run there.
    pub fn of_processor(cpu: usize) -> Option<Self> {
        let seconds = on_processor(cpu, measure)?;
        let median = quantile(&seconds, 0.5)?;
        if median <= 0.0 {
            return None;
        }
        Some(Steadiness {
            spread: (quantile(&seconds, 0.9)? - quantile(&seconds, 0.1)?) / median,
            slowest: quantile(&seconds, 1.0)? / median,
        })
    }

    /// That it is too little, if it is.
    pub fn problem(self) -> Option<Problem> {
        (self.spread > UNSTEADY).then(|| Problem::Unsteady(self.to_string()))
    }
}

impl fmt::Display for Steadiness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the same work varies by {:.1}% (10 % to 90 % quantile), at worst {:.2} times as long",
            100.0 * self.spread,
            self.slowest
        )
    }
}

fn measure() -> Vec<f64> {
    let once = || {
        let start = tick::clock();
        work();
        tick::clock().wrapping_sub(start) as f64 / 1e9
    };
    // The first ones are a clock's chance to rise.
    (0..2 * ROUNDS).map(|_| once()).skip(ROUNDS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_that_is_large_is_a_problem() {
        let steady = Steadiness { spread: 0.01, slowest: 3.0 };
        assert_eq!(steady.problem(), None);
        let unsteady = Steadiness { spread: 0.08, slowest: 1.2 };
        assert_eq!(
            unsteady.problem().map(|problem| problem.to_string()).unwrap_or_default(),
            "the clock is not steady: the same work varies by 8.0% (10 % to 90 % quantile), at \
             worst 1.20 times as long"
        );
    }

    #[test]
    fn a_processor_that_is_not_there_has_none() {
        assert_eq!(Steadiness::of_processor(libc::CPU_SETSIZE as usize - 1), None);
    }
}
