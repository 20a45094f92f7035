//! The memory shared between the measured process and its parent.
//!
//! All of it is valid when zero. Only pages that were written are resident, so the space set
//! aside for many threads and shapes costs nothing until it is used.

use crate::function::OPERATION_CODES;
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// Says that the other side was built with this layout.
pub const LAYOUT: u64 = 0x6963_6373_0000_0003;

/// Threads (of all processes that share the region) counted each on its own at one time. Calls
/// of further ones go into [`Header::unslotted`].
pub const SLOTS: usize = 256;

/// Call shapes a slot can hold; calls of further ones go into [`Slot::overflow`].
pub const SHAPES: usize = 4096;

/// Index size while a slot holds at most half as many shapes.
pub const SMALL_INDEX: usize = 2048;

/// Index size after that.
pub const LARGE_INDEX: usize = 8192;

/// Function codes: as many as fit in three bits.
pub const FUNCTIONS: usize = 8;

/// Calls and the ticks spent in them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Totals {
    /// Number of calls.
    pub calls: u64,
    /// Ticks between entry and return, wrapper cost included.
    pub ticks: u64,
}

impl Totals {
    /// Adds one call. The parent may be reading: each number is written in one piece.
    #[inline(always)]
    pub fn add(&mut self, ticks: u64) {
        let add = |number: &mut u64, amount| {
            // SAFETY: the number is aligned, and borrowed for as long as the atomic is.
            let number = unsafe { AtomicU64::from_ptr(number) };
            number.store(number.load(Relaxed).wrapping_add(amount), Relaxed);
        };
        add(&mut self.calls, 1);
        add(&mut self.ticks, ticks);
    }
}

/// As [`Totals`], added to by several threads.
#[derive(Debug, Default)]
#[repr(C)]
pub struct SharedTotals {
    /// Number of calls.
    pub calls: AtomicU64,
    /// Ticks between entry and return, wrapper cost included.
    pub ticks: AtomicU64,
}

/// One call shape: a function, an operation, an input length and an output length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Entry {
    /// Input bits, operation code and function code, see [`Entry::key`].
    pub key: u64,
    /// Output bits.
    pub out_bits: u64,
    /// What was counted.
    pub totals: Totals,
}

impl Entry {
    /// Input lengths from this one on cannot be a key (no memory holds such a message).
    pub const IN_BITS_LIMIT: u64 = 1 << 56;

    /// Joins a shape's parts: input bits from bit 8, the operation code in bits 3 to 7, the
    /// function's code in bits 0 to 2.
    #[inline(always)]
    pub const fn key(function: u32, operation: u32, in_bits: u64) -> u64 {
        in_bits << 8 | (operation << 3 | function) as u64
    }

    /// The function's code.
    pub fn function(&self) -> u32 {
        (self.key & 7) as u32
    }

    /// The operation's code.
    pub fn operation(&self) -> u32 {
        (self.key >> 3 & 31) as u32
    }

    /// Input bits.
    pub fn in_bits(&self) -> u64 {
        self.key >> 8
    }
}

/// What a wrapper costs, measured in the process whose numbers it corrects.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Calibration {
    /// Ticks that a call of a helper that does nothing is recorded with.
    pub inside_ticks: f64,
    /// Ticks that such a call takes longer than it does without a wrapper.
    pub outside_ticks: f64,
    /// Ticks that an operation that does nothing is recorded with.
    pub operation_ticks: f64,
}

/// The region's head.
#[derive(Debug)]
#[repr(C, align(4096))]
pub struct Header {
    /// [`LAYOUT`], written by the parent.
    pub layout: u64,
    /// How ticks are read ([`crate::tick::Source`] as a number), written by the parent.
    pub tick_source: AtomicU32,
    /// Slots ever used: the parent need not look beyond.
    pub slots_used: AtomicU32,
    /// By slot: the process whose thread counts in it, 0 for none. Kept here rather than in the
    /// slots so that looking for a free one touches no page of theirs.
    pub owners: [AtomicU32; SLOTS],
    /// Processes that attached themselves.
    pub processes: AtomicU32,
    /// Bit i: helper i was called and no real function was found for it.
    pub unresolved: AtomicU32,
    /// Calls by threads that found no free slot, by function.
    pub unslotted: [SharedTotals; FUNCTIONS],
    /// Written by [`crate::calibrate`].
    pub calibration: Calibration,
}

/// What one thread counted. A slot whose thread has ended is handed to another, which adds to
/// what is there.
#[derive(Debug)]
#[repr(C, align(4096))]
pub struct Slot {
    /// Entries in use.
    pub shapes: u32,
    /// Mask of the index in use, 0 before the first entry.
    pub mask: u32,
    /// Helper calls that were left by `longjmp`: counted, but without ticks.
    pub abandoned: u32,
    /// Whether anything is in `overflow`: if not, its pages need not be touched.
    pub has_overflow: u32,
    /// By operation code: the operations themselves.
    pub operations: [Totals; OPERATION_CODES],
    /// Entry numbers plus one by hash, 0 for none.
    pub small_index: [u16; SMALL_INDEX],
    /// The shapes.
    pub entries: [Entry; SHAPES],
    /// As `small_index`, once that is half full.
    pub large_index: [u16; LARGE_INDEX],
    /// By operation and function: calls of shapes that found no entry.
    pub overflow: [[Totals; FUNCTIONS]; OPERATION_CODES],
}

impl Slot {
    /// Forgets all calls. Pages that were never written stay so.
    pub(crate) fn reset(&mut self) {
        for entry in self.entries.iter_mut().take(self.shapes as usize) {
            entry.totals = Totals::default();
        }
        self.operations.fill(Totals::default());
        self.abandoned = 0;
        if self.has_overflow != 0 {
            self.overflow = [[Totals::default(); FUNCTIONS]; OPERATION_CODES];
            self.has_overflow = 0;
        }
    }
}

/// The whole region.
#[derive(Debug)]
#[repr(C)]
pub struct Region {
    /// What all threads share.
    pub header: Header,
    /// One for each thread.
    pub slots: [Slot; SLOTS],
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::function::Function;

    #[test]
    fn a_key_gives_its_parts_back() {
        let key = Entry::key(Function::InitPrivate as u32, 27, Entry::IN_BITS_LIMIT - 1);
        let entry = Entry { key, ..Entry::default() };
        assert_eq!(entry.function(), Function::InitPrivate as u32);
        assert_eq!(entry.operation(), 27);
        assert_eq!(entry.in_bits(), Entry::IN_BITS_LIMIT - 1);
    }
}
