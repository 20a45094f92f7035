//! How a measuring run ended.

use super::Counts;
use crate::drive::{Footprint, Phase, Report, Sizes, Trial};
use crate::plan::Plan;
use iccs_interpose::tick::Source;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// How the child came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It did all that was asked.
    Complete,
    /// It gave up: a call failed, or what it returned cannot be.
    Failed(String),
    /// The submission wrote, or reached, outside a buffer.
    Overflow(String),
    /// A signal ended it.
    Crash {
        /// The signal's number.
        signal: i32,
        /// What the submission was called for, and where it was.
        place: String,
    },
    /// It took longer than allowed.
    Timeout {
        /// The time allowed.
        limit: Duration,
        /// What the submission was called for.
        place: String,
    },
    /// The submission ended the process itself.
    Exit {
        /// The exit status.
        status: i32,
        /// What the submission was called for.
        place: String,
    },
}

impl Ending {
    /// Whether there is a result.
    pub fn is_complete(&self) -> bool {
        *self == Ending::Complete
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Complete => f.write_str("complete"),
            Ending::Failed(why) => f.write_str(why),
            Ending::Overflow(what) => write!(f, "OVERFLOW: {what}"),
            Ending::Crash { signal, place } => {
                write!(f, "CRASH: {} {place}", signal_name(*signal))
            }
            Ending::Timeout { limit, place } => write!(
                f,
                "TIMEOUT: not done after {} s {place}; --timeout allows more",
                limit.as_secs_f64()
            ),
            Ending::Exit { status, place } => {
                write!(f, "the submission ended the process itself (exit status {status}) {place}")
            }
        }
    }
}

/// All that is known of a run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How it ended.
    pub ending: Ending,
    /// What was counted, as far as it came; none when nothing was interposed.
    pub counts: Option<Counts>,
    /// Sizes, zero when the run did not come so far.
    pub sizes: Sizes,
    /// Warm-ups and runs of a series, planned or as asked for.
    pub plan: Plan,
    /// The series that were completed.
    pub trials: Vec<Trial>,
    /// Nanoseconds of runs that were timed on their own, reading the clock included.
    pub samples: Vec<u64>,
    /// What reading the clock takes, in nanoseconds: part of every sample.
    pub clock_ns: u64,
    /// Seconds from the child's start to the first run.
    pub set_up_seconds: f64,
    /// Further calls of a signer that failed.
    pub sign_retries: u64,
    /// Changes of the message until the signer succeeded.
    pub changed_messages: u64,
    /// Measured calls in which the verifier did not accept.
    pub verify_rejections: u64,
    /// Ticks a second; none when nothing was interposed.
    pub tick_hz: Option<f64>,
    /// Resident bytes after preparation.
    pub baseline_rss: u64,
    /// Highest resident bytes.
    pub peak_rss: u64,
    /// Memory of single runs; none when it was not measured.
    pub footprint: Option<Footprint>,
    /// The library has no generator of its own that could be seeded.
    pub unseeded: bool,
    /// What the child printed on standard error, its middle left out when long.
    pub stderr: String,
    /// The exit status; none when a signal ended it.
    pub exit_code: Option<i32>,
    /// The command that was run, libraries by their file names.
    pub command: Vec<String>,
    /// Seconds from the child's start to its end.
    pub wall_seconds: f64,
}

impl Outcome {
    /// Seconds of all measured runs together.
    pub fn seconds(&self) -> f64 {
        self.trials.iter().map(|trial| trial.nanoseconds as f64 / 1e9).sum()
    }

    /// The part of the measured time in which others had the processor, the largest of all series.
    pub fn lost_part(&self) -> f64 {
        self.trials.iter().map(Trial::lost_part).fold(0.0, f64::max)
    }

    /// Takes the figures out of a report.
    pub(super) fn new(report: &Report, ending: Ending, counts: Option<Counts>) -> Self {
        let seconds = |nanoseconds: &AtomicU64| nanoseconds.load(Relaxed) as f64 / 1e9;
        let (ticks, span) = (report.span_ticks.load(Relaxed), seconds(&report.span_ns));
        let is_clock = counts.as_ref().is_some_and(|counts| counts.tick_source == Source::Clock);
        let measured_hz = || (ticks > 0 && span > 0.0).then(|| ticks as f64 / span);
        Outcome {
            ending,
            counts,
            sizes: report.sizes,
            plan: Plan {
                iterations: report.iterations.load(Relaxed),
                warmups: report.warmups.load(Relaxed),
            },
            trials: first(&report.trials, &report.trials_done),
            samples: first(&report.samples, &report.samples_taken),
            clock_ns: report.clock_ns.load(Relaxed),
            set_up_seconds: seconds(&report.set_up_ns),
            sign_retries: report.sign_retries.load(Relaxed),
            changed_messages: report.changed_messages.load(Relaxed),
            verify_rejections: report.verify_rejections.load(Relaxed),
            tick_hz: if is_clock { Some(1e9) } else { measured_hz() },
            baseline_rss: report.baseline_rss.load(Relaxed),
            peak_rss: report.peak_rss.load(Relaxed),
            footprint: Some(report.footprint).filter(|footprint| footprint.runs > 0),
            unseeded: report.unseeded.load(Relaxed) != 0,
            stderr: String::new(),
            exit_code: None,
            command: Vec::new(),
            wall_seconds: 0.0,
        }
    }
}

/// As many of the values as the child says there are.
fn first<T: Copy>(values: &[T], number: &AtomicU64) -> Vec<T> {
    let number = usize::try_from(number.load(Relaxed)).unwrap_or(usize::MAX);
    values.iter().take(number).copied().collect()
}

/// Where the child was, as the end of a sentence: "in kem_enc, in a measured call (17 done)".
pub(super) fn place(report: &Report) -> String {
    let phase = report.phase();
    let done = report.completed.load(Relaxed);
    let counted = match phase {
        Phase::WarmingUp | Phase::Measuring => format!(" ({done} done before)"),
        _ => String::new(),
    };
    match report.function.get() {
        Some(function) => format!("in {}, {}{counted}", function.name(), phase.describe()),
        None => phase.describe().to_owned(),
    }
}

/// A signal by name and number.
fn signal_name(signal: i32) -> String {
    let name = match signal {
        libc::SIGSEGV => "SIGSEGV (segmentation fault)",
        libc::SIGBUS => "SIGBUS",
        libc::SIGILL => "SIGILL (illegal instruction)",
        libc::SIGFPE => "SIGFPE (division by zero)",
        libc::SIGABRT => "SIGABRT (abort)",
        libc::SIGKILL => "SIGKILL (killed, perhaps for want of memory)",
        libc::SIGTERM => "SIGTERM",
        libc::SIGSYS => "SIGSYS",
        libc::SIGTRAP => "SIGTRAP",
        libc::SIGPIPE => "SIGPIPE",
        other => return format!("signal {other}"),
    };
    name.to_owned()
}
