//! The method page: how a data set was measured, as far as it says so.

use super::environment;
use super::markdown::{Page, code, link, text};
use crate::format::{or_dash, significant3};
use crate::record::{Campaign, HostCheck};
use serde_json::Value;

/// The page's Markdown.
pub(super) fn page(campaign: &Campaign) -> String {
    let mut page = Page::new(&format!("Method of {}", text(&campaign.system_id)));
    page.block(&link("summary", "summary.md"));
    page.section("Host");
    page.table(["item", "value"], &environment::rows(campaign));
    let checks: Vec<_> = campaign.host_checks.iter().map(check).collect();
    page.table(["time (UTC)", "phase", "CPU", "problems"], &checks);
    building(&mut page, campaign);
    measuring(&mut page, campaign);
    quantities(&mut page);
    if let Some(Value::String(note)) = campaign.other.get("history_note") {
        page.section("Remark of the campaign");
        page.block(&text(note));
    }
    page.finish()
}

fn check(check: &HostCheck) -> [String; 4] {
    let problems: Vec<String> = check.problems.iter().map(|problem| text(problem)).collect();
    let moment: String = check.utc.chars().take(19).collect();
    let problems = Some(problems.join("; ")).filter(|problems| !problems.is_empty());
    [
        text(&moment),
        text(&check.phase),
        or_dash(check.cpu, |cpu| cpu.to_string()),
        or_dash(problems, |problems| problems),
    ]
}

fn building(page: &mut Page, campaign: &Campaign) {
    let mut rows = Vec::new();
    if let Some(flags) = &campaign.arch_config {
        rows.push(["reference implementations".to_owned(), code(&flags.reference)]);
        rows.push(["optimised implementations".to_owned(), code(&flags.performance)]);
    }
    if let Some(added) = &campaign.harness_additions {
        rows.push(["added to both".to_owned(), code(added)]);
    }
    if !rows.is_empty() {
        page.section("Build");
        page.table(["for", "compiler flags"], &rows);
        page.block(
            "An instance that does not build or does not pass its known-answer test with these \
             flags is built with permissive ones, and its page says so.",
        );
    }
}

fn measuring(page: &mut Page, campaign: &Campaign) {
    page.section("Measurement");
    page.block(
        "Each operation is timed in trials of many calls in a row, each trial in a process of its \
         own unless preparing it takes too long. Generator and inputs are the same in every \
         process. What prepares an operation is not timed. The steps of a key exchange are timed \
         call by call inside complete runs.",
    );
    if let Some(planning) = &campaign.planning {
        let seconds = |seconds: f64| format!("{} s", significant3(seconds));
        let rows = [
            ("trials of an operation", planning.trials.to_string()),
            ("intended length of a trial", seconds(planning.trial_target_s)),
            ("timed calls to be reached in all trials", planning.min_total.to_string()),
            ("most timed calls of a trial", planning.max_iters_per_trial.to_string()),
            ("most time for an operation", seconds(planning.op_budget_s)),
            (
                "preparation beyond which trials share a process",
                seconds(planning.separate_process_setup_s),
            ),
        ];
        page.table(["planning", "value"], &rows.map(|(what, value)| [what.to_owned(), value]));
    }
}

fn quantities(page: &mut Page) {
    page.section("Quantities");
    let items = [
        "Cycles are counted by the processor in user mode. Where it has no such counter there are \
         none; they are never worked out from the time.",
        "Means are over all timed calls of all trials; the median is that of the trials' means.",
        "Static memory is the sum of the library's loaded segments. Baseline and peak RSS are the \
         resident memory of the measuring process after preparation and at its highest; the \
         program that measures is in them.",
        "Shares are the time inside the helpers as a part of the operation's, both taken in the \
         same process. Where a record has the cost of counting, it is taken out. A helper called \
         by a helper is part of the outer one.",
        "Calls per operation are means over the counted operations.",
        "Bandwidth of a key exchange is the sum of its messages and both public keys.",
    ];
    page.list(&items.map(str::to_owned));
}
