//! The comparison itself.

use std::io::{self, Read, Write};

use super::steps::{State, fill};
use super::{Comparison, Extent, Remark, What};
use crate::fields::{HEAD_BYTES, begins_record, field_of};
use crate::lines::Lines;

/// Compares what is written to it with a published text.
///
/// Writing never fails, and once a difference is found what is written is dropped;
/// [`has_ended`](Self::has_ended) tells when it makes no sense to go on.
/// [`finish`](Self::finish) has the result.
#[derive(Debug)]
pub struct Comparer<R> {
    pub(super) source: R,
    pub(super) computed: Lines,
    pub(super) published: Lines,
    pub(super) state: State,
    /// The name of the field whose values are compared.
    pub(super) field: Vec<u8>,
    /// The characters found equal so far: of the line, or of what comes after its `=`.
    pub(super) column: u64,
    /// The last of them, in both texts.
    pub(super) equal: [u8; 2],
    /// The records that have begun.
    pub(super) records: u64,
    pub(super) lower_case: Option<u64>,
    /// The first empty length's line, and how many there are.
    pub(super) empty_lengths: Option<(u64, u64)>,
}

/// Compares two texts.
///
/// # Errors
/// When either cannot be read.
pub fn compare(
    mut computed: impl Read,
    published: impl Read,
    extent: Extent,
) -> io::Result<Comparison> {
    let mut comparer = Comparer::new(published);
    while !comparer.has_ended() {
        let room = comparer.computed.room();
        match computed.read(room) {
            Ok(0) => break,
            Ok(bytes) => {
                comparer.computed.fed(bytes);
                comparer.go_on();
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    comparer.finish(extent)
}

impl<R: Read> Comparer<R> {
    /// Compares with the text that `published` gives. It needs no buffer.
    pub fn new(published: R) -> Self {
        Self {
            source: published,
            computed: Lines::new(),
            published: Lines::new(),
            state: State::Line,
            field: Vec::new(),
            column: 0,
            equal: [0; 2],
            records: 0,
            lower_case: None,
            empty_lengths: None,
        }
    }

    /// Whether the result is known already: there is a difference, or the published text cannot be
    /// read.
    pub fn has_ended(&self) -> bool {
        matches!(self.state, State::Differs(_) | State::Failed(_))
    }

    /// The result, when nothing more is going to be written.
    ///
    /// # Errors
    /// When the published text could not be read.
    pub fn finish(mut self, extent: Extent) -> io::Result<Comparison> {
        if extent != Extent::Part || matches!(self.state, State::ValueDiffers) {
            self.computed.end();
            self.go_on();
        }
        let mut more_records = None;
        if extent != Extent::Part && !self.has_ended() {
            more_records = self.published_rest(extent)?;
        }
        let remarks = self.remarks(more_records);
        let (records, difference) = match self.state {
            State::Failed(error) => return Err(error),
            State::Differs(difference) => (difference.record, Some(difference)),
            _ => (self.records, None),
        };
        Ok(Comparison { records, difference, remarks })
    }

    /// What the published text has after the computed one: a difference, or the line where records
    /// begin that were not to be compared.
    fn published_rest(&mut self, extent: Extent) -> io::Result<Option<u64>> {
        fill(&mut self.source, &mut self.published, HEAD_BYTES)?;
        let begin = self.published.peek(HEAD_BYTES).unwrap_or_default();
        if begin.is_empty() {
            return Ok(None);
        }
        let field = field_of(begin).map_or(begin, |(name, _)| name).to_vec();
        if extent == Extent::FirstRecords && begins_record(&field) {
            return Ok(Some(self.published.line()));
        }
        self.differs(&field, What::GoesOn);
        Ok(None)
    }

    fn remarks(&self, more_records: Option<u64>) -> Vec<Remark> {
        let published = &self.published;
        let remarks = [
            published.has_byte_order_mark().then_some(Remark::ByteOrderMark),
            published.has_carriage_returns().then_some(Remark::CarriageReturns),
            self.lower_case.map(|line| Remark::LowerCase { line }),
            self.empty_lengths.map(|(line, count)| Remark::EmptyLengths { count, line }),
            more_records.map(|line| Remark::MoreRecords { line }),
        ];
        remarks.into_iter().flatten().collect()
    }
}

impl<R: Read> Write for Comparer<R> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut rest = bytes;
        while !rest.is_empty() && !self.has_ended() {
            rest = self.computed.feed(rest);
            self.go_on();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
