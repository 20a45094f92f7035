//! SM3 (GB/T 32905-2016) on bit strings.

use ::sm3::digest::Digest;
use ::sm3::digest::common::hazmat::SerializableState;

use super::HelperError;
use crate::bits::{BitStr, PartialByte};

/// The SM3 digest: 256 bits, in bytes.
pub type Sm3Digest = [u8; 32];

const BLOCK_BYTES: usize = 64;
/// The message length at the end of the padding: 64 bits, big-endian.
const LENGTH_BYTES: usize = 8;

/// SM3 over a bit string that arrives in parts.
///
/// Parts may have any number of bits; what is hashed is their join. Memory is
/// constant. Parts that begin at a byte boundary of the message go to the
/// `sm3` crate as they are, others are shifted first.
///
/// The standard defines messages of fewer than 2^64 bits; at a gigabyte a second
/// it takes seventy years to feed more.
///
/// ```
/// use iccs_kat::{BitStr, Hasher, sm3};
///
/// let mut hasher = Hasher::new();
/// hasher.update(BitStr::new(&[0x60], 4)?);
/// hasher.update(BitStr::new(&[0x10], 4)?);
/// hasher.update(b"bc");
/// assert_eq!(hasher.finalize(), sm3(b"abc"));
/// # Ok::<(), iccs_kat::bits::LengthError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Hasher {
    /// Has taken in every whole byte of the message so far.
    sm3: ::sm3::Sm3,
    /// The bits after those.
    tail: PartialByte,
    len_bits: u64,
}

impl Hasher {
    /// Starts with the empty message.
    pub fn new() -> Self {
        Self::default()
    }

    /// Joins `bits` to the message.
    pub fn update<'a>(&mut self, bits: impl Into<BitStr<'a>>) {
        let bits = bits.into();
        self.len_bits = self.len_bits.wrapping_add(bits.len_bits());
        let sm3 = &mut self.sm3;
        self.tail.join(bits, |bytes| sm3.update(bytes));
    }

    /// The digest of the message.
    pub fn finalize(self) -> Sm3Digest {
        if self.tail.byte().is_none() { self.sm3.finalize().into() } else { self.finalize_padded() }
    }

    /// Pads here instead of in the `sm3` crate, which can only end a message at
    /// a byte boundary. With the padding the message is whole blocks, so the
    /// digest is the chaining value.
    fn finalize_padded(mut self) -> Sm3Digest {
        let used = (self.len_bits / 8 % BLOCK_BYTES as u64) as usize;
        let one_block = used + 1 + LENGTH_BYTES <= BLOCK_BYTES;
        let end = if one_block { 1 } else { 2 } * BLOCK_BYTES - used;

        let mut padding = [0; BLOCK_BYTES + LENGTH_BYTES];
        padding[0] = self.tail.with_end_mark();
        padding[end - LENGTH_BYTES..end].copy_from_slice(&self.len_bits.to_be_bytes());
        self.sm3.update(&padding[..end]);

        // The serialised state begins with the eight chaining words in
        // little-endian order; SM3 writes them big-endian.
        let state = self.sm3.serialize();
        let mut digest = Sm3Digest::default();
        for (out, word) in digest.chunks_exact_mut(4).zip(state.chunks_exact(4)) {
            out.copy_from_slice(word);
            out.reverse();
        }
        digest
    }
}

/// SM3 of a bit string (GB/T 32905-2016).
pub fn sm3<'a>(message: impl Into<BitStr<'a>>) -> Sm3Digest {
    let mut hasher = Hasher::new();
    hasher.update(message);
    hasher.finalize()
}

/// `sm3hash`: SM3 with the digest length, in bits, stated by the caller.
///
/// # Errors
/// [`HelperError::UnsupportedDigest`] unless `digest_bits` is 256.
pub fn sm3hash<'a>(
    digest_bits: u32,
    message: impl Into<BitStr<'a>>,
) -> Result<Sm3Digest, HelperError> {
    if digest_bits != 256 {
        return Err(HelperError::UnsupportedDigest {
            helper: "sm3hash",
            supported: "256",
            digest_bits,
        });
    }
    Ok(sm3(message))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where both can end a message, our padding and the crate's must agree:
    /// this pins the layout of the serialised state.
    #[test]
    fn own_padding_equals_the_crate_s() {
        let message = [0xa5; 200];
        for bytes in 0..message.len() {
            let mut hasher = Hasher::new();
            hasher.update(&message[..bytes]);
            assert_eq!(hasher.clone().finalize_padded(), hasher.finalize(), "{bytes} bytes");
        }
    }
}
