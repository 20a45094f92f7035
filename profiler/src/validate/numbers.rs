//! Numbers as they are written.
//!
//! Writers of records give a number with the fewest digits that mean it and no other. One with
//! another last digit can mean the same number; that it was changed shows only in its digits.

use super::Findings;

/// Names the numbers of a JSON text that are not written with the fewest digits.
pub(super) fn check(text: &str, findings: &mut Findings<'_>) {
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c == '"' || c == '-' || c.is_ascii_digit()) {
        rest = &rest[at..];
        if rest.starts_with('"') {
            rest = &rest[string_length(rest)..];
            continue;
        }
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "+-.".contains(c)));
        let (number, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        if !is_shortest(number) {
            findings.say("", format!("{number} is not written as it would be: was it changed?"));
        }
    }
}

/// Bytes of a string with its quotation marks.
fn string_length(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn is_shortest(number: &str) -> bool {
    if !number.contains(['.', 'e', 'E']) {
        return true;
    }
    number.parse::<f64>().is_ok_and(|value| digits(number) == digits(&format!("{value:e}")))
}

/// The digits that matter: no sign, no point, no exponent, no zeros at the ends.
fn digits(number: &str) -> String {
    let mantissa = number.split(['e', 'E']).next().unwrap_or(number);
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    digits.trim_matches('0').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_last_digit_that_means_nothing_is_seen() {
        assert!(
            is_shortest("5.6836023261665146e-05") && is_shortest("0.5") && is_shortest("900.0")
        );
        assert!(!is_shortest("5.6836023261665147e-05") && !is_shortest("0.50000000000000001"));
        let mut all = Vec::new();
        let text = r#"{"a 1.50000000000000001 \" b": [1, -2.5, 0.10000000000000001], "c": 1e-7}"#;
        check(text, &mut Findings { file: "x", all: &mut all });
        assert_eq!(all.len(), 1);
        assert!(all[0].problem.starts_with("0.10000000000000001 "));
    }

    proptest! {
        #[test]
        fn what_is_written_as_json_is_shortest(value in any::<f64>()) {
            prop_assume!(value.is_finite());
            let text = serde_json::to_string(&value).unwrap();
            prop_assert!(is_shortest(&text), "{text}");
        }

        #[test]
        fn no_text_stops_it(text in r#"[0-9eE.+"\\ -]{0,40}"#) {
            check(&text, &mut Findings { file: "x", all: &mut Vec::new() });
        }
    }
}
