//! The heap use of a measuring child: the third variant of the shared object is preloaded into
//! it and defines `malloc` and its kin.
//!
//! Every block is noted with the size that was asked for, from the process's first one on, so
//! that what is freed or resized inside an operation is known wherever it came from. Blocks are
//! the C library's own and handed out unchanged. Not seen is memory that a submission maps for
//! itself (`mmap`), and the stacks of its threads. Taking note uses some of the caller's stack,
//! under 200 bytes.

#[cfg(iccs_exports = "heap")]
mod exports;
#[cfg(any(test, iccs_exports = "heap"))]
mod ledger;
#[cfg(iccs_exports = "heap")]
mod sys;
#[cfg(any(test, iccs_exports = "heap"))]
mod table;

/// What `iccs_interpose_heap_figures` tells. Bytes are as asked for, without the C library's
/// own overhead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Figures {
    /// Bytes in use now.
    pub live: u64,
    /// Bytes in use when `iccs_interpose_heap_begin` was called.
    pub at_begin: u64,
    /// Most bytes in use at one time since then.
    pub peak: u64,
    /// Blocks handed out since then, resized ones included.
    pub allocations: u64,
    /// 1 when some block found no place in the table: then no figure is right.
    pub is_incomplete: u64,
}
