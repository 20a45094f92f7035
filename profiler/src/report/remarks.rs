//! What a reader has to know before believing a page.

use super::markdown::{code, text};
use crate::dataset::{Candidate, Instance};
use crate::record::Campaign;

/// The result of a known-answer test that has nothing against an instance.
const PASS: &str = "PASS";

/// Remarks on instances, those that are the same said once.
#[derive(Default)]
pub(super) struct Remarks(Vec<(String, Vec<String>)>);

impl Remarks {
    /// Adds a remark, which is Markdown.
    pub(super) fn add(&mut self, remark: String, label: &str) {
        let label = code(label);
        match self.0.iter_mut().find(|(said, _)| *said == remark) {
            Some((_, labels)) => labels.push(label),
            None => self.0.push((remark, vec![label])),
        }
    }

    /// Each remark behind the instances it is about.
    pub(super) fn lines(self) -> Vec<String> {
        let line =
            |(remark, labels): (String, Vec<String>)| format!("{}: {remark}", labels.join(", "));
        self.0.into_iter().map(line).collect()
    }
}

/// Result of the known-answer test, where it is no pass.
pub(super) fn kat_problem(instance: &Instance) -> Option<&str> {
    let is_refused = instance.timings.iter().any(|timing| timing.record.kat_not_passed);
    match instance.kat() {
        Some(PASS) | None => is_refused.then_some("not passed"),
        other => other,
    }
}

/// The set of flags, where it is none of the guide's.
pub(super) fn other_flags(instance: &Instance) -> Option<&str> {
    Some(instance.flags()).filter(|flags| !flags.is_empty() && !flags.starts_with("guide"))
}

/// What was wrong with the host when an instance was timed.
pub(super) fn host_problems(instance: &Instance) -> Vec<&str> {
    let records = instance.timings.iter().map(|timing| &timing.record);
    let mut problems: Vec<&str> =
        records.flat_map(|record| record.host_problems.iter().map(String::as_str)).collect();
    problems.sort();
    problems.dedup();
    problems
}

/// All that a candidate's page begins with.
pub(super) fn of(candidate: &Candidate, campaign: &Campaign) -> Vec<String> {
    let at_end = campaign.host_problems.iter();
    let mut lines: Vec<String> = at_end
        .map(|problem| format!("At the campaign's end the host was unfit: {}", text(problem)))
        .collect();
    let mut remarks = Remarks::default();
    for instance in &candidate.instances {
        let mut say = |remark: String| remarks.add(remark, &instance.label);
        for problem in host_problems(instance) {
            say(format!("measured on an unfit host: {}", text(problem)));
        }
        if let Some(kat) = kat_problem(instance) {
            say(format!(
                "the known-answer test gave {}: that it computes what it should is not known",
                text(kat)
            ));
        }
        if let Some(flags) = other_flags(instance) {
            let result = instance.built.as_ref().and_then(|built| built.guide_result.as_deref());
            let result =
                result.map(|result| format!(", with which the result was {}", text(result)));
            say(format!(
                "built with the flags {} instead of the guide's{}",
                code(flags),
                result.unwrap_or_default()
            ));
        }
        if instance.timings.is_empty() {
            say("not timed".to_owned());
        }
    }
    lines.extend(remarks.lines());
    lines
}
