//! The catalogue of known causes why known answers are not reproduced.

use super::rows::Row;
use regex::Regex;

pub(super) const HEADER: [&str; 4] = ["ID", "Label", "Action", "Cause"];

/// Causes, in the order they are listed.
#[derive(Clone, Debug, Default)]
pub struct KatIssues(Vec<KatIssue>);

/// A known cause.
#[derive(Clone, Debug)]
pub struct KatIssue {
    /// The candidate.
    pub candidate: String,
    /// Its instances: those in whose label it is found.
    pub label: Regex,
    /// `measure` or `exclude`.
    pub action: String,
    /// The cause.
    pub cause: String,
}

impl KatIssues {
    pub(super) fn add(&mut self, row: &Row<'_, 4>) -> Result<(), String> {
        let [candidate, label, action, cause] = row.map(str::to_owned);
        let label = Regex::new(&label)
            .map_err(|_| format!("'{label}' is no regular expression for labels"))?;
        if action != "measure" && action != "exclude" {
            return Err(format!("the action '{action}' is neither measure nor exclude"));
        }
        self.0.push(KatIssue { candidate, label, action, cause });
        Ok(())
    }

    /// The first cause that concerns an instance.
    pub fn of(&self, candidate: &str, label: &str) -> Option<&KatIssue> {
        let concerns =
            |issue: &&KatIssue| issue.candidate == candidate && issue.label.is_match(label);
        self.0.iter().find(concerns)
    }
}
