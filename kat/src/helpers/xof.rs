//! pseudoXOF: the key derivation function of GB/T 32918.4-2016 5.4.3.

use super::stream::Stream;
use super::{Hasher, HelperError, Sm3Digest};
use crate::bits::BitStr;

/// The longest output, in bits. The standard asks for fewer than
/// `(2^32 - 1) * 256` bits, which is what its 32-bit counter reaches.
pub const MAX_OUTPUT_BITS: u64 = u32::MAX as u64 * 256 - 1;

/// pseudoXOF over a bit string `m` that arrives in parts.
///
/// The output is `SM3(m || 1) || SM3(m || 2) || ...` with 32-bit big-endian
/// counters, cut to the length asked for. Shorter outputs are prefixes of
/// longer ones. The message is hashed once, whatever the length of the output.
#[derive(Clone, Debug, Default)]
pub struct PseudoXof {
    message: Hasher,
}

impl PseudoXof {
    /// Starts with the empty message.
    pub fn new() -> Self {
        Self::default()
    }

    /// Joins `bits` to the message.
    pub fn update<'a>(&mut self, bits: impl Into<BitStr<'a>>) {
        self.message.update(bits);
    }

    /// The output for the message, `output_bits` bits long, block by block.
    ///
    /// # Errors
    /// [`HelperError::OutputTooLong`] beyond [`MAX_OUTPUT_BITS`].
    pub fn finalize(self, output_bits: u64) -> Result<Stream<XofBlocks>, HelperError> {
        if output_bits > MAX_OUTPUT_BITS {
            return Err(HelperError::OutputTooLong { output_bits });
        }
        let blocks = XofBlocks { message: self.message, counter: 0 };
        Ok(Stream::new(blocks, output_bits))
    }
}

/// The digests `SM3(m || 1)`, `SM3(m || 2)`, ... up to the last 32-bit counter.
#[derive(Clone, Debug)]
pub struct XofBlocks {
    message: Hasher,
    /// Of the last block given.
    counter: u32,
}

impl Iterator for XofBlocks {
    type Item = Sm3Digest;

    fn next(&mut self) -> Option<Sm3Digest> {
        self.counter = self.counter.checked_add(1)?;
        let mut hasher = self.message.clone();
        hasher.update(&self.counter.to_be_bytes());
        Some(hasher.finalize())
    }
}

/// `pseudoXOF` of a bit string: `output_bits` bits of output, as bytes; the
/// unused low bits of a last byte are zero.
///
/// # Errors
/// [`HelperError::OutputTooLong`] beyond [`MAX_OUTPUT_BITS`],
/// [`HelperError::Allocation`] if there is no room for the output.
pub fn pseudo_xof<'a>(
    output_bits: u64,
    message: impl Into<BitStr<'a>>,
) -> Result<Vec<u8>, HelperError> {
    let mut xof = PseudoXof::new();
    xof.update(message);
    xof.finalize(output_bits)?.into_bytes()
}
