//! The measuring child: loads one library, prepares as the measurement rules say, runs one
//! operation a number of times and reports through memory shared with its parent.
//!
//! It is an early branch of the executable rather than a program of its own, so that there is
//! one file to install and no version to mismatch. What it runs before a library is loaded is
//! small, because its own memory is part of what is reported as baseline.

mod answers;
mod bracket;
pub mod buffer;
mod calls;
mod crash;
mod footprint;
mod fork;
mod hash;
mod interposer;
mod kem;
mod kex;
mod library;
mod memory;
mod report;
mod request;
mod series;
mod shared;
mod sig;

pub use buffer::Buffer;
pub use report::{FailureKind, Footprint, Phase, Report, SAMPLES, Sizes, TRIALS, Trial};
pub use request::{BadRequest, Measure, Request};
pub use shared::{Shareable, Shared};

use crate::api::{Function, Kind, Operation, SIGNED_MESSAGE_BYTES};
use crate::clock::Cycles;
use bracket::Bracket;
use calls::Calls;
use hash::Hash;
use iccs_interpose::tick;
use interposer::Interposer;
use kem::Kem;
use kex::Kex;
use library::Library;
use sig::Sig;
use std::ffi::{OsString, c_int};
use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;

/// The name the executable is started under to be the measuring child.
pub const CHILD_NAME: &str = "iccsprof-drive";

/// Exit status of a child that gave up and said why in its report.
const GAVE_UP: u8 = 3;

/// Why the child gives up.
#[derive(Debug)]
pub(crate) struct Failure {
    kind: FailureKind,
    message: String,
}

impl Failure {
    fn new(message: impl Into<String>) -> Self {
        Failure { kind: FailureKind::Failed, message: message.into() }
    }

    /// Something outside a buffer was written, or a length beyond it returned.
    fn overflow(message: impl Into<String>) -> Self {
        Failure { kind: FailureKind::Overflow, message: message.into() }
    }

    /// Adds the call that the failure was seen after. What was written outside a buffer may have
    /// been by an earlier one, as the fences are not looked at after each.
    fn by_call(self, number: u64, of: u64) -> Self {
        Failure { message: format!("{} (seen after call {number} of {of})", self.message), ..self }
    }
}

