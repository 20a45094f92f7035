//! From an instance to the library that is measured.

use crate::common;
use crate::targets::BuildArgs;
use anyhow::{Context, bail};
use iccs_profiler::api::Kind;
use iccs_profiler::build::{self, BuildError, BuildOptions, Built, FlagSet, Helper};
use iccs_profiler::drive::Measure;
use iccs_profiler::elf::{self, DynamicSymbols};
use iccs_profiler::files;
use iccs_profiler::interposer::{self, Exports};
use iccs_profiler::record::{ProfileRecord, TimingRecord};
use iccs_profiler::target::{Instance, InstanceSource};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// How helper calls are interposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Whatever fits the target.
    Auto,
    /// By the linker, in a library built for it.
    Wrap,
    /// By the dynamic linker, in any library whose calls go through it.
    Preload,
}

impl FromStr for Mode {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Ok(match name {
            "auto" => Mode::Auto,
            "wrap" => Mode::Wrap,
            "preload" => Mode::Preload,
            "patch" => return Err("patching a loaded library is not there yet".to_owned()),
            _ => return Err("known are auto, wrap and preload".to_owned()),
        })
    }
}

/// A library ready to be measured.
pub(crate) struct Library {
    pub(crate) label: String,
    /// The instance's own name.
    pub(crate) instance: String,
    pub(crate) variant: String,
    pub(crate) path: PathBuf,
    pub(crate) plain: PathBuf,
    pub(crate) kind: Kind,
    /// Digest length of a hash function, 0 for other kinds.
    pub(crate) digest_bits: u32,
    pub(crate) measure: Measure,
    pub(crate) interposer: PathBuf,
    pub(crate) remarks: Vec<String>,
    built: Option<Built>,
}

impl Library {
    /// Adds to a timing record how the library came to be.
    pub(crate) fn describe_timing(&self, record: &mut TimingRecord) -> anyhow::Result<()> {
        record.library_sha256 = Some(files::sha256(&self.plain)?);
        if let Some(built) = &self.built {
            record.flags.clone_from(&built.flags_name);
            record.build_flags = Some(built.build_flags.clone());
        }
        if !self.remarks.is_empty() {
            record.other.insert("remarks".to_owned(), json!(self.remarks));
        }
        Ok(())
    }

    /// Adds to a record how the library came to be and how its calls were interposed.
    pub(crate) fn describe(&self, record: &mut ProfileRecord) {
        let mode = match self.measure {
            Measure::Preload => "preload",
            Measure::Wrap | Measure::Time => "wrap",
        };
        record.other.insert("interposition".to_owned(), json!(mode));
        if !self.remarks.is_empty() {
            record.other.insert("remarks".to_owned(), json!(self.remarks));
        }
        if let Some(built) = &self.built {
            let origin: serde_json::Map<_, _> = Helper::ALL
                .iter()
                .zip(built.helper_origin)
                .map(|(helper, origin)| (helper.name().to_owned(), json!(origin)))
                .collect();
            record.other.insert("helpers".to_owned(), origin.into());
            record.other.insert("flags".to_owned(), json!(built.flags_name));
            record.other.insert("build_flags".to_owned(), json!(built.build_flags));
        }
    }
}

fn own_name(instance: &Instance) -> String {
    instance.name.clone().unwrap_or_else(|| instance.label.clone())
}

/// Makes libraries out of instances.
pub(crate) struct Builder<'a> {
    arguments: &'a BuildArgs,
    mode: Mode,
    options: BuildOptions,
}

/// Whether an error would be the same for every instance.
pub(crate) fn concerns_all(error: &anyhow::Error) -> bool {
    matches!(
        error.downcast_ref::<BuildError>(),
        Some(BuildError::Compiler { .. } | BuildError::Cache { .. } | BuildError::Helpers(_))
    ) || error.is::<iccs_profiler::files::WriteError>()
}

impl<'a> Builder<'a> {
    pub(crate) fn new(arguments: &'a BuildArgs, mode: Mode) -> anyhow::Result<Self> {
        let cache_dir = common::cache_dir(arguments.cache_dir.as_deref())?;
        let options = BuildOptions {
            cc: arguments.cc.clone(),
            flags: arguments.flags.unwrap_or(FlagSet::Guide),
            helpers: arguments.helpers.clone(),
            interposer: interposer::place(Exports::Wrap, &cache_dir)?,
            cache_dir,
        };
        Ok(Builder { arguments, mode, options })
    }

    pub(crate) fn library(&self, instance: &Instance, is_verbose: bool) -> anyhow::Result<Library> {
        let mut library = match &instance.source {
            InstanceSource::Library(path) => self.prebuilt(instance, path)?,
            InstanceSource::Sources(_) | InstanceSource::Archive(_) => self.built(instance)?,
        };
        library.remarks.splice(0..0, instance.remarks.iter().cloned());
        if is_verbose && let Some(built) = &library.built {
            let how = if built.from_cache { "found in the cache" } else { "built" };
            library.remarks.push(format!("{how}, log {}", built.log.display()));
            library.remarks.push(format!("flags {}", built.build_flags));
        }
        Ok(library)
    }

