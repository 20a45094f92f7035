//! A borrowed bit string.

use super::PartialByte;

/// More bits were asked for than the bytes hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{bits} bits do not fit in {bytes} bytes")]
pub struct LengthError {
    /// The length asked for, in bits.
    pub bits: u64,
    /// The bytes there are.
    pub bytes: usize,
}

/// A borrowed bit string of any length.
///
/// Two of them are equal when they have the same bits; the unused low bits of
/// a last byte are masked on construction and never seen again.
///
/// Everything that takes a bit string takes `impl Into<BitStr>`, so byte
/// slices, arrays and [`BitString`](super::BitString)s can be given as they are.
///
/// ```
/// use iccs_kat::BitStr;
///
/// let a = BitStr::new(&[0b1010_0000], 3)?;
/// let b = BitStr::new(&[0b1011_1111], 3)?;
/// assert_eq!(a, b);
/// assert_eq!(a.len_bits(), 3);
/// # Ok::<(), iccs_kat::bits::LengthError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BitStr<'a> {
    whole: &'a [u8],
    tail: PartialByte,
}

impl<'a> BitStr<'a> {
    /// The first `bits` bits of `bytes`. Bytes beyond them are ignored, as are
    /// the unused low bits of the last byte.
    ///
    /// # Errors
    /// [`LengthError`] if `bytes` holds fewer than `bits` bits.
    pub fn new(bytes: &'a [u8], bits: u64) -> Result<Self, LengthError> {
        if bits.div_ceil(8) > bytes.len() as u64 {
            return Err(LengthError { bits, bytes: bytes.len() });
        }
        Ok(Self::prefix(bytes, bits))
    }

    /// The first `bits` bits of `bytes`, or all of them if there are fewer.
    pub(crate) fn prefix(bytes: &'a [u8], bits: u64) -> Self {
        let whole_bytes = usize::try_from(bits / 8).unwrap_or(usize::MAX);
        match bytes.split_at_checked(whole_bytes) {
            Some((whole, [last, ..])) => Self { whole, tail: PartialByte::first_bits(*last, bits) },
            _ => Self::from(bytes),
        }
    }

    pub(super) fn from_parts(whole: &'a [u8], tail: PartialByte) -> Self {
        Self { whole, tail }
    }

    /// The length in bits.
    pub fn len_bits(&self) -> u64 {
        // An address space holds fewer than 2^61 bytes, so nothing is lost.
        (self.whole.len() as u64).wrapping_mul(8) + u64::from(self.tail.len())
    }

    /// Whether there are no bits.
    pub fn is_empty(&self) -> bool {
        self.len_bits() == 0
    }

    /// The bytes all of whose bits belong to the string.
    pub(crate) fn whole_bytes(&self) -> &'a [u8] {
        self.whole
    }

    /// The bits after the whole bytes.
    pub(crate) fn partial_byte(&self) -> PartialByte {
        self.tail
    }
}

impl<'a> From<&'a [u8]> for BitStr<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self::from_parts(bytes, PartialByte::default())
    }
}

impl<'a, const N: usize> From<&'a [u8; N]> for BitStr<'a> {
    fn from(bytes: &'a [u8; N]) -> Self {
        Self::from(bytes.as_slice())
    }
}

impl<'a> From<&'a Vec<u8>> for BitStr<'a> {
    fn from(bytes: &'a Vec<u8>) -> Self {
        Self::from(bytes.as_slice())
    }
}
