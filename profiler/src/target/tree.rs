//! The source and header files below a folder.

use super::scan::Main;
use super::{CONFIG_NAME, TargetError, layout, naming, sources};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// Most entries looked at; a submission has a few thousand.
const LIMIT: usize = 200_000;
const MAX_DEPTH: usize = 40;

/// Files below a folder, in natural order.
pub(super) struct Tree {
    pub(super) root: PathBuf,
    pub(super) sources: Vec<PathBuf>,
    pub(super) headers: Vec<PathBuf>,
    /// Each instance's main file.
    pub(super) marks: Vec<PathBuf>,
    /// Configurations in folders below.
    pub(super) configs: Vec<PathBuf>,
    pub(super) remarks: Vec<String>,
}

impl Tree {
    /// Lists what is below `root`. Links to files count as files; links to folders are not
    /// followed, so that a link can neither loop nor lead out of the submission.
    pub(super) fn read(root: &Path) -> Result<Tree, TargetError> {
        let (mut sources, mut headers, mut remarks) = (Vec::new(), Vec::new(), Vec::new());
        let mut configs: Vec<PathBuf> = Vec::new();
        let walk = WalkDir::new(root).max_depth(MAX_DEPTH).into_iter().filter_entry(|entry| {
            entry.depth() == 0 || !entry.file_type().is_dir() || !naming::is_junk(entry.file_name())
        });
        for (number, entry) in walk.enumerate() {
            if number > LIMIT {
                return Err(TargetError::TooLarge { path: root.to_owned(), limit: LIMIT });
            }
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    remarks.push(format!("not looked into: {error}"));
                    continue;
                }
            };
            let (path, kind) = (entry.path(), entry.file_type());
            if kind.is_symlink() && path.is_dir() {
                remarks.push(format!("{}: a link to a folder, not followed", path.display()));
                continue;
            }
            // Files that macOS leaves beside each file of an archive begin with `._`.
            if kind.is_dir() || entry.file_name().as_encoded_bytes().starts_with(b"._") {
                continue;
            }
            let list = match path {
                _ if naming::is_source(path) => &mut sources,
                _ if naming::is_header(path) => &mut headers,
                _ if entry.depth() > 1 && entry.file_name() == CONFIG_NAME => &mut configs,
                _ => continue,
            };
            // A pipe or device with the name of a source would stop the compiler for good.
            if kind.is_file() || path.is_file() {
                list.push(path.to_owned());
            } else {
                remarks.push(format!("{}: not a regular file, left out", path.display()));
            }
        }
        for list in [&mut sources, &mut headers, &mut configs] {
            list.sort_by(|a, b| super::labels::natural_paths(a, b));
        }
        let (root, marks) = (root.to_owned(), Vec::new());
        let mut tree = Tree { root, sources, headers, marks, configs, remarks };
        tree.find_marks();
        Ok(tree)
    }

    /// Leaves out all that is below `folder`.
    pub(super) fn leave_out(&mut self, folder: &Path) {
        for list in [&mut self.sources, &mut self.headers, &mut self.configs] {
            list.retain(|path| !path.starts_with(folder));
        }
        self.find_marks();
    }

    /// Finds files with a name like `x_AlgorithmInstance.c`. Where there is none below an
    /// implementation's folder (or at all), it is the file that defines the interface.
    fn find_marks(&mut self) {
        let named = |path: &&PathBuf| naming::instance_name(path).is_some();
        let mut marks: Vec<PathBuf> = self.sources.iter().filter(named).cloned().collect();
        let place = |path: &Path| layout::implementation_folder(path);
        let covered: BTreeSet<_> = marks.iter().map(|mark| place(mark)).collect();
        let mut best: BTreeMap<PathBuf, (usize, PathBuf)> = BTreeMap::new();
        for path in self.sources.iter().filter(|path| naming::is_c_or_cpp(path)) {
            let implementation = place(path);
            if covered.contains(&implementation) || implementation.is_none() && !marks.is_empty() {
                continue;
            }
            let Ok(scan) = sources::scan_file(path) else { continue };
            let (Some(entry), Main::None) = (scan.entry, scan.main) else { continue };
            // One for each folder below `Reference_Implementation`, or for each folder.
            let instance = layout::whole_instance(path).filter(|instance| instance.is_dir());
            let folder = instance.or_else(|| path.parent().map(Path::to_owned)).unwrap_or_default();
            let found = (entry, path.clone());
            let known = best.entry(folder).or_insert_with(|| found.clone());
            if found.0 < known.0 {
                *known = found;
            }
        }
        marks.extend(best.into_values().map(|(_, path)| path));
        marks.sort_by(|a, b| super::labels::natural_paths(a, b));
        self.marks = marks;
    }

    /// Each instance's main file.
    pub(super) fn marks(&self) -> Vec<&Path> {
        self.marks.iter().map(PathBuf::as_path).collect()
    }

    /// Folders below `folder` that hold headers or sources.
    pub(super) fn header_folders(&self, folder: &Path) -> Vec<PathBuf> {
        let below = self.headers.iter().chain(&self.sources).filter(|p| p.starts_with(folder));
        let folders: BTreeSet<&Path> = below.filter_map(|path| path.parent()).collect();
        folders.into_iter().map(Path::to_owned).collect()
    }
}
