//! An instance of `examples/mlkem`, built by the tool and called through the ICCS interface.

use crate::common::root;
use iccs_profiler::build::{self, BuildOptions, FlagSet};
use iccs_profiler::interposer::{self, Exports};
use iccs_profiler::target;
use libloading::Library;
use std::ffi::{c_int, c_ulonglong};

pub(crate) const ERR_CAPACITY: c_int = -11;
pub(crate) const ERR_LENGTH: c_int = -12;
pub(crate) const ERR_PK: c_int = -13;
pub(crate) const ERR_SK: c_int = -14;

const CTX_BYTES: usize = 3 * 55;

type Len = unsafe extern "C" fn() -> c_ulonglong;
type Keygen = unsafe extern "C" fn(*mut u8, *mut c_ulonglong, *mut u8, *mut c_ulonglong) -> c_int;
type Enc = unsafe extern "C" fn(
    *const u8,
    c_ulonglong,
    *mut u8,
    *mut c_ulonglong,
    *mut u8,
    *mut c_ulonglong,
) -> c_int;
type Dec = unsafe extern "C" fn(
    *const u8,
    c_ulonglong,
    *const u8,
    c_ulonglong,
    *mut u8,
    *mut c_ulonglong,
) -> c_int;
type Init = unsafe extern "C" fn(*mut [u8; CTX_BYTES], *const u8, c_ulonglong) -> c_int;
type Get = unsafe extern "C" fn(*mut [u8; CTX_BYTES], *mut u8, c_ulonglong) -> c_int;

/// A library of its own generator: no two tests may use one at the same time.
pub(crate) struct Instance {
    library: Library,
}

impl Instance {
    /// The plain library of an instance. Every call gives another copy of it, since tests run side
    /// by side and a library has one generator.
    pub(crate) fn build(k: u8, is_fips: bool, test: &str) -> Self {
        let cache_dir = root().join("cache");
        let submission = target::find(&crate::common::tree("../examples/mlkem")).unwrap();
        let label = format!("mlkem-{}{}", 256 * u32::from(k), if is_fips { "-fips" } else { "" });
        let instance = submission.instances.iter().find(|instance| instance.label == label);
        let options = BuildOptions {
            cc: "cc".into(),
            flags: FlagSet::Guide,
            helpers: Some(crate::common::tree("../examples/iccs")),
            interposer: interposer::place(Exports::Wrap, &cache_dir).unwrap(),
            cache_dir,
        };
        let built = build::build(instance.unwrap(), &options).unwrap();
        let copy = crate::common::folder("libraries").join(format!("{test}-{label}.so"));
        std::fs::copy(&built.plain, &copy).unwrap();
        // SAFETY: the library is the one just built; it has no initialisers.
        let library = unsafe { Library::new(&copy) }.unwrap();
        Self { library }
    }

    fn symbol<T: Copy>(&self, name: &str) -> T {
        // SAFETY: every caller names a function with its declared type.
        unsafe { *self.library.get::<T>(name.as_bytes()).unwrap() }
    }

    fn len(&self, name: &str) -> usize {
        let f: Len = self.symbol(name);
        // SAFETY: it takes nothing and returns a constant.
        unsafe { f() as usize }
    }

    pub(crate) fn pk_len(&self) -> usize {
        self.len("kem_get_pk_len_bytes")
    }

    pub(crate) fn sk_len(&self) -> usize {
        self.len("kem_get_sk_len_bytes")
    }

    pub(crate) fn ct_len(&self) -> usize {
        self.len("kem_get_ct_len_bytes")
    }

    pub(crate) fn ss_len(&self) -> usize {
        self.len("kem_get_ss_len_bytes")
    }

    fn drng(&self) -> *mut [u8; CTX_BYTES] {
        // SAFETY: the symbol is a DRNG_ctx, three arrays of 55 bytes.
        unsafe { *self.library.get::<*mut [u8; CTX_BYTES]>(b"drng_algorithm").unwrap() }
    }

