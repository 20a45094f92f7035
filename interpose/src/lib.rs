//! The only code that runs inside a measured process: wrappers around the ICCS helpers that
//! count every call by its shape and add up the ticks spent in it.
//!
//! The crate is compiled twice. As an ordinary library it gives the profiler the layout of the
//! memory both processes share ([`region`]) and the names of what is counted ([`function`]).
//! With `--cfg iccs_interposer` (done by the profiler's build script) it becomes the shared
//! object that is put into the measured process, in three variants: `wrap`, whose symbols are the
//! `__wrap_` names the linker's `--wrap` asks for, `preload`, whose symbols are the helpers
//! and the interface functions themselves, for `LD_PRELOAD`, and `heap`, which takes note of
//! memory instead of calls ([`heap`]).
//!
//! On the path of a counted call there is no allocation, no lock and no system call. Nothing
//! here unwinds: a submission may leave a helper by `longjmp` or `exit` at any time, and every
//! structure stays usable when it does.

#![cfg_attr(not(test), no_std)]
#![cfg_attr(iccs_exports = "heap", allow(dead_code, reason = "it counts no helper calls"))]

pub mod function;
pub mod heap;
pub mod region;
pub mod tick;

mod calibrate;
mod counted;
mod sys;
mod table;
mod thread;

#[cfg(all(iccs_interposer, not(iccs_exports = "heap")))]
mod exports;
#[cfg(all(iccs_interposer, not(iccs_exports = "heap")))]
mod jump;

pub use calibrate::calibrate;
pub use counted::{Link, begin, bind, end};
pub use thread::{attach, reset, tick_source_code as tick_source};

#[cfg(iccs_interposer)]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    // SAFETY: abort takes no argument and does not return.
    unsafe { sys::abort() }
}
