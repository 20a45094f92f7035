//! From an instance to the library that is measured.

use super::{Interposition, Library, LibraryError, Mode, preloadable};
use crate::api::Kind;
use crate::build::{self, BuildError, BuildOptions, Built, FlagSet, Helper};
use crate::drive::Measure;
use crate::elf::{self, DynamicSymbols};
use crate::interposer::{self, Exports};
use crate::target::{Instance, InstanceSource};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// How libraries are made.
#[derive(Clone, Debug)]
pub struct Options {
    /// Flags to build with; none for the guide's, and permissive ones for what does not build
    /// with those.
    pub flags: Option<FlagSet>,
    /// The C compiler.
    pub cc: OsString,
    /// Folder with `auxfunc.c` and `drng.c` for submissions that ship none.
    pub helpers: Option<PathBuf>,
    /// Folder for build products.
    pub cache_dir: PathBuf,
    /// Digest length of hash functions, instead of what the instance says.
    pub digest_bits: Option<u32>,
    /// How helper calls are interposed.
    pub mode: Mode,
}

/// Makes libraries out of instances.
#[derive(Clone, Debug)]
pub struct Builder {
    options: Options,
    build: BuildOptions,
    heap_interposer: PathBuf,
}

impl Builder {
    /// Puts the interposer into the cache.
    ///
    /// # Errors
    /// When the cache cannot be written.
    pub fn new(options: Options) -> Result<Self, LibraryError> {
        let build = BuildOptions {
            cc: options.cc.clone(),
            flags: options.flags.unwrap_or(FlagSet::Guide),
            helpers: options.helpers.clone(),
            interposer: interposer::place(Exports::Wrap, &options.cache_dir)?,
            cache_dir: options.cache_dir.clone(),
        };
        let heap_interposer = interposer::place(Exports::Heap, &options.cache_dir)?;
        Ok(Builder { options, build, heap_interposer })
    }

    /// Builds an instance, or takes it as it is.
    ///
    /// # Errors
    /// When there is no library that can be measured.
    pub fn library(&self, instance: &Instance) -> Result<Library, LibraryError> {
        let mut library = match &instance.source {
            InstanceSource::Library(path) => self.prebuilt(instance, path)?,
            InstanceSource::Sources(_) | InstanceSource::Archive(_) => self.built(instance)?,
        };
        library.remarks.splice(0..0, instance.remarks.iter().cloned());
        Ok(library)
    }

    fn built(&self, instance: &Instance) -> Result<Library, LibraryError> {
        let mut built = build::build(instance, &self.build);
        if self.options.flags.is_none()
            && let Err(error) = &built
            && is_about_flags(error)
        {
            let options = BuildOptions { flags: FlagSet::Permissive, ..self.build.clone() };
            if let Ok(mut permissive) = build::build(instance, &options) {
                permissive.remarks.push(
                    "does not build with the guide's flags; built with permissive ones \
                     (--flags guide shows why)"
                        .to_owned(),
                );
                built = Ok(permissive);
            }
        }
        let built = built?;
        let mut remarks = built.remarks.clone();
        if built.wrapped.iter().all(|helper| *helper == Helper::InitRandomNumber) {
            remarks.push("no object calls a helper, so none can be counted".to_owned());
        }
        let interposition = if self.options.mode == Mode::Preload {
            self.preload(&built.plain)
        } else {
            Ok(Interposition {
                library: built.instrumented.clone(),
                measure: Measure::Wrap,
                interposer: self.build.interposer.clone(),
            })
        };
        self.library_of(
            instance,
            built.plain.clone(),
            built.kind,
            interposition,
            remarks,
            Some(built),
        )
    }

    fn prebuilt(&self, instance: &Instance, path: &Path) -> Result<Library, LibraryError> {
        elf::check_shared_library(path)?;
        let symbols = DynamicSymbols::read(path)?;
        let found = || Kind::from_exports(|name| symbols.exported.contains(name));
        let kind = instance.kind.or_else(found);
        let kind = kind.ok_or_else(|| LibraryError::NoInterface(path.to_owned()))?;
        let incomplete =
            |what: String| LibraryError::Incomplete { path: path.to_owned(), kind, what };
        let those = |is_so: &dyn Fn(&str) -> bool| -> Vec<&str> {
            kind.required_functions().iter().copied().filter(|name| is_so(name)).collect()
        };
        let missing = those(&|name| !symbols.exported.contains(name));
        if !missing.is_empty() {
            return Err(incomplete(format!("lacks {}", missing.join(", "))));
        }
        let variables = those(&|name| symbols.variables.contains(name));
        if !variables.is_empty() {
            let what = format!("has {} as a variable, not as a function", variables.join(", "));
            return Err(incomplete(what));
        }
        let interposition = if self.options.mode == Mode::Wrap {
            Err(LibraryError::Linked(path.to_owned()))
        } else {
            self.preload(path)
        };
        let remarks = vec![
            "measured as it is, by preload: helper calls that do not go through the dynamic \
             linker are not seen"
                .to_owned(),
        ];
        self.library_of(instance, path.to_owned(), kind, interposition, remarks, None)
    }

    fn library_of(
        &self,
        instance: &Instance,
        plain: PathBuf,
        kind: Kind,
        interposition: Result<Interposition, LibraryError>,
        remarks: Vec<String>,
        built: Option<Built>,
    ) -> Result<Library, LibraryError> {
        let digest_bits = match kind {
            Kind::Hash => self.options.digest_bits.or(instance.digest_bits),
            _ => Some(0),
        };
        Ok(Library {
            label: instance.label.clone(),
            instance: instance.name.clone().unwrap_or_else(|| instance.label.clone()),
            variant: instance.variant.clone(),
            plain,
            kind,
            digest_bits: digest_bits.ok_or(LibraryError::DigestBits)?,
            interposition: interposition.map_err(|error| error.to_string()),
            heap_interposer: self.heap_interposer.clone(),
            remarks,
            built,
        })
    }

    fn preload(&self, path: &Path) -> Result<Interposition, LibraryError> {
        preloadable::check(path)?;
        Ok(Interposition {
            library: path.to_owned(),
            measure: Measure::Preload,
            interposer: interposer::place(Exports::Preload, &self.options.cache_dir)?,
        })
    }
}

/// Other flags can only mend what the compiler or linker refused.
fn is_about_flags(error: &BuildError) -> bool {
    matches!(
        error,
        BuildError::Compile { .. } | BuildError::Link { .. } | BuildError::Undefined { .. }
    )
}
