//! Signatures: preparing and running `sig_keygen`, `sig_sign` and `sig_verify`.

use super::bracket::{Bracket, Unmeasured};
use super::calls::{Calls, checked, reset_lengths, returned, within};
use super::library::Library;
use super::report::Report;
use super::{Buffer, Failure, Sizes, Subject};
use crate::api::{Function, Operation, SIGNED_MESSAGE_BYTES};
use iccs_kat::text::SigText;
use std::ffi::c_int;
use std::io::Write;
use std::sync::atomic::Ordering::Relaxed;

type Keygen = unsafe extern "C" fn(*mut u8, *mut u64, *mut u8, *mut u64) -> c_int;
type Sign = unsafe extern "C" fn(*const u8, u64, *const u8, u64, *mut u8, *mut u64) -> c_int;
type Verify = unsafe extern "C" fn(*const u8, u64, *const u8, u64, *const u8, u64) -> c_int;

const KEYGEN: Function = Function::named("sig_keygen");
const SIGN: Function = Function::named("sig_sign");
const VERIFY: Function = Function::named("sig_verify");

const PK: usize = 0;
const SK: usize = 1;
const SN: usize = 2;
const MESSAGE: usize = 3;

/// Bytes behind a signature's declared length that may be written: some schemes do.
const SPARE: usize = 4096;

/// Times a measured call of a signer is made again when it fails.
const SIGN_RETRIES: u64 = 64;

/// Times the signer is called again, and then with a changed message, to make the signature
/// that is verified.
const SET_UP_RETRIES: u64 = 16;

/// A library's signature scheme and everything its functions are called with.
pub(crate) struct Sig {
    keygen: Keygen,
    sign: Sign,
    verify: Verify,
    operation: Operation,
    buffers: &'static [Buffer],
    pointers: [*mut u8; 4],
    lengths: [u64; 4],
    retries: u64,
    changed_messages: u64,
    rejections: u64,
    longest_signature: u64,
}

