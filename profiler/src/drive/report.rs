//! What the child tells its parent, in memory both share: whatever ends the child, what it had
//! written by then is known.

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

/// Sizes the library declares (its `_len_bytes` functions).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Sizes {
    /// Public key.
    pub pk: u64,
    /// Secret key.
    pub sk: u64,
    /// Ciphertext.
    pub ct: u64,
    /// Shared secret.
    pub ss: u64,
}

const MESSAGE_CAPACITY: usize = 1024;
const NAME_CAPACITY: usize = 48;

/// The shared page. Valid when zero.
#[derive(Debug)]
#[repr(C)]
pub struct Report {
    phase: AtomicU32,
    /// Name of the interface function last called, zero-terminated.
    function: [u8; NAME_CAPACITY],
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
    /// Declared sizes.
    pub sizes: Sizes,
    /// Nanoseconds of `CLOCK_MONOTONIC_RAW` the measured loop took, helper counting included.
    pub loop_ns: AtomicU64,
    /// Ticks in the same time, 0 when nothing was interposed.
    pub loop_ticks: AtomicI64,
    /// Resident bytes after preparation.
    pub baseline_rss: AtomicU64,
    /// Highest resident bytes.
    pub peak_rss: AtomicU64,
    /// 1 when the library has neither `drng_algorithm` nor a use for it, so was not seeded.
    pub unseeded: AtomicU32,
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

    /// The interface function last called.
    pub fn function(&self) -> String {
        text(&self.function)
    }

    /// Notes the interface function about to be called.
    pub fn set_function(&mut self, name: &str) {
        set_text(&mut self.function, name);
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
        report.set_function("kem_enc");
        report.fail(FailureKind::Overflow, &"ü".repeat(MESSAGE_CAPACITY));
        assert_eq!(report.function(), "kem_enc");
        assert_eq!((report.phase(), report.failure()), (Phase::Failed, FailureKind::Overflow));
        assert!(report.message().starts_with("üü"));
    }
}
