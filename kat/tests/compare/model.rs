//! The comparison once more, on whole texts in memory and as plain as can be.

use iccs_kat::compare::{Comparison, Difference, Extent, Remark, What};

/// The stripped lines that are not empty, with their numbers, and the number of the next one.
fn lines(text: &[u8]) -> (Vec<(u64, &[u8])>, u64) {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let blank = |byte: &u8| b" \t\r".contains(byte);
    let strip = |line: &[u8]| line.iter().rev().skip_while(|byte| blank(byte)).count();
    let all = text.split(|byte| *byte == b'\n').map(|line| &line[..strip(line)]);
    let mut all: Vec<_> = (1..).zip(all).collect();
    // What comes after the last line end is a line only if it has content.
    let next = all.pop_if(|(_, line)| line.is_empty()).map_or(all.len() as u64 + 1, |last| last.0);
    all.retain(|(_, line)| !line.is_empty());
    (all, next)
}

/// What comes before `=`, with what separates them, and what comes after it.
fn split(line: &[u8]) -> (Option<&[u8]>, &[u8]) {
    match line.iter().take(64).position(|byte| *byte == b'=') {
        Some(at) => (Some(&line[..=at]), &line[at + 1..]),
        None => (None, line),
    }
}

fn name(separated: Option<&[u8]>) -> String {
    let name = separated.map_or(&b""[..], |name| &name[..name.len() - 1]);
    name.trim_ascii_end().escape_ascii().to_string()
}

fn shown(text: &[u8], length: usize) -> String {
    text[..length.min(text.len())].escape_ascii().to_string()
}

fn is_number(field: &str) -> bool {
    field.ends_with("_Len") || matches!(field, "Count" | "Pass_Num")
}

/// The comparison but for the remark on carriage returns, which depends on how much is read.
pub(crate) fn compare(computed: &[u8], published: &[u8], extent: Extent) -> Comparison {
    let (mut ours, _) = lines(computed);
    let (mut theirs, next) = lines(published);
    ours.reverse();
    theirs.reverse();
    let mut records = 0_u64;
    let (mut lower, mut lengths, mut more) = (None, None, None);
    let difference = loop {
        let (our_line, their_line) = match (ours.pop(), theirs.pop()) {
            (None, None) => break None,
            (ours, theirs) => (ours.map(|(_, line)| line), theirs),
        };
        let line = their_line.map_or(next, |(line, _)| line);
        // The published text's where only that goes on, whole if it is no field.
        let (separated, our_value) = split(our_line.or(their_line.map(|(_, line)| line)).unwrap());
        let field = match (our_line, separated) {
            (None, None) => shown(our_value, 64),
            _ => name(separated),
        };
        let begins = matches!(&field[..], "Count" | "Msg_Len");
        let differs = |record, what| Some(Difference { line, record, field: field.clone(), what });
        let record = if begins { records } else { records.saturating_sub(1) };
        let Some((_, their_line)) = their_line else {
            break differs(record, What::EndsEarly);
        };
        if our_line.is_none() {
            if extent == Extent::FirstRecords && begins {
                more = Some(line);
                break None;
            }
            break differs(record, What::GoesOn);
        }
        let (their_name, their_value) = split(their_line);
        if separated != their_name {
            break differs(record, What::Line { published: shown(their_line, 64) });
        }
        records += u64::from(begins);
        if their_value.is_empty() && is_number(&field) && field != "Count" {
            if !our_value.is_empty() {
                lengths.get_or_insert((line, 0)).1 += 1;
            }
            continue;
        }
        let pairs = our_value.iter().zip(their_value);
        let equal = pairs.take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count();
        if our_value[..equal] != their_value[..equal] {
            lower.get_or_insert(line);
        }
        if equal < our_value.len() || equal < their_value.len() {
            let position = equal.saturating_sub(usize::from(separated.is_some()));
            let bytes = separated.is_some() && !is_number(&field) && field != "Msg_Exp";
            let from = equal - if bytes { position % 2 } else { 0 };
            let rest = |value: &[u8]| {
                let rest = &value[from..value.len().min(equal + 16)];
                rest.trim_ascii_start().escape_ascii().to_string()
            };
            let (computed, published) = (rest(our_value), rest(their_value));
            let what = What::Value { position: position as u64, computed, published };
            break differs(records.saturating_sub(1), what);
        }
    };
    let remarks = [
        published.starts_with(b"\xef\xbb\xbf").then_some(Remark::ByteOrderMark),
        lower.map(|line| Remark::LowerCase { line }),
        lengths.map(|(line, count)| Remark::EmptyLengths { count, line }),
        more.map(|line| Remark::MoreRecords { line }),
    ];
    Comparison {
        records: difference.as_ref().map_or(records, |difference| difference.record),
        difference,
        remarks: remarks.into_iter().flatten().collect(),
    }
}
