//! The memory of single runs of the operation: what it has on the heap, by an interposer that was
//! preloaded, and on its stack, which is one of its own.

mod heap;
mod painted;
mod switch;

use super::bracket::{Bracket, Unmeasured};
use super::calls::Calls;
use super::library::Library;
use super::report::{Footprint, Phase, Trial};
use super::series::note_plan;
use super::{Failure, Request, Subject};
use crate::plan;
use heap::Heap;
use painted::Painted;
use switch::{Stop, Stops};

/// Warm-ups unless asked otherwise: what a first run allocates and keeps is no growth.
const WARMUPS: u64 = 1;

/// Runs the operation and reports the most memory a run has had in use.
pub(crate) fn measure<S: Subject>(
    request: &Request,
    subject: &mut S,
    calls: &mut Calls<'_>,
) -> Result<(), Failure> {
    let mut stack = Painted::new(painted::ordinary_size())
        .map_err(|error| Failure::new(format!("no memory for a stack: {error}")))?;
    let heap = Heap::find_in(&Library::process())?;
    let mut watch = Watch { heap, seen: Footprint::default(), base: 0 };
    let mut growth = Ok(Growth::default());
    switch::run(
        stack.range(),
        &mut |stops| growth = runs(request, subject, calls, heap, stops),
        &mut |stop, stack_pointer| watch.look(stop, stack_pointer, &mut stack),
    );
    let Growth { runs, bytes } = growth?;
    calls.report.footprint = Footprint { runs, heap_growth: bytes, ..watch.seen };
    Ok(())
}

/// What the heap has grown by over the measured runs.
#[derive(Default)]
struct Growth {
    runs: u64,
    bytes: i64,
}

/// All runs, on the stack of their own.
fn runs<S: Subject>(
    request: &Request,
    subject: &mut S,
    calls: &mut Calls<'_>,
    heap: Heap,
    stops: &Stops,
) -> Result<Growth, Failure> {
    let warmups = request.warmups.unwrap_or(WARMUPS);
    let mut trial = Trial::default();
    trial.around(|| calls.repeat(Phase::WarmingUp, warmups, subject, &mut Unmeasured))?;
    let runs = request
        .iterations
        .unwrap_or_else(|| plan::memory_runs(trial.undisturbed_seconds() / warmups.max(1) as f64));
    note_plan(calls, warmups, runs);
    subject.forget();
    let before = heap.figures().live;
    calls.repeat(Phase::Measuring, runs, subject, &mut Stopped(stops))?;
    calls.look(runs, subject)?;
    Ok(Growth { runs, bytes: heap.figures().live.wrapping_sub(before) as i64 })
}

/// Stops where the operation begins and ends, and lets it be looked at from the other stack.
struct Stopped<'a>(&'a Stops);

impl Bracket for Stopped<'_> {
    #[inline(always)]
    fn begin(&mut self) {
        self.0.at(Stop::Begin);
    }

    #[inline(always)]
    fn end(&mut self) {
        self.0.at(Stop::End);
    }
}

/// What looks at the operation from outside, on the ordinary stack.
struct Watch {
    heap: Heap,
    seen: Footprint,
    /// Where the stack pointer was when the operation began.
    base: usize,
}

impl Watch {
    fn look(&mut self, stop: Stop, stack_pointer: usize, stack: &mut Painted) {
        match stop {
            Stop::Begin => {
                self.base = stack_pointer;
                stack.paint_below(stack_pointer);
                self.heap.begin();
            }
            Stop::End => {
                let heap = self.heap.figures();
                let seen = &mut self.seen;
                seen.heap_peak = seen.heap_peak.max(heap.peak.saturating_sub(heap.at_begin));
                seen.allocations += heap.allocations;
                seen.is_heap_incomplete |= heap.is_incomplete;
                seen.stack_peak = seen.stack_peak.max(stack.used_below(self.base));
            }
        }
    }
}
