//! What is said of the texts that submissions come with.

use super::in_parts;
use iccs_kat::compare::{Comparer, Comparison, Extent, compare};
use iccs_kat::text::KemText;
use std::io::{self, Read, Write};

/// A text of so many records.
fn records(count: u64) -> String {
    let mut text = KemText::new(Vec::new());
    for count in 0..count {
        text.begin(count, &[0x5e, count as u8]).unwrap();
        text.keys(&[0xab; 40], &[0x0c, count as u8]).unwrap();
        text.encapsulation(&[0xc7; 3], &[0x55]).unwrap();
        text.end().unwrap();
    }
    String::from_utf8(text.into_inner()).unwrap()
}

fn of(computed: &str, published: &str, extent: Extent) -> Comparison {
    let comparison = compare(computed.as_bytes(), published.as_bytes(), extent).unwrap();
    assert_eq!(in_parts(computed.as_bytes(), published.as_bytes(), extent, &[3]), comparison);
    comparison
}

/// The difference in words, or the remarks.
fn said(published: &str) -> String {
    let comparison = of(&records(3), published, Extent::Whole);
    match comparison.difference {
        Some(difference) => difference.to_string(),
        None => {
            assert_eq!(comparison.records, 3);
            let remarks: Vec<_> = comparison.remarks.iter().map(ToString::to_string).collect();
            format!("equal: {}", remarks.join(", "))
        }
    }
}

#[test]
fn the_same() {
    assert_eq!(said(&records(3)), "equal: ");
}

#[test]
fn carriage_returns() {
    assert_eq!(said(&records(3).replace('\n', "\r\n")), "equal: lines end with CR LF");
}

#[test]
fn trailing_blanks_and_empty_lines() {
    assert_eq!(said(&records(3).replace('\n', " \t \n\n")), "equal: ");
    assert_eq!(said(records(3).trim_end()), "equal: ");
}

#[test]
fn byte_order_mark() {
    assert_eq!(said(&format!("\u{feff}{}", records(3))), "equal: begins with a byte-order mark");
}

#[test]
fn lower_case() {
    let lower = records(3).replace("AB", "ab");
    assert_eq!(said(&lower), "equal: lower-case hex (line 5)");
}

#[test]
fn templates() {
    let text = records(3).lines().fold(String::new(), |text, line| match line.split_once(" = ") {
        Some((name, _)) if name.ends_with("_Len") && name != "Seed_Len" => text + name + " = \n",
        _ => text + line + "\n",
    });
    assert_eq!(said(&text), "equal: 12 lengths left empty (the first in line 4)");
}

/// Only lengths may be.
#[test]
fn empty_values() {
    let text = records(3).replace("SS = 55", "SS = ");
    assert_eq!(
        said(&text),
        "line 11, record 0: SS differs from byte 0 on: 55 computed, nothing more published"
    );
}

#[test]
fn another_value() {
    let text = records(3).replace("Seed = 5E02", "Seed = 5E12");
    assert_eq!(
        said(&text),
        "line 27, record 2: Seed differs from byte 1 on: 02 computed, 12 published"
    );
}

#[test]
fn a_value_cut_short() {
    let text = records(3).replace("CT = C7C7C7", "CT = C7C7");
    assert_eq!(
        said(&text),
        "line 9, record 0: CT differs from byte 2 on: C7 computed, nothing more published"
    );
}

#[test]
fn missing_records() {
    assert_eq!(said(&records(2)), "line 25, record 2: the published text ends before it");
    assert_eq!(said(""), "line 1, record 0: the published text ends before it");
    let text = records(3);
    let (first, rest) = text.split_at(text.len() / 3);
    assert!(rest.starts_with("Count = 1"));
    let without = first.to_owned() + &rest[first.len()..];
    assert_eq!(said(&without), "line 13, record 1: Count differs: 1 computed, 2 published");
}

#[test]
fn cut_within_a_record() {
    let text = records(3);
    let end = text.rfind("CT_Len").unwrap();
    assert_eq!(said(&text[..end]), "line 32, record 2: the published text ends before CT_Len");
}

