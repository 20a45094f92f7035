//! The page of a candidate.

use super::catalogue::Catalogues;
use super::markdown::{Page, code, link, text};
use super::transmission;
use super::{environment, evidence, functional, performance, primitives, remarks, resources};
use crate::api::Kind;
use crate::dataset::{Candidate, natural};
use crate::format::{NONE, or_dash};
use crate::record::Campaign;

/// The algorithm's name, where the data set has it.
pub(super) fn algorithm(candidate: &Candidate) -> Option<&str> {
    let built = candidate.instances.iter().filter_map(|instance| instance.built.as_ref());
    built.filter_map(|built| built.algorithm.as_deref()).next()
}

/// The page's Markdown.
pub(super) fn page(candidate: &Candidate, campaign: &Campaign, catalogues: &Catalogues) -> String {
    let name = match algorithm(candidate) {
        Some(name) => format!("{} {}", text(&candidate.id), text(name)),
        None => text(&candidate.id),
    };
    let mut page = Page::new(&format!("{name}: assessment on {}", text(&campaign.system_id)));
    page.block(&format!(
        "{} · {}",
        link("summary", "../summary.md"),
        link("method", "../method.md")
    ));
    let remarks = remarks::of(candidate, campaign);
    if !remarks.is_empty() {
        page.block("**To be read with care:**");
    }
    page.list(&remarks);
    basic_information(&mut page, candidate);
    page.section("2. Assessment environment");
    page.table(["item", "value"], &environment::rows(campaign));
    functional::add(&mut page, candidate, &catalogues.kat_issues);
    performance::add(&mut page, candidate);
    resources::add(&mut page, candidate);
    transmission::add(&mut page, candidate, catalogues);
    primitives::add(&mut page, candidate);
    evidence::add(&mut page, candidate);
    page.finish()
}

fn basic_information(page: &mut Page, candidate: &Candidate) {
    page.section("1. Basic information");
    let (category, function) = match candidate.kind() {
        Some(Kind::Kem) => ("public-key algorithm", "key encapsulation"),
        Some(Kind::Sig) => ("public-key algorithm", "digital signature"),
        Some(Kind::Kex) => ("public-key algorithm", "key exchange"),
        Some(Kind::Hash) => ("cryptographic hash algorithm", "hash"),
        None => (NONE, NONE),
    };
    let labels: Vec<String> =
        candidate.instances.iter().map(|instance| code(&instance.label)).collect();
    let mut variants: Vec<&str> =
        candidate.instances.iter().map(|instance| instance.variant()).collect();
    variants.retain(|variant| !variant.is_empty());
    variants.sort_by(|one, other| natural(one, other));
    variants.dedup();
    let variants: Vec<String> = variants.into_iter().map(text).collect();
    page.list(&[
        format!("Category: {category}; function: {function}"),
        format!("Algorithm: {}", or_dash(algorithm(candidate), text)),
        format!("Versions measured: {}", joined(&variants)),
        format!("Parameter sets: {}", joined(&labels)),
    ]);
}

fn joined(parts: &[String]) -> String {
    if parts.is_empty() { NONE.to_owned() } else { parts.join(", ") }
}
