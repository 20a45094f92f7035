//! Digests of texts in canonical form.

use std::io::{self, Read, Write};

use sha2::Digest;

use super::{Mode, Sha256};
use crate::fields::{HEAD_BYTES, begins_record, field_of, is_length};
use crate::lines::{Lines, Next};

/// Computes the digests of the text that is written to it, in all given modes at once and in
/// constant memory.
///
/// A byte-order mark at the beginning does not count. Letters do as they are: a text in lower case
/// has other digests.
#[derive(Debug)]
pub struct Digester {
    lines: Lines,
    /// Whether the head of the line was seen.
    in_line: bool,
    digests: Vec<ModeDigest>,
    records: u64,
    has_empty_lengths: bool,
}

/// The digest in a mode.
#[derive(Debug)]
struct ModeDigest {
    mode: Mode,
    sha256: sha2::Sha256,
    /// Whether the line counts.
    counts: bool,
}

/// What there is to say about a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digests {
    /// Its digests, for the modes in the order they were given in.
    pub digests: Vec<(Mode, Sha256)>,
    /// Its records. A mode that covers more than there are covers all.
    pub records: u64,
    /// Whether lengths are left empty: then only [`Mode::NOLEN`] can agree with a computed text.
    pub has_empty_lengths: bool,
}

/// The digests of what is read.
///
/// # Errors
/// When it cannot be read.
pub fn digest(mut text: impl Read, modes: &[Mode]) -> io::Result<Digests> {
    let mut digester = Digester::new(modes);
    loop {
        match text.read(digester.lines.room()) {
            Ok(0) => return Ok(digester.finish()),
            Ok(bytes) => {
                digester.lines.fed(bytes);
                digester.go_on();
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

impl Digester {
    /// For the digests in these modes.
    pub fn new(modes: &[Mode]) -> Self {
        let start = |mode: &Mode| ModeDigest { mode: *mode, sha256: Digest::new(), counts: true };
        Self {
            lines: Lines::new(),
            in_line: false,
            digests: modes.iter().map(start).collect(),
            records: 0,
            has_empty_lengths: false,
        }
    }

    /// The digests of what was written.
    pub fn finish(mut self) -> Digests {
        self.lines.end();
        self.go_on();
        let digests = self.digests.into_iter();
        Digests {
            digests: digests.map(|d| (d.mode, Sha256(d.sha256.finalize().into()))).collect(),
            records: self.records,
            has_empty_lengths: self.has_empty_lengths,
        }
    }

    /// Takes in what was fed, as far as it can be told what it is.
    fn go_on(&mut self) {
        loop {
            if !self.in_line && !self.line() {
                return;
            }
            let piece = match self.lines.next() {
                Next::Content(piece) => piece,
                Next::LineEnd => b"\n",
                Next::Starved | Next::End => return,
            };
            for digest in self.digests.iter_mut().filter(|digest| digest.counts) {
                digest.sha256.update(piece);
            }
            if piece == b"\n" {
                self.in_line = false;
                self.lines.next_line();
            } else {
                let length = piece.len();
                self.lines.consume(length);
            }
        }
    }

    /// Sees what line it is that begins; whether there is one.
    fn line(&mut self) -> bool {
        let Some(head @ [_, ..]) = self.lines.peek(HEAD_BYTES) else { return false };
        let (name, to_equals) = field_of(head).unwrap_or_default();
        let is_length = is_length(name);
        self.has_empty_lengths |= is_length && head == to_equals;
        self.records += u64::from(begins_record(name));
        for digest in &mut self.digests {
            let covered = digest.mode.records.is_none_or(|records| self.records <= records.get());
            digest.counts = covered && !(is_length && digest.mode.without_lengths);
        }
        self.in_line = true;
        true
    }
}

impl Write for Digester {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut rest = bytes;
        while !rest.is_empty() {
            rest = self.lines.feed(rest);
            self.go_on();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
