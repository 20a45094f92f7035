//! The instances of all targets, and those that are done here.

use super::{CampaignError, Failure, Observer, Request, Summary};
use crate::target::{self, Instance, TargetError};
use regex::Regex;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// An instance to be measured.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// Identifier of its submission.
    pub(super) candidate: String,
    pub(super) instance: Instance,
}

impl Found {
    /// The name it has in `build.json` and to the filters.
    pub(super) fn name(&self) -> String {
        format!("{}/{}", self.candidate, self.instance.label)
    }

    pub(super) fn failure(
        &self,
        phase: &str,
        operation: Option<String>,
        reason: String,
    ) -> Failure {
        Failure {
            phase: phase.to_owned(),
            candidate: self.candidate.clone(),
            label: self.instance.label.clone(),
            operation,
            reason,
        }
    }
}

/// The phase in which they are found.
pub(super) const FIND: &str = "find";

/// What a target is called in which nothing is found, so neither an identifier: by its folder.
pub(super) fn name_of(target: &Path) -> String {
    let path = target.canonicalize().unwrap_or_else(|_| target.to_owned());
    let is_config = path.extension().is_some_and(|extension| extension == "toml");
    let folder = if is_config { path.parent() } else { None };
    let name = folder.unwrap_or(&path).file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Finds the instances of this part of the work, those deferred last. A submission in which
/// nothing is found is a failure like any other; a target that is not there is a mistake.
pub(super) fn find(
    request: &Request<'_>,
    observer: &dyn Observer,
    summary: &mut Summary,
) -> Result<Vec<Found>, CampaignError> {
    let mut all = Vec::new();
    let mut ids: BTreeMap<String, PathBuf> = BTreeMap::new();
    for path in &request.targets {
        let submission = match target::find(path) {
            Ok(submission) => submission,
            Err(error @ TargetError::Missing { .. }) => return Err(error.into()),
            Err(error) => {
                let failure = Failure {
                    phase: FIND.to_owned(),
                    candidate: name_of(path),
                    label: String::new(),
                    operation: None,
                    reason: error.to_string(),
                };
                summary.fail(observer, failure);
                continue;
            }
        };
        if let Some(one) = ids.insert(submission.id.clone(), path.clone()) {
            return Err(CampaignError::SameId { id: submission.id, one, other: path.clone() });
        }
        let candidate = submission.id;
        all.extend(
            submission
                .instances
                .into_iter()
                .map(|instance| Found { candidate: candidate.clone(), instance }),
        );
    }
    // The order of the targets must not decide which part an instance is in.
    all.sort_by_key(Found::name);
    let total = all.len();
    let here = all.into_iter().enumerate().filter(|(place, _)| request.shard.has(*place));
    let is_wanted =
        |found: &Found| request.only.as_ref().is_none_or(|only| only.is_match(&found.name()));
    let mut here: Vec<Found> = here.map(|(_, found)| found).filter(is_wanted).collect();
    if here.is_empty() && summary.failures.is_empty() && (request.only.is_some() || total == 0) {
        let pattern = request.only.as_ref().map_or("", Regex::as_str);
        return Err(CampaignError::Nothing(format!(
            "none of the {total} instances matches --only '{pattern}', which is compared with \
             candidate/label"
        )));
    }
    let is_deferred =
        |found: &Found| request.defer.as_ref().is_some_and(|defer| defer.is_match(&found.name()));
    here.sort_by_key(is_deferred);
    Ok(here)
}
