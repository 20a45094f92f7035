//! Files in reserve: compiled only when something that they define is missing.

use super::BuildError;
use super::compile::{Compile, Job};
use super::helper::Origin;
use super::objects::Object;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The files in reserve, compiled as needed.
pub(super) struct Reserve<'a> {
    compile: &'a Compile<'a>,
    waiting: Vec<PathBuf>,
    ready: Vec<Object>,
    count: usize,
}

impl<'a> Reserve<'a> {
    pub(super) fn new(compile: &'a Compile<'a>) -> Reserve<'a> {
        Reserve { compile, waiting: compile.sources.reserve.clone(), ready: Vec::new(), count: 0 }
    }

    /// Takes the files that define some of `missing`, and says so in `remarks`.
    pub(super) fn take(
        &mut self,
        missing: &BTreeSet<String>,
        remarks: &mut Vec<String>,
    ) -> Result<Vec<Object>, BuildError> {
        let mut taken = Vec::new();
        let mut missing = missing.clone();
        if missing.is_empty() {
            return Ok(taken);
        }
        // Files that name what is missing are compiled first; a definition made by macros
        // does not name it, so then all the others are.
        for all in [false, true] {
            self.compile(&missing, all)?;
            while let Some(index) = self.ready.iter().position(|object| {
                object.definition("main").is_none()
                    && missing.iter().any(|name| object.definition(name).is_some())
            }) {
                let object = self.ready.remove(index);
                let used: Vec<&str> = missing
                    .iter()
                    .filter(|name| object.definition(name).is_some())
                    .map(String::as_str)
                    .collect();
                remarks.push(format!("{}: needed after all, for {}", object.name, used.join(", ")));
                missing.retain(|name| object.definition(name).is_none());
                taken.push(object);
            }
            if missing.is_empty() {
                break;
            }
        }
        Ok(taken)
    }

    /// Whether files in reserve define some of `missing`.
    pub(super) fn has_any(&mut self, missing: &BTreeSet<String>) -> Result<bool, BuildError> {
        for all in [false, true] {
            self.compile(missing, all)?;
            let defines = |object: &Object| {
                object.definition("main").is_none()
                    && missing.iter().any(|name| object.definition(name).is_some())
            };
            if self.ready.iter().any(defines) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn compile(&mut self, missing: &BTreeSet<String>, all: bool) -> Result<(), BuildError> {
        let names = |path: &PathBuf| {
            let text = std::fs::read(path).unwrap_or_default();
            missing.iter().any(|name| contains(&text, name.as_bytes()))
        };
        let (now, later): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.waiting).into_iter().partition(|path| all || names(path));
        self.waiting = later;
        let jobs: Vec<Job> = now
            .into_iter()
            .map(|source| {
                self.count += 1;
                let object = self.compile.work.join(format!("r{:04}.o", self.count));
                Job { source, object, lto: false }
            })
            .collect();
        let compiled = self.compile.willing(&jobs)?;
        for (job, _) in jobs.into_iter().zip(compiled).filter(|(_, compiled)| *compiled) {
            let root = &self.compile.sources.root;
            let name = job.source.strip_prefix(root).unwrap_or(&job.source).display().to_string();
            self.ready.push(Object::load(name, Some(job.source), job.object, Origin::Own)?);
        }
        Ok(())
    }
}

fn contains(text: &[u8], name: &[u8]) -> bool {
    text.windows(name.len().max(1)).any(|window| window == name)
}
