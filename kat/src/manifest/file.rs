//! The manifest itself.

use std::collections::BTreeMap;
use std::collections::btree_map;
use std::fmt;

use super::{LineError, ManifestError, Mode, NameError, Sha256};

/// The digests of files, by `<label>/<file name>` or by file name alone.
///
/// Written, it has a line for each, sorted by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    entries: BTreeMap<String, Entry>,
}

/// What a manifest says about a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The digest of what the mode covers.
    pub digest: Sha256,
    /// What the digest covers.
    pub mode: Mode,
}

impl Manifest {
    /// An empty one.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads a manifest. Lines may end with CR LF; empty ones are allowed.
    ///
    /// # Errors
    /// For the first line that is anything else than described [here](super), or about a file
    /// that an earlier line is about.
    pub fn parse(text: &[u8]) -> Result<Self, ManifestError> {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        let mut entries = BTreeMap::new();
        let mut lines = BTreeMap::new();
        for (line, content) in (1..).zip(text.split(|byte| *byte == b'\n')) {
            let content = content.trim_ascii();
            if content.is_empty() {
                continue;
            }
            let (name, entry) =
                parse_line(content).map_err(|error| ManifestError { line, error })?;
            if let Some(first) = lines.insert(name.clone(), line) {
                return Err(ManifestError { line, error: LineError::Again { name, first } });
            }
            entries.insert(name, entry);
        }
        Ok(Self { entries })
    }

    /// What it says about an instance's file: by label and file name, else by file name alone.
    pub fn find(&self, label: &str, file: &str) -> Option<&Entry> {
        self.entries.get(&name(label, file)).or_else(|| self.entries.get(file))
    }

    /// Says this about an instance's file, in place of what was said by label and file name.
    ///
    /// # Errors
    /// When a line could not be read again with this name.
    pub fn set(&mut self, label: &str, file: &str, entry: Entry) -> Result<(), NameError> {
        self.entries.insert(checked(name(label, file))?, entry);
        Ok(())
    }

    /// All names and entries, sorted by name.
    pub fn iter(&self) -> btree_map::Iter<'_, String, Entry> {
        self.entries.iter()
    }
}

impl<'a> IntoIterator for &'a Manifest {
    type Item = (&'a String, &'a Entry);
    type IntoIter = btree_map::Iter<'a, String, Entry>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Manifest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |(name, Entry { digest, mode }): (&String, &Entry)| {
            writeln!(f, "{digest} {mode} {name}")
        };
        self.entries.iter().try_for_each(line)
    }
}

fn name(label: &str, file: &str) -> String {
    format!("{label}/{file}")
}

fn checked(name: String) -> Result<String, NameError> {
    let bad = name.is_empty() || name.trim() != name || name.contains(char::is_control);
    if bad { Err(NameError(name)) } else { Ok(name) }
}

/// A line without blanks around it.
fn parse_line(line: &[u8]) -> Result<(String, Entry), LineError> {
    let line = std::str::from_utf8(line).map_err(|_| LineError::Encoding)?;
    let blank = |letter: char| letter == ' ' || letter == '\t';
    let (digest, rest) = line.split_once(blank).unwrap_or((line, ""));
    let digest = digest.parse().map_err(|()| LineError::Digest { digest: digest.to_owned() })?;
    let incomplete = || LineError::Incomplete { line: line.to_owned() };
    let (mode, name) = rest.trim_start_matches(blank).split_once(blank).ok_or_else(incomplete)?;
    let mode = mode.parse().map_err(|()| LineError::Mode { mode: mode.to_owned() })?;
    let name = checked(name.trim_start_matches(blank).to_owned())?;
    Ok((name, Entry { digest, mode }))
}
