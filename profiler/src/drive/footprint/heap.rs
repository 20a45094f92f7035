//! The preloaded interposer's functions, as the child calls them.

use crate::drive::Failure;
use crate::drive::library::Library;
use iccs_interpose::heap::Figures;
use std::ffi::c_void;
use std::mem::transmute;

type Begin = unsafe extern "C" fn();
type Read = unsafe extern "C" fn(*mut Figures);

/// The account of the heap.
#[derive(Clone, Copy)]
pub(super) struct Heap {
    begin: Begin,
    read: Read,
}

impl Heap {
    /// Finds the functions.
    pub(super) fn find_in(process: &Library) -> Result<Self, Failure> {
        let function = |name: &str| process.function(&format!("iccs_interpose_heap_{name}"));
        // SAFETY: the interposer exports these functions with these types.
        unsafe {
            Ok(Heap {
                begin: transmute::<*mut c_void, Begin>(function("begin")?),
                read: transmute::<*mut c_void, Read>(function("figures")?),
            })
        }
    }

    /// An operation begins.
    pub(super) fn begin(self) {
        // SAFETY: takes no argument.
        unsafe { (self.begin)() }
    }

    /// The figures as they stand.
    pub(super) fn figures(self) -> Figures {
        let mut figures = Figures::default();
        // SAFETY: writes the figures it is given.
        unsafe { (self.read)(&mut figures) };
        figures
    }
}
