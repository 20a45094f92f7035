//! The summary page: all instances in one table a category.

mod figure;
mod hashes;
mod row;

use super::catalogue::Catalogues;
use super::environment;
use super::markdown::{Page, link, text};
use super::transmission::Disagreement;
use crate::api::{Kind, Operation};
use crate::dataset::Candidate;
use crate::format::or_dash;
use crate::record::Campaign;
use figure::Unit;
use row::Row;

/// What the summary needs of the candidates that have been read.
#[derive(Default)]
pub(super) struct Summary {
    rows: Vec<Row>,
    disagreements: Vec<(String, String, Disagreement)>,
}

impl Summary {
    /// Takes what it needs of a candidate.
    pub(super) fn add(&mut self, candidate: &Candidate, page: &str, catalogues: &Catalogues) {
        for instance in &candidate.instances {
            let Some(kind) = instance.kind().or(candidate.kind()) else { continue };
            let (row, disagreements) = Row::new(candidate, page, instance, kind, catalogues);
            self.rows.push(row);
            let names = || (candidate.id.clone(), instance.label.clone());
            self.disagreements.extend(disagreements.into_iter().map(|disagreement| {
                let (id, label) = names();
                (id, label, disagreement)
            }));
        }
    }

    /// Where catalogues and interfaces disagree: candidate, instance and what it is about.
    pub(super) fn disagreements(&self) -> &[(String, String, Disagreement)] {
        &self.disagreements
    }

    /// The page's Markdown.
    pub(super) fn page(&self, campaign: &Campaign, has_audit: bool) -> String {
        let mut page = Page::new(&format!("Summary of {}", text(&campaign.system_id)));
        let mut links = vec![link("method", "method.md")];
        if has_audit {
            links.push(link("size audit", "size-audit.md"));
        }
        page.block(&links.join(" · "));
        page.table(["item", "value"], &environment::rows(campaign));
        let problems = campaign.host_problems.iter();
        let unfit = problems.map(|problem| format!("The host was unfit: {}", text(problem)));
        page.list(&unfit.collect::<Vec<_>>());
        page.list(&notation());
        use Operation::{Dec, Enc, Keygen, Sign, Verify};
        let (kem, sig) = ([Keygen, Enc, Dec], [Keygen, Sign, Verify]);
        self.keys(&mut page, "Key encapsulation", Kind::Kem, kem, "ciphertext (B)");
        self.keys(&mut page, "Digital signatures", Kind::Sig, sig, "signature (B)");
        self.exchanges(&mut page);
        hashes::add(&mut page, &self.rows);
        page.finish()
    }

    fn of_kind(&self, kind: Kind) -> Vec<&Row> {
        self.rows.iter().filter(|row| row.kind == kind).collect()
    }

    /// Key encapsulation and signatures.
    fn keys(
        &self,
        page: &mut Page,
        heading: &str,
        kind: Kind,
        operations: [Operation; 3],
        sent: &str,
    ) {
        let rows = self.of_kind(kind);
        if rows.is_empty() {
            return;
        }
        page.section(heading);
        let unit = Unit::of(rows.iter().copied());
        let columns = operations.map(|operation| column(operation, unit));
        let [a, b, c] = columns.each_ref().map(String::as_str);
        let cells = |row: &&Row| {
            let [id, algorithm, instance] = row.head();
            let [a, b, c] = operations.map(|operation| cell(row, operation, unit));
            let sent = row.sizes.ciphertext.or(row.sizes.signature);
            let [key, sent] = [row.sizes.public_key, sent].map(row::bytes);
            [id, algorithm, instance, a, b, c, key, sent, row.notes()]
        };
        let rows: Vec<_> = rows.iter().map(cells).collect();
        page.table(
            ["id", "algorithm", "instance", a, b, c, "public key (B)", sent, "notes"],
            &rows,
        );
    }

    fn exchanges(&self, page: &mut Page) {
        let rows = self.of_kind(Kind::Kex);
        if rows.is_empty() {
            return;
        }
        page.section("Key exchange");
        let unit = Unit::of(rows.iter().copied());
        let cells = |row: &&Row| {
            let [id, algorithm, instance] = row.head();
            let exchange = cell(row, Operation::Exchange, unit);
            let bandwidth = row::bytes(row.sizes.bandwidth());
            [id, algorithm, instance, exchange, bandwidth, row.notes()]
        };
        let rows: Vec<_> = rows.iter().map(cells).collect();
        let column = column(Operation::Exchange, unit);
        page.table(["id", "algorithm", "instance", &column, "bandwidth (B)", "notes"], &rows);
    }
}

fn column(operation: Operation, unit: Unit) -> String {
    format!("{operation} {} (sym %)", unit.name())
}

fn cell(row: &Row, operation: Operation, unit: Unit) -> String {
    let figure = row.figure(operation);
    or_dash(figure, |figure| figure.cell(unit, figure.share_text()))
}

fn notation() -> Vec<String> {
    [
        "In parentheses behind an operation's cost: the part of its time that is spent inside the \
         ICCS hash helpers (not the DRNG, nor primitives of the submission's own).",
        "In parentheses behind a hash function's cost: how many times that of `pseudoXOF` with the \
         same output width and message it is.",
        "`n=` marks fewer than 100 timed calls, `failed` what did not come to its end, `–` what \
         was not or could not be measured, ⚠ an instance that did not pass its known-answer test.",
        "Bandwidth is all messages of the protocol and both public keys.",
    ]
    .map(str::to_owned)
    .to_vec()
}
