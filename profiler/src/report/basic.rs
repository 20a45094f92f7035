//! Basic information: section 1 of a page.

use super::markdown::{Page, code, text};
use crate::api::Kind;
use crate::dataset::Candidate;
use crate::format::NONE;
use std::collections::BTreeSet;

pub(super) fn add(page: &mut Page, candidate: &Candidate) {
    page.section("1. Basic information");
    let kind = candidate.kind();
    let list = |texts: BTreeSet<String>| {
        if texts.is_empty() {
            NONE.to_owned()
        } else {
            texts.into_iter().collect::<Vec<_>>().join(", ")
        }
    };
    let versions = candidate.instances.iter().map(|instance| instance.variant());
    let versions = versions.filter(|variant| !variant.is_empty()).map(text).collect();
    let instances: Vec<String> =
        candidate.instances.iter().map(|instance| code(&instance.label)).collect();
    let rows = [
        ("category", kind.map_or(NONE, category).to_owned()),
        ("function", kind.map_or(NONE, function).to_owned()),
        ("algorithm", text(&candidate.id)),
        ("versions measured", list(versions)),
        ("parameter sets", instances.join(", ")),
    ];
    page.table(["item", "value"], &rows.map(|(item, value)| [item.to_owned(), value]));
}

fn category(kind: Kind) -> &'static str {
    match kind {
        Kind::Kem | Kind::Sig | Kind::Kex => "public-key algorithm",
        Kind::Hash => "hash algorithm",
    }
}

fn function(kind: Kind) -> &'static str {
    match kind {
        Kind::Kem => "key encapsulation",
        Kind::Sig => "digital signature",
        Kind::Kex => "key exchange",
        Kind::Hash => "hash function",
    }
}
