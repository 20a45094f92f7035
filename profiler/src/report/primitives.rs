//! The symmetric primitives of a page.

use super::markdown::{Page, code, text};
use super::performance::FAILED;
use super::remarks::Remarks;
use crate::dataset::{Candidate, Instance, Profile};
use crate::format::{NONE, per_operation, percent};

pub(super) fn add(page: &mut Page, candidate: &Candidate) {
    let verdicts = verdicts(candidate);
    let rows_of = |instance: &Instance| -> Vec<_> {
        instance.profiles.iter().map(|profile| row(instance, profile)).collect()
    };
    let rows: Vec<_> = candidate.instances.iter().flat_map(rows_of).collect();
    if rows.is_empty() && verdicts.is_empty() {
        return;
    }
    page.section("Symmetric primitives");
    if !verdicts.is_empty() {
        page.block("Survey verdict:");
    }
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
    let [hash, drng, calls] = if record.is_complete() {
        let (hash, drng) = record.shares();
        let calls = record.calls_by_function().into_iter();
        let calls = per_operation(calls, record.total.operations);
        [percent(hash), percent(drng), text(&calls)]
    } else {
        [FAILED, NONE, NONE].map(str::to_owned)
    };
    [code(&instance.label), operation, hash, drng, calls]
}

/// What was found of primitives besides the helpers.
fn verdicts(candidate: &Candidate) -> Vec<String> {
    let mut verdicts = Remarks::default();
    for instance in &candidate.instances {
        if let Some(survey) = instance.built.as_ref().and_then(|built| built.survey.as_deref()) {
            verdicts.add(text(survey), &instance.label);
        }
    }
    verdicts.lines()
}
