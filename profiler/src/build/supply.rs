//! The helper files given to submissions that ship none.

use super::BuildError;
use super::compile::{Compile, Job};
use super::helper::{DRNG, EMBEDDED, Helper, Origin};
use super::objects::{Object, defined, wanted};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The helpers' sources and headers.
pub(super) struct HelperFiles {
    files: Vec<(String, Vec<u8>)>,
    /// Where they come from, for remarks.
    pub(super) from: String,
}

impl HelperFiles {
    /// Reads all C files and headers of `folder`, or takes ours.
    pub(super) fn read(folder: Option<&Path>) -> Result<HelperFiles, BuildError> {
        let Some(folder) = folder else {
            let files = EMBEDDED.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
            return Ok(HelperFiles { files: files.to_vec(), from: "iccsprof".to_owned() });
        };
        let entries = std::fs::read_dir(folder).map_err(|e| BuildError::read(folder, e))?;
        let mut paths: Vec<PathBuf> =
            entries.filter_map(|entry| entry.ok()).map(|entry| entry.path()).collect();
        paths.sort();
        let mut files = Vec::new();
        for path in paths {
            let fits = path.extension().is_some_and(|e| e == "c" || e == "h") && path.is_file();
            if let (true, Some(name)) = (fits, path.file_name().and_then(|name| name.to_str())) {
                let data = std::fs::read(&path).map_err(|e| BuildError::read(&path, e))?;
                files.push((name.to_owned(), data));
            }
        }
        for needed in ["auxfunc.c", "drng.c"] {
            if !files.iter().any(|(name, _)| name == needed) {
                let missing = std::io::Error::from(std::io::ErrorKind::NotFound);
                return Err(BuildError::read(&folder.join(needed), missing));
            }
        }
        Ok(HelperFiles { files, from: folder.display().to_string() })
    }

    /// Name and content of each file.
    pub(super) fn files(&self) -> &[(String, Vec<u8>)] {
        &self.files
    }

    /// Writes the files into `folder`.
    pub(super) fn write(&self, folder: &Path) -> Result<(), BuildError> {
        std::fs::create_dir_all(folder).map_err(|e| BuildError::cache(folder, e))?;
        for (name, data) in &self.files {
            std::fs::write(folder.join(name), data).map_err(|e| BuildError::cache(folder, e))?;
        }
        Ok(())
    }
}

/// Helpers and the DRNG variable that are used and not defined so far.
pub(super) fn missing(objects: &[Object]) -> BTreeSet<String> {
    let names = Helper::ALL.iter().map(|helper| helper.name()).chain([DRNG]);
    names
        .filter(|name| wanted(objects, name) && !defined(objects, name))
        .map(str::to_owned)
        .collect()
}

/// Supplies the helpers that are called and defined nowhere, and whatever they need.
pub(super) fn supply(
    helpers: &HelperFiles,
    compile: &Compile,
    objects: &mut Vec<Object>,
    remarks: &mut Vec<String>,
) -> Result<(), BuildError> {
    loop {
        let missing: Vec<Helper> = Helper::ALL
            .into_iter()
            .filter(|h| {
                // Whoever draws random numbers must be seeded, by us if by no one else.
                let seeding = *h == Helper::InitRandomNumber
                    && wanted(objects, Helper::GetRandomNumber.name());
                (wanted(objects, h.name()) || seeding) && !defined(objects, h.name())
            })
            .collect();
        let loaded = |o: &Object, file: &str| {
            o.origin == Origin::Supplied && o.source.as_ref().is_some_and(|s| s.ends_with(file))
        };
        let files: Vec<&str> = files_for(&missing)
            .into_iter()
            .filter(|file| !objects.iter().any(|object| loaded(object, file)))
            .collect();
        if files.is_empty() {
            return Ok(());
        }
        let names: Vec<&str> = missing.iter().map(|helper| helper.name()).collect();
        remarks.push(format!("{} not shipped; supplied by {}", names.join(", "), helpers.from));
        for file in files {
            let source = compile.helpers.join(file);
            let object = compile.work.join(format!("supplied-{file}.o"));
            compile.all(&[Job { source: source.clone(), object: object.clone(), lto: false }])?;
            let name = format!("{file} (supplied)");
            objects.push(Object::load(name, Some(source), object, Origin::Supplied)?);
        }
    }
}

/// The files that define `helpers`.
fn files_for(helpers: &[Helper]) -> Vec<&'static str> {
    let mut files: Vec<&str> = helpers.iter().map(|helper| helper.file()).collect();
    files.sort();
    files.dedup();
    files
}

/// Who defines a helper.
pub(super) fn origin(objects: &[Object], helper: Helper) -> Origin {
    let by = objects.iter().filter(|object| object.definition(helper.name()).is_some());
    by.map(|object| object.origin).min_by_key(|o| *o != Origin::Own).unwrap_or(Origin::None)
}

/// Who defines the variable `drng_algorithm`: we do if no object does, since whoever seeds the
/// library needs it.
pub(super) fn drng_origin(objects: &[Object]) -> Origin {
    if defined(objects, DRNG) { Origin::Own } else { Origin::Supplied }
}

/// What to say if the variable is supplied to a submission that uses it.
pub(super) fn drng_remark(objects: &[Object]) -> Option<String> {
    let uses = |object: &&Object| object.origin == Origin::Own && object.wants(DRNG);
    let user = objects.iter().find(uses).filter(|_| !defined(objects, DRNG))?;
    Some(format!("{DRNG} is declared in {} and defined nowhere; it is supplied", user.name))
}
