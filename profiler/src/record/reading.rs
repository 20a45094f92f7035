//! A value as a host or a measuring process gave it.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::fmt;

/// A number, a text that may be one, or anything else: published records give the same key as
/// the one or the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Reading(pub Value);

impl Reading {
    /// As a number, also where it is written as text; none where it is no finite number.
    pub fn number(&self) -> Option<f64> {
        let number = match &self.0 {
            Value::Number(number) => number.as_f64(),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        };
        number.filter(|number: &f64| number.is_finite())
    }

    /// As a whole number that is not negative, also where it is written as text.
    pub fn integer(&self) -> Option<u64> {
        match &self.0 {
            Value::Number(number) => number.as_u64(),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        }
    }

    /// As yes or no: `true`, 1 and `"1"` are yes.
    pub fn flag(&self) -> Option<bool> {
        self.0.as_bool().or_else(|| self.integer().map(|number| number != 0))
    }
}

impl<T: Into<Value>> From<T> for Reading {
    fn from(value: T) -> Self {
        Reading(value.into())
    }
}

/// Text without its quotes; anything else as JSON.
impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Value::String(text) => f.pad(text),
            other => f.pad(&other.to_string()),
        }
    }
}

/// Reads a key that may be missing or null, and keeps the difference.
pub(crate) fn even_null<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Reading>, D::Error> {
    Reading::deserialize(from).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_are_read_from_text_too() {
        assert_eq!(Reading::from(2_707_200).number(), Some(2_707_200.0));
        assert_eq!(Reading::from("2707200").integer(), Some(2_707_200));
        assert_eq!(Reading::from("2.5").number(), Some(2.5));
        for none in [json!(null), json!("NaN"), json!("inf"), json!("fast"), json!([1])] {
            assert_eq!(Reading(none.clone()).number(), None, "{none}");
        }
        assert_eq!(Reading::from(-1).integer(), None);
        assert_eq!(Reading::from("0").flag(), Some(false));
        assert_eq!(Reading::from(true).flag(), Some(true));
    }

    #[test]
    fn shown_without_quotes() {
        assert_eq!(Reading::from("0-11").to_string(), "0-11");
        assert_eq!(Reading::from(11).to_string(), "11");
    }
}
