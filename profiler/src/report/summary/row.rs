//! An instance, as the summary shows it.

use super::figure::Figure;
use crate::api::{Kind, Operation};
use crate::dataset::{Candidate, Instance};
use crate::format::{NONE, or_dash};
use crate::report::catalogue::Catalogues;
use crate::report::markdown::{code, link, text};
use crate::report::page::algorithm;
use crate::report::remarks::{host_problems, kat_problem, other_flags};
use crate::report::transmission::{Disagreement, Transmitted};

/// The variant under which the ICCS helpers themselves are measured.
const HELPERS: &str = "iccs-baseline";

/// An instance.
pub(super) struct Row {
    pub(super) kind: Kind,
    /// Whether it is one of the ICCS helpers, measured like a hash function.
    pub(super) is_helper: bool,
    pub(super) label: String,
    pub(super) figures: Vec<(Operation, Figure)>,
    pub(super) sizes: Transmitted,
    pub(super) digest_bits: Option<u64>,
    id: String,
    page: String,
    algorithm: Option<String>,
    kat: Option<String>,
    notes: Vec<String>,
}

impl Row {
    pub(super) fn new(
        candidate: &Candidate,
        page: &str,
        instance: &Instance,
        kind: Kind,
        catalogues: &Catalogues,
    ) -> (Self, Vec<Disagreement>) {
        let (sizes, disagreements) = Transmitted::of(&candidate.id, instance, kind, catalogues);
        let digests = instance.timings.iter().map(|timing| timing.record.sizes.digest_bytes);
        let row = Row {
            kind,
            is_helper: instance.variant() == HELPERS,
            label: instance.label.clone(),
            figures: Figure::all(instance),
            sizes,
            digest_bits: digests.flatten().find(|&bytes| bytes > 0).map(|bytes| 8 * bytes),
            id: candidate.id.clone(),
            page: page.to_owned(),
            algorithm: algorithm(candidate).map(str::to_owned),
            kat: kat_problem(instance).map(str::to_owned),
            notes: notes(instance),
        };
        (row, disagreements)
    }

    pub(super) fn figure(&self, wanted: Operation) -> Option<&Figure> {
        self.figures.iter().find(|(operation, _)| *operation == wanted).map(|(_, figure)| figure)
    }

    /// The first three cells: candidate, algorithm, instance.
    pub(super) fn head(&self) -> [String; 3] {
        let mut instance = code(&self.label);
        if let Some(kat) = &self.kat {
            instance += &format!(" ⚠ KAT {}", text(kat));
        }
        let algorithm = or_dash(self.algorithm.as_deref(), text);
        [link(&text(&self.id), &self.page), algorithm, instance]
    }

    /// The last cell.
    pub(super) fn notes(&self) -> String {
        if self.notes.is_empty() { NONE.to_owned() } else { self.notes.join("; ") }
    }
}

fn notes(instance: &Instance) -> Vec<String> {
    let mut notes = Vec::new();
    if !matches!(instance.variant(), "" | "reference" | HELPERS) {
        notes.push(text(instance.variant()));
    }
    notes.extend(other_flags(instance).map(|flags| format!("built with {}", code(flags))));
    if !host_problems(instance).is_empty() {
        notes.push("unfit host".to_owned());
    }
    if instance.timings.is_empty() {
        notes.push("not timed".to_owned());
    }
    notes
}

/// A length in bytes as a cell.
pub(super) fn bytes(length: Option<u64>) -> String {
    or_dash(length, |length| length.to_string())
}
