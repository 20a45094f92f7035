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

    /// Reads the source.
    #[inline(always)]
    pub fn read(self) -> u64 {
        if self == Source::Counter { counter() } else { self.read_slow() }
    }

    #[cold]
    fn read_slow(self) -> u64 {
        match self {
            Source::FencedCounter => fenced_counter(),
            Source::Counter | Source::Clock => clock(),
        }
    }
}

/// Nanoseconds of `CLOCK_MONOTONIC_RAW`.
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

#[cfg(target_arch = "x86_64")]
fn fenced_counter() -> u64 {
    // SAFETY: as for `counter`; lfence is part of SSE2, which x86-64 includes.
    unsafe {
        core::arch::x86_64::_mm_lfence();
        let ticks = core::arch::x86_64::_rdtsc();
        core::arch::x86_64::_mm_lfence();
        ticks
    }
}

#[cfg(target_arch = "aarch64")]
#[inline(always)]
fn counter() -> u64 {
    let ticks: u64;
    // SAFETY: Linux lets user mode read the virtual counter on every aarch64 machine.
    unsafe { core::arch::asm!("mrs {}, cntvct_el0", out(reg) ticks, options(nomem, nostack)) };
    ticks
}

#[cfg(target_arch = "aarch64")]
fn fenced_counter() -> u64 {
    let ticks: u64;
    // SAFETY: as for `counter`; isb has no operands and no effect on memory.
    unsafe {
        core::arch::asm!("isb", "mrs {}, cntvct_el0", "isb", out(reg) ticks, options(nostack));
    }
    ticks
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn counter() -> u64 {
    clock()
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn fenced_counter() -> u64 {
    clock()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_source_runs_backwards() {
        for source in [Source::Counter, Source::FencedCounter, Source::Clock] {
            let first = source.read();
            let later = (0..1000).map(|_| source.read()).max().unwrap();
            assert!(later >= first, "{source:?}");
        }
    }
}
