//! `iccsprof compare`: what became faster, slower or different.

mod table;

use crate::common::{self, Output};
use anyhow::ensure;
use iccs_profiler::compare::{Comparison, Difference};
use iccs_profiler::format::Format;
use std::path::PathBuf;
use std::process::ExitCode;

/// Options of `iccsprof compare`.
#[derive(clap::Args)]
pub(crate) struct CompareArgs {
    /// What to compare with: a run directory or published data set, a folder of records, a record
    base: PathBuf,
    /// The same, new
    new: PathBuf,
    /// Exit with 1 if an operation certainly became slower by more than this: if the lower end of
    /// the interval says so, or the ratio itself where there is none; or if one that was measured
    /// in the base failed now or is not there
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    fail_above: Option<f64>,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(arguments: &CompareArgs) -> anyhow::Result<ExitCode> {
    let output = &arguments.output;
    let comparison = Comparison::of_paths(&arguments.base, &arguments.new)?;
    remarks(&comparison, output);
    let text = match output.format {
        Format::Json => common::json(&comparison),
        format => table::tables(&comparison, format),
    };
    common::print(&text)?;
    let Some(percent) = arguments.fail_above else { return Ok(ExitCode::SUCCESS) };
    ensure!(!comparison.costs.is_empty(), "--fail-above: nothing was timed on both sides");
    let mut is_above = false;
    for cost in comparison.above(percent) {
        is_above = true;
        let how = table::how(cost);
        common::say(&format!("iccsprof: {}: {how}; --fail-above {percent}%", cost.key));
    }
    Ok(ExitCode::from(u8::from(is_above)))
}

/// What a reader of the figures should know.
fn remarks(comparison: &Comparison, output: &Output) {
    let known = |value: &Option<String>| value.clone().unwrap_or_else(|| "not known".to_owned());
    for Difference { key, base, new } in &comparison.differences {
        output.remark(&format!("{key} differs: {} in base, {} in new", known(base), known(new)));
    }
    if !comparison.equal_runs {
        output.remark(
            "profiled in unequal numbers of runs: where calls depend on chance, their means differ \
             for that alone (--iters makes them equal)",
        );
    }
    if comparison.changes.is_empty() {
        output.remark("sizes and helper calls that both sides recorded are the same");
    }
}

/// Reads a percentage, with or without its sign.
fn percent(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').unwrap_or(text);
    match number.trim().parse::<f64>() {
        Ok(percent) if percent.is_finite() && percent >= 0.0 => Ok(percent),
        _ => Err("must be a number of percent, such as 5 or 2.5%".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages() {
        assert_eq!((percent("5"), percent("2.5%"), percent("0 %")), (Ok(5.0), Ok(2.5), Ok(0.0)));
        for wrong in ["", "%", "-1", "nan", "inf%", "5%%"] {
            assert!(percent(wrong).is_err(), "{wrong}");
        }
    }
}
