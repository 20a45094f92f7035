//! The seeds of records.

use crate::Drng;
use crate::file::SEED_BYTES;

/// What a generator is seeded with.
pub type Seed = [u8; SEED_BYTES];

/// The seeds of records 0, 1, 2, ... of a KEM, SIG or KEX file, without end: 64 bytes each from a
/// generator that is itself seeded with `seed`, 16 times.
///
/// ```
/// use iccs_kat::inputs::Seeds;
///
/// let first = Seeds::new().next();
/// assert!(first.is_some_and(|seed| seed.starts_with(&[0x92, 0x7f, 0x06, 0xb5])));
/// ```
#[derive(Clone, Debug)]
pub struct Seeds {
    drng: Drng,
}

impl Seeds {
    /// Starts at record 0.
    pub fn new() -> Self {
        Self { drng: Drng::init(&repeated(b"seed")) }
    }
}

impl Default for Seeds {
    fn default() -> Self {
        Self::new()
    }
}

impl Iterator for Seeds {
    type Item = Seed;

    fn next(&mut self) -> Option<Seed> {
        let mut seed = [0; SEED_BYTES];
        self.drng.fill(&mut seed);
        Some(seed)
    }
}

/// The text over and over, cut where the seed is full.
pub(super) fn repeated(text: &[u8]) -> Seed {
    let mut seed = [0; SEED_BYTES];
    for (byte, &letter) in seed.iter_mut().zip(text.iter().cycle()) {
        *byte = letter;
    }
    seed
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Published in every KEM, SIG and KEX file.
    #[test]
    fn published_seeds() {
        let starts: Vec<_> = Seeds::new().take(2).map(|seed| seed[..8].to_vec()).collect();
        assert_eq!(starts[0], [0x92, 0x7f, 0x06, 0xb5, 0x94, 0x79, 0x8a, 0x4d]);
        assert_eq!(starts[1], [0x58, 0x56, 0x11, 0x87, 0xcb, 0xbf, 0x6c, 0xdc]);
    }

    #[test]
    fn repetition_is_cut() {
        assert_eq!(repeated(b"msg")[..], [&b"msg".repeat(21)[..], b"m"].concat());
    }
}
