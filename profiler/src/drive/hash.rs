//! Hash functions: running `CryptHash` on a message of a given length.

use super::bracket::{Bracket, Unmeasured};
use super::calls::{Calls, returned};
use super::library::Library;
use super::{Buffer, Failure, Sizes, Subject};
use crate::api::Function;
use std::ffi::c_int;

type CryptHash = unsafe extern "C" fn(c_int, *const u8, u64, *mut u8) -> c_int;

const CRYPT_HASH: Function = Function::named("CryptHash");

const MESSAGE: usize = 0;
const DIGEST: usize = 1;

/// Longest digest, in bits, that is taken for one.
const LONGEST_DIGEST: u32 = 1 << 20;

/// A library's hash function and what it is called with.
pub(crate) struct Hash {
    function: CryptHash,
    digest_bits: c_int,
    message_bits: u64,
    buffers: &'static [Buffer],
    pointers: [*mut u8; 2],
}

impl Hash {
    /// Finds the function and makes the buffers.
    pub(crate) fn new(
        library: &Library,
        message_bytes: u64,
        digest_bits: u32,
        sizes: &mut Sizes,
    ) -> Result<Self, Failure> {
        if digest_bits == 0 || digest_bits > LONGEST_DIGEST || !digest_bits.is_multiple_of(8) {
            return Err(Failure::new(format!("{digest_bits} bits are no digest length")));
        }
        if message_bytes > super::buffer::LONGEST {
            return Err(Failure::new(format!("{message_bytes} bytes are too long a message")));
        }
        sizes.digest = u64::from(digest_bits) / 8;
        let buffers =
            super::calls::buffers(&[("message", message_bytes, 0), ("digest", sizes.digest, 0)])?;
        buffers[MESSAGE].fill(
            (0..message_bytes).map(|i| i.wrapping_mul(131).wrapping_add(message_bytes) as u8),
        );
        let function = library.function("CryptHash")?;
        Ok(Hash {
            // SAFETY: the interface gives the function this type.
            function: unsafe { std::mem::transmute::<*mut _, CryptHash>(function) },
            digest_bits: digest_bits as c_int,
            message_bits: 8 * message_bytes,
            buffers,
            pointers: [buffers[MESSAGE].pointer(), buffers[DIGEST].pointer()],
        })
    }
}

impl Hash {
    /// The message's buffer, to be filled.
    pub(crate) fn message(&mut self) -> &mut [u8] {
        let buffer = &self.buffers[MESSAGE];
        // SAFETY: the buffer is mapped for as long as the process lives, and nothing else uses it
        // while `self` is borrowed.
        unsafe { std::slice::from_raw_parts_mut(buffer.pointer(), buffer.capacity()) }
    }

    /// Hashes so many bits of it.
    pub(crate) fn digest(&mut self, calls: &mut Calls<'_>, bits: u64) -> Result<&[u8], Failure> {
        self.message_bits = bits;
        calls.check(CRYPT_HASH, self, |hash| hash.run(&mut Unmeasured))?;
        Ok(self.buffers[DIGEST].bytes())
    }
}

impl Subject for Hash {
    fn prepare(&mut self, _: &mut Calls<'_>) -> Result<(), Failure> {
        Ok(())
    }

    #[inline(always)]
    fn run(&mut self, bracket: &mut impl Bracket) -> Result<(), Failure> {
        let [message, digest] = self.pointers;
        bracket.begin();
        // SAFETY: the buffers are as long as the lengths say; the library keeps to them, or it is
        // caught at it.
        let result =
            unsafe { (self.function)(self.digest_bits, message, self.message_bits, digest) };
        bracket.end();
        if result != 0 { Err(returned(CRYPT_HASH, result)) } else { Ok(()) }
    }

    fn function(&self) -> Function {
        CRYPT_HASH
    }

    fn buffers(&self) -> &[Buffer] {
        self.buffers
    }
}
