//! The share table of a run.

use super::rows::{NOT_COUNTED, OUTSIDE, WHOLE_RUN};
use crate::format::{Table, per_operation, percent};
use crate::record::ProfileRecord;
use std::collections::BTreeMap;

const NONE: &str = "–";

/// One row a record (see [`super::records`]). Shares are those with the cost of counting taken
/// out, where that is known. Calls are those of one operation; for the whole run and for what is
/// outside operations they are all there were.
pub fn table(records: &[ProfileRecord]) -> Table {
    let mut table = Table::new([
        "program",
        "operation",
        "operations",
        "pseudohash/XOF/sm3",
        "DRNG",
        "calls per operation",
    ]);
    for record in records {
        let is_operation = record.operation != WHOLE_RUN && record.operation != OUTSIDE;
        let operations = record.total.operations;
        let calls = calls(record);
        let mut row = vec![record.label.clone(), record.operation.clone()];
        row.push(if is_operation { operations.to_string() } else { NONE.to_owned() });
        row.extend(shares(record));
        row.push(if is_operation {
            per_operation(calls, operations)
        } else if calls.is_empty() {
            NONE.to_owned()
        } else {
            let each: Vec<_> =
                calls.into_iter().map(|(name, calls)| format!("{name} {calls}")).collect();
            format!("in total: {}", each.join(", "))
        });
        table.push(row);
    }
    table
}

fn shares(record: &ProfileRecord) -> [String; 2] {
    if record.total.ticks == 0 {
        return [NONE.to_owned(), NONE.to_owned()];
    }
    let (share, hash_share) = match &record.corrected {
        Some(corrected) => (&corrected.share, corrected.hash_share),
        None => (&record.share, record.hash_share),
    };
    let drng_share = share.get("drng").copied().unwrap_or(0.0);
    [
        at_least(record, &["pseudohash", "pseudoXOF", "sm3hash"]) + &percent(hash_share),
        at_least(record, &["get_random_number"]) + &percent(drng_share),
    ]
}

/// The sign before a share that has calls of these helpers missing.
fn at_least(record: &ProfileRecord, helpers: &[&str]) -> String {
    let hidden = record.other.get(NOT_COUNTED).and_then(|names| names.as_array());
    let is_hidden = |name: &serde_json::Value| name.as_str().is_some_and(|n| helpers.contains(&n));
    if hidden.is_some_and(|names| names.iter().any(is_hidden)) { "≥" } else { "" }.to_owned()
}

/// Calls by helper. Seeding comes last: it is in neither share.
fn calls(record: &ProfileRecord) -> Vec<(&str, u64)> {
    const SEEDING: &str = "init_random_number";
    let mut calls: BTreeMap<&str, u64> = BTreeMap::new();
    for row in &record.calls {
        *calls.entry(row.function.as_str()).or_default() += row.calls;
    }
    for (function, total) in &record.overflow {
        *calls.entry(function.as_str()).or_default() += total.calls;
    }
    let shaped: u64 = record.init.iter().map(|row| row.calls).sum();
    let seeding = calls.remove(SEEDING).unwrap_or(0) + shaped;
    calls.into_iter().chain([(SEEDING, seeding)]).filter(|(_, calls)| *calls > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Format;

    fn record(operation: &str, operations: u64, ticks: u64) -> ProfileRecord {
        serde_json::from_value(serde_json::json!({
            "schema": 2, "candidate": "kat", "label": "kat", "operation": operation,
            "status": "complete",
            "meta": {"id": "", "instance": "", "operation": "", "tick_source": "", "tick_hz": "",
                     "warmups": "", "overflow_calls": ""},
            "total": {"operations": operations, "ticks": ticks},
            "calls": [
                {"fn": "sm3hash", "in_bits": 8, "out_bits": 256, "calls": 3000, "ticks": 500},
                {"fn": "drng", "in_bits": 0, "out_bits": 256, "calls": 4, "ticks": 70},
            ],
            "share": {"sm3hash": 0.5, "drng": 0.07}, "hash_share": 0.5,
            "init": [{"context": "global", "in_bits": 8, "out_bits": 0, "calls": 2, "ticks": 1}],
        }))
        .unwrap()
    }

    #[test]
    fn calls_of_the_run_are_whole_numbers() {
        let records = [record(WHOLE_RUN, 1, 1000), record("kem_enc", 2, 1000)];
        assert_eq!(
            table(&records).render(Format::Csv),
            "program,operation,operations,pseudohash/XOF/sm3,DRNG,calls per operation\n\
             kat,whole run,–,50%,7.0%,\"in total: drng 4, sm3hash 3000, init_random_number 2\"\n\
             kat,kem_enc,2,50%,7.0%,\"drng 2, sm3hash 1.5e+03, init_random_number 1\"\n"
        );
    }

    #[test]
    fn a_share_with_calls_missing_is_a_lower_bound() {
        let mut record = record("kem_enc", 2, 1000);
        record.other.insert(NOT_COUNTED.to_owned(), vec!["pseudoXOF"].into());
        let text = table(&[record]).render(Format::Csv);
        assert!(text.contains("kat,kem_enc,2,≥50%,7.0%"), "{text}");
    }

    #[test]
    fn an_operation_that_never_returned_has_no_share() {
        let text = table(&[record("kem_dec", 0, 0)]).render(Format::Csv);
        assert!(text.ends_with("kat,kem_dec,0,–,–,–\n"), "{text}");
    }
}