/// A kind of submission with one operation to run.
pub(crate) trait Subject {
    /// Does what comes before the first run of the operation.
    fn prepare(&mut self, calls: &mut Calls<'_>) -> Result<(), Failure>;
    /// Runs the operation once, its measured part in the bracket.
    fn run(&mut self, bracket: &mut impl Bracket) -> Result<(), Failure>;
    /// The interface function the operation calls (first).
    fn function(&self) -> Function;
    /// All buffers.
    fn buffers(&self) -> &[Buffer];
    /// Reports what it learnt on the way.
    fn tell(&self, _: &mut Report) {}
    /// Forgets what it noted of runs that are not measured.
    fn forget(&mut self) {}
}

/// Whether this process was started to be the child, by the name it was started under.
pub fn is_child() -> bool {
    std::env::args_os().next().is_some_and(|name| name == CHILD_NAME)
}

/// Runs the child. The arguments are those of [`Request::to_args`].
pub fn main(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let request = match Request::from_args(arguments) {
        Ok(request) => request,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let start_ns = tick::clock();
    let report = match Shared::<Report>::inherit(request.report_fd) {
        Ok(report) => report,
        Err(error) => {
            eprintln!("descriptor {}: {error}", request.report_fd);
            return ExitCode::from(2);
        }
    };
    // Mapped until the process ends: a signal handler writes to it.
    let report: *mut Report = &raw mut **Box::leak(Box::new(report));
    // SAFETY: the mapping is leaked, and this is the only reference while `measure` runs.
    let result = unsafe {
        crash::note_in(&mut *report);
        fork::watch(&mut *report);
        memory::forget_start_up();
        measure(&request, &mut *report, start_ns)
    };
    // SAFETY: the reference handed out is given up.
    let report = unsafe { &mut *report };
    let status = match result {
        Ok(()) => {
            report.enter(Phase::Done);
            0
        }
        Err(failure) => {
            report.fail(failure.kind, &failure.message);
            GAVE_UP
        }
    };
    // Not `exit`: what the library registered to run then is none of the measurement.
    // SAFETY: ends the process.
    unsafe { libc::_exit(c_int::from(status)) }
}

fn measure(request: &Request, report: &mut Report, start_ns: u64) -> Result<(), Failure> {
    let mut interposer = match (request.measure, &request.interposer) {
        (Measure::Time | Measure::Memory | Measure::KnownAnswers(_), _) => None,
        (Measure::Wrap, Some(path)) => Some(Interposer::find_in(&Library::load(path)?)?),
        (Measure::Wrap, None) => return Err(Failure::new("no interposer was named")),
        (Measure::Preload, _) => Some(Interposer::find_in(&Library::process())?),
    };
    report.enter(Phase::Loading);
    let library = Library::load(&request.library)?;
    report.enter(Phase::Preparing);
    if let Some(interposer) = &mut interposer {
        interposer.attach(request.region_fd, &library)?;
    }
    if let Measure::KnownAnswers(file) = request.measure {
        let function = library.function(request.kind.required_functions()[0])?;
        report.library_base.store(Library::base_of(function), Relaxed);
        return answers::write(request, file, &library, report);
    }
    report.unseeded.store(u32::from(!library.seed()?), Relaxed);
    let function = library.function(request.kind.required_functions()[0])?;
    report.library_base.store(Library::base_of(function), Relaxed);
    let operation = request.operation;
    let run = Run { request, start_ns, interposer: interposer.as_ref() };
    match request.kind {
        Kind::Kem => {
            let kem = Kem::new(&library, operation, &mut report.sizes)?;
            run.measure(kem, report)
        }
        Kind::Sig => {
            let sig = Sig::new(&library, operation, SIGNED_MESSAGE_BYTES, &mut report.sizes)?;
            run.measure(sig, report)
        }
        Kind::Kex => {
            let now = &raw const report.function;
            // SAFETY: the report stays mapped until the process ends, and the field is atomic.
            let kex = Kex::new(&library, operation, &mut report.sizes, unsafe { &*now })?;
            run.measure(kex, report)
        }
        Kind::Hash => {
            let Operation::Hash(bytes) = operation else {
                return Err(Failure::new(format!("a hash function has no operation {operation}")));
            };
            let hash = Hash::new(&library, bytes, request.digest_bits, &mut report.sizes)?;
            run.measure(hash, report)
        }
    }
}

struct Run<'a> {
    request: &'a Request,
    start_ns: u64,
    interposer: Option<&'a Interposer>,
}

impl Run<'_> {
    fn measure<S: Subject>(&self, mut subject: S, report: &mut Report) -> Result<(), Failure> {
        let mut calls = Calls { report };
        subject.prepare(&mut calls)?;
        subject.tell(calls.report);
        let cycles = self.interposer.is_none().then(|| Cycles::open().ok()).flatten();
        let report = &calls.report;
        report.baseline_rss.store(memory::resident_of_submission(), Relaxed);
        report.set_up_ns.store(tick::clock().wrapping_sub(self.start_ns), Relaxed);
        let result = match self.interposer {
            Some(interposer) => series::count(self.request, &mut subject, &mut calls, interposer),
            None if self.request.measure == Measure::Memory => {
                footprint::measure(self.request, &mut subject, &mut calls)
            }
            None => {
                let each_run = self.request.operation.is_step_of_exchange();
                let read = || cycles.as_ref().and_then(Cycles::read);
                series::time(self.request, &mut subject, &mut calls, each_run, &read)
            }
        };
        subject.tell(calls.report);
        result?;
        calls.report.peak_rss.store(memory::highest_resident(), Relaxed);
        Ok(())
    }
}
