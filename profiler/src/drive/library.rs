//! Loading a submission's library, and the functions found in it.

use super::Failure;
use iccs_interpose::Link;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// A loaded library. It is never unloaded: what it left behind (threads, exit handlers) may
/// still run.
#[derive(Debug)]
pub(crate) struct Library {
    handle: *mut c_void,
}

impl Library {
    /// Loads a library, with everything resolved now, so that a symbol that is missing is
    /// reported here and not in the middle of a measurement.
    pub(crate) fn load(path: &Path) -> Result<Self, Failure> {
        let text = CString::new(path.as_os_str().as_bytes())
            .map_err(|_| Failure::new("a path with a zero byte"))?;
        // SAFETY: a C string; the library's constructors run, which is what was asked for.
        let handle = unsafe { libc::dlopen(text.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        if handle.is_null() {
            // By its name, as what is said becomes part of a data set.
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let said = dl_error().replace(&*path.to_string_lossy(), &name);
            return Err(Failure::new(format!("cannot load the library: {said}")));
        }
        Ok(Library { handle })
    }

    /// What is already in the process: the executable and what was preloaded.
    pub(crate) fn process() -> Self {
        Library { handle: libc::RTLD_DEFAULT }
    }

    /// A symbol's address, if there is one.
    pub(crate) fn find(&self, name: &str) -> Option<*mut c_void> {
        let name = CString::new(name).ok()?;
        // SAFETY: a live handle and a C string.
        let address = unsafe { libc::dlsym(self.handle, name.as_ptr()) };
        (!address.is_null()).then_some(address)
    }

    /// A function's address.
    pub(crate) fn function(&self, name: &str) -> Result<*mut c_void, Failure> {
        self.find(name).ok_or_else(|| Failure::new(format!("the library has no function {name}")))
    }

    /// What a function without arguments returns.
    pub(crate) fn declared(&self, name: &str) -> Result<u64, Failure> {
        let function = self.function(name)?;
        // SAFETY: the interface gives every function that declares something this type.
        unsafe {
            let function: unsafe extern "C" fn() -> u64 = std::mem::transmute(function);
            Ok(function())
        }
    }

    /// Value of one of the length functions.
    pub(crate) fn length(&self, name: &str) -> Result<u64, Failure> {
        match self.length_or_none(name)? {
            0 => Err(unusable(name, 0, 1)),
            length => Ok(length),
        }
    }

    /// As [`Library::length`], of something that a scheme need not have.
    pub(crate) fn length_or_none(&self, name: &str) -> Result<u64, Failure> {
        let length = self.declared(name)?;
        if length > super::buffer::LONGEST { Err(unusable(name, length, 0)) } else { Ok(length) }
    }

    /// What an instrumented library tells of itself.
    pub(crate) fn link(&self) -> Option<*const Link> {
        self.find("iccs_link").map(|address| address.cast_const().cast())
    }

    /// Seeds the library's generator with the bytes 00 01 .. 2f, as every measurement starts.
    /// Returns false for a library that has no generator.
    pub(crate) fn seed(&self) -> Result<bool, Failure> {
        self.seed_with(&std::array::from_fn::<u8, 48, _>(|at| at as u8))
    }

    /// Seeds the library's generator. Returns false for a library that has none.
    pub(crate) fn seed_with(&self, seed: &[u8]) -> Result<bool, Failure> {
        // SAFETY: `link` points to a constant of the library, which stays loaded.
        let link = self.link().map(|link| unsafe { &*link });
        let linked = |address: *mut c_void| (!address.is_null()).then_some(address);
        let init =
            link.and_then(|link| linked(link.real[4])).or_else(|| self.find("init_random_number"));
        let drng = link.and_then(|link| linked(link.drng)).or_else(|| self.find("drng_algorithm"));
        let (Some(init), Some(drng)) = (init, drng) else { return Ok(false) };
        // SAFETY: the helper has this type, and the generator is the library's own.
        let result = unsafe {
            let init: unsafe extern "C" fn(*mut c_void, *const u8, u64) -> c_int =
                std::mem::transmute(init);
            init(drng, seed.as_ptr(), seed.len() as u64)
        };
        if result != 0 {
            return Err(Failure::new(format!("init_random_number returned {result}")));
        }
        Ok(true)
    }

    /// Where the library that holds this address is loaded.
    pub(crate) fn base_of(address: *const c_void) -> u64 {
        // SAFETY: dladdr fills the structure when it returns non-zero.
        unsafe {
            let mut info: libc::Dl_info = std::mem::zeroed();
            if libc::dladdr(address, &mut info) == 0 { 0 } else { info.dli_fbase as u64 }
        }
    }
}

fn unusable(name: &str, length: u64, shortest: u64) -> Failure {
    Failure::new(format!(
        "{name} returned {length}, which is no usable length ({shortest} to {} bytes)",
        super::buffer::LONGEST
    ))
}

fn dl_error() -> String {
    // SAFETY: dlerror returns null or a C string that lives until the next call of its kind.
    unsafe {
        let text: *const c_char = libc::dlerror();
        if text.is_null() {
            return "unknown reason".to_owned();
        }
        CStr::from_ptr(text).to_string_lossy().into_owned()
    }
}
