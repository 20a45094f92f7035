//! The DRNG: how requests follow one another, and its layout in memory.

mod textbook;

use iccs_kat::{BitStr, BitString, Drng, Hasher, HelperError, sm3};
use proptest::prelude::*;
use textbook::unpack;

fn any_drng() -> impl Strategy<Value = Drng> {
    let field = proptest::array::uniform32(any::<u8>());
    let seeded = proptest::collection::vec(any::<u8>(), 0..200).prop_map(|seed| Drng::init(&seed));
    // States that no seed is known for, high carries among them.
    let raw = (field, any::<bool>()).prop_map(|(low, ones)| {
        let mut value = [if ones { 0xff } else { 0 }; 55];
        value[23..].copy_from_slice(&low);
        Drng::from_parts(value, value, value)
    });
    prop_oneof![seeded, raw]
}

/// The reseed counter of a new generator after a few requests.
fn counter(requests: u8) -> [u8; 55] {
    let mut counter = [0; 55];
    counter[54] = 1 + requests;
    counter
}

/// The first `bits` bits.
fn cut(bytes: &[u8], bits: u64) -> Vec<u8> {
    let cut = BitStr::new(bytes, bits).expect("no more than there are");
    BitString::from(cut).into_bytes()
}

proptest! {
    #[test]
    fn shorter_output_is_a_prefix(drng in any_drng(), a in 0..3000u64, b in 0..3000u64) {
        let (short, long) = (a.min(b), a.max(b));
        let long = drng.clone().get(long).unwrap();
        prop_assert_eq!(drng.clone().get(short).unwrap(), cut(&long, short));
    }

    /// A request always moves the state, and by its number only.
    #[test]
    fn the_next_state_does_not_depend_on_the_length(drng in any_drng(), bits in 0..3000u64) {
        let mut one = drng.clone();
        one.get(bits).unwrap();
        let mut none = drng.clone();
        prop_assert_eq!(none.get(0).unwrap(), Vec::<u8>::new());
        prop_assert_eq!(&one, &none);
        prop_assert_ne!(none.v(), drng.v());
        prop_assert_ne!(none.reseed_counter(), drng.reseed_counter());
        prop_assert_eq!(none.c(), drng.c());
    }

    /// At least 64 bits are compared, so that they do not agree by chance.
    #[test]
    fn split_requests_do_not_concatenate(drng in any_drng(), a in 0..1100u64, b in 64..1100u64) {
        let whole = unpack(&drng.clone().get(a + b).unwrap());
        let mut split = drng.clone();
        let (first, second) = (split.get(a).unwrap(), split.get(b).unwrap());
        let (a, b) = (a as usize, b as usize);
        prop_assert_eq!(&unpack(&first)[..a], &whole[..a]);
        prop_assert_ne!(&unpack(&second)[..b], &whole[a..a + b]);
    }

    #[test]
    fn all_ways_to_ask_give_the_same(drng in any_drng(), bytes in 0..300usize, less in 0..8u64) {
        let bits = (bytes as u64 * 8).saturating_sub(less);
        let mut asked = drng.clone();
        let output = asked.get(bits).unwrap();

        let mut streamed = drng.clone();
        let mut joined = BitString::new();
        let mut hasher = Hasher::new();
        for block in streamed.stream(bits) {
            joined.push(&block);
            hasher.update(&block);
        }
        prop_assert_eq!(joined.len_bits(), bits);
        prop_assert_eq!(hasher.finalize(), sm3(&joined));
        prop_assert_eq!(joined.into_bytes(), output);
        prop_assert_eq!(&streamed, &asked);

        let mut filled = drng.clone();
        let mut buffer = vec![0; bytes];
        filled.fill(&mut buffer);
        prop_assert_eq!(buffer, drng.clone().get(bytes as u64 * 8).unwrap());
        prop_assert_eq!(&filled, &asked);
    }

    #[test]
    fn state_survives_the_c_layout(drng in any_drng()) {
        let bytes = drng.to_bytes();
        prop_assert_eq!(&bytes[..55], drng.v());
        prop_assert_eq!(&bytes[55..110], drng.c());
        prop_assert_eq!(&bytes[110..], drng.reseed_counter());
        prop_assert_eq!(Drng::from_bytes(&bytes), drng);
    }
}

#[test]
fn requests_are_counted_from_one() {
    let mut drng = Drng::init(b"seed");
    for requests in 0..5 {
        assert_eq!(*drng.reseed_counter(), counter(requests));
        drng.fill(&mut [0; 7]);
    }
}

#[test]
fn derivation_is_df_of_the_seed() {
    let df = |x: &[u8]| {
        let block = |counter| sm3(&[&[counter, 0, 0, 0x01, 0xb8], x].concat());
        [block(1), block(2)].as_flattened()[..55].to_vec()
    };
    let drng = Drng::init(b"some seed");
    assert_eq!(drng.v()[..], df(b"some seed"));
    assert_eq!(drng.c()[..], df(&[&[0], &drng.v()[..]].concat()));
}

/// All fields at 2^440 - 1: everything wraps.
#[test]
fn integers_wrap() {
    let mut drng = Drng::from_parts([0xff; 55], [0xff; 55], [0xff; 55]);
    let output = drng.get(512).unwrap();
    assert_eq!(output[..32], sm3(&[0xff; 55]));
    assert_eq!(output[32..], sm3(&[0; 55]));
    assert_eq!(*drng.reseed_counter(), [0; 55]);

    // V is now SM3(0x03 || V) - 3, and this digest needs no borrow.
    let mut message = [0xff; 56];
    message[0] = 0x03;
    let mut expected = [0; 55];
    expected[23..].copy_from_slice(&sm3(&message));
    assert!(expected[54] >= 3);
    expected[54] -= 3;
    assert_eq!(*drng.v(), expected);
}

#[test]
fn refused_request_leaves_the_state() {
    let mut drng = Drng::init(b"seed");
    let before = drng.clone();
    let refused = drng.get(u64::MAX).unwrap_err();
    assert!(matches!(refused, HelperError::Allocation { output_bits: u64::MAX, .. }));
    assert_eq!(refused.c_code(), Some(-2));
    assert_eq!(drng, before);
}
