//! From the counts of a run to records: one for the whole run, one for each interface function
//! that was called, one for what was called outside of them.

use super::reason::Bound;
use super::start::Finished;
use crate::measure::{Counts, ShapeCount};
use crate::profile::assemble;
use crate::record::ProfileRecord;
use iccs_interpose::function::{Function, OPERATIONS};
use iccs_interpose::region::Totals;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// `operation` of the record of the whole run: its ticks are those from before the program was
/// started until after its end, its calls those of all threads of all processes.
pub const WHOLE_RUN: &str = "whole run";

/// `operation` of the record of helper calls made outside any interface function; its ticks are
/// the whole run's.
pub const OUTSIDE: &str = "outside operations";

/// Key of the helpers that have calls which could not be seen.
pub(super) const NOT_COUNTED: &str = "not_counted";

/// The records of a run, that of the whole run first. `program` is the name they get.
///
/// A share is a part of the ticks of the operation; for [`WHOLE_RUN`] and [`OUTSIDE`] it is a
/// part of the time the run took, of which threads and processes that run at the same time can
/// together spend more than all in helpers. What calls are `hidden` is written into every record
/// as `not_counted`: a share of those helpers is a lower bound.
pub fn records(
    program: &str,
    command: &[String],
    run: &Finished,
    hidden: &[Bound],
) -> Vec<ProfileRecord> {
    let counts = &run.counts;
    let mut records = vec![whole_run(command, run)];
    for (code, name) in (1..).zip(OPERATIONS) {
        let is_called = counts.operations.get(code as usize).is_some_and(|sum| sum.calls > 0);
        if is_called || has_calls(counts, code) {
            let mut record = assemble(counts, code, run.tick_hz);
            record.operation = name.to_owned();
            records.push(record);
        }
    }
    if has_calls(counts, 0) {
        records.push(outside(run));
    }
    let hidden: BTreeSet<&str> = hidden.iter().flat_map(|each| each.helpers.clone()).collect();
    for record in &mut records {
        if !hidden.is_empty() {
            let names: Vec<Value> = hidden.iter().map(|&name| name.into()).collect();
            record.other.insert(NOT_COUNTED.to_owned(), names.into());
        }
        record.candidate = program.to_owned();
        record.label = program.to_owned();
        record.meta.id = program.to_owned();
        record.meta.instance = program.to_owned();
        record.meta.operation = record.operation.clone();
        record.meta.warmups = "0".to_owned();
        if record.operation != WHOLE_RUN {
            // Which operation it was that they were left in is not known.
            record.abandoned_calls = 0;
        }
        if !run.status.success() {
            record.status = "failed_or_partial".to_owned();
            record.failure = Some(run.status.to_string());
        }
    }
    records
}

fn whole_run(command: &[String], run: &Finished) -> ProfileRecord {
    let mut shapes: BTreeMap<(Function, u64, u64), Totals> = BTreeMap::new();
    for shape in &run.counts.shapes {
        let sum = shapes.entry((shape.function, shape.in_bits, shape.out_bits)).or_default();
        sum.calls += shape.totals.calls;
        sum.ticks += shape.totals.ticks;
    }
    let counts = Counts {
        shapes: shapes
            .into_iter()
            .map(|((function, in_bits, out_bits), totals)| ShapeCount {
                function,
                operation: 0,
                in_bits,
                out_bits,
                totals,
            })
            .collect(),
        overflow: run
            .counts
            .overflow
            .iter()
            .map(|&(_, function, sum)| (0, function, sum))
            .collect(),
        ..run.counts.clone()
    };
    let mut record = of_the_run(counts, run);
    record.operation = WHOLE_RUN.to_owned();
    record.command = Some(command.to_vec());
    record.other.insert("processes".to_owned(), run.counts.processes.into());
    record.other.insert("exit_status".to_owned(), run.status.code().into());
    record
}

