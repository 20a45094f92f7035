//! The symbols of the shared object: the C library's allocation functions, and the controls.

use super::ledger::Ledger;
use super::table::Block;
use super::{Figures, sys};
use core::cell::UnsafeCell;
use core::ffi::{c_int, c_void};
use core::ptr::null_mut;
use core::sync::atomic::{AtomicU32, Ordering::*};

/// Blocks in use at one time that can be known. Only pages of the table that are used take up
/// memory.
const CAPACITY: usize = 1 << 22;

struct Shared(UnsafeCell<Ledger>);

// SAFETY: only reached by `with`, one thread at a time.
unsafe impl Sync for Shared {}

static LEDGER: Shared = Shared(UnsafeCell::new(Ledger::new()));

static LOCK: AtomicU32 = AtomicU32::new(FREE);
const FREE: u32 = 0;
const HELD: u32 = 1;
/// Nothing is noted any more: in a child made by fork the lock may be held by a thread that is not
/// there, and nobody asks for its figures.
const OFF: u32 = 2;

#[used]
#[unsafe(link_section = ".init_array")]
static START: extern "C" fn() = start;

extern "C" fn start() {
    // SAFETY: the function is there as long as the process.
    unsafe { sys::pthread_atfork(None, None, Some(child_of_fork)) };
}

unsafe extern "C" fn child_of_fork() {
    LOCK.store(OFF, Relaxed);
}

/// Works on the ledger, alone. No function of the C library that may allocate is called in here.
fn with<T>(work: impl FnOnce(&mut Ledger) -> T) -> Option<T> {
    while let Err(state) = LOCK.compare_exchange_weak(FREE, HELD, Acquire, Relaxed) {
        if state == OFF {
            return None;
        }
        if state == HELD {
            // SAFETY: takes no argument.
            unsafe { sys::sched_yield() };
        }
    }
    // SAFETY: the lock is held.
    let ledger = unsafe { &mut *LEDGER.0.get() };
    if !ledger.is_attached() {
        attach(ledger);
    }
    let result = work(ledger);
    LOCK.store(FREE, Release);
    Some(result)
}

/// Makes the table at the first allocation, before any constructor has run. Without memory the
/// ledger says by itself that it is incomplete.
#[cold]
fn attach(ledger: &mut Ledger) {
    // SAFETY: a fresh private mapping, zero, that is never unmapped.
    unsafe {
        let length = CAPACITY * size_of::<Block>();
        let flags = sys::MAP_PRIVATE_ANONYMOUS | sys::MAP_NORESERVE;
        let memory = sys::mmap(null_mut(), length, sys::PROT_READ_WRITE, flags, -1, 0);
        if memory != sys::MAP_FAILED {
            ledger.attach(memory.cast(), CAPACITY);
        }
    }
}

/// An operation begins.
#[unsafe(no_mangle)]
extern "C" fn iccs_interpose_heap_begin() {
    with(Ledger::begin);
}

/// The figures since the operation began.
#[unsafe(no_mangle)]
unsafe extern "C" fn iccs_interpose_heap_figures(figures: *mut Figures) {
    let unknown = Figures { is_incomplete: 1, ..Figures::default() };
    // SAFETY: the caller's pointer is to figures.
    unsafe { *figures = with(|ledger| ledger.figures()).unwrap_or(unknown) };
}

/// Notes a block the C library has handed out, if it has.
fn entered(block: *mut c_void, size: usize) -> *mut c_void {
    if !block.is_null() {
        with(|ledger| ledger.enter(block as usize, size, 0));
    }
    block
}

// From here on the C library's functions by their own names. Each calls the one it stands for
// with the arguments it was given, so the caller keeps that one's contract.

#[unsafe(no_mangle)]
unsafe extern "C" fn malloc(size: usize) -> *mut c_void {
    // SAFETY: see above.
    entered(unsafe { sys::__libc_malloc(size) }, size)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn calloc(number: usize, size: usize) -> *mut c_void {
    // SAFETY: see above.
    entered(unsafe { sys::__libc_calloc(number, size) }, number.wrapping_mul(size))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn free(block: *mut c_void) {
    if !block.is_null() {
        // Before it is free: then another thread may get it.
        with(|ledger| {
            let size = ledger.take(block as usize);
            ledger.freed(size);
        });
        // SAFETY: see above.
        unsafe { sys::__libc_free(block) };
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn realloc(block: *mut c_void, size: usize) -> *mut c_void {
    if block.is_null() {
        // SAFETY: see above.
        return entered(unsafe { sys::__libc_realloc(block, size) }, size);
    }
    let before = with(|ledger| ledger.take(block as usize)).unwrap_or(0);
    // SAFETY: see above.
    let resized = unsafe { sys::__libc_realloc(block, size) };
    with(|ledger| {
        if !resized.is_null() {
            ledger.enter(resized as usize, size, before);
        } else if size == 0 {
            ledger.freed(before);
        } else {
            ledger.put_back(block as usize, before);
        }
    });
    resized
}

#[unsafe(no_mangle)]
unsafe extern "C" fn reallocarray(block: *mut c_void, number: usize, size: usize) -> *mut c_void {
    let Some(bytes) = number.checked_mul(size) else {
        // SAFETY: errno is this thread's own.
        unsafe { *sys::__errno_location() = sys::ENOMEM };
        return null_mut();
    };
    // SAFETY: see above.
    unsafe { realloc(block, bytes) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn memalign(alignment: usize, size: usize) -> *mut c_void {
    // SAFETY: see above.
    entered(unsafe { sys::__libc_memalign(alignment, size) }, size)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn aligned_alloc(alignment: usize, size: usize) -> *mut c_void {
    // SAFETY: see above.
    unsafe { memalign(alignment, size) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn posix_memalign(
    result: *mut *mut c_void,
    alignment: usize,
    size: usize,
) -> c_int {
    if !alignment.is_power_of_two() || alignment < size_of::<*mut c_void>() {
        return sys::EINVAL;
    }
    // SAFETY: see above; the result's place is the caller's.
    unsafe {
        let block = memalign(alignment, size);
        if block.is_null() {
            return sys::ENOMEM;
        }
        *result = block;
    }
    0
}

#[unsafe(no_mangle)]
unsafe extern "C" fn valloc(size: usize) -> *mut c_void {
    // SAFETY: see above.
    entered(unsafe { sys::__libc_valloc(size) }, size)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pvalloc(size: usize) -> *mut c_void {
    // SAFETY: see above.
    entered(unsafe { sys::__libc_pvalloc(size) }, size)
}
