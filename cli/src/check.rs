//! `iccsprof check`: is this host fit for measuring, and what would make it so?

use crate::common::{self, Output};
use crate::host;
use anyhow::Context;
use iccs_profiler::format::{Format, NONE, Table};
use iccs_profiler::host::{Problem, Steadiness};
use serde_json::json;
use std::ffi::OsString;
use std::process::ExitCode;

/// Options of `iccsprof check`.
#[derive(clap::Args)]
pub(crate) struct CheckArgs {
    /// The processor to be measured on [default: the last one this process may run on]
    #[arg(long, value_name = "N")]
    cpu: Option<usize>,
    /// C compiler
    #[arg(long, value_name = "PROGRAM", default_value = "cc")]
    cc: OsString,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(arguments: &CheckArgs) -> anyhow::Result<ExitCode> {
    common::check_cpu(arguments.cpu)?;
    let cpu = arguments.cpu.or_else(|| common::last_cpu(0)).context("no processor to run on")?;
    let state = host::state(Some(cpu), &arguments.cc);
    let mut problems = host::here().problems(cpu);
    let steadiness = Steadiness::of_processor(cpu);
    problems.extend(steadiness.and_then(Steadiness::problem));
    let text = match arguments.output.format {
        Format::Json => common::json(&json!({
            "environment": state.environment,
            "steadiness": steadiness,
            "problems": problems.iter().map(|problem| json!({
                "problem": problem.to_string(),
                "remedy": problem.remedy(),
            })).collect::<Vec<_>>(),
        })),
        format => {
            let mut text = environment(&state.environment, steadiness).render(format);
            text.push('\n');
            text + &findings(&problems).render(format)
        }
    };
    common::print(&text)?;
    if problems.is_empty() {
        arguments.output.remark("this host is fit for measuring");
    }
    Ok(ExitCode::from(u8::from(!problems.is_empty())))
}

/// What the host is, in the words of a record.
fn environment(
    environment: &iccs_profiler::record::Environment,
    steadiness: Option<Steadiness>,
) -> Table {
    let mut table = Table::new(vec!["item", "value"]);
    let value = serde_json::to_value(environment).unwrap_or_default();
    for (key, value) in value.as_object().into_iter().flatten() {
        let text = match value {
            serde_json::Value::Null => continue,
            serde_json::Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        table.push(vec![key.clone(), text]);
    }
    let spread = steadiness.map_or(NONE.to_owned(), |steadiness| steadiness.to_string());
    table.push(vec!["steadiness".to_owned(), spread]);
    table
}

fn findings(problems: &[Problem]) -> Table {
    let mut table = Table::new(vec!["problem", "what mends it"]);
    for problem in problems {
        let remedy = problem.remedy().unwrap_or_else(|| NONE.to_owned());
        table.push(vec![problem.to_string(), remedy]);
    }
    table
}
