//! A data set: the folder of records a campaign writes, read one candidate at a time.

mod candidate;
mod error;
mod order;
mod read;

pub use candidate::{Candidate, Instance, Profile, Timing};
pub use error::DataSetError;
pub use order::{natural, operation_order};

use crate::record::{BuildIndex, Campaign, file_name};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Folder of the timing records.
pub const RECORDS: &str = "records";
/// Folder of the profile records.
pub const PROFILE: &str = "profile";

/// An opened data set. The records stay on the disk until a candidate is read.
#[derive(Clone, Debug)]
pub struct DataSet {
    folder: PathBuf,
    campaign: Campaign,
    build: BuildIndex,
    /// Folder names, with the identifier where `build.json` has it.
    candidates: Vec<(String, Option<String>)>,
}

impl DataSet {
    /// Opens the folder of a data set.
    ///
    /// # Errors
    /// When `campaign.json` or `build.json` is missing or not what it should be, or a folder
    /// cannot be listed.
    pub fn open(folder: &Path) -> Result<Self, DataSetError> {
        let campaign = read::index(folder, "campaign.json")?;
        let build: BuildIndex = read::index(folder, "build.json")?;
        let mut candidates = BTreeMap::new();
        for kind in [RECORDS, PROFILE] {
            for name in read::subfolders(&folder.join(kind))? {
                candidates.insert(name, None);
            }
        }
        for instance in build.instances.values() {
            candidates.insert(file_name(&instance.candidate), Some(instance.candidate.clone()));
        }
        let mut candidates: Vec<_> = candidates.into_iter().collect();
        candidates.sort_by(|(one, _), (other, _)| natural(one, other));
        Ok(DataSet { folder: folder.to_owned(), campaign, build, candidates })
    }

    /// Where it lies.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where, when and how it was measured.
    pub fn campaign(&self) -> &Campaign {
        &self.campaign
    }

    /// The libraries it was measured with.
    pub fn build(&self) -> &BuildIndex {
        &self.build
    }

    /// Reads one candidate after the other, in natural order of their folders' names; each is
    /// read when it is asked for.
    pub fn candidates(&self) -> impl Iterator<Item = Result<Candidate, DataSetError>> {
        self.candidates.iter().map(|(folder, id)| candidate::read(self, folder, id.as_deref()))
    }
}
