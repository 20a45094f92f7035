//! The source and header files below a folder.

use super::TargetError;
use super::naming;
use std::collections::BTreeSet;
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
    pub(super) remarks: Vec<String>,
}

impl Tree {
    /// Lists what is below `root`. Links to files count as files; links to folders are not
    /// followed, so that a link can neither loop nor lead out of the submission.
    pub(super) fn read(root: &Path) -> Result<Tree, TargetError> {
        let (mut sources, mut headers, mut remarks) = (Vec::new(), Vec::new(), Vec::new());
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
                _ => continue,
            };
            // A pipe or device with the name of a source would stop the compiler for good.
            if kind.is_file() || path.is_file() {
                list.push(path.to_owned());
            } else {
                remarks.push(format!("{}: not a regular file, left out", path.display()));
            }
        }
        for list in [&mut sources, &mut headers] {
            list.sort_by(|a, b| super::labels::natural_paths(a, b));
        }
        Ok(Tree { root: root.to_owned(), sources, headers, remarks })
    }

    /// Files with a name like `x_AlgorithmInstance.c`.
    pub(super) fn marks(&self) -> Vec<&Path> {
        let is_mark = |path: &&PathBuf| naming::instance_name(path).is_some();
        self.sources.iter().filter(is_mark).map(PathBuf::as_path).collect()
    }

    /// Folders below `folder` that hold headers or sources.
    pub(super) fn header_folders(&self, folder: &Path) -> Vec<PathBuf> {
        let below = self.headers.iter().chain(&self.sources).filter(|p| p.starts_with(folder));
        let folders: BTreeSet<&Path> = below.filter_map(|path| path.parent()).collect();
        folders.into_iter().map(Path::to_owned).collect()
    }
}
