//! Hardware cycles, where the machine and the kernel let a program count them.
//!
//! Time needs no more than [`iccs_interpose::tick::clock`]; cycles come from a counter that the
//! kernel keeps for the calling thread, in user mode only, read without a system call where the
//! kernel allows it.

mod event;
mod page;
mod unavailable;

pub use unavailable::Unavailable;

use event::Event;
use page::Page;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::path::Path;

/// The calling thread's cycles in user mode.
#[derive(Debug)]
pub struct Cycles {
    counter: OwnedFd,
    page: Option<Page>,
}

impl Cycles {
    /// Starts counting for the calling thread, which may be bound to one processor.
    ///
    /// # Errors
    /// When there is no such counter, or it may not be used; what would change that is in the
    /// message.
    pub fn open() -> Result<Cycles, Unavailable> {
        // SAFETY: takes no argument.
        let cpu = usize::try_from(unsafe { libc::sched_getcpu() }).unwrap_or(0);
        let event = Event::cycles(Path::new("/"), cpu);
        let opened = Self::of(event).or_else(|error| match error.raw_os_error() {
            // Older kernels do not know the wish to read in user mode.
            Some(libc::EINVAL) if event.config1 != 0 => Self::of(Event { config1: 0, ..event }),
            _ => Err(error),
        });
        opened.map_err(|error| Unavailable::from_error(&error))
    }

    fn of(event: Event) -> io::Result<Cycles> {
        let mut attributes = event.attributes();
        // SAFETY: the structure says how long it is; the descriptor returned is new.
        let counter = unsafe {
            let fd = perf_event_open_sys::perf_event_open(&mut attributes, 0, -1, -1, 0);
            if fd < 0 {
                return Err(io::Error::last_os_error());
            }
            OwnedFd::from_raw_fd(fd)
        };
        let page = Page::map(counter.as_raw_fd());
        Ok(Cycles { counter, page })
    }

    /// Cycles so far. None when the counter did not run all the time, because others had it.
    #[inline]
    pub fn read(&self) -> Option<u64> {
        self.page.as_ref().and_then(Page::read).or_else(|| self.ask())
    }

    /// As the kernel gives them.
    fn ask(&self) -> Option<u64> {
        let mut values = [0_u64; 3];
        // SAFETY: the buffer is as long as is said.
        let length = unsafe {
            libc::read(self.counter.as_raw_fd(), values.as_mut_ptr().cast(), size_of_val(&values))
        };
        let [cycles, enabled, running] = values;
        (length == size_of_val(&values) as isize && enabled == running).then_some(cycles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use perf_event_open_sys::bindings::{PERF_COUNT_SW_TASK_CLOCK, PERF_TYPE_SOFTWARE};

    #[test]
    fn a_counter_that_every_machine_has_counts() {
        let event = Event {
            kind: PERF_TYPE_SOFTWARE,
            config: u64::from(PERF_COUNT_SW_TASK_CLOCK),
            config1: 0,
        };
        // Where programs may not count at all there is nothing to be seen.
        let Ok(counter) = Cycles::of(event) else { return };
        let before = counter.read();
        std::hint::black_box((0..100_000_u64).fold(0, |sum, n| sum ^ std::hint::black_box(n)));
        assert!(counter.read() > before);
    }

    #[test]
    fn a_missing_counter_says_what_would_help() {
        if let Err(unavailable) = Cycles::open() {
            assert!(unavailable.to_string().starts_with("hardware cycle counter unavailable: "));
        }
    }
}
