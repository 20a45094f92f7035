//! The message that is hashed a million times.

use super::hash::seed;
use crate::{Drng, KatFile};

/// The message of `KAT_Loop`: 8192 bits, changed by every digest of it.
///
/// The file gives the first message, and the digest after [`ROUNDS`](Self::ROUNDS) rounds. A round
/// is [`mix`](Self::mix) and another digest, so there is one digest more than there are rounds.
#[derive(Clone, Debug)]
pub struct LoopMessage {
    message: [u8; Self::BYTES],
}

impl LoopMessage {
    /// The length of the message, in bytes.
    pub const BYTES: usize = 1024;
    /// How often it is changed and hashed again.
    pub const ROUNDS: u32 = 1_000_000;

    /// The first message.
    pub fn new() -> Self {
        let mut message = [0; Self::BYTES];
        Drng::init(&seed(KatFile::HashLoop)).fill(&mut message);
        Self { message }
    }

    /// The message as it is now.
    pub fn bytes(&self) -> &[u8; Self::BYTES] {
        &self.message
    }

    /// Makes the next message: this one rotated to the left by the length of its digest, and then
    /// the digest added (XOR) to its head. Of a digest longer than the message, the part that fits
    /// counts.
    pub fn mix(&mut self, digest: &[u8]) {
        let length = digest.len().min(Self::BYTES);
        self.message.rotate_left(length);
        for (byte, &addend) in self.message.iter_mut().zip(digest) {
            *byte ^= addend;
        }
    }
}

impl Default for LoopMessage {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_message_is_one_request() {
        let mut drng = Drng::init(&b"KAT_Loop".repeat(8));
        assert_eq!(LoopMessage::new().bytes()[..], drng.get(8192).unwrap());
    }

    #[test]
    fn mixing_moves_the_head_to_the_end() {
        let mut looped = LoopMessage::new();
        let before = *looped.bytes();
        looped.mix(&[0xff; 64]);
        let after = looped.bytes();
        assert_eq!(after[960..], before[..64]);
        assert_eq!(after[64..960], before[128..]);
        assert!(after[..64].iter().zip(&before[64..128]).all(|(a, b)| a ^ b == 0xff));
    }

    #[test]
    fn any_digest_can_be_mixed_in() {
        let mut looped = LoopMessage::new();
        looped.mix(&[]);
        looped.mix(&[1; 2000]);
        assert_eq!(looped.bytes()[0], LoopMessage::new().bytes()[0] ^ 1);
    }
}
