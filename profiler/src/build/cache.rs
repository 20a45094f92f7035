//! The folder of finished builds.
//!
//! `build/<key>/<variant>/` holds one build; the variant is told by the files that were
//! included from outside the submission. Entries appear by renaming a finished folder and
//! never change, so processes that build the same at once do not disturb each other.

use super::key::Dependency;
use super::pipeline::{INSTRUMENTED, PLAIN};
use super::{BuildError, Built};
use crate::files;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

const META: &str = "build.json";
const LOG: &str = "build.log";
const TEMPORARY: &str = "tmp-";

/// A work folder this old was left by a process that was stopped, even if there is one of its
/// number now.
const STALE: Duration = Duration::from_secs(24 * 3600);

/// So was one this old whose process is gone. Not earlier: on a folder that several machines or
/// containers share, the process may be another's.
const ORPHANED: Duration = Duration::from_secs(3600);

/// What an entry says about itself.
#[derive(Serialize, Deserialize)]
struct Meta {
    built: Built,
    plain_sha256: String,
    instrumented_sha256: String,
    dependencies: Vec<Dependency>,
}

pub(super) struct Cache {
    folder: PathBuf,
    /// The folder as the user named it.
    named: PathBuf,
}

/// A folder for one build, removed unless it becomes an entry.
pub(super) struct WorkFolder(PathBuf);

impl WorkFolder {
    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for WorkFolder {
    fn drop(&mut self) {
        // Whatever stays behind is removed later, when the cache is opened.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Whether there is no such process.
fn has_ended(process: libc::pid_t) -> bool {
    // SAFETY: no signal is sent.
    let sent = unsafe { libc::kill(process, 0) };
    sent != 0 && std::io::Error::last_os_error().raw_os_error() == Some(libc::ESRCH)
}

impl Cache {
    /// Opens the cache, making its folder if there is none, and removes old leftovers.
    pub(super) fn open(named: &Path) -> Result<Cache, BuildError> {
        let fail = |error: std::io::Error| BuildError::cache(named, error);
        let folder = std::path::absolute(named.join("build")).map_err(fail)?;
        std::fs::create_dir_all(&folder).map_err(fail)?;
        let folder = folder.canonicalize().map_err(fail)?;
        let entries = std::fs::read_dir(&folder).map_err(fail)?;
        for entry in entries.filter_map(Result::ok) {
            let name = entry.file_name();
            let Some(of) = name.to_str().and_then(|name| name.strip_prefix(TEMPORARY)) else {
                continue;
            };
            let owner = of.split('-').next().and_then(|number| number.parse().ok());
            let modified = entry.metadata().and_then(|data| data.modified());
            let age = modified.ok().and_then(|time| SystemTime::now().duration_since(time).ok());
            let limit = if owner.is_some_and(has_ended) { ORPHANED } else { STALE };
            if age.is_some_and(|age| age > limit) {
                let _ = std::fs::remove_dir_all(entry.path());
            }
        }
        Ok(Cache { folder, named: named.to_owned() })
    }

    /// A finished build for this key, if its files are whole and what it included is unchanged.
    pub(super) fn find(&self, key: &str) -> Option<Built> {
        let mut entries: Vec<PathBuf> = std::fs::read_dir(self.folder.join(key))
            .ok()?
            .filter_map(Result::ok)
            .map(|entry| entry.path())
            .collect();
        entries.sort();
        entries.iter().find_map(|entry| read(entry))
    }

    pub(super) fn work_folder(&self) -> Result<WorkFolder, BuildError> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("{TEMPORARY}{}-{}-{number}", std::process::id(), time.as_nanos());
        let path = self.folder.join(name);
        std::fs::create_dir(&path).map_err(|e| BuildError::cache(&self.named, e))?;
        Ok(WorkFolder(path))
    }

    /// Makes the products in `work` an entry and returns it.
    pub(super) fn store(
        &self,
        work: WorkFolder,
        key: &str,
        built: Built,
        dependencies: Vec<Dependency>,
        log: &str,
    ) -> Result<Built, BuildError> {
        let fail = |error: std::io::Error| BuildError::cache(&self.named, error);
        let digest = |name: &str| files::sha256(&work.path().join(name)).map_err(fail);
        let meta = Meta {
            built,
            plain_sha256: digest(PLAIN)?,
            instrumented_sha256: digest(INSTRUMENTED)?,
            dependencies,
        };
        let finished = work.path().join("entry");
        std::fs::create_dir(&finished).map_err(fail)?;
        for name in [PLAIN, INSTRUMENTED] {
            std::fs::rename(work.path().join(name), finished.join(name)).map_err(fail)?;
        }
        let text = serde_json::to_vec_pretty(&meta).map_err(|e| fail(e.into()))?;
        std::fs::write(finished.join(META), text).map_err(fail)?;
        std::fs::write(finished.join(LOG), log).map_err(fail)?;
        let parent = self.folder.join(key);
        std::fs::create_dir_all(&parent).map_err(fail)?;
        let list = serde_json::to_vec(&meta.dependencies).map_err(|e| fail(e.into()))?;
        let variant = &files::hex(&Sha256::digest(&list))[..16];
        let entry = parent.join(variant);
        let mut attempts = 0;
        while let Err(error) = std::fs::rename(&finished, &entry) {
            // Someone was faster, which is as good; or a damaged entry is in the way.
            if let Some(built) = read(&entry) {
                return Ok(Built { from_cache: false, ..built });
            }
            attempts += 1;
            if attempts > 3 {
                return Err(fail(error));
            }
            let aside = work.path().join(format!("damaged-{attempts}"));
            let _ = std::fs::rename(&entry, aside);
        }
        let built = with_paths(meta.built, &entry);
        Ok(Built { from_cache: false, ..built })
    }
}

fn read(entry: &Path) -> Option<Built> {
    let text = files::read_ordinary(&entry.join(META)).ok()?;
    let meta: Meta = serde_json::from_slice(&text).ok()?;
    let whole =
        |name: &str, digest: &str| files::sha256(&entry.join(name)).is_ok_and(|now| now == digest);
    let usable = whole(PLAIN, &meta.plain_sha256)
        && whole(INSTRUMENTED, &meta.instrumented_sha256)
        && meta.dependencies.iter().all(Dependency::holds);
    usable.then(|| with_paths(meta.built, entry))
}

fn with_paths(built: Built, entry: &Path) -> Built {
    Built {
        plain: entry.join(PLAIN),
        instrumented: entry.join(INSTRUMENTED),
        log: entry.join(LOG),
        from_cache: true,
        ..built
    }
}
