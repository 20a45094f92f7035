//! What the interposer counted, added up over all threads.

use iccs_interpose::function::{Function, HELPERS, OPERATION_CODES};
use iccs_interpose::region::{Calibration, FUNCTIONS, Region, SHAPES, Totals};
use iccs_interpose::tick::Source;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;

/// Calls of one shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShapeCount {
    /// Which helper, on which generator.
    pub function: Function,
    /// Operation code: 0, or under preload 1 plus an index into
    /// [`iccs_interpose::function::OPERATIONS`].
    pub operation: u32,
    /// Input bits.
    pub in_bits: u64,
    /// Output bits.
    pub out_bits: u64,
    /// Calls and ticks.
    pub totals: Totals,
}

/// All that was counted in one run.
#[derive(Clone, Debug, PartialEq)]
pub struct Counts {
    /// By shape, in the order of the fields.
    pub shapes: Vec<ShapeCount>,
    /// Calls of shapes beyond the table's capacity, by operation and function.
    pub overflow: Vec<(u32, Function, Totals)>,
    /// Calls by threads beyond the number that are counted each on its own, by function. Their
    /// operation and shape are not known.
    pub unslotted: Vec<(Function, Totals)>,
    /// The operations, by code.
    pub operations: Vec<Totals>,
    /// Helper calls left by `longjmp`: counted, without ticks.
    pub abandoned: u64,
    /// What counting costs.
    pub calibration: Calibration,
    /// How ticks were read.
    pub tick_source: Source,
    /// Processes that took part.
    pub processes: u32,
    /// Helpers that were called though no implementation of them was found.
    pub unresolved: Vec<&'static str>,
}

impl Counts {
    /// Reads a region whose processes have ended.
    pub fn read(region: &Region) -> Counts {
        let header = &region.header;
        let used = (header.slots_used.load(Relaxed) as usize).min(region.slots.len());
        let mut shapes: BTreeMap<(u32, u32, u64, u64), Totals> = BTreeMap::new();
        let mut overflow: BTreeMap<(u32, u32), Totals> = BTreeMap::new();
        let mut operations = vec![Totals::default(); OPERATION_CODES];
        let mut abandoned = 0;
        for slot in &region.slots[..used] {
            abandoned += u64::from(slot.abandoned);
            let shapes_used = (slot.shapes as usize).min(SHAPES);
            // Entry 0 is never a shape.
            for entry in slot.entries[..shapes_used].iter().skip(1) {
                let key = (entry.operation(), entry.function(), entry.in_bits(), entry.out_bits);
                add(shapes.entry(key).or_default(), &entry.totals);
            }
            for (sum, totals) in operations.iter_mut().zip(&slot.operations) {
                add(sum, totals);
            }
            if slot.has_overflow != 0 {
                for (operation, row) in slot.overflow.iter().enumerate() {
                    for (function, totals) in row.iter().enumerate() {
                        add(
                            overflow.entry((operation as u32, function as u32)).or_default(),
                            totals,
                        );
                    }
                }
            }
        }
        let unslotted = header.unslotted[..FUNCTIONS].iter().map(|shared| Totals {
            calls: shared.calls.load(Relaxed),
            ticks: shared.ticks.load(Relaxed),
        });
        Counts {
            shapes: shapes
                .into_iter()
                // Seen only before counting began.
                .filter(|(_, totals)| totals.calls > 0)
                .filter_map(|((operation, function, in_bits, out_bits), totals)| {
                    let function = Function::from_code(function)?;
                    Some(ShapeCount { function, operation, in_bits, out_bits, totals })
                })
                .collect(),
            overflow: overflow
                .into_iter()
                .filter(|(_, totals)| totals.calls > 0)
                .filter_map(|((operation, code), totals)| {
                    Some((operation, Function::from_code(code)?, totals))
                })
                .collect(),
            unslotted: (0..)
                .zip(unslotted)
                .filter(|(_, totals)| totals.calls > 0)
                .filter_map(|(code, totals)| Some((Function::from_code(code)?, totals)))
                .collect(),
            operations,
            abandoned,
            calibration: header.calibration,
            tick_source: Source::from_code(header.tick_source.load(Relaxed)),
            processes: header.processes.load(Relaxed),
            unresolved: HELPERS
                .into_iter()
                .enumerate()
                .filter(|(helper, _)| header.unresolved.load(Relaxed) & (1 << helper) != 0)
                .map(|(_, name)| name)
                .collect(),
        }
    }
}

impl Default for Counts {
    fn default() -> Self {
        Counts {
            shapes: Vec::new(),
            overflow: Vec::new(),
            unslotted: Vec::new(),
            operations: Vec::new(),
            abandoned: 0,
            calibration: Calibration::default(),
            tick_source: Source::Counter,
            processes: 0,
            unresolved: Vec::new(),
        }
    }
}

fn add(sum: &mut Totals, totals: &Totals) {
    sum.calls += totals.calls;
    sum.ticks = sum.ticks.wrapping_add(totals.ticks);
}
