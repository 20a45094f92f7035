//! Libraries of the example submissions, built by the tool and called directly.

use super::{folder, root, tree};
use iccs_profiler::api::Kind;
use iccs_profiler::build::{self, BuildOptions, FlagSet};
use iccs_profiler::interposer::{self, Exports};
use iccs_profiler::target::{self, Instance};
use libloading::Library;
use std::ffi::{c_int, c_ulonglong};

const CTX_BYTES: usize = 3 * 55;

/// A `DRNG_ctx`.
pub(crate) type DrngState = [u8; CTX_BYTES];

type Len = unsafe extern "C" fn() -> c_ulonglong;
type Init = unsafe extern "C" fn(*mut DrngState, *const u8, c_ulonglong) -> c_int;
type Get = unsafe extern "C" fn(*mut DrngState, *mut u8, c_ulonglong) -> c_int;

/// The instances of an example.
pub(crate) fn instances(example: &str) -> Vec<Instance> {
    target::find(&tree("../examples").join(example)).unwrap().instances
}

/// A library with a generator of its own: no two tests may use one at the same time.
pub(crate) struct Subject {
    library: Library,
    kind: Kind,
}

impl Subject {
    /// The plain library of an example's instance. Every test gets another copy of it, since
    /// tests run side by side.
    pub(crate) fn build(example: &str, label: &str, test: &str) -> Self {
        let instances = instances(example);
        Self::of(instances.iter().find(|instance| instance.label == label).unwrap(), test)
    }

    pub(crate) fn of(instance: &Instance, test: &str) -> Self {
        let cache_dir = root().join("cache");
        let options = BuildOptions {
            cc: "cc".into(),
            flags: FlagSet::Guide,
            helpers: Some(tree("../examples/iccs")),
            interposer: interposer::place(Exports::Wrap, &cache_dir).unwrap(),
            cache_dir,
        };
        let built = build::build(instance, &options).unwrap();
        let log = std::fs::read_to_string(&built.log).unwrap();
        assert!(!log.contains("warning:"), "{log}");
        let copy = folder("libraries").join(format!("{test}-{}.so", instance.label));
        std::fs::copy(&built.plain, &copy).unwrap();
        // SAFETY: the library is the one just built; it has no initialisers.
        let library = unsafe { Library::new(&copy) }.unwrap();
        Self { library, kind: built.kind }
    }

    /// What the build took the library for.
    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    pub(crate) fn exports(&self, name: &str) -> bool {
        // SAFETY: the symbol is looked for and not used.
        unsafe { self.library.get::<*const u8>(name.as_bytes()) }.is_ok()
    }

    /// A function by its name; the caller knows its type.
    pub(crate) fn symbol<T: Copy>(&self, name: &str) -> T {
        // SAFETY: every caller names a function with its declared type.
        unsafe { *self.library.get::<T>(name.as_bytes()).unwrap() }
    }

    /// One of the lengths that the interface has functions for.
    pub(crate) fn len(&self, name: &str) -> usize {
        let f: Len = self.symbol(name);
        // SAFETY: it takes nothing and returns a constant.
        unsafe { f() as usize }
    }

    fn drng(&self) -> *mut DrngState {
        // SAFETY: the symbol is a DRNG_ctx, three arrays of 55 bytes.
        unsafe { *self.library.get::<*mut DrngState>(b"drng_algorithm").unwrap() }
    }

    pub(crate) fn seed(&self, seed: &[u8]) {
        let init: Init = self.symbol("init_random_number");
        // SAFETY: the context is the library's own, the seed's length is its own.
        assert_eq!(unsafe { init(self.drng(), seed.as_ptr(), seed.len() as u64) }, 0);
    }

    /// The library's generator as it stands.
    pub(crate) fn drng_state(&self) -> DrngState {
        // SAFETY: the pointer is valid and no other thread uses this library.
        unsafe { *self.drng() }
    }

    /// A request of whole bytes to a copy of the generator.
    pub(crate) fn draw(&self, state: &mut DrngState, bytes: usize) -> Vec<u8> {
        let get: Get = self.symbol("get_random_number");
        let mut out = vec![0; bytes];
        // SAFETY: the output has as many bits as are asked for.
        assert_eq!(unsafe { get(state, out.as_mut_ptr(), 8 * bytes as u64) }, 0);
        out
    }
}
