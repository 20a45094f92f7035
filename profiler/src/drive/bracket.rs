//! What is done at the start and the end of the measured part of a run.

use iccs_interpose::tick;

/// Marks off the measured part of a run.
pub(crate) trait Bracket {
    /// The measured part starts.
    fn begin(&mut self);
    /// It has ended.
    fn end(&mut self);
}

/// Nothing is measured.
pub(crate) struct Unmeasured;

impl Bracket for Unmeasured {
    #[inline(always)]
    fn begin(&mut self) {}

    #[inline(always)]
    fn end(&mut self) {}
}

/// Reads the cycle counter; none where there is none, or it does not count.
pub(crate) type ReadCycles<'a> = &'a dyn Fn() -> Option<u64>;

/// Times single runs: all of them, or evenly spread samples.
pub(crate) struct Stopwatch<'a> {
    /// Every run is timed and added up.
    every_run: bool,
    /// From one sample to the next, in runs.
    stride: u64,
    until_sample: u64,
    samples: &'a mut [u64],
    /// Samples taken so far.
    pub(crate) taken: usize,
    cycles: ReadCycles<'a>,
    start_ns: u64,
    start_cycles: Option<u64>,
    /// Sum over the runs, when every one is timed.
    pub(crate) nanoseconds: u64,
    /// Sum over the runs, when every one is timed; none as soon as one reading failed.
    pub(crate) sum_cycles: Option<u64>,
}

impl<'a> Stopwatch<'a> {
    /// For so many runs, of which no more are samples than there is room for.
    pub(crate) fn new(
        every_run: bool,
        runs: u64,
        cycles: ReadCycles<'a>,
        samples: &'a mut [u64],
    ) -> Self {
        let stride = runs.div_ceil((samples.len() as u64).max(1)).max(1);
        Stopwatch {
            every_run,
            stride,
            until_sample: stride / 2,
            samples,
            taken: 0,
            cycles,
            start_ns: 0,
            start_cycles: None,
            nanoseconds: 0,
            sum_cycles: Some(0),
        }
    }
}

impl Bracket for Stopwatch<'_> {
    #[inline(always)]
    fn begin(&mut self) {
        if self.every_run {
            self.start_cycles = (self.cycles)();
        }
        if self.every_run || self.until_sample == 0 {
            self.start_ns = tick::clock();
        }
    }

    #[inline(always)]
    fn end(&mut self) {
        if self.every_run || self.until_sample == 0 {
            let nanoseconds = tick::clock().wrapping_sub(self.start_ns);
            if self.every_run {
                let cycles = (self.cycles)().zip(self.start_cycles);
                let cycles = cycles.map(|(end, start)| end.wrapping_sub(start));
                self.sum_cycles = self.sum_cycles.zip(cycles).map(|(sum, more)| sum + more);
                self.nanoseconds += nanoseconds;
            }
            if self.until_sample == 0 {
                if let Some(sample) = self.samples.get_mut(self.taken) {
                    *sample = nanoseconds;
                    self.taken += 1;
                }
                self.until_sample = self.stride;
            }
        }
        self.until_sample -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sampled(every_run: bool, runs: u64, room: usize) -> (usize, u64) {
        let mut samples = vec![0; room];
        let mut stopwatch = Stopwatch::new(every_run, runs, &|| Some(1), &mut samples);
        for _ in 0..runs {
            stopwatch.begin();
            stopwatch.end();
        }
        (stopwatch.taken, stopwatch.nanoseconds)
    }

    #[test]
    fn samples_are_as_many_as_there_is_room_for_or_fewer() {
        for runs in [1, 2, 3, 9, 10, 11, 100, 1001] {
            let (taken, _) = sampled(false, runs, 10);
            assert!((1..=10).contains(&taken) && taken as u64 <= runs, "{taken} of {runs}");
            assert!(runs < 10 || taken >= 5, "{taken} of {runs}");
        }
        assert_eq!(sampled(false, 7, 10).0, 7);
    }

    #[test]
    fn only_a_stopwatch_for_every_run_adds_up() {
        assert_eq!(sampled(false, 100, 10).1, 0);
        let mut none = [];
        let mut stopwatch = Stopwatch::new(true, 2, &|| None, &mut none);
        for _ in 0..2 {
            stopwatch.begin();
            std::hint::black_box((0..1000).sum::<u64>());
            stopwatch.end();
        }
        assert_eq!((stopwatch.taken, stopwatch.sum_cycles), (0, None));
        assert!(stopwatch.nanoseconds > 0);
    }
}
