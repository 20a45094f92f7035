//! Memory shared between the child and its parent, behind a descriptor.

use std::fs::File;
use std::io;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::os::fd::{AsRawFd, FromRawFd, RawFd};
use std::ptr::NonNull;

/// A type that may live in shared memory: any bytes are a valid value, all zero among them.
///
/// # Safety
/// The type has no invalid bit patterns, no pointers and no destructor.
pub unsafe trait Shareable {}

// SAFETY: numbers and arrays of numbers only.
unsafe impl Shareable for super::Report {}
// SAFETY: numbers and arrays of numbers only.
unsafe impl Shareable for iccs_interpose::region::Region {}

/// A mapping of one `T`.
#[derive(Debug)]
pub struct Shared<T: Shareable> {
    address: NonNull<T>,
    file: Option<File>,
    owned: PhantomData<T>,
}

impl<T: Shareable> Shared<T> {
    /// A new one, all zero, in memory of its own without a name in any folder.
    ///
    /// # Errors
    /// When the system has no memory or descriptors left.
    pub fn create(name: &std::ffi::CStr) -> io::Result<Self> {
        // SAFETY: the name is a C string; the descriptor is new and owned by the file from here.
        let file = unsafe {
            let fd = libc::memfd_create(name.as_ptr(), libc::MFD_CLOEXEC | libc::MFD_ALLOW_SEALING);
            if fd < 0 {
                return Err(io::Error::last_os_error());
            }
            File::from_raw_fd(fd)
        };
        file.set_len(size_of::<T>() as u64)?;
        // The child has the descriptor: cutting the file off would take the memory from under us.
        let seals = libc::F_SEAL_SHRINK | libc::F_SEAL_GROW | libc::F_SEAL_SEAL;
        // SAFETY: an operation on a descriptor that is ours.
        if unsafe { libc::fcntl(file.as_raw_fd(), libc::F_ADD_SEALS, seals) } != 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(Shared { address: map(file.as_raw_fd())?, file: Some(file), owned: PhantomData })
    }

    /// The one the parent made.
    ///
    /// # Errors
    /// When there is no such descriptor, or its file is too short.
    pub fn inherit(fd: RawFd) -> io::Result<Self> {
        // SAFETY: fstat writes the whole structure when it succeeds.
        let length = unsafe {
            let mut stat: libc::stat = std::mem::zeroed();
            if libc::fstat(fd, &mut stat) != 0 {
                return Err(io::Error::last_os_error());
            }
            stat.st_size
        };
        if (length as usize) < size_of::<T>() {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "shared memory too small"));
        }
        Ok(Shared { address: map(fd)?, file: None, owned: PhantomData })
    }

    /// The descriptor, -1 for a mapping that was inherited.
    pub fn fd(&self) -> RawFd {
        self.file.as_ref().map_or(-1, AsRawFd::as_raw_fd)
    }
}

fn map<T>(fd: RawFd) -> io::Result<NonNull<T>> {
    // SAFETY: a fresh mapping; the descriptor's file is at least as long (see the callers).
    let address = unsafe {
        libc::mmap(
            std::ptr::null_mut(),
            size_of::<T>(),
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_SHARED,
            fd,
            0,
        )
    };
    if address == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    NonNull::new(address.cast()).ok_or_else(|| io::Error::other("mapped at address 0"))
}

// The other process writes the memory too. What it writes while this one reads is atomic; all
// else is read by the parent after the child's end.
impl<T: Shareable> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        // SAFETY: mapped for as long as `self` lives, and valid for any content (Shareable).
        unsafe { self.address.as_ref() }
    }
}

impl<T: Shareable> DerefMut for Shared<T> {
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as for `deref`.
        unsafe { self.address.as_mut() }
    }
}

impl<T: Shareable> Drop for Shared<T> {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours, and nothing borrows it any more.
        unsafe { libc::munmap(self.address.as_ptr().cast(), size_of::<T>()) };
    }
}
