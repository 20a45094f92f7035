//! Processes that a submission forks.

use super::report::Report;
use std::ffi::c_int;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering::Relaxed};

static IS_FORKED: AtomicBool = AtomicBool::new(false);
static REPORT: AtomicPtr<Report> = AtomicPtr::new(null_mut());

/// Has forked processes end with this one, and known as such.
pub(super) fn watch(report: &mut Report) {
    REPORT.store(report, Relaxed);
    // SAFETY: the handler only makes a system call and writes a flag.
    unsafe { libc::pthread_atfork(None, None, Some(in_child)) };
}

unsafe extern "C" fn in_child() {
    IS_FORKED.store(true, Relaxed);
    // SAFETY: a system call on plain numbers. Without it, what a submission forks would outlive a
    // tool that is killed.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
}

/// Ends the process if it is one that the submission forked: it must not go on as if it were the
/// measuring child. The report says that it came back.
#[inline(always)]
pub(super) fn end_if_forked() {
    if IS_FORKED.load(Relaxed) {
        end();
    }
}

#[cold]
fn end() -> ! {
    let report = REPORT.load(Relaxed);
    if !report.is_null() {
        // SAFETY: the report stays mapped, and the field is atomic.
        unsafe { (*report).came_back_twice.store(1, Relaxed) };
    }
    const STATUS: c_int = 0;
    // SAFETY: ends the process.
    unsafe { libc::_exit(STATUS) }
}
