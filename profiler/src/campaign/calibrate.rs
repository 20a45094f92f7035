//! Calibrating: one call of every operation, by which its trials are planned.

use super::build::Ready;
use super::{CampaignError, Observer, Request, Step, Summary};
use crate::api::{Kind, Operation};
use crate::timing::{self, Calibration};
use serde::{Deserialize, Serialize};

/// An operation that can be measured.
pub(super) struct Planned<'a> {
    pub(super) ready: &'a Ready<'a>,
    pub(super) operation: Operation,
    pub(super) calibration: Calibration,
}

impl Planned<'_> {
    /// `candidate/label operation`.
    pub(super) fn name(&self) -> String {
        format!("{} {}", self.ready.found.name(), self.operation)
    }

    /// Seconds its trials should take.
    pub(super) fn estimated_s(&self) -> f64 {
        self.calibration.plan.map_or(0.0, |plan| plan.estimated_s)
    }

    /// The file about it in one of the run directory's folders.
    pub(super) fn file(&self, request: &Request<'_>, folder: &str) -> std::path::PathBuf {
        let found = self.ready.found;
        request.folder.of_operation(folder, &found.candidate, &found.instance.label, self.operation)
    }

    pub(super) fn subject(&self) -> timing::Subject<'_> {
        self.ready.subject()
    }
}

impl Ready<'_> {
    pub(super) fn subject(&self) -> timing::Subject<'_> {
        timing::Subject {
            library: &self.library.plain,
            kind: self.library.kind,
            digest_bits: self.library.digest_bits,
        }
    }
}

/// A calibration as it is kept.
#[derive(Serialize, Deserialize)]
struct Kept {
    library_sha256: Option<String>,
    calibration: Calibration,
}

/// Calibrates what is not calibrated yet. The result is in the order of measuring: the cheapest
/// first, those deferred last.
pub(super) fn run<'a>(
    request: &Request<'_>,
    observer: &dyn Observer,
    libraries: &'a [Ready<'a>],
    summary: &mut Summary,
) -> Result<Vec<Planned<'a>>, CampaignError> {
    let mut planned = Vec::new();
    for (done, ready) in libraries.iter().enumerate() {
        observer.step(&Step {
            phase: "calibrate",
            what: &ready.found.name(),
            done,
            of: libraries.len(),
            seconds_left: None,
        });
        let mut operations = Operation::of_kind(ready.library.kind);
        let mut number = 0;
        while let Some(&operation) = operations.get(number) {
            number += 1;
            let calibration = one(request, ready, operation)?;
            if ready.library.kind == Kind::Kex && operation == Operation::Exchange {
                let passes = u8::try_from(calibration.process.sizes.passes_run).unwrap_or(0);
                let first = operations.len() - 2;
                operations.splice(first..first, (1..=passes).map(Operation::Pass));
            }
            if let Some(reason) = &calibration.process.failure {
                let failure =
                    ready.found.failure("calibrate", Some(operation.to_string()), reason.clone());
                summary.fail(observer, failure);
            }
            planned.push(Planned { ready, operation, calibration });
        }
    }
    let is_deferred = |planned: &Planned<'_>| {
        request.defer.as_ref().is_some_and(|defer| defer.is_match(&planned.name()))
    };
    planned.sort_by(|one, other| {
        let by_cost = one.estimated_s().total_cmp(&other.estimated_s());
        is_deferred(one).cmp(&is_deferred(other)).then(by_cost)
    });
    Ok(planned)
}

fn one(
    request: &Request<'_>,
    ready: &Ready<'_>,
    operation: Operation,
) -> Result<Calibration, CampaignError> {
    let found = ready.found;
    let path = request.folder.of_operation(
        "calibration",
        &found.candidate,
        &found.instance.label,
        operation,
    );
    // One that cannot be read is made again: nothing is lost with it but a call.
    let kept: Option<Kept> = request.folder.read(&path).unwrap_or_default();
    let is_usable = |kept: &Kept| {
        kept.library_sha256 == ready.entry.library_sha256
            && !(request.retry_failed && kept.calibration.process.failure.is_some())
    };
    if let Some(kept) = kept.filter(is_usable) {
        return Ok(kept.calibration);
    }
    let calibration = timing::calibrate(&ready.subject(), operation, &request.timing)?;
    let library_sha256 = ready.entry.library_sha256.clone();
    request.folder.write(&path, &Kept { library_sha256, calibration: calibration.clone() })?;
    Ok(calibration)
}
