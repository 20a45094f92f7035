//! Key encapsulation: preparing and running `kem_keygen`, `kem_enc` and `kem_dec`.

use super::bracket::{Bracket, Unmeasured};
use super::calls::{Calls, checked, reset_lengths};
use super::library::Library;
use super::{Buffer, Failure, Sizes, Subject};
use crate::api::{Function, Operation};
use iccs_kat::text::KemText;
use std::ffi::c_int;
use std::io::Write;

type Keygen = unsafe extern "C" fn(*mut u8, *mut u64, *mut u8, *mut u64) -> c_int;
type Enc = unsafe extern "C" fn(*const u8, u64, *mut u8, *mut u64, *mut u8, *mut u64) -> c_int;
type Dec = unsafe extern "C" fn(*const u8, u64, *const u8, u64, *mut u8, *mut u64) -> c_int;

const KEYGEN: Function = Function::named("kem_keygen");
const ENC: Function = Function::named("kem_enc");
const DEC: Function = Function::named("kem_dec");

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
    pub(crate) fn new(
        library: &Library,
        operation: Operation,
        sizes: &mut Sizes,
    ) -> Result<Self, Failure> {
        sizes.pk = library.length("kem_get_pk_len_bytes")?;
        sizes.sk = library.length("kem_get_sk_len_bytes")?;
        sizes.ss = library.length("kem_get_ss_len_bytes")?;
        sizes.ct = library.length("kem_get_ct_len_bytes")?;
        let buffers = super::calls::buffers(&[
            ("public key", sizes.pk, 0),
            ("secret key", sizes.sk, 0),
            ("shared secret", sizes.ss, 0),
            ("ciphertext", sizes.ct, 0),
        ])?;
        // SAFETY: the interface gives these functions these types.
        unsafe {
            Ok(Kem {
                keygen: std::mem::transmute::<*mut _, Keygen>(library.function("kem_keygen")?),
                enc: std::mem::transmute::<*mut _, Enc>(library.function("kem_enc")?),
                dec: std::mem::transmute::<*mut _, Dec>(library.function("kem_dec")?),
                operation,
                buffers,
                pointers: std::array::from_fn(|at| buffers[at].pointer()),
                lengths: [0; 4],
            })
        }
    }

    #[inline(always)]
    fn run_keygen(&mut self, bracket: &mut impl Bracket) -> Result<(), Failure> {
        reset_lengths(&mut self.lengths, self.buffers, &[PK, SK]);
        let [pk, sk, ..] = self.pointers;
        let [pk_len, sk_len, ..] = &mut self.lengths;
        bracket.begin();
        // SAFETY: the lengths are the buffers' capacities; the library keeps to them, or it is
        // caught at it.
        let result = unsafe { (self.keygen)(pk, pk_len, sk, sk_len) };
        bracket.end();
        checked(KEYGEN, result, &self.lengths, self.buffers)
    }

    #[inline(always)]
    fn run_enc(&mut self, bracket: &mut impl Bracket) -> Result<(), Failure> {
        reset_lengths(&mut self.lengths, self.buffers, &[SS, CT]);
        let [pk, _, ss, ct] = self.pointers;
        let [pk_len, _, ss_len, ct_len] = &mut self.lengths;
        bracket.begin();
        // SAFETY: as for `run_keygen`.
        let result = unsafe { (self.enc)(pk, *pk_len, ss, ss_len, ct, ct_len) };
        bracket.end();
        checked(ENC, result, &self.lengths, self.buffers)
    }

    #[inline(always)]
    fn run_dec(&mut self, bracket: &mut impl Bracket) -> Result<(), Failure> {
        reset_lengths(&mut self.lengths, self.buffers, &[SS]);
        let [_, sk, ss, ct] = self.pointers;
        let [_, sk_len, ss_len, ct_len] = &mut self.lengths;
        bracket.begin();
        // SAFETY: as for `run_keygen`.
        let result = unsafe { (self.dec)(sk, *sk_len, ct, *ct_len, ss, ss_len) };
        bracket.end();
        checked(DEC, result, &self.lengths, self.buffers)
    }
}

impl Kem {
    /// Makes keys, a ciphertext and a secret that must come out of it again, and writes them.
    pub(crate) fn answer(
        &mut self,
        calls: &mut Calls<'_>,
        text: &mut KemText<impl Write>,
    ) -> Result<(), Failure> {
        calls.check(KEYGEN, self, |kem| kem.run_keygen(&mut Unmeasured))?;
        text.keys(self.content(PK), self.content(SK))?;
        calls.check(ENC, self, |kem| kem.run_enc(&mut Unmeasured))?;
        text.encapsulation(self.content(CT), self.content(SS))?;
        text.end()?;
        self.decapsulate(calls)
    }

    fn content(&self, buffer: usize) -> &[u8] {
        self.buffers[buffer].content(self.lengths[buffer])
    }

    /// Decapsulation must give the secret that is there.
    fn decapsulate(&mut self, calls: &mut Calls<'_>) -> Result<(), Failure> {
        let shared = self.content(SS).to_vec();
        self.buffers[SS].invert();
        calls.check(DEC, self, |kem| kem.run_dec(&mut Unmeasured))?;
        if self.content(SS) != shared {
            return Err(Failure::new("kem_dec does not give the shared secret of kem_enc"));
        }
        Ok(())
    }
}

impl Subject for Kem {
    fn prepare(&mut self, calls: &mut Calls<'_>) -> Result<(), Failure> {
        if self.operation == Operation::Keygen {
            return Ok(());
        }
        calls.check(KEYGEN, self, |kem| kem.run_keygen(&mut Unmeasured))?;
        calls.check(ENC, self, |kem| kem.run_enc(&mut Unmeasured))?;
        if self.operation == Operation::Dec {
            self.decapsulate(calls)?;
        }
        Ok(())
    }

    #[inline(always)]
    fn run(&mut self, bracket: &mut impl Bracket) -> Result<(), Failure> {
        match self.operation {
            Operation::Keygen => self.run_keygen(bracket),
            Operation::Enc => self.run_enc(bracket),
            _ => self.run_dec(bracket),
        }
    }

    fn function(&self) -> Function {
        match self.operation {
            Operation::Keygen => KEYGEN,
            Operation::Enc => ENC,
            _ => DEC,
        }
    }

    fn buffers(&self) -> &[Buffer] {
        self.buffers
    }
}
