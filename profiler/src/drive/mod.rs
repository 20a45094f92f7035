//! The measuring child: loads one library, prepares as the measurement rules say, runs one
//! operation a number of times and reports through memory shared with its parent.
//!
//! It is an early branch of the executable rather than a program of its own, so that there is
//! one file to install and no version to mismatch. What it runs before a library is loaded is
//! small, because its own memory is part of what is reported as baseline.

pub mod buffer;
mod calls;
mod crash;
mod interposer;
mod kem;
mod library;
mod memory;
mod report;
mod request;
mod shared;

pub use buffer::Buffer;
pub use report::{FailureKind, Phase, Report, Sizes};
pub use request::{BadRequest, Measure, Request};
pub use shared::{Shareable, Shared};

use crate::api::Kind;
use calls::Calls;
use iccs_interpose::tick;
use interposer::Interposer;
use library::Library;
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
    /// Runs the operation once and returns the function's result.
    fn run(&mut self) -> c_int;
    /// Numbers of the buffers the operation fills.
    fn outputs(&self) -> &'static [usize];
    /// The interface function the operation calls.
    fn function(&self) -> &'static str;
    /// All buffers.
    fn buffers(&self) -> &[Buffer];
    /// Their lengths in use.
    fn lengths(&mut self) -> &mut [u64];
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
    let mut report = match Shared::<Report>::inherit(request.report_fd) {
        Ok(report) => report,
        Err(error) => {
            eprintln!("descriptor {}: {error}", request.report_fd);
            return ExitCode::from(2);
        }
    };
    crash::note_in(&mut report);
    memory::forget_start_up();
    match measure(&request, &mut report) {
        Ok(()) => {
            report.enter(Phase::Done);
            // Not `exit`: what the library registered to run then is none of the measurement.
            // SAFETY: ends the process.
            unsafe { libc::_exit(0) }
        }
        Err(failure) => {
            report.fail(failure.kind, &failure.message);
            // SAFETY: as above.
            unsafe { libc::_exit(c_int::from(GAVE_UP)) }
        }
    }
}

fn measure(request: &Request, report: &mut Report) -> Result<(), Failure> {
    let mut interposer = match (request.measure, &request.interposer) {
        (Measure::Time, _) => None,
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
    report.unseeded.store(u32::from(!library.seed()?), Relaxed);
    match request.kind {
        Kind::Kem => {
            let (kem, sizes) = kem::Kem::new(&library, request.operation)?;
            report.sizes = sizes;
            let function = library.function(request.kind.required_functions()[0])?;
            report.library_base.store(Library::base_of(function), Relaxed);
            run(request, kem, report, interposer.as_ref())
        }
        other => Err(Failure::new(format!("measuring a library of kind {other} is not known"))),
    }
}

fn run<S: Subject>(
    request: &Request,
    mut subject: S,
    report: &mut Report,
    interposer: Option<&Interposer>,
) -> Result<(), Failure> {
    let mut calls = Calls { report };
    subject.prepare(&mut calls)?;
    calls.report.baseline_rss.store(memory::resident(), Relaxed);
    let uncounted = || 0;
    calls.repeat(Phase::WarmingUp, request.warmups, &mut subject, uncounted, |_| ())?;
    let ticks = || interposer.map_or(0, |interposer| interposer.source.end());
    let (start_ns, start_ticks) = (tick::clock(), ticks());
    let times = request.iterations;
    match interposer {
        None => calls.repeat(Phase::Measuring, times, &mut subject, uncounted, |_| ()),
        Some(interposer) => {
            let (begin, end) = interposer.bracket();
            calls.repeat(Phase::Measuring, times, &mut subject, begin, end)
        }
    }?;
    let (end_ns, end_ticks) = (tick::clock(), ticks());
    let report = calls.report;
    report.loop_ns.store(end_ns.wrapping_sub(start_ns), Relaxed);
    report.loop_ticks.store(end_ticks.wrapping_sub(start_ticks) as i64, Relaxed);
    report.peak_rss.store(memory::highest_resident(), Relaxed);
    Ok(())
}
