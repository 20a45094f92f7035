//! Waiting for a child while reading what it prints, with bounds on both.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::process::{Child, ChildStderr};
use std::time::{Duration, Instant};

/// What is kept of the child's standard error: so much from its beginning and as much from its
/// end. A submission may print gigabytes.
const KEEP: usize = 16 * 1024;

/// A hundred years: the clock cannot tell times much beyond all others.
const LONGEST_WAIT: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

/// The start and the end of a text that may have been long.
#[derive(Debug, Default)]
pub(crate) struct Excerpt {
    start: Vec<u8>,
    end: Vec<u8>,
    dropped: u64,
}

impl Excerpt {
    fn push(&mut self, bytes: &[u8]) {
        let room = KEEP.saturating_sub(self.start.len()).min(bytes.len());
        let (first, rest) = bytes.split_at(room);
        self.start.extend_from_slice(first);
        self.end.extend_from_slice(rest);
        if self.end.len() > 2 * KEEP {
            let excess = self.end.len() - KEEP;
            self.end.drain(..excess);
            self.dropped += excess as u64;
        }
    }

    pub(crate) fn text(mut self) -> String {
        let excess = self.end.len().saturating_sub(KEEP);
        self.end.drain(..excess);
        self.dropped += excess as u64;
        let mut text = String::from_utf8_lossy(&self.start).into_owned();
        if self.dropped > 0 {
            text.push_str(&format!("\n[... {} bytes left out ...]\n", self.dropped));
        }
        text.push_str(&String::from_utf8_lossy(&self.end));
        text
    }
}

/// Waits until the child has ended or the time is up; reads its standard error meanwhile.
/// Returns whether it ended. What descendants go on holding the pipe is not waited for.
pub(crate) fn wait(
    child: &Child,
    stderr: ChildStderr,
    timeout: Duration,
    excerpt: &mut Excerpt,
) -> io::Result<bool> {
    let ended = pidfd(child)?;
    let mut stderr = File::from(OwnedFd::from(stderr));
    set_nonblocking(stderr.as_raw_fd())?;
    let deadline = Instant::now() + timeout.min(LONGEST_WAIT);
    let mut is_open = true;
    loop {
        let mut polled = [
            libc::pollfd { fd: ended.as_raw_fd(), events: libc::POLLIN, revents: 0 },
            libc::pollfd { fd: stderr.as_raw_fd(), events: libc::POLLIN, revents: 0 },
        ];
        let count = if is_open { 2 } else { 1 };
        let left = deadline.saturating_duration_since(Instant::now());
        let milliseconds = i32::try_from(left.as_millis() + 1).unwrap_or(i32::MAX);
        // SAFETY: `count` entries of an array that outlives the call.
        let ready = unsafe { libc::poll(polled.as_mut_ptr(), count, milliseconds) };
        if ready < 0 {
            let error = io::Error::last_os_error();
            if error.kind() == io::ErrorKind::Interrupted {
                continue;
            }
            return Err(error);
        }
        if is_open {
            is_open = drain(&mut stderr, excerpt)?;
        }
        if polled[0].revents != 0 {
            return Ok(true);
        }
        if Instant::now() >= deadline {
            return Ok(false);
        }
    }
}

/// Reads what is there, but no more than 1 MiB, so that the clock is looked at in between.
/// Returns false at the end of the pipe.
fn drain(from: &mut File, excerpt: &mut Excerpt) -> io::Result<bool> {
    let mut block = [0; 65536];
    for _ in 0..16 {
        match from.read(&mut block) {
            Ok(0) => return Ok(false),
            Ok(length) => excerpt.push(&block[..length]),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(true)
}

fn pidfd(child: &Child) -> io::Result<OwnedFd> {
    // SAFETY: a system call with two integers; the descriptor it returns is new.
    unsafe {
        let fd = libc::syscall(libc::SYS_pidfd_open, child.id() as libc::pid_t, 0);
        if fd < 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(OwnedFd::from_raw_fd(fd as RawFd))
    }
}

fn set_nonblocking(fd: RawFd) -> io::Result<()> {
    // SAFETY: flags of a descriptor that is ours.
    let result = unsafe {
        let flags = libc::fcntl(fd, libc::F_GETFL);
        libc::fcntl(fd, libc::F_SETFL, flags | libc::O_NONBLOCK)
    };
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_text_both_ends_are_kept() {
        let mut excerpt = Excerpt::default();
        excerpt.push(b"begin ");
        for _ in 0..1000 {
            excerpt.push(&[b'x'; 1000]);
        }
        excerpt.push(b" end");
        let text = excerpt.text();
        assert!(text.starts_with("begin x") && text.ends_with("x end"));
        let kept = 2 * KEEP as u64;
        assert!(text.contains(&format!("[... {} bytes left out ...]", 1_000_010 - kept)));
    }

    #[test]
    fn a_short_text_is_kept_whole() {
        let mut excerpt = Excerpt::default();
        excerpt.push(&[b'y'; KEEP]);
        excerpt.push(b"z");
        assert_eq!(excerpt.text().len(), KEEP + 1);
    }
}
