//! `KAT_2_12`, `KAT_2_23`, `KAT_2_33` and `KAT_Loop`: hash functions.

use std::io::{self, Write};

use super::fields::Fields;
use crate::BitStr;

/// What is shown of both ends of a long message, in bytes.
const EXCERPT_BYTES: usize = 8;

/// Writes records of the hash files: [`message`](Self::message) (`KAT_2_12`, `KAT_Loop`) or
/// [`long_message`](Self::long_message) (`KAT_2_23`, `KAT_2_33`), then [`digest`](Self::digest).
#[derive(Debug)]
pub struct HashText<W: Write>(Fields<W>);

impl<W: Write> HashText<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Self {
        Self(Fields::new(out))
    }

    /// `Msg`, whole.
    ///
    /// # Errors
    /// What writing gives, as from every other method.
    pub fn message<'a>(&mut self, message: impl Into<BitStr<'a>>) -> io::Result<()> {
        let message = message.into();
        self.0.number("Msg_Len", message.len_bits())?;
        self.0.name("Msg")?;
        self.0.hex(message.whole_bytes())?;
        if let Some(last) = message.partial_byte().byte() {
            self.0.hex(&[last])?;
        }
        self.0.end_line()?;
        self.0.flush()
    }

    /// `Msg_Seed`, empty for a message that is not random, and both ends of the message.
    pub fn long_message(&mut self, message: &[u8], seed: Option<&[u8]>) -> io::Result<()> {
        self.0.number("Msg_Len", 8 * message.len() as u64)?;
        self.0.value("Msg_Seed", seed.unwrap_or_default())?;
        let first = &message[..message.len().min(EXCERPT_BYTES)];
        let last = &message[message.len().saturating_sub(EXCERPT_BYTES)..];
        self.0.name("Msg_Exp")?;
        self.0.hex(first)?;
        self.0.plain(" .... ")?;
        self.0.hex(last)?;
        self.0.end_line()?;
        self.0.flush()
    }

    /// `Dst`, the digest, and the end of the record.
    pub fn digest(&mut self, digest: &[u8]) -> io::Result<()> {
        self.0.number("Dst_Len", 8 * digest.len() as u64)?;
        self.0.value("Dst", digest)?;
        self.0.end()
    }

    /// What was written to.
    pub fn into_inner(self) -> W {
        self.0.into_inner()
    }
}