    pub(crate) fn seed(&self, seed: &[u8]) {
        let init: Init = self.symbol("init_random_number");
        // SAFETY: the context is the library's own, the seed's length is its own.
        assert_eq!(unsafe { init(self.drng(), seed.as_ptr(), seed.len() as u64) }, 0);
    }

    /// The library's generator as it stands.
    pub(crate) fn drng_state(&self) -> [u8; CTX_BYTES] {
        // SAFETY: the pointer is valid and no other thread uses this library.
        unsafe { *self.drng() }
    }

    /// A request of whole bytes to a copy of the generator.
    pub(crate) fn draw(&self, state: &mut [u8; CTX_BYTES], bytes: usize) -> Vec<u8> {
        let get: Get = self.symbol("get_random_number");
        let mut out = vec![0; bytes];
        // SAFETY: the output has as many bits as are asked for.
        assert_eq!(unsafe { get(state, out.as_mut_ptr(), 8 * bytes as u64) }, 0);
        out
    }

    pub(crate) fn keygen(
        &self,
        pk_room: usize,
        sk_room: usize,
    ) -> Result<(Vec<u8>, Vec<u8>), c_int> {
        let f: Keygen = self.symbol("kem_keygen");
        let (mut pk, mut sk) = (vec![0; pk_room], vec![0; sk_room]);
        let (mut pk_len, mut sk_len) = (pk_room as u64, sk_room as u64);
        // SAFETY: each length is the capacity of its buffer.
        let code = unsafe { f(pk.as_mut_ptr(), &mut pk_len, sk.as_mut_ptr(), &mut sk_len) };
        if code != 0 {
            assert_eq!((pk_len, sk_len), (pk_room as u64, sk_room as u64));
            return Err(code);
        }
        pk.truncate(pk_len as usize);
        sk.truncate(sk_len as usize);
        Ok((pk, sk))
    }

    /// Shared secret and ciphertext.
    pub(crate) fn enc(
        &self,
        pk: &[u8],
        ss_room: usize,
        ct_room: usize,
    ) -> Result<(Vec<u8>, Vec<u8>), c_int> {
        let f: Enc = self.symbol("kem_enc");
        let (mut ss, mut ct) = (vec![0; ss_room], vec![0; ct_room]);
        let (mut ss_len, mut ct_len) = (ss_room as u64, ct_room as u64);
        // SAFETY: each length is that of its buffer.
        let code = unsafe {
            f(
                pk.as_ptr(),
                pk.len() as u64,
                ss.as_mut_ptr(),
                &mut ss_len,
                ct.as_mut_ptr(),
                &mut ct_len,
            )
        };
        if code != 0 {
            return Err(code);
        }
        ss.truncate(ss_len as usize);
        ct.truncate(ct_len as usize);
        Ok((ss, ct))
    }

    pub(crate) fn dec(&self, sk: &[u8], ct: &[u8], ss_room: usize) -> Result<Vec<u8>, c_int> {
        let f: Dec = self.symbol("kem_dec");
        let mut ss = vec![0; ss_room];
        let mut ss_len = ss_room as u64;
        // SAFETY: each length is that of its buffer.
        let code = unsafe {
            f(
                sk.as_ptr(),
                sk.len() as u64,
                ct.as_ptr(),
                ct.len() as u64,
                ss.as_mut_ptr(),
                &mut ss_len,
            )
        };
        if code != 0 {
            return Err(code);
        }
        ss.truncate(ss_len as usize);
        Ok(ss)
    }
}

/// SplitMix64: test inputs that are the same everywhere.
pub(crate) struct Inputs(pub(crate) u64);

impl Inputs {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub(crate) fn bytes(&mut self, n: usize) -> Vec<u8> {
        (0..n).map(|_| self.next() as u8).collect()
    }
}
