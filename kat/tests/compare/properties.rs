//! Any texts, read and written in any parts, against the model.

use super::{in_parts, model};
use iccs_kat::compare::{Comparison, Extent, Remark, compare};
use proptest::prelude::*;

/// A text much like the official one, of small records.
fn text() -> impl Strategy<Value = Vec<u8>> {
    let name = proptest::sample::select(vec!["PK", "SK", "Sn_Len", "Pass_Num", "Msg_Exp", "X_Len"]);
    let field = (name, "[0-9A-F]{0,20}").prop_map(|(name, value)| format!("{name} = {value}\n"));
    let record = proptest::collection::vec(field, 0..5).prop_map(|fields| fields.concat() + "\n");
    let begin = proptest::sample::select(vec!["Count", "Count", "Msg_Len"]);
    (begin, proptest::collection::vec(record, 0..4)).prop_map(|(begin, records)| {
        let records = records.iter().enumerate();
        let numbered = records.map(|(count, record)| format!("{begin} = {count}\n{record}"));
        numbered.collect::<String>().into_bytes()
    })
}

/// What is done to a text.
#[derive(Clone, Debug)]
enum Change {
    Replace(prop::sample::Index, u8),
    Remove(prop::sample::Index),
    RemoveLine(prop::sample::Index),
    RepeatLine(prop::sample::Index),
    EmptyValue(prop::sample::Index),
    Cut(prop::sample::Index),
    Lower,
    CarriageReturns,
    Blanks,
    EmptyLines,
    ByteOrderMark,
}

fn change() -> impl Strategy<Value = Change> {
    let byte = proptest::sample::select(b"0AFaf= \t\r\n\0\xef".to_vec());
    let index = any::<prop::sample::Index>;
    prop_oneof![
        (index(), byte).prop_map(|(at, byte)| Change::Replace(at, byte)),
        index().prop_map(Change::Remove),
        index().prop_map(Change::RemoveLine),
        index().prop_map(Change::RepeatLine),
        index().prop_map(Change::EmptyValue),
        index().prop_map(Change::Cut),
        Just(Change::Lower),
        Just(Change::CarriageReturns),
        Just(Change::Blanks),
        Just(Change::EmptyLines),
        Just(Change::ByteOrderMark),
    ]
}

fn replace(text: &[u8], from: u8, to: &[u8]) -> Vec<u8> {
    let bytes =
        text.iter().flat_map(|byte| if *byte == from { to } else { std::slice::from_ref(byte) });
    bytes.copied().collect()
}

impl Change {
    fn apply(&self, mut text: Vec<u8>) -> Vec<u8> {
        if text.is_empty() {
            return text;
        }
        let mut lines: Vec<Vec<u8>> =
            text.split_inclusive(|byte| *byte == b'\n').map(Vec::from).collect();
        match self {
            Change::Replace(at, byte) => *at.get_mut(&mut text) = *byte,
            Change::Remove(at) => drop(text.remove(at.index(text.len()))),
            Change::RemoveLine(at) => {
                lines.remove(at.index(lines.len()));
                return lines.concat();
            }
            Change::RepeatLine(at) => {
                let at = at.index(lines.len());
                lines.insert(at, lines[at].clone());
                return lines.concat();
            }
            Change::EmptyValue(at) => {
                let line = at.get_mut(&mut lines);
                if let Some(equals) = line.iter().position(|byte| *byte == b'=') {
                    line.truncate(equals + 1);
                    line.push(b'\n');
                }
                return lines.concat();
            }
            Change::Cut(at) => text.truncate(at.index(text.len())),
            Change::Lower => text = text.to_ascii_lowercase(),
            Change::CarriageReturns => text = replace(&text, b'\n', b"\r\n"),
            Change::Blanks => text = replace(&text, b'\n', b" \t \n"),
            Change::EmptyLines => text = replace(&text, b'\n', b"\n \r\n\n"),
            Change::ByteOrderMark => text.splice(..0, *b"\xef\xbb\xbf").for_each(drop),
        }
        text
    }
}

fn pairs() -> impl Strategy<Value = (Vec<u8>, Vec<u8>)> {
    (text(), proptest::collection::vec(change(), 0..4)).prop_map(|(text, changes)| {
        let changed = changes.iter().fold(text.clone(), |text, change| change.apply(text));
        (text, changed)
    })
}

/// Remarks on all of the published text depend on how much of it was read.
fn without_carriage_returns(mut comparison: Comparison) -> Comparison {
    comparison.remarks.retain(|remark| *remark != Remark::CarriageReturns);
    comparison
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn as_the_model_says(
        (computed, published) in pairs(),
        extent in proptest::sample::select(vec![Extent::Whole, Extent::FirstRecords]),
        parts in proptest::collection::vec(1..40usize, 1..4),
    ) {
        let expected = model::compare(&computed, &published, extent);
        let found = without_carriage_returns(in_parts(&computed, &published, extent, &parts));
        prop_assert_eq!(&found, &expected);
        let found = compare(&computed[..], &published[..], extent).unwrap();
        prop_assert_eq!(without_carriage_returns(found), expected);
    }

    /// Whatever is done to both: it need not be a text of known answers at all.
    #[test]
    fn any_two_texts(
        a in proptest::collection::vec(change(), 0..4), (b, c) in pairs(),
        parts in proptest::collection::vec(1..9usize, 1..4),
    ) {
        let b = a.iter().fold(b, |text, change| change.apply(text));
        let expected = model::compare(&b, &c, Extent::Whole);
        let found = in_parts(&b, &c, Extent::Whole, &parts);
        prop_assert_eq!(without_carriage_returns(found), expected);
    }

    /// What was computed before a sudden end differs only where it is different.
    #[test]
    fn a_part_of_the_same_is_no_difference(
        text in text(), end: prop::sample::Index, parts in proptest::collection::vec(1..9usize, 1..4),
    ) {
        let part = &text[..end.index(text.len() + 1)];
        let found = in_parts(part, &text, Extent::Part, &parts);
        prop_assert_eq!(found.difference, None);
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(50))]

    /// In values longer than all buffers, at any place.
    #[test]
    fn long_values(length in 1..400_000usize, at: prop::sample::Index, part in 1..200_000usize) {
        let at = at.index(length);
        let computed = [b"Count = 0\nPK = ", &vec![b'A'; length][..], b"\n"].concat();
        let mut published = computed.clone();
        published[15 + at] = b'B';
        let found = in_parts(&computed, &published, Extent::Whole, &[part]);
        prop_assert_eq!(&found, &model::compare(&computed, &published, Extent::Whole));
        prop_assert_eq!(found.difference.unwrap().byte(), Some(at as u64 / 2));
    }
}
