//! How many times an operation is run for its memory.

/// As many runs as fill five seconds, 1 to 10: the figures hardly differ from run to run.
pub fn memory_runs(seconds: f64) -> u64 {
    // A call too short to be timed gives infinity, which the cast makes the largest number.
    ((5.0 / seconds) as u64).clamp(1, 10)
}

#[cfg(test)]
mod tests {
    use super::memory_runs;

    #[test]
    fn slow_operations_run_less_often() {
        for (seconds, runs) in [(0.0, 10), (0.5, 10), (0.6, 8), (5.0, 1), (1000.0, 1)] {
            assert_eq!(memory_runs(seconds), runs, "{seconds} s");
        }
    }
}
