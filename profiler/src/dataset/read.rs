//! Reading files of a data set, and refusing those that cannot be right.

use super::DataSetError;
use crate::files::read_ordinary;
use crate::record::{Campaign, Environment, ProfileRecord, Reading, SCHEMA, TimingRecord};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

pub(super) fn read_error(path: &Path, source: std::io::Error) -> DataSetError {
    DataSetError::Read { path: path.to_owned(), source }
}

/// Reads `campaign.json` or `build.json`.
pub(super) fn index<T: DeserializeOwned>(
    folder: &Path,
    name: &'static str,
) -> Result<T, DataSetError> {
    let path = folder.join(name);
    let text = read_ordinary(&path).map_err(|source| match source.kind() {
        ErrorKind::NotFound if folder.is_dir() => {
            DataSetError::NoIndex { folder: folder.to_owned(), name }
        }
        _ => read_error(&path, source),
    })?;
    serde_json::from_slice(&text).map_err(|source| DataSetError::Json {
        path,
        what: "index of a data set",
        source,
    })
}

/// Names of the folders in a folder; none where it is missing.
pub(super) fn subfolders(folder: &Path) -> Result<Vec<String>, DataSetError> {
    Ok(list(folder, |path| path.is_dir())?.into_iter().map(|(name, _)| name).collect())
}

/// The record files in a folder, sorted by name; none where it is missing. Anything else in it is
/// passed over, such as what a killed writer left behind.
pub(super) fn record_files(folder: &Path) -> Result<Vec<(String, PathBuf)>, DataSetError> {
    list(folder, |path| path.extension().is_some_and(|extension| extension == "json"))
}

fn list(
    folder: &Path,
    wanted: impl Fn(&Path) -> bool,
) -> Result<Vec<(String, PathBuf)>, DataSetError> {
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(vec![]),
        entries => entries.map_err(|source| read_error(folder, source))?,
    };
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|source| read_error(folder, source))?;
        let path = entry.path();
        if wanted(&path) {
            let name = entry.file_name().into_string().map_err(|_| {
                read_error(&path, std::io::Error::new(ErrorKind::InvalidData, "name is no UTF-8"))
            })?;
            found.push((name, path));
        }
    }
    found.sort();
    Ok(found)
}

/// What all records have in common here.
pub(super) trait Record: DeserializeOwned {
    /// What a file of it is called in messages.
    const WHAT: &'static str;
    fn schema(&self) -> u32;
    fn candidate(&self) -> &str;
    /// Key of a number that cannot have been measured.
    fn out_of_range(&self) -> Option<String>;
    /// The machine it was measured on, where it says so.
    fn environment(&self) -> Option<&Environment>;
}

impl Record for TimingRecord {
    const WHAT: &'static str = "timing record";

    fn schema(&self) -> u32 {
        self.schema
    }

    fn candidate(&self) -> &str {
        &self.candidate
    }

    fn out_of_range(&self) -> Option<String> {
        let negative = self.trials.iter().position(|trial| trial.seconds < 0.0);
        let derived = &self.derived;
        let figures = [
            ("mean_seconds", derived.mean_seconds),
            ("median_trial_seconds", derived.median_trial_seconds),
            ("min_trial_seconds", derived.min_trial_seconds),
            ("max_trial_seconds", derived.max_trial_seconds),
            ("mean_cycles", derived.mean_cycles),
            ("median_trial_cycles", derived.median_trial_cycles),
            ("operations_per_second", derived.operations_per_second),
            ("throughput_MB_per_second", derived.throughput_mb_per_second),
        ];
        let figure = figures.into_iter().find(|(_, figure)| figure.is_some_and(|f| f < 0.0));
        let does_not_follow = || {
            let (there, expected) = (&self.derived, self.derive());
            (self.is_complete() && there.mean_seconds != expected.mean_seconds)
                .then(|| "mean_seconds".to_owned())
        };
        negative
            .map(|at| format!("trials[{at}].seconds"))
            .or_else(|| figure.map(|(key, _)| key.to_owned()))
            .or_else(does_not_follow)
    }

    fn environment(&self) -> Option<&Environment> {
        Some(&self.environment)
    }
}

impl Record for ProfileRecord {
    const WHAT: &'static str = "profile record";

    fn schema(&self) -> u32 {
        self.schema
    }

    fn candidate(&self) -> &str {
        &self.candidate
    }

    fn out_of_range(&self) -> Option<String> {
        let is_wrong = |(_, share): &(&String, &f64)| **share < 0.0;
        let raw = self.share.iter().find(is_wrong).map(|(name, _)| format!("share.{name}"));
        let corrected = self.corrected.iter().flat_map(|corrected| &corrected.share);
        raw.or_else(|| (self.hash_share < 0.0).then(|| "hash_share".to_owned())).or_else(|| {
            corrected.into_iter().find(is_wrong).map(|(name, _)| format!("corrected.share.{name}"))
        })
    }

    fn environment(&self) -> Option<&Environment> {
        None
    }
}

/// Reads a record that must belong to the folder's candidate and the campaign's machine.
pub(super) fn record<T: Record>(
    path: &Path,
    folder: &str,
    campaign: &Campaign,
) -> Result<T, DataSetError> {
    let text = read_ordinary(path).map_err(|source| read_error(path, source))?;
    let path = || path.to_owned();
    let record: T = parse(&text, path())?;
    if crate::record::file_name(record.candidate()) != folder {
        let candidate = record.candidate().to_owned();
        return Err(DataSetError::Misplaced { path: path(), candidate });
    }
    if let (Some(here), Some(there)) = (record.environment(), &campaign.environment_at_start)
        && let Some((key, here, there)) = difference(here, there)
    {
        return Err(DataSetError::OtherSystem { path: path(), key, here, there });
    }
    Ok(record)
}

/// Reads a record from a file's text.
pub(super) fn parse<T: Record>(text: &[u8], path: PathBuf) -> Result<T, DataSetError> {
    let record: T = match serde_json::from_slice(text) {
        Ok(record) => record,
        Err(source) => {
            // What it lacks matters only if it is meant to be of the schema.
            #[derive(Deserialize)]
            struct OnlySchema {
                schema: Reading,
            }
            return Err(match serde_json::from_slice::<OnlySchema>(text) {
                Ok(OnlySchema { schema }) if schema != Reading::from(SCHEMA) => {
                    DataSetError::Schema { path, found: schema.to_string() }
                }
                _ => DataSetError::Json { path, what: T::WHAT, source },
            });
        }
    };
    if record.schema() != SCHEMA {
        return Err(DataSetError::Schema { path, found: record.schema().to_string() });
    }
    match record.out_of_range() {
        Some(key) => Err(DataSetError::OutOfRange { path, key }),
        None => Ok(record),
    }
}

/// What tells two machines apart, where both say it.
fn difference(here: &Environment, there: &Environment) -> Option<(&'static str, String, String)> {
    let keys = [
        ("architecture", &here.architecture, &there.architecture),
        ("hostname", &here.hostname, &there.hostname),
        ("cpu_model", &here.cpu_model, &there.cpu_model),
        ("machine", &here.machine, &there.machine),
    ];
    keys.into_iter().find_map(|(key, here, there)| match (here, there) {
        (Some(here), Some(there)) if here != there => Some((key, here.clone(), there.clone())),
        _ => None,
    })
}
