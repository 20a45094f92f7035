//! What a submission hashes and draws randomness with: SM3, pseudohash,
//! pseudoXOF and the DRNG.

mod drng;
mod error;
mod hmac;
mod int440;
mod pseudohash;
mod sm3;
mod stream;
mod xof;

pub use drng::{Drng, DrngBlocks};
pub use error::HelperError;
pub use hmac::Hmac;
pub use pseudohash::{PseudoHasher, pseudohash};
pub use sm3::{Hasher, Sm3Digest, sm3, sm3hash};
pub use stream::{OutputBlock, Stream};
pub use xof::{MAX_OUTPUT_BITS, PseudoXof, XofBlocks, pseudo_xof};