#[test]
fn extra_records() {
    assert_eq!(
        said(&records(4)),
        "line 37, record 3: the published text goes on with this record, which was not computed"
    );
    assert_eq!(
        said(&(records(3) + "end")),
        "line 37, record 2: the published text goes on with: end"
    );
}

#[test]
fn the_first_records() {
    let comparison = of(&records(2), &records(4), Extent::FirstRecords);
    assert_eq!((comparison.records, &comparison.difference), (2, &None));
    assert_eq!(comparison.remarks[0].to_string(), "records from line 25 on not compared");
    // Nothing but a record may follow.
    let comparison = of(&records(2), &(records(2) + "SS = 55"), Extent::FirstRecords);
    let difference = comparison.difference.unwrap();
    assert_eq!(difference.to_string(), "line 25, record 1: the published text goes on with: SS");
}

#[test]
fn binary_junk() {
    let junk = "\0\u{1}PK\u{7f}".repeat(100);
    let expected = "line 1, record 0: Count computed, but published is: \\x00\\x01PK\\x7f";
    assert!(said(&junk).starts_with(expected), "{}", said(&junk));
    assert!(said(&(records(1) + &junk)).starts_with("line 13, record 1: Count computed, but"));
}

#[test]
fn another_instance() {
    let text = records(3).replace("PK_Len = 40", "PK_Len = 41");
    assert_eq!(
        said(&text),
        "line 4, record 0: PK_Len differs: 0 computed, 1 published (the text of another instance?)"
    );
}

#[test]
fn another_kind() {
    let text = records(3).replace("PK_Len", "Pass_Num");
    assert_eq!(said(&text), "line 4, record 0: PK_Len computed, but published is: Pass_Num = 40");
}

#[test]
fn hash_files_count_messages() {
    let text = "Msg_Len = 0\nMsg = \nDst_Len = 8\nDst = 01\n\nMsg_Len = 1\nMsg = 80\nDst_Len = 8\nDst = 02\n\n";
    let comparison = of(text, &text.replace("Dst = 02", "Dst = 03"), Extent::Whole);
    assert_eq!(comparison.records, 1);
    let said = comparison.difference.unwrap().to_string();
    assert_eq!(said, "line 9, record 1: Dst differs from byte 0 on: 02 computed, 03 published");
}

/// Up to the last whole line.
#[test]
fn a_sudden_end() {
    let text = records(3);
    let part = &text[..text.rfind("CT = ").unwrap() + 7];
    let comparison = of(part, &text, Extent::Part);
    assert_eq!((comparison.records, comparison.difference), (3, None));
    let comparison = of(part, &text.replace("SK = 0C01", "SK = 0D01"), Extent::Part);
    assert_eq!(comparison.difference.unwrap().line, 19);
}

#[test]
fn writing_goes_on_after_a_difference() {
    let mut comparer = Comparer::new(&b"Count = 1"[..]);
    comparer.write_all(b"Count = 0\n").unwrap();
    assert!(comparer.has_ended());
    comparer.write_all(&[b'A'; 1_000_000]).unwrap();
    let difference = comparer.finish(Extent::Whole).unwrap().difference.unwrap();
    assert_eq!(difference.to_string(), "line 1, record 0: Count differs: 0 computed, 1 published");
}

struct Unreadable;

impl Read for Unreadable {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("unreadable"))
    }
}

#[test]
fn unreadable_texts() {
    let mut comparer = Comparer::new((&b"Count = 0\n"[..]).chain(Unreadable));
    comparer.write_all(b"Count = 0\nSeed_Len = 64\n").unwrap();
    assert!(comparer.has_ended());
    assert_eq!(comparer.finish(Extent::Whole).unwrap_err().to_string(), "unreadable");
    let comparer = Comparer::new(Unreadable);
    assert!(comparer.finish(Extent::Whole).is_err());
    assert!(compare(Unreadable, &b""[..], Extent::Whole).is_err());
}
