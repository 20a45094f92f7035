//! Sizes and helper calls that are others on the new side. They have no noise: every difference
//! is given, as it is.

use super::{Key, Side};
use crate::record::{ProfileRecord, Sizes};
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A size, or the calls of one shape, with another value on the new side.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Change {
    /// The operation where it was seen, of a size the first one.
    #[serde(flatten)]
    pub key: Key,
    /// Key of the size in records, or the helper and the bits it takes and gives.
    pub what: String,
    /// Bytes, or calls per operation: `3`, or `3046 / 1000` where that is no whole number.
    pub base: String,
    /// The same, now.
    pub new: String,
}

impl Change {
    /// Whether it is the same but for the operation.
    fn is_as(&self, other: &Change) -> bool {
        (&self.what, &self.base, &self.new) == (&other.what, &other.base, &other.new)
    }
}

/// All changes, of sizes first.
pub(super) fn all(base: &Side, new: &Side) -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    for (key, base) in &base.timings {
        let Some(new) = new.timings.get(key) else { continue };
        if base.is_complete() && new.is_complete() {
            // Every operation's record has all sizes of its instance.
            let of_instance = changes.iter().rev().take_while(|other| other.key.is_beside(key));
            let known: Vec<Change> = of_instance.cloned().collect();
            let found = sizes(key, &base.sizes, &new.sizes).into_iter();
            changes.extend(found.filter(|change| !known.iter().any(|other| change.is_as(other))));
        }
    }
    for (key, base, new) in both_profiled(base, new) {
        changes.extend(calls(key, base, new));
    }
    changes
}

/// Whether all operations were profiled in equally many runs on both sides.
pub(super) fn are_runs_equal(base: &Side, new: &Side) -> bool {
    both_profiled(base, new).all(|(_, base, new)| base.total.operations == new.total.operations)
}

fn both_profiled<'a>(
    base: &'a Side,
    new: &'a Side,
) -> impl Iterator<Item = (&'a Key, &'a ProfileRecord, &'a ProfileRecord)> {
    let is_usable = |record: &&ProfileRecord| record.is_complete() && record.total.operations > 0;
    base.profiles.iter().filter_map(move |(key, base)| {
        let new = new.profiles.get(key)?;
        Some((key, Some(base).filter(is_usable)?, Some(new).filter(is_usable)?))
    })
}

/// Sizes that both records have. Which ones there are depends on who wrote them.
fn sizes(key: &Key, base: &Sizes, new: &Sizes) -> Vec<Change> {
    let map = |sizes: &Sizes| match serde_json::to_value(sizes) {
        Ok(Value::Object(map)) => map,
        _ => Map::new(),
    };
    let (base, new) = (map(base), map(new));
    let both = base.iter().filter_map(|(what, base)| Some((what, base, new.get(what)?)));
    both.filter(|(_, base, new)| base != new)
        .map(|(what, base, new)| Change {
            key: key.clone(),
            what: what.clone(),
            base: base.to_string(),
            new: new.to_string(),
        })
        .collect()
}

fn calls(key: &Key, base: &ProfileRecord, new: &ProfileRecord) -> Vec<Change> {
    let mut shapes: BTreeMap<String, [u64; 2]> = BTreeMap::new();
    for (side, record) in [base, new].into_iter().enumerate() {
        for (what, calls) in counted(record) {
            let sum = &mut shapes.entry(what).or_default()[side];
            *sum = sum.saturating_add(calls);
        }
    }
    let operations = [base.total.operations, new.total.operations];
    let is_same = |[base, new]: [u64; 2]| {
        u128::from(base) * u128::from(operations[1]) == u128::from(new) * u128::from(operations[0])
    };
    shapes
        .into_iter()
        .filter(|(_, calls)| !is_same(*calls))
        .map(|(what, [base, new])| Change {
            key: key.clone(),
            what,
            base: per_operation(base, operations[0]),
            new: per_operation(new, operations[1]),
        })
        .collect()
}

/// Calls by helper and shape.
fn counted(record: &ProfileRecord) -> impl Iterator<Item = (String, u64)> {
    let shaped = record.calls.iter().map(|row| {
        let what = match row.function.as_str() {
            "drng" => format!("drng {} bits", row.out_bits),
            name => format!("{name} {} to {} bits", row.in_bits, row.out_bits),
        };
        (what, row.calls)
    });
    let without =
        record.overflow.iter().map(|(name, total)| (format!("{name}, other shapes"), total.calls));
    shaped.chain(without)
}

/// Exactly.
fn per_operation(calls: u64, operations: u64) -> String {
    match calls.checked_rem(operations) {
        Some(0) => (calls / operations).to_string(),
        _ => format!("{calls} / {operations}"),
    }
}
