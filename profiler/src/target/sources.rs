//! Which files of an instance are compiled.

use super::error::TargetError;
use super::naming;
use super::scan::{self, Main, Scan};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

/// Sources above this size are not scanned; a program is never that large.
const SCAN_LIMIT: u64 = 32 << 20;

/// The files of an instance, sorted by what becomes of them.
#[derive(Default)]
pub(super) struct Choice {
    /// Compiled.
    pub(super) files: Vec<PathBuf>,
    /// Compiled if something is missing without them.
    pub(super) reserve: Vec<PathBuf>,
    /// What was left out, and why.
    pub(super) remarks: Vec<String>,
    /// Values of the macro `ALGORITHM_INSTANCE`, by file.
    pub(super) names: BTreeMap<PathBuf, String>,
    /// Values of the macro `DIGEST_BIT_LENGTH`, by file.
    pub(super) digest_bits: BTreeMap<PathBuf, u32>,
}

impl Choice {
    /// Takes note of what a file says of the instance. One that says several things of it leaves
    /// them to macros.
    fn note(&mut self, path: &Path, found: &Scan) {
        self.names.extend(only(path, &found.instance_names));
        self.digest_bits.extend(only(path, &found.digest_bits));
    }
}

fn only<T: Clone + PartialEq>(path: &Path, values: &[T]) -> Option<(PathBuf, T)> {
    let (first, rest) = values.split_first()?;
    rest.iter().all(|value| value == first).then(|| (path.to_owned(), first.clone()))
}

/// How to treat files that look like tests and drivers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rules {
    /// The files were found: names count.
    Found,
    /// The files were named in a configuration: only programs are left out.
    Named,
}

/// Sorts `sources` below `root`; `headers` are scanned for what they include.
pub(super) fn choose(
    root: &Path,
    sources: &[&Path],
    headers: &[&Path],
    rules: Rules,
) -> Result<Choice, TargetError> {
    let mut choice = Choice::default();
    let mut included: Vec<(PathBuf, OsString)> = Vec::new();
    for &path in sources {
        check_name(path)?;
        let found = scan_file(path)?;
        let mark = naming::instance_name(path).is_some();
        let (kat, test) = (naming::is_kat_driver(path), looks_like_test(root, path));
        let shown = path.strip_prefix(root).unwrap_or(path).display().to_string();
        if found.main == Main::Always && !mark {
            choice.remarks.push(format!("{shown}: left out, it is a program (it defines main)"));
            continue;
        }
        choice.note(path, &found);
        let conditional = found.main == Main::Conditional;
        if !mark && (conditional || rules == Rules::Found && (kat || test)) {
            let why = match () {
                () if conditional => "it defines main under some #if",
                () if kat => "its name is that of a known answer driver",
                () => "its name is that of a test or benchmark",
            };
            choice.remarks.push(format!("{shown}: left out unless needed, {why}"));
            choice.reserve.push(path.to_owned());
            continue;
        }
        included.extend(found.includes.into_iter().map(|name| (path.to_owned(), name)));
        choice.files.push(path.to_owned());
    }
    for &path in headers {
        if let Ok(found) = scan_file(path) {
            choice.note(path, &found);
            included.extend(found.includes.into_iter().map(|name| (path.to_owned(), name)));
        }
    }
    set_included_aside(root, &mut choice, &included);
    Ok(choice)
}

/// Files that others include (`#include "x.c"`) are not compiled on their own.
fn set_included_aside(root: &Path, choice: &mut Choice, included: &[(PathBuf, OsString)]) {
    let mut aside: BTreeMap<PathBuf, PathBuf> = BTreeMap::new();
    for (by, name) in included.iter().filter(|(_, name)| naming::is_source(Path::new(name))) {
        let name = normal(Path::new(name));
        let beside = by.parent().map(|folder| normal(&folder.join(&name)));
        let exact = beside.filter(|path| choice.files.contains(path));
        let found = exact.or_else(|| {
            let tail: PathBuf =
                name.components().filter(|c| matches!(c, Component::Normal(_))).collect();
            choice.files.iter().find(|path| path.ends_with(&tail)).cloned()
        });
        if let Some(path) = found.filter(|path| path != by) {
            aside.entry(path).or_insert_with(|| by.clone());
        }
    }
    // Two files that include each other must not both vanish.
    let files: BTreeSet<&PathBuf> = choice.files.iter().collect();
    let kept = |path: &PathBuf| naming::instance_name(path).is_some() || !files.contains(path);
    aside.retain(|path, by| !kept(path) && by != path);
    let short = |path: &Path| path.strip_prefix(root).unwrap_or(path).display().to_string();
    for (path, by) in &aside {
        choice.remarks.push(format!(
            "{}: not compiled on its own, {} includes it",
            short(path),
            short(by)
        ));
    }
    choice.files.retain(|path| !aside.contains_key(path));
    choice.reserve.splice(0..0, aside.into_keys());
}

/// Resolves `.` and `..` in the text of a path.
pub(super) fn normal(path: &Path) -> PathBuf {
    let mut result = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if result.file_name().is_some() => {
                result.pop();
            }
            other => result.push(other),
        }
    }
    result
}

fn looks_like_test(root: &Path, path: &Path) -> bool {
    let inner = path.strip_prefix(root).unwrap_or(path);
    let folders = inner.parent().into_iter().flat_map(Path::components);
    let mut names = folders.map(|c| c.as_os_str()).chain(path.file_stem());
    names.any(naming::is_test)
}

/// Refuses names that make-style dependency files and records cannot carry.
pub(super) fn check_name(path: &Path) -> Result<(), TargetError> {
    if path.as_os_str().as_encoded_bytes().iter().any(|byte| byte.is_ascii_control()) {
        return Err(TargetError::Name { path: path.to_owned() });
    }
    Ok(())
}

pub(super) fn scan_file(path: &Path) -> Result<Scan, TargetError> {
    let read = |source| TargetError::Read { path: path.to_owned(), source };
    if std::fs::metadata(path).map_err(read)?.len() > SCAN_LIMIT {
        return Ok(Scan::default());
    }
    Ok(scan::scan(&std::fs::read(path).map_err(read)?))
}
