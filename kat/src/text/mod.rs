//! The official text of known answers, byte for byte, to anything that can be written to.
//!
//! One writer for each kind of file. Its methods are the parts of a record in the order the
//! official generators print them, so a caller hands over values as the calls return them. What a
//! method was given has been written when it returns: of a run that dies half-way, the text up to
//! there is left. Memory is constant, however long the values are.
//!
//! A record is lines `Name = value` ended by LF, then an empty line. Values are upper-case hex,
//! lengths are decimal; a value without bytes leaves the blank after `=` standing.
//!
//! ```
//! use iccs_kat::inputs::Seeds;
//! use iccs_kat::text::KemText;
//!
//! let mut text = KemText::new(Vec::new());
//! for (count, seed) in (0..10).zip(Seeds::new()) {
//!     text.begin(count, &seed)?;
//!     text.keys(&[0x0a], &[0x0b, 0xff])?; // after kem_keygen
//!     text.encapsulation(&[0x0c], &[0x0d])?; // after kem_enc
//!     text.end()?; // after kem_dec
//! }
//! let text = String::from_utf8(text.into_inner())?;
//! assert!(text.starts_with("Count = 0\nSeed_Len = 64\nSeed = 927F06B5"));
//! assert!(text.ends_with("SK_Len = 2\nSK = 0BFF\nCT_Len = 1\nCT = 0C\nSS_Len = 1\nSS = 0D\n\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod fields;
mod hash;
mod hex;
mod kem;
mod kex;
mod sig;

pub use hash::HashText;
pub use kem::KemText;
pub use kex::KexText;
pub use sig::SigText;
