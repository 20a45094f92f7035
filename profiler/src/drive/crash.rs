//! Noting a crash in the report before it ends the child.

use super::{Buffer, Report};
use std::ffi::{c_int, c_void};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering::Relaxed};

const SIGNALS: [c_int; 6] =
    [libc::SIGSEGV, libc::SIGBUS, libc::SIGILL, libc::SIGFPE, libc::SIGABRT, libc::SIGSYS];

static REPORT: AtomicPtr<Report> = AtomicPtr::new(null_mut());
static BUFFERS: AtomicPtr<Buffer> = AtomicPtr::new(null_mut());
static BUFFER_COUNT: AtomicUsize = AtomicUsize::new(0);

/// Has signals that tell of a crash noted in the report. They end the process all the same.
pub(crate) fn note_in(report: &mut Report) {
    REPORT.store(report, Relaxed);
    // SAFETY: the alternate stack is leaked, so it is there whenever a signal comes, also one
    // that comes because the ordinary stack is used up; the handler only does what a handler may.
    unsafe {
        let stack = Box::leak(vec![0_u8; 64 * 1024].into_boxed_slice());
        let stack =
            libc::stack_t { ss_sp: stack.as_mut_ptr().cast(), ss_flags: 0, ss_size: stack.len() };
        libc::sigaltstack(&stack, null_mut());
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = note as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_RESETHAND;
        for signal in SIGNALS {
            libc::sigaction(signal, &action, null_mut());
        }
        let no_core = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        libc::setrlimit(libc::RLIMIT_CORE, &no_core);
    }
}

/// Has faults in these buffers' guard pages told by the buffer.
pub(crate) fn watch(buffers: &'static [Buffer]) {
    BUFFER_COUNT.store(0, Relaxed);
    BUFFERS.store(buffers.as_ptr().cast_mut(), Relaxed);
    BUFFER_COUNT.store(buffers.len(), Relaxed);
}

unsafe extern "C" fn note(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    // SAFETY: report and buffers live as long as the process; the kernel hands valid info and
    // context. Nothing here allocates or locks. After the return the signal's default action
    // takes place: at once for a fault, which happens again, and by `raise` for the others.
    unsafe {
        let report = REPORT.load(Relaxed);
        let is_fault = matches!(signal, libc::SIGSEGV | libc::SIGBUS | libc::SIGILL | libc::SIGFPE)
            && (*info).si_code > 0;
        if !report.is_null() {
            if is_fault {
                let address = (*info).si_addr() as usize;
                (*report).fault_address.store(address as u64, Relaxed);
                for number in 0..BUFFER_COUNT.load(Relaxed) {
                    if (*BUFFERS.load(Relaxed).add(number)).guards(address) {
                        (*report).fault_buffer.store(number as u32 + 1, Relaxed);
                    }
                }
            }
            (*report).fault_pc.store(program_counter(context.cast()), Relaxed);
            (*report).signal.store(signal as u32, Relaxed);
        }
        if !is_fault {
            libc::raise(signal);
        }
    }
}

#[cfg(target_arch = "x86_64")]
unsafe fn program_counter(context: *const libc::ucontext_t) -> u64 {
    // SAFETY: by the caller.
    unsafe { (*context).uc_mcontext.gregs[libc::REG_RIP as usize] as u64 }
}

#[cfg(target_arch = "aarch64")]
unsafe fn program_counter(context: *const libc::ucontext_t) -> u64 {
    // SAFETY: by the caller.
    unsafe { (*context).uc_mcontext.pc }
}
