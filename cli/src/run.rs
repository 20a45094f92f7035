//! `iccsprof run`: any program under interposition.

use anyhow::bail;
use std::process::ExitCode;

/// Options of `iccsprof run`.
#[derive(clap::Args)]
pub(crate) struct RunArgs {}

pub(crate) fn run(_: &RunArgs) -> anyhow::Result<ExitCode> {
    bail!("not there yet")
}
