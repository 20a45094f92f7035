//! The raw evidence index: section 7 of a page.

use super::markdown::{Page, code, text};
use crate::dataset::{Candidate, Instance};

pub(super) fn add(page: &mut Page, candidate: &Candidate) {
    page.section("7. Raw evidence index");
    page.block("Files are given by their paths in the data set's folder.");
    let rows: Vec<_> = candidate.instances.iter().flat_map(rows).collect();
    page.table(["instance", "item", "file"], &rows);
}

fn rows(instance: &Instance) -> Vec<[String; 3]> {
    let label = code(&instance.label);
    let mut rows = Vec::new();
    if let Some((log, digest)) = kat_log(instance) {
        let item = match digest {
            Some(digest) => {
                let start: String = digest.chars().take(16).collect();
                format!("KAT log (sha256 {})", code(&format!("{start}…")))
            }
            None => "KAT log".to_owned(),
        };
        rows.push([label.clone(), item, code(log)]);
    }
    let mut timings: Vec<_> = instance
        .timings
        .iter()
        .map(|timing| (super::performance::operation_name(&timing.record), &timing.file))
        .collect();
    timings.sort();
    let mut profiles: Vec<_> = instance
        .profiles
        .iter()
        .map(|profile| {
            let known = profile.operation().map(|operation| operation.to_string());
            (known.unwrap_or_else(|| text(&profile.record.operation)), &profile.file)
        })
        .collect();
    profiles.sort();
    let timings = timings.into_iter().map(|(name, file)| (format!("timing {name}"), file));
    let profiles = profiles.into_iter().map(|(name, file)| (format!("hash profile {name}"), file));
    rows.extend(timings.chain(profiles).map(|(item, file)| [label.clone(), item, code(file)]));
    rows
}

/// The log of the known-answer test and its digest.
fn kat_log(instance: &Instance) -> Option<(&str, Option<&str>)> {
    if let Some(built) = &instance.built
        && let Some(log) = &built.kat_log
    {
        return Some((log, built.kat_log_sha256.as_deref()));
    }
    instance.timings.iter().find_map(|timing| {
        let record = &timing.record;
        Some((record.kat_log.as_deref()?, record.kat_log_sha256.as_deref()))
    })
}
