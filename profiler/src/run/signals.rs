//! Signals while a program runs: they are for the program, and the counts are read after it.

use std::sync::atomic::{AtomicI32, AtomicU32, Ordering::SeqCst};

/// Signals that ask a program to end.
const ASKING: [libc::c_int; 4] = [libc::SIGINT, libc::SIGQUIT, libc::SIGTERM, libc::SIGHUP];

/// The process that signals are passed on to, 0 for none.
static PROGRAM: AtomicI32 = AtomicI32::new(0);

/// Bit n: signal n came before there was a process.
static EARLY: AtomicU32 = AtomicU32::new(0);

/// While it lives, this process is not ended by a signal that asks it to. What another process
/// sent is passed on; what a terminal sent has reached the program already.
pub(super) struct Passing {
    before: Vec<(libc::c_int, libc::sigaction)>,
}

impl Passing {
    /// Starts to pass signals on. One that is ignored stays so, for the program as well: that is
    /// what `nohup` and a shell's background jobs rely on.
    pub(super) fn start() -> Passing {
        EARLY.store(0, SeqCst);
        PROGRAM.store(0, SeqCst);
        let mut before = Vec::new();
        for signal in ASKING {
            // SAFETY: both structures are valid when zero; the handler keeps to what a handler
            // may do (see `pass_on`). An exec gives the program the default action.
            unsafe {
                let mut action: libc::sigaction = std::mem::zeroed();
                let mut old: libc::sigaction = std::mem::zeroed();
                let handler: extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut libc::c_void) =
                    pass_on;
                action.sa_sigaction = handler as libc::sighandler_t;
                action.sa_flags = libc::SA_SIGINFO | libc::SA_RESTART;
                if libc::sigaction(signal, std::ptr::null(), &mut old) == 0
                    && old.sa_sigaction != libc::SIG_IGN
                    && libc::sigaction(signal, &action, std::ptr::null_mut()) == 0
                {
                    before.push((signal, old));
                }
            }
        }
        // Where ended children are ignored, as a caller may have left it, there is no status.
        // SAFETY: the default action of a signal that does nothing by default.
        unsafe { libc::signal(libc::SIGCHLD, libc::SIG_DFL) };
        Passing { before }
    }

    /// Says which process they are for; what came before is passed on now.
    pub(super) fn to(&self, process: libc::pid_t) {
        PROGRAM.store(process, SeqCst);
        let early = EARLY.swap(0, SeqCst);
        for signal in ASKING.into_iter().filter(|&signal| early & (1 << signal) != 0) {
            // SAFETY: a system call with two integers; the process has not been waited for.
            unsafe { libc::kill(process, signal) };
        }
    }

    /// Says that the process has ended, before its number can be another's.
    pub(super) fn stop(&self) {
        PROGRAM.store(0, SeqCst);
    }
}

impl Drop for Passing {
    fn drop(&mut self) {
        PROGRAM.store(0, SeqCst);
        for (signal, action) in &self.before {
            // SAFETY: the action that was set before.
            unsafe { libc::sigaction(*signal, action, std::ptr::null_mut()) };
        }
    }
}

/// The handler: only atomic accesses and a system call, with errno left as it was.
extern "C" fn pass_on(signal: libc::c_int, info: *mut libc::siginfo_t, _: *mut libc::c_void) {
    // SAFETY: the kernel hands a valid structure; errno is this thread's own.
    unsafe {
        // Positive codes are the kernel's: a key at the terminal, which all of the terminal's
        // foreground processes were sent.
        if (*info).si_code > 0 {
            return;
        }
        let process = PROGRAM.load(SeqCst);
        if process == 0 {
            EARLY.fetch_or(1 << signal, SeqCst);
            return;
        }
        let errno = libc::__errno_location();
        let saved = *errno;
        libc::kill(process, signal);
        *errno = saved;
    }
}
