//! The example signatures, key exchange and hash function: against other implementations of what
//! they are, and against everything that must not be accepted.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

#[path = "examples/akex.rs"]
mod akex;
#[path = "examples/duplex.rs"]
mod duplex;
#[path = "examples/exchange.rs"]
mod exchange;
#[path = "examples/merkle.rs"]
mod merkle;
#[path = "examples/mldsa.rs"]
mod mldsa;
#[path = "examples/signature.rs"]
mod signature;
#[path = "examples/sources.rs"]
mod sources;
