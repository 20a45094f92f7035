//! A slot's table of call shapes: entries in order of first use, found through an index by hash.
//!
//! Entries are kept dense and the index small, because both are memory of the process being
//! measured: a thousand shapes touch 36 KiB.

use crate::function::OPERATION_CODES;
use crate::region::{Entry, FUNCTIONS, LARGE_INDEX, SHAPES, SMALL_INDEX, Slot, Totals};

/// The entry of a shape, if it is where the small index says first: that needs no loop, and finds
/// nearly all. The index stays as it is when the slot grows out of it.
///
/// # Safety
/// `slot` points to a slot that no other thread is using, and the result is given up before the
/// slot is used again.
#[inline(always)]
pub(crate) unsafe fn find_at_once(
    slot: *mut Slot,
    key: u64,
    out_bits: u64,
) -> Option<&'static mut Totals> {
    // SAFETY: the slot is ours; an index holds numbers of entries that exist, or 0. Entry 0 is
    // not used and its key, 0, is no shape's, so number 0 needs no test of its own.
    unsafe {
        let index = (&raw const (*slot).small_index).cast::<u16>();
        let number = *index.add(hash(key, out_bits) & (SMALL_INDEX - 1));
        let entry = (&raw mut (*slot).entries).cast::<Entry>().add(number as usize);
        let is_it = (*entry).key == key && (*entry).out_bits == out_bits;
        is_it.then_some(&mut (*entry).totals)
    }
}

/// Mixes a shape into an index position (before masking). Multiplication spreads the low bits
/// upwards, so the position is taken from the top.
#[inline(always)]
fn hash(key: u64, out_bits: u64) -> usize {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    ((key ^ out_bits.rotate_left(32)).wrapping_mul(ODD) >> 45) as usize
}

/// Where a shape is counted: its entry, made if need be, or the overflow row when the slot is
/// full.
///
/// # Safety
/// As for [`find_at_once`].
#[cold]
#[inline(never)]
pub(crate) unsafe fn totals(slot: *mut Slot, key: u64, out_bits: u64) -> &'static mut Totals {
    // SAFETY: the slot is ours, positions are masked to the index's size, entry numbers are
    // below `shapes` and so below SHAPES.
    unsafe {
        if (*slot).mask == 0 {
            (*slot).mask = SMALL_INDEX as u32 - 1;
            (*slot).shapes = 1;
        }
        let mask = (*slot).mask as usize;
        let index = index(slot);
        let mut position = hash(key, out_bits) & mask;
        loop {
            let number = *index.add(position) as usize;
            if number == 0 {
                return insert(slot, position, key, out_bits);
            }
            let entry = (&raw mut (*slot).entries).cast::<Entry>().add(number);
            if (*entry).key == key && (*entry).out_bits == out_bits {
                return &mut (*entry).totals;
            }
            position = (position + 1) & mask;
        }
    }
}

unsafe fn insert(slot: *mut Slot, position: usize, key: u64, out_bits: u64) -> &'static mut Totals {
    // SAFETY: as for `totals`.
    unsafe {
        let number = (*slot).shapes as usize;
        if number >= SHAPES {
            let shape = Entry { key, ..Entry::default() };
            return overflow(slot, shape.operation(), shape.function());
        }
        let entry = (&raw mut (*slot).entries).cast::<Entry>().add(number);
        entry.write(Entry { key, out_bits, totals: Totals::default() });
        (*slot).shapes = number as u32 + 1;
        index(slot).add(position).write(number as u16);
        if number + 1 == SMALL_INDEX / 2 {
            grow(slot);
        }
        &mut (*entry).totals
    }
}

/// Where calls are counted that get no entry.
///
/// # Safety
/// `slot` points to a slot that no other thread is using.
pub(crate) unsafe fn overflow(
    slot: *mut Slot,
    operation: u32,
    function: u32,
) -> &'static mut Totals {
    let (operation, function) = (operation as usize, function as usize);
    // SAFETY: the slot is ours; both indices are brought into range.
    unsafe {
        (*slot).has_overflow = 1;
        &mut (*slot).overflow[operation % OPERATION_CODES][function % FUNCTIONS]
    }
}

/// Moves from the small index to the large one.
unsafe fn grow(slot: *mut Slot) {
    // SAFETY: as for `totals`; the large index is empty until now, and twice SHAPES long, so
    // that a free position is always found.
    unsafe {
        (*slot).mask = LARGE_INDEX as u32 - 1;
        let index = index(slot);
        for number in 1..(*slot).shapes as usize {
            let entry = (&raw const (*slot).entries).cast::<Entry>().add(number);
            let mut position = hash((*entry).key, (*entry).out_bits) & (LARGE_INDEX - 1);
            while *index.add(position) != 0 {
                position = (position + 1) & (LARGE_INDEX - 1);
            }
            index.add(position).write(number as u16);
        }
    }
}

unsafe fn index(slot: *mut Slot) -> *mut u16 {
    // SAFETY: the slot is ours.
    unsafe {
        if (*slot).mask as usize == LARGE_INDEX - 1 {
            (&raw mut (*slot).large_index).cast()
        } else {
            (&raw mut (*slot).small_index).cast()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::function::Function;

    fn empty_slot() -> Box<Slot> {
        // SAFETY: a slot is valid when zero.
        unsafe { Box::<Slot>::new_zeroed().assume_init() }
    }

    #[test]
    fn every_shape_is_counted_once_under_its_own_name() {
        let mut slot = empty_slot();
        for round in 1..=3 {
            for shape in 0..3000_u64 {
                let function = Function::ALL[shape as usize % Function::ALL.len()];
                let key = Entry::key(function as u32, (shape % 28) as u32, shape / 7 * 8);
                // SAFETY: the slot is this test's alone.
                let totals = unsafe { totals(&mut *slot, key, shape % 5) };
                totals.calls += 1;
                assert_eq!(totals.calls, round);
            }
        }
        assert_eq!(slot.shapes, 3001);
    }

    #[test]
    fn shapes_beyond_the_capacity_count_into_their_functions_total() {
        let mut slot = empty_slot();
        let beyond = 50;
        for shape in 0..SHAPES as u64 - 1 + beyond {
            let key = Entry::key(Function::Sm3hash as u32, 3, shape);
            // SAFETY: the slot is this test's alone.
            unsafe { totals(&mut *slot, key, 256).add(1) };
        }
        assert_eq!(slot.overflow[3][Function::Sm3hash as usize].calls, beyond);
        assert!(slot.entries[1..].iter().all(|entry| entry.totals.calls == 1));
    }
}