impl Sig {
    /// Finds the functions and makes the buffers.
    pub(crate) fn new(
        library: &Library,
        operation: Operation,
        longest_message: u64,
        sizes: &mut Sizes,
    ) -> Result<Self, Failure> {
        sizes.pk = library.length("sig_get_pk_len_bytes")?;
        sizes.sk = library.length("sig_get_sk_len_bytes")?;
        sizes.sn = library.length("sig_get_sn_len_bytes")?;
        let buffers = super::calls::buffers(&[
            ("public key", sizes.pk, 0),
            ("secret key", sizes.sk, 0),
            ("signature", sizes.sn, SPARE),
            ("message", longest_message, 0),
        ])?;
        buffers[MESSAGE].fill((0..SIGNED_MESSAGE_BYTES).map(|i| (131 * i + 64) as u8));
        // SAFETY: the interface gives these functions these types.
        unsafe {
            Ok(Sig {
                keygen: std::mem::transmute::<*mut _, Keygen>(library.function("sig_keygen")?),
                sign: std::mem::transmute::<*mut _, Sign>(library.function("sig_sign")?),
                verify: std::mem::transmute::<*mut _, Verify>(library.function("sig_verify")?),
                operation,
                buffers,
                pointers: std::array::from_fn(|at| buffers[at].pointer()),
                lengths: [0, 0, 0, SIGNED_MESSAGE_BYTES],
                retries: 0,
                changed_messages: 0,
                rejections: 0,
                longest_signature: 0,
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
    fn call_sign(&mut self) -> c_int {
        reset_lengths(&mut self.lengths, self.buffers, &[SN]);
        let [_, sk, sn, message] = self.pointers;
        let [_, sk_len, sn_len, message_len] = &mut self.lengths;
        // SAFETY: as for `run_keygen`.
        unsafe { (self.sign)(sk, *sk_len, message, *message_len, sn, sn_len) }
    }

    /// Signs, again and again if it fails: what that costs is part of the operation.
    #[inline(always)]
    fn run_sign(&mut self, bracket: &mut impl Bracket) -> Result<(), Failure> {
        bracket.begin();
        let mut result = self.call_sign();
        let mut retries = 0;
        while result != 0 && retries < SIGN_RETRIES {
            retries += 1;
            result = self.call_sign();
        }
        bracket.end();
        self.retries += retries;
        self.longest_signature = self.longest_signature.max(self.lengths[SN]);
        checked(SIGN, result, &self.lengths, self.buffers)
    }

    #[inline(always)]
    fn run_verify(&mut self, bracket: &mut impl Bracket) -> Result<(), Failure> {
        let [pk, _, sn, message] = self.pointers;
        let [pk_len, _, sn_len, message_len] = self.lengths;
        bracket.begin();
        // SAFETY: as for `run_keygen`.
        let result = unsafe { (self.verify)(pk, pk_len, sn, sn_len, message, message_len) };
        bracket.end();
        self.rejections += u64::from(result != 0);
        Ok(())
    }

    /// Makes the signature that is to be verified: by another try when the signer fails, then
    /// by another message.
    fn make_signature(&mut self) -> Result<(), Failure> {
        let mut result = self.call_sign();
        for attempt in 0..2 * SET_UP_RETRIES {
            if result == 0 {
                break;
            }
            if attempt < SET_UP_RETRIES {
                self.retries += 1;
            } else {
                self.changed_messages += 1;
                let message = self.buffers[MESSAGE].bytes().to_vec();
                let last = message.len() - 1;
                let changed = |(at, byte): (usize, u8)| byte.wrapping_add(u8::from(at == last));
                self.buffers[MESSAGE].fill(message.into_iter().enumerate().map(changed));
            }
            result = self.call_sign();
        }
        self.longest_signature = self.longest_signature.max(self.lengths[SN]);
        if result != 0 {
            return Err(returned(SIGN, result));
        }
        within(SIGN, &self.lengths, self.buffers)
    }
}

impl Sig {
    /// Makes keys and a signature of the message, which must be accepted for it and rejected for the
    /// message with its first bit flipped, and writes them.
    pub(crate) fn answer(
        &mut self,
        calls: &mut Calls<'_>,
        text: &mut SigText<impl Write>,
        message: &[u8],
    ) -> Result<(), Failure> {
        self.buffers[MESSAGE].fill(message.iter().copied());
        self.lengths[MESSAGE] = message.len() as u64;
        calls.check(KEYGEN, self, |sig| sig.run_keygen(&mut Unmeasured))?;
        text.keys(self.content(PK), self.content(SK))?;
        text.message(message)?;
        calls.check(SIGN, self, |sig| {
            let result = sig.call_sign();
            checked(SIGN, result, &sig.lengths, sig.buffers)
        })?;
        text.signature(self.content(SN))?;
        text.end()?;
        for (flipped, is_accepted) in [(0, true), (0x80, false)] {
            let first = message.first().copied().unwrap_or(0);
            self.buffers[MESSAGE].fill([first ^ flipped]);
            self.rejections = 0;
            calls.check(VERIFY, self, |sig| sig.run_verify(&mut Unmeasured))?;
            if (self.rejections == 0) != is_accepted {
                return Err(Failure::new(if is_accepted {
                    "sig_verify rejects the signature of sig_sign"
                } else {
                    "sig_verify accepts the signature for a message with its first bit flipped"
                }));
            }
        }
        Ok(())
    }

    fn content(&self, buffer: usize) -> &[u8] {
        self.buffers[buffer].content(self.lengths[buffer])
    }
}

impl Subject for Sig {
    fn prepare(&mut self, calls: &mut Calls<'_>) -> Result<(), Failure> {
        if self.operation == Operation::Keygen {
            return Ok(());
        }
        calls.check(KEYGEN, self, |sig| sig.run_keygen(&mut Unmeasured))?;
        if self.operation == Operation::Verify {
            calls.check(SIGN, self, Sig::make_signature)?;
        }
        Ok(())
    }

    #[inline(always)]
    fn run(&mut self, bracket: &mut impl Bracket) -> Result<(), Failure> {
        match self.operation {
            Operation::Keygen => self.run_keygen(bracket),
            Operation::Sign => self.run_sign(bracket),
            _ => self.run_verify(bracket),
        }
    }

    fn function(&self) -> Function {
        match self.operation {
            Operation::Keygen => KEYGEN,
            Operation::Sign => SIGN,
            _ => VERIFY,
        }
    }

    fn buffers(&self) -> &[Buffer] {
        self.buffers
    }

    fn tell(&self, report: &mut Report) {
        report.sign_retries.store(self.retries, Relaxed);
        report.changed_messages.store(self.changed_messages, Relaxed);
        report.verify_rejections.store(self.rejections, Relaxed);
        report.sizes.sn_actual = self.longest_signature;
        if let Some(super::buffer::Overrun::After(bytes)) = self.buffers[SN].overrun() {
            report.sizes.sn_beyond = bytes as u64;
        }
    }

    fn forget(&mut self) {
        self.rejections = 0;
        if self.operation == Operation::Sign {
            self.retries = 0;
        }
    }
}
