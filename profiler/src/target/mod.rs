//! What the user pointed at: a folder of C sources, a `submission.toml`, an archive or a shared
//! library, turned into a [`Submission`] with its instances.
//!
//! Nothing is built or run here, and nothing is written.

mod config;
mod discover;
mod error;
mod labels;
mod layout;
mod naming;
mod scan;
mod sources;
mod tree;

pub use error::TargetError;
pub use labels::natural_order;

pub(crate) use discover::distance as path_distance;
pub(crate) use naming::{is_assembly, is_cpp, is_header, is_source};

use crate::api::Kind;
use crate::elf::{self, FileType};
use std::path::{Path, PathBuf};

/// Name of the file that says what a search cannot know.
pub const CONFIG_NAME: &str = "submission.toml";

/// One submission: a scheme with its instances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// Identifier, fit for a file name.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// Instances, in natural order of their labels, or in the order of `submission.toml`.
    pub instances: Vec<Instance>,
    /// What the user should know about how instances were found.
    pub remarks: Vec<String>,
}

/// One instance: one set of parameters in one implementation, built into one library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// Unique in the submission, fit for a file name.
    pub label: String,
    /// The `ALGORITHM_INSTANCE` macro, where the headers have one.
    pub name: Option<String>,
    /// `reference`, `optimized` or `additional`.
    pub variant: String,
    /// The kind, only if configured.
    pub kind: Option<Kind>,
    /// What it is built from.
    pub source: InstanceSource,
    /// Digest length of a hash function, if configured or declared in a header.
    pub digest_bits: Option<u32>,
    /// Folder of `KAT_*.txt`, or a manifest.
    pub kat: Option<PathBuf>,
    /// What the user should know about this instance.
    pub remarks: Vec<String>,
}

/// What an instance is built from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InstanceSource {
    /// Source files.
    Sources(SourceSet),
    /// A static archive of objects.
    Archive(PathBuf),
    /// A shared library, measured as it is.
    Library(PathBuf),
}

/// The source files of an instance and how to compile them. All paths are absolute.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceSet {
    /// The instance's folder.
    pub root: PathBuf,
    /// Files to compile.
    pub files: Vec<PathBuf>,
    /// Files compiled only if something they define is missing otherwise: files that others
    /// include textually, that look like tests, or that lie beside the instance.
    pub reserve: Vec<PathBuf>,
    /// Configured header folders, searched before those found.
    pub include: Vec<PathBuf>,
    /// Folders of headers that were found.
    pub headers: Vec<PathBuf>,
    /// Macros, `NAME` or `NAME=VALUE`.
    pub define: Vec<String>,
    /// Further compiler flags.
    pub cflags: Vec<String>,
    /// Libraries to link with, without `-l`.
    pub libs: Vec<String>,
}

/// Finds the submission that `path` names.
pub fn find(path: &Path) -> Result<Submission, TargetError> {
    let metadata = std::fs::metadata(path).map_err(|source| match source.kind() {
        std::io::ErrorKind::NotFound => TargetError::Missing { path: path.to_owned() },
        _ => TargetError::Read { path: path.to_owned(), source },
    })?;
    let path = path
        .canonicalize()
        .map_err(|source| TargetError::Read { path: path.to_owned(), source })?;
    if metadata.is_dir() {
        let configured = path.join(CONFIG_NAME);
        if configured.is_file() { config::load(&configured) } else { discover::folder(&path) }
    } else if metadata.is_file() {
        file(&path)
    } else {
        Err(TargetError::Unusable { path, found: "neither a file nor a folder".to_owned() })
    }
}

fn file(path: &Path) -> Result<Submission, TargetError> {
    if path.extension().is_some_and(|extension| extension == "toml") {
        return config::load(path);
    }
    let source = match elf::file_type(path)? {
        FileType::SharedLibrary => InstanceSource::Library(path.to_owned()),
        FileType::Archive => InstanceSource::Archive(path.to_owned()),
        other => {
            let found = if naming::is_source(path) {
                "a single source file; name its folder instead".to_owned()
            } else {
                other.describe().to_owned()
            };
            return Err(TargetError::Unusable { path: path.to_owned(), found });
        }
    };
    let stem = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy();
    let label = labels::clean(stem.strip_prefix("lib").filter(|s| !s.is_empty()).unwrap_or(&stem));
    let instance = Instance {
        label: label.clone(),
        name: None,
        variant: layout::variant(path).to_owned(),
        kind: None,
        source,
        digest_bits: None,
        kat: None,
        remarks: Vec::new(),
    };
    Ok(Submission {
        id: label.clone(),
        name: label,
        instances: vec![instance],
        remarks: Vec::new(),
    })
}
