//! Each thread's own state, the slot it counts in, and how it comes by one.
//!
//! The state lives in a thread-local variable of the initial-exec model, written in assembly:
//! reaching it is two instructions, and neither it nor the C library's `dlopen` runs code of
//! its own for it, as `std`'s thread-locals would.

use crate::region::{LAYOUT, Region, SLOTS, Slot};
use crate::{sys, tick};
use core::ffi::{c_int, c_void};
use core::mem::MaybeUninit;
use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, AtomicU32, Ordering::*};

/// What a thread knows of itself. Zero at its start.
#[repr(C)]
pub(crate) struct Thread {
    /// Where the thread counts; null before its first call and when no slot was free.
    pub(crate) slot: *mut Slot,
    /// Address of the [`Mark`] of the counted helper call the thread is in, 0 when in none.
    pub(crate) helper_frame: usize,
    /// Address of the [`Mark`] of the bracketed operation the thread is in, 0 when in none.
    pub(crate) operation_frame: usize,
    /// Code of that operation.
    pub(crate) operation: u32,
    /// 1 when the thread looked for a slot and found none.
    pub(crate) slotless: u32,
    /// Input bits of the counted helper call the thread is in.
    pub(crate) in_bits: u64,
    /// Output bits of that call.
    pub(crate) out_bits: u64,
    /// Function code of that call.
    pub(crate) function: u32,
}

const _: () = assert!(size_of::<Thread>() == 56);

core::arch::global_asm!(
    ".pushsection .tbss.iccs_interpose_thread,\"awT\",@nobits",
    ".hidden iccs_interpose_thread",
    ".globl iccs_interpose_thread",
    ".type iccs_interpose_thread, @object",
    ".p2align 4",
    "iccs_interpose_thread:",
    ".zero 56",
    ".size iccs_interpose_thread, 56",
    ".popsection",
);

/// The calling thread's state.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn current() -> *mut Thread {
    let thread: *mut Thread;
    // SAFETY: fs:0 holds the thread pointer itself (x86-64 TLS ABI), and the variable's offset
    // from it is in the global offset table.
    unsafe {
        core::arch::asm!(
            "mov {0}, qword ptr fs:[0]",
            "add {0}, qword ptr [rip + iccs_interpose_thread@GOTTPOFF]",
            out(reg) thread,
            options(nostack, pure, readonly)
        );
    }
    thread
}

/// The calling thread's state.
#[cfg(target_arch = "aarch64")]
#[inline(always)]
pub(crate) fn current() -> *mut Thread {
    let thread: *mut Thread;
    // SAFETY: tpidr_el0 is the thread pointer, and the variable's offset from it is in the
    // global offset table.
    unsafe {
        core::arch::asm!(
            "adrp {0}, :gottprel:iccs_interpose_thread",
            "ldr {0}, [{0}, :gottprel_lo12:iccs_interpose_thread]",
            "mrs {1}, tpidr_el0",
            "add {0}, {0}, {1}",
            out(reg) thread,
            out(reg) _,
            options(nostack, pure, readonly)
        );
    }
    thread
}

/// A word in a wrapper's stack frame by which it is known later whether that frame is still
/// there: a call may be left by `longjmp`, which no wrapper sees.
pub(crate) struct Mark(MaybeUninit<usize>);

impl Mark {
    const PATTERN: usize = 0x6963_6373_6d61_726b_u64 as usize;

    /// Not yet set.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Mark(MaybeUninit::uninit())
    }

    /// Its address.
    #[inline(always)]
    pub(crate) fn address(&self) -> usize {
        self.0.as_ptr() as usize
    }

    /// Sets it, and returns its address.
    #[inline(always)]
    pub(crate) fn set(&mut self) -> usize {
        let address = self.address();
        // SAFETY: a field that is borrowed. Volatile, since it is read behind the compiler's back.
        unsafe { self.0.as_mut_ptr().write_volatile(address ^ Self::PATTERN) };
        address
    }

    /// Whether a call whose mark is at `self` is made from within the call whose mark was set
    /// at `outer`: that lies above, as stacks grow down, and nothing has been written over it.
    ///
    /// # Safety
    /// `outer` is the address of a mark set by this thread.
    pub(crate) unsafe fn is_inside(&self, outer: usize) -> bool {
        // SAFETY: above the current frame the stack is mapped.
        self.address() < outer
            && unsafe { (outer as *const usize).read_volatile() } == outer ^ Self::PATTERN
    }
}

static REGION: AtomicPtr<Region> = AtomicPtr::new(null_mut());
static KEY: AtomicU32 = AtomicU32::new(0);

/// How ticks are read in this process; fixed before anything is counted.
pub(crate) static TICK_SOURCE: AtomicU32 = AtomicU32::new(0);

/// The region, null before [`attach`].
pub(crate) fn region() -> *mut Region {
    REGION.load(Acquire)
}

