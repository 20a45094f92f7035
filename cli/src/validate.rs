//! `iccsprof validate`: is a data set what its raw trials and calls make it?

use crate::common::{self, Output};
use iccs_profiler::format::{Format, Table};
use iccs_profiler::validate;
use std::path::PathBuf;
use std::process::ExitCode;

/// Options of `iccsprof validate`.
#[derive(clap::Args)]
pub(crate) struct ValidateArgs {
    /// Folder of a campaign, or of a published data set
    run_dir: PathBuf,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(arguments: &ValidateArgs) -> anyhow::Result<ExitCode> {
    let validated = validate::validate(&arguments.run_dir)?;
    let findings = &validated.findings;
    let text = match arguments.output.format {
        Format::Json => common::json(&validated),
        _ if findings.is_empty() => String::new(),
        format => {
            let mut table = Table::new(vec!["file", "key", "problem"]);
            for finding in findings {
                table.push(vec![
                    finding.file.clone(),
                    finding.key.clone(),
                    finding.problem.clone(),
                ]);
            }
            table.render(format)
        }
    };
    common::print(&text)?;
    if !validated.has_digests {
        arguments.output.remark(&format!(
            "there is no {}: what nothing else tells of, such as counts of calls, could not be \
             checked",
            validate::DIGESTS
        ));
    }
    let (records, number) = (validated.records, findings.len());
    arguments.output.remark(&format!("{records} records, {number} disagreements"));
    Ok(ExitCode::from(u8::from(!findings.is_empty())))
}
