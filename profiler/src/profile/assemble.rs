//! From counts to a record.

use crate::api::Operation;
use crate::measure::{Counts, Outcome};
use crate::record::{
    CallCount, CallTotal, ContextCount, Disturbance, FunctionTotals, Overhead, ProfileMeta,
    ProfileRecord, ProfileTotal, SCHEMA, corrected, raw_shares,
};
use iccs_interpose::function::Function;
use iccs_interpose::region::Totals;
use std::collections::BTreeMap;

const COMPLETE: &str = "complete";

/// A function's name in `calls` and `share`; none for `init_random_number`, which is in neither.
fn published_name(function: Function) -> Option<&'static str> {
    match function {
        Function::Pseudohash => Some("pseudohash"),
        Function::PseudoXof => Some("pseudoXOF"),
        Function::Sm3hash => Some("sm3hash"),
        Function::DrngGlobal | Function::DrngPrivate => Some("drng"),
        Function::InitGlobal | Function::InitPrivate => None,
    }
}

/// Which generator a function worked on, where it takes one.
fn context(function: Function) -> Option<&'static str> {
    match function {
        Function::DrngGlobal | Function::InitGlobal => Some("global"),
        Function::DrngPrivate | Function::InitPrivate => Some("private"),
        Function::Pseudohash | Function::PseudoXof | Function::Sm3hash => None,
    }
}

/// Sums of everything the function's calls are added to.
fn add_to(totals: &mut FunctionTotals, function: Function, counted: &Totals) {
    let Totals { calls, ticks } = *counted;
    totals.add(published_name(function).unwrap_or("init"), calls, ticks);
    match function {
        Function::DrngGlobal => totals.add("drng_global", calls, ticks),
        Function::DrngPrivate => totals.add("drng_private", calls, ticks),
        _ => {}
    }
}

/// Fills in the counted part of a record, for one operation code; names and status are the
/// caller's.
pub fn assemble(counts: &Counts, operation: u32, tick_hz: Option<f64>) -> ProfileRecord {
    let mut calls: BTreeMap<(&str, u64, u64), Totals> = BTreeMap::new();
    let mut drng_context = Vec::new();
    let mut init = Vec::new();
    let mut totals = FunctionTotals::default();
    for shape in counts.shapes.iter().filter(|shape| shape.operation == operation) {
        let Totals { calls: number, ticks } = shape.totals;
        let (in_bits, out_bits) = (shape.in_bits, shape.out_bits);
        add_to(&mut totals, shape.function, &shape.totals);
        let in_context = context(shape.function).map(|context| ContextCount {
            context: context.to_owned(),
            in_bits,
            out_bits,
            calls: number,
            ticks,
        });
        match published_name(shape.function) {
            Some(name) => {
                let sum = calls.entry((name, in_bits, out_bits)).or_default();
                sum.calls += number;
                sum.ticks += ticks;
                drng_context.extend(in_context);
            }
            None => init.extend(in_context),
        }
    }
    let mut overflow: BTreeMap<String, CallTotal> = BTreeMap::new();
    let of_operation = counts.overflow.iter().filter(|(code, ..)| *code == operation);
    let shapeless = of_operation
        .map(|(_, function, totals)| (*function, totals))
        // Threads without a slot do not say in whose name they called: the measured operation's.
        .chain(
            counts
                .unslotted
                .iter()
                .filter(|_| operation == 0)
                .map(|(function, totals)| (*function, totals)),
        );
    for (function, counted) in shapeless {
        add_to(&mut totals, function, counted);
        let name = published_name(function).unwrap_or("init_random_number");
        let sum = overflow.entry(name.to_owned()).or_default();
        sum.calls += counted.calls;
        sum.ticks += counted.ticks;
    }
    let total = counts.operations.get(operation as usize).copied().unwrap_or_default();
    let (share, hash_share) = raw_shares(&totals, total.ticks);
    let overhead = Overhead {
        inside_ticks: counts.calibration.inside_ticks,
        outside_ticks: counts.calibration.outside_ticks,
        operation_ticks: counts.calibration.operation_ticks,
    };
    ProfileRecord {
        schema: SCHEMA,
        candidate: String::new(),
        label: String::new(),
        operation: String::new(),
        input_bytes: 0,
        status: COMPLETE.to_owned(),
        failure: None,
        command: None,
        stderr: String::new(),
        meta: ProfileMeta {
            tick_source: counts.tick_source.name().to_owned(),
            tick_hz: tick_hz.map(|hz| format!("{hz:.0}")).unwrap_or_default(),
            overflow_calls: overflow.values().map(|totals| totals.calls).sum::<u64>().to_string(),
            ..ProfileMeta::default()
        },
        total: ProfileTotal { operations: total.calls, ticks: total.ticks },
        calls: calls
            .into_iter()
            .map(|((name, in_bits, out_bits), totals)| CallCount {
                function: name.to_owned(),
                in_bits,
                out_bits,
                calls: totals.calls,
                ticks: totals.ticks,
            })
            .collect(),
        share,
        hash_share,
        overflow,
        overhead: (total.calls > 0).then_some(overhead),
        corrected: corrected(&totals, total.calls, total.ticks, &overhead),
        drng_context,
        init,
        abandoned_calls: counts.abandoned,
        disturbance: None,
        other: serde_json::Map::new(),
    }
}

