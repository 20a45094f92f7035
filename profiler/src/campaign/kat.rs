//! Known answers: what computes something else need not be timed.

use super::build::Ready;
use super::{CampaignError, Observer, Request, Step, Summary};
use crate::answers::{self, Published, Sinks, Verdict};
use crate::files;
use crate::measure::Limits;
use crate::record::{BuildIndex, file_name};
use std::fmt::Write;

/// Checks what was not checked yet, and takes out the instances that fail, unless those are timed
/// all the same.
pub(super) fn run(
    request: &Request<'_>,
    observer: &dyn Observer,
    libraries: &mut Vec<Ready<'_>>,
    summary: &mut Summary,
) -> Result<(), CampaignError> {
    let of = libraries.len();
    for (done, ready) in libraries.iter_mut().enumerate() {
        let what = ready.found.name();
        observer.step(&Step { phase: "kat", what: &what, done, of, seconds_left: None });
        check(request, ready)?;
        if let Some(kat) = ready.entry.kat.as_deref().filter(|kat| is_failure(kat)) {
            let log = ready.entry.kat_log.as_deref().unwrap_or_default();
            let consequence = if request.time_failing { "" } else { "; not timed" };
            let failure =
                ready.found.failure("kat", None, format!("{kat}, see {log}{consequence}"));
            summary.fail(observer, failure);
        }
    }
    if !request.time_failing {
        libraries.retain(|ready| !ready.entry.kat.as_deref().is_some_and(is_failure));
    }
    Ok(())
}

fn is_failure(kat: &str) -> bool {
    !["PASS", "NOKAT"].contains(&kat)
}

/// Checks one instance, unless `build.json` has the result for this library.
fn check(request: &Request<'_>, ready: &mut Ready<'_>) -> Result<(), CampaignError> {
    let folder = &request.folder;
    let found = ready.found;
    let (candidate, label) = (&found.candidate, &found.instance.label);
    let index: BuildIndex = folder.read(&folder.build_index())?.unwrap_or_default();
    if let Some(before) = index.get(candidate, label)
        && before.kat.is_some()
        && before.library_sha256 == ready.entry.library_sha256
        && !(request.retry_failed && before.kat.as_deref().is_some_and(is_failure))
    {
        ready.entry.kat.clone_from(&before.kat);
        ready.entry.kat_log.clone_from(&before.kat_log);
        ready.entry.kat_log_sha256.clone_from(&before.kat_log_sha256);
        return Ok(());
    }
    let published = match Published::at(found.instance.kat.as_deref()) {
        Ok(published) => published,
        Err(error) => {
            return Err(CampaignError::Nothing(format!("{}: {error}", found.name())));
        }
    };
    let timeout = request.timing.timeout.unwrap_or(request.profile_timeout);
    let limits = Limits { timeout, cpu: request.timing.cpu };
    // The result of an instance is the worst of its files'; files without answers decide nothing
    // where there are others.
    let mut result = Verdict::NoKat;
    let mut log = String::new();
    for &file in answers::files_of(ready.library.kind) {
        let mut sinks = Sinks::default();
        let names = (&ready.library.label, &ready.library.instance);
        let note = published
            .put_into(&mut sinks, file, names.0, names.1)
            .map_err(|error| CampaignError::Nothing(format!("{}: {error}", found.name())))?;
        if !sinks.compares() {
            // Writing into a text does not fail.
            let why = note.unwrap_or_else(|| "nothing to compare with".to_owned());
            let _ = writeln!(log, "{}: NOKAT {why}", file.name(names.1));
            continue;
        }
        let answered = answers::answer(&ready.subject(), file, None, &limits, &mut sinks)?;
        let (verdict, records) = (answered.verdict, answered.records);
        let _ = writeln!(log, "{}: {verdict} {records} records", file.name(names.1));
        for line in [answered.detail].iter().chain(&answered.remarks).filter(|l| !l.is_empty()) {
            let _ = writeln!(log, "  {line}");
        }
        if verdict != Verdict::NoKat && (result == Verdict::NoKat || result == Verdict::Pass) {
            result = verdict;
        }
    }
    let name = format!("kat/{}/{}.log", file_name(candidate), file_name(label));
    files::write_whole(&folder.path().join(&name), log.as_bytes())?;
    let digest = files::sha256(&folder.path().join(&name)).ok();
    ready.entry.kat = Some(result.to_string());
    ready.entry.kat_log = Some(name);
    ready.entry.kat_log_sha256 = digest;
    let entry = ready.entry.clone();
    folder.change(&folder.build_index(), |index: &mut BuildIndex| {
        index.instances.insert(found.name(), entry);
    })?;
    Ok(())
}
