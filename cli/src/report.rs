//! `iccsprof report`: pages from records.

use crate::common;
use anyhow::{Context, ensure};
use iccs_profiler::dataset::DataSet;
use iccs_profiler::report::{self, Catalogues};
use std::path::PathBuf;
use std::process::ExitCode;

const HELP: &str = "\
Writes summary.md, method.md and candidates/ID.md for each candidate, as Markdown, from the records \
in RUN_DIR and nothing else. All pages appear at once; when anything is wrong, none does.

Catalogues are CSV with ';' between columns, a header and '#' comments:
  --sizes       ID;Instance;PublicKeyBytes;CiphertextBytes;SignatureBytes;Basis
  --bandwidth   ID;Instance;PkABytes;PkBBytes;ProtocolMessageBytes
  --kat-issues  ID;Label;Action;Cause
With either of the first two, size-audit.md lists where they and an instance's interface differ. \
Label is a regular expression, Action is measure or exclude, and Cause may contain ';'.

The exit status is 0, or 2 when the data set or a catalogue cannot be used or a page not written.";

/// Options of `iccsprof report`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct ReportArgs {
    /// Folder with campaign.json, build.json and the records
    #[arg(value_name = "RUN_DIR")]
    run_dir: PathBuf,
    /// Folder for the pages
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Catalogue of what KEM and signature instances transmit
    #[arg(long, value_name = "CSV")]
    sizes: Option<PathBuf>,
    /// Catalogue of what key exchanges transmit
    #[arg(long, value_name = "CSV")]
    bandwidth: Option<PathBuf>,
    /// Catalogue of known causes why known answers are not reproduced
    #[arg(long, value_name = "CSV")]
    kat_issues: Option<PathBuf>,
    /// Say nothing but errors
    #[arg(long, short)]
    quiet: bool,
}

pub(crate) fn run(arguments: &ReportArgs) -> anyhow::Result<ExitCode> {
    let data = DataSet::open(&arguments.run_dir)?;
    let catalogues = Catalogues::read(
        arguments.sizes.as_deref(),
        arguments.bandwidth.as_deref(),
        arguments.kat_issues.as_deref(),
    )
    .context("a catalogue cannot be used")?;
    ensure!(
        !arguments.out.join("campaign.json").exists(),
        "{} is a data set: pages in it would be no part of it; name another folder with --out",
        arguments.out.display()
    );
    let pages = report::write(&data, &catalogues, &arguments.out)?;
    if !arguments.quiet {
        let summary = arguments.out.join("summary.md");
        common::say(&format!("{} pages written, begin with {}", pages.len(), summary.display()));
    }
    Ok(ExitCode::SUCCESS)
}
