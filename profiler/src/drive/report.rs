//! What the child tells its parent, in memory both share: whatever ends the child, what it had
//! written by then is known.

use crate::api::{Function, MAX_PASSES};
use iccs_interpose::tick;
use serde::{Deserialize, Serialize};
use std::ffi::CStr;
use std::sync::atomic::{AtomicI64, AtomicU32, AtomicU64, Ordering::Relaxed};

/// How far the child came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u32)]
pub enum Phase {
    /// Running, the library not yet loaded.
    Starting = 0,
    /// Loading the library: its constructors run.
    Loading = 1,
    /// Calling the library to make keys and whatever else the operation needs.
    Preparing = 2,
    /// Running the warm-ups.
    WarmingUp = 3,
    /// Running the measured iterations.
    Measuring = 4,
    /// All is done.
    Done = 5,
    /// It gave up; [`Report::message`] says why.
    Failed = 6,
}

impl Phase {
    const ALL: [Phase; 7] = [
        Phase::Starting,
        Phase::Loading,
        Phase::Preparing,
        Phase::WarmingUp,
        Phase::Measuring,
        Phase::Done,
        Phase::Failed,
    ];

    /// What the child was doing, as part of a sentence.
    pub fn describe(self) -> &'static str {
        match self {
            Phase::Starting => "before the library was loaded",
            Phase::Loading => "while the library was being loaded",
            Phase::Preparing => "in preparation",
            Phase::WarmingUp => "in a warm-up",
            Phase::Measuring => "in a measured call",
            Phase::Done => "after the last call",
            Phase::Failed => "after a failure",
        }
    }
}

/// Of what kind a failure is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum FailureKind {
    /// A call failed, or something is missing, or what was returned cannot be.
    Failed = 0,
    /// Something outside a buffer was written, or a length beyond it returned.
    Overflow = 1,
}

/// Lengths in bytes; 0 for what a kind has not, or what is not known yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[repr(C)]
pub struct Sizes {
    /// Public key, as declared.
    pub pk: u64,
    /// Secret key, as declared.
    pub sk: u64,
    /// Ciphertext, as declared.
    pub ct: u64,
    /// Shared secret, as declared.
    pub ss: u64,
    /// Signature, as declared.
    pub sn: u64,
    /// Longest signature that was returned.
    pub sn_actual: u64,
    /// Bytes written behind the declared length of the signature.
    pub sn_beyond: u64,
    /// Digest.
    pub digest: u64,
    /// State of side a, as declared.
    pub sta: u64,
    /// State of side b, as declared.
    pub stb: u64,
    /// All messages of an exchange together, as declared.
    pub total_messages: u64,
    /// Passes, as declared.
    pub passes: u64,
    /// Passes that were run.
    pub passes_run: u64,
    /// What each of them sent.
    pub messages: [u64; MAX_PASSES as usize],
    /// Shared secret, as returned.
    pub ss_actual: u64,
    /// Public key of side a, as returned.
    pub pk_a_actual: u64,
    /// Public key of side b, as returned.
    pub pk_b_actual: u64,
}

/// One timed series of runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[repr(C)]
pub struct Trial {
    /// Timed runs.
    pub measurements: u64,
    /// Nanoseconds of all of them (`CLOCK_MONOTONIC_RAW`).
    pub nanoseconds: u64,
    /// Cycles of all of them, in user mode.
    pub cycles: u64,
    /// Whether there was a counter and it counted all the time.
    pub has_cycles: u64,
    /// Times the kernel took the processor away in the meantime.
    pub preemptions: u64,
    /// Nanoseconds of the whole series, unmeasured parts of runs included.
    pub wall_ns: u64,
    /// Processor time of the process in the same time, in nanoseconds.
    pub cpu_ns: u64,
}

