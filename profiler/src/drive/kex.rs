//! Key exchange: complete runs, of which the whole or one step is measured.

use super::bracket::{Bracket, Unmeasured};
use super::calls::{BufferPlan, Calls, reset_lengths, returned, within};
use super::library::Library;
use super::report::{FunctionNow, Report};
use super::{Buffer, Failure, Sizes, Subject};
use crate::api::{Function, MAX_PASSES, Operation};
use iccs_kat::text::KexText;
use std::ffi::{c_int, c_void};
use std::io::Write;
use std::mem::transmute;
use std::ptr::null_mut;

type Init = unsafe extern "C" fn(*mut u8, *mut u64, *mut u8, *mut u64, *mut u8, *mut u64) -> c_int;
/// The first pass: own secret key, peer's public key, state, message out.
type FirstPass = unsafe extern "C" fn(
    *const u8,
    u64,
    *const u8,
    u64,
    *mut u8,
    *mut u64,
    *mut u8,
    *mut u64,
) -> c_int;
/// A later pass: own secret key, peer's public key, message in, state, message out.
type LaterPass = unsafe extern "C" fn(
    *const u8,
    u64,
    *const u8,
    u64,
    *const u8,
    u64,
    *mut u8,
    *mut u64,
    *mut u8,
    *mut u64,
) -> c_int;
/// Own secret key, peer's public key, peer's last message, state, shared secret out.
type Derive = unsafe extern "C" fn(
    *const u8,
    u64,
    *const u8,
    u64,
    *const u8,
    u64,
    *const u8,
    u64,
    *mut u8,
    *mut u64,
) -> c_int;

const INIT_A: Function = Function::named("kex_init_a");
const INIT_B: Function = Function::named("kex_init_b");
const DERIVE_A: Function = Function::named("kex_derive_ss_a");
const DERIVE_B: Function = Function::named("kex_derive_ss_b");

/// Passes that are tried whatever the library declares.
const ALWAYS_TRIED: u8 = 3;

/// One side's buffers.
#[derive(Clone, Copy)]
struct Side {
    pk: usize,
    sk: usize,
    state: usize,
    secret: usize,
}

const A: Side = Side { pk: 0, sk: 1, state: 2, secret: 3 };
const B: Side = Side { pk: 4, sk: 5, state: 6, secret: 7 };
/// The first message's buffer; the others follow.
const MESSAGES: usize = 8;

const MESSAGE_NAMES: [&str; MAX_PASSES as usize] = [
    "message 1",
    "message 2",
    "message 3",
    "message 4",
    "message 5",
    "message 6",
    "message 7",
    "message 8",
    "message 9",
    "message 10",
    "message 11",
    "message 12",
    "message 13",
    "message 14",
    "message 15",
    "message 16",
];

/// A library's key exchange and everything its functions are called with.
pub(crate) struct Kex {
    init: [Init; 2],
    passes: Vec<*mut c_void>,
    derive: [Derive; 2],
    operation: Operation,
    now: &'static FunctionNow,
    buffers: &'static [Buffer],
    lengths: Vec<u64>,
    /// Passes of the run before.
    passes_run: u8,
}

impl Kex {
    /// Finds the functions and makes the buffers.
    pub(crate) fn new(
        library: &Library,
        operation: Operation,
        sizes: &mut Sizes,
        now: &'static FunctionNow,
    ) -> Result<Self, Failure> {
        let number = library.declared("kex_get_passes_num")?;
        let declared = u8::try_from(number).ok().filter(|&passes| passes <= MAX_PASSES);
        let declared = declared.ok_or_else(|| {
            Failure::new(format!(
                "kex_get_passes_num returned {number}, which is no number of passes (0 to \
                 {MAX_PASSES})"
            ))
        })?;
        sizes.passes = u64::from(declared);
        sizes.pk = library.length_or_none("kex_get_pk_len_bytes")?;
        sizes.sk = library.length_or_none("kex_get_sk_len_bytes")?;
        sizes.sta = library.length_or_none("kex_get_sta_len_bytes")?;
        sizes.stb = library.length_or_none("kex_get_stb_len_bytes")?;
        sizes.ss = library.length("kex_get_ss_len_bytes")?;
        sizes.total_messages = library.length_or_none("kex_get_total_msg_len_bytes")?;
        let mut passes = Vec::new();
        for pass in 1..=declared.max(ALWAYS_TRIED) {
            match library.find(Function::of_pass(pass).name()) {
                Some(function) => passes.push(function),
                None if pass <= declared => {
                    return Err(Failure::new(format!(
                        "kex_get_passes_num returned {declared}, but the library has no function {}",
                        Function::of_pass(pass).name()
                    )));
                }
                None => break,
            }
        }
        let mut plans: Vec<BufferPlan> = vec![
            ("public key of a", sizes.pk, 0),
            ("secret key of a", sizes.sk, 0),
            ("state of a", sizes.sta, 0),
            ("shared secret of a", sizes.ss, 0),
            ("public key of b", sizes.pk, 0),
            ("secret key of b", sizes.sk, 0),
            ("state of b", sizes.stb, 0),
            ("shared secret of b", sizes.ss, 0),
        ];
        plans.extend(
            MESSAGE_NAMES.iter().take(passes.len()).map(|name| (*name, sizes.total_messages, 0)),
        );
        let buffers = super::calls::buffers(&plans)?;
        // SAFETY: the interface gives these functions these types.
        let (init, derive) = unsafe {
            (
                [
                    transmute::<*mut c_void, Init>(library.function("kex_init_a")?),
                    transmute::<*mut c_void, Init>(library.function("kex_init_b")?),
                ],
                [
                    transmute::<*mut c_void, Derive>(library.function("kex_derive_ss_a")?),
                    transmute::<*mut c_void, Derive>(library.function("kex_derive_ss_b")?),
                ],
            )
        };
        let lengths = vec![0; buffers.len()];
        Ok(Kex { init, passes, derive, operation, now, buffers, lengths, passes_run: 0 })
    }

