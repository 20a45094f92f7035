//! The messages that are hashed once.

use super::Seed;
use super::seeds::repeated;
use crate::{Drng, KatFile};

/// The generator of a hash file's messages is seeded with the first eight letters of the file's
/// name, eight times.
pub(super) fn seed(file: KatFile) -> Seed {
    repeated(file.kind().as_bytes())
}

/// The messages of `KAT_2_12`: one of every length from 0 to 4096 bits.
///
/// Each is one request for as many bits, also the empty one.
#[derive(Clone, Debug)]
pub struct ShortMessages {
    drng: Drng,
    buffer: [u8; Self::LONGEST_BITS as usize / 8],
    /// The length of the next message, in bits.
    bits: u64,
}

impl ShortMessages {
    /// The length of the last message, in bits.
    pub const LONGEST_BITS: u64 = 1 << 12;

    /// Starts with the empty message.
    pub fn new() -> Self {
        Self {
            drng: Drng::init(&seed(KatFile::Hash12)),
            buffer: [0; Self::LONGEST_BITS as usize / 8],
            bits: 0,
        }
    }

    /// The next message: its bytes, the unused low bits of the last one being zero, and its length
    /// in bits. `None` after the last.
    pub fn next_message(&mut self) -> Option<(&[u8], u64)> {
        let bits = self.bits;
        if bits > Self::LONGEST_BITS {
            return None;
        }
        self.bits += 1;
        let bytes = bits.div_ceil(8) as usize;
        let message = &mut self.buffer[..bytes];
        self.drng.fill(message);
        if let (Some(last), unused @ 1..) = (message.last_mut(), bytes as u64 * 8 - bits) {
            *last &= 0xff << unused;
        }
        Some((message, bits))
    }
}

impl Default for ShortMessages {
    fn default() -> Self {
        Self::new()
    }
}

/// One of the three messages of `KAT_2_23` and of `KAT_2_33`, in the order they are in there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LongMessage {
    /// All bits are 0.
    Zeros,
    /// All bits are 1.
    Ones,
    /// One request to the file's generator.
    Random,
}

impl LongMessage {
    /// All of them, in order.
    pub const ALL: [Self; 3] = [Self::Zeros, Self::Ones, Self::Random];

    /// The length of the messages in the file, in bytes; `None` for files of other messages.
    pub fn bytes(file: KatFile) -> Option<u64> {
        match file {
            KatFile::Hash23 => Some(1 << 20),
            KatFile::Hash33 => Some(1 << 30),
            _ => None,
        }
    }

    /// Makes `message`, all of it, this message of the file. [`bytes`](Self::bytes) says how long
    /// it has to be.
    pub fn fill(self, file: KatFile, message: &mut [u8]) {
        match self {
            Self::Zeros => message.fill(0),
            Self::Ones => message.fill(0xff),
            Self::Random => Drng::init(&seed(file)).fill(message),
        }
    }

    /// What the file gives as the message's seed: none for those that are not random.
    pub fn seed(self, file: KatFile) -> Option<Seed> {
        (self == Self::Random).then(|| seed(file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_the_file_names() {
        assert_eq!(seed(KatFile::Hash12)[..], b"KAT_2_12".repeat(8));
        assert_eq!(seed(KatFile::HashLoop)[..], b"KAT_Loop".repeat(8));
    }

    #[test]
    fn every_length_is_one_request() {
        let mut drng = Drng::init(&b"KAT_2_12".repeat(8));
        let mut messages = ShortMessages::new();
        for bits in 0..=4096 {
            let expected = drng.get(bits).unwrap();
            assert_eq!(messages.next_message(), Some((&expected[..], bits)));
        }
        assert_eq!(messages.next_message(), None);
        assert_eq!(messages.next_message(), None);
    }

    #[test]
    fn long_messages() {
        let mut message = [0x5a; 100];
        LongMessage::Zeros.fill(KatFile::Hash23, &mut message);
        assert_eq!(message, [0; 100]);
        LongMessage::Ones.fill(KatFile::Hash23, &mut message);
        assert_eq!(message, [0xff; 100]);
        LongMessage::Random.fill(KatFile::Hash23, &mut message);
        let mut drng = Drng::init(&b"KAT_2_23".repeat(8));
        assert_eq!(message[..], drng.get(800).unwrap());
        assert_eq!(LongMessage::Ones.seed(KatFile::Hash33), None);
        assert_eq!(LongMessage::Random.seed(KatFile::Hash33).unwrap()[..], b"KAT_2_33".repeat(8));
    }
}
