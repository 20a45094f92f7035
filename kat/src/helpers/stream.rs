//! Output that is a sequence of SM3 digests, cut to a number of bits.

use super::{HelperError, Sm3Digest};
use crate::bits::{BitStr, BitString};

/// The output of [`PseudoXof`](super::PseudoXof) or [`Drng`](super::Drng),
/// block by block: 256 bits each, the last one cut to what is left.
#[derive(Clone, Debug)]
pub struct Stream<B> {
    blocks: B,
    remaining_bits: u64,
}

/// One block of output: 1 to 256 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputBlock {
    digest: Sm3Digest,
    bits: u64,
}

impl OutputBlock {
    /// The block's bits.
    pub fn as_bits(&self) -> BitStr<'_> {
        BitStr::prefix(&self.digest, self.bits)
    }
}

impl<'a> From<&'a OutputBlock> for BitStr<'a> {
    fn from(block: &'a OutputBlock) -> Self {
        block.as_bits()
    }
}

impl<B: Iterator<Item = Sm3Digest>> Stream<B> {
    pub(super) fn new(blocks: B, output_bits: u64) -> Self {
        Self { blocks, remaining_bits: output_bits }
    }

    /// The bits not yet taken.
    pub fn remaining_bits(&self) -> u64 {
        self.remaining_bits
    }

    /// Gathers all that remains in memory; the unused low bits of a last byte
    /// are zero.
    ///
    /// # Errors
    /// [`HelperError::Allocation`] if there is no room for it.
    pub fn into_bytes(self) -> Result<Vec<u8>, HelperError> {
        let output_bits = self.remaining_bits;
        let mut output = BitString::try_with_capacity(output_bits)
            .map_err(|source| HelperError::Allocation { output_bits, source })?;
        for block in self {
            output.push(&block);
        }
        Ok(output.into_bytes())
    }
}

impl<B: Iterator<Item = Sm3Digest>> Iterator for Stream<B> {
    type Item = OutputBlock;

    fn next(&mut self) -> Option<OutputBlock> {
        let bits = self.remaining_bits.min(256);
        if bits == 0 {
            return None;
        }
        let digest = self.blocks.next()?;
        self.remaining_bits -= bits;
        Some(OutputBlock { digest, bits })
    }
}
