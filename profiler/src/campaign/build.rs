//! Building: every instance becomes a library in the run directory.

use super::instances::Found;
use super::{CampaignError, Observer, Request, RunFolder, Step, Summary};
use crate::elf;
use crate::files;
use crate::library::{Builder, Library};
use crate::record::{BuildIndex, BuiltInstance};
use serde_json::json;
use std::path::Path;

/// An instance whose library is there.
pub(super) struct Ready<'a> {
    pub(super) found: &'a Found,
    pub(super) library: Library,
    /// What `build.json` says of it.
    pub(super) entry: BuiltInstance,
}

/// Builds what is not built yet.
pub(super) fn run<'a>(
    request: &Request<'_>,
    observer: &dyn Observer,
    instances: &'a [Found],
    summary: &mut Summary,
) -> Result<Vec<Ready<'a>>, CampaignError> {
    let builder = Builder::new(request.library.clone())?;
    let mut ready = Vec::new();
    for (done, found) in instances.iter().enumerate() {
        observer.step(&Step {
            phase: "build",
            what: &found.name(),
            done,
            of: instances.len(),
            seconds_left: None,
        });
        match one(request, observer, &builder, found)? {
            Ok(instance) => ready.push(instance),
            Err(reason) => {
                let log = request.folder.build_log(&found.candidate, &found.instance.label);
                files::write_whole(&log, reason.as_bytes())?;
                summary.fail(observer, found.failure("build", None, reason));
            }
        }
    }
    Ok(ready)
}

fn one<'a>(
    request: &Request<'_>,
    observer: &dyn Observer,
    builder: &Builder,
    found: &'a Found,
) -> Result<Result<Ready<'a>, String>, CampaignError> {
    let mut library = match builder.library(&found.instance) {
        Ok(library) => library,
        Err(error) if error.concerns_all() => return Err(error.into()),
        Err(error) => return Ok(Err(error.to_string())),
    };
    for remark in &library.remarks {
        observer.remark(&format!("{}: {remark}", found.name()));
    }
    let folder = &request.folder;
    let (candidate, label) = (&found.candidate, &found.instance.label);
    let name = RunFolder::library_name(candidate, label);
    let digest = match files::sha256(&library.plain) {
        Ok(digest) => digest,
        Err(error) => return Ok(Err(format!("cannot read {}: {error}", library.plain.display()))),
    };
    let index: BuildIndex = folder.read(&folder.build_index())?.unwrap_or_default();
    let before = index.get(candidate, label);
    if let Some(entry) = before
        && entry.library_sha256.as_ref().is_some_and(|before| *before != digest)
    {
        return Ok(Err("its library is no longer the one this campaign began with (its sources, \
                       its flags or the compiler changed): measure it in a new run directory"
            .to_owned()));
    }
    let kept = folder.built(&name);
    if let Err(reason) = keep(&library.plain, &kept, &digest)? {
        return Ok(Err(reason));
    }
    if let Some(built) = &library.built {
        let log = std::fs::read(&built.log).unwrap_or_default();
        files::write_whole(&folder.build_log(candidate, label), &log)?;
    }
    let flags = library.built.as_ref().map(|built| built.flags_name.clone());
    let mut entry = BuiltInstance {
        candidate: candidate.clone(),
        label: label.clone(),
        instance: library.instance.clone(),
        variant: library.variant.clone(),
        flags: flags.unwrap_or_else(|| "prebuilt".to_owned()),
        library: Some(name),
        library_sha256: Some(digest),
        elf_load_bytes: elf::static_memory(&kept).ok().map(|memory| memory.load),
        ..BuiltInstance::default()
    };
    if let Some(before) = before {
        entry.kat.clone_from(&before.kat);
        entry.kat_log.clone_from(&before.kat_log);
        entry.kat_log_sha256.clone_from(&before.kat_log_sha256);
    }
    entry.other.insert("kind".to_owned(), json!(library.kind));
    if let Some(flags) = library.built.as_ref().map(|built| &built.build_flags) {
        entry.other.insert("build_flags".to_owned(), json!(flags));
    }
    folder.change(&folder.build_index(), |index: &mut BuildIndex| {
        index.instances.insert(found.name(), entry.clone());
    })?;
    // What is timed is what the run directory has.
    library.plain = kept;
    Ok(Ok(Ready { found, library, entry }))
}

/// Copies the library into the run directory, unless it is there already.
fn keep(library: &Path, kept: &Path, digest: &str) -> Result<Result<(), String>, CampaignError> {
    if files::sha256(kept).is_ok_and(|there| there == digest) {
        return Ok(Ok(()));
    }
    match files::read_ordinary(library) {
        Ok(bytes) => {
            files::write_whole(kept, &bytes)?;
            Ok(Ok(()))
        }
        Err(error) => Ok(Err(format!("cannot read {}: {error}", library.display()))),
    }
}
