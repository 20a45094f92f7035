//! Calling a subject's functions with every result looked at.

use super::buffer::{Buffer, Overrun};
use super::report::{Phase, Report};
use super::{Failure, Subject, crash};
use std::ffi::c_int;
use std::sync::atomic::Ordering::Relaxed;

/// One run of the child.
pub(crate) struct Calls<'a> {
    pub(crate) report: &'a mut Report,
}

/// Fenced buffers that last as long as the process and are known to the crash handler.
pub(crate) fn buffers<const N: usize>(
    names: [&'static str; N],
    capacities: [u64; N],
) -> Result<&'static [Buffer], Failure> {
    let mut buffers = Vec::with_capacity(N);
    for (name, capacity) in names.into_iter().zip(capacities) {
        let buffer = Buffer::new(name, capacity as usize).map_err(|error| {
            Failure::new(format!("no memory for the {name} of {capacity} bytes: {error}"))
        })?;
        buffers.push(buffer);
    }
    let buffers: &'static [Buffer] = buffers.leak();
    crash::watch(buffers);
    Ok(buffers)
}

impl Calls<'_> {
    /// Calls a function once, outside any measurement: sets the lengths of what it puts out to
    /// the buffers' capacities, and looks at the result, the lengths and the fences.
    pub(crate) fn check<S: Subject>(
        &mut self,
        function: &str,
        subject: &mut S,
        outputs: &[usize],
        call: fn(&mut S) -> c_int,
    ) -> Result<(), Failure> {
        self.report.set_function(function);
        reset_lengths(subject, outputs);
        let result = call(subject);
        look_at(function, subject, outputs, result)
    }

    /// Runs the operation so many times, each between `begin` and `end`.
    pub(crate) fn repeat<S: Subject>(
        &mut self,
        phase: Phase,
        times: u64,
        subject: &mut S,
        begin: impl Fn() -> u64,
        end: impl Fn(u64),
    ) -> Result<(), Failure> {
        let function = subject.function();
        let outputs = subject.outputs();
        self.report.set_function(function);
        self.report.enter(phase);
        for number in 0..times {
            reset_lengths(subject, outputs);
            let start = begin();
            let result = subject.run();
            end(start);
            let is_too_long = |&output: &usize| {
                subject.lengths()[output] > subject.buffers()[output].capacity() as u64
            };
            // The fences are looked at where it costs nothing that is measured.
            let look = number == 0 || number + 1 == times;
            if look || result != 0 || outputs.iter().any(is_too_long) {
                look_at(function, subject, outputs, result)
                    .map_err(|failure| failure.by_call(number + 1, times))?;
            }
            self.report.completed.store(number + 1, Relaxed);
        }
        Ok(())
    }
}

/// Callers initialise each length to the capacity of its buffer.
#[inline(always)]
fn reset_lengths<S: Subject>(subject: &mut S, outputs: &[usize]) {
    for &output in outputs {
        let capacity = subject.buffers()[output].capacity() as u64;
        subject.lengths()[output] = capacity;
    }
}

fn look_at<S: Subject>(
    function: &str,
    subject: &mut S,
    outputs: &[usize],
    result: c_int,
) -> Result<(), Failure> {
    for buffer in subject.buffers() {
        let (name, capacity) = (buffer.name(), buffer.capacity());
        let (distance, where_to) = match buffer.overrun() {
            None => continue,
            Some(Overrun::After(bytes)) => (bytes, "past the end"),
            Some(Overrun::Before(bytes)) => (bytes, "before the start"),
        };
        return Err(Failure::overflow(format!(
            "{function} wrote up to {distance} bytes {where_to} of the {name} \
             (declared {capacity} bytes)"
        )));
    }
    if result != 0 {
        return Err(Failure::new(format!("{function} returned {result}")));
    }
    for &output in outputs {
        let length = subject.lengths()[output];
        let buffer = &subject.buffers()[output];
        if length > buffer.capacity() as u64 {
            return Err(Failure::overflow(format!(
                "{function} returned {length} as length of the {}, which is longer than declared \
                 ({} bytes)",
                buffer.name(),
                buffer.capacity()
            )));
        }
    }
    Ok(())
}
