//! The counted call itself, and the bracket around an operation.

use crate::function::{Function, HELPERS, OPERATION_CODES};
use crate::region::{Entry, FUNCTIONS};
#[cfg(iccs_interposer)]
use crate::sys;
use crate::table;
use crate::thread::{self, Mark, Thread};
use crate::tick::Source;
use core::ffi::{c_int, c_void};
use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, AtomicU32, Ordering::Relaxed};

/// What an instrumented library tells of itself (its symbol `iccs_link`).
#[derive(Debug)]
#[repr(C)]
pub struct Link {
    /// 1.
    pub version: u64,
    /// The real helpers in the order of [`HELPERS`], null where there is none.
    pub real: [*mut c_void; HELPERS.len()],
    /// The library's `drng_algorithm`.
    pub drng: *mut c_void,
}

/// Whether calls are counted, and how ticks are read: [`OFF`], or the number of a tick source.
/// On inside the measured operation, or always under preload.
pub(crate) static COUNTING: AtomicU32 = AtomicU32::new(OFF);

/// Calls are not counted.
pub(crate) const OFF: u32 = u32::MAX;

/// From here on calls are counted.
pub(crate) fn count() {
    COUNTING.store(thread::tick_source() as u32, Relaxed);
}

static REAL: [AtomicPtr<c_void>; HELPERS.len()] =
    [const { AtomicPtr::new(null_mut()) }; HELPERS.len()];
static GLOBAL_DRNG: AtomicPtr<c_void> = AtomicPtr::new(null_mut());

/// The real helper a wrapper calls.
#[cfg(iccs_interposer)]
#[inline(always)]
pub(crate) fn real(helper: usize) -> *mut c_void {
    REAL[helper].load(Relaxed)
}

/// Sets a real helper.
pub(crate) fn set_real(helper: usize, function: *mut c_void) {
    if let Some(real) = REAL.get(helper) {
        real.store(function, Relaxed);
    }
}

/// Takes over the real helpers and the generator of an instrumented library. Returns 0, or -1
/// for a version that is not known.
///
/// # Safety
/// `link` points to a [`Link`] whose functions have the types of the interface.
pub unsafe extern "C" fn bind(link: *const Link) -> c_int {
    // SAFETY: by the function's contract.
    let link = unsafe { &*link };
    if link.version != 1 {
        return -1;
    }
    for (helper, &function) in link.real.iter().enumerate() {
        set_real(helper, function);
    }
    GLOBAL_DRNG.store(link.drng, Relaxed);
    0
}

/// Says where `drng_algorithm` is.
#[cfg(iccs_exports = "preload")]
pub(crate) fn set_generator(drng: *mut c_void) {
    GLOBAL_DRNG.store(drng, Relaxed);
}

/// The row for a call on a generator: `global` for `drng_algorithm`, else `private`.
#[cfg(iccs_interposer)]
#[inline(always)]
pub(crate) fn by_generator(drng: *mut c_void, global: Function, private: Function) -> Function {
    if drng == GLOBAL_DRNG.load(Relaxed) { global } else { private }
}

/// A helper about to be called. All helpers take up to four arguments of integer or pointer
/// type; kept as plain words they stay in registers until the call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    /// The real helper.
    pub(crate) real: *mut c_void,
    /// Its arguments; what a helper does not take is 0.
    pub(crate) arguments: [usize; 4],
}

impl Call {
    #[inline(always)]
    unsafe fn make(self) -> c_int {
        let [a, b, c, d] = self.arguments;
        // SAFETY: the arguments are the caller's own. In the C calling conventions of x86-64 and
        // aarch64 each goes into a register of its own, whatever its width, and a callee does
        // not see those it does not take.
        unsafe {
            let real: unsafe extern "C" fn(usize, usize, usize, usize) -> c_int =
                core::mem::transmute(self.real);
            real(a, b, c, d)
        }
    }
}

/// Calls a helper and counts the call, unless counting is off or the call is made by a helper
/// that is itself being counted.
///
/// The table is looked up after the call: what stands between the last tick read and the return
/// overlaps with the code that follows, what stands before a tick read does not.
///
/// # Safety
/// `call` has the real helper and the arguments its caller gave.
#[inline(always)]
pub(crate) unsafe fn counted(function: Function, in_bits: u64, out_bits: u64, call: Call) -> c_int {
    let thread = thread::current();
    // SAFETY: `thread` is this thread's own state. No reference to it is held across the call,
    // which may come back here.
    unsafe {
        let mut mark = Mark::new();
        let counting = COUNTING.load(Relaxed);
        if counting == OFF || (*thread).helper_frame != 0 && is_inner_call(thread, &mark) {
            return call.make();
        }
        (*thread).function = function as u32;
        (*thread).in_bits = in_bits;
        (*thread).out_bits = out_bits;
        (*thread).helper_frame = mark.set();
        if counting == Source::DEFAULT as u32 {
            timed(thread, Source::DEFAULT, call)
        } else {
            let [a, b, c, d] = call.arguments;
            timed_otherwise(thread, Source::from_code(counting), call.real, a, b, c, d)
        }
    }
}

