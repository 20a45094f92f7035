//! The size audit: where a catalogue and an interface disagree.

use super::markdown::{Page, code, link, text};
use super::transmission::Disagreement;
use crate::format::or_dash;

/// The page's Markdown.
pub(super) fn page(system: &str, disagreements: &[(String, String, Disagreement)]) -> String {
    let mut page = Page::new(&format!("Size audit of {}", text(system)));
    page.block(&link("summary", "summary.md"));
    if disagreements.is_empty() {
        page.block("The catalogue and the interfaces agree in every length.");
        return page.finish();
    }
    page.block(
        "Lengths in bytes for which the catalogue and an instance's interface differ. Pages give \
         the catalogue's.",
    );
    let rows: Vec<_> = disagreements
        .iter()
        .map(|(id, label, disagreement)| {
            [
                text(id),
                code(label),
                disagreement.what.to_owned(),
                disagreement.catalogue.to_string(),
                or_dash(disagreement.api, |bytes| bytes.to_string()),
            ]
        })
        .collect();
    page.table(["id", "instance", "length of", "catalogue", "interface"], &rows);
    page.finish()
}
