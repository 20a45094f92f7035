//! Bytes in use, and the most of them since an operation began.

use super::Figures;
use super::table::{Block, Table};

/// The account of all blocks.
pub(crate) struct Ledger {
    table: Table,
    figures: Figures,
}

impl Ledger {
    /// An empty one without room.
    pub(crate) const fn new() -> Self {
        let figures = Figures { live: 0, at_begin: 0, peak: 0, allocations: 0, is_incomplete: 0 };
        Ledger { table: Table::new(), figures }
    }

    /// Whether it has memory.
    pub(crate) fn is_attached(&self) -> bool {
        self.table.is_attached()
    }

    /// Gives it memory.
    ///
    /// # Safety
    /// As for [`Table::attach`].
    pub(crate) unsafe fn attach(&mut self, blocks: *mut Block, capacity: usize) {
        // SAFETY: passed on.
        unsafe { self.table.attach(blocks, capacity) }
    }

    /// An operation begins.
    pub(crate) fn begin(&mut self) {
        self.figures.at_begin = self.figures.live;
        self.figures.peak = self.figures.live;
        self.figures.allocations = 0;
    }

    /// A block was handed out, in place of one of `before` bytes (0 for none) that was taken out.
    pub(crate) fn enter(&mut self, address: usize, size: usize, before: usize) {
        let Figures { live, peak, allocations, is_incomplete, .. } = &mut self.figures;
        *live = live.wrapping_sub(before as u64);
        match self.table.put(address, size) {
            Ok(unseen) => *live = live.wrapping_sub(unseen as u64).wrapping_add(size as u64),
            Err(_) => *is_incomplete = 1,
        }
        *peak = (*peak).max(*live);
        *allocations += 1;
    }

    /// Takes out a block that may be resized: its bytes stay in use until it is known.
    pub(crate) fn take(&mut self, address: usize) -> usize {
        self.table.take(address)
    }

    /// Puts back a block that was not resized after all.
    pub(crate) fn put_back(&mut self, address: usize, size: usize) {
        if self.table.put(address, size).is_err() {
            self.figures.is_incomplete = 1;
        }
    }

    /// So many bytes, taken out before, are no longer in use.
    pub(crate) fn freed(&mut self, size: usize) {
        self.figures.live = self.figures.live.wrapping_sub(size as u64);
    }

    /// The figures as they stand.
    pub(crate) fn figures(&self) -> Figures {
        self.figures
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ledger(capacity: usize) -> Ledger {
        let memory = vec![0_u128; capacity].leak();
        let mut ledger = Ledger::new();
        assert!(!ledger.is_attached());
        // SAFETY: fresh blocks that are leaked; two words each, valid when zero.
        unsafe { ledger.attach(memory.as_mut_ptr().cast(), capacity) };
        assert!(ledger.is_attached());
        ledger
    }

    #[test]
    fn the_peak_is_that_of_the_operation() {
        let mut ledger = ledger(64);
        ledger.enter(16, 1000, 0);
        ledger.begin();
        ledger.enter(32, 50, 0);
        let before = ledger.take(32);
        ledger.enter(48, 70, before);
        let before = ledger.take(48);
        ledger.freed(before);
        let expected =
            Figures { live: 1000, at_begin: 1000, peak: 1070, allocations: 2, is_incomplete: 0 };
        assert_eq!(ledger.figures(), expected);
        let before = ledger.take(16);
        ledger.freed(before);
        ledger.begin();
        assert_eq!(ledger.figures(), Figures::default());
    }

    #[test]
    fn what_could_not_be_resized_is_still_there() {
        let mut ledger = ledger(64);
        ledger.enter(16, 1000, 0);
        let before = ledger.take(16);
        ledger.put_back(16, before);
        assert_eq!(ledger.figures().live, 1000);
        assert_eq!(ledger.take(16), 1000);
    }

    #[test]
    fn a_block_freed_unseen_does_not_count_twice() {
        let mut ledger = ledger(64);
        ledger.enter(16, 1000, 0);
        ledger.enter(16, 10, 0);
        assert_eq!(ledger.figures().live, 10);
    }

    #[test]
    fn blocks_without_a_place_are_told() {
        let mut ledger = ledger(16);
        (1..=16).for_each(|at| ledger.enter(16 * at, 1, 0));
        assert_eq!(ledger.figures().is_incomplete, 1);
        // What is freed later was never counted.
        (1..=16).for_each(|at| {
            let size = ledger.take(16 * at);
            ledger.freed(size);
        });
        assert_eq!(ledger.figures().live, 0);
    }
}
