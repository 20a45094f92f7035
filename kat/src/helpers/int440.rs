//! Integers modulo 2^440, the seed length of the DRNG.

/// The seed length in bytes.
pub(super) const BYTES: usize = 55;

/// An integer modulo 2^440, kept as the big-endian bytes it is hashed and
/// stored as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Int440(pub(super) [u8; BYTES]);

impl Int440 {
    pub(super) const ONE: Self = {
        let mut bytes = [0; BYTES];
        bytes[BYTES - 1] = 1;
        Self(bytes)
    };

    /// Adds a big-endian integer.
    pub(super) fn add(&mut self, addend: &[u8]) {
        let mut addend = addend.iter().rev();
        let mut carry = false;
        for digit in self.0.iter_mut().rev() {
            let next = addend.next();
            if next.is_none() && !carry {
                break;
            }
            let sum = u16::from(*digit) + next.map_or(0, |&byte| byte.into()) + u16::from(carry);
            let [high, low] = sum.to_be_bytes();
            *digit = low;
            carry = high > 0;
        }
    }

    /// Adds one.
    pub(super) fn increment(&mut self) {
        self.add(&[1]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carries_run_through_and_wrap() {
        let mut all_ones = Int440([0xff; BYTES]);
        all_ones.increment();
        assert_eq!(all_ones, Int440([0; BYTES]));

        let mut all_ones = Int440([0xff; BYTES]);
        all_ones.add(&[0xff; BYTES]);
        let mut expected = [0xff; BYTES];
        expected[BYTES - 1] = 0xfe;
        assert_eq!(all_ones, Int440(expected));
    }

    #[test]
    fn short_addends_count_from_the_low_end() {
        let mut value = Int440::ONE;
        value.add(&[0x12, 0xff]);
        assert_eq!(value.0[BYTES - 3..], [0, 0x13, 0]);
    }
}
