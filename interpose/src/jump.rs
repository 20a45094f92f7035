//! `longjmp`, which leaves helpers and operations without returning through their wrappers.

use crate::counted::abandon;
use crate::thread;
use core::ffi::{c_int, c_void};

/// To be called before a jump to where `environment` was set: what the jump leaves is over.
///
/// # Safety
/// `environment` is a `jmp_buf` that `setjmp` or a function of its kind has filled.
pub(crate) unsafe fn leaving(environment: *const c_void) {
    // SAFETY: passed on; the thread's own state.
    unsafe {
        let Some(target) = stack_pointer(environment.cast()) else { return };
        let thread = thread::current();
        if (*thread).helper_frame != 0 && (*thread).helper_frame < target {
            abandon(thread);
        }
        if (*thread).operation_frame != 0 && (*thread).operation_frame < target {
            (*thread).operation_frame = 0;
            (*thread).operation = 0;
        }
    }
}

/// The stack pointer a jump restores. The GNU C library keeps it as its seventh word, rotated
/// and mixed with a secret that the thread control block holds.
#[cfg(all(target_arch = "x86_64", target_env = "gnu"))]
unsafe fn stack_pointer(environment: *const usize) -> Option<usize> {
    let guard: usize;
    // SAFETY: fs:0x30 is the pointer guard in every thread of a process with this C library; the
    // environment has eight words of registers.
    unsafe {
        core::arch::asm!(
            "mov {}, qword ptr fs:[0x30]",
            out(reg) guard,
            options(nostack, pure, readonly, preserves_flags)
        );
        Some((*environment.add(6)).rotate_right(17) ^ guard)
    }
}

/// Elsewhere it is not known; what a jump leaves is then noticed later, by its mark.
#[cfg(not(all(target_arch = "x86_64", target_env = "gnu")))]
unsafe fn stack_pointer(_: *const usize) -> Option<usize> {
    None
}

/// A function that jumps: notes it, then does it.
macro_rules! jump {
    ($($name:ident = $symbol:literal, $wrap:literal;)*) => {$(
        pub(super) mod $name {
            use super::*;

            #[cfg(iccs_exports = "wrap")]
            unsafe extern "C" {
                #[link_name = $symbol]
                fn real(environment: *const c_void, value: c_int) -> !;
            }

            #[cfg(iccs_exports = "preload")]
            unsafe fn real(environment: *const c_void, value: c_int) -> ! {
                let function = crate::exports::preload::next($symbol);
                if function.is_null() {
                    // SAFETY: takes no argument and does not return.
                    unsafe { crate::sys::abort() }
                }
                // SAFETY: the C library's function of this name.
                unsafe {
                    let function: unsafe extern "C" fn(*const c_void, c_int) -> ! =
                        core::mem::transmute(function);
                    function(environment, value)
                }
            }

            #[cfg_attr(iccs_exports = "wrap", unsafe(export_name = $wrap))]
            #[cfg_attr(iccs_exports = "preload", unsafe(export_name = $symbol))]
            unsafe extern "C" fn jump(environment: *const c_void, value: c_int) -> ! {
                // SAFETY: the caller's arguments are passed on.
                unsafe {
                    leaving(environment);
                    real(environment, value)
                }
            }
        }
    )*};
}

jump! {
    longjmp = "longjmp", "__wrap_longjmp";
    underscore_longjmp = "_longjmp", "__wrap__longjmp";
    siglongjmp = "siglongjmp", "__wrap_siglongjmp";
    longjmp_chk = "__longjmp_chk", "__wrap___longjmp_chk";
}
