//! The page on the method.

use super::markdown::{Page, code, text};
use crate::record::Campaign;

pub(super) fn page(campaign: &Campaign) -> String {
    let mut page = Page::new(&format!("How {} was measured", code(&campaign.system_id)));
    page.section("Measuring");
    page.block(
        "Every operation runs in a process of its own that loads one library, seeds its \
         generator with the bytes 00 to 2f, prepares what the operation needs and runs it. Time is \
         CLOCK_MONOTONIC_RAW over all calls of a trial; cycles are the processor's own, in user \
         mode, and missing where the machine has no counter for them. Means are over all timed \
         calls; the median is that of the trials' means. A step of a key exchange is timed call by \
         call inside complete exchanges.",
    );
    if let Some(planning) = &campaign.planning {
        page.section("Planning");
        let rows = [
            ("trials of an operation", planning.trials.to_string()),
            ("seconds a trial should take", planning.trial_target_s.to_string()),
            ("timed calls in all, at the least", planning.min_total.to_string()),
            ("calls of a trial, at the most", planning.max_iters_per_trial.to_string()),
            ("seconds an operation may take", planning.op_budget_s.to_string()),
            (
                "seconds of preparation from which trials share a process",
                planning.separate_process_setup_s.to_string(),
            ),
        ];
        page.table(["item", "value"], &rows.map(|(item, value)| [item.to_owned(), value]));
    }
    page.section("Building");
    let flags = campaign.arch_config.as_ref();
    let mut rows = Vec::new();
    for (item, value) in [
        ("reference implementations", flags.map(|flags| flags.reference.as_str())),
        ("optimised implementations", flags.map(|flags| flags.performance.as_str())),
        ("in addition", campaign.harness_additions.as_deref()),
    ] {
        rows.extend(value.map(|value| [item.to_owned(), code(value)]));
    }
    page.table(["sources", "compiler flags"], &rows);
    page.section("Symmetric primitives");
    page.block(
        "A share is the time inside the ICCS helpers as a part of the operation's, counted in one \
         process with a wrapper around every call of a helper that crosses from one object file to \
         another. Calls that a helper makes itself do not count. Where the record has the cost of \
         counting, the share is the one with that cost taken out.",
    );
    page.section("Memory");
    page.block(
        "The static size is the sum of the library's loaded segments. Resident memory is that of \
         the measuring process: after preparation, and at its highest.",
    );
    let mut problems: Vec<String> = campaign
        .host_checks
        .iter()
        .flat_map(|check| {
            let phase = text(&check.phase);
            check.problems.iter().map(move |problem| format!("{phase}: {}", text(problem)))
        })
        .collect();
    problems.sort();
    problems.dedup();
    if !problems.is_empty() {
        page.section("The host");
        page.block("What was not as it should be on the host when a phase began:");
        page.list(&problems);
    }
    page.finish()
}