    fn built(&self, instance: &Instance) -> anyhow::Result<Library> {
        let mut built = build::build(instance, &self.options);
        if self.arguments.flags.is_none()
            && let Err(error) = &built
            && is_about_flags(error)
        {
            let options = BuildOptions { flags: FlagSet::Permissive, ..self.options.clone() };
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
        let is_preload = self.mode == Mode::Preload;
        if is_preload {
            check_preloadable(&built.plain)?;
        }
        Ok(Library {
            label: instance.label.clone(),
            instance: own_name(instance),
            variant: instance.variant.clone(),
            plain: built.plain.clone(),
            path: if is_preload { built.plain.clone() } else { built.instrumented.clone() },
            kind: built.kind,
            digest_bits: self.digest_bits(instance, built.kind)?,
            measure: if is_preload { Measure::Preload } else { Measure::Wrap },
            interposer: self.interposer(is_preload)?,
            remarks,
            built: Some(built),
        })
    }

    fn prebuilt(&self, instance: &Instance, path: &Path) -> anyhow::Result<Library> {
        elf::check_shared_library(path)?;
        if self.mode == Mode::Wrap {
            bail!(
                "{} is linked already, so its calls cannot be wrapped; profile its sources or \
                 objects, or use --mode preload",
                path.display()
            );
        }
        let symbols = DynamicSymbols::read(path)?;
        let kind = match instance.kind {
            Some(kind) => kind,
            None => {
                Kind::from_exports(|name| symbols.exported.contains(name)).with_context(|| {
                    format!(
                        "{} exports no function of the ICCS interface (kem_keygen, sig_sign, \
                     kex_init_a, CryptHash, ...)",
                        path.display()
                    )
                })?
            }
        };
        let functions = kind.required_functions().iter();
        let missing: Vec<&str> =
            functions.filter(|name| !symbols.exported.contains(**name)).copied().collect();
        if !missing.is_empty() {
            bail!("{} is a {kind} library but lacks {}", path.display(), missing.join(", "));
        }
        let functions = kind.required_functions().iter();
        let variables: Vec<&str> =
            functions.filter(|name| symbols.variables.contains(**name)).copied().collect();
        if !variables.is_empty() {
            bail!(
                "{} is a {kind} library but has {} as a variable, not as a function",
                path.display(),
                variables.join(", ")
            );
        }
        check_preloadable(path)?;
        Ok(Library {
            label: instance.label.clone(),
            instance: own_name(instance),
            variant: instance.variant.clone(),
            path: path.to_owned(),
            plain: path.to_owned(),
            kind,
            digest_bits: self.digest_bits(instance, kind)?,
            measure: Measure::Preload,
            interposer: self.interposer(true)?,
            remarks: vec![
                "measured as it is, by preload: helper calls that do not go through the dynamic \
                 linker are not seen"
                    .to_owned(),
            ],
            built: None,
        })
    }

    fn digest_bits(&self, instance: &Instance, kind: Kind) -> anyhow::Result<u32> {
        if kind != Kind::Hash {
            return Ok(0);
        }
        self.arguments.digest_bits.or(instance.digest_bits).with_context(|| {
            "no header defines DIGEST_BIT_LENGTH, so the digest length is not known: give \
             digest_bits in submission.toml or --digest-bits"
        })
    }

    fn interposer(&self, is_preload: bool) -> anyhow::Result<PathBuf> {
        Ok(if is_preload {
            interposer::place(Exports::Preload, &self.options.cache_dir)?
        } else {
            self.options.interposer.clone()
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

/// Refuses a library whose helper calls cannot be seen: a table of zeros would be a lie.
fn check_preloadable(path: &Path) -> anyhow::Result<()> {
    let symbols = DynamicSymbols::read(path)?;
    let names = Helper::ALL.map(Helper::name);
    let present = |set: &std::collections::BTreeSet<String>| {
        names.into_iter().filter(|name| set.contains(*name)).collect::<Vec<_>>()
    };
    let bound: Vec<&str> = [present(&symbols.exported), present(&symbols.defined)].concat();
    let reached = present(&symbols.imported);
    let way_out = "profile its sources or its objects (an archive) instead";
    if symbols.is_symbolic && !bound.is_empty() {
        bail!(
            "{} is linked with -Bsymbolic: its calls of {} reach its own helpers whatever is \
             preloaded; {way_out}",
            path.display(),
            bound.join(", ")
        );
    }
    if reached.is_empty() && !bound.is_empty() {
        bail!(
            "{} contains {}, but no call of them goes through the dynamic linker (hidden \
             visibility, -fno-semantic-interposition or link-time optimisation); {way_out}",
            path.display(),
            bound.join(", ")
        );
    }
    if reached.is_empty() && symbols.defined.is_empty() {
        bail!(
            "{} is stripped and calls no helper through the dynamic linker: whether it calls any \
             cannot be seen; {way_out}",
            path.display()
        );
    }
    Ok(())
}
