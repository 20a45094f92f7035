//! Known answers: what a library computes, set beside what was published.

mod published;
mod sinks;
mod verdict;

pub use published::{Published, PublishedError, read_manifest};
pub use sinks::Sinks;
pub use verdict::Verdict;

use crate::api::{Kind, Operation};
use crate::drive::Measure;
use crate::measure::{self, Ending, Limits, Outcome, Run, StartError};
use crate::timing::Subject;
use iccs_interpose::tick::Source;
use iccs_kat::KatFile;
use iccs_kat::compare::{Comparison, Extent};
use iccs_kat::inputs::{LongMessage, ShortMessages};

/// Records of the official files of public-key algorithms.
pub const RECORDS: u64 = 10;

/// The files of a kind; of the hash files, those that do not take long.
pub fn files_of(kind: Kind) -> &'static [KatFile] {
    match kind {
        Kind::Kem => &[KatFile::Kem],
        Kind::Sig => &[KatFile::Sig],
        Kind::Kex => &[KatFile::Kex],
        Kind::Hash => &[KatFile::Hash12, KatFile::Hash23],
    }
}

/// Records of a file.
pub fn records_of(file: KatFile) -> u64 {
    match file {
        KatFile::Kem | KatFile::Sig | KatFile::Kex => RECORDS,
        KatFile::Hash12 => ShortMessages::LONGEST_BITS + 1,
        KatFile::Hash23 | KatFile::Hash33 => LongMessage::ALL.len() as u64,
        KatFile::HashLoop => 1,
    }
}

/// What came of one file of one library.
#[derive(Debug)]
pub struct Answered {
    /// The result.
    pub verdict: Verdict,
    /// What is to be said of it; empty for a plain pass.
    pub detail: String,
    /// Things about the published file that do not decide anything.
    pub remarks: Vec<String>,
    /// Records that were computed.
    pub records: u64,
    /// The child's run.
    pub outcome: Outcome,
}

/// Computes the first records of a file and gives the text to the sinks.
///
/// # Errors
/// When no child could be started, or a sink cannot be written.
pub fn answer(
    subject: &Subject<'_>,
    file: KatFile,
    records: Option<u64>,
    limits: &Limits,
    sinks: &mut Sinks,
) -> Result<Answered, StartError> {
    let all = records_of(file);
    let wanted = records.unwrap_or(all).min(all);
    let operation = match file {
        KatFile::Kem => Operation::Dec,
        KatFile::Sig => Operation::Verify,
        KatFile::Kex => Operation::Exchange,
        _ => Operation::Hash(0),
    };
    let run = Run {
        library: subject.library,
        kind: subject.kind,
        operation,
        digest_bits: subject.digest_bits,
        warmups: Some(0),
        iterations: Some(wanted),
        trials: 1,
        measure: Measure::KnownAnswers(file),
        interposer: None,
        tick_source: Source::DEFAULT,
    };
    let outcome = measure::run_into(&run, limits, sinks)?;
    let extent = match (outcome.ending.is_complete(), wanted < all) {
        (false, _) => Extent::Part,
        (true, true) => Extent::FirstRecords,
        (true, false) => Extent::Whole,
    };
    let mut answered = Answered {
        verdict: Verdict::of(&outcome.ending),
        detail: String::new(),
        remarks: Vec::new(),
        records: 0,
        outcome,
    };
    if answered.outcome.ending != Ending::Complete {
        answered.detail = answered.outcome.ending.to_string();
    }
    sinks.judge(extent, &mut answered);
    Ok(answered)
}

impl Answered {
    /// Takes over what a comparison found. A difference explains a failure that came after it, so
    /// it is said along with that.
    fn compared(&mut self, comparison: &Comparison, name: &str) {
        self.records = comparison.records;
        self.remarks.extend(comparison.remarks.iter().map(|remark| format!("{name}: {remark}")));
        match &comparison.difference {
            Some(difference) if self.verdict == Verdict::Pass => {
                self.verdict = Verdict::Mismatch;
                self.detail = format!("{name}: {difference}");
            }
            Some(difference) => self.detail += &format!("; before that, {name}: {difference}"),
            None => {}
        }
    }
}
