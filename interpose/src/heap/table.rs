//! The blocks in use: a hash table with open addressing.

use core::ptr::null_mut;

/// A block. Free when zero.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Block {
    address: usize,
    size: usize,
}

/// The table. It looks further one by one from where a block belongs, and closes the gap when one is
/// taken out, so that it does not fill with the traces of blocks long gone.
pub(crate) struct Table {
    blocks: *mut Block,
    mask: usize,
    used: usize,
}

/// There is no room for another block.
pub(crate) struct Full;

impl Table {
    /// One without room.
    pub(crate) const fn new() -> Self {
        Table { blocks: null_mut(), mask: 0, used: 0 }
    }

    /// Whether it has memory.
    pub(crate) fn is_attached(&self) -> bool {
        !self.blocks.is_null()
    }

    /// Gives it memory.
    ///
    /// # Safety
    /// `blocks` points to `capacity` blocks that are zero and nobody else's for as long as the
    /// table is used; `capacity` is a power of two.
    pub(crate) unsafe fn attach(&mut self, blocks: *mut Block, capacity: usize) {
        *self = Table { blocks, mask: capacity - 1, used: 0 };
    }

    /// Puts a block in. Returns the size of one that was there at the same address: somebody
    /// freed it unseen.
    pub(crate) fn put(&mut self, address: usize, size: usize) -> Result<usize, Full> {
        // A quarter is kept free, so that no search is long.
        if !self.is_attached() || self.used >= self.mask / 4 * 3 {
            return Err(Full);
        }
        let place = self.place(address);
        // SAFETY: `place` is within the table.
        let before = unsafe { self.blocks.add(place).replace(Block { address, size }) };
        self.used += usize::from(before.address == 0);
        Ok(before.size)
    }

    /// Takes a block out and returns its size; 0 for one that is not there.
    pub(crate) fn take(&mut self, address: usize) -> usize {
        if !self.is_attached() {
            return 0;
        }
        let mut gap = self.place(address);
        // SAFETY: masked numbers are within the table.
        unsafe {
            let taken = *self.blocks.add(gap);
            if taken.address == 0 {
                return 0;
            }
            let mut next = gap;
            loop {
                next = (next + 1) & self.mask;
                let block = *self.blocks.add(next);
                if block.address == 0 {
                    break;
                }
                let from_home = next.wrapping_sub(self.home(block.address)) & self.mask;
                let from_gap = next.wrapping_sub(gap) & self.mask;
                // A search for the block comes past the gap.
                if from_home >= from_gap {
                    *self.blocks.add(gap) = block;
                    gap = next;
                }
            }
            *self.blocks.add(gap) = Block { address: 0, size: 0 };
            self.used -= 1;
            taken.size
        }
    }

    /// Where a block is, or the free place it would have.
    fn place(&self, address: usize) -> usize {
        let mut place = self.home(address);
        loop {
            // SAFETY: masked numbers are within the table.
            let found = unsafe { (*self.blocks.add(place)).address };
            if found == address || found == 0 {
                return place;
            }
            place = (place + 1) & self.mask;
        }
    }

    /// Where the search for a block starts (Knuth's multiplicative hash; the lowest four bits of
    /// addresses are always the same).
    fn home(&self, address: usize) -> usize {
        ((address >> 4).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) & self.mask
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    const CAPACITY: usize = 256;

    fn table() -> Table {
        let blocks = vec![Block { address: 0, size: 0 }; CAPACITY].leak();
        let mut table = Table::new();
        // SAFETY: fresh blocks that are leaked.
        unsafe { table.attach(blocks.as_mut_ptr(), CAPACITY) };
        table
    }

    #[test]
    fn it_knows_what_a_map_knows() {
        let mut table = table();
        let mut map = HashMap::new();
        let mut random = 1_u64;
        for _ in 0..100_000 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            // More addresses than fit, so that it is also full at times.
            let address = 0x5555_0000 + 16 * (random >> 33) as usize % (16 * 300);
            let size = (random >> 40) as usize % 1000 + 1;
            if random >> 63 == 0 {
                assert_eq!(table.take(address), map.remove(&address).unwrap_or(0));
            } else if map.len() < CAPACITY / 4 * 3 - 3 {
                let before = map.insert(address, size).unwrap_or(0);
                assert!(matches!(table.put(address, size), Ok(size) if size == before));
            }
            assert_eq!(table.used, map.len());
        }
        assert!(map.len() > CAPACITY / 4);
        for (address, size) in map {
            assert_eq!(table.take(address), size);
        }
    }

    #[test]
    fn a_full_table_takes_no_more_and_loses_nothing() {
        let mut table = table();
        let fitting = (1..).take_while(|at| table.put(16 * at, *at).is_ok()).count();
        assert!((CAPACITY / 2..CAPACITY).contains(&fitting), "{fitting}");
        for at in 1..=fitting {
            assert_eq!(table.take(16 * at), at);
        }
        assert!(Table::new().put(16, 1).is_err());
        assert_eq!(Table::new().take(16), 0);
    }
}
