//! The ICCS helpers in Rust, and known answers.
//!
//! Submissions to the Next-generation Commercial Cryptographic Algorithms
//! Program hash and draw randomness through a fixed set of C helpers
//! (`auxfunc.c`, `drng.c`). This crate computes the same functions, so that
//! known answers can be made and checked without any submission's own copy:
//!
//! | C function           | here           | streaming        |
//! |----------------------|----------------|------------------|
//! | `sm3hash`            | [`sm3hash`]    | [`Hasher`]       |
//! | `pseudohash`         | [`pseudohash`] | [`PseudoHasher`] |
//! | `pseudoXOF`          | [`pseudo_xof`] | [`PseudoXof`]    |
//! | `init_random_number` | [`Drng::init`] |                  |
//! | `get_random_number`  | [`Drng::get`]  | [`Drng::stream`] |
//!
//! All of them are defined on *bit* strings, most significant bit of byte 0
//! first: see [`BitStr`] and [`BitString`]. Lengths called `bits` count bits;
//! slices count bytes.
//!
//! ```
//! use iccs_kat::{BitStr, Drng, pseudo_xof, sm3hash};
//!
//! // A message of whole bytes.
//! assert_eq!(sm3hash(256, b"abc")?[..4], [0x66, 0xc7, 0xf0, 0xf4]);
//!
//! // A message of 5 bits: 01001. The low three bits of the byte do not count.
//! let message = BitStr::new(&[0b0100_1111], 5)?;
//! assert_eq!(pseudo_xof(13, message)?, [0xd2, 0x40]);
//!
//! // The generator that known-answer seeds are drawn from.
//! let mut drng = Drng::init(&b"seed".repeat(16));
//! let mut seed = [0; 64];
//! drng.fill(&mut seed);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Known answers are records of what a submission computes from fixed seeds and messages, published
//! as text. Whoever calls the submission takes what it is given from [`inputs`], hands what it
//! returns to a writer of [`text`], and lets that write to whatever is wanted: a file, a
//! [`compare::Comparer`] with a published file (which [`find`] finds), a [`manifest::Digester`].

#![forbid(unsafe_code)]

pub mod bits;
pub mod compare;
mod fields;
mod file;
pub mod find;
pub mod helpers;
pub mod inputs;
mod lines;
pub mod manifest;
pub mod text;

pub use bits::{BitStr, BitString};
pub use file::{KatFile, SEED_BYTES};
pub use helpers::{
    Drng, Hasher, HelperError, PseudoHasher, PseudoXof, Sm3Digest, pseudo_xof, pseudohash, sm3,
    sm3hash,
};
