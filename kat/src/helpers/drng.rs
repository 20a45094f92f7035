//! The DRNG that submissions draw all their randomness from.

use super::HelperError;
use super::int440::{BYTES, Int440};
use super::sm3::{Sm3Digest, sm3};
use super::stream::Stream;

/// The ICCS random number generator: a Hash_DRBG (NIST SP 800-90A, 10.1.1) with
/// SM3 and a seed length of 440 bits (55 bytes), without reseeding and without
/// additional input. It is deterministic: the seed decides every output.
///
/// `V`, `C` and `reseed_counter` are integers modulo 2^440:
///
/// ```text
/// df(x)       first 55 bytes of SM3(0x01 || L || x) || SM3(0x02 || L || x),
///             L = 440 as 32 bits
/// init(seed)  V = df(seed)   C = df(0x00 || V)   reseed_counter = 1
/// get(n)      output SM3(V) || SM3(V + 1) || ... cut to n bits, then
///             V = V + SM3(0x03 || V) + C + reseed_counter
///             reseed_counter = reseed_counter + 1
/// ```
///
/// Every request moves the state once, also one for no bits, so two requests
/// do not give what a single one for as many bits would.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drng {
    v: Int440,
    c: Int440,
    reseed_counter: Int440,
}

impl Drng {
    /// The bytes of [`to_bytes`](Self::to_bytes).
    pub const STATE_BYTES: usize = 3 * BYTES;

    /// `init_random_number`: seeds the generator with any number of bytes.
    pub fn init(seed: &[u8]) -> Self {
        let v = derive(&[seed]);
        let c = derive(&[&[0x00], &v.0]);
        Self { v, c, reseed_counter: Int440::ONE }
    }

    /// `get_random_number`: the next `bits` bits, as bytes; the unused low bits
    /// of a last byte are zero.
    ///
    /// # Errors
    /// [`HelperError::Allocation`] if there is no room for the output; the state
    /// has not moved then.
    pub fn get(&mut self, bits: u64) -> Result<Vec<u8>, HelperError> {
        let output = self.output(bits).into_bytes()?;
        self.advance();
        Ok(output)
    }

    /// Fills `output` with what one request for as many bytes gives.
    pub fn fill(&mut self, output: &mut [u8]) {
        for (chunk, digest) in output.chunks_mut(32).zip(DrngBlocks { v: self.v }) {
            chunk.copy_from_slice(&digest[..chunk.len()]);
        }
        self.advance();
    }

    /// One request for `bits` bits, given block by block in constant memory.
    ///
    /// The state moves at once, whether or not the stream is read to its end.
    pub fn stream(&mut self, bits: u64) -> Stream<DrngBlocks> {
        let output = self.output(bits);
        self.advance();
        output
    }

    /// What the current state gives.
    fn output(&self, bits: u64) -> Stream<DrngBlocks> {
        Stream::new(DrngBlocks { v: self.v }, bits)
    }

    /// Moves the state past a request.
    fn advance(&mut self) {
        let mut message = [0x03; 1 + BYTES];
        message[1..].copy_from_slice(&self.v.0);
        self.v.add(&sm3(&message));
        self.v.add(&self.c.0);
        self.v.add(&self.reseed_counter.0);
        self.reseed_counter.increment();
    }

    /// A generator in the given state; all three are 55 bytes, big-endian.
    pub fn from_parts(v: [u8; BYTES], c: [u8; BYTES], reseed_counter: [u8; BYTES]) -> Self {
        Self { v: Int440(v), c: Int440(c), reseed_counter: Int440(reseed_counter) }
    }

    /// `V`: 55 bytes, big-endian.
    pub fn v(&self) -> &[u8; BYTES] {
        &self.v.0
    }

    /// `C`: 55 bytes, big-endian.
    pub fn c(&self) -> &[u8; BYTES] {
        &self.c.0
    }

    /// The number of the next request, from 1: 55 bytes, big-endian.
    pub fn reseed_counter(&self) -> &[u8; BYTES] {
        &self.reseed_counter.0
    }

    /// The state as C stores it in `DRNG_ctx`: `V`, `C`, `reseed_counter`.
    pub fn to_bytes(&self) -> [u8; Self::STATE_BYTES] {
        let mut bytes = [0; Self::STATE_BYTES];
        let parts = [self.v, self.c, self.reseed_counter];
        for (field, part) in bytes.chunks_exact_mut(BYTES).zip(parts) {
            field.copy_from_slice(&part.0);
        }
        bytes
    }

    /// A generator in the state of a `DRNG_ctx`, the inverse of
    /// [`to_bytes`](Self::to_bytes).
    pub fn from_bytes(bytes: &[u8; Self::STATE_BYTES]) -> Self {
        let mut parts = [[0; BYTES]; 3];
        parts.as_flattened_mut().copy_from_slice(bytes);
        let [v, c, reseed_counter] = parts;
        Self::from_parts(v, c, reseed_counter)
    }
}

/// The digests `SM3(V)`, `SM3(V + 1)`, ... without end.
#[derive(Clone, Debug)]
pub struct DrngBlocks {
    v: Int440,
}

impl Iterator for DrngBlocks {
    type Item = Sm3Digest;

    fn next(&mut self) -> Option<Sm3Digest> {
        let digest = sm3(&self.v.0);
        self.v.increment();
        Some(digest)
    }
}

/// `df`: derives 440 bits from the join of `input`.
fn derive(input: &[&[u8]]) -> Int440 {
    const OUTPUT_BITS: u32 = 8 * BYTES as u32;
    let block = |counter: u8| {
        let mut hasher = super::Hasher::new();
        hasher.update(&[counter]);
        hasher.update(&OUTPUT_BITS.to_be_bytes());
        for part in input {
            hasher.update(*part);
        }
        hasher.finalize()
    };
    let joined = [block(1), block(2)];
    let mut derived = [0; BYTES];
    derived.copy_from_slice(&joined.as_flattened()[..BYTES]);
    Int440(derived)
}
