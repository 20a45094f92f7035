//! Buffers handed to a submission, with a fence around each.
//!
//! A buffer lies between two zones filled with a known pattern, and those between two pages
//! that cannot be touched: writing a little too far shows in the pattern, writing or reading far
//! beyond stops at once.

use std::io;

/// Bytes of pattern on either side, at the least. Signatures may be that much longer than
/// declared before anything else is hit.
pub const FENCE: usize = 4096;

/// Longest buffer a submission can ask for: 1 GiB. A length function that returns more is taken
/// for broken.
pub const LONGEST: u64 = 1 << 30;

/// A fenced buffer.
#[derive(Debug)]
pub struct Buffer {
    name: &'static str,
    mapping: *mut u8,
    mapped: usize,
    offset: usize,
    capacity: usize,
    spare: usize,
}

/// Bytes that were written outside a buffer.
#[derive(Debug, PartialEq, Eq)]
pub enum Overrun {
    /// The last byte written lies so many bytes after the end.
    After(usize),
    /// The first byte written lies so many bytes before the start.
    Before(usize),
}

impl Buffer {
    /// A buffer of `capacity` zero bytes, called `name` in messages, behind which `spare` bytes
    /// may be written without harm.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn new(name: &'static str, capacity: usize, spare: usize) -> io::Result<Self> {
        let page = page_size();
        let inner = (FENCE + capacity + spare + FENCE).next_multiple_of(page);
        let mapped = page + inner + page;
        // SAFETY: a fresh private mapping; the part made accessible lies in it.
        unsafe {
            let mapping = libc::mmap(
                std::ptr::null_mut(),
                mapped,
                libc::PROT_NONE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            );
            if mapping == libc::MAP_FAILED {
                return Err(io::Error::last_os_error());
            }
            let mapping = mapping.cast::<u8>();
            let writable = libc::PROT_READ | libc::PROT_WRITE;
            if libc::mprotect(mapping.add(page).cast(), inner, writable) != 0 {
                return Err(io::Error::last_os_error());
            }
            let buffer = Buffer { name, mapping, mapped, offset: page + FENCE, capacity, spare };
            for at in buffer.fences().into_iter().flatten() {
                *mapping.add(at) = pattern(at);
            }
            Ok(buffer)
        }
    }

    /// The buffer's name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Its length in bytes.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Bytes behind it that may be written without harm.
    pub fn spare(&self) -> usize {
        self.spare
    }

    /// The longest content without harm.
    pub fn longest(&self) -> usize {
        self.capacity + self.spare
    }

    /// Its first byte, aligned to 4096.
    pub fn pointer(&self) -> *mut u8 {
        // SAFETY: the offset is inside the mapping.
        unsafe { self.mapping.add(self.offset) }
    }

    /// Its bytes. Not to be held while the submission runs.
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: `capacity` bytes from the offset on are mapped and initialised.
        unsafe { std::slice::from_raw_parts(self.mapping.add(self.offset), self.capacity) }
    }

    /// Its first bytes, up to `length` (as much of them as it holds, spare bytes included).
    pub fn content(&self, length: u64) -> &[u8] {
        let length = usize::try_from(length).unwrap_or(usize::MAX).min(self.longest());
        // SAFETY: as for `bytes`; the spare bytes are mapped and initialised too.
        unsafe { std::slice::from_raw_parts(self.pointer(), length) }
    }

    /// Puts bytes at its start, as many as fit.
    pub fn fill(&self, bytes: impl IntoIterator<Item = u8>) {
        for (at, byte) in bytes.into_iter().take(self.capacity).enumerate() {
            // SAFETY: within the buffer, which nothing borrows for longer than a call.
            unsafe { *self.pointer().add(at) = byte };
        }
    }

    /// Turns every bit over, so that a function that writes nothing is not taken for one that
    /// wrote what was there.
    pub fn invert(&self) {
        // SAFETY: as for `bytes`.
        unsafe {
            for at in 0..self.capacity {
                *self.pointer().add(at) ^= 0xff;
            }
        }
    }

    /// Whether the address is in one of the untouchable pages.
    pub fn guards(&self, address: usize) -> bool {
        let start = self.mapping as usize;
        let page = page_size();
        let inside = |from: usize| (from..from + page).contains(&address);
        inside(start) || inside(start + self.mapped - page)
    }

    /// What was written outside the buffer, seen by the pattern.
    pub fn overrun(&self) -> Option<Overrun> {
        // SAFETY: the fences are mapped and initialised.
        let changed = |at: &usize| unsafe { *self.mapping.add(*at) != pattern(*at) };
        let [before, after] = self.fences();
        let end = after.start;
        if let Some(at) = after.rev().find(changed) {
            return Some(Overrun::After(at - end + 1));
        }
        before.clone().find(changed).map(|at| Overrun::Before(before.end - at))
    }

    fn fences(&self) -> [std::ops::Range<usize>; 2] {
        let page = page_size();
        let end = self.offset + self.capacity;
        [page..self.offset, end..self.mapped - page]
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours, and nothing borrows it any more.
        unsafe { libc::munmap(self.mapping.cast(), self.mapped) };
    }
}

fn pattern(at: usize) -> u8 {
    (at as u8).wrapping_mul(0x6d) ^ (at >> 8) as u8 ^ 0xa5
}

/// Bytes of a page.
pub(super) fn page_size() -> usize {
    // SAFETY: no arguments to get wrong.
    let size = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    usize::try_from(size).unwrap_or(4096)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_beside_a_buffer_is_found() {
        for capacity in [0, 1, 800, 4096, 5000] {
            let buffer = Buffer::new("pk", capacity, 0).unwrap();
            assert_eq!(buffer.overrun(), None);
            assert!(buffer.bytes().iter().all(|&byte| byte == 0));
            let start = buffer.pointer();
            for (distance, expected) in [
                (capacity as isize + 12, Overrun::After(13)),
                (-3, Overrun::Before(3)),
                (capacity as isize, Overrun::After(1)),
            ] {
                // SAFETY: inside the fences.
                unsafe {
                    let there = start.offset(distance);
                    *there ^= 0xff;
                    assert_eq!(buffer.overrun(), Some(expected));
                    *there ^= 0xff;
                }
            }
        }
    }

    #[test]
    fn the_guard_pages_are_known() {
        let buffer = Buffer::new("pk", 10, 0).unwrap();
        let start = buffer.pointer() as usize;
        assert!(buffer.guards(start - FENCE - 1));
        assert!(!buffer.guards(start - FENCE));
        assert!(!buffer.guards(start + 10 + FENCE - 1));
    }
}
