//! Recomputing a data set: every figure that follows from others is worked out again, and every
//! disagreement named with its file and key.
//!
//! What nothing else in a data set tells of (a count of calls, a load average) cannot be worked
//! out. For that there is the list of digests a campaign ends with: with it, no digit can change
//! unseen.

mod digests;
mod files;
mod instance;
mod numbers;
mod profile;
mod timing;

pub use digests::{DIGESTS, write as write_digests};
pub(crate) use files::without_folders;

use crate::dataset::{DataSet, DataSetError};
use serde::Serialize;
use std::fmt;
use std::path::Path;

/// Something that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Finding {
    /// The file, as a path from the data set's folder.
    pub file: String,
    /// The key in it; empty when it is about the whole file.
    pub key: String,
    /// What is wrong.
    pub problem: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if !self.key.is_empty() {
            write!(f, ": {}", self.key)?;
        }
        write!(f, ": {}", self.problem)
    }
}

/// What came of a validation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Validated {
    /// Records that were read.
    pub records: usize,
    /// Whether there was a list of digests.
    pub has_digests: bool,
    /// What is not as it should be, by file and key.
    pub findings: Vec<Finding>,
}

/// Findings about one file.
pub(crate) struct Findings<'a> {
    file: &'a str,
    all: &'a mut Vec<Finding>,
}

impl Findings<'_> {
    fn say(&mut self, key: impl Into<String>, problem: impl Into<String>) {
        let file = self.file.to_owned();
        self.all.push(Finding { file, key: key.into(), problem: problem.into() });
    }

    /// Says so unless the two are the same.
    fn same<T: PartialEq + fmt::Debug>(&mut self, key: &str, there: T, expected: T, by: &str) {
        if there != expected {
            self.say(key, format!("{there:?}, but {by} {expected:?}"));
        }
    }
}

/// Validates the data set in a folder.
///
/// # Errors
/// When it cannot be read at all: a record that is none, another schema, another machine's.
pub fn validate(folder: &Path) -> Result<Validated, DataSetError> {
    let mut validated = Validated::default();
    let findings = &mut validated.findings;
    files::check(folder, findings)?;
    validated.has_digests = digests::check(folder, findings)?;
    let data = DataSet::open(folder)?;
    for candidate in data.candidates() {
        let candidate = candidate?;
        for instance in &candidate.instances {
            for each in &instance.timings {
                validated.records += 1;
                let mut findings = Findings { file: &each.file, all: findings };
                timing::check(&each.record, data.campaign(), &mut findings);
                files::check_name(
                    &each.file,
                    each.record.operation(),
                    &each.record.label,
                    &mut findings,
                );
            }
            for each in &instance.profiles {
                validated.records += 1;
                let mut findings = Findings { file: &each.file, all: findings };
                profile::check(&each.record, &mut findings);
                files::check_name(&each.file, each.operation(), &each.record.label, &mut findings);
            }
            instance::check(folder, instance, findings);
        }
    }
    validated.findings.sort();
    validated.findings.dedup();
    Ok(validated)
}
