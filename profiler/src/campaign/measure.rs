//! Measuring: the trials of every operation, the cheapest first.

use super::calibrate::Planned;
use super::{CampaignError, Observer, Request, Step, Summary};
use crate::measure::Limits;
use crate::memory;
use crate::record::TimingRecord;
use crate::timing::{self, HostState, Timed};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::Duration;

/// Longest time of measuring memory where no plan tells a better one.
const MEMORY_TIMEOUT_S: f64 = 3600.0;

/// Trials of an operation that is not done yet, as they are kept.
#[derive(Serialize, Deserialize)]
struct Partial {
    library_sha256: Option<String>,
    timed: Timed,
}

/// Measures what has no record yet.
pub(super) fn run(
    request: &Request<'_>,
    observer: &dyn Observer,
    operations: &mut [Planned<'_>],
    summary: &mut Summary,
) -> Result<(), CampaignError> {
    let mut seconds_left: f64 = 0.0;
    let mut open = Vec::new();
    for planned in operations.iter() {
        match record_of(request, planned)? {
            Some(record) => {
                summary.measured += 1;
                summary.measured_before += 1;
                if let Some(reason) = record.failure {
                    fail(summary, observer, planned, reason);
                }
            }
            None => {
                seconds_left += planned.estimated_s();
                open.push(planned);
            }
        }
    }
    for (done, planned) in open.iter().enumerate() {
        observer.step(&Step {
            phase: "measure",
            what: &planned.name(),
            done,
            of: open.len(),
            seconds_left: Some(seconds_left),
        });
        let record = measure(request, planned)?;
        for warning in record.warnings() {
            observer.remark(&format!("{}: {warning}", planned.name()));
        }
        summary.measured += 1;
        seconds_left = (seconds_left - planned.estimated_s()).max(0.0);
        if let Some(reason) = record.failure {
            fail(summary, observer, planned, reason);
        }
    }
    Ok(())
}

/// What failed in its planning call is told already.
fn fail(summary: &mut Summary, observer: &dyn Observer, planned: &Planned<'_>, reason: String) {
    if planned.calibration.process.failure.is_none() {
        let operation = Some(planned.operation.to_string());
        summary.fail(observer, planned.ready.found.failure("measure", operation, reason));
    }
}

/// The record there is, if it is of this library and need not be made again.
fn record_of(
    request: &Request<'_>,
    planned: &Planned<'_>,
) -> Result<Option<TimingRecord>, CampaignError> {
    let record: Option<TimingRecord> = request.folder.read(&planned.file(request, "records"))?;
    Ok(record.filter(|record| {
        record.library_sha256 == planned.ready.entry.library_sha256
            && (record.is_complete() || !request.retry_failed)
    }))
}

fn measure(request: &Request<'_>, planned: &Planned<'_>) -> Result<TimingRecord, CampaignError> {
    let partial = planned.file(request, "partial");
    let host = (request.host)();
    let mut timed = resume(request, planned, &partial);
    while !timed.is_done() {
        timed.advance(&planned.subject(), planned.operation, &request.timing)?;
        let library_sha256 = planned.ready.entry.library_sha256.clone();
        request.folder.write(&partial, &Partial { library_sha256, timed: timed.clone() })?;
    }
    let mut record = record(planned, &timed, &host, &(request.host)());
    if record.is_complete() {
        let heap = &planned.ready.library.heap_interposer;
        let timeout = request.timing.timeout.unwrap_or(Duration::from_secs_f64(
            planned.calibration.plan.map_or(MEMORY_TIMEOUT_S, |plan| plan.timeout_s()),
        ));
        let limits = Limits { timeout, cpu: request.timing.cpu };
        memory::add_to(&mut record, &planned.subject(), planned.operation, heap, &limits)?;
    }
    request.folder.write(&planned.file(request, "records"), &record)?;
    // Where it stays behind, the record goes before it.
    let _ = std::fs::remove_file(&partial);
    Ok(record)
}

/// The trials that were made before the campaign was stopped.
fn resume(request: &Request<'_>, planned: &Planned<'_>, partial: &Path) -> Timed {
    // What cannot be read is made again.
    let kept: Option<Partial> = request.folder.read(partial).unwrap_or_default();
    let is_usable = |kept: &Partial| {
        kept.library_sha256 == planned.ready.entry.library_sha256
            && kept.timed.plan == planned.calibration.plan
            && !(request.retry_failed && kept.timed.failure().is_some())
    };
    let kept = kept.filter(is_usable).map(|kept| kept.timed);
    kept.unwrap_or_else(|| Timed::begin(&planned.calibration))
}

fn record(
    planned: &Planned<'_>,
    timed: &Timed,
    start: &HostState,
    end: &HostState,
) -> TimingRecord {
    let (found, entry) = (planned.ready.found, &planned.ready.entry);
    let names = timing::Names {
        candidate: &found.candidate,
        label: &found.instance.label,
        instance: &entry.instance,
        variant: &entry.variant,
        kind: planned.ready.library.kind,
        operation: planned.operation,
    };
    let mut record = timing::record(&names, timed);
    start.describe(end, &mut record);
    planned.ready.library.describe_timing(&mut record);
    record.flags.clone_from(&entry.flags);
    record.library.clone_from(&entry.library);
    record.library_sha256.clone_from(&entry.library_sha256);
    record.kat.clone_from(&entry.kat);
    record.kat_not_passed = entry.kat.as_deref().is_some_and(|kat| kat != "PASS");
    record.kat_log.clone_from(&entry.kat_log);
    record.kat_log_sha256.clone_from(&entry.kat_log_sha256);
    record
}
