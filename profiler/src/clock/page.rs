//! The page through which the kernel lets a thread read its counter without a system call.
//!
//! The protocol is that of `struct perf_event_mmap_page` in the kernel's `perf_event.h`.

use perf_event_open_sys::bindings::perf_event_mmap_page;
use std::os::fd::RawFd;
use std::ptr::NonNull;
use std::sync::atomic::{Ordering::SeqCst, compiler_fence};

/// A counter's page.
#[derive(Debug)]
pub(super) struct Page(NonNull<perf_event_mmap_page>);

impl Page {
    /// Maps a counter's page, where the kernel has one.
    pub(super) fn map(counter: RawFd) -> Option<Page> {
        // SAFETY: a fresh mapping of one page.
        let address = unsafe {
            let length = libc::sysconf(libc::_SC_PAGESIZE) as usize;
            let (access, shared) = (libc::PROT_READ, libc::MAP_SHARED);
            libc::mmap(std::ptr::null_mut(), length, access, shared, counter, 0)
        };
        if address == libc::MAP_FAILED { None } else { NonNull::new(address.cast()).map(Page) }
    }

    /// The count; none where it cannot be read in user mode just now.
    #[inline]
    pub(super) fn read(&self) -> Option<u64> {
        // SAFETY: mapped for as long as the page lives.
        unsafe { count(self.0.as_ptr(), counter) }
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours, and nothing borrows it.
        unsafe {
            let length = libc::sysconf(libc::_SC_PAGESIZE) as usize;
            libc::munmap(self.0.as_ptr().cast(), length);
        }
    }
}

/// Reads the count: what the kernel had when it last gave the counter to the thread, and what the
/// counter shows since. Begins anew when the kernel changed the page meanwhile.
///
/// # Safety
/// `page` is a counter's page. `counter` is called with indices the page gives.
#[inline]
unsafe fn count(
    page: *const perf_event_mmap_page,
    counter: impl Fn(u32) -> Option<u64>,
) -> Option<u64> {
    loop {
        // SAFETY: by the function's contract; volatile, as the kernel writes it.
        unsafe {
            let lock = (&raw const (*page).lock).read_volatile();
            compiler_fence(SeqCst);
            let index = (&raw const (*page).index).read_volatile();
            let offset = (&raw const (*page).offset).read_volatile();
            let width = (&raw const (*page).pmc_width).read_volatile();
            let enabled = (&raw const (*page).time_enabled).read_volatile();
            let running = (&raw const (*page).time_running).read_volatile();
            let may_read = (*page).__bindgen_anon_1.__bindgen_anon_1.cap_user_rdpmc() != 0;
            if !may_read || index == 0 || enabled != running || !(1..=64).contains(&width) {
                return None;
            }
            let shown = counter(index - 1)?;
            let unused = 64 - u32::from(width);
            // The counter may have been started at a negative number.
            let signed = ((shown << unused) as i64) >> unused;
            compiler_fence(SeqCst);
            if (&raw const (*page).lock).read_volatile() == lock {
                return Some(offset.wrapping_add(signed) as u64);
            }
        }
    }
}

/// Reads a counter of the processor.
#[cfg(target_arch = "x86_64")]
#[inline]
fn counter(index: u32) -> Option<u64> {
    let (low, high): (u32, u32);
    // SAFETY: the kernel's page said that this counter may be read in user mode.
    unsafe {
        core::arch::asm!(
            "rdpmc",
            in("ecx") index,
            out("eax") low,
            out("edx") high,
            options(nomem, nostack)
        );
    }
    Some(u64::from(high) << 32 | u64::from(low))
}

/// Reads the cycle counter of the processor; others are left to the kernel.
#[cfg(target_arch = "aarch64")]
#[inline]
fn counter(index: u32) -> Option<u64> {
    const CYCLE_COUNTER: u32 = 31;
    if index != CYCLE_COUNTER {
        return None;
    }
    let cycles: u64;
    // SAFETY: the kernel's page said that this counter may be read in user mode; elsewhere the
    // instruction would trap.
    unsafe { core::arch::asm!("mrs {}, pmccntr_el0", out(reg) cycles, options(nomem, nostack)) };
    Some(cycles)
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn counter(_: u32) -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    fn page(index: u32, offset: i64, width: u16) -> perf_event_mmap_page {
        // SAFETY: a structure of numbers.
        let mut page: perf_event_mmap_page = unsafe { std::mem::zeroed() };
        (page.index, page.offset, page.pmc_width) = (index, offset, width);
        (page.time_enabled, page.time_running) = (5, 5);
        // SAFETY: the field is a set of bits in a union of numbers.
        unsafe { page.__bindgen_anon_1.__bindgen_anon_1.set_cap_user_rdpmc(1) };
        page
    }

    fn read(page: &perf_event_mmap_page, shown: u64) -> Option<u64> {
        // SAFETY: a whole page in memory; the counter is made up.
        unsafe { count(page, |_| Some(shown)) }
    }

    #[test]
    fn the_count_is_the_offset_and_what_the_counter_shows() {
        assert_eq!(read(&page(1, 1000, 48), 234), Some(1234));
        // A counter of 48 bits that was started at -100.
        assert_eq!(read(&page(1, 100, 48), (1 << 48) - 100), Some(0));
        assert_eq!(read(&page(1, 1 << 48, 64), 7), Some((1 << 48) + 7));
    }

    #[test]
    fn what_cannot_be_read_is_left_to_the_kernel() {
        assert_eq!(read(&page(0, 1000, 48), 1), None);
        assert_eq!(read(&page(1, 1000, 0), 1), None);
        assert_eq!(read(&page(1, 1000, 65), 1), None);
        let mut shared = page(1, 0, 48);
        shared.time_running = 4;
        assert_eq!(read(&shared, 1), None);
        let mut forbidden = page(1, 0, 48);
        // SAFETY: as above.
        unsafe { forbidden.__bindgen_anon_1.__bindgen_anon_1.set_cap_user_rdpmc(0) };
        assert_eq!(read(&forbidden, 1), None);
    }

    #[test]
    fn a_page_that_changes_is_read_again() {
        let page = Cell::new(page(1, 1000, 48));
        let reads = Cell::new(0);
        let change = |_| {
            reads.set(reads.get() + 1);
            if reads.get() == 1 {
                let mut changed = page.get();
                changed.lock += 2;
                changed.offset = 2000;
                page.set(changed);
            }
            Some(1)
        };
        // SAFETY: a whole page in memory.
        assert_eq!(unsafe { count(page.as_ptr(), change) }, Some(2001));
        assert_eq!(reads.get(), 2);
    }
}