impl Trial {
    /// Runs something and adds what it took.
    pub(super) fn around<T>(&mut self, run: impl FnOnce() -> T) -> T {
        let (preemptions, cpu_ns, wall_ns) = (preemptions(), cpu_ns(), tick::clock());
        let result = run();
        self.wall_ns += tick::clock().wrapping_sub(wall_ns);
        self.cpu_ns += self::cpu_ns().wrapping_sub(cpu_ns);
        self.preemptions += self::preemptions().wrapping_sub(preemptions);
        result
    }

    /// The part of its time in which others had the processor: time without the processor, if the
    /// kernel took it away at all. (Time that a submission sleeps or waits is its own.)
    pub fn lost_part(&self) -> f64 {
        if self.preemptions == 0 || self.wall_ns == 0 {
            return 0.0;
        }
        self.wall_ns.saturating_sub(self.cpu_ns) as f64 / self.wall_ns as f64
    }

    /// Whether it lost more than its figures can bear: over 2 % of its time.
    pub fn is_disturbed(&self) -> bool {
        self.lost_part() > 0.02
    }

    /// Seconds it took, without those in which others had the processor.
    pub fn undisturbed_seconds(&self) -> f64 {
        let is_preempted = self.preemptions > 0;
        let nanoseconds = if is_preempted { self.wall_ns.min(self.cpu_ns) } else { self.wall_ns };
        nanoseconds as f64 / 1e9
    }
}

/// Memory of single runs of the operation. Zero when it was not measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Footprint {
    /// Measured runs.
    pub runs: u64,
    /// Most bytes on the heap in any run, beyond those at its begin.
    pub heap_peak: u64,
    /// Bytes the heap has grown by over all of them.
    pub heap_growth: i64,
    /// Blocks allocated in all of them, resized ones included.
    pub allocations: u64,
    /// 1 when not every block could be noted: then no figure of the heap is right.
    pub is_heap_incomplete: u64,
    /// Most bytes on the stack in any run, from the stack pointer at the call of the operation.
    pub stack_peak: u64,
}

/// Times the kernel took the processor away from this process.
fn preemptions() -> u64 {
    // SAFETY: getrusage fills the whole structure.
    unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(libc::RUSAGE_SELF, &mut usage);
        usage.ru_nivcsw as u64
    }
}

/// Nanoseconds of processor time this process had.
fn cpu_ns() -> u64 {
    // SAFETY: clock_gettime fills the structure.
    unsafe {
        let mut time: libc::timespec = std::mem::zeroed();
        libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time);
        time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
    }
}

/// The interface function being called, kept where the parent and a signal handler see it.
#[derive(Debug)]
#[repr(transparent)]
pub struct FunctionNow(AtomicU32);

impl FunctionNow {
    /// Notes the function about to be called.
    #[inline(always)]
    pub fn set(&self, function: Function) {
        self.0.store(function.code(), Relaxed);
    }

    /// The function last called.
    pub fn get(&self) -> Option<Function> {
        Function::from_code(self.0.load(Relaxed))
    }
}

const MESSAGE_CAPACITY: usize = 1024;

/// Series in one process at the most.
pub const TRIALS: usize = 64;

/// Runs timed each on its own at the most.
pub const SAMPLES: usize = 256;

