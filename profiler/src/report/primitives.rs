//! The symmetric primitives of a page.

use super::markdown::{Page, code, text};
use super::performance::FAILED;
use crate::dataset::{Candidate, Instance, Profile};
use crate::format::{NONE, per_operation, percent};

pub(super) fn add(page: &mut Page, candidate: &Candidate) {
    let verdicts = verdicts(candidate);
    let rows: Vec<_> = candidate
        .instances
        .iter()
        .flat_map(|instance| instance.profiles.iter().map(|profile| row(instance, profile)))
        .collect();
    if rows.is_empty() && verdicts.is_empty() {
        return;
    }
    page.section("Symmetric primitives");
    page.list(&verdicts);
    if !rows.is_empty() {
        page.block(
            "The part of each operation's time that is spent inside the ICCS hash helpers and \
             inside the DRNG, and how often they are called; all of it was counted in one process.",
        );
    }
    page.table(
        ["instance", "operation", "pseudohash/XOF/sm3", "DRNG", "calls per operation"],
        &rows,
    );
}

fn row(instance: &Instance, profile: &Profile) -> [String; 5] {
    let record = &profile.record;
    let operation = match profile.operation() {
        Some(operation) => operation.to_string(),
        None => text(&record.operation),
    };
    let head = [code(&instance.label), operation];
    let [hash, drng, calls] = if record.is_complete() {
        let (hash, drng) = record.shares();
        let calls = record.calls_by_function().into_iter();
        let calls = per_operation(calls, record.total.operations);
        [percent(hash), percent(drng), text(&calls)]
    } else {
        [FAILED, NONE, NONE].map(str::to_owned)
    };
    let [instance, operation] = head;
    [instance, operation, hash, drng, calls]
}

/// What was found of primitives besides the helpers, the same said once.
fn verdicts(candidate: &Candidate) -> Vec<String> {
    let mut verdicts: Vec<(String, Vec<String>)> = Vec::new();
    for instance in &candidate.instances {
        let built = instance.built.as_ref();
        let survey = built.and_then(|built| built.other.get("survey")?.as_str());
        if let Some(survey) = survey {
            let label = code(&instance.label);
            match verdicts.iter_mut().find(|(verdict, _)| verdict == survey) {
                Some((_, labels)) => labels.push(label),
                None => verdicts.push((survey.to_owned(), vec![label])),
            }
        }
    }
    let say = |(verdict, labels): &(String, Vec<String>)| {
        format!("Survey verdict: {} ({})", text(verdict), labels.join(", "))
    };
    verdicts.iter().map(say).collect()
}
