//! The ICCS key exchange interface.

use crate::common::library::Subject;
use std::ffi::{c_int, c_ulonglong};
use std::ops::Deref;

type Init = unsafe extern "C" fn(
    *mut u8,
    *mut c_ulonglong,
    *mut u8,
    *mut c_ulonglong,
    *mut u8,
    *mut c_ulonglong,
) -> c_int;
type FirstPass = unsafe extern "C" fn(
    *const u8,
    c_ulonglong,
    *const u8,
    c_ulonglong,
    *mut u8,
    *mut c_ulonglong,
    *mut u8,
    *mut c_ulonglong,
) -> c_int;
type LaterPass = unsafe extern "C" fn(
    *const u8,
    c_ulonglong,
    *const u8,
    c_ulonglong,
    *const u8,
    c_ulonglong,
    *mut u8,
    *mut c_ulonglong,
    *mut u8,
    *mut c_ulonglong,
) -> c_int;
type Derive = unsafe extern "C" fn(
    *const u8,
    c_ulonglong,
    *const u8,
    c_ulonglong,
    *const u8,
    c_ulonglong,
    *const u8,
    c_ulonglong,
    *mut u8,
    *mut c_ulonglong,
) -> c_int;

/// One side of an exchange.
#[derive(Clone)]
pub(crate) struct Party {
    pub(crate) pk: Vec<u8>,
    pub(crate) sk: Vec<u8>,
    pub(crate) state: Vec<u8>,
}

pub(crate) struct Exchange(Subject);

impl Deref for Exchange {
    type Target = Subject;

    fn deref(&self) -> &Subject {
        &self.0
    }
}

impl Exchange {
    pub(crate) fn build(example: &str, label: &str, test: &str) -> Self {
        Self(Subject::build(example, label, test))
    }

    /// `kex_init_a` or `kex_init_b`.
    pub(crate) fn init(&self, side: char) -> Party {
        let f: Init = self.symbol(&format!("kex_init_{side}"));
        let buffer = |name: &str| vec![0; self.len(&format!("kex_get_{name}_len_bytes"))];
        let (mut pk, mut sk) = (buffer("pk"), buffer("sk"));
        let mut state = buffer(&format!("st{side}"));
        let (mut pk_len, mut sk_len) = (pk.len() as u64, sk.len() as u64);
        let mut state_len = state.len() as u64;
        // SAFETY: each length is the capacity of its buffer.
        let code = unsafe {
            f(
                pk.as_mut_ptr(),
                &mut pk_len,
                sk.as_mut_ptr(),
                &mut sk_len,
                state.as_mut_ptr(),
                &mut state_len,
            )
        };
        let lengths = [pk.len(), sk.len(), state.len()].map(|len| len as u64);
        assert_eq!((code, [pk_len, sk_len, state_len]), (0, lengths));
        Party { pk, sk, state }
    }

    /// A pass of `own`: the code, and the message if there is one. The message's length starts at
    /// 0, as in the official generator.
    pub(crate) fn pass(
        &self,
        number: u8,
        own: &mut Party,
        peer_pk: &[u8],
        received: &[u8],
    ) -> Result<(c_int, Vec<u8>), c_int> {
        let side = if number % 2 == 1 { 'a' } else { 'b' };
        let name = format!("kex_generate_pass{number}_msg_{side}");
        let mut message = vec![0; self.len("kex_get_total_msg_len_bytes")];
        let (mut message_len, mut state_len) = (0, own.state.len() as u64);
        let (sk_len, pk_len) = (own.sk.len() as u64, peer_pk.len() as u64);
        let (sk, pk) = (own.sk.as_ptr(), peer_pk.as_ptr());
        let (state, out) = (own.state.as_mut_ptr(), message.as_mut_ptr());
        let code = if number == 1 {
            let f: FirstPass = self.symbol(&name);
            // SAFETY: lengths are those of their buffers; no message is longer than all together.
            unsafe { f(sk, sk_len, pk, pk_len, state, &mut state_len, out, &mut message_len) }
        } else {
            let f: LaterPass = self.symbol(&name);
            let (from, from_len) = (received.as_ptr(), received.len() as u64);
            // SAFETY: as for the first pass.
            unsafe {
                f(
                    sk,
                    sk_len,
                    pk,
                    pk_len,
                    from,
                    from_len,
                    state,
                    &mut state_len,
                    out,
                    &mut message_len,
                )
            }
        };
        assert_eq!(state_len, own.state.len() as u64);
        if code < 0 {
            assert_eq!(message_len, 0);
            return Err(code);
        }
        message.truncate(message_len as usize);
        Ok((code, message))
    }

    /// `kex_derive_ss_a` or `kex_derive_ss_b`, with the peer's last message.
    pub(crate) fn derive(
        &self,
        side: char,
        own: &Party,
        peer_pk: &[u8],
        last: &[u8],
    ) -> Result<Vec<u8>, c_int> {
        let f: Derive = self.symbol(&format!("kex_derive_ss_{side}"));
        let mut ss = vec![0; self.len("kex_get_ss_len_bytes")];
        let mut ss_len = ss.len() as u64;
        // SAFETY: each length is that of its buffer.
        let code = unsafe {
            f(
                own.sk.as_ptr(),
                own.sk.len() as u64,
                peer_pk.as_ptr(),
                peer_pk.len() as u64,
                last.as_ptr(),
                last.len() as u64,
                own.state.as_ptr(),
                own.state.len() as u64,
                ss.as_mut_ptr(),
                &mut ss_len,
            )
        };
        if code < 0 {
            return Err(code);
        }
        assert_eq!((code, ss_len), (0, ss.len() as u64));
        Ok(ss)
    }
}
