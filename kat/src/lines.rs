//! A text as known answers are compared: its lines that are not empty, without the blanks and
//! carriage returns at their ends.

use memchr::memchr;

/// The bytes looked at at a time.
const BUFFER_BYTES: usize = 1 << 16;
const BYTE_ORDER_MARK: [u8; 3] = [0xef, 0xbb, 0xbf];

/// The lines of a text that is fed in parts, in constant memory.
///
/// Content is given in pieces as long as the buffer has them; what ends a line, and whether blanks
/// do, is often known only with the next part. A byte-order mark at the beginning is no content.
/// Of a run of blanks longer than the buffer, within a line, not all are given.
#[derive(Debug)]
pub(crate) struct Lines {
    buffer: Box<[u8]>,
    /// The buffer's bytes that were fed and not consumed: `start..end`.
    start: usize,
    end: usize,
    /// `start..content` is content of this line.
    content: usize,
    /// Up to here it is known whether bytes are content: what is between `content` and this is
    /// blanks.
    scanned: usize,
    /// Whether the line ends at `scanned`.
    line_ends: bool,
    /// Whether content of this line was given.
    in_line: bool,
    /// Whether nothing more will be fed.
    ended: bool,
    /// Whether nothing was scanned yet.
    at_beginning: bool,
    line: u64,
    byte_order_mark: bool,
    carriage_returns: bool,
}

/// What comes next.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Next<'a> {
    /// Content of the line, at least a byte.
    Content(&'a [u8]),
    /// The end of a line that has content.
    LineEnd,
    /// More has to be fed.
    Starved,
    /// The end of the text.
    End,
}

impl Lines {
    pub(crate) fn new() -> Self {
        Self {
            buffer: vec![0; BUFFER_BYTES].into(),
            start: 0,
            end: 0,
            content: 0,
            scanned: 0,
            line_ends: false,
            in_line: false,
            ended: false,
            at_beginning: true,
            line: 1,
            byte_order_mark: false,
            carriage_returns: false,
        }
    }

    /// The number of the line, from 1, empty ones counted.
    pub(crate) fn line(&self) -> u64 {
        self.line
    }

    /// Whether the text begins with a byte-order mark.
    pub(crate) fn has_byte_order_mark(&self) -> bool {
        self.byte_order_mark
    }

    /// Whether a line ended with a carriage return.
    pub(crate) fn has_carriage_returns(&self) -> bool {
        self.carriage_returns
    }

