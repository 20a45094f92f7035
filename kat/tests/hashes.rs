//! SM3, HMAC, pseudohash and pseudoXOF, against a textbook computation on
//! single bits and against the plain SM3 crate.

mod textbook;

use ::sm3::Digest;
use iccs_kat::helpers::{Hmac, MAX_OUTPUT_BITS};
use iccs_kat::{
    BitStr, BitString, Hasher, HelperError, PseudoHasher, PseudoXof, pseudo_xof, pseudohash, sm3,
    sm3hash,
};
use proptest::prelude::*;
use textbook::{Message, message, pack};

const DIGEST_BITS: [u16; 3] = [512, 768, 1024];

fn hmac(message: BitStr<'_>) -> [u8; 32] {
    let mut hmac = Hmac::new();
    hmac.update(message);
    hmac.finalize()
}

/// HMAC by its definition, with the plain SM3 crate.
fn crate_hmac(message: &[u8]) -> Vec<u8> {
    let digest = |data: &[u8]| ::sm3::Sm3::digest(data).to_vec();
    let key = [digest(b"3.14159265358979"), digest(b"2.71828182845904")].concat();
    let padded_key = |pad: u8| key.iter().map(|byte| byte ^ pad).collect::<Vec<_>>();
    let inner = digest(&[&padded_key(0x36), message].concat());
    digest(&[padded_key(0x5c), inner].concat())
}

/// Lengths around every place where the padding takes another shape.
#[test]
fn every_length_up_to_three_blocks() {
    let bytes: Vec<u8> = (0..192).map(|i: u32| (i * 167 + 13) as u8).collect();
    for len_bits in 0..=1536 {
        let bytes = bytes.clone();
        let m = Message { bytes, len_bits };
        assert_eq!(sm3(m.as_bits())[..], pack(&textbook::sm3(&m.bits())), "{len_bits} bits");
    }
}

proptest! {
    #[test]
    fn bit_strings_hash_as_in_the_textbook(m in message(300)) {
        let bits = m.bits();
        prop_assert_eq!(sm3(m.as_bits()).to_vec(), pack(&textbook::sm3(&bits)));
        prop_assert_eq!(hmac(m.as_bits()).to_vec(), pack(&textbook::hmac(&bits)));
        for length in DIGEST_BITS {
            prop_assert_eq!(
                pseudohash(length.into(), m.as_bits()).unwrap(),
                pack(&textbook::pseudohash(length, &bits))
            );
        }
    }

    #[test]
    fn xof_is_as_in_the_textbook(m in message(100), output_bits in 0..1500usize) {
        prop_assert_eq!(
            pseudo_xof(output_bits as u64, m.as_bits()).unwrap(),
            pack(&textbook::pseudo_xof(output_bits, &m.bits()))
        );
    }

    #[test]
    fn whole_bytes_hash_as_in_the_plain_crate(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        prop_assert_eq!(sm3(&bytes).to_vec(), ::sm3::Sm3::digest(&bytes).to_vec());
        prop_assert_eq!(hmac(BitStr::from(&bytes)).to_vec(), crate_hmac(&bytes));
        let h1 = ::sm3::Sm3::digest([&bytes[..], &[0x02, 0x00]].concat());
        prop_assert_eq!(&pseudohash(512, &bytes).unwrap()[..32], &h1[..]);
        let first = ::sm3::Sm3::digest([&bytes[..], &[0, 0, 0, 1]].concat());
        prop_assert_eq!(pseudo_xof(256, &bytes).unwrap(), first.to_vec());
    }

    /// However a message is cut, at whatever bits, its digests are the same.
    #[test]
    fn parts_hash_like_their_join(parts in proptest::collection::vec(message(200), 0..6)) {
        let mut joined = BitString::new();
        let mut hasher = Hasher::new();
        let mut keyed = Hmac::new();
        let mut pseudo = DIGEST_BITS.map(|length| PseudoHasher::new(length.into()).unwrap());
        let mut xof = PseudoXof::new();
        for part in &parts {
            joined.push(part.as_bits());
            hasher.update(part.as_bits());
            keyed.update(part.as_bits());
            pseudo.iter_mut().for_each(|hasher| hasher.update(part.as_bits()));
            xof.update(part.as_bits());
        }
        prop_assert_eq!(hasher.finalize(), sm3(&joined));
        prop_assert_eq!(keyed.finalize(), hmac(joined.as_bits()));
        for (hasher, length) in pseudo.into_iter().zip(DIGEST_BITS) {
            prop_assert_eq!(hasher.finalize(), pseudohash(length.into(), &joined).unwrap());
        }
        prop_assert_eq!(
            xof.finalize(600).unwrap().into_bytes().unwrap(),
            pseudo_xof(600, &joined).unwrap()
        );
    }

    #[test]
    fn unused_bits_change_no_digest(m in message(200), output_bits in 0..600u64) {
        let clean = Message { bytes: pack(&m.bits()), ..m };
        prop_assert_eq!(sm3(m.as_bits()), sm3(clean.as_bits()));
        prop_assert_eq!(hmac(m.as_bits()), hmac(clean.as_bits()));
        for length in DIGEST_BITS.map(u32::from) {
            prop_assert_eq!(
                pseudohash(length, m.as_bits()),
                pseudohash(length, clean.as_bits())
            );
        }
        prop_assert_eq!(
            pseudo_xof(output_bits, m.as_bits()),
            pseudo_xof(output_bits, clean.as_bits())
        );
    }

    #[test]
    fn shorter_xof_output_is_a_prefix(m in message(100), a in 0..2000u64, b in 0..2000u64) {
        let (short, long) = (a.min(b), a.max(b));
        let long = pseudo_xof(long, m.as_bits()).unwrap();
        let cut = BitString::from(BitStr::new(&long, short).unwrap());
        prop_assert_eq!(pseudo_xof(short, m.as_bits()).unwrap(), cut.into_bytes());
    }

    #[test]
    fn other_digest_lengths_are_refused(digest_bits: u32) {
        for bits in [digest_bits, digest_bits % 1025, 0, 256, 512, 768, 1024] {
            let one = sm3hash(bits, b"");
            prop_assert_eq!(one.is_ok(), bits == 256);
            let long = pseudohash(bits, b"");
            prop_assert_eq!(long.is_ok(), [512, 768, 1024].contains(&bits));
            for refused in [one.err(), long.err()].into_iter().flatten() {
                prop_assert_eq!(refused.c_code(), Some(-4));
            }
        }
    }
}

#[test]
fn xof_output_is_bounded_by_its_counter() {
    let stream = PseudoXof::new().finalize(MAX_OUTPUT_BITS).unwrap();
    assert_eq!(stream.remaining_bits(), MAX_OUTPUT_BITS);
    for output_bits in [MAX_OUTPUT_BITS + 1, u64::MAX] {
        assert_eq!(pseudo_xof(output_bits, b""), Err(HelperError::OutputTooLong { output_bits }));
    }
}
