//! Key encapsulation: preparing and running `kem_keygen`, `kem_enc` and `kem_dec`.

use super::calls::Calls;
use super::library::Library;
use super::{Buffer, Failure, Sizes, Subject};
use crate::api::Operation;
use std::ffi::c_int;

type Keygen = unsafe extern "C" fn(*mut u8, *mut u64, *mut u8, *mut u64) -> c_int;
type Enc = unsafe extern "C" fn(*const u8, u64, *mut u8, *mut u64, *mut u8, *mut u64) -> c_int;
type Dec = unsafe extern "C" fn(*const u8, u64, *const u8, u64, *mut u8, *mut u64) -> c_int;

const PK: usize = 0;
const SK: usize = 1;
const SS: usize = 2;
const CT: usize = 3;

/// A library's KEM and everything its functions are called with.
pub(crate) struct Kem {
    keygen: Keygen,
    enc: Enc,
    dec: Dec,
    operation: Operation,
    buffers: &'static [Buffer],
    pointers: [*mut u8; 4],
    lengths: [u64; 4],
}

impl Kem {
    /// Finds the functions and makes the buffers.
    pub(crate) fn new(library: &Library, operation: Operation) -> Result<(Self, Sizes), Failure> {
        let sizes = Sizes {
            pk: library.length("kem_get_pk_len_bytes")?,
            sk: library.length("kem_get_sk_len_bytes")?,
            ss: library.length("kem_get_ss_len_bytes")?,
            ct: library.length("kem_get_ct_len_bytes")?,
        };
        let names = ["public key", "secret key", "shared secret", "ciphertext"];
        let buffers = super::calls::buffers(names, [sizes.pk, sizes.sk, sizes.ss, sizes.ct])?;
        let pointers = std::array::from_fn(|at| buffers[at].pointer());
        let (keygen, enc, dec) = (
            library.function("kem_keygen")?,
            library.function("kem_enc")?,
            library.function("kem_dec")?,
        );
        // SAFETY: the interface gives these functions these types.
        let (keygen, enc, dec) = unsafe {
            (
                std::mem::transmute::<*mut _, Keygen>(keygen),
                std::mem::transmute::<*mut _, Enc>(enc),
                std::mem::transmute::<*mut _, Dec>(dec),
            )
        };
        Ok((Kem { keygen, enc, dec, operation, buffers, pointers, lengths: [0; 4] }, sizes))
    }

    #[inline(always)]
    fn run_keygen(&mut self) -> c_int {
        let [pk, sk, ..] = self.pointers;
        let [pk_len, sk_len, ..] = &mut self.lengths;
        // SAFETY: the lengths are the buffers' capacities; the library keeps to them, or it is
        // caught at it.
        unsafe { (self.keygen)(pk, pk_len, sk, sk_len) }
    }

    #[inline(always)]
    fn run_enc(&mut self) -> c_int {
        let [pk, _, ss, ct] = self.pointers;
        let [pk_len, _, ss_len, ct_len] = &mut self.lengths;
        // SAFETY: as for `run_keygen`.
        unsafe { (self.enc)(pk, *pk_len, ss, ss_len, ct, ct_len) }
    }

    #[inline(always)]
    fn run_dec(&mut self) -> c_int {
        let [_, sk, ss, ct] = self.pointers;
        let [_, sk_len, ss_len, ct_len] = &mut self.lengths;
        // SAFETY: as for `run_keygen`.
        unsafe { (self.dec)(sk, *sk_len, ct, *ct_len, ss, ss_len) }
    }
}

impl Subject for Kem {
    fn prepare(&mut self, calls: &mut Calls<'_>) -> Result<(), Failure> {
        if self.operation == Operation::Keygen {
            return Ok(());
        }
        calls.check("kem_keygen", self, &[PK, SK], Kem::run_keygen)?;
        calls.check("kem_enc", self, &[SS, CT], Kem::run_enc)?;
        if self.operation == Operation::Dec {
            let shared = self.buffers[SS].bytes()[..self.lengths[SS] as usize].to_vec();
            self.buffers[SS].invert();
            calls.check("kem_dec", self, &[SS], Kem::run_dec)?;
            if self.buffers[SS].bytes()[..self.lengths[SS] as usize] != shared {
                return Err(Failure::new("kem_dec does not give the shared secret of kem_enc"));
            }
        }
        Ok(())
    }

    fn run(&mut self) -> c_int {
        match self.operation {
            Operation::Keygen => self.run_keygen(),
            Operation::Enc => self.run_enc(),
            _ => self.run_dec(),
        }
    }

    fn outputs(&self) -> &'static [usize] {
        match self.operation {
            Operation::Keygen => &[PK, SK],
            Operation::Enc => &[SS, CT],
            _ => &[SS],
        }
    }

    fn function(&self) -> &'static str {
        match self.operation {
            Operation::Keygen => "kem_keygen",
            Operation::Enc => "kem_enc",
            _ => "kem_dec",
        }
    }

    fn buffers(&self) -> &[Buffer] {
        self.buffers
    }

    fn lengths(&mut self) -> &mut [u64] {
        &mut self.lengths
    }
}
