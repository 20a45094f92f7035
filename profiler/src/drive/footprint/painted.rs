//! A stack filled with a pattern: what has been used of it shows.
//!
//! Used is what lies above the lowest byte that was changed. What a function sets aside on its
//! stack without ever writing to it, below all that is written, does not show.

use std::io;
use std::ops::Range;

/// Every word of an unused stack. Not a likely value of anything.
const PATTERN: u64 = 0x9d3b_c5a7_e16f_8d35;

const WORD: usize = size_of::<u64>();

/// A page of them: painting and looking is done by the page, as copying and comparing memory is
/// fast in every build.
const PAGE: [u64; 512] = [PATTERN; 512];

/// Shortest stack, in bytes.
const SHORTEST: usize = 8 << 20;

/// Longest stack, in bytes: all of it is written.
const LONGEST: usize = 256 << 20;

/// A stack. As much memory again below it is out of bounds, so that also a large frame that goes
/// beyond the end stops there.
pub(super) struct Painted {
    mapping: *mut u8,
    size: usize,
}

/// As long as the ordinary stack may become, within limits, in bytes.
pub(super) fn ordinary_size() -> usize {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: fills the structure.
    unsafe { libc::getrlimit(libc::RLIMIT_STACK, &mut limit) };
    // Unlimited is the largest number.
    let size = usize::try_from(limit.rlim_cur).unwrap_or(usize::MAX);
    size.clamp(SHORTEST, LONGEST).next_multiple_of(64 << 10)
}

impl Painted {
    /// A stack of that size, a multiple of the page size.
    pub(super) fn new(size: usize) -> io::Result<Self> {
        // SAFETY: a fresh private mapping; the part made accessible lies in it.
        unsafe {
            let mapping = libc::mmap(
                std::ptr::null_mut(),
                2 * size,
                libc::PROT_NONE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_STACK,
                -1,
                0,
            );
            if mapping == libc::MAP_FAILED {
                return Err(io::Error::last_os_error());
            }
            let stack = Painted { mapping: mapping.cast(), size };
            let writable = libc::PROT_READ | libc::PROT_WRITE;
            if libc::mprotect(stack.mapping.add(size).cast(), size, writable) != 0 {
                return Err(io::Error::last_os_error());
            }
            Ok(stack)
        }
    }

    /// Its addresses.
    pub(super) fn range(&self) -> Range<usize> {
        let bottom = self.mapping as usize + self.size;
        bottom..bottom + self.size
    }

    /// Paints all below a stack pointer.
    pub(super) fn paint_below(&mut self, stack_pointer: usize) {
        for page in self.words_below(stack_pointer).chunks_mut(PAGE.len()) {
            page.copy_from_slice(&PAGE[..page.len()]);
        }
    }

    /// Bytes from the lowest one changed since it was painted, up to the stack pointer.
    pub(super) fn used_below(&mut self, stack_pointer: usize) -> u64 {
        let words = self.words_below(stack_pointer);
        let mut unchanged = 0;
        for page in words.chunks(PAGE.len()) {
            if *page == PAGE[..page.len()] {
                unchanged += page.len() * WORD;
                continue;
            }
            let found = page.iter().flat_map(|word| word.to_ne_bytes());
            let painted = PAGE.iter().flat_map(|word| word.to_ne_bytes());
            unchanged += found.zip(painted).take_while(|(found, painted)| found == painted).count();
            break;
        }
        (words.len() * WORD - unchanged) as u64
    }

    fn words_below(&mut self, stack_pointer: usize) -> &mut [u64] {
        let Range { start, end } = self.range();
        let length = stack_pointer.clamp(start, end) - start;
        // SAFETY: within the mapping, aligned to pages, and below all that is in use: whoever
        // runs on this stack is stopped, and nobody uses what lies below a stack pointer.
        unsafe { std::slice::from_raw_parts_mut(start as *mut u64, length / WORD) }
    }
}

impl Drop for Painted {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours, and nobody runs on it any more.
        unsafe { libc::munmap(self.mapping.cast(), 2 * self.size) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_changed_byte_counts() {
        let mut stack = Painted::new(1 << 16).unwrap();
        let Range { start, end } = stack.range();
        assert_eq!(end - start, 1 << 16);
        let base = end - 4096;
        for depth in [0, 1, 7, 8, 9, 100, 5000, (1 << 16) - 4096] {
            stack.paint_below(base);
            assert_eq!(stack.used_below(base), 0);
            // SAFETY: inside the stack, which nobody runs on.
            unsafe {
                // Above is what was there before the operation.
                *((base + 8) as *mut u8) ^= 1;
                if depth > 0 {
                    *((base - depth) as *mut u8) ^= 1;
                }
            }
            assert_eq!(stack.used_below(base), depth as u64);
        }
    }
}
