//! What counting itself costs, measured in the process whose numbers it corrects.

use crate::counted::{COUNTING, Call, begin, count, counted, end};
use crate::function::Function;
use crate::region::{Calibration, Entry, Slot, Totals};
use crate::tick::Source;
use crate::{sys, table, thread};
use core::ffi::{c_int, c_void};
use core::hint::black_box;
use core::sync::atomic::{AtomicPtr, Ordering::Relaxed};

const BATCHES: usize = 15;
const CALLS: u64 = 100;
const BRIEF_STEPS: u32 = 16;

/// Runs helper calls and operations, and stores in the region what a call of a helper that does
/// nothing is recorded with, what counting a call costs, and what an operation that does nothing
/// is recorded with ([`Calibration`]). They are counted in a slot of their own, so nothing else
/// sees them. Returns 0, or -1 when not attached or out of memory.
///
/// The cost of counting is measured around a helper that works for some 30 ns and needs the
/// result of the call before. With one that does nothing, counting would look dearer than it is:
/// part of a wrapper's work is done while the processor waits for the helper's.
pub extern "C" fn calibrate() -> c_int {
    let thread = thread::current();
    let region = thread::region();
    if region.is_null() {
        return -1;
    }
    // SAFETY: a fresh private mapping, unmapped below when nothing refers to it any more; this
    // thread's own state; a region that stays mapped.
    unsafe {
        let size = size_of::<Slot>();
        let scratch = sys::mmap(
            core::ptr::null_mut(),
            size,
            sys::PROT_READ_WRITE,
            sys::MAP_PRIVATE_ANONYMOUS,
            -1,
            0,
        );
        if scratch == sys::MAP_FAILED {
            return -1;
        }
        let own = core::mem::replace(&mut (*thread).slot, scratch.cast());
        let counting = COUNTING.load(Relaxed);
        (*region).header.calibration = measure(scratch.cast());
        COUNTING.store(counting, Relaxed);
        (*thread).slot = own;
        sys::munmap(scratch, size);
    }
    0
}

unsafe fn measure(slot: *mut Slot) -> Calibration {
    let source = thread::tick_source();
    // Through pointers the compiler cannot see behind, as helpers are called.
    let wrapped: extern "C" fn(u64) -> c_int = black_box(wrapped);
    let bare: extern "C" fn(u64) -> c_int = black_box(nothing);
    let bare_brief: extern "C" fn(u64) -> c_int = black_box(brief);
    count();
    REAL.store(brief as *mut c_void, Relaxed);
    wrapped(0);
    // SAFETY: the slot is the calling thread's; kept as a pointer, since the calls below use it.
    let totals: *mut Totals =
        unsafe { table::totals(slot, Entry::key(Function::Pseudohash as u32, 0, 0), 0) };
    let mut inside = [0.0; BATCHES];
    let mut outside = [0.0; BATCHES];
    let mut operation = [0.0; BATCHES];
    for batch in 0..BATCHES {
        // SAFETY: as above; read anew each time, as the calls in between write it.
        let recorded = || unsafe { (&raw const (*totals).ticks).read_volatile() };
        REAL.store(nothing as *mut c_void, Relaxed);
        let before = recorded();
        chained(source, wrapped);
        inside[batch] = recorded().wrapping_sub(before) as f64 / CALLS as f64;
        REAL.store(brief as *mut c_void, Relaxed);
        let with = chained(source, wrapped);
        let without = chained(source, bare_brief);
        outside[batch] = (with as f64 - without as f64) / CALLS as f64;
    }
    for each in &mut operation {
        // SAFETY: as above.
        let recorded = || unsafe { (&raw const (*slot).operations[0].ticks).read_volatile() };
        let before = recorded();
        for call in 0..CALLS {
            let start = begin();
            bare(black_box(call));
            end(start);
        }
        *each = recorded().wrapping_sub(before) as f64 / CALLS as f64;
    }
    Calibration {
        inside_ticks: median(&inside),
        outside_ticks: median(&outside),
        operation_ticks: median(&operation),
    }
}

/// Ticks of a loop of calls, each of which needs the result of the one before.
fn chained(source: Source, call: extern "C" fn(u64) -> c_int) -> u64 {
    let start = source.start();
    let mut argument = 1;
    for _ in 0..CALLS {
        argument = call(argument) as u64;
    }
    black_box(argument);
    source.end().wrapping_sub(start)
}

/// What `wrapped` calls, as the pointers of real helpers are kept.
static REAL: AtomicPtr<c_void> = AtomicPtr::new(core::ptr::null_mut());

extern "C" fn wrapped(argument: u64) -> c_int {
    let call = Call { real: REAL.load(Relaxed), arguments: [argument as usize, 0, 0, 0] };
    // SAFETY: the pointer is `nothing` or `brief`; loading it is what a real wrapper does.
    unsafe { counted(Function::Pseudohash, 0, 0, call) }
}

extern "C" fn brief(argument: u64) -> c_int {
    let mut value = argument;
    for _ in 0..BRIEF_STEPS {
        value = black_box(value.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1));
    }
    value as c_int
}

extern "C" fn nothing(argument: u64) -> c_int {
    black_box(argument) as c_int
}

/// The middle value; an interrupt disturbs a batch, not the median. (The standard library's
/// sorts bring code for unwinding along.)
fn median(values: &[f64; BATCHES]) -> f64 {
    let is_middle = |value: &&f64| {
        let below = values.iter().filter(|other| other < value).count();
        let equal = values.iter().filter(|other| other == value).count();
        below <= BATCHES / 2 && BATCHES / 2 < below + equal
    };
    values.iter().find(is_middle).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_value() {
        let mut values = [0.0; BATCHES];
        for (place, value) in values.iter_mut().enumerate() {
            *value = (place * 7 % BATCHES) as f64;
        }
        assert_eq!(median(&values), (BATCHES / 2) as f64);
        assert_eq!(median(&[3.5; BATCHES]), 3.5);
    }
}
