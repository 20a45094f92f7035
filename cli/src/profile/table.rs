//! The share table.

use iccs_profiler::format::{Table, per_operation, percent, significant3};
use iccs_profiler::record::ProfileRecord;

const COLUMNS: [&str; 5] =
    ["instance", "operation", "pseudohash/XOF/sm3", "DRNG", "calls per operation"];

const WIDE_COLUMNS: [&str; 8] = [
    "DRNG: randomness",
    "DRNG: own use",
    "DRNG init",
    "symmetric",
    "uncorrected",
    "ticks",
    "n",
    "own-use and init calls",
];

/// One row a record. Shares are those with the cost of counting taken out.
pub(crate) fn table(records: &[ProfileRecord], is_wide: bool) -> Table {
    let mut columns = COLUMNS.to_vec();
    if is_wide {
        columns.extend(WIDE_COLUMNS);
    }
    let mut table = Table::new(columns);
    for record in records {
        let mut row = vec![record.label.clone(), record.operation.clone()];
        if record.failure.is_some() {
            row.push("failed".to_owned());
            row.resize(table.columns(), "–".to_owned());
        } else {
            let (hash, drng) = record.shares();
            row.extend([percent(hash), percent(drng)]);
            row.push(per_operation(record.calls_by_function(), record.total.operations));
            if is_wide {
                row.extend(wide(record));
            }
        }
        table.push(row);
    }
    table
}

fn wide(record: &ProfileRecord) -> Vec<String> {
    let share = |of: fn(&iccs_profiler::record::Corrected) -> f64| {
        record.corrected.as_ref().map_or("–".to_owned(), |corrected| percent(of(corrected)))
    };
    let operations = record.total.operations;
    let ticks = record.total.ticks as f64 / operations as f64;
    let private = record.drng_context.iter().filter(|row| row.context == "private");
    let other_calls = [
        ("drng", private.map(|row| row.calls).sum()),
        ("init", record.init.iter().map(|row| row.calls).sum()),
    ];
    vec![
        share(|corrected| corrected.drng_global_share),
        share(|corrected| corrected.drng_private_share),
        share(|corrected| corrected.init_share),
        share(|corrected| corrected.symmetric_share),
        percent(record.hash_share),
        significant3(ticks),
        operations.to_string(),
        per_operation(other_calls, operations),
    ]
}
