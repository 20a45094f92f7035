//! Tick sources: a counter that every core reads alike, at a fixed rate.

use crate::sys;

/// How ticks are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Source {
    /// The processor's counter, read where the instruction stands in the stream; earlier
    /// instructions may still be under way. On processors without one, the clock.
    Counter = 0,
    /// The counter, with fences: everything before it is done, nothing after it has begun.
    FencedCounter = 1,
    /// `CLOCK_MONOTONIC_RAW`, in nanoseconds.
    Clock = 2,
}

impl Source {
    /// The source a number in the region stands for; unknown ones are the clock.
    pub fn from_code(code: u32) -> Source {
        match code {
            0 => Source::Counter,
            1 => Source::FencedCounter,
            _ => Source::Clock,
        }
    }

    /// The name a record gives the source.
    pub fn name(self) -> &'static str {
        let counter = if cfg!(target_arch = "x86_64") {
            ["rdtsc", "lfence+rdtsc"]
        } else if cfg!(target_arch = "aarch64") {
            ["cntvct_el0", "isb+cntvct_el0"]
        } else {
            ["CLOCK_MONOTONIC_RAW"; 2]
        };
        match self {
            Source::Counter => counter[0],
            Source::FencedCounter => counter[1],
            Source::Clock => "CLOCK_MONOTONIC_RAW",
        }
    }

    /// The source used unless another is asked for: with fences, by the accuracy benchmark. Without
    /// them the processor reads the counter while it still works on what came before, by an amount
    /// that no calibration gets hold of, and shares of calls under a microsecond are off by several
    /// percentage points.
    pub const DEFAULT: Source = Source::FencedCounter;

    /// Reads the source at the start of what is timed.
    #[inline(always)]
    pub fn start(self) -> u64 {
        match self {
            Source::Counter => counter(),
            Source::FencedCounter => {
                fence();
                let ticks = counter();
                fence();
                ticks
            }
            Source::Clock => clock(),
        }
    }

    /// Reads the source at the end of what is timed. What follows may begin before: it is no
    /// longer timed.
    #[inline(always)]
    pub fn end(self) -> u64 {
        match self {
            Source::Counter => counter(),
            Source::FencedCounter => {
                fence();
                counter()
            }
            Source::Clock => clock(),
        }
    }
}

/// Nanoseconds of `CLOCK_MONOTONIC_RAW`.
#[inline(never)]
pub fn clock() -> u64 {
    let mut time = sys::Timespec { seconds: 0, nanoseconds: 0 };
    // SAFETY: `time` is a timespec that outlives the call.
    unsafe { sys::clock_gettime(sys::CLOCK_MONOTONIC_RAW, &mut time) };
    (time.seconds as u64).wrapping_mul(1_000_000_000).wrapping_add(time.nanoseconds as u64)
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn counter() -> u64 {
    // SAFETY: every x86-64 processor has rdtsc, and Linux leaves it to user mode unless a
    // process asks otherwise (PR_SET_TSC).
    unsafe { core::arch::x86_64::_rdtsc() }
}

/// Lets nothing that comes after it begin before all that comes before it is done.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn fence() {
    // SAFETY: lfence is part of SSE2, which x86-64 includes.
    unsafe { core::arch::x86_64::_mm_lfence() };
}

#[cfg(target_arch = "aarch64")]
#[inline(always)]
fn counter() -> u64 {
    let ticks: u64;
    // SAFETY: Linux lets user mode read the virtual counter on every aarch64 machine.
    unsafe { core::arch::asm!("mrs {}, cntvct_el0", out(reg) ticks, options(nomem, nostack)) };
    ticks
}

/// Lets nothing that comes after it begin before all that comes before it is done.
#[cfg(target_arch = "aarch64")]
#[inline(always)]
fn fence() {
    // SAFETY: a barrier has no operands.
    unsafe { core::arch::asm!("dsb ld", "isb", options(nostack)) };
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn counter() -> u64 {
    clock()
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn fence() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_source_runs_backwards() {
        for source in [Source::Counter, Source::FencedCounter, Source::Clock] {
            let first = source.start();
            let later = (0..1000).map(|_| source.end()).max().unwrap();
            assert!(later >= first, "{source:?}");
        }
    }
}
