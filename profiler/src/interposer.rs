//! The interposer's shared objects, carried in the executable and written to the cache.

use crate::files;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// Which symbols an interposer defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exports {
    /// `__wrap_` names, for libraries linked with `--wrap`.
    Wrap,
    /// The helpers and interface functions themselves, for `LD_PRELOAD`.
    Preload,
    /// The C library's allocation functions, for `LD_PRELOAD`.
    Heap,
}

impl Exports {
    fn bytes(self) -> &'static [u8] {
        match self {
            Exports::Wrap => include_bytes!(concat!(env!("OUT_DIR"), "/libiccs_interpose_wrap.so")),
            Exports::Preload => {
                include_bytes!(concat!(env!("OUT_DIR"), "/libiccs_interpose_preload.so"))
            }
            Exports::Heap => include_bytes!(concat!(env!("OUT_DIR"), "/libiccs_interpose_heap.so")),
        }
    }
}

/// The interposer's file in the cache folder, written there if it is not yet. It is named by
/// its content, so that tools of several versions can share a cache.
///
/// # Errors
/// When the folder cannot be made or written.
pub fn place(exports: Exports, cache_dir: &Path) -> Result<PathBuf, files::WriteError> {
    let bytes = exports.bytes();
    let digest = format!("{:x}", Sha256::digest(bytes));
    let path = cache_dir.join(format!("interpose-{}", &digest[..16])).join("libiccs_interpose.so");
    if files::read_ordinary(&path).is_ok_and(|present| present == bytes) {
        return Ok(path);
    }
    files::write_whole(&path, bytes)?;
    Ok(path)
}
