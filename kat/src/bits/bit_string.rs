//! An owned, growing bit string.

use std::collections::TryReserveError;

use super::{BitStr, PartialByte};

/// An owned bit string that others are joined to.
///
/// ```
/// use iccs_kat::{BitStr, BitString};
///
/// let mut joined = BitString::new();
/// joined.push(BitStr::new(&[0b1010_0000], 3)?);
/// joined.push(&[0xff]); // split over two bytes
/// assert_eq!(joined.len_bits(), 11);
/// assert_eq!(joined.into_bytes(), [0b1011_1111, 0b1110_0000]);
/// # Ok::<(), iccs_kat::bits::LengthError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct BitString {
    whole: Vec<u8>,
    tail: PartialByte,
}

impl BitString {
    /// The empty bit string.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty bit string with room for `bits` bits.
    ///
    /// # Errors
    /// If the room cannot be allocated.
    pub fn try_with_capacity(bits: u64) -> Result<Self, TryReserveError> {
        let mut whole = Vec::new();
        // More than `usize` can hold is refused like anything else too large.
        whole.try_reserve_exact(usize::try_from(bits.div_ceil(8)).unwrap_or(usize::MAX))?;
        Ok(Self { whole, tail: PartialByte::default() })
    }

    /// Joins `bits` to the end, without padding.
    pub fn push<'a>(&mut self, bits: impl Into<BitStr<'a>>) {
        let whole = &mut self.whole;
        self.tail.join(bits.into(), |bytes| whole.extend_from_slice(bytes));
    }

    /// The length in bits.
    pub fn len_bits(&self) -> u64 {
        self.as_bits().len_bits()
    }

    /// Whether there are no bits.
    pub fn is_empty(&self) -> bool {
        self.as_bits().is_empty()
    }

    /// The whole string, borrowed.
    pub fn as_bits(&self) -> BitStr<'_> {
        BitStr::from_parts(&self.whole, self.tail)
    }

    /// The bytes; the unused low bits of a last byte are zero.
    pub fn into_bytes(self) -> Vec<u8> {
        let mut bytes = self.whole;
        bytes.extend(self.tail.byte());
        bytes
    }
}

impl<'a> From<&'a BitString> for BitStr<'a> {
    fn from(bits: &'a BitString) -> Self {
        bits.as_bits()
    }
}

impl From<BitStr<'_>> for BitString {
    fn from(bits: BitStr<'_>) -> Self {
        let mut owned = Self::new();
        owned.push(bits);
        owned
    }
}
