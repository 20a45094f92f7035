//! `KAT_KEX`: key exchange.

use std::io::{self, Write};

use super::fields::Fields;

/// Writes records of `KAT_KEX`: [`begin`](Self::begin), [`initiator`](Self::initiator),
/// [`responder`](Self::responder), [`pass`](Self::pass) for every pass that ran,
/// [`secret`](Self::secret), [`end`](Self::end).
#[derive(Debug)]
pub struct KexText<W: Write> {
    fields: Fields<W>,
    /// The passes of this record so far.
    passes: u32,
}

impl<W: Write> KexText<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Self {
        Self { fields: Fields::new(out), passes: 0 }
    }

    /// `Count`, `Seed` and `Pass_Num`, the number of passes the protocol declares.
    ///
    /// # Errors
    /// What writing gives, as from every other method.
    pub fn begin(&mut self, count: u64, seed: &[u8], declared_passes: u64) -> io::Result<()> {
        self.passes = 0;
        self.fields.begin(count, seed)?;
        self.fields.number("Pass_Num", declared_passes)?;
        self.fields.flush()
    }

    /// `PKa`, `SKa` and `Init_Sta`.
    pub fn initiator(&mut self, pka: &[u8], ska: &[u8], sta: &[u8]) -> io::Result<()> {
        self.fields.sized("PKa", pka)?;
        self.fields.sized("SKa", ska)?;
        self.fields.sized("Init_Sta", sta)?;
        self.fields.flush()
    }

    /// `PKb`, `SKb` and `Init_Stb`.
    pub fn responder(&mut self, pkb: &[u8], skb: &[u8], stb: &[u8]) -> io::Result<()> {
        self.fields.sized("PKb", pkb)?;
        self.fields.sized("SKb", skb)?;
        self.fields.sized("Init_Stb", stb)?;
        self.fields.flush()
    }

    /// The record's next pass: its sender's state afterwards and the message. Pass 1 and every
    /// second one from there are the initiator's (`Pass1_Sta`, `M1`), the others the responder's
    /// (`Pass2_Stb`, `M2`).
    pub fn pass(&mut self, state: &[u8], message: &[u8]) -> io::Result<()> {
        self.passes += 1;
        let pass = self.passes;
        let side = if pass % 2 == 1 { 'a' } else { 'b' };
        self.fields.sized(format_args!("Pass{pass}_St{side}"), state)?;
        self.fields.sized(format_args!("M{pass}"), message)?;
        self.fields.flush()
    }

    /// `SS`, the initiator's.
    pub fn secret(&mut self, ss: &[u8]) -> io::Result<()> {
        self.fields.sized("SS", ss)?;
        self.fields.flush()
    }

    /// The end of the record.
    pub fn end(&mut self) -> io::Result<()> {
        self.fields.end()
    }

    /// What was written to.
    pub fn into_inner(self) -> W {
        self.fields.into_inner()
    }
}
