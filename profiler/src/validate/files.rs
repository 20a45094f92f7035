//! Which files a data set has, and what may be in them.

use super::digests::DIGESTS;
use super::{Finding, Findings, numbers};
use crate::api::Operation;
use crate::dataset::DataSetError;
use crate::files::read_ordinary;
use crate::record::file_name;
use serde_json::Value;
use std::path::Path;
use walkdir::WalkDir;

/// Files of a data set, as paths from its folder, sorted. Left out are hidden ones, the list of
/// digests, and what a campaign keeps only while it runs.
pub(super) fn all(folder: &Path) -> std::io::Result<Vec<String>> {
    let mut files = Vec::new();
    let is_kept = |entry: &walkdir::DirEntry| {
        let name = entry.file_name().to_string_lossy();
        entry.depth() == 0
            || !(name.starts_with('.') || entry.depth() == 1 && TEMPORARY.contains(&&*name))
    };
    for entry in WalkDir::new(folder).sort_by_file_name().into_iter().filter_entry(is_kept) {
        let entry = entry?;
        if entry.file_type().is_dir() {
            continue;
        }
        let path = entry.path().strip_prefix(folder).unwrap_or(entry.path());
        let path = path.to_string_lossy().into_owned();
        if path != DIGESTS {
            files.push(path);
        }
    }
    Ok(files)
}

/// Folders of a campaign that are no part of the data set.
const TEMPORARY: [&str; 2] = ["calibration", "partial"];

/// Whether every file is one a data set has, and none tells where it was made.
pub(super) fn check(folder: &Path, findings: &mut Vec<Finding>) -> Result<(), DataSetError> {
    let read = |source| DataSetError::Read { path: folder.to_owned(), source };
    for file in all(folder).map_err(read)? {
        let mut findings = Findings { file: &file, all: findings };
        let is_link = folder.join(&file).symlink_metadata().is_ok_and(|data| data.is_symlink());
        if is_link || !is_expected(&file) {
            findings.say("", "is no file of a data set");
        } else if file.ends_with(".json")
            && let Ok(text) = read_ordinary(&folder.join(&file))
            && let Ok(value) = serde_json::from_slice::<Value>(&text)
        {
            check_paths("", &value, &mut findings);
            numbers::check(&String::from_utf8_lossy(&text), &mut findings);
        }
    }
    Ok(())
}

fn is_expected(file: &str) -> bool {
    let parts: Vec<&str> = file.split('/').collect();
    match parts[..] {
        ["campaign.json" | "build.json"] => true,
        ["records" | "profile", _, name] => name.ends_with(".json"),
        ["kat", _, name] => name.ends_with(".log"),
        ["build", _, name] => name.ends_with(".log"),
        ["build", _, "lib", name] => name.ends_with(".so"),
        _ => false,
    }
}

/// Texts in which a path of the machine stands.
fn check_paths(key: &str, value: &Value, findings: &mut Findings<'_>) {
    let below = |part: &str| if key.is_empty() { part.to_owned() } else { format!("{key}.{part}") };
    match value {
        // What a submission prints is its own.
        Value::String(text) if !key.ends_with("stderr") => {
            if let Some(path) = absolute_path(text) {
                findings.say(key, format!("has a path of the machine it was made on: {path}"));
            }
        }
        Value::Array(values) => {
            for (number, value) in values.iter().enumerate() {
                check_paths(&format!("{key}[{number}]"), value, findings);
            }
        }
        Value::Object(values) => {
            values.iter().for_each(|(part, value)| check_paths(&below(part), value, findings));
        }
        _ => {}
    }
}

/// A word that begins with a slash, alone or behind `=`, and goes at least two folders deep.
fn absolute_path(text: &str) -> Option<&str> {
    let words = text.split([' ', '\n', '\t', '=', '\'', '"', ',', ';', '(']);
    words.into_iter().find(|word| word.starts_with('/') && word[1..].contains('/'))
}

/// The text with the names of files in place of their paths, as it may be part of a data set.
pub(crate) fn without_folders(text: &str) -> String {
    let mut text = text.to_owned();
    while let Some(path) = absolute_path(&text) {
        let name = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default().to_owned();
        let path = path.to_owned();
        text = text.replacen(&path, &name, 1);
    }
    text
}

/// Whether a record lies under the name its content asks for.
pub(super) fn check_name(
    file: &str,
    operation: Option<Operation>,
    label: &str,
    findings: &mut Findings<'_>,
) {
    let Some(operation) = operation else {
        findings.say("operation", "is no operation");
        return;
    };
    let name = file.rsplit('/').next().unwrap_or(file);
    let expected = format!("{}__{operation}.json", file_name(label));
    if name != expected {
        findings.say("label", format!("the file should be called {expected}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_a_machine_are_seen_and_other_slashes_not() {
        assert_eq!(absolute_path("library=/srv/lab/x.so"), Some("/srv/lab/x.so"));
        assert_eq!(absolute_path("/srv/x"), Some("/srv/x"));
        assert_eq!(absolute_path("see /usr/lib/x, there"), Some("/usr/lib/x"));
        for text in ["kem-41/lib/libx.so", "1/3", "a / b", "bytes/s", "/", "2026/09/01"] {
            assert_eq!(absolute_path(text), None, "{text}");
        }
    }

    #[test]
    fn paths_become_names() {
        for (text, expected) in [
            ("/a/b/x.c does not compile", "x.c does not compile"),
            ("no instance below /a/b c/d: see /usr/lib/", "no instance below b c/d: see lib"),
            ("-I/a/b -L=/c/d //", "-I/a/b -L=d "),
            ("nothing / to do", "nothing / to do"),
        ] {
            assert_eq!(without_folders(text), expected);
            assert_eq!(absolute_path(&without_folders(text)), None);
        }
    }

    #[test]
    fn only_files_of_a_data_set_are_expected() {
        for file in ["campaign.json", "records/k/x__enc.json", "kat/k/x.log", "build/k/lib/libx.so"]
        {
            assert!(is_expected(file), "{file}");
        }
        for file in
            ["notes.txt", "records/x.json", "records/k/x.txt", "build/k/x.c", "kat/k/l/x.log"]
        {
            assert!(!is_expected(file), "{file}");
        }
    }
}