/// Times and records the call that is noted in `thread`.
#[inline(always)]
unsafe fn timed(thread: *mut Thread, source: Source, call: Call) -> c_int {
    // SAFETY: as in `counted`; the thread's slot, when there is one, is no other thread's.
    unsafe {
        let start = source.start();
        let result = call.make();
        let ticks = source.end().wrapping_sub(start);
        (*thread).helper_frame = 0;
        let Thread { slot, in_bits, out_bits, function, operation, .. } = *thread;
        if !slot.is_null() && in_bits < Entry::IN_BITS_LIMIT {
            let key = Entry::key(function, operation, in_bits);
            if let Some(totals) = table::find_at_once(slot, key, out_bits) {
                totals.add(ticks);
                return result;
            }
        }
        record(thread, ticks);
        result
    }
}

/// As [`timed`], kept apart so that the usual path saves no more registers than it needs. The
/// parts of the call come one by one: as a structure they would pass through memory, and be
/// put there on the usual path too.
#[cold]
#[inline(never)]
unsafe fn timed_otherwise(
    thread: *mut Thread,
    source: Source,
    real: *mut c_void,
    a: usize,
    b: usize,
    c: usize,
    d: usize,
) -> c_int {
    // SAFETY: passed on.
    unsafe {
        let call = Call { real, arguments: [a, b, c, d] };
        timed(thread, source, call)
    }
}

/// Records the call that is noted in `thread`: in its entry, in a new one if it is the first of its
/// shape, or, for a thread without a slot and a length that cannot be, without its shape.
#[cold]
#[inline(never)]
unsafe fn record(thread: *mut Thread, ticks: u64) {
    // SAFETY: `thread` is this thread's own state, and its slot, when there is one, is no other
    // thread's; the region stays mapped and what threads share in it is atomic.
    unsafe {
        if (*thread).slot.is_null() && (*thread).slotless == 0 {
            thread::take_slot(thread);
        }
        let function = (*thread).function;
        let (slot, operation) = ((*thread).slot, (*thread).operation);
        let (in_bits, out_bits) = ((*thread).in_bits, (*thread).out_bits);
        let region = thread::region();
        if !slot.is_null() {
            if in_bits < Entry::IN_BITS_LIMIT {
                let key = Entry::key(function, operation, in_bits);
                table::totals(slot, key, out_bits).add(ticks);
            } else {
                table::overflow(slot, operation, function).add(ticks);
            }
        } else if !region.is_null() {
            let shared = &(&(*region).header.unslotted)[function as usize % FUNCTIONS];
            shared.calls.fetch_add(1, Relaxed);
            shared.ticks.fetch_add(ticks, Relaxed);
        }
    }
}

/// Whether a call made while `helper_frame` is set is really an inner one; if not, the outer
/// call was left without returning.
#[cold]
#[inline(never)]
unsafe fn is_inner_call(thread: *mut Thread, mark: &Mark) -> bool {
    // SAFETY: as in `record`; the outer call's mark was set by this thread.
    unsafe {
        if mark.is_inside((*thread).helper_frame) {
            return true;
        }
        abandon(thread);
        false
    }
}

/// Records the counted helper call the thread is said to be in as one that was left: without
/// ticks.
///
/// # Safety
/// `thread` is the calling thread's state, and its `helper_frame` is not 0.
pub(crate) unsafe fn abandon(thread: *mut Thread) {
    // SAFETY: as in `record`.
    unsafe {
        (*thread).helper_frame = 0;
        record(thread, 0);
        if !(*thread).slot.is_null() {
            (*(*thread).slot).abandoned += 1;
        }
    }
}

/// Starts the measured operation: from here on calls count. Returns the tick it starts at.
pub extern "C" fn begin() -> u64 {
    // SAFETY: this thread's own state. A helper the operation before was left in is forgotten.
    unsafe { (*thread::current()).helper_frame = 0 };
    count();
    thread::tick_source().start()
}

/// Ends the measured operation that began at `start`.
pub extern "C" fn end(start: u64) {
    let ticks = thread::tick_source().end().wrapping_sub(start);
    COUNTING.store(OFF, Relaxed);
    let thread = thread::current();
    // SAFETY: this thread's own state and slot.
    unsafe {
        if (*thread).helper_frame != 0 {
            abandon(thread);
        }
        add_operation(thread, 0, ticks);
    }
}

/// Adds one run of an operation to the thread's slot.
///
/// # Safety
/// `thread` is the calling thread's state; `operation` is below the number of codes.
pub(crate) unsafe fn add_operation(thread: *mut Thread, operation: u32, ticks: u64) {
    // SAFETY: by the function's contract.
    unsafe {
        if !(*thread).slot.is_null() {
            let totals =
                &raw mut (*(*thread).slot).operations[operation as usize % OPERATION_CODES];
            (*totals).calls += 1;
            (*totals).ticks += ticks;
        }
    }
}

/// Says in the region that a helper was called for which there is no real function.
#[cfg(iccs_interposer)]
#[cold]
pub(crate) fn unresolved(helper: usize) -> c_int {
    let region = thread::region();
    if !region.is_null() {
        // SAFETY: the region stays mapped; the field is atomic.
        unsafe { (*region).header.unresolved.fetch_or(1 << helper, Relaxed) };
    } else {
        // Without a region there is nobody to tell, and no answer this function could give
        // would be the helper's.
        // SAFETY: abort takes no argument and does not return.
        unsafe { sys::abort() }
    }
    -1
}
