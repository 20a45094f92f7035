//! `KAT_SIG`: signatures.

use std::io::{self, Write};

use super::fields::Fields;

/// Writes records of `KAT_SIG`: [`begin`](Self::begin), [`keys`](Self::keys),
/// [`message`](Self::message), [`signature`](Self::signature), [`end`](Self::end).
#[derive(Debug)]
pub struct SigText<W: Write>(Fields<W>);

impl<W: Write> SigText<W> {
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

    /// `M`, before it is signed.
    pub fn message(&mut self, m: &[u8]) -> io::Result<()> {
        self.0.sized("M", m)?;
        self.0.flush()
    }

    /// `Sn`.
    pub fn signature(&mut self, sn: &[u8]) -> io::Result<()> {
        self.0.sized("Sn", sn)?;
        self.0.flush()
    }

    /// The end of the record, after verification.
    pub fn end(&mut self) -> io::Result<()> {
        self.0.end()
    }

    /// What was written to.
    pub fn into_inner(self) -> W {
        self.0.into_inner()
    }
}
