//! The records of one candidate.

use super::read::{self, Record};
use super::{DataSet, DataSetError, PROFILE, RECORDS, natural, operation_order};
use crate::api::{Kind, Operation};
use crate::record::{BuiltInstance, ProfileRecord, TimingRecord, operation};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A candidate with all its records.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Its identifier.
    pub id: String,
    /// Its folder's name.
    pub folder: String,
    /// Its instances, in natural order.
    pub instances: Vec<Instance>,
}

/// An instance with all its records.
#[derive(Clone, Debug, Default)]
pub struct Instance {
    /// The name it is measured under.
    pub label: String,
    /// Its library, as `build.json` has it.
    pub built: Option<BuiltInstance>,
    /// Its timing records, in the order of operations.
    pub timings: Vec<Timing>,
    /// Its profile records, in the order of operations.
    pub profiles: Vec<Profile>,
}

/// A timing record and its file, as a path from the data set's folder.
#[derive(Clone, Debug)]
pub struct Timing {
    /// The file.
    pub file: String,
    /// The record.
    pub record: TimingRecord,
}

/// A profile record and its file, as a path from the data set's folder.
#[derive(Clone, Debug)]
pub struct Profile {
    /// The file.
    pub file: String,
    /// The record.
    pub record: ProfileRecord,
}

impl Candidate {
    /// The kind of submission, told by an instance whose kind is known.
    pub fn kind(&self) -> Option<Kind> {
        self.instances.iter().find_map(Instance::kind)
    }
}

impl Instance {
    /// The kind of submission, told by the operations there are records of.
    pub fn kind(&self) -> Option<Kind> {
        let timed = self.timings.iter().map(|timing| timing.record.operation());
        let profiled = self.profiles.iter().map(|profile| profile.operation());
        let by_operation = timed.chain(profiled).flatten().find_map(kind_of);
        // With keygen alone, what it declares besides.
        by_operation.or_else(|| {
            let sizes = self.timings.iter().map(|timing| &timing.record.sizes);
            sizes.into_iter().find_map(|sizes| match (sizes.ct_bytes, sizes.signature_bytes) {
                (Some(1..), _) => Some(Kind::Kem),
                (_, Some(1..)) => Some(Kind::Sig),
                _ => None,
            })
        })
    }

    /// The timing record of an operation.
    pub fn timing(&self, wanted: Operation) -> Option<&TimingRecord> {
        let mut records = self.timings.iter().map(|timing| &timing.record);
        records.find(|record| record.operation() == Some(wanted))
    }

    /// The profile record of an operation.
    pub fn profile(&self, wanted: Operation) -> Option<&ProfileRecord> {
        let found = self.profiles.iter().find(|profile| profile.operation() == Some(wanted));
        found.map(|profile| &profile.record)
    }

    /// How the library was built: `reference`, ...
    pub fn variant(&self) -> &str {
        self.from_either(|built| &built.variant, |record| &record.variant)
    }

    /// With which set of flags.
    pub fn flags(&self) -> &str {
        self.from_either(|built| &built.flags, |record| &record.flags)
    }

    /// Result of the known-answer test.
    pub fn kat(&self) -> Option<&str> {
        let built = self.built.as_ref().and_then(|built| built.kat.as_deref());
        built.or_else(|| self.timings.iter().find_map(|timing| timing.record.kat.as_deref()))
    }

    /// A text of `build.json`, or of the first timing record where it is not there.
    fn from_either<'a>(
        &'a self,
        built: impl Fn(&'a BuiltInstance) -> &'a String,
        timed: impl Fn(&'a TimingRecord) -> &'a String,
    ) -> &'a str {
        let built = self.built.as_ref().map(built).filter(|text| !text.is_empty());
        built.or_else(|| self.timings.first().map(|timing| timed(&timing.record))).map_or("", |s| s)
    }
}

impl Profile {
    /// The operation; none for an unknown name.
    pub fn operation(&self) -> Option<Operation> {
        operation(&self.record.operation, self.record.input_bytes)
    }
}

fn kind_of(operation: Operation) -> Option<Kind> {
    use Operation::*;
    match operation {
        Keygen => None,
        Enc | Dec => Some(Kind::Kem),
        Sign | Verify => Some(Kind::Sig),
        Exchange | InitA | InitB | Pass(_) | DeriveA | DeriveB => Some(Kind::Kex),
        Hash(_) => Some(Kind::Hash),
    }
}

/// Reads all records of a candidate's folder.
pub(super) fn read(
    data: &DataSet,
    folder: &str,
    id: Option<&str>,
) -> Result<Candidate, DataSetError> {
    let mut id = id.map(str::to_owned);
    let mut instances: BTreeMap<String, Instance> = BTreeMap::new();
    let built = data.build.instances.values();
    for built in built.filter(|built| Some(&built.candidate) == id.as_ref()) {
        let instance = instances.entry(built.label.clone()).or_default();
        instance.built = Some(built.clone());
    }
    for (file, record) in records::<TimingRecord>(data, RECORDS, folder)? {
        id.get_or_insert_with(|| record.candidate.clone());
        let instance = instances.entry(record.label.clone()).or_default();
        instance.timings.push(Timing { file, record });
    }
    for (file, record) in records::<ProfileRecord>(data, PROFILE, folder)? {
        id.get_or_insert_with(|| record.candidate.clone());
        let instance = instances.entry(record.label.clone()).or_default();
        instance.profiles.push(Profile { file, record });
    }
    let mut instances: Vec<Instance> =
        instances.into_iter().map(|(label, instance)| Instance { label, ..instance }).collect();
    instances.sort_by(|one, other| natural(&one.label, &other.label));
    for instance in &mut instances {
        let timed = |timing: &Timing| timing.record.operation();
        instance.timings.sort_by_key(|timing| operation_order(timed(timing)));
        instance.profiles.sort_by_key(|profile| operation_order(profile.operation()));
        let files = instance.timings.iter().map(|timing| (timed(timing), &timing.file));
        once(data, files)?;
        let files = instance.profiles.iter().map(|profile| (profile.operation(), &profile.file));
        once(data, files)?;
    }
    Ok(Candidate {
        id: id.unwrap_or_else(|| folder.to_owned()),
        folder: folder.to_owned(),
        instances,
    })
}

fn records<T: Record>(
    data: &DataSet,
    kind: &str,
    folder: &str,
) -> Result<Vec<(String, T)>, DataSetError> {
    let files = read::record_files(&data.folder.join(kind).join(folder))?;
    let read = |(name, path): (String, PathBuf)| {
        Ok((format!("{kind}/{folder}/{name}"), read::record(&path, folder, &data.campaign)?))
    };
    files.into_iter().map(read).collect()
}

/// Refuses two records of one operation; they are sorted by it.
fn once<'a>(
    data: &DataSet,
    files: impl Iterator<Item = (Option<Operation>, &'a String)>,
) -> Result<(), DataSetError> {
    let mut before: Option<(Operation, &String)> = None;
    for (operation, file) in files {
        let Some(operation) = operation else { continue };
        if let Some((same, other)) = before
            && same == operation
        {
            let [path, other] = [file, other].map(|file| data.folder.join(file));
            return Err(DataSetError::Twice { path, other });
        }
        before = Some((operation, file));
    }
    Ok(())
}
