//! The table of costs.

use iccs_profiler::format::{NONE, Table, count, duration, or_dash, significant3};
use iccs_profiler::record::{Distribution, Memory, Sizes, TimingRecord};

const COLUMNS: [&str; 9] = [
    "instance",
    "operation",
    "mean cycles",
    "mean time",
    "ops/s",
    "median trial",
    "n (trials × iters)",
    "baseline RSS",
    "peak RSS",
];

const WIDE_COLUMNS: [&str; 9] = [
    "single calls: median",
    "p90",
    "p99",
    "95% of the mean",
    "static (code + constants + data + bss)",
    "heap peak",
    "stack peak",
    "leaked per operation",
    "sizes (bytes)",
];

/// One row a record.
pub(super) fn table(records: &[TimingRecord], is_wide: bool) -> Table {
    let mut columns = COLUMNS.to_vec();
    if is_wide {
        columns.extend(WIDE_COLUMNS);
    }
    let mut table = Table::new(columns);
    for record in records {
        let mut row = vec![record.label.clone(), record.operation.clone()];
        if record.is_complete() {
            row.extend(costs(record));
            if is_wide {
                row.extend(wide(record));
            }
        } else {
            row.push("failed".to_owned());
            row.resize(table.columns(), NONE.to_owned());
        }
        table.push(row);
    }
    table
}

fn costs(record: &TimingRecord) -> [String; 7] {
    let derived = &record.derived;
    let kib = |bytes: Option<u64>| or_dash(bytes, |bytes| format!("{} KiB", bytes / 1024));
    [
        or_dash(derived.mean_cycles, count),
        or_dash(derived.mean_seconds, duration),
        or_dash(derived.operations_per_second, significant3),
        or_dash(derived.median_trial_seconds, duration),
        record.timed_calls(),
        kib(record.baseline_rss_bytes),
        kib(record.peak_rss_bytes),
    ]
}

fn wide(record: &TimingRecord) -> [String; 9] {
    let none = (Distribution::default(), Memory::default());
    let distribution = record.distribution.as_ref().unwrap_or(&none.0);
    let memory = record.memory.as_ref().unwrap_or(&none.1);
    let bytes = |bytes: Option<u64>| or_dash(bytes, |bytes| bytes.to_string());
    let parts = [memory.code_bytes, memory.constants_bytes, memory.data_bytes, memory.bss_bytes];
    let parts: Option<Vec<String>> =
        parts.into_iter().map(|part| part.map(|bytes| bytes.to_string())).collect();
    [
        or_dash(distribution.median_s, duration),
        or_dash(distribution.p90_s, duration),
        or_dash(distribution.p99_s, duration),
        or_dash(distribution.mean_ci95_s, |[low, high]| {
            format!("{} to {}", duration(low), duration(high))
        }),
        or_dash(parts, |parts| parts.join(" + ")),
        bytes(memory.heap_peak_bytes),
        bytes(memory.stack_peak_bytes),
        or_dash(memory.leaked_bytes_per_operation, significant3),
        sizes(&record.sizes),
    ]
}

/// What there is of lengths, `pk 800, sk 1632`.
fn sizes(sizes: &Sizes) -> String {
    let named = [
        ("pk", sizes.pk_bytes),
        ("sk", sizes.sk_bytes),
        ("ct", sizes.ct_bytes),
        ("signature", sizes.signature_bytes),
        ("ss", sizes.ss_bytes),
        ("digest", sizes.digest_bytes),
    ];
    let mut parts: Vec<String> = named
        .iter()
        .filter_map(|(name, bytes)| bytes.filter(|&bytes| bytes > 0).map(|b| format!("{name} {b}")))
        .collect();
    let messages: Vec<String> = sizes.messages().iter().map(u64::to_string).collect();
    if !messages.is_empty() {
        parts.push(format!("messages {}", messages.join(" / ")));
    }
    if parts.is_empty() { NONE.to_owned() } else { parts.join(", ") }
}
