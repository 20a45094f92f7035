//! Bit strings, joined without padding.
//!
//! A bit string starts at the most significant bit of byte 0. When its length
//! is no multiple of 8, the high bits of the last byte belong to it and the
//! low bits are unused. Joining (`||`) leaves no gap: after a string of 5 bits
//! the next byte is split over two.

mod bit_str;
mod bit_string;
mod partial_byte;

pub use bit_str::{BitStr, LengthError};
pub use bit_string::BitString;
pub(crate) use partial_byte::PartialByte;
