//! Compiling sources to objects, several at once.

use super::BuildError;
use super::compiler::Compiler;
use super::flags::is_lto;
use crate::target::{SourceSet, is_assembly, is_cpp, path_distance};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How to compile an instance's files.
pub(super) struct Compile<'a> {
    pub(super) compiler: &'a Compiler,
    pub(super) work: &'a Path,
    pub(super) sources: &'a SourceSet,
    /// The flag set.
    pub(super) flags: Vec<String>,
    /// What C files get besides.
    pub(super) lenient: Vec<String>,
    /// Folder with the helpers' headers, for submissions that have none.
    pub(super) helpers: &'a Path,
}

/// One file to compile.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub(super) source: PathBuf,
    pub(super) object: PathBuf,
    /// Whether link-time optimization is kept.
    pub(super) lto: bool,
}

impl Compile<'_> {
    /// The compiler flags of a file, without header folders.
    pub(super) fn flags_of(&self, source: &Path, lto: bool) -> Vec<String> {
        let mut flags = self.flags.clone();
        flags.extend(super::flags::SHARED.map(str::to_owned));
        if is_cpp(source) {
            // Language standards of C mean nothing to C++.
            flags.retain(|flag| !flag.starts_with("-std="));
        } else if !is_assembly(source) {
            flags.extend(self.lenient.iter().cloned());
        }
        flags.extend(self.sources.define.iter().map(|define| format!("-D{define}")));
        flags.extend(self.sources.cflags.iter().cloned());
        if self.sources.cflags.iter().any(|flag| flag.starts_with("-fvisibility")) {
            // A library that hides its functions cannot be called.
            flags.push("-fvisibility=default".to_owned());
        }
        if !lto {
            flags.retain(|flag| !is_lto(flag));
        }
        flags
    }

    /// The compiler's arguments up to the header folders.
    fn common_arguments(&self, job: &Job) -> Vec<OsString> {
        let flags = self.flags_of(&job.source, job.lto);
        let mut arguments: Vec<OsString> = flags.into_iter().map(OsString::from).collect();
        let mut pair = |name: &str, path: &Path| {
            arguments.extend([OsString::from(name), path.into()]);
        };
        self.sources.include.iter().for_each(|folder| pair("-I", folder));
        // Folders that were found serve `#include "x.h"` first and `#include <x.h>` last: a
        // submission's `endian.h` or `random.h` must not stand in for the system's.
        let folders = self.header_folders(&job.source);
        folders.iter().for_each(|folder| pair("-iquote", folder));
        folders.iter().for_each(|folder| pair("-idirafter", folder));
        arguments
    }

    fn arguments(&self, job: &Job) -> Vec<OsString> {
        let mut arguments = self.common_arguments(job);
        arguments.extend(["-MD", "-MT", "object", "-MF"].map(OsString::from));
        arguments.push(job.object.with_extension("d").into());
        arguments.extend(["-c".into(), job.source.clone().into()]);
        arguments.extend(["-o".into(), job.object.clone().into()]);
        arguments
    }

    /// The command for a message: without the files in our work folder, which is gone by then.
    fn shown(&self, job: &Job) -> String {
        let mut arguments = self.common_arguments(job);
        arguments.extend(["-c".into(), job.source.clone().into()]);
        arguments.extend(["-o", "/dev/null"].map(OsString::from));
        self.compiler.command(&arguments)
    }

    /// Header folders for a file, nearest first: its own, those above it up to the instance's,
    /// the others by their distance, the helpers' last.
    fn header_folders(&self, source: &Path) -> Vec<PathBuf> {
        let own = source.parent().unwrap_or(source);
        let root = &self.sources.root;
        let mut folders: Vec<PathBuf> = own
            .ancestors()
            .take_while(|folder| folder.starts_with(root))
            .map(Path::to_owned)
            .collect();
        if folders.is_empty() {
            folders.push(own.to_owned());
        }
        let mut others: Vec<&PathBuf> =
            self.sources.headers.iter().filter(|folder| !folders.contains(folder)).collect();
        others.sort_by_key(|folder| (!folder.starts_with(root), path_distance(own, folder)));
        folders.extend(others.into_iter().cloned());
        folders.push(self.helpers.to_owned());
        folders
    }

    /// Compiles all files; the first one that does not compile is the error.
    pub(super) fn all(&self, jobs: &[Job]) -> Result<(), BuildError> {
        let results = self.each(jobs, true);
        let failed = results.iter().filter(|result| matches!(result, Some(Err(_)))).count();
        for result in results.into_iter().flatten() {
            let Err(mut error) = result else { continue };
            if let BuildError::Compile { others, .. } = &mut error
                && failed > 1
            {
                *others = format!(" (nor do {} other files)", failed - 1);
            }
            return Err(error);
        }
        Ok(())
    }

    /// Compiles all files that compile, and says which those are.
    pub(super) fn willing(&self, jobs: &[Job]) -> Result<Vec<bool>, BuildError> {
        let results = self.each(jobs, false).into_iter().flatten();
        results
            .map(|result| match result {
                Ok(()) => Ok(true),
                Err(BuildError::Compile { .. }) => Ok(false),
                Err(other) => Err(other),
            })
            .collect()
    }

    /// Compiles files on all processors; after a failure no new ones are begun if `stop`.
    fn each(&self, jobs: &[Job], stop: bool) -> Vec<Option<Result<(), BuildError>>> {
        let workers = std::thread::available_parallelism().map_or(1, usize::from).min(jobs.len());
        let next = AtomicUsize::new(0);
        let results: Mutex<Vec<_>> = Mutex::new(jobs.iter().map(|_| None).collect());
        std::thread::scope(|scope| {
            for _ in 0..workers {
                scope.spawn(|| {
                    while let Some((index, job)) = {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        jobs.get(index).map(|job| (index, job))
                    } {
                        let result = self.one(job);
                        if result.is_err() && stop {
                            next.store(jobs.len(), Ordering::Relaxed);
                        }
                        if let Ok(mut results) = results.lock() {
                            results[index] = Some(result);
                        }
                    }
                });
            }
        });
        results.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn one(&self, job: &Job) -> Result<(), BuildError> {
        // Asked before the compiler is, for a message that names the reason.
        std::fs::File::open(&job.source).map_err(|e| BuildError::read(&job.source, e))?;
        let arguments = self.arguments(job);
        let outcome = self.compiler.run(&arguments, self.work)?;
        if outcome.success() {
            return Ok(());
        }
        Err(BuildError::Compile {
            source_file: job.source.display().to_string(),
            output: outcome.output.trim_end().to_owned(),
            command: self.shown(job),
            others: String::new(),
        })
    }
}
