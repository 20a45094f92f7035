//! pseudohash: digests of 512, 768 and 1024 bits made of SM3 and HMAC-SM3.

use super::hmac::{Hmac, hmac};
use super::sm3::{Hasher, sm3};
use super::{HelperError, Sm3Digest};
use crate::bits::BitStr;

/// The digest lengths that exist; the discriminant is the length in bits.
#[derive(Clone, Copy, Debug)]
enum Length {
    Bits512 = 512,
    Bits768 = 768,
    Bits1024 = 1024,
}

impl Length {
    /// The 16-bit tag that sets the digest lengths apart.
    fn tag(self) -> [u8; 2] {
        (self as u16).to_be_bytes()
    }
}

/// pseudohash over a bit string that arrives in parts, in constant memory.
///
/// With `t` the digest length as 16 bits (big-endian) and `||` the join of bit
/// strings:
///
/// ```text
/// k1 = HMAC(t || m)   h1 = SM3(m || t)   h2 = SM3(k1 || h1)
/// k2 = HMAC(h1)       h3 = SM3(h2 || k2)
/// k3 = HMAC(h2)       k4 = HMAC(h3)      h4 = SM3(k3 || h3 || k4)
/// ```
///
/// and the digest is `h1 || h2`, `h1 || h2 || h3` or `h1 || h2 || h3 || h4`.
/// SM3 is GB/T 32905-2016, HMAC is [`Hmac`] (GB/T 15852.2).
#[derive(Clone, Debug)]
pub struct PseudoHasher {
    length: Length,
    /// Computes `k1`.
    keyed: Hmac,
    /// Computes `h1`.
    plain: Hasher,
}

impl PseudoHasher {
    /// Starts with the empty message.
    ///
    /// # Errors
    /// [`HelperError::UnsupportedDigest`] unless `digest_bits` is 512, 768 or 1024.
    pub fn new(digest_bits: u32) -> Result<Self, HelperError> {
        let length = match digest_bits {
            512 => Length::Bits512,
            768 => Length::Bits768,
            1024 => Length::Bits1024,
            _ => {
                return Err(HelperError::UnsupportedDigest {
                    helper: "pseudohash",
                    supported: "512, 768 and 1024",
                    digest_bits,
                });
            }
        };
        let mut keyed = Hmac::new();
        keyed.update(&length.tag());
        Ok(Self { length, keyed, plain: Hasher::new() })
    }

    /// Joins `bits` to the message.
    pub fn update<'a>(&mut self, bits: impl Into<BitStr<'a>>) {
        let bits = bits.into();
        self.keyed.update(bits);
        self.plain.update(bits);
    }

    /// The digest of the message: 64, 96 or 128 bytes.
    pub fn finalize(mut self) -> Vec<u8> {
        self.plain.update(&self.length.tag());
        let h1 = self.plain.finalize();
        let h2 = sm3_joined(&[self.keyed.finalize(), h1]);
        if let Length::Bits512 = self.length {
            return [h1, h2].concat();
        }
        let h3 = sm3_joined(&[h2, hmac(&h1)]);
        if let Length::Bits768 = self.length {
            return [h1, h2, h3].concat();
        }
        let h4 = sm3_joined(&[hmac(&h2), h3, hmac(&h3)]);
        [h1, h2, h3, h4].concat()
    }
}

fn sm3_joined(digests: &[Sm3Digest]) -> Sm3Digest {
    sm3(digests.as_flattened())
}

/// `pseudohash` of a bit string; `digest_bits` is the digest length in bits.
///
/// # Errors
/// [`HelperError::UnsupportedDigest`] unless `digest_bits` is 512, 768 or 1024.
pub fn pseudohash<'a>(
    digest_bits: u32,
    message: impl Into<BitStr<'a>>,
) -> Result<Vec<u8>, HelperError> {
    let mut hasher = PseudoHasher::new(digest_bits)?;
    hasher.update(message);
    Ok(hasher.finalize())
}
