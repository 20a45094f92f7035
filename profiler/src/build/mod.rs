//! From sources or an archive to two shared libraries: a plain one for timing, and an
//! instrumented one whose calls of the helpers go through the interposer.
//!
//! Every source is compiled to an object of its own, as it would be in the submission's own
//! build; the linker's `--wrap` then redirects every helper call that crosses from one object
//! to another. Nothing of the submission's own build files is run and nothing is written into
//! its folder: all products go to a cache folder keyed by content.

mod archive;
mod cache;
mod compile;
mod compiler;
mod error;
mod flags;
mod glue;
mod helper;
mod interface;
mod key;
mod link;
mod objects;
mod pipeline;
mod process;
mod reserve;
mod rivals;
mod supply;

pub use error::BuildError;
pub use flags::FlagSet;
pub use helper::{Helper, Origin};

use crate::api::Kind;
use crate::target::{Instance, InstanceSource};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// How to build.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// The C compiler: a name to be found on the search path, or a path.
    pub cc: OsString,
    /// Flags to build with.
    pub flags: FlagSet,
    /// Folder for build products; made if missing.
    pub cache_dir: PathBuf,
    /// Folder with `auxfunc.c` and `drng.c` for submissions that ship none; ours if not given.
    pub helpers: Option<PathBuf>,
    /// The interposer, a shared library that defines `__wrap_pseudohash` and so on.
    pub interposer: PathBuf,
}

/// Two libraries, and how they came to be.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Built {
    /// The library as the submission's own build would make it.
    #[serde(skip)]
    pub plain: PathBuf,
    /// The library whose helper calls go through the interposer. It needs the interposer by
    /// its soname, without a search path: the interposer must be loaded first.
    #[serde(skip)]
    pub instrumented: PathBuf,
    /// Commands and compiler output.
    #[serde(skip)]
    pub log: PathBuf,
    /// Whether the libraries were there already.
    #[serde(skip)]
    pub from_cache: bool,
    /// What the library offers.
    pub kind: Kind,
    /// Names of all functions and variables that the instrumented library exports.
    pub exports: Vec<String>,
    /// Helpers whose calls go through the interposer.
    pub wrapped: Vec<Helper>,
    /// Who defines each helper, in the order of [`Helper::ALL`].
    pub helper_origin: [Origin; 5],
    /// Who defines `drng_algorithm`.
    pub drng_defined_by: Origin,
    /// All compiler flags of the C files, in order.
    pub build_flags: String,
    /// The flag set's name in records.
    pub flags_name: String,
    /// What the user should know about this build.
    pub remarks: Vec<String>,
}

/// Builds an instance, or finds it in the cache.
///
/// Fails if a file does not compile, if something is missing or defined twice, or if the
/// result does not offer the functions of its kind. Trying other flags is the caller's choice.
pub fn build(instance: &Instance, options: &BuildOptions) -> Result<Built, BuildError> {
    if let InstanceSource::Library(path) = &instance.source {
        return Err(BuildError::Library { path: path.clone() });
    }
    let interposer = absolute(&options.interposer)?;
    let compiler = compiler::Compiler::identify(&options.cc)?;
    let set = options.flags.for_variant(&instance.variant);
    let helpers = supply::HelperFiles::read(options.helpers.as_deref())
        .map_err(|error| BuildError::Helpers(Box::new(error)))?;
    let key = key::compute(instance, &compiler.identity, set, &helpers, &interposer)?;
    let cache = cache::Cache::open(&options.cache_dir)?;
    if let Some(built) = cache.find(&key.name) {
        return Ok(built);
    }
    let work = cache.work_folder()?;
    let pipeline = pipeline::Pipeline {
        instance,
        compiler: &compiler,
        set,
        helpers: &helpers,
        interposer: &interposer,
        work: work.path(),
    };
    let made = pipeline.run()?;
    let dependencies = key::dependencies(work.path(), &key.hashed)?;
    cache.store(work, &key.name, made, dependencies, &compiler.log())
}

fn absolute(path: &Path) -> Result<PathBuf, BuildError> {
    path.canonicalize().map_err(|source| BuildError::read(path, source))
}
