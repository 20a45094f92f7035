//! The cost of one operation, as the summary shows it.

use super::row::Row;
use crate::api::Operation;
use crate::dataset::Instance;
use crate::format::{count, duration, or_dash, percent};
use crate::report::performance::FAILED;

/// What costs are given in: cycles, or time where no instance of a table has any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Cycles,
    Time,
}

impl Unit {
    pub(super) fn of<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Self {
        let mut figures = rows.into_iter().flat_map(|row| &row.figures).peekable();
        let is_empty = figures.peek().is_none();
        if is_empty || figures.any(|(_, figure)| figure.cycles.is_some()) {
            Unit::Cycles
        } else {
            Unit::Time
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Unit::Cycles => "cycles",
            Unit::Time => "time",
        }
    }
}

/// Mean cost of an operation.
#[derive(Clone, Debug)]
pub(super) struct Figure {
    is_complete: bool,
    pub(super) cycles: Option<f64>,
    seconds: Option<f64>,
    /// Part of the hash helpers.
    share: Option<f64>,
    measurements: u64,
    is_few: bool,
}

impl Figure {
    /// That of each operation of an instance.
    pub(super) fn all(instance: &Instance) -> Vec<(Operation, Self)> {
        let figure = |timing: &crate::dataset::Timing| {
            let record = &timing.record;
            let operation = record.operation()?;
            let profile = instance.profile(operation).filter(|profile| profile.is_complete());
            let figure = Figure {
                is_complete: record.is_complete(),
                cycles: record.derived.mean_cycles,
                seconds: record.derived.mean_seconds,
                share: profile.map(|profile| profile.shares().0),
                measurements: record.derived.measurements,
                is_few: !record.derived.guide_100_measurements_met,
            };
            Some((operation, figure))
        };
        instance.timings.iter().filter_map(figure).collect()
    }

    /// The cost in a unit; none where it failed.
    pub(super) fn value(&self, unit: Unit) -> Option<f64> {
        let value = match unit {
            Unit::Cycles => self.cycles,
            Unit::Time => self.seconds,
        };
        value.filter(|_| self.is_complete)
    }

    /// The share as text.
    pub(super) fn share_text(&self) -> Option<String> {
        self.share.map(percent)
    }

    /// The cost without what belongs to it.
    pub(super) fn plain(&self, unit: Unit) -> String {
        match unit {
            _ if !self.is_complete => FAILED.to_owned(),
            Unit::Cycles => or_dash(self.value(unit), count),
            Unit::Time => or_dash(self.value(unit), duration),
        }
    }

    /// The cost, and in parentheses what belongs to it, and the timed calls where they are few.
    pub(super) fn cell(&self, unit: Unit, beside: Option<String>) -> String {
        let plain = self.plain(unit);
        if !self.is_complete {
            return plain;
        }
        let few = self.is_few.then(|| format!("n={}", self.measurements));
        let beside: Vec<String> = beside.into_iter().chain(few).collect();
        if beside.is_empty() { plain } else { format!("{plain} ({})", beside.join(", ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(cycles: Option<f64>, share: Option<f64>, measurements: u64) -> Figure {
        Figure {
            is_complete: true,
            cycles,
            seconds: Some(56.8e-6),
            share,
            measurements,
            is_few: measurements < 100,
        }
    }

    fn cell(figure: &Figure) -> String {
        figure.cell(Unit::Cycles, figure.share_text())
    }

    #[test]
    fn shares_and_few_calls_are_in_parentheses() {
        assert_eq!(cell(&figure(Some(153_182.5), Some(0.4052), 43_720)), "153.2 k (41%)");
        assert_eq!(cell(&figure(Some(48.2e9), Some(0.99), 35)), "48.20 G (99%, n=35)");
        assert_eq!(cell(&figure(Some(48.2e9), None, 35)), "48.20 G (n=35)");
        assert_eq!(cell(&figure(Some(2854.0), None, 100)), "2854");
        assert_eq!(cell(&figure(None, Some(0.5), 100)), "– (50%)");
        let failed = Figure { is_complete: false, ..figure(Some(1.0), Some(0.5), 1) };
        assert_eq!((cell(&failed).as_str(), failed.value(Unit::Time)), ("failed", None));
    }

    #[test]
    fn time_where_there_is_no_counter() {
        let figure = figure(None, Some(0.405), 43_720);
        assert_eq!(figure.cell(Unit::Time, figure.share_text()), "56.8 µs (40%)");
    }
}
