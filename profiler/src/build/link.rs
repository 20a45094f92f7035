//! Linking, and reading what the linker complains about.

use super::BuildError;
use super::compiler::Compiler;
use super::helper::Helper;
use super::objects::{Object, strong_definitions};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// One link.
pub(super) struct Link<'a> {
    pub(super) compiler: &'a Compiler,
    pub(super) work: &'a Path,
    /// Compiler flags, as some of them (`-fopenmp`, `-flto`) matter here, too.
    pub(super) flags: Vec<String>,
    pub(super) objects: Vec<PathBuf>,
    pub(super) libs: &'a [String],
    pub(super) cpp: bool,
    /// Helpers to wrap, and the interposer that defines their wrappers.
    pub(super) wrap: Option<(&'a [Helper], &'a Path)>,
}

/// What became of a link.
pub(super) enum Linked {
    Done,
    /// These symbols are defined nowhere.
    Undefined(BTreeSet<String>),
    /// Something else; the linker's messages and the command.
    Failed {
        output: String,
        command: String,
    },
}

impl Link<'_> {
    pub(super) fn run(&self, output: &Path) -> Result<Linked, BuildError> {
        let mut arguments: Vec<OsString> = self.flags.iter().map(OsString::from).collect();
        arguments.extend(["-shared", "-o"].map(OsString::from));
        arguments.push(output.into());
        arguments.extend(self.objects.iter().map(OsString::from));
        arguments.push("-Wl,-z,defs".into());
        if let Some((helpers, interposer)) = self.wrap {
            let wrap = |helper: &Helper| format!("-Wl,--wrap={}", helper.name()).into();
            arguments.extend(helpers.iter().map(wrap));
            // A jump may leave a helper: the interposer has to know.
            let jumps = ["longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"];
            arguments.extend(jumps.map(|name| format!("-Wl,--wrap={name}").into()));
            // Needed even if no helper is called, so that the library is known to be ours.
            arguments.push("-Wl,--no-as-needed".into());
            arguments.push(interposer.into());
        }
        arguments.push("-Wl,--as-needed".into());
        arguments.extend(self.libs.iter().map(|lib| format!("-l{lib}").into()));
        if self.cpp {
            arguments.push("-lstdc++".into());
        }
        arguments.extend(["-lm", "-lpthread"].map(OsString::from));
        let outcome = self.compiler.run(&arguments, self.work)?;
        if outcome.success() {
            return Ok(Linked::Done);
        }
        let missing = undefined(&outcome.output);
        if missing.is_empty() {
            let command = self.compiler.command(&arguments);
            return Ok(Linked::Failed { output: outcome.output, command });
        }
        Ok(Linked::Undefined(missing))
    }
}

/// The error for symbols that are defined nowhere.
pub(super) fn undefined_error(missing: &BTreeSet<String>, objects: &[Object]) -> BuildError {
    let users = |name: &String| {
        let users: Vec<&str> =
            objects.iter().filter(|o| o.wants(name)).map(|o| o.name.as_str()).collect();
        match users.as_slice() {
            [] => name.clone(),
            users => format!("{name} (used in {})", users.join(", ")),
        }
    };
    BuildError::Undefined { symbols: missing.iter().map(users).collect() }
}

/// The error for any other failure of the linker.
pub(super) fn failure(
    output: String,
    command: String,
    objects: &[Object],
    archive: Option<&Path>,
) -> BuildError {
    let not_pic = ["recompile with -fPIC", "making a shared object"];
    if let Some(archive) = archive.filter(|_| not_pic.iter().any(|text| output.contains(text))) {
        return BuildError::NotPic { archive: archive.to_owned(), output };
    }
    if ["multiple definition of", "duplicate symbol"].iter().any(|text| output.contains(text)) {
        let several = strong_definitions(objects).into_iter().filter(|(_, list)| list.len() > 1);
        let symbols: Vec<String> = several
            .map(|(name, list)| {
                let files: Vec<&str> = list.iter().map(|&i| objects[i].name.as_str()).collect();
                format!("{name} (in {})", files.join(", "))
            })
            .collect();
        if !symbols.is_empty() {
            return BuildError::Duplicate { symbols };
        }
    }
    BuildError::Link { output, command }
}

/// Libraries that are known by the names of their functions.
pub(super) fn known_library(symbol: &str) -> Option<&'static str> {
    let known = [
        ("__gmp", "gmp"),
        ("mpfr_", "mpfr"),
        ("GOMP_", "gomp"),
        ("omp_", "gomp"),
        ("fftw_", "fftw3"),
        ("EVP_", "crypto"),
        ("RAND_", "crypto"),
        ("BN_", "crypto"),
        ("SHA256_", "crypto"),
        ("SHA512_", "crypto"),
    ];
    known.iter().find(|(prefix, _)| symbol.starts_with(prefix)).map(|(_, library)| *library)
}

/// Symbols that a linker reports as undefined, in the words of ld, gold and lld.
fn undefined(output: &str) -> BTreeSet<String> {
    let named = |line: &str| {
        if let Some((_, rest)) = line.split_once("undefined reference to ") {
            let name = rest.trim().trim_start_matches(['`', '\'']);
            return Some(name.split('\'').next().unwrap_or(name).to_owned());
        }
        let (_, rest) = line.split_once("undefined symbol: ")?;
        Some(rest.trim().to_owned())
    };
    output.lines().filter_map(named).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undefined_symbols_are_read_from_any_linker() {
        let output = "/usr/bin/ld: 0001.o: in function `f':\nx.c:(.text+0x5): undefined reference to `g'\n\
            a.o:x.c:function f: error: undefined reference to 'h'\nld.lld: error: undefined symbol: i\n";
        let names: Vec<String> = undefined(output).into_iter().collect();
        assert_eq!(names, ["g", "h", "i"]);
    }
}
