//! `KAT_KEM`: key encapsulation.

use std::io::{self, Write};

use super::fields::Fields;

/// Writes records of `KAT_KEM`: [`begin`](Self::begin), [`keys`](Self::keys),
/// [`encapsulation`](Self::encapsulation), [`end`](Self::end).
#[derive(Debug)]
pub struct KemText<W: Write>(Fields<W>);

impl<W: Write> KemText<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Self {
        Self(Fields::new(out))
    }

    /// `Count` and `Seed`.
    ///
    /// # Errors
    /// What writing gives, as from every other method.
    pub fn begin(&mut self, count: u64, seed: &[u8]) -> io::Result<()> {
        self.0.begin(count, seed)
    }

    /// `PK` and `SK`.
    pub fn keys(&mut self, pk: &[u8], sk: &[u8]) -> io::Result<()> {
        self.0.sized("PK", pk)?;
        self.0.sized("SK", sk)?;
        self.0.flush()
    }

    /// `CT` and `SS`.
    pub fn encapsulation(&mut self, ct: &[u8], ss: &[u8]) -> io::Result<()> {
        self.0.sized("CT", ct)?;
        self.0.sized("SS", ss)?;
        self.0.flush()
    }

    /// The end of the record: what decapsulation gives is not written.
    pub fn end(&mut self) -> io::Result<()> {
        self.0.end()
    }

    /// What was written to.
    pub fn into_inner(self) -> W {
        self.0.into_inner()
    }
}
