//! Names of operations and files in a data set.

use crate::api::Operation;

/// The operation a record is about; none for an unknown name. All messages of a hash function are
/// `hash` in published records, told apart by their length.
pub fn operation(name: &str, input_bytes: u64) -> Option<Operation> {
    if name == "hash" { Some(Operation::Hash(input_bytes)) } else { name.parse().ok() }
}

/// The name a record has for an operation.
pub fn recorded_name(operation: Operation) -> String {
    match operation {
        Operation::Hash(_) => "hash".to_owned(),
        other => other.to_string(),
    }
}

/// A candidate's or instance's name as part of a path: bytes that would lead elsewhere or hide
/// the file become `%` and two hex digits.
pub fn file_name(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for (at, c) in name.char_indices() {
        if matches!(c, '/' | '\\' | '%') || c.is_control() || (at == 0 && c == '.') {
            let mut utf8 = [0; 4];
            for byte in c.encode_utf8(&mut utf8).bytes() {
                text += &format!("%{byte:02X}");
            }
        } else {
            text.push(c);
        }
    }
    if text.is_empty() { "%".to_owned() } else { text }
}

/// A record's path below its data set's folder; `folder` is `records` or `profile`.
pub fn record_path(folder: &str, candidate: &str, label: &str, operation: Operation) -> String {
    format!("{folder}/{}/{}__{operation}.json", file_name(candidate), file_name(label))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::path::{Component, Path};

    #[test]
    fn published_names_stay_what_they_are() {
        assert_eq!(
            record_path("records", "kem-41", "ZEN_128", Operation::Keygen),
            "records/kem-41/ZEN_128__keygen.json"
        );
        assert_eq!(
            record_path("profile", "hash-01", "AFS+x (2)", Operation::Hash(32)),
            "profile/hash-01/AFS+x (2)__hash_32.json"
        );
    }

    #[test]
    fn operations_of_hash_functions_have_two_names() {
        assert_eq!(operation("hash", 32), Some(Operation::Hash(32)));
        assert_eq!(operation("hash_64", 0), Some(Operation::Hash(64)));
        assert_eq!(operation("pass3", 0), Some(Operation::Pass(3)));
        assert_eq!(operation("Keygen", 0), None);
        assert_eq!(recorded_name(Operation::Hash(32)), "hash");
        assert_eq!(recorded_name(Operation::DeriveA), "derive_a");
    }

    #[test]
    fn names_that_lead_elsewhere_do_not() {
        assert_eq!(file_name("../../etc"), "%2E.%2F..%2Fetc");
        assert_eq!(file_name("."), "%2E");
        assert_eq!(file_name(""), "%");
        assert_eq!(file_name("50%"), "50%25");
    }

    proptest! {
        #[test]
        fn a_name_is_one_part_of_a_path(one in ".*", other in ".*") {
            let name = file_name(&one);
            let parts: Vec<_> = Path::new(&name).components().collect();
            prop_assert!(matches!(parts[..], [Component::Normal(_)]), "{name}");
            prop_assert_eq!(one == other, name == file_name(&other));
        }
    }
}
