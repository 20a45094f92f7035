//! The compiler: what it is, and which flags it takes.

use super::BuildError;
use super::flags::LENIENT;
use super::process::{self, Outcome, TIME_LIMIT};
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// A compiler that has been seen to run, and the log of what it was asked to do.
pub(super) struct Compiler {
    program: OsString,
    /// What the cache knows it by: its place and what it says about itself.
    pub(super) identity: String,
    log: Mutex<String>,
}

impl Compiler {
    /// Finds `cc` and asks it for its version, once in a process: many instances are built by one
    /// compiler, and starting it takes longer than finding a library in the cache.
    pub(super) fn identify(cc: &OsStr) -> Result<Compiler, BuildError> {
        static KNOWN: Mutex<BTreeMap<OsString, (OsString, String)>> = Mutex::new(BTreeMap::new());
        // A panic elsewhere cannot leave the map half changed.
        let mut known = KNOWN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if !known.contains_key(cc) {
            known.insert(cc.to_owned(), Compiler::ask(cc)?);
        }
        let (program, identity) = known[cc].clone();
        Ok(Compiler { program, identity, log: Mutex::default() })
    }

    /// The program's path, and what it says of itself.
    fn ask(cc: &OsStr) -> Result<(OsString, String), BuildError> {
        let shown = cc.to_string_lossy().into_owned();
        let fail = |reason: String| BuildError::Compiler { cc: shown.clone(), reason };
        let program = resolve(cc).ok_or_else(|| fail("there is no such program".to_owned()))?;
        let version = ["--version".into()];
        let outcome = process::run(program.as_os_str(), &version, Path::new("/"), TIME_LIMIT)
            .map_err(|error| fail(error.to_string()))?;
        if !outcome.success() {
            return Err(fail(format!("'--version' fails: {}", outcome.output.trim())));
        }
        let identity = format!("{}\n{}", program.display(), outcome.output);
        Ok((program.into(), identity))
    }

    /// Runs the compiler in `folder` and logs it.
    pub(super) fn run(&self, arguments: &[OsString], folder: &Path) -> Result<Outcome, BuildError> {
        let outcome = process::run(&self.program, arguments, folder, TIME_LIMIT).map_err(|e| {
            let cc = self.program.to_string_lossy().into_owned();
            BuildError::Compiler { cc, reason: e.to_string() }
        })?;
        let command = self.command(arguments);
        if let Ok(mut log) = self.log.lock() {
            log.push_str(&format!("$ {command}\n{}", outcome.output));
            if !log.ends_with('\n') {
                log.push('\n');
            }
        }
        if outcome.status.is_none() {
            return Err(BuildError::Timeout { seconds: TIME_LIMIT.as_secs(), command });
        }
        if !outcome.success() && outcome.output.contains("No space left on device") {
            return Err(BuildError::cache(folder, "no space left on the device"));
        }
        Ok(outcome)
    }

    /// The command line that [`Compiler::run`] runs, quoted for a shell.
    pub(super) fn command(&self, arguments: &[OsString]) -> String {
        process::quoted(&self.program, arguments)
    }

    /// Everything that was run, with its output.
    pub(super) fn log(&self) -> String {
        self.log.lock().map(|log| log.clone()).unwrap_or_default()
    }

    /// Those of the lenient flags that the compiler takes.
    pub(super) fn lenient_flags(&self, folder: &Path) -> Result<Vec<String>, BuildError> {
        let accepts = |flags: &[&str]| -> Result<bool, BuildError> {
            let mut arguments: Vec<OsString> = flags.iter().map(OsString::from).collect();
            // As errors, since some compilers only warn of a flag that they do not know.
            arguments
                .extend(["-Werror", "-fsyntax-only", "-x", "c", "/dev/null"].map(OsString::from));
            Ok(self.run(&arguments, folder)?.success())
        };
        let mut taken = Vec::new();
        if accepts(&LENIENT)? {
            taken.extend(LENIENT);
        } else {
            for flag in LENIENT {
                if accepts(&[flag])? {
                    taken.push(flag);
                }
            }
        }
        Ok(taken.into_iter().map(str::to_owned).collect())
    }
}

/// The absolute path of a program, found as a shell finds it.
fn resolve(program: &OsStr) -> Option<PathBuf> {
    let path = Path::new(program);
    if path.components().count() > 1 || path.is_absolute() {
        return std::path::absolute(path).ok().filter(|path| path.is_file());
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(program))
        .find(|path| is_program(path))
}

fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0)
}
