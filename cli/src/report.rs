//! `iccsprof report`: pages from records.

use crate::common;
use iccs_profiler::dataset::DataSet;
use iccs_profiler::report::{self, Catalogues};
use std::path::PathBuf;
use std::process::ExitCode;

/// Options of `iccsprof report`.
#[derive(clap::Args)]
pub(crate) struct ReportArgs {
    /// Folder of a campaign, or of a published data set
    run_dir: PathBuf,
    /// Folder for the pages [default: report, in the current folder]
    #[arg(long, value_name = "DIR", default_value = "report")]
    out: PathBuf,
    /// Catalogue of external sizes
    /// (ID;Instance;PublicKeyBytes;CiphertextBytes;SignatureBytes;Basis)
    #[arg(long, value_name = "CSV")]
    sizes: Option<PathBuf>,
    /// Catalogue of key exchanges' traffic (ID;Instance;PkABytes;PkBBytes;ProtocolMessageBytes)
    #[arg(long, value_name = "CSV")]
    bandwidth: Option<PathBuf>,
    /// Known causes of failed known-answer tests (ID;Label;Action;Cause)
    #[arg(long, value_name = "CSV")]
    kat_issues: Option<PathBuf>,
    /// Say nothing but errors
    #[arg(long, short)]
    quiet: bool,
}

pub(crate) fn run(arguments: &ReportArgs) -> anyhow::Result<ExitCode> {
    let catalogues = Catalogues::read(
        arguments.sizes.as_deref(),
        arguments.bandwidth.as_deref(),
        arguments.kat_issues.as_deref(),
    )?;
    let data = DataSet::open(&arguments.run_dir)?;
    let written = report::write(&data, &catalogues, &arguments.out)?;
    if !arguments.quiet {
        let (number, out) = (written.candidates, arguments.out.display());
        common::say(&format!(
            "{number} candidates: {out}/README.md, {out}/candidates, {out}/method.md"
        ));
    }
    Ok(ExitCode::SUCCESS)
}
