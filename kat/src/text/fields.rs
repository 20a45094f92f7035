//! The lines that records are made of.

use std::fmt::Display;
use std::io::{self, BufWriter, Write};

use super::hex;

/// Larger than the text of most records, so that each part of one is a single write.
const BUFFER_BYTES: usize = 1 << 16;

/// Writes lines `Name = value`. Every part of a record ends with [`flush`](Self::flush).
#[derive(Debug)]
pub(super) struct Fields<W: Write> {
    out: BufWriter<W>,
}

impl<W: Write> Fields<W> {
    pub(super) fn new(out: W) -> Self {
        Self { out: BufWriter::with_capacity(BUFFER_BYTES, out) }
    }

    /// A line with a number.
    pub(super) fn number(&mut self, name: impl Display, number: u64) -> io::Result<()> {
        writeln!(self.out, "{name} = {number}")
    }

    /// A line with bytes.
    pub(super) fn value(&mut self, name: impl Display, value: &[u8]) -> io::Result<()> {
        self.name(name)?;
        self.hex(value)?;
        self.end_line()
    }

    /// A line with the number of bytes, and a line with the bytes.
    pub(super) fn sized(&mut self, name: impl Display, value: &[u8]) -> io::Result<()> {
        self.number(format_args!("{name}_Len"), value.len() as u64)?;
        self.value(name, value)
    }

    /// What every record of a KEM, SIG or KEX file begins with.
    pub(super) fn begin(&mut self, count: u64, seed: &[u8]) -> io::Result<()> {
        self.number("Count", count)?;
        self.sized("Seed", seed)?;
        self.flush()
    }

    /// The beginning of a line that [`hex`](Self::hex) and [`end_line`](Self::end_line) complete.
    pub(super) fn name(&mut self, name: impl Display) -> io::Result<()> {
        write!(self.out, "{name} = ")
    }

    pub(super) fn hex(&mut self, bytes: &[u8]) -> io::Result<()> {
        hex::write(&mut self.out, bytes)
    }

    pub(super) fn plain(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())
    }

    pub(super) fn end_line(&mut self) -> io::Result<()> {
        self.out.write_all(b"\n")
    }

    /// The empty line after a record.
    pub(super) fn end(&mut self) -> io::Result<()> {
        self.end_line()?;
        self.flush()
    }

    /// Hands on all that was written.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// What is written to. Nothing is lost that was flushed.
    pub(super) fn into_inner(self) -> W {
        self.out.into_parts().0
    }
}
