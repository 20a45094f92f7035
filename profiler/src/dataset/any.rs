//! Records from wherever they lie: a data set, a folder, a file, a list that was printed.

use super::read::{parse, read_error};
use super::{DataSetError, PROFILE, RECORDS};
use crate::files::read_ordinary;
use crate::record::{ProfileRecord, TimingRecord};
use serde_json::Value;
use std::io;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// A record of either kind.
#[derive(Clone, Debug)]
pub enum AnyRecord {
    /// What an operation costs.
    Timing(Box<TimingRecord>),
    /// What it calls.
    Profile(Box<ProfileRecord>),
}

/// Reads the records of a data set, or all below another folder, or those of one file: a record,
/// or a list of them. Each comes with its file, and files in the order of their names; memory is
/// that of one file.
///
/// # Errors
/// When there are none, or a folder cannot be listed. Each record can be an error as well: a file
/// that cannot be read, or is no record.
pub fn any_records(
    path: &Path,
) -> Result<impl Iterator<Item = Result<(PathBuf, AnyRecord), DataSetError>>, DataSetError> {
    let files = files(path)?;
    if files.is_empty() {
        return Err(DataSetError::NoRecords(path.to_owned()));
    }
    Ok(files.into_iter().flat_map(|file| match read(&file) {
        Ok(records) => records.into_iter().map(|record| Ok((file.clone(), record))).collect(),
        Err(error) => vec![Err(error)],
    }))
}

fn files(path: &Path) -> Result<Vec<PathBuf>, DataSetError> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let parts = [RECORDS, PROFILE].map(|name| path.join(name)).into_iter();
    let mut folders: Vec<PathBuf> = parts.filter(|part| part.is_dir()).collect();
    if folders.is_empty() {
        folders.push(path.to_owned());
    }
    let mut files = Vec::new();
    for folder in folders {
        for entry in WalkDir::new(&folder).sort_by_file_name() {
            let entry = entry.map_err(|error| read_error(&folder, io::Error::from(error)))?;
            let is_json = entry.path().extension().is_some_and(|extension| extension == "json");
            if is_json && entry.file_type().is_file() {
                files.push(entry.into_path());
            }
        }
    }
    Ok(files)
}

fn read(file: &Path) -> Result<Vec<AnyRecord>, DataSetError> {
    let text = read_ordinary(file).map_err(|source| read_error(file, source))?;
    let value: Value = serde_json::from_slice(&text).map_err(|source| DataSetError::Json {
        path: file.to_owned(),
        what: "record",
        source,
    })?;
    match value {
        Value::Array(records) => {
            records.iter().map(|one| any(one, one.to_string().as_bytes(), file)).collect()
        }
        one => Ok(vec![any(&one, &text, file)?]),
    }
}

/// One of a file's records, by its text: then a message can say where it goes wrong.
fn any(value: &Value, text: &[u8], file: &Path) -> Result<AnyRecord, DataSetError> {
    let path = file.to_owned();
    Ok(if value.get("trials").is_some() {
        AnyRecord::Timing(Box::new(parse(text, path)?))
    } else if value.get("calls").is_some() {
        AnyRecord::Profile(Box::new(parse(text, path)?))
    } else {
        return Err(DataSetError::NoRecord(path));
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn published() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/arm_1")
    }

    /// Numbers of timing and profile records, or the first error.
    fn numbers(path: &Path) -> Result<(usize, usize), DataSetError> {
        let records: Result<Vec<_>, _> = any_records(path)?.collect();
        let records = records?;
        let timings =
            records.iter().filter(|(_, record)| matches!(record, AnyRecord::Timing(_))).count();
        Ok((timings, records.len() - timings))
    }

    #[test]
    fn records_are_found_wherever_they_lie() {
        let data = published();
        assert_eq!(numbers(&data).unwrap(), (9, 9));
        assert_eq!(numbers(&data.join("records")).unwrap(), (9, 0));
        assert_eq!(numbers(&data.join("profile/kem-41")).unwrap(), (0, 9));
        let file = data.join("records/kem-41/ZEN_128__enc.json");
        assert_eq!(numbers(&file).unwrap(), (1, 0));
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join("list.json");
        let one = fs::read_to_string(&file).unwrap();
        fs::write(&list, format!("[{one},{one}]")).unwrap();
        assert_eq!(numbers(&list).unwrap(), (2, 0));
    }

    #[test]
    fn what_is_no_record_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let complaint = |text: &str| {
            let file = folder.path().join("a.json");
            fs::write(&file, text).unwrap();
            numbers(folder.path()).unwrap_err().to_string()
        };
        assert!(complaint("{").contains("a.json is no record: "));
        assert!(complaint("7").contains("a.json is no record: it has neither"));
        assert!(complaint(r#"{"schema":3,"trials":[]}"#).contains("a.json is of schema 3"));
        assert!(complaint(r#"[{"schema":2,"calls":[]}]"#).contains("a.json is no profile record"));
        fs::remove_file(folder.path().join("a.json")).unwrap();
        let none = numbers(folder.path()).unwrap_err().to_string();
        assert!(none.ends_with("has no records in it"), "{none}");
        assert!(numbers(&folder.path().join("b")).unwrap_err().to_string().contains("cannot read"));
    }
}
