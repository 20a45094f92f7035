//! The comparison step by step, each as far as the computed text goes.

use std::io::{self, Read};

use super::case::equal_but_for_case;
use super::difference::{EXCERPT_CHARS, shown};
use super::{Comparer, Difference, What};
use crate::fields::{
    HEAD_BYTES, begins_record, field_of, is_bytes, is_empty_in_templates, line_begins_record,
};
use crate::lines::{Lines, Next};

/// Where the comparison is.
#[derive(Debug)]
pub(super) enum State {
    /// At the beginning of a line.
    Line,
    /// Within a value, both texts at the same place.
    Value,
    /// Within a computed value that the published text leaves out.
    LeftOut,
    /// Within a value, at the first character that differs.
    ValueDiffers,
    /// There is a difference.
    Differs(Difference),
    /// The published text cannot be read.
    Failed(io::Error),
}

/// Whether comparing can go on.
enum Step {
    Done,
    /// Not before more is computed.
    Starved,
}

impl<R: Read> Comparer<R> {
    /// Compares as far as there is something to compare.
    pub(super) fn go_on(&mut self) {
        loop {
            let step = match self.state {
                State::Line => self.line(),
                State::Value => self.value(),
                State::LeftOut => self.left_out(),
                State::ValueDiffers => self.value_differs(),
                State::Differs(_) | State::Failed(_) => Ok(Step::Starved),
            };
            match step {
                Ok(Step::Done) => {}
                Ok(Step::Starved) => return,
                Err(error) => self.state = State::Failed(error),
            }
        }
    }

    /// Compares lines, or the names that they begin with.
    fn line(&mut self) -> io::Result<Step> {
        // Most lines are short and the same, so that nothing else has to be known about them.
        match (self.computed.whole_line(), self.published.whole_line()) {
            (Some(computed), Some(published)) if computed == published => {
                self.records += u64::from(line_begins_record(computed));
                self.next_line();
                return Ok(Step::Done);
            }
            _ => {}
        }
        // One that is empty is the end: what then is left of the published text, `finish` sees.
        let Some(computed @ [_, ..]) = self.computed.peek(HEAD_BYTES) else {
            return Ok(Step::Starved);
        };
        fill(&mut self.source, &mut self.published, HEAD_BYTES)?;
        let published = self.published.peek(HEAD_BYTES).unwrap_or_default();
        let (name, to_equals) = field_of(computed).unwrap_or_default();
        let same = match to_equals {
            [] => field_of(published).is_none(),
            _ => published.starts_with(to_equals),
        };
        if published.is_empty() || !same {
            let what = match published {
                [] => What::EndsEarly,
                _ => What::Line { published: shown(published) },
            };
            let name = name.to_vec();
            self.differs(&name, what);
            return Ok(Step::Done);
        }
        let length = to_equals.len();
        self.field.clear();
        self.field.extend_from_slice(name);
        self.records += u64::from(begins_record(name));
        self.computed.consume(length);
        self.published.consume(length);
        self.column = 0;
        self.state = State::Value;
        Ok(Step::Done)
    }

    /// Compares what is at hand of values.
    fn value(&mut self) -> io::Result<Step> {
        let computed = self.computed.next();
        if computed == Next::Starved {
            return Ok(Step::Starved);
        }
        fill(&mut self.source, &mut self.published, 1)?;
        let line = self.published.line();
        match (computed, self.published.next()) {
            (Next::Content(computed), Next::Content(published)) => {
                let length = computed.len().min(published.len());
                let (computed, published) = (&computed[..length], &published[..length]);
                let equal = if computed == published {
                    length
                } else {
                    let equal = equal_but_for_case(computed, published);
                    // At least one character is different, if only in its case.
                    if computed[..equal] != published[..equal] {
                        self.lower_case.get_or_insert(line);
                    }
                    equal
                };
                if let Some(last) = equal.checked_sub(1) {
                    self.equal = [computed[last], published[last]];
                }
                self.computed.consume(equal);
                self.published.consume(equal);
                self.column += equal as u64;
                if equal < length {
                    self.state = State::ValueDiffers;
                }
            }
            (Next::Content(_), _) if self.column == 0 && is_empty_in_templates(&self.field) => {
                self.empty_lengths.get_or_insert((line, 0)).1 += 1;
                self.state = State::LeftOut;
            }
            (Next::Content(_), _) | (_, Next::Content(_)) => self.state = State::ValueDiffers,
            _ => self.next_line(),
        }
        Ok(Step::Done)
    }

    /// Goes past a computed value.
    fn left_out(&mut self) -> io::Result<Step> {
        match self.computed.next() {
            Next::Content(content) => {
                let length = content.len();
                self.computed.consume(length);
            }
            Next::Starved => return Ok(Step::Starved),
            Next::LineEnd | Next::End => self.next_line(),
        }
        Ok(Step::Done)
    }

    fn next_line(&mut self) {
        self.computed.next_line();
        self.published.next_line();
        self.state = State::Line;
    }

    /// Gathers what is to be shown of values that differ.
    fn value_differs(&mut self) -> io::Result<Step> {
        let Some(computed) = self.computed.peek(EXCERPT_CHARS) else {
            return Ok(Step::Starved);
        };
        fill(&mut self.source, &mut self.published, EXCERPT_CHARS)?;
        let published = self.published.peek(EXCERPT_CHARS).unwrap_or_default();
        // In a field the first character is the blank after `=`.
        let blanks = u64::from(!self.field.is_empty());
        let position = self.column.saturating_sub(blanks);
        // A byte's second digit says nothing without the first.
        let digits = if is_bytes(&self.field) && position % 2 == 1 { 1 } else { 0 };
        let shown_from = |equal: u8, rest: &[u8]| {
            let begin = &[equal][..digits];
            shown([begin, rest].concat().trim_ascii_start())
        };
        let computed = shown_from(self.equal[0], computed);
        let published = shown_from(self.equal[1], published);
        let what = What::Value { position, computed, published };
        let field = std::mem::take(&mut self.field);
        self.differs(&field, what);
        Ok(Step::Done)
    }

    pub(super) fn differs(&mut self, field: &[u8], what: What) {
        // The records counted are those that have begun, in both texts.
        let begins = begins_record(field) && !matches!(what, What::Value { .. });
        let record = if begins { self.records } else { self.records.saturating_sub(1) };
        let (line, field) = (self.published.line(), shown(field));
        self.state = State::Differs(Difference { line, record, field, what });
    }
}

/// Reads until so many bytes of content, or all that the line has, can be seen.
pub(super) fn fill(source: &mut impl Read, lines: &mut Lines, bytes: usize) -> io::Result<()> {
    while lines.peek(bytes).is_none() {
        match source.read(lines.room()) {
            Ok(0) => lines.end(),
            Ok(bytes) => lines.fed(bytes),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