fn outside(run: &Finished) -> ProfileRecord {
    // Threads without a slot do not say where they called.
    let counts = Counts { unslotted: Vec::new(), ..run.counts.clone() };
    let mut record = of_the_run(counts, run);
    record.operation = OUTSIDE.to_owned();
    record
}

/// Assembles operation 0 as a part of the time the run took.
fn of_the_run(mut counts: Counts, run: &Finished) -> ProfileRecord {
    if let Some(total) = counts.operations.first_mut() {
        *total = Totals { calls: 1, ticks: run.wall_ticks };
    }
    let mut record = assemble(&counts, 0, run.tick_hz);
    if run.slots > 1 {
        // What several threads spend on counting is not a part of one time.
        record.corrected = None;
    }
    record.meta.other.insert("share_of".to_owned(), "wall time of the run".into());
    record
}

fn has_calls(counts: &Counts, operation: u32) -> bool {
    counts.shapes.iter().any(|shape| shape.operation == operation)
        || counts.overflow.iter().any(|(code, ..)| *code == operation)
}

#[cfg(test)]
mod tests {
    use super::*;
    use iccs_interpose::region::Calibration;
    use iccs_interpose::tick::Source;
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;

    fn shape(function: Function, operation: u32, calls: u64) -> ShapeCount {
        let totals = Totals { calls, ticks: 10 * calls };
        ShapeCount { function, operation, in_bits: 8, out_bits: 256, totals }
    }

    fn run(shapes: Vec<ShapeCount>, status: i32) -> Finished {
        let mut operations = vec![Totals::default(); 32];
        operations[1] = Totals { calls: 4, ticks: 400 };
        Finished {
            status: ExitStatus::from_raw(status),
            counts: Counts {
                shapes,
                overflow: vec![(1, Function::Sm3hash, Totals { calls: 1, ticks: 10 })],
                unslotted: vec![(Function::Sm3hash, Totals { calls: 2, ticks: 20 })],
                operations,
                abandoned: 3,
                calibration: Calibration::default(),
                tick_source: Source::Counter,
                processes: 1,
                unresolved: vec![],
            },
            wall_ticks: 1000,
            tick_hz: Some(1e9),
            slots: 1,
            left_running: vec![],
        }
    }

    #[test]
    fn the_whole_run_is_the_sum_of_all() {
        let shapes = vec![
            shape(Function::Sm3hash, 0, 5),
            shape(Function::Sm3hash, 1, 7),
            shape(Function::InitGlobal, 0, 1),
        ];
        let records = records("kat", &["./kat".to_owned()], &run(shapes, 0), &[]);
        let operations: Vec<_> = records.iter().map(|record| record.operation.as_str()).collect();
        assert_eq!(operations, [WHOLE_RUN, "kem_keygen", OUTSIDE]);
        assert_eq!(records[0].calls.len(), 1);
        assert_eq!(records[0].calls[0].calls, 12);
        assert_eq!(records[0].overflow["sm3hash"].calls, 3);
        assert_eq!(records[0].share["sm3hash"], 0.15);
        assert_eq!(records[0].total.ticks, 1000);
        assert_eq!(records[1].share["sm3hash"], 0.2);
        assert_eq!(records[1].total.operations, 4);
        assert_eq!(records[2].calls[0].calls, 5);
        assert!(records[2].overflow.is_empty());
        let abandoned: Vec<_> = records.iter().map(|record| record.abandoned_calls).collect();
        assert_eq!(abandoned, [3, 0, 0]);
    }

    #[test]
    fn a_failure_of_the_program_is_in_every_record() {
        let records = records("kat", &[], &run(vec![], 11), &[]);
        assert!(records.iter().all(|record| record.status == "failed_or_partial"));
        assert!(records[0].failure.as_ref().unwrap().contains("SIGSEGV"));
        // Also as text: records of a run are records.
        let text = serde_json::to_string(&records).unwrap();
        let back: Vec<ProfileRecord> = serde_json::from_str(&text).unwrap();
        assert_eq!(back, records);
    }
}
