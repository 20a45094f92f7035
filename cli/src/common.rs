//! What several subcommands share.

use anyhow::{Context, bail};
use iccs_profiler::build::FlagSet;
use iccs_profiler::files;
use iccs_profiler::format::Format;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Where build products are kept: the folder named, else the user's cache folder (XDG).
pub(crate) fn cache_dir(named: Option<&Path>) -> anyhow::Result<PathBuf> {
    if let Some(folder) = named {
        return Ok(folder.to_owned());
    }
    let variable =
        |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = variable("XDG_CACHE_HOME")
        .or_else(|| variable("HOME").map(|home| home.join(".cache")))
        .context("neither XDG_CACHE_HOME nor HOME is set; name a folder with --cache-dir")?;
    Ok(base.join("iccsprof"))
}

/// An error with its causes, without those whose text the error before has in its own.
pub(crate) fn explain(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if text.is_empty() {
            text = cause;
        } else if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

/// Options of how results are printed.
#[derive(clap::Args)]
pub(crate) struct Output {
    /// table, markdown, csv or json
    #[arg(long, value_name = "FORMAT", default_value = "table", value_parser = str::parse::<Format>)]
    pub(crate) format: Format,
    /// Say nothing but results and errors
    #[arg(long, short)]
    pub(crate) quiet: bool,
    /// Say more of what is done
    #[arg(long, short, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
}

impl Output {
    /// Prints a remark on standard error, unless all is to be quiet.
    pub(crate) fn remark(&self, text: &str) {
        if !self.quiet {
            say(&format!("note: {text}"));
        }
    }
}

/// A line on standard error. Where that is closed or full, nobody can be told.
/// Control characters, which names in foreign files may have, are not passed on.
pub(crate) fn say(line: &str) {
    use std::io::Write;
    let is_harmful = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    let line = line.replace(is_harmful, "\u{fffd}");
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Reads the name of a flag set.
pub(crate) fn flag_set(name: &str) -> Result<FlagSet, String> {
    Ok(match name {
        "guide" => FlagSet::Guide,
        "performance" => FlagSet::Performance,
        "resource" => FlagSet::Resource,
        "permissive" => FlagSet::Permissive,
        _ => return Err("known are guide, performance, resource and permissive".to_owned()),
    })
}

/// Reads a span of time.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    let duration = Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())?;
    if duration.is_zero() { Err("must be more than 0".to_owned()) } else { Ok(duration) }
}

/// Whether this process may run on a processor.
pub(crate) fn check_cpu(cpu: Option<usize>) -> anyhow::Result<()> {
    let Some(cpu) = cpu else { return Ok(()) };
    // SAFETY: the set is written before it is read, and `cpu` is within it.
    let is_usable = cpu < libc::CPU_SETSIZE as usize
        && unsafe {
            let mut set: libc::cpu_set_t = std::mem::zeroed();
            libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &mut set) == 0
                && libc::CPU_ISSET(cpu, &set)
        };
    anyhow::ensure!(is_usable, "--cpu {cpu}: this process may not run there");
    Ok(())
}

/// The last processor this process may run on, or one so many places before it. The first ones get
/// most of the system's own work.
pub(crate) fn last_cpu(back: usize) -> Option<usize> {
    // SAFETY: the set is written before it is read, and every number is within it.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        if libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &mut set) != 0 {
            return None;
        }
        (0..libc::CPU_SETSIZE as usize).rev().filter(|&cpu| libc::CPU_ISSET(cpu, &set)).nth(back)
    }
}

/// Prints results.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    use std::io::Write;
    std::io::stdout().write_all(text.as_bytes()).context("cannot write the results")
}

/// JSON as results are printed.
pub(crate) fn json(value: &impl Serialize) -> String {
    String::from_utf8_lossy(&files::json(value)).into_owned()
}

/// The known name that is most like a given one, if any is.
pub(crate) fn nearest<'a>(name: &str, known: &'a [String]) -> Option<&'a String> {
    let likeness = |other: &String| strsim::normalized_damerau_levenshtein(name, other);
    known
        .iter()
        .filter(|other| likeness(other) >= 0.5)
        .max_by(|one, other| likeness(one).total_cmp(&likeness(other)))
}

/// Picks the wanted names out of those there are, in the order there; all if none are wanted. A
/// name that is not there is an error that lists the known ones and suggests the nearest.
pub(crate) fn select(
    what: &str,
    known: &[String],
    wanted: &[String],
) -> anyhow::Result<Vec<String>> {
    for name in wanted {
        if !known.contains(name) {
            let suggestion =
                nearest(name, known).map(|nearest| format!("; did you mean '{nearest}'?"));
            bail!(
                "no {what} '{name}'{}\nknown: {}",
                suggestion.unwrap_or_default(),
                known.join(", ")
            );
        }
    }
    Ok(known.iter().filter(|name| wanted.is_empty() || wanted.contains(name)).cloned().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> Vec<String> {
        ["ZEN_128", "ZEN_256", "ZEN_512"].map(str::to_owned).to_vec()
    }

    #[test]
    fn a_cause_is_said_once() {
        let cause = std::io::Error::other("no space");
        let error = anyhow::Error::new(cause).context("cannot write x: no space").context("--out");
        assert_eq!(explain(&error), "--out: cannot write x: no space");
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_nearest() {
        let error = select("instance", &known(), &["zen_256".into()]).unwrap_err().to_string();
        assert!(error.contains("did you mean 'ZEN_256'?"), "{error}");
        assert!(error.contains("known: ZEN_128, ZEN_256, ZEN_512"), "{error}");
    }

    #[test]
    fn nothing_like_it_is_not_suggested() {
        let error = select("instance", &known(), &["mlkem".into()]).unwrap_err().to_string();
        assert!(!error.contains("did you mean"), "{error}");
    }

    #[test]
    fn selected_in_the_order_that_is_known() {
        let wanted = ["ZEN_512".to_owned(), "ZEN_128".to_owned()];
        assert_eq!(select("instance", &known(), &wanted).unwrap(), ["ZEN_128", "ZEN_512"]);
        assert_eq!(select("instance", &known(), &[]).unwrap(), known());
    }
}
