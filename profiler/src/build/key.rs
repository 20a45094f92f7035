//! What a build depends on: the cache's key, and the files known only after compiling.

use super::BuildError;
use super::flags::{FlagSet, LENIENT, SHARED};
use super::supply::HelperFiles;
use crate::files::{hex, sha256};
use crate::target::{Instance, InstanceSource, SourceSet, is_header, is_source};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// Changes whenever a build of the same input may come out differently.
const FORMAT: &str = "2";

/// Headers above this size are left out of the key; compiled ones are checked all the same.
const HEADER_LIMIT: u64 = 8 << 20;

/// Variables that change where compilers look for files.
const VARIABLES: [&str; 6] = [
    "CPATH",
    "C_INCLUDE_PATH",
    "CPLUS_INCLUDE_PATH",
    "LIBRARY_PATH",
    "COMPILER_PATH",
    "GCC_EXEC_PREFIX",
];

/// A cache key.
pub(super) struct Key {
    pub(super) name: String,
    /// Files whose content is in the key.
    pub(super) hashed: BTreeSet<PathBuf>,
}

/// A file that was included and is not in the key.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Dependency {
    path: String,
    sha256: String,
}

impl Dependency {
    /// Whether the file is what it was.
    pub(super) fn holds(&self) -> bool {
        sha256(Path::new(&self.path)).is_ok_and(|now| now == self.sha256)
    }
}

/// Computes the key of a build.
pub(super) fn compute(
    instance: &Instance,
    compiler: &str,
    set: FlagSet,
    helpers: &HelperFiles,
    interposer: &Path,
) -> Result<Key, BuildError> {
    let mut state = State { hasher: Sha256::new(), hashed: BTreeSet::new() };
    state.text(&[FORMAT, env!("CARGO_PKG_VERSION"), compiler, std::env::consts::ARCH]);
    state.text(&[set.record_name(), &set.flags().join(" ")]);
    state.text(&SHARED);
    state.text(&LENIENT);
    state.text(&[instance.kind.map_or("", |kind| kind.name()), &instance.label]);
    for name in VARIABLES {
        state.bytes(std::env::var_os(name).unwrap_or_default().as_bytes());
    }
    state.text(&[&helpers.from]);
    for (name, data) in helpers.files() {
        state.bytes(name.as_bytes());
        state.bytes(data);
    }
    state.file(interposer)?;
    match &instance.source {
        InstanceSource::Sources(sources) => state.sources(sources)?,
        InstanceSource::Archive(path) | InstanceSource::Library(path) => state.file(path)?,
    }
    Ok(Key { name: hex(&state.hasher.finalize()), hashed: state.hashed })
}

struct State {
    hasher: Sha256,
    hashed: BTreeSet<PathBuf>,
}

impl State {
    /// Adds bytes with their length, so that no two lists of parts look the same.
    fn bytes(&mut self, bytes: &[u8]) {
        self.hasher.update((bytes.len() as u64).to_le_bytes());
        self.hasher.update(bytes);
    }

    fn text(&mut self, parts: &[&str]) {
        self.bytes(&(parts.len() as u64).to_le_bytes());
        parts.iter().for_each(|part| self.bytes(part.as_bytes()));
    }

    fn file(&mut self, path: &Path) -> Result<(), BuildError> {
        self.bytes(path.as_os_str().as_bytes());
        let digest = sha256(path).map_err(|e| BuildError::read(path, e))?;
        self.bytes(digest.as_bytes());
        self.hashed.insert(path.to_owned());
        Ok(())
    }

    fn sources(&mut self, sources: &SourceSet) -> Result<(), BuildError> {
        self.bytes(sources.root.as_os_str().as_bytes());
        for list in [&sources.define, &sources.cflags, &sources.libs] {
            let parts: Vec<&str> = list.iter().map(String::as_str).collect();
            self.text(&parts);
        }
        for list in [&sources.include, &sources.headers] {
            self.text(&[]);
            list.iter().for_each(|path| self.bytes(path.as_os_str().as_bytes()));
        }
        for list in [&sources.files, &sources.reserve] {
            self.text(&[]);
            list.iter().try_for_each(|path| self.file(path))?;
        }
        let walk = WalkDir::new(&sources.root).max_depth(40).sort_by_file_name();
        for entry in walk.into_iter().filter_map(Result::ok) {
            let path = entry.path();
            let wanted = is_header(path) || is_source(path);
            if wanted && !self.hashed.contains(path) {
                let small = std::fs::metadata(path)
                    .is_ok_and(|data| data.is_file() && data.len() <= HEADER_LIMIT);
                // One that cannot be read is the compiler's to complain of, if it is used.
                if small && std::fs::File::open(path).is_ok() {
                    self.file(path)?;
                }
            }
        }
        Ok(())
    }
}

/// Files that the compiler read according to its dependency files in `work`, without those in
/// `known` and those in the work folder itself. Nothing is said about a name that cannot be
/// written down: then the entry's list holds a file that never matches.
pub(super) fn dependencies(
    work: &Path,
    known: &BTreeSet<PathBuf>,
) -> Result<Vec<Dependency>, BuildError> {
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    let entries = std::fs::read_dir(work).map_err(|e| BuildError::cache(work, e))?;
    for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
        if path.extension() != Some(OsStr::new("d")) {
            continue;
        }
        let text = std::fs::read(&path).map_err(|e| BuildError::cache(work, e))?;
        for file in parse(&text) {
            let file = work.join(file);
            let absolute = file.canonicalize().unwrap_or_else(|_| file.clone());
            if known.contains(&file) || known.contains(&absolute) || file.starts_with(work) {
                continue;
            }
            let name = absolute.to_string_lossy().into_owned();
            found
                .entry(name)
                .or_insert_with(|| sha256(&absolute).unwrap_or_else(|_| "unreadable".to_owned()));
        }
    }
    Ok(found.into_iter().map(|(path, sha256)| Dependency { path, sha256 }).collect())
}

/// The prerequisites in a dependency file as compilers write them for make.
fn parse(text: &[u8]) -> Vec<PathBuf> {
    let start = text.iter().position(|&byte| byte == b':').map_or(text.len(), |at| at + 1);
    let mut files = Vec::new();
    let mut word = Vec::new();
    let mut rest = text[start..].iter().copied().peekable();
    while let Some(byte) = rest.next() {
        match (byte, rest.peek()) {
            (b'\\', Some(b'\n')) => drop(rest.next()),
            (b'\\', Some(b' ' | b'#' | b'\\' | b':' | b'\t')) => word.extend(rest.next()),
            (b'$', Some(b'$')) => word.extend(rest.next()),
            (b' ' | b'\n' | b'\t' | b'\r', _) => {
                if !word.is_empty() {
                    files.push(OsString::from_vec(std::mem::take(&mut word)).into());
                }
            }
            _ => word.push(byte),
        }
    }
    if !word.is_empty() {
        files.push(OsString::from_vec(word).into());
    }
    files
}

/// SHA-256 of a file, in hexadecimal.
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependency_files_are_read() {
        let text = b"object: /a/x.c /a\\ b/y\\#.h \\\n /c$$/z.h\n";
        let files = parse(text);
        assert_eq!(files, ["/a/x.c", "/a b/y#.h", "/c$/z.h"].map(PathBuf::from));
        assert_eq!(parse(b""), Vec::<PathBuf>::new());
    }
}
