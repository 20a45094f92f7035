//! Two measurements of the same submissions, operation by operation: what became faster or slower,
//! with the noise taken into account, and which sizes and helper calls are others now.

mod changes;
mod cost;
mod error;
mod setting;
mod side;

pub use changes::Change;
pub use cost::{Cost, MINIMAL_EFFECT, Unit, Verdict};
pub use error::CompareError;
pub use setting::Difference;
pub use side::{Key, Side};

use serde::Serialize;
use std::path::Path;

/// What the comparison of two sides gave.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Comparison {
    /// What differs between the machines, their settings and the builds.
    pub differences: Vec<Difference>,
    /// What each operation costs, where both sides were timed.
    pub costs: Vec<Cost>,
    /// Sizes and helper calls that are others.
    pub changes: Vec<Change>,
    /// Whether operations were profiled in equally many runs on both sides. Where they were not,
    /// means of calls that depend on chance can differ though nothing changed.
    pub equal_runs: bool,
}

impl Comparison {
    /// Compares what lies at two places: data sets, folders of records, files.
    ///
    /// # Errors
    /// When a side cannot be read, or the two cannot be compared.
    pub fn of_paths(base: &Path, new: &Path) -> Result<Self, CompareError> {
        Self::of(&Side::read(base)?, &Side::read(new)?)
    }

    /// Compares two sides.
    ///
    /// # Errors
    /// When they have no operation in common, or one of them was timed under emulation.
    pub fn of(base: &Side, new: &Side) -> Result<Self, CompareError> {
        if base.has_nothing_in_common_with(new) {
            return Err(CompareError::NothingInCommon { base: base.names(), new: new.names() });
        }
        if let (Some(one), Some(other)) = (base.is_emulated(), new.is_emulated())
            && (one || other)
        {
            return Err(CompareError::Emulated { base: one, new: other });
        }
        Ok(Comparison {
            differences: setting::differences(base, new),
            costs: cost::all(base, new),
            changes: changes::all(base, new),
            equal_runs: changes::are_runs_equal(base, new),
        })
    }

    /// The operations that became slower by more than so many percent: by the lower end of the
    /// ratio's interval, or by the ratio itself where the noise is not known. One that succeeded
    /// in the base and is now missing or fails is among them.
    pub fn above(&self, percent: f64) -> impl Iterator<Item = &Cost> {
        self.costs.iter().filter(move |cost| cost.is_above(percent))
    }
}

#[cfg(test)]
mod tests;
