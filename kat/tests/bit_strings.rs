//! Joining bit strings, against lists of single bits.

mod textbook;

use iccs_kat::{BitStr, BitString};
use proptest::prelude::*;
use textbook::{Message, message, pack};

proptest! {
    #[test]
    fn join_is_concatenation(parts in proptest::collection::vec(message(40), 0..8)) {
        let mut joined = BitString::new();
        for part in &parts {
            joined.push(part.as_bits());
        }
        let expected: Vec<bool> = parts.iter().flat_map(Message::bits).collect();
        prop_assert_eq!(joined.len_bits(), expected.len() as u64);
        prop_assert_eq!(joined.into_bytes(), pack(&expected));
    }

    /// Longer than what is shifted in one go.
    #[test]
    fn long_parts_are_shifted_whole(first in message(3), second in message(2000)) {
        let mut joined = BitString::from(first.as_bits());
        joined.push(second.as_bits());
        prop_assert_eq!(joined.into_bytes(), pack(&[first.bits(), second.bits()].concat()));
    }

    #[test]
    fn unused_bits_do_not_tell_strings_apart(m in message(40)) {
        let clean = pack(&m.bits());
        let clean = BitStr::new(&clean, m.len_bits).unwrap();
        prop_assert_eq!(m.as_bits(), clean);
        prop_assert_eq!(BitString::from(m.as_bits()), BitString::from(clean));
    }

    #[test]
    fn no_length_is_taken_on_trust(bytes in proptest::collection::vec(any::<u8>(), 0..9), bits: u64) {
        let there = bytes.len() as u64 * 8;
        for bits in [bits, bits % 80] {
            match BitStr::new(&bytes, bits) {
                Ok(taken) => prop_assert_eq!(taken.len_bits(), bits),
                Err(refused) => prop_assert!(bits > there && refused.bits == bits),
            }
            prop_assert_eq!(BitStr::new(&bytes, bits).is_ok(), bits <= there);
        }
    }
}

#[test]
fn bytes_beyond_the_length_are_ignored() {
    assert_eq!(BitStr::new(&[1, 2, 3], 8).unwrap(), BitStr::from(&[1]), "8 bits");
    assert!(BitStr::new(&[1, 2, 3], 0).unwrap().is_empty());
    assert!(BitStr::new(&[], 1).is_err());
}

#[test]
fn impossible_capacities_are_refused() {
    assert!(BitString::try_with_capacity(u64::MAX).is_err());
}
