//! Where a catalogue and the interface give different sizes.

use super::catalogue::Catalogues;
use super::markdown::{Page, code};
use super::transmission::Transmitted;
use crate::dataset::Candidate;
use crate::format::or_dash;

pub(super) fn add(page: &mut Page, candidate: &Candidate, catalogues: &Catalogues) {
    let mut rows = Vec::new();
    for instance in &candidate.instances {
        let Some(kind) = instance.kind().or(candidate.kind()) else { continue };
        let (_, disagreements) = Transmitted::of(&candidate.id, instance, kind, catalogues);
        rows.extend(disagreements.into_iter().map(|each| {
            [
                code(&instance.label),
                each.what.to_owned(),
                each.catalogue.to_string(),
                or_dash(each.api, |bytes| bytes.to_string()),
            ]
        }));
    }
    if rows.is_empty() {
        return;
    }
    page.block("Size audit: lengths that the catalogue and the interface give differently.");
    page.table(["instance", "what", "catalogue (bytes)", "API (bytes)"], &rows);
}
