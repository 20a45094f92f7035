//! Why little or nothing was counted: told from the files, after the run.

use super::image::{Image, Presence, script_interpreter};
use super::libraries::libraries;
use super::reason::{Bound, Reason, Why};
use super::{calls_in_operations, helper_calls, operation_calls};
use crate::elf::ElfError;
use crate::measure::Counts;
use iccs_interpose::function::HELPERS;
use std::ffi::CString;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// What the counts of a run are worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They are what the program did.
    Counted,
    /// They are not all: these files have calls that were not seen.
    Partly(Vec<Bound>),
    /// The program could have called helpers, which would have been seen. It called none.
    NotCalled,
    /// Nothing could be seen.
    Blind(Reason),
}

/// Helpers that hash: a submission without any of them is possible, but rare.
const HASHES: [&str; 3] = ["pseudohash", "pseudoXOF", "sm3hash"];

/// Scripts whose interpreter is a script, and so on, end here.
const SCRIPT_DEPTH: usize = 4;

/// Judges the counts of a run of the file `program`.
pub fn diagnose(program: &Path, counts: &Counts) -> Verdict {
    let mut file = program.to_owned();
    let mut script = None;
    for _ in 0..SCRIPT_DEPTH {
        let Some(interpreter) = script_interpreter(&file) else { break };
        script = Some(program.to_owned());
        file = interpreter;
    }
    let image = match Image::read(&file) {
        Ok(image) => image,
        Err(error) if counts.processes == 0 => return Verdict::Blind(unreadable(&file, &error)),
        Err(_) => Image { path: file.clone(), ..Image::default() },
    };
    if counts.processes == 0 {
        return Verdict::Blind(not_loaded(&file, &image));
    }
    let environment = std::env::var("LD_LIBRARY_PATH").unwrap_or_default();
    let libraries = libraries(&image, &environment);
    let bound: Vec<Bound> =
        in_program(&image).into_iter().chain(libraries.iter().filter_map(in_library)).collect();
    let seen = helper_calls(counts);
    let is_blind = seen == 0 || operation_calls(counts) > 0 && calls_in_operations(counts) == 0;
    if !bound.is_empty() {
        return if is_blind {
            Verdict::Blind(Reason::Bound(bound))
        } else {
            Verdict::Partly(bound)
        };
    }
    if seen > 0 {
        return Verdict::Counted;
    }
    if image.has_trace() || libraries.iter().any(Image::has_trace) {
        return Verdict::NotCalled;
    }
    Verdict::Blind(Reason::NoTrace { program: file, script })
}

/// No process attached itself, and the file is none that would.
fn unreadable(file: &Path, error: &ElfError) -> Reason {
    match error {
        ElfError::Machine { .. } => Reason::Machine(error.to_string()),
        _ => Reason::NotLoaded(file.to_owned()),
    }
}

/// No process attached itself.
fn not_loaded(file: &Path, image: &Image) -> Reason {
    if image.interpreter.is_none() {
        let present = |helper: &Presence| helper.local || helper.exported;
        return Reason::Static { program: file.to_owned(), helpers: helpers(image, present) };
    }
    if image.needed.iter().any(|name| name.starts_with("libasan.so")) {
        return Reason::Sanitizer(file.to_owned());
    }
    if is_privileged(file) {
        Reason::Privileged(file.to_owned())
    } else {
        Reason::NotLoaded(file.to_owned())
    }
}

/// Whether the system starts the file with rights that its user has not.
fn is_privileged(file: &Path) -> bool {
    let by_mode = file.metadata().is_ok_and(|metadata| metadata.mode() & 0o6000 != 0);
    by_mode
        || CString::new(file.as_os_str().as_bytes()).is_ok_and(|name| {
            let attribute = c"security.capability";
            // SAFETY: both names end in a zero; only the attribute's size is asked for.
            unsafe {
                libc::getxattr(name.as_ptr(), attribute.as_ptr(), std::ptr::null_mut(), 0) > 0
            }
        })
}

fn helpers(image: &Image, which: impl Fn(&Presence) -> bool) -> Vec<&'static str> {
    let all = image.helpers.iter().zip(HELPERS);
    all.filter(|(helper, _)| which(helper)).map(|(_, name)| name).collect()
}

/// A program's own definitions come before all others, the interposer's too.
fn in_program(image: &Image) -> Option<Bound> {
    let helpers = helpers(image, |helper| helper.exported || helper.local);
    (!helpers.is_empty()).then(|| Bound { file: image.path.clone(), helpers, why: Why::InProgram })
}

fn in_library(image: &Image) -> Option<Bound> {
    let local = helpers(image, |helper| helper.local);
    let exported = helpers(image, |helper| helper.exported);
    let unseen = helpers(image, |helper| *helper == Presence::default());
    let shows_no_hash = HASHES.iter().all(|hash| unseen.contains(hash));
    let (helpers, why) = if !local.is_empty() {
        (local, Why::Local)
    } else if image.has_interface && !image.has_all_symbols && shows_no_hash {
        (HASHES.to_vec(), Why::Stripped)
    } else if exported.is_empty() || image.helpers.iter().any(|helper| helper.referenced) {
        return None;
    } else if image.is_symbolic {
        (exported, Why::Symbolic)
    } else if image.has_interface {
        (exported, Why::LinkTime)
    } else {
        // A library of helpers: others call them, and ask the dynamic linker for them.
        return None;
    };
    Some(Bound { file: image.path.clone(), helpers, why })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn library(presence: Presence, is_symbolic: bool, has_interface: bool) -> Image {
        Image {
            path: "libs.so".into(),
            helpers: [presence; HELPERS.len()],
            is_symbolic,
            has_interface,
            ..Image::default()
        }
    }

    #[test]
    fn a_library_that_asks_the_dynamic_linker_is_not_bound() {
        let exported = Presence { exported: true, ..Presence::default() };
        let why = |presence, is_symbolic, has_interface| {
            in_library(&library(presence, is_symbolic, has_interface)).map(|bound| bound.why)
        };
        assert_eq!(why(Presence { referenced: true, ..exported }, false, true), None);
        assert_eq!(why(exported, false, false), None);
        assert_eq!(why(exported, true, false), Some(Why::Symbolic));
        assert_eq!(why(exported, false, true), Some(Why::LinkTime));
        let local = Presence { local: true, ..Presence::default() };
        assert_eq!(why(local, false, true), Some(Why::Local));
        let imported = Presence { imported: true, referenced: true, ..Presence::default() };
        assert_eq!(why(imported, false, true), None);
    }
}