    /// Room for more of the text, at least a byte when more has to be fed. [`fed`](Self::fed) says
    /// how much of it was used.
    pub(crate) fn room(&mut self) -> &mut [u8] {
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            self.content -= self.start;
            self.scanned -= self.start;
            self.end -= self.start;
            self.start = 0;
        }
        if self.end == self.buffer.len() && self.scanned == self.end {
            // A run of blanks fills the buffer.
            self.end = self.content + (self.end - self.content) / 2;
            self.scanned = self.end;
        }
        &mut self.buffer[self.end..]
    }

    /// So many bytes were put into the [`room`](Self::room).
    pub(crate) fn fed(&mut self, bytes: usize) {
        self.end = (self.end + bytes).min(self.buffer.len());
    }

    /// Takes as much of `bytes` as there is room for, and returns the rest.
    pub(crate) fn feed<'b>(&mut self, bytes: &'b [u8]) -> &'b [u8] {
        let room = self.room();
        let (now, later) = bytes.split_at(bytes.len().min(room.len()));
        room[..now.len()].copy_from_slice(now);
        self.fed(now.len());
        later
    }

    /// Nothing more will be fed.
    pub(crate) fn end(&mut self) {
        self.ended = true;
    }

    /// What comes next. Content is given again until it is [consumed](Self::consume), a line's end
    /// until [`next_line`](Self::next_line).
    pub(crate) fn next(&mut self) -> Next<'_> {
        while self.start == self.content {
            if self.line_ends {
                if self.in_line {
                    return Next::LineEnd;
                }
                self.next_line();
            } else if !self.scan() {
                return match (self.ended, self.in_line) {
                    (false, _) => Next::Starved,
                    (true, true) => Next::LineEnd,
                    (true, false) => Next::End,
                };
            }
        }
        self.in_line = true;
        Next::Content(&self.buffer[self.start..self.content])
    }

    /// So many bytes of content that come next, fewer at the end of the line, none at that of the
    /// text. `None` when more has to be fed.
    pub(crate) fn peek(&mut self, bytes: usize) -> Option<&[u8]> {
        loop {
            match self.next() {
                Next::Content(_) => {}
                Next::LineEnd | Next::End => return Some(&[]),
                Next::Starved => return None,
            }
            if self.content - self.start >= bytes || self.line_ends {
                break;
            }
            if !self.scan() {
                if self.ended {
                    break;
                }
                return None;
            }
        }
        let end = self.content.min(self.start + bytes);
        Some(&self.buffer[self.start..end])
    }

    /// All of the line that comes next, if it is at hand.
    pub(crate) fn whole_line(&mut self) -> Option<&[u8]> {
        let whole = matches!(self.next(), Next::Content(_)) && self.line_ends;
        whole.then(|| &self.buffer[self.start..self.content])
    }

    /// Goes past so many bytes of the content that was given.
    pub(crate) fn consume(&mut self, bytes: usize) {
        self.start = (self.start + bytes).min(self.content);
    }

    /// Goes past the end of the line, and past what is at hand of it.
    pub(crate) fn next_line(&mut self) {
        self.in_line = false;
        self.line += 1;
        if self.line_ends {
            self.line_ends = false;
            self.scanned += 1;
        }
        self.start = self.scanned;
        self.content = self.scanned;
    }

    /// Looks at what was fed since, up to the end of the line. Whether there was anything.
    fn scan(&mut self) -> bool {
        if self.at_beginning && !self.skip_byte_order_mark() {
            return false;
        }
        let fresh = &self.buffer[self.scanned..self.end];
        if fresh.is_empty() || self.line_ends {
            return false;
        }
        let length = match memchr(b'\n', fresh) {
            Some(at) => {
                self.line_ends = true;
                at
            }
            None => fresh.len(),
        };
        let blanks = fresh[..length].iter().rev().take_while(|byte| is_blank(**byte)).count();
        if blanks < length {
            self.content = self.scanned + length - blanks;
        }
        self.scanned += length;
        if self.line_ends && self.scanned > self.start {
            self.carriage_returns |= self.buffer[self.scanned - 1] == b'\r';
        }
        true
    }

    /// Whether it is known by now if there is one.
    fn skip_byte_order_mark(&mut self) -> bool {
        let begin = &self.buffer[..self.end.min(BYTE_ORDER_MARK.len())];
        if begin == BYTE_ORDER_MARK {
            self.byte_order_mark = true;
            self.start = begin.len();
            self.content = begin.len();
            self.scanned = begin.len();
        } else if BYTE_ORDER_MARK.starts_with(begin) && !self.ended {
            return false;
        }
        self.at_beginning = false;
        true
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The lines, and their numbers, of a text fed in parts of the given lengths.
    fn lines(text: &[u8], parts: &[usize]) -> Vec<(u64, Vec<u8>)> {
        let mut lines = Lines::new();
        let mut parts = parts.iter().cycle();
        let mut rest = text;
        let mut found = Vec::new();
        let mut content = Vec::new();
        loop {
            match lines.next() {
                Next::Content(piece) => {
                    assert!(!piece.is_empty());
                    content.extend_from_slice(piece);
                    let length = piece.len();
                    lines.consume(length);
                }
                Next::LineEnd => {
                    found.push((lines.line(), std::mem::take(&mut content)));
                    lines.next_line();
                }
                Next::Starved if rest.is_empty() => lines.end(),
                Next::Starved => {
                    let part = (*parts.next().unwrap()).clamp(1, rest.len());
                    let left = lines.feed(&rest[..part]).len();
                    assert!(left < part);
                    rest = &rest[part - left..];
                }
                Next::End => return found,
            }
        }
    }

    fn naive(text: &[u8]) -> Vec<(u64, Vec<u8>)> {
        let text = text.strip_prefix(&BYTE_ORDER_MARK).unwrap_or(text);
        let strip = |line: &[u8]| {
            let end = line.iter().rposition(|byte| !is_blank(*byte)).map_or(0, |last| last + 1);
            line[..end].to_vec()
        };
        let lines = text.split(|byte| *byte == b'\n').map(strip);
        (1..).zip(lines).filter(|(_, line)| !line.is_empty()).collect()
    }

    /// Little but what matters.
    fn texts() -> impl Strategy<Value = Vec<u8>> {
        let byte = proptest::sample::select(b"  \t\r\n\nab=\xef\xbb\xbf\0".to_vec());
        let mark = prop_oneof![Just(&b"\xef\xbb\xbf"[..]), Just(&b""[..])];
        (mark, proptest::collection::vec(byte, 0..60))
            .prop_map(|(mark, rest)| [mark, &rest].concat())
    }

    proptest! {
        #[test]
        fn lines_are_as_simply_split(text in texts(), parts in proptest::collection::vec(1..9usize, 1..5)) {
            prop_assert_eq!(lines(&text, &parts), naive(&text));
        }

        /// Across the buffer's end, with blanks there.
        #[test]
        fn long_lines(
            before in BUFFER_BYTES - 9..BUFFER_BYTES + 3, blanks in 0..12usize, after in 0..5usize,
            part in 1..BUFFER_BYTES * 2,
        ) {
            let mut text = vec![b'a'; before];
            text.extend(std::iter::repeat_n(b' ', blanks));
            text.extend(std::iter::repeat_n(b'b', after));
            text.extend(b" \r\nlast");
            prop_assert_eq!(lines(&text, &[part]), naive(&text));
        }
    }

    #[test]
    fn blanks_without_end_are_no_content() {
        let text = [&b"a = "[..], &vec![b' '; 5 * BUFFER_BYTES], b"\nb"].concat();
        assert_eq!(lines(&text, &[1000]), [(1, b"a =".to_vec()), (2, b"b".to_vec())]);
        let text = [&vec![b'\t'; 5 * BUFFER_BYTES], &b"\r\n\nb"[..]].concat();
        assert_eq!(lines(&text, &[BUFFER_BYTES]), [(3, b"b".to_vec())]);
    }

    fn peek(text: &[u8], ended: bool) -> Option<String> {
        let mut lines = Lines::new();
        lines.feed(text);
        if ended {
            lines.end();
        }
        lines.peek(4).map(|begin| begin.escape_ascii().to_string())
    }

    #[test]
    fn peeking_waits_for_enough() {
        assert_eq!(peek(b"\n \nPK = 12", false).as_deref(), Some("PK ="));
        assert_eq!(peek(b"PK =", false).as_deref(), Some("PK ="));
        assert_eq!(peek(b"PK  ", false), None);
        assert_eq!(peek(b"PK  ", true).as_deref(), Some("PK"));
        assert_eq!(peek(b"PK  \n", false).as_deref(), Some("PK"));
        assert_eq!(peek(b"PK  =", false).as_deref(), Some("PK  "));
        assert_eq!(peek(b"\xef\xbb", false), None);
        assert_eq!(peek(b"\xef\xbb", true).as_deref(), Some("\\xef\\xbb"));
        assert_eq!(peek(b"\xef\xbb\xbfPK =", false).as_deref(), Some("PK ="));
        assert_eq!(peek(b" \n", false), None);
        assert_eq!(peek(b" \n", true).as_deref(), Some(""));
    }

    #[test]
    fn carriage_returns_and_byte_order_marks_are_noticed() {
        for (text, noticed) in [("a\r\n", true), ("a\n", false), ("\r\n", true), ("a\rb\n", false)]
        {
            let mut lines = Lines::new();
            lines.feed(text.as_bytes());
            while lines.next() != Next::Starved {
                lines.consume(99);
                if lines.next() == Next::LineEnd {
                    lines.next_line();
                }
            }
            assert_eq!(lines.has_carriage_returns(), noticed, "{text:?}");
            assert!(!lines.has_byte_order_mark());
        }
    }
}
