//! Calling a subject's functions with every result looked at.

use super::bracket::Bracket;
use super::buffer::{Buffer, Overrun};
use super::report::{Phase, Report};
use super::{Failure, Subject, crash, fork};
use crate::api::Function;
use std::ffi::c_int;
use std::sync::atomic::Ordering::Relaxed;

/// One run of the child.
pub(crate) struct Calls<'a> {
    pub(crate) report: &'a mut Report,
}

/// What a buffer is for: its name in messages, its length, and how many bytes may be written
/// beyond it without harm.
pub(crate) type BufferPlan = (&'static str, u64, usize);

/// Fenced buffers that last as long as the process and are known to the crash handler.
pub(crate) fn buffers(plans: &[BufferPlan]) -> Result<&'static [Buffer], Failure> {
    let mut buffers = Vec::with_capacity(plans.len());
    for &(name, capacity, spare) in plans {
        let buffer = Buffer::new(name, capacity as usize, spare).map_err(|error| {
            Failure::new(format!("no memory for the {name} of {capacity} bytes: {error}"))
        })?;
        buffers.push(buffer);
    }
    let buffers: &'static [Buffer] = buffers.leak();
    crash::watch(buffers);
    Ok(buffers)
}

impl Calls<'_> {
    /// Calls a function once, outside any measurement, and looks at the fences.
    pub(crate) fn check<S: Subject>(
        &mut self,
        function: Function,
        subject: &mut S,
        call: impl FnOnce(&mut S) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.report.function.set(function);
        let result = call(subject);
        fork::end_if_forked();
        look_at_fences(function, subject)?;
        result
    }

    /// Looks at the fences after so many runs. Not a part of [`Calls::repeat`], which is timed.
    pub(crate) fn look<S: Subject>(&mut self, times: u64, subject: &mut S) -> Result<(), Failure> {
        look_at_fences(subject.function(), subject).map_err(|failure| failure.by_call(times, times))
    }

    /// Runs the operation so many times, each with its measured part in the bracket.
    pub(crate) fn repeat<S: Subject>(
        &mut self,
        phase: Phase,
        times: u64,
        subject: &mut S,
        bracket: &mut impl Bracket,
    ) -> Result<(), Failure> {
        let function = subject.function();
        self.report.function.set(function);
        self.report.enter(phase);
        for number in 0..times {
            let result = subject.run(bracket);
            fork::end_if_forked();
            if let Err(failure) = result {
                // What was written outside a buffer explains more than what came of it.
                look_at_fences(function, subject)
                    .and(Err(failure))
                    .map_err(|failure| failure.by_call(number + 1, times))?;
            }
            self.report.completed.store(number + 1, Relaxed);
        }
        Ok(())
    }
}

/// Callers initialise each length to the capacity of its buffer.
#[inline(always)]
pub(crate) fn reset_lengths(lengths: &mut [u64], buffers: &[Buffer], outputs: &[usize]) {
    for &output in outputs {
        lengths[output] = buffers[output].capacity() as u64;
    }
}

/// Whether a call did what it should: returned 0 and lengths that are within the buffers.
#[inline(always)]
pub(crate) fn checked(
    function: Function,
    result: c_int,
    lengths: &[u64],
    buffers: &[Buffer],
) -> Result<(), Failure> {
    if result != 0 {
        return Err(returned(function, result));
    }
    within(function, lengths, buffers)
}

/// Whether all lengths are within the buffers.
#[inline(always)]
pub(crate) fn within(
    function: Function,
    lengths: &[u64],
    buffers: &[Buffer],
) -> Result<(), Failure> {
    for (&length, buffer) in lengths.iter().zip(buffers) {
        if length > buffer.longest() as u64 {
            return Err(too_long(function, length, buffer));
        }
    }
    Ok(())
}

/// A function returned what means failure.
#[cold]
pub(crate) fn returned(function: Function, result: c_int) -> Failure {
    Failure::new(format!("{} returned {result}", function.name()))
}

#[cold]
fn too_long(function: Function, length: u64, buffer: &Buffer) -> Failure {
    Failure::overflow(format!(
        "{} returned {length} as length of the {}, which is longer than declared ({} bytes)",
        function.name(),
        buffer.name(),
        buffer.capacity()
    ))
}

fn look_at_fences<S: Subject>(function: Function, subject: &mut S) -> Result<(), Failure> {
    for buffer in subject.buffers() {
        let (name, capacity) = (buffer.name(), buffer.capacity());
        let (distance, where_to) = match buffer.overrun() {
            None => continue,
            Some(Overrun::After(bytes)) if bytes <= buffer.spare() => continue,
            Some(Overrun::After(bytes)) => (bytes, "past the end"),
            Some(Overrun::Before(bytes)) => (bytes, "before the start"),
        };
        return Err(Failure::overflow(format!(
            "{} wrote up to {distance} bytes {where_to} of the {name} (declared {capacity} bytes)",
            function.name()
        )));
    }
    Ok(())
}
