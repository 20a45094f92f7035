//! One of the two measurements.

use super::CompareError;
use crate::api::Operation;
use crate::dataset::{AnyRecord, any_records, natural, operation_order};
use crate::record::{ProfileRecord, TimingRecord, operation};
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::path::Path;

/// What is compared with its like. Sorted as on pages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Key {
    /// Identifier of the submission.
    pub candidate: String,
    /// The instance, by the name it is measured under.
    pub label: String,
    /// The operation; one of a hash function with its message's length.
    pub operation: String,
}

impl Key {
    fn new(candidate: &str, label: &str, name: &str, input_bytes: u64) -> Self {
        let operation = operation(name, input_bytes).map_or(name.to_owned(), |o| o.to_string());
        Key { candidate: candidate.to_owned(), label: label.to_owned(), operation }
    }

    /// Whether it is of the same instance.
    pub(super) fn is_beside(&self, other: &Key) -> bool {
        (&self.candidate, &self.label) == (&other.candidate, &other.label)
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        let order = |key: &Key| operation_order(key.operation.parse::<Operation>().ok());
        natural(&self.candidate, &other.candidate)
            .then_with(|| natural(&self.label, &other.label))
            .then_with(|| order(self).cmp(&order(other)))
            .then_with(|| self.operation.cmp(&other.operation))
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.candidate, self.label, self.operation)
    }
}

/// One of the two measurements: its records.
#[derive(Clone, Debug, Default)]
pub struct Side {
    pub(super) timings: BTreeMap<Key, TimingRecord>,
    pub(super) profiles: BTreeMap<Key, ProfileRecord>,
}

impl Side {
    /// Reads a data set, a folder of records, or a file of one or several.
    ///
    /// # Errors
    /// When a record cannot be read, or there are two of one operation.
    pub fn read(path: &Path) -> Result<Self, CompareError> {
        let mut side = Side::default();
        for record in any_records(path)? {
            let (path, record) = record?;
            side.add(record)
                .map_err(|key| CompareError::Twice { path, operation: key.to_string() })?;
        }
        Ok(side)
    }

    /// Adds a record; gives its operation back when there is one of it already.
    pub(super) fn add(&mut self, record: AnyRecord) -> Result<(), Key> {
        fn put<T>(records: &mut BTreeMap<Key, T>, key: Key, record: T) -> Result<(), Key> {
            match records.entry(key) {
                Entry::Vacant(place) => {
                    place.insert(record);
                    Ok(())
                }
                Entry::Occupied(place) => Err(place.key().clone()),
            }
        }
        match record {
            AnyRecord::Timing(mut record) => {
                // The trials are all that is needed of them, and the record has those itself.
                record.processes.clear();
                let key = Key::new(
                    &record.candidate,
                    &record.label,
                    &record.operation,
                    record.input_bytes,
                );
                put(&mut self.timings, key, *record)
            }
            AnyRecord::Profile(record) => {
                let key = Key::new(
                    &record.candidate,
                    &record.label,
                    &record.operation,
                    record.input_bytes,
                );
                put(&mut self.profiles, key, *record)
            }
        }
    }

    pub(super) fn has_nothing_in_common_with(&self, other: &Side) -> bool {
        !self.timings.keys().any(|key| other.timings.contains_key(key))
            && !self.profiles.keys().any(|key| other.profiles.contains_key(key))
    }

    /// Whether any of its operations was timed under emulation; none where nothing was timed.
    pub(super) fn is_emulated(&self) -> Option<bool> {
        let mut timings = self.timings.values().peekable();
        timings.peek()?;
        Some(timings.any(|record| record.environment.is_emulated()))
    }

    /// What it has, for a message.
    pub(super) fn names(&self) -> String {
        const SHOWN: usize = 3;
        let of_timings = self.timings.keys().map(|key| format!("timing of {key}"));
        let all: Vec<String> =
            of_timings.chain(self.profiles.keys().map(|key| format!("profile of {key}"))).collect();
        let mut text = all[..all.len().min(SHOWN)].join(", ");
        if all.len() > SHOWN {
            text += &format!(", and {} more", all.len() - SHOWN);
        }
        text
    }
}
