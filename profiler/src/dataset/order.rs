//! The order of instances and operations on pages.

use crate::api::Operation;
use std::cmp::Ordering;

/// Compares texts with the numbers in them as numbers: `ZEN_128` before `ZEN_1024`.
pub fn natural(one: &str, other: &str) -> Ordering {
    let (mut left, mut right) = (one, other);
    while !(left.is_empty() && right.is_empty()) {
        let (text, text_after) = split(left, |c| !c.is_ascii_digit());
        let (other_text, other_after) = split(right, |c| !c.is_ascii_digit());
        let (number, left_after) = split(text_after, |c| c.is_ascii_digit());
        let (other_number, right_after) = split(other_after, |c| c.is_ascii_digit());
        let order = text.cmp(other_text).then_with(|| numeric(number, other_number));
        if order.is_ne() {
            return order;
        }
        (left, right) = (left_after, right_after);
    }
    // Leading zeros.
    one.cmp(other)
}

fn split(text: &str, belongs: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|c| !belongs(c)).unwrap_or(text.len()))
}

/// Compares digits of any length; none come first.
fn numeric(one: &str, other: &str) -> Ordering {
    let significant = |digits: &str| digits.trim_start_matches('0').len();
    let digits = |digits: &str| digits.trim_start_matches('0').to_owned();
    (!one.is_empty(), significant(one))
        .cmp(&(!other.is_empty(), significant(other)))
        .then_with(|| digits(one).cmp(&digits(other)))
}

/// What operations are sorted by: keygen, enc, dec, sign, verify, exchange, init_a, init_b, the
/// passes, derive_a, derive_b, hashing by message length; unknown ones last.
pub fn operation_order(operation: Option<Operation>) -> (u8, u64) {
    use Operation::*;
    match operation {
        Some(Keygen) => (0, 0),
        Some(Enc) => (1, 0),
        Some(Dec) => (2, 0),
        Some(Sign) => (3, 0),
        Some(Verify) => (4, 0),
        Some(Exchange) => (5, 0),
        Some(InitA) => (6, 0),
        Some(InitB) => (7, 0),
        Some(Pass(pass)) => (8, pass.into()),
        Some(DeriveA) => (9, 0),
        Some(DeriveB) => (10, 0),
        Some(Hash(bytes)) => (11, bytes),
        None => (12, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sorted<'a>(labels: &[&'a str]) -> Vec<&'a str> {
        let mut sorted = labels.to_vec();
        sorted.sort_by(|one, other| natural(one, other));
        sorted
    }

    #[test]
    fn numbers_are_numbers() {
        for labels in [
            &["ZEN_128", "ZEN_256", "ZEN_1024"][..],
            &["AFS-512", "AFS-768", "AFS-1024", "AFS-XOF-256"],
            &["Mito-1-128", "Mito-1-512", "Mito-1-E-128", "Mito-2-128"],
            &["kem-2", "kem-11", "kex-1"],
            &["a", "a1", "a1b", "a2"],
            &["x99999999999999999999998", "x99999999999999999999999", "x100000000000000000000000"],
            &["x0", "x00", "x01", "x1"],
        ] {
            let mut reversed = labels.to_vec();
            reversed.reverse();
            assert_eq!(sorted(&reversed), labels);
        }
    }

    #[test]
    fn operations_in_the_order_of_pages() {
        let names = [
            "keygen",
            "enc",
            "dec",
            "sign",
            "verify",
            "exchange",
            "init_a",
            "init_b",
            "pass1",
            "pass2",
            "pass10",
            "derive_a",
            "derive_b",
            "hash_32",
            "hash_1024",
            "unknown",
        ];
        let mut sorted = names;
        sorted.sort();
        sorted.sort_by_key(|name| operation_order(name.parse().ok()));
        assert_eq!(sorted, names);
    }

    proptest! {
        #[test]
        fn natural_order_is_one(a in "[a0-9é]{0,6}", b in "[a0-9é]{0,6}", c in "[a0-9é]{0,6}") {
            prop_assert_eq!(natural(&a, &b), natural(&b, &a).reverse());
            prop_assert_eq!(natural(&a, &b).is_eq(), a == b);
            if natural(&a, &b).is_le() && natural(&b, &c).is_le() {
                prop_assert!(natural(&a, &c).is_le());
            }
        }
    }
}
