//! An instance of `examples/mlkem`, built by the tool and called through the ICCS interface.

use crate::common::library::Subject;
use std::ffi::{c_int, c_ulonglong};
use std::ops::Deref;

pub(crate) const ERR_CAPACITY: c_int = -11;
pub(crate) const ERR_LENGTH: c_int = -12;
pub(crate) const ERR_PK: c_int = -13;
pub(crate) const ERR_SK: c_int = -14;

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

pub(crate) struct Instance(Subject);

impl Deref for Instance {
    type Target = Subject;

    fn deref(&self) -> &Subject {
        &self.0
    }
}

impl Instance {
    pub(crate) fn build(k: u8, is_fips: bool, test: &str) -> Self {
        let label = format!("mlkem-{}{}", 256 * u32::from(k), if is_fips { "-fips" } else { "" });
        Self(Subject::build("mlkem", &label, test))
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
