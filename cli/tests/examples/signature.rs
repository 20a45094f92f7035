//! The ICCS signature interface.

use crate::common::library::Subject;
use std::ffi::{c_int, c_ulonglong};
use std::ops::Deref;

type Keygen = unsafe extern "C" fn(*mut u8, *mut c_ulonglong, *mut u8, *mut c_ulonglong) -> c_int;
type Sign = unsafe extern "C" fn(
    *const u8,
    c_ulonglong,
    *const u8,
    c_ulonglong,
    *mut u8,
    *mut c_ulonglong,
) -> c_int;
type Verify = unsafe extern "C" fn(
    *const u8,
    c_ulonglong,
    *const u8,
    c_ulonglong,
    *const u8,
    c_ulonglong,
) -> c_int;

pub(crate) const ERR_CAPACITY: c_int = -11;
pub(crate) const ERR_LENGTH: c_int = -12;
pub(crate) const ERR_SIGNATURE: c_int = -13;

pub(crate) struct Signer(Subject);

impl Deref for Signer {
    type Target = Subject;

    fn deref(&self) -> &Subject {
        &self.0
    }
}

impl Signer {
    pub(crate) fn build(example: &str, label: &str, test: &str) -> Self {
        Self(Subject::build(example, label, test))
    }

    pub(crate) fn pk_len(&self) -> usize {
        self.len("sig_get_pk_len_bytes")
    }

    pub(crate) fn sk_len(&self) -> usize {
        self.len("sig_get_sk_len_bytes")
    }

    pub(crate) fn sn_len(&self) -> usize {
        self.len("sig_get_sn_len_bytes")
    }

    /// Public and secret key.
    pub(crate) fn keygen(&self) -> (Vec<u8>, Vec<u8>) {
        self.keygen_in(self.pk_len(), self.sk_len()).unwrap()
    }

    pub(crate) fn keygen_in(&self, pk: usize, sk: usize) -> Result<(Vec<u8>, Vec<u8>), c_int> {
        let f: Keygen = self.symbol("sig_keygen");
        let (mut pk, mut sk) = (vec![0; pk], vec![0; sk]);
        let (mut pk_len, mut sk_len) = (pk.len() as u64, sk.len() as u64);
        // SAFETY: each length is the capacity of its buffer.
        let code = unsafe { f(pk.as_mut_ptr(), &mut pk_len, sk.as_mut_ptr(), &mut sk_len) };
        if code != 0 {
            return Err(code);
        }
        pk.truncate(pk_len as usize);
        sk.truncate(sk_len as usize);
        Ok((pk, sk))
    }

    pub(crate) fn sign(&self, sk: &[u8], m: &[u8]) -> Vec<u8> {
        self.sign_in(sk, m, self.sn_len()).unwrap()
    }

    pub(crate) fn sign_in(&self, sk: &[u8], m: &[u8], room: usize) -> Result<Vec<u8>, c_int> {
        let f: Sign = self.symbol("sig_sign");
        let mut sn = vec![0; room];
        let mut sn_len = room as u64;
        let (sk_len, m_len) = (sk.len() as u64, m.len() as u64);
        // SAFETY: each length is that of its buffer.
        let code =
            unsafe { f(sk.as_ptr(), sk_len, m.as_ptr(), m_len, sn.as_mut_ptr(), &mut sn_len) };
        if code != 0 {
            return Err(code);
        }
        sn.truncate(sn_len as usize);
        Ok(sn)
    }

    /// 0 if the signature is accepted.
    pub(crate) fn verify(&self, pk: &[u8], sn: &[u8], m: &[u8]) -> c_int {
        let f: Verify = self.symbol("sig_verify");
        let (pk_len, sn_len, m_len) = (pk.len() as u64, sn.len() as u64, m.len() as u64);
        // SAFETY: each length is that of its buffer.
        unsafe { f(pk.as_ptr(), pk_len, sn.as_ptr(), sn_len, m.as_ptr(), m_len) }
    }
}

/// `bytes` with one bit changed.
pub(crate) fn flipped(bytes: &[u8], bit: usize) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[bit / 8] ^= 0x80 >> (bit % 8);
    bytes
}

/// Lengths and capacities that are wrong, and what is said of them; nothing may be drawn.
pub(crate) fn refuses_wrong_lengths(c: &Signer) {
    let (pk_room, sk_room, sn_room) = (c.pk_len(), c.sk_len(), c.sn_len());
    // More room than needed is fine, and the lengths say what was written.
    let (pk, sk) = c.keygen_in(pk_room + 7, sk_room + 9).unwrap();
    let sn = c.sign_in(&sk, b"m", sn_room + 4096).unwrap();
    assert_eq!((pk.len(), sk.len(), sn.len()), (pk_room, sk_room, sn_room));
    assert_eq!(c.verify(&pk, &sn, b"m"), 0);

    let before = c.drng_state();
    let longer = |bytes: &[u8]| [bytes, &[0]].concat();
    assert_eq!(c.keygen_in(pk_room - 1, sk_room), Err(ERR_CAPACITY));
    assert_eq!(c.keygen_in(pk_room, sk_room - 1), Err(ERR_CAPACITY));
    assert_eq!(c.sign_in(&sk, b"m", sn_room - 1), Err(ERR_CAPACITY));
    assert_eq!(c.sign_in(&sk[1..], b"m", sn_room), Err(ERR_LENGTH));
    assert_eq!(c.sign_in(&longer(&sk), b"m", sn_room), Err(ERR_LENGTH));
    for sn in [&sn[..sn_room - 1], &longer(&sn), &sn[..sn_room / 2], &[]] {
        assert_eq!(c.verify(&pk, sn, b"m"), ERR_LENGTH);
    }
    assert_eq!(c.verify(&pk[1..], &sn, b"m"), ERR_LENGTH);
    assert_eq!(c.verify(&longer(&pk), &sn, b"m"), ERR_LENGTH);
    assert_eq!(c.drng_state(), before);
}
