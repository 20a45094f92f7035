//! How many times an operation is run for its profile.

/// Runs of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Counted runs.
    pub iterations: u64,
    /// Runs before counting begins.
    pub warmups: u64,
}

/// The method's rule, from the seconds one call took: one run if over 60 s, else as many as
/// fill a second, but 3 to 1000; one warm-up if a call takes under 5 s.
pub fn profile(seconds: f64) -> Plan {
    let iterations = if seconds > 60.0 {
        1
    } else {
        // A call too short to be timed gives infinity, which the cast makes the largest number.
        ((1.0 / seconds).ceil() as u64).clamp(3, 1000)
    };
    Plan { iterations, warmups: u64::from(seconds < 5.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_rule() {
        for (seconds, iterations, warmups) in [
            (0.0, 1000, 1),
            (0.0001, 1000, 1),
            (0.0015, 667, 1),
            (0.4, 3, 1),
            (4.9, 3, 1),
            (5.0, 3, 0),
            (60.0, 3, 0),
            (60.1, 1, 0),
        ] {
            assert_eq!(profile(seconds), Plan { iterations, warmups }, "{seconds} s");
        }
    }
}
