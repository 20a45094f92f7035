//! Tables of what was compared.

use iccs_profiler::compare::{Change, Comparison, Cost, Unit};
use iccs_profiler::format::{Format, Table, count, duration, or_dash};

/// The table of costs, where there are any, and that of changes, where there are any.
pub(super) fn tables(comparison: &Comparison, format: Format) -> String {
    let mut tables = Vec::new();
    if !comparison.costs.is_empty() {
        tables.push(costs(&comparison.costs).render(format));
    }
    if !comparison.changes.is_empty() {
        tables.push(changes(&comparison.changes).render(format));
    }
    tables.join("\n")
}

fn costs(costs: &[Cost]) -> Table {
    let mut table = Table::new([
        "candidate",
        "instance",
        "operation",
        "base",
        "new",
        "new / base",
        "95% interval",
        "verdict",
    ]);
    for cost in costs {
        let mean = |mean: Option<f64>| or_dash(mean, |mean| amount(cost.unit, mean));
        table.push(vec![
            cost.key.candidate.clone(),
            cost.key.label.clone(),
            cost.key.operation.clone(),
            mean(cost.base),
            mean(cost.new),
            or_dash(cost.ratio, ratio),
            or_dash(cost.interval, interval),
            cost.verdict.text().to_owned(),
        ]);
    }
    table
}

fn changes(changes: &[Change]) -> Table {
    let mut table =
        Table::new(["candidate", "instance", "operation", "size or helper call", "base", "new"]);
    for Change { key, what, base, new } in changes {
        let texts = [&key.candidate, &key.label, &key.operation, what, base, new];
        table.push(texts.into_iter().cloned().collect());
    }
    table
}

/// What became of an operation, in a sentence.
pub(super) fn how(cost: &Cost) -> String {
    match (cost.ratio, cost.interval) {
        (Some(value), Some(ends)) => {
            format!("{} times the base ({})", ratio(value), interval(ends))
        }
        (Some(value), None) => format!("{} times the base, {}", ratio(value), cost.verdict.text()),
        _ => cost.verdict.text().to_owned(),
    }
}

fn amount(unit: Unit, mean: f64) -> String {
    match unit {
        Unit::Cycles => format!("{} cycles", count(mean)),
        Unit::Seconds => duration(mean),
    }
}

/// A difference of a percent must show.
fn ratio(value: f64) -> String {
    format!("{value:.3}")
}

fn interval([low, high]: [f64; 2]) -> String {
    format!("{low:.3} to {high:.3}")
}
