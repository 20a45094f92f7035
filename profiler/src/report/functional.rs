//! Functional testing: section 3 of a page.

use super::catalogue::{KatIssue, KatIssues};
use super::markdown::{Page, code, text};
use crate::dataset::Candidate;
use crate::format::or_dash;

pub(super) fn add(page: &mut Page, candidate: &Candidate, issues: &KatIssues) {
    page.section("3. Functional testing (KAT)");
    let mut notes: Vec<&KatIssue> = Vec::new();
    let mut rows = Vec::new();
    for instance in &candidate.instances {
        let mut kat = or_dash(instance.kat(), text);
        if let Some(issue) = issues.of(&candidate.id, &instance.label) {
            let is_same = |note: &&KatIssue| std::ptr::eq(*note, issue);
            let at = notes.iter().position(is_same).unwrap_or_else(|| {
                notes.push(issue);
                notes.len() - 1
            });
            kat += &format!(" [{}]", at + 1);
        }
        let flags = Some(instance.flags()).filter(|flags| !flags.is_empty());
        rows.push([code(&instance.label), or_dash(flags, text), kat]);
    }
    page.table(["instance", "build flags", "KAT"], &rows);
    for (at, note) in notes.into_iter().enumerate() {
        let consequence = if note.action == "exclude" {
            "Not timed for this reason."
        } else {
            "Timed all the same."
        };
        page.block(&format!("\\[{}\\] {} {consequence}", at + 1, text(&note.cause)));
    }
}
