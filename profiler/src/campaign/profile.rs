//! Profiling: the helper calls of every operation.

use super::calibrate::Planned;
use super::{CampaignError, Observer, Request, Step, Summary};
use crate::library::Interposition;
use crate::measure::Limits;
use crate::profile::{self, Names, Subject};
use crate::record::ProfileRecord;
use std::collections::BTreeSet;

/// Profiles what has no profile yet.
pub(super) fn run(
    request: &Request<'_>,
    observer: &dyn Observer,
    operations: &[Planned<'_>],
    summary: &mut Summary,
) -> Result<(), CampaignError> {
    let mut blind = BTreeSet::new();
    for (done, planned) in operations.iter().enumerate() {
        let found = planned.ready.found;
        // What failed when it was timed is not tried once more.
        if planned.calibration.process.failure.is_some() {
            continue;
        }
        let interposition = match &planned.ready.library.interposition {
            Ok(interposition) => interposition,
            Err(reason) => {
                if blind.insert(found.name()) {
                    summary.fail(observer, found.failure("profile", None, reason.clone()));
                }
                continue;
            }
        };
        let path = planned.file(request, "profile");
        let there: Option<ProfileRecord> = request.folder.read(&path)?;
        let is_done = |record: &ProfileRecord| record.failure.is_none() || !request.retry_failed;
        let record = match there.filter(is_done) {
            Some(record) => record,
            None => {
                observer.step(&Step {
                    phase: "profile",
                    what: &planned.name(),
                    done,
                    of: operations.len(),
                    seconds_left: None,
                });
                let record = one(request, planned, interposition)?;
                request.folder.write(&path, &record)?;
                record
            }
        };
        summary.profiled += 1;
        if let Some(reason) = record.failure {
            let operation = Some(planned.operation.to_string());
            summary.fail(observer, found.failure("profile", operation, reason));
        }
    }
    Ok(())
}

fn one(
    request: &Request<'_>,
    planned: &Planned<'_>,
    interposition: &Interposition,
) -> Result<ProfileRecord, CampaignError> {
    let library = &planned.ready.library;
    let subject = Subject {
        library: &interposition.library,
        kind: library.kind,
        digest_bits: library.digest_bits,
        measure: interposition.measure,
        interposer: &interposition.interposer,
        tick_source: request.tick_source,
    };
    let limits = Limits { timeout: request.profile_timeout, cpu: request.timing.cpu };
    let outcome = profile::profile(&subject, planned.operation, request.profile, &limits)?;
    let found = planned.ready.found;
    let names = Names {
        candidate: &found.candidate,
        label: &found.instance.label,
        operation: planned.operation,
    };
    let mut record = profile::record(&names, &outcome);
    library.describe_profile(&mut record);
    Ok(record)
}
