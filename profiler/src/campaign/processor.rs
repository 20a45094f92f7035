//! The processor that is measured on, which is measured on by one process at a time.

use super::CampaignError;
use super::folder::lock_file;
use crate::files::WriteError;
use std::fs::File;
use std::os::fd::AsRawFd;

/// A processor of which this process has the use, as long as it lives.
#[derive(Debug)]
pub struct Processor {
    /// Its number.
    pub number: usize,
    _lock: File,
}

impl Processor {
    /// Takes the processor. The lock is one for all users and run directories of the machine.
    ///
    /// # Errors
    /// When another process has it, or the lock cannot be made.
    pub fn take(number: usize) -> Result<Self, CampaignError> {
        let lock = std::env::temp_dir().join(format!("iccsprof-cpu-{number}.lock"));
        let failed = |source| WriteError { path: lock.clone(), source };
        let file = lock_file(&lock).map_err(failed)?;
        // SAFETY: a descriptor that is ours.
        if unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_EX | libc::LOCK_NB) } != 0 {
            let error = std::io::Error::last_os_error();
            return Err(match error.kind() {
                std::io::ErrorKind::WouldBlock => CampaignError::Busy { cpu: number, lock },
                _ => failed(error).into(),
            });
        }
        Ok(Processor { number, _lock: file })
    }
}
