//! The messages that are signed.

use super::seeds::repeated;
use crate::Drng;

/// The length of record 0's message, in bytes.
const FIRST_BYTES: usize = 56;
/// How much longer each further message is, in bytes.
const STEP_BYTES: usize = 8;

/// The messages of records 0, 1, 2, ... of a SIG file, without end: 56, 64, 72, ... bytes from a
/// generator that is seeded with `msg` 21 times and `m`.
#[derive(Clone, Debug)]
pub struct Messages {
    drng: Drng,
    bytes: usize,
}

impl Messages {
    /// Starts at record 0.
    pub fn new() -> Self {
        Self { drng: Drng::init(&repeated(b"msg")), bytes: FIRST_BYTES }
    }
}

impl Default for Messages {
    fn default() -> Self {
        Self::new()
    }
}

impl Iterator for Messages {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let mut message = vec![0; self.bytes];
        self.drng.fill(&mut message);
        self.bytes = self.bytes.saturating_add(STEP_BYTES);
        Some(message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_grow_by_eight() {
        let lengths: Vec<_> = Messages::new().take(10).map(|message| message.len()).collect();
        assert_eq!(lengths, [56, 64, 72, 80, 88, 96, 104, 112, 120, 128]);
    }

    #[test]
    fn every_message_is_one_request() {
        let mut drng = Drng::init(&[&b"msg".repeat(21)[..], b"m"].concat());
        for message in Messages::new().take(3) {
            assert_eq!(message, drng.get(8 * message.len() as u64).unwrap());
        }
    }
}