    /// Makes one call of the run, in the bracket if it is the measured step.
    #[inline(always)]
    fn call<B: Bracket>(
        &mut self,
        bracket: &mut B,
        operation: Operation,
        function: Function,
        call: impl FnOnce(&mut Self) -> c_int,
    ) -> Result<c_int, Failure> {
        self.now.set(function);
        let result = if self.operation == operation {
            bracket.begin();
            let result = call(self);
            bracket.end();
            result
        } else {
            call(self)
        };
        if result < 0 {
            return Err(returned(function, result));
        }
        within(function, &self.lengths, self.buffers)?;
        Ok(result)
    }

    /// One complete exchange; `observe` sees it after each call.
    #[inline(always)]
    fn exchange<B: Bracket>(
        &mut self,
        bracket: &mut B,
        mut observe: impl FnMut(&Self, Operation) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.call(bracket, Operation::InitA, INIT_A, |kex| kex.call_init(0, A))?;
        observe(self, Operation::InitA)?;
        self.call(bracket, Operation::InitB, INIT_B, |kex| kex.call_init(1, B))?;
        observe(self, Operation::InitB)?;
        self.passes_run = 0;
        for pass in 1..=self.passes.len() as u8 {
            let (operation, function) = (Operation::Pass(pass), Function::of_pass(pass));
            let result = self.call(bracket, operation, function, |kex| kex.call_pass(pass))?;
            self.passes_run = pass;
            observe(self, operation)?;
            match result {
                0 => {}
                1 => break,
                other => return Err(returned(function, other)),
            }
        }
        self.call(bracket, Operation::DeriveA, DERIVE_A, |kex| kex.call_derive(0, A, B))?;
        self.call(bracket, Operation::DeriveB, DERIVE_B, |kex| kex.call_derive(1, B, A))?;
        observe(self, Operation::DeriveB)
    }

    /// Makes an exchange that must end with equal secrets, and writes it.
    pub(crate) fn answer(
        &mut self,
        calls: &mut Calls<'_>,
        text: &mut KexText<impl Write>,
    ) -> Result<(), Failure> {
        calls.check(INIT_A, self, |kex| {
            kex.exchange(&mut Unmeasured, |kex, operation| {
                let content = |buffer: usize| kex.buffers[buffer].content(kex.lengths[buffer]);
                Ok(match operation {
                    Operation::InitA => {
                        text.initiator(content(A.pk), content(A.sk), content(A.state))
                    }
                    Operation::InitB => {
                        text.responder(content(B.pk), content(B.sk), content(B.state))
                    }
                    Operation::Pass(pass) => {
                        let own = if pass % 2 == 1 { A } else { B };
                        let message = MESSAGES + usize::from(pass) - 1;
                        text.pass(content(own.state), content(message))
                    }
                    _ => text.secret(content(A.secret)),
                }?)
            })
        })?;
        text.end()?;
        self.compare_secrets()
    }

    fn compare_secrets(&self) -> Result<(), Failure> {
        if self.secret(A) != self.secret(B) {
            return Err(Failure::new("kex_derive_ss_a and kex_derive_ss_b give different secrets"));
        }
        Ok(())
    }

    #[inline(always)]
    fn pointer(&self, buffer: usize) -> *mut u8 {
        self.buffers[buffer].pointer()
    }

    /// Where a buffer's length is kept. Taken from a raw pointer, as one call takes several.
    #[inline(always)]
    fn length(&mut self, buffer: usize) -> *mut u64 {
        &raw mut self.lengths[buffer]
    }