/// What a record is about.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// Identifier of the submission.
    pub candidate: &'a str,
    /// The instance.
    pub label: &'a str,
    /// The operation.
    pub operation: Operation,
}

/// The record of a profiling run; of a failed one, with as much as was counted.
pub fn record(names: &Names<'_>, outcome: &Outcome) -> ProfileRecord {
    let counts = outcome.counts.clone().unwrap_or_default();
    let record = assemble(&counts, 0, outcome.tick_hz);
    let is_complete = outcome.ending.is_complete();
    let mut other = record.other;
    if outcome.verify_rejections > 0 {
        other.insert("verify_rejections".to_owned(), outcome.verify_rejections.into());
    }
    ProfileRecord {
        candidate: names.candidate.to_owned(),
        label: names.label.to_owned(),
        operation: names.operation.to_string(),
        input_bytes: names.operation.input_bytes(),
        status: if is_complete { COMPLETE } else { "failed_or_partial" }.to_owned(),
        failure: (!is_complete).then(|| outcome.ending.to_string()),
        command: Some(outcome.command.clone()),
        stderr: outcome.stderr.clone(),
        disturbance: outcome.trials.iter().find(|trial| trial.is_disturbed()).map(|trial| {
            Disturbance { preemptions: trial.preemptions, lost_part: trial.lost_part() }
        }),
        other,
        meta: ProfileMeta {
            id: names.candidate.to_owned(),
            instance: names.label.to_owned(),
            operation: names.operation.to_string(),
            warmups: outcome.plan.warmups.to_string(),
            ..record.meta
        },
        ..record
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::ShapeCount;
    use iccs_interpose::region::Calibration;
    use iccs_interpose::tick::Source;

    fn shape(function: Function, in_bits: u64, out_bits: u64, calls: u64) -> ShapeCount {
        let totals = Totals { calls, ticks: 10 * calls };
        ShapeCount { function, operation: 0, in_bits, out_bits, totals }
    }

    fn counts(shapes: Vec<ShapeCount>) -> Counts {
        Counts {
            shapes,
            overflow: vec![],
            unslotted: vec![],
            operations: vec![Totals { calls: 10, ticks: 1000 }],
            abandoned: 0,
            calibration: Calibration::default(),
            tick_source: Source::Counter,
            processes: 1,
            unresolved: vec![],
        }
    }

    #[test]
    fn the_two_generators_are_one_row_and_two_contexts() {
        let record = assemble(
            &counts(vec![
                shape(Function::DrngGlobal, 0, 512, 3),
                shape(Function::DrngPrivate, 0, 512, 4),
            ]),
            0,
            None,
        );
        assert_eq!(record.calls.len(), 1);
        assert_eq!((record.calls[0].function.as_str(), record.calls[0].calls), ("drng", 7));
        let contexts: Vec<_> =
            record.drng_context.iter().map(|row| (row.context.as_str(), row.calls)).collect();
        assert_eq!(contexts, [("global", 3), ("private", 4)]);
        assert_eq!(record.share["drng"], 0.07);
        assert_eq!(record.hash_share, 0.0);
    }

    #[test]
    fn calls_without_a_shape_are_in_the_share() {
        let mut counts = counts(vec![shape(Function::Sm3hash, 8, 256, 1)]);
        counts.overflow.push((0, Function::Sm3hash, Totals { calls: 5, ticks: 90 }));
        counts.unslotted.push((Function::InitPrivate, Totals { calls: 2, ticks: 7 }));
        let record = assemble(&counts, 0, Some(2.5e9));
        assert_eq!(record.share["sm3hash"], 0.1);
        assert_eq!(record.meta.overflow_calls, "7");
        assert_eq!(record.meta.tick_hz, "2500000000");
    }
}
