//! Naming the interposer in `LD_PRELOAD`.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;

/// The interposer, as `LD_PRELOAD` can name it.
pub(crate) struct Preload {
    path: OsString,
    /// Kept open when it is named by its descriptor.
    _file: Option<File>,
}

impl Preload {
    /// For an interposer's file.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub(crate) fn new(interposer: &Path) -> io::Result<Preload> {
        // Absolute: the program may change its folder before it starts another one.
        let path = interposer.canonicalize()?.into_os_string();
        if !path.as_bytes().iter().any(|byte| b" \t:".contains(byte)) {
            return Ok(Preload { path, _file: None });
        }
        // The variable has no way to quote its separators.
        let file = File::open(&path)?;
        Ok(Preload { path: through_this_process(file.as_raw_fd()), _file: Some(file) })
    }

    /// The variable's value, given the one before.
    pub(crate) fn variable(&self, before: Option<&OsStr>) -> OsString {
        let mut names = self.path.clone().into_vec();
        if let Some(before) = before.filter(|before| !before.is_empty()) {
            names.push(b':');
            names.extend_from_slice(before.as_bytes());
        }
        OsString::from_vec(names)
    }
}

/// A path to the file behind a descriptor of this process, for other processes.
pub(crate) fn through_this_process(fd: libc::c_int) -> OsString {
    format!("/proc/{}/fd/{fd}", std::process::id()).into()
}