/// Maps the region behind the descriptor and gives the calling thread a slot in it. Returns 0,
/// or -1 when the descriptor cannot be mapped, or holds no region of this layout.
///
/// # Safety
/// The descriptor is a file of at least `size_of::<Region>()` bytes that nothing truncates.
pub unsafe extern "C" fn attach(fd: c_int) -> c_int {
    // SAFETY: a fresh shared mapping of the whole region, which is valid for every content.
    unsafe {
        let length = size_of::<Region>();
        let address = sys::mmap(null_mut(), length, sys::PROT_READ_WRITE, sys::MAP_SHARED, fd, 0);
        if address == sys::MAP_FAILED {
            return -1;
        }
        let region = address.cast::<Region>();
        if (*region).header.layout != LAYOUT {
            return -1;
        }
        TICK_SOURCE.store((*region).header.tick_source.load(Relaxed), Relaxed);
        let mut key = 0;
        if sys::pthread_key_create(&mut key, Some(thread_ends)) == 0 {
            KEY.store(key + 1, Relaxed);
        }
        sys::pthread_atfork(None, None, Some(child_of_fork));
        (*region).header.processes.fetch_add(1, Relaxed);
        REGION.store(region, Release);
        let image_before = sys::getpid() as u32;
        let used = (*region).header.slots_used.load(Relaxed) as usize;
        for owner in (*region).header.owners.iter().take(used) {
            // An exec leaves the slots of the threads it ended.
            let _ = owner.compare_exchange(image_before, 0, Relaxed, Relaxed);
        }
        take_slot(current());
    }
    0
}

/// Forgets what was counted so far, but not which shapes there are: entries without a call are not
/// shapes that were seen. For between operations, while nothing is counted.
pub extern "C" fn reset() {
    let region = region();
    if region.is_null() {
        return;
    }
    // SAFETY: the region stays mapped; with counting off no thread writes its slot.
    unsafe {
        let header = &(*region).header;
        for shared in &header.unslotted {
            shared.calls.store(0, Relaxed);
            shared.ticks.store(0, Relaxed);
        }
        let used = (header.slots_used.load(Relaxed) as usize).min(SLOTS);
        for number in 0..used {
            (*(&raw mut (*region).slots).cast::<Slot>().add(number)).reset();
        }
    }
}

/// Lets another thread have the slot; its counts stay.
unsafe fn release(slot: *mut Slot) {
    let region = region();
    if region.is_null() || slot.is_null() {
        return;
    }
    // SAFETY: the slot is one of the region's, so its distance from the first is its number.
    unsafe {
        let number = slot.offset_from((&raw mut (*region).slots).cast::<Slot>());
        if let Some(owner) = (*region).header.owners.get(number as usize) {
            owner.store(0, Release);
        }
    }
}

/// Gives the thread a free slot: one never used, one whose thread has ended, or one whose
/// process is gone.
///
/// # Safety
/// `thread` is the calling thread's state.
#[cold]
pub(crate) unsafe fn take_slot(thread: *mut Thread) {
    let region = region();
    if region.is_null() {
        return;
    }
    // SAFETY: the region stays mapped for good; owners are only used atomically.
    unsafe {
        let pid = sys::getpid() as u32;
        for look_for_dead in [false, true] {
            for (number, owner) in (*region).header.owners.iter().enumerate() {
                let holder = owner.load(Relaxed);
                let is_free = holder == 0 || look_for_dead && holder != pid && is_dead(holder);
                if is_free && owner.compare_exchange(holder, pid, AcqRel, Relaxed).is_ok() {
                    (*region).header.slots_used.fetch_max(number as u32 + 1, Relaxed);
                    let slot = (&raw mut (*region).slots).cast::<Slot>().add(number);
                    (*thread).slot = slot;
                    release_at_end(slot);
                    return;
                }
            }
        }
        (*thread).slotless = 1;
    }
}

/// Has the slot released when the calling thread ends; none, for null.
unsafe fn release_at_end(slot: *mut Slot) {
    let key = KEY.load(Relaxed);
    if key != 0 {
        // SAFETY: the key was made in `attach`.
        unsafe { sys::pthread_setspecific(key - 1, slot.cast()) };
    }
}

/// Whether there is no such process. (One of another user's cannot be signalled, but is there.)
fn is_dead(process: u32) -> bool {
    // SAFETY: no signal is sent; errno is this thread's own, and given back as it was.
    unsafe {
        let errno = sys::__errno_location();
        let before = *errno;
        let is_dead = sys::kill(process as c_int, 0) != 0 && *errno == sys::ESRCH;
        *errno = before;
        is_dead
    }
}

/// At the end of the process: its last thread's slot is free before the parent has taken note
/// of the end. What exit handlers call after this takes a slot again.
#[cfg(iccs_exports = "preload")]
pub(crate) extern "C" fn leave() {
    let thread = current();
    // SAFETY: this thread's own state and slot.
    unsafe {
        release(core::mem::replace(&mut (*thread).slot, null_mut()));
    }
}

/// At a thread's end its slot becomes free, its counts stay.
unsafe extern "C" fn thread_ends(slot: *mut c_void) {
    // SAFETY: called by the thread that set the value, which is its slot.
    unsafe {
        (*current()).slot = null_mut();
        release(slot.cast());
    }
}

/// In a child made by fork the memory is the child's own copy, but for the region: it must not
/// count in its parent's slot.
unsafe extern "C" fn child_of_fork() {
    // SAFETY: the child has one thread, which is the calling one.
    unsafe {
        let thread = current();
        (*thread).slot = null_mut();
        (*thread).slotless = 0;
        release_at_end(null_mut());
        let region = region();
        if !region.is_null() {
            (*region).header.processes.fetch_add(1, Relaxed);
            take_slot(thread);
        }
    }
}

/// The process's tick source, as the number in the region.
pub extern "C" fn tick_source_code() -> u32 {
    TICK_SOURCE.load(Relaxed)
}

/// The process's tick source.
#[inline(always)]
pub(crate) fn tick_source() -> tick::Source {
    tick::Source::from_code(TICK_SOURCE.load(Relaxed))
}
