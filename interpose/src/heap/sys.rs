//! The C library's allocation functions, by the names they keep when others define the usual
//! ones, and what else only this variant needs of it.

use core::ffi::{c_int, c_void};

pub(super) use crate::sys::*;

pub(super) const ENOMEM: c_int = 12;
pub(super) const EINVAL: c_int = 22;
pub(super) const MAP_NORESERVE: c_int = 0x4000;

unsafe extern "C" {
    pub(super) fn __libc_malloc(size: usize) -> *mut c_void;
    pub(super) fn __libc_calloc(number: usize, size: usize) -> *mut c_void;
    pub(super) fn __libc_realloc(block: *mut c_void, size: usize) -> *mut c_void;
    pub(super) fn __libc_free(block: *mut c_void);
    pub(super) fn __libc_memalign(alignment: usize, size: usize) -> *mut c_void;
    pub(super) fn __libc_valloc(size: usize) -> *mut c_void;
    pub(super) fn __libc_pvalloc(size: usize) -> *mut c_void;
    pub(super) fn sched_yield() -> c_int;
}