/// The shared pages. Valid when zero.
#[derive(Debug)]
#[repr(C)]
pub struct Report {
    phase: AtomicU32,
    /// The interface function last called.
    pub function: FunctionNow,
    /// Operations completed in the current phase.
    pub completed: AtomicU64,
    failure: AtomicU32,
    message: [u8; MESSAGE_CAPACITY],
    /// Signal that ended the child, 0 for none.
    pub signal: AtomicU32,
    /// Address the signal is about.
    pub fault_address: AtomicU64,
    /// Where the program was when it came.
    pub fault_pc: AtomicU64,
    /// Where the library is loaded.
    pub library_base: AtomicU64,
    /// 1 plus the number of the buffer whose guard pages the address lies in, 0 for none.
    pub fault_buffer: AtomicU32,
    /// Sizes of what the operation works on.
    pub sizes: Sizes,
    /// Warm-ups and measured runs as they were made, planned or asked for.
    pub warmups: AtomicU64,
    /// See `warmups`.
    pub iterations: AtomicU64,
    /// Nanoseconds from the child's start to the first run.
    pub set_up_ns: AtomicU64,
    /// A span of time around all counted runs, in nanoseconds of `CLOCK_MONOTONIC_RAW`.
    pub span_ns: AtomicU64,
    /// The same span in ticks, 0 when nothing was interposed.
    pub span_ticks: AtomicI64,
    /// Resident bytes after preparation.
    pub baseline_rss: AtomicU64,
    /// Highest resident bytes.
    pub peak_rss: AtomicU64,
    /// Memory of single runs.
    pub footprint: Footprint,
    /// 1 when the library has neither `drng_algorithm` nor a use for it, so was not seeded.
    pub unseeded: AtomicU32,
    /// 1 when a call returned in a process that the submission forked, too.
    pub came_back_twice: AtomicU32,
    /// Further calls of a signer that failed.
    pub sign_retries: AtomicU64,
    /// Changes of the message until the signer succeeded.
    pub changed_messages: AtomicU64,
    /// Measured calls in which the verifier did not accept.
    pub verify_rejections: AtomicU64,
    /// Series that are done.
    pub trials_done: AtomicU64,
    /// The series.
    pub trials: [Trial; TRIALS],
    /// What reading the clock twice takes at the least, in nanoseconds.
    pub clock_ns: AtomicU64,
    /// Runs timed each on its own.
    pub samples_taken: AtomicU64,
    /// Nanoseconds of each, reading the clock included.
    pub samples: [u64; SAMPLES],
}

impl Report {
    /// How far the child came.
    pub fn phase(&self) -> Phase {
        let code = self.phase.load(Relaxed) as usize;
        Phase::ALL.get(code).copied().unwrap_or(Phase::Starting)
    }

    /// Enters a phase.
    pub fn enter(&self, phase: Phase) {
        self.completed.store(0, Relaxed);
        self.phase.store(phase as u32, Relaxed);
    }

    /// Adds a series that is done, and the runs of it that were timed on their own.
    pub(super) fn add_trial(&mut self, trial: Trial, samples: &[u64]) {
        let done = self.trials_done.load(Relaxed) as usize;
        let taken = self.samples_taken.load(Relaxed) as usize;
        if let Some(place) = self.trials.get_mut(done) {
            *place = trial;
            self.trials_done.store(done as u64 + 1, Relaxed);
        }
        for (place, sample) in self.samples.iter_mut().skip(taken).zip(samples) {
            *place = *sample;
            *self.samples_taken.get_mut() += 1;
        }
    }

    /// Of what kind [`Report::message`] is.
    pub fn failure(&self) -> FailureKind {
        match self.failure.load(Relaxed) {
            1 => FailureKind::Overflow,
            _ => FailureKind::Failed,
        }
    }

    /// Why the child gave up.
    pub fn message(&self) -> String {
        text(&self.message)
    }

    /// Says why the child gives up.
    pub fn fail(&mut self, kind: FailureKind, message: &str) {
        self.failure.store(kind as u32, Relaxed);
        set_text(&mut self.message, message);
        self.enter(Phase::Failed);
    }
}

fn text(bytes: &[u8]) -> String {
    let text = CStr::from_bytes_until_nul(bytes).map(CStr::to_bytes).unwrap_or_default();
    String::from_utf8_lossy(text).into_owned()
}

fn set_text(to: &mut [u8], text: &str) {
    let length = text.len().min(to.len() - 1);
    to[..length].copy_from_slice(&text.as_bytes()[..length]);
    to[length..].fill(0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_not_overrun() {
        // SAFETY: a report is valid when zero.
        let mut report: Report = unsafe { std::mem::zeroed() };
        report.fail(FailureKind::Overflow, &"ü".repeat(MESSAGE_CAPACITY));
        assert_eq!((report.phase(), report.failure()), (Phase::Failed, FailureKind::Overflow));
        assert!(report.message().starts_with("üü"));
    }
}
