//! Labels of instances: unique, fit for file names, in natural order.

use super::layout;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::Path;

/// Compares names as people sort them: `ZEN_2` before `ZEN_10`.
pub fn natural_order(a: &str, b: &str) -> Ordering {
    natural_bytes(a.as_bytes(), b.as_bytes())
}

pub(super) fn natural_paths(a: &Path, b: &Path) -> Ordering {
    let bytes = |path: &Path| -> Vec<Vec<u8>> {
        path.components().map(|c| c.as_os_str().as_encoded_bytes().to_vec()).collect()
    };
    let (a, b) = (bytes(a), bytes(b));
    let parts = a.iter().zip(&b).map(|(a, b)| natural_bytes(a, b));
    parts.fold(Ordering::Equal, Ordering::then).then(a.len().cmp(&b.len()))
}

fn natural_bytes(a: &[u8], b: &[u8]) -> Ordering {
    let (mut x, mut y) = (a, b);
    while let (Some(&first), Some(&second)) = (x.first(), y.first()) {
        let order = if first.is_ascii_digit() && second.is_ascii_digit() {
            let (left, right) = (digits(&mut x), digits(&mut y));
            left.len().cmp(&right.len()).then(left.cmp(right))
        } else {
            (x, y) = (&x[1..], &y[1..]);
            first.cmp(&second)
        };
        if order != Ordering::Equal {
            return order;
        }
    }
    x.len().cmp(&y.len()).then_with(|| a.cmp(b))
}

/// Takes a number off the front, without its leading zeros.
fn digits<'a>(text: &mut &'a [u8]) -> &'a [u8] {
    let end = text.iter().position(|b| !b.is_ascii_digit()).unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    *text = rest;
    let zeros = number.iter().take_while(|&&b| b == b'0').count();
    &number[zeros..]
}

/// Makes a name fit for a file name: no `/`, no control characters, not empty, no leading dot.
pub(super) fn clean(name: &str) -> String {
    let safe = |c: char| if c == '/' || c.is_control() { '_' } else { c };
    let name: String = name.trim().chars().map(safe).collect();
    match name.trim_start_matches('.') {
        "" => "submission".to_owned(),
        // Room is left for `__operation.json` within the 255 bytes a file name may have.
        rest => rest.char_indices().take_while(|(at, _)| *at < 180).map(|(_, c)| c).collect(),
    }
}

/// What is wrong with a label someone chose, if anything.
pub(super) fn problem(label: &str) -> Option<&'static str> {
    if label.trim().is_empty() {
        Some("is empty")
    } else if label.contains('/') {
        Some("contains '/', which no file name can")
    } else if label.chars().any(char::is_control) {
        Some("contains a control character")
    } else if label.starts_with('.') {
        Some("begins with '.'")
    } else if label.len() > 180 {
        Some("is longer than 180 bytes")
    } else {
        None
    }
}

/// Makes labels unique: a variant is added to all but reference implementations, then parent
/// folders are put in front, and a number as the last resort.
pub(super) fn make_unique(labels: &mut [String], roots: &[&Path]) {
    for index in repeated(labels) {
        match layout::variant(roots[index]) {
            "reference" => {}
            variant => labels[index] = format!("{}-{variant}", labels[index]),
        }
    }
    for level in 1..4 {
        for index in repeated(labels) {
            let parent = roots[index].ancestors().nth(level).and_then(Path::file_name);
            if let Some(parent) = parent {
                labels[index] = clean(&format!("{}-{}", parent.to_string_lossy(), labels[index]));
            }
        }
    }
    for (number, index) in repeated(labels).into_iter().enumerate() {
        labels[index] = format!("{}-{}", labels[index], number + 1);
    }
}

fn repeated(labels: &[String]) -> Vec<usize> {
    let mut counts = BTreeMap::new();
    labels.iter().for_each(|label| *counts.entry(label).or_insert(0) += 1);
    (0..labels.len()).filter(|&index| counts[&labels[index]] > 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_ordered_by_value() {
        let mut names = vec!["ZEN_10", "ZEN_2", "ZEN_02", "ZEN", "A9", "ZEN_2b"];
        names.sort_by(|a, b| natural_order(a, b));
        assert_eq!(names, ["A9", "ZEN", "ZEN_02", "ZEN_2", "ZEN_2b", "ZEN_10"]);
    }

    #[test]
    fn labels_become_unique() {
        let roots =
            ["/s/Reference_Implementation/Z", "/s/Optimized_Implementation/Z", "/s/x/Z", "/s/y/Z"];
        let roots: Vec<&Path> = roots.iter().map(Path::new).collect();
        let mut labels = vec!["Z".to_owned(); 4];
        make_unique(&mut labels, &roots);
        assert_eq!(labels, ["Reference_Implementation-Z", "Z-optimized", "x-Z", "y-Z"]);
        let mut labels = vec!["Z".to_owned(); 2];
        make_unique(&mut labels, &roots[..2]);
        assert_eq!(labels, ["Z", "Z-optimized"]);
    }

    #[test]
    fn names_are_made_fit_for_files() {
        assert_eq!(clean("a/b\n"), "a_b");
        assert_eq!(clean(".."), "submission");
        assert!(clean(&"中".repeat(200)).len() < 190);
        assert!(problem("ZEN (1) + 中").is_none());
        assert!(problem("a\tb").is_some());
    }
}
