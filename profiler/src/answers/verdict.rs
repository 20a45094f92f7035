//! Results of known-answer tests.

use crate::measure::Ending;
use serde::Serialize;
use std::fmt;

/// The result of a known-answer test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Verdict {
    /// All answers are as published.
    Pass,
    /// There is nothing to compare with.
    NoKat,
    /// An answer differs.
    Mismatch,
    /// A call failed, or what it gave does not fit together.
    CryptoFail,
    /// A call wrote outside its buffer, or returned a longer length.
    Overflow,
    /// The library cannot be loaded or lacks something.
    LoadFail,
    /// It took too long.
    Timeout,
    /// A signal or the submission itself ended the process.
    Crash,
}

impl Verdict {
    /// What a run's end means, before anything is compared.
    pub(super) fn of(ending: &Ending) -> Self {
        match ending {
            Ending::Complete => Verdict::Pass,
            // What goes wrong before the first call is the library's state, not its answers.
            Ending::Failed(why) if is_about_loading(why) => Verdict::LoadFail,
            Ending::Failed(_) => Verdict::CryptoFail,
            Ending::Overflow(_) => Verdict::Overflow,
            Ending::Crash { .. } | Ending::Exit { .. } => Verdict::Crash,
            Ending::Timeout { .. } => Verdict::Timeout,
        }
    }
}

fn is_about_loading(why: &str) -> bool {
    ["cannot load the library", "the library has no"].iter().any(|start| why.starts_with(start))
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Pass => "PASS",
            Verdict::NoKat => "NOKAT",
            Verdict::Mismatch => "MISMATCH",
            Verdict::CryptoFail => "CRYPTOFAIL",
            Verdict::Overflow => "OVERFLOW",
            Verdict::LoadFail => "LOADFAIL",
            Verdict::Timeout => "TIMEOUT",
            Verdict::Crash => "CRASH",
        })
    }
}
