//! The memory of an operation alone: what it has on the heap and on its stack.

use crate::api::Operation;
use crate::drive::{Footprint, Measure};
use crate::measure::{self, Limits, Outcome, Run, StartError};
use crate::record::Memory;
use crate::timing::Subject;
use iccs_interpose::tick::Source;
use std::path::Path;

/// Measures an operation's heap and stack in a process of its own, with the allocation functions
/// of `interposer` ([`crate::interposer::Exports::Heap`]) in place of the C library's. Warm-ups
/// and runs are planned in there. The time and the resident memory of such a process mean nothing.
///
/// There are no figures when the process failed, the outcome tells how; and none of the heap when
/// more blocks were in use than can be kept account of. What the library takes up when it is
/// loaded is not in them ([`crate::elf::static_memory`]).
///
/// # Errors
/// When no child could be started.
pub fn measure(
    subject: &Subject<'_>,
    operation: Operation,
    interposer: &Path,
    limits: &Limits,
) -> Result<(Option<Memory>, Outcome), StartError> {
    let run = Run {
        library: subject.library,
        kind: subject.kind,
        operation,
        digest_bits: subject.digest_bits,
        warmups: None,
        iterations: None,
        trials: 1,
        measure: Measure::Memory,
        interposer: Some(interposer),
        tick_source: Source::DEFAULT,
    };
    let outcome = measure::run(&run, limits)?;
    Ok((outcome.footprint.map(|footprint| isolated(&footprint)), outcome))
}

fn isolated(footprint: &Footprint) -> Memory {
    let is_heap_known = footprint.is_heap_incomplete == 0;
    let each_run = |amount: f64| is_heap_known.then(|| amount / footprint.runs as f64);
    Memory {
        heap_peak_bytes: is_heap_known.then_some(footprint.heap_peak),
        stack_peak_bytes: Some(footprint.stack_peak),
        leaked_bytes_per_operation: each_run(footprint.heap_growth as f64),
        allocations_per_operation: each_run(footprint.allocations as f64),
        ..Memory::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOOTPRINT: Footprint = Footprint {
        runs: 4,
        heap_peak: 1000,
        heap_growth: 50,
        allocations: 10,
        is_heap_incomplete: 0,
        stack_peak: 300,
    };

    #[test]
    fn growth_is_told_per_run() {
        let memory = isolated(&FOOTPRINT);
        assert_eq!(memory.heap_peak_bytes, Some(1000));
        assert_eq!(memory.stack_peak_bytes, Some(300));
        assert_eq!(memory.leaked_bytes_per_operation, Some(12.5));
        assert_eq!(memory.allocations_per_operation, Some(2.5));
    }

    #[test]
    fn an_account_with_gaps_is_none() {
        let memory = isolated(&Footprint { is_heap_incomplete: 1, ..FOOTPRINT });
        assert_eq!(memory, Memory { stack_peak_bytes: Some(300), ..Memory::default() });
    }
}
