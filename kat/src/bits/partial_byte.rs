//! The bits after the last whole byte, and the shifting that a join needs.

use super::BitStr;

/// Whole bytes shifted at a time: long enough to keep the receiver on its
/// block path, short enough for the stack.
const CHUNK_BYTES: usize = 512;

/// Zero to seven bits at the top of a byte; the bits below are zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct PartialByte {
    bits: u8,
    /// 0 to 7.
    len: u8,
}

impl PartialByte {
    /// The first `len` bits of `byte`, taken modulo 8. What is below them is
    /// dropped here, so that no caller can let unused bits through.
    pub(crate) fn first_bits(byte: u8, len: u64) -> Self {
        let len = (len % 8) as u8;
        let unused = 0xff >> len;
        Self { bits: byte & !unused, len }
    }

    /// The number of bits, 0 to 7.
    pub(crate) fn len(self) -> u8 {
        self.len
    }

    /// The byte that holds the bits, or `None` when there are none.
    pub(crate) fn byte(self) -> Option<u8> {
        (self.len > 0).then_some(self.bits)
    }

    /// The bits followed by a single 1 and zeros, as padding schemes want them.
    pub(crate) fn with_end_mark(self) -> u8 {
        self.bits | 0x80 >> self.len
    }

    /// Joins `next` to these bits. Every byte that gets full goes to `sink`,
    /// in order; what is left over becomes the new partial byte.
    pub(crate) fn join(&mut self, next: BitStr<'_>, mut sink: impl FnMut(&[u8])) {
        if self.len == 0 {
            sink(next.whole_bytes());
        } else {
            for chunk in next.whole_bytes().chunks(CHUNK_BYTES) {
                let mut shifted = [0; CHUNK_BYTES];
                let shifted = &mut shifted[..chunk.len()];
                self.shift_through(chunk, shifted);
                sink(shifted);
            }
        }
        if let Some(full) = self.push(next.partial_byte()) {
            sink(&[full]);
        }
    }

    /// Moves `input` down by the bits held, which enter `output` first; the
    /// last bits of `input` are held afterwards. Needs `len` in 1 to 7.
    fn shift_through(&mut self, input: &[u8], output: &mut [u8]) {
        let (down, up) = (self.len, 8 - self.len);
        for (out, &byte) in output.iter_mut().zip(input) {
            *out = self.bits | byte >> down;
            self.bits = byte << up;
        }
    }

    /// Joins fewer than eight bits; returns the byte if one got full.
    fn push(&mut self, next: PartialByte) -> Option<u8> {
        let held = u16::from_be_bytes([self.bits, 0]);
        let joined = held | u16::from_be_bytes([next.bits, 0]) >> self.len;
        let [high, low] = joined.to_be_bytes();
        let len = self.len + next.len;
        if len < 8 {
            *self = Self { bits: high, len };
            None
        } else {
            *self = Self { bits: low, len: len - 8 };
            Some(high)
        }
    }
}
