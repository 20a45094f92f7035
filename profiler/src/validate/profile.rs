//! A profile: shares follow from ticks.

use super::Findings;
use crate::record::{FunctionTotals, ProfileRecord, corrected, raw_shares};
use std::collections::{BTreeMap, BTreeSet};

/// Names in `calls` as the totals have them.
const FUNCTIONS: [&str; 4] = ["drng", "pseudoXOF", "pseudohash", "sm3hash"];

pub(super) fn check(record: &ProfileRecord, findings: &mut Findings<'_>) {
    let totals = totals(record, findings);
    let (share, hash_share) = raw_shares(&totals, record.total.ticks);
    let by = "the calls make it";
    if record.share.keys().ne(share.keys()) {
        findings.say("share", "has not the functions that were called");
    }
    for (name, &expected) in &share {
        if let Some(&there) = record.share.get(name) {
            findings.same(&format!("share.{name}"), there, expected, by);
        }
    }
    if !sums(&record.share).contains(&record.hash_share) {
        findings.same("hash_share", record.hash_share, hash_share, by);
    }
    if let Some(overhead) = &record.overhead {
        let expected = corrected(&totals, record.total.operations, record.total.ticks, overhead);
        if record.corrected != expected {
            findings.say("corrected", "does not follow from the calls and the overhead");
        }
    }
    let inside: u64 = record.calls.iter().map(|row| row.ticks).fold(0, u64::saturating_add);
    if inside > record.total.ticks {
        findings.say("total.ticks", "are fewer than those of the calls");
    }
    let overflow: u64 = record.overflow.values().map(|total| total.calls).sum();
    if record.meta.overflow_calls.parse() != Ok(overflow) && !record.overflow.is_empty() {
        findings.say(
            "meta.overflow_calls",
            format!("{}, but overflow has {overflow}", record.meta.overflow_calls),
        );
    }
    for (key, there, expected) in [
        ("meta.instance", &record.meta.instance, &record.label),
        ("meta.id", &record.meta.id, &record.candidate),
    ] {
        if !there.is_empty() && there != expected {
            findings.say(key, format!("'{there}', not '{expected}'"));
        }
    }
    drng_context(record, findings);
}

/// The sum of the shares without the generator's, in every order it may have been worked out in: the
/// last digit depends on it.
fn sums(share: &BTreeMap<String, f64>) -> Vec<f64> {
    let parts: Vec<f64> =
        share.iter().filter(|(name, _)| *name != "drng").map(|(_, &part)| part).collect();
    match parts[..] {
        [a, b, c] => vec![a + b + c, a + c + b, b + c + a],
        _ => vec![parts.iter().fold(0.0, |sum, part| sum + part)],
    }
}

/// Calls and ticks of each function. Every shape stands once.
fn totals(record: &ProfileRecord, findings: &mut Findings<'_>) -> FunctionTotals {
    let mut totals = FunctionTotals::default();
    let mut shapes = BTreeSet::new();
    for (number, row) in record.calls.iter().enumerate() {
        let Some(name) = FUNCTIONS.into_iter().find(|name| *name == row.function) else {
            findings.say(format!("calls[{number}].fn"), format!("'{}' is no helper", row.function));
            continue;
        };
        if !shapes.insert((name, row.in_bits, row.out_bits)) {
            findings.say(format!("calls[{number}]"), "is a shape that stands there already");
        }
        totals.add(name, row.calls, row.ticks);
    }
    for (name, total) in &record.overflow {
        let name = FUNCTIONS.into_iter().find(|known| known == name).unwrap_or("init");
        totals.add(name, total.calls, total.ticks);
    }
    for row in &record.drng_context {
        let name = if row.context == "private" { "drng_private" } else { "drng_global" };
        totals.add(name, row.calls, row.ticks);
    }
    for row in &record.init {
        totals.add("init", row.calls, row.ticks);
    }
    totals
}

/// The two uses of the generator make up its calls.
fn drng_context(record: &ProfileRecord, findings: &mut Findings<'_>) {
    if record.drng_context.is_empty() {
        return;
    }
    let sum = |rows: &mut dyn Iterator<Item = (u64, u64)>| {
        rows.fold((0_u64, 0_u64), |(a, b), (c, d)| (a.saturating_add(c), b.saturating_add(d)))
    };
    let drng = record.calls.iter().filter(|row| row.function == "drng");
    let whole = sum(&mut drng.map(|row| (row.calls, row.ticks)));
    let parts = sum(&mut record.drng_context.iter().map(|row| (row.calls, row.ticks)));
    findings.same("drng_context", parts, whole, "calls have");
}
