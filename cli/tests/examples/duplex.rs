//! `examples/duplex` against its description, written down once more: bit by bit, column by
//! column.

use crate::common::inputs::Inputs;
use crate::common::library::Subject;
use std::ffi::{c_int, c_ulonglong};

type CryptHash = unsafe extern "C" fn(c_int, *const u8, c_ulonglong, *mut u8) -> c_int;

const ERR_DIGEST: c_int = -4;

const STATE_BITS: usize = 2048;
const GOLDEN_RATIO: u64 = 0x9e37_79b9_7f4a_7c15;

/// Word (row, column) is at 8 row + column.
fn permute(s: &mut [u64; 32]) {
    for round in 0..24 {
        let mut next = [0; 32];
        for column in 0..8 {
            let [mut a, mut b, mut c, mut d] = [0, 1, 2, 3].map(|row| s[8 * row + column]);
            for (first, second) in [(32, 24), (16, 63)] {
                a = a.wrapping_add(b);
                d = (d ^ a).rotate_right(first);
                c = c.wrapping_add(d);
                b = (b ^ c).rotate_right(second);
            }
            let number = 8 * round + column as u64 + 1;
            next[column] = a.wrapping_add(GOLDEN_RATIO.wrapping_mul(number));
            for (row, word, shift) in [(1, b, 1), (2, c, 3), (3, d, 4)] {
                next[8 * row + (column + 8 - shift) % 8] = word;
            }
        }
        *s = next;
    }
}

fn hash(digest_bits: usize, message: &[bool]) -> Vec<u8> {
    let block_bits = STATE_BITS - digest_bits;
    let mut padded = message.to_vec();
    padded.push(true);
    while !(padded.len() + 1).is_multiple_of(block_bits) {
        padded.push(false);
    }
    padded.push(true);
    let mut s = [0; 32];
    s[31] = digest_bits as u64;
    for block in padded.chunks(block_bits) {
        let bytes: Vec<u8> = block
            .chunks(8)
            .map(|bits| bits.iter().fold(0, |byte, &bit| byte << 1 | u8::from(bit)))
            .collect();
        for (word, bytes) in s.iter_mut().zip(bytes.chunks(8)) {
            *word ^= u64::from_le_bytes(bytes.try_into().unwrap());
        }
        permute(&mut s);
    }
    s.iter().flat_map(|word| word.to_le_bytes()).take(digest_bits / 8).collect()
}

fn bits(bytes: &[u8], count: usize) -> Vec<bool> {
    (0..count).map(|at| bytes[at / 8] << (at % 8) & 0x80 != 0).collect()
}

fn crypt_hash(c: &Subject, digest_bits: usize, message: &[u8], count: usize) -> Vec<u8> {
    let f: CryptHash = c.symbol("CryptHash");
    let mut digest = vec![0; digest_bits / 8];
    assert!(8 * message.len() >= count);
    // SAFETY: the message has as many bits and the digest as many bytes as are said.
    let code =
        unsafe { f(digest_bits as c_int, message.as_ptr(), count as u64, digest.as_mut_ptr()) };
    assert_eq!(code, 0);
    digest
}

fn subject(digest_bits: usize, test: &str) -> Subject {
    Subject::build("duplex", &format!("duplex-{digest_bits}"), test)
}

#[test]
fn digests_are_as_described_at_every_bit_length() {
    for digest_bits in [512, 768, 1024] {
        let c = subject(digest_bits, "lengths");
        let mut inputs = Inputs(digest_bits as u64);
        let two_blocks = 2 * (STATE_BITS - digest_bits);
        for count in (0..two_blocks + 10).chain([8 * 4096 - 1, 8 * 4096]) {
            // The bits behind the last are random, too: they must not count.
            let message = inputs.bytes(count / 8 + 1);
            let expected = hash(digest_bits, &bits(&message, count));
            let digest = crypt_hash(&c, digest_bits, &message, count);
            assert_eq!(digest, expected, "{count} bits, digest of {digest_bits}");
        }
    }
}

#[test]
fn instances_have_one_digest_length_and_digests_of_their_own() {
    let message = b"abc";
    let digests = [512, 768, 1024].map(|digest_bits| {
        let c = subject(digest_bits, "digests");
        let f: CryptHash = c.symbol("CryptHash");
        for other in [0, 256, 512, 768, 1024, -512, 2048] {
            if other != digest_bits as c_int {
                // SAFETY: the message has as many bits; nothing is written.
                let code = unsafe { f(other, message.as_ptr(), 24, std::ptr::null_mut()) };
                assert_eq!(code, ERR_DIGEST);
            }
        }
        // The digest may be written over the message.
        let expected = crypt_hash(&c, digest_bits, message, 24);
        let mut both = [&message[..], &[0; 125]].concat();
        let place = both.as_mut_ptr();
        // SAFETY: the buffer has room for the message and for the digest.
        assert_eq!(unsafe { f(digest_bits as c_int, place, 24, place) }, 0);
        assert_eq!(both[..digest_bits / 8], expected);
        expected
    });
    assert_ne!(digests[0], digests[1][..64]);
    assert_ne!(digests[1], digests[2][..96]);
}
