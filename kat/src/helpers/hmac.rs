//! HMAC-SM3 (GB/T 15852.2) with the key the helpers fix.

use std::sync::LazyLock;

use super::sm3::{Hasher, Sm3Digest, sm3};
use crate::bits::BitStr;

/// HMAC-SM3 over a bit string that arrives in parts, with the one key the ICCS
/// helpers use.
///
/// The key is 64 bytes, a whole SM3 block:
/// `SM3("3.14159265358979") || SM3("2.71828182845904")`.
#[derive(Clone, Debug)]
pub struct Hmac {
    inner: Hasher,
    outer: Hasher,
}

impl Hmac {
    /// Starts with the empty message.
    pub fn new() -> Self {
        // The key never changes, so its two blocks are compressed only once.
        static KEYED: LazyLock<Hmac> = LazyLock::new(|| Hmac::keyed(&Hmac::key()));
        KEYED.clone()
    }

    /// The key, 64 bytes.
    pub fn key() -> [u8; 64] {
        let mut key = [0; 64];
        key[..32].copy_from_slice(&sm3(b"3.14159265358979"));
        key[32..].copy_from_slice(&sm3(b"2.71828182845904"));
        key
    }

    fn keyed(key: &[u8; 64]) -> Self {
        let mut inner = Hasher::new();
        inner.update(&key.map(|byte| byte ^ 0x36));
        let mut outer = Hasher::new();
        outer.update(&key.map(|byte| byte ^ 0x5c));
        Self { inner, outer }
    }

    /// Joins `bits` to the message.
    pub fn update<'a>(&mut self, bits: impl Into<BitStr<'a>>) {
        self.inner.update(bits);
    }

    /// The tag of the message, 32 bytes.
    pub fn finalize(mut self) -> Sm3Digest {
        self.outer.update(&self.inner.finalize());
        self.outer.finalize()
    }
}

impl Default for Hmac {
    fn default() -> Self {
        Self::new()
    }
}

/// HMAC of a message that is at hand.
pub(super) fn hmac<'a>(message: impl Into<BitStr<'a>>) -> Sm3Digest {
    let mut hmac = Hmac::new();
    hmac.update(message);
    hmac.finalize()
}