    #[inline(always)]
    fn call_init(&mut self, number: usize, own: Side) -> c_int {
        reset_lengths(&mut self.lengths, self.buffers, &[own.pk, own.sk, own.state]);
        let (pk, sk, state) = (self.pointer(own.pk), self.pointer(own.sk), self.pointer(own.state));
        let lengths = [self.length(own.pk), self.length(own.sk), self.length(own.state)];
        // SAFETY: the lengths are the buffers' capacities; the library keeps to them, or it is
        // caught at it.
        unsafe { (self.init[number])(pk, lengths[0], sk, lengths[1], state, lengths[2]) }
    }

    #[inline(always)]
    fn call_pass(&mut self, pass: u8) -> c_int {
        let (own, peer) = if pass % 2 == 1 { (A, B) } else { (B, A) };
        let function = self.passes[usize::from(pass) - 1];
        let message = MESSAGES + usize::from(pass) - 1;
        // As in the official generator: a pass that sends nothing leaves it.
        self.lengths[message] = 0;
        let (sk, sk_len) = (self.pointer(own.sk), self.lengths[own.sk]);
        let (pk, pk_len) = (self.pointer(peer.pk), self.lengths[peer.pk]);
        let (state, out) = (self.pointer(own.state), self.pointer(message));
        let (state_len, out_len) = (self.length(own.state), self.length(message));
        // SAFETY: the interface gives the functions these types; lengths as for `call_init`.
        unsafe {
            if pass == 1 {
                let function: FirstPass = transmute(function);
                function(sk, sk_len, pk, pk_len, state, state_len, out, out_len)
            } else {
                let function: LaterPass = transmute(function);
                let (received, received_len) =
                    (self.pointer(message - 1), self.lengths[message - 1]);
                function(
                    sk,
                    sk_len,
                    pk,
                    pk_len,
                    received,
                    received_len,
                    state,
                    state_len,
                    out,
                    out_len,
                )
            }
        }
    }

    #[inline(always)]
    fn call_derive(&mut self, number: usize, own: Side, peer: Side) -> c_int {
        reset_lengths(&mut self.lengths, self.buffers, &[own.secret]);
        let last = self.last_message_to(number);
        let received = last.map_or(null_mut(), |message| self.pointer(message));
        let received_len = last.map_or(0, |message| self.lengths[message]);
        let (sk, sk_len) = (self.pointer(own.sk), self.lengths[own.sk]);
        let (pk, pk_len) = (self.pointer(peer.pk), self.lengths[peer.pk]);
        let (state, state_len) = (self.pointer(own.state), self.lengths[own.state]);
        let (secret, secret_len) = (self.pointer(own.secret), self.length(own.secret));
        // SAFETY: as for `call_init`.
        unsafe {
            (self.derive[number])(
                sk,
                sk_len,
                pk,
                pk_len,
                received,
                received_len,
                state,
                state_len,
                secret,
                secret_len,
            )
        }
    }

    /// The buffer of the last message sent to a (0) or b (1).
    fn last_message_to(&self, side: usize) -> Option<usize> {
        // a sends the odd passes, b the even ones.
        let sender_parity = if side == 0 { 0 } else { 1 };
        (1..=self.passes_run)
            .rev()
            .find(|pass| pass % 2 == sender_parity)
            .map(|pass| MESSAGES + usize::from(pass) - 1)
    }

    fn secret(&self, of: Side) -> &[u8] {
        self.buffers[of.secret].content(self.lengths[of.secret])
    }
}

impl Subject for Kex {
    fn prepare(&mut self, calls: &mut Calls<'_>) -> Result<(), Failure> {
        // So that a derivation that writes nothing does not agree with the other side.
        self.buffers[A.secret].invert();
        calls.check(INIT_A, self, |kex| kex.run(&mut Unmeasured))?;
        self.compare_secrets()?;
        if let Operation::Pass(pass) = self.operation
            && pass > self.passes_run
        {
            return Err(Failure::new(format!(
                "the exchange is finished after pass {}: there is no pass {pass}",
                self.passes_run
            )));
        }
        Ok(())
    }

    #[inline(always)]
    fn run(&mut self, bracket: &mut impl Bracket) -> Result<(), Failure> {
        if self.operation == Operation::Exchange {
            bracket.begin();
            let result = self.exchange(&mut Unmeasured, |_, _| Ok(()));
            bracket.end();
            result
        } else {
            self.exchange(bracket, |_, _| Ok(()))
        }
    }

    fn function(&self) -> Function {
        INIT_A
    }

    fn buffers(&self) -> &[Buffer] {
        self.buffers
    }

    fn tell(&self, report: &mut Report) {
        let sizes = &mut report.sizes;
        sizes.passes_run = u64::from(self.passes_run);
        sizes.ss_actual = self.lengths[A.secret];
        sizes.pk_a_actual = self.lengths[A.pk];
        sizes.pk_b_actual = self.lengths[B.pk];
        for (size, length) in sizes.messages.iter_mut().zip(&self.lengths[MESSAGES..]) {
            *size = *length;
        }
    }
}
