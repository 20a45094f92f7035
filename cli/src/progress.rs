//! Saying on standard error what is being done.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::Duration;

/// A line that changes on a terminal; nothing elsewhere but a line for each step.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    is_quiet: bool,
}

impl Progress {
    /// Silent when all is to be quiet.
    pub(crate) fn new(is_quiet: bool) -> Self {
        let is_terminal = std::io::stderr().is_terminal();
        let bar = (is_terminal && !is_quiet).then(|| {
            let bar = ProgressBar::new_spinner();
            let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar.enable_steady_tick(Duration::from_millis(250));
            bar
        });
        Progress { bar, is_quiet }
    }

    /// Says what is done now.
    pub(crate) fn say(&self, step: &str) {
        match &self.bar {
            Some(bar) => bar.set_message(step.to_owned()),
            None if !self.is_quiet => crate::common::say(step),
            None => {}
        }
    }

    /// Prints something else meanwhile.
    pub(crate) fn suspend(&self, print: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Takes the line away.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
