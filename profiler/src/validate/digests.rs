//! The list of digests of all files of a data set, as `sha256sum` writes and checks it.

use super::Finding;
use crate::dataset::DataSetError;
use crate::files;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// Its name.
pub const DIGESTS: &str = "SHA256SUMS";

/// Writes the list for a data set as it is now.
///
/// # Errors
/// When a file cannot be read, or the list not written.
pub fn write(folder: &Path) -> std::io::Result<()> {
    let mut text = String::new();
    for file in super::files::all(folder)? {
        // Writing to a text cannot fail.
        let _ = writeln!(text, "{}  {file}", files::sha256(&folder.join(&file))?);
    }
    files::write_whole(&folder.join(DIGESTS), text.as_bytes()).map_err(|error| error.source)
}

/// Compares the files with the list. Returns whether there is one.
pub(super) fn check(folder: &Path, findings: &mut Vec<Finding>) -> Result<bool, DataSetError> {
    let path = folder.join(DIGESTS);
    let read = |source| DataSetError::Read { path: path.clone(), source };
    let text = match files::read_ordinary(&path) {
        Ok(text) => String::from_utf8_lossy(&text).into_owned(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(read(error)),
    };
    let mut say = |file: &str, key: String, problem: &str| {
        let (file, problem) = (file.to_owned(), problem.to_owned());
        findings.push(Finding { file, key, problem });
    };
    let mut listed = BTreeMap::new();
    for (number, line) in (1..).zip(text.lines()) {
        match line.split_once("  ").filter(|(digest, _)| digest.len() == 64) {
            Some((digest, file)) => {
                listed.insert(file, digest);
            }
            None => say(DIGESTS, format!("line {number}"), "is no digest and file"),
        }
    }
    for file in super::files::all(folder).map_err(read)? {
        match listed.remove(file.as_str()) {
            None => say(&file, String::new(), "is not in the list of digests"),
            Some(digest) => match files::sha256(&folder.join(&file)) {
                Ok(now) if now == digest => {}
                Ok(_) => {
                    say(&file, String::new(), "is not what it was when the digests were listed")
                }
                Err(error) => say(&file, String::new(), &format!("cannot be read: {error}")),
            },
        }
    }
    for (file, _) in listed {
        say(file, String::new(), "is in the list of digests, but not there");
    }
    Ok(true)
}
