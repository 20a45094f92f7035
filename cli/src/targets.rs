//! From the target and its options to libraries that can be measured.

use crate::common::{self, Output};
use crate::progress::Progress;
use iccs_profiler::api::{Kind, Operation};
use iccs_profiler::build::FlagSet;
use iccs_profiler::library::{self, Builder, Library, Mode};
use iccs_profiler::measure::{self, Limits, StartError};
use iccs_profiler::target::{self, Submission};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::PathBuf;

/// What is measured, and how it is built.
#[derive(clap::Args)]
pub(crate) struct TargetArgs {
    /// Folder of C sources, submission.toml, shared library or static archive
    pub(crate) target: PathBuf,
    /// Only this instance (may be repeated)
    #[arg(long = "instance", value_name = "LABEL")]
    pub(crate) instances: Vec<String>,
    /// Only this operation (may be repeated)
    #[arg(long = "op", value_name = "OP")]
    pub(crate) operations: Vec<String>,
    #[command(flatten)]
    pub(crate) build: BuildArgs,
}

/// How libraries are built.
#[derive(Clone, clap::Args)]
pub(crate) struct BuildArgs {
    /// Compiler flags: guide, performance, resource or permissive [default: guide, and
    /// permissive for what does not build with it]
    #[arg(long, value_name = "SET", value_parser = common::flag_set)]
    pub(crate) flags: Option<FlagSet>,
    /// C compiler
    #[arg(long, value_name = "PROGRAM", default_value = "cc")]
    pub(crate) cc: OsString,
    /// Folder with auxfunc.c and drng.c for submissions that ship none
    #[arg(long, value_name = "DIR")]
    pub(crate) helpers: Option<PathBuf>,
    /// Folder for build products [default: the user's cache folder]
    #[arg(long, value_name = "DIR")]
    pub(crate) cache_dir: Option<PathBuf>,
    /// Digest length of a hash function, where its headers and submission.toml do not say
    #[arg(long, value_name = "BITS")]
    pub(crate) digest_bits: Option<u32>,
}

impl BuildArgs {
    /// As the library takes them.
    pub(crate) fn options(&self, mode: Mode) -> anyhow::Result<library::Options> {
        Ok(library::Options {
            flags: self.flags,
            cc: self.cc.clone(),
            helpers: self.helpers.clone(),
            cache_dir: common::cache_dir(self.cache_dir.as_deref())?,
            digest_bits: self.digest_bits,
            mode,
        })
    }
}

/// An instance that has no result at all.
pub(crate) struct Unusable {
    pub(crate) label: String,
    pub(crate) error: anyhow::Error,
}

/// A submission whose instances are built, as far as they could be.
pub(crate) struct Targets {
    pub(crate) submission: Submission,
    pub(crate) libraries: Vec<Library>,
    pub(crate) unusable: Vec<Unusable>,
    operations: Vec<Operation>,
}

impl Targets {
    /// Finds the submission and builds the chosen instances.
    pub(crate) fn build(
        arguments: &TargetArgs,
        mode: Mode,
        output: &Output,
        progress: &Progress,
    ) -> anyhow::Result<Self> {
        let operations: Vec<Operation> =
            arguments.operations.iter().map(|name| operation(name)).collect::<Result<_, _>>()?;
        let submission = target::find(&arguments.target)?;
        submission.remarks.iter().for_each(|remark| output.remark(remark));
        let labels: Vec<String> =
            submission.instances.iter().map(|instance| instance.label.clone()).collect();
        let selected: BTreeSet<String> =
            common::select("instance", &labels, &arguments.instances)?.into_iter().collect();
        let builder = Builder::new(arguments.build.options(mode)?)?;
        let (mut libraries, mut unusable) = (Vec::new(), Vec::new());
        let mut remarks = Remarks::default();
        for instance in submission.instances.iter().filter(|each| selected.contains(&each.label)) {
            progress.say(&format!("building {}", instance.label));
            let library = builder.library(instance).map(|library| with_log(library, output));
            match library {
                Ok(library) => {
                    remarks.add(&instance.label, &library.remarks);
                    libraries.push(library);
                }
                Err(error) if error.concerns_all() => return Err(error.into()),
                Err(error) => {
                    let label = instance.label.clone();
                    unusable.push(Unusable { label, error: error.into() });
                }
            }
        }
        progress.suspend(|| remarks.say(output));
        check_operations(&libraries, &operations)?;
        Ok(Targets { submission, libraries, unusable, operations })
    }

    /// The operations of a library that are wanted, in the order pages list them. A key exchange
    /// is run once to learn how many passes it has; when that fails, it has none, and measuring
    /// it will say why. So it will of a pass that is wanted and not there.
    pub(crate) fn operations(
        &self,
        library: &Library,
        limits: &Limits,
    ) -> Result<Vec<Operation>, StartError> {
        let mut all = Operation::of_kind(library.kind);
        if library.kind == Kind::Kex {
            let passes = measure::passes(&library.plain, limits)?;
            let first = all.len() - 2;
            all.splice(first..first, (1..=passes).map(Operation::Pass));
        }
        all.extend(self.operations.iter().filter(|operation| is_open(operation, library.kind)));
        let mut seen = Vec::new();
        all.retain(|operation| {
            let is_new = !seen.contains(operation);
            seen.push(*operation);
            is_new && (self.operations.is_empty() || self.operations.contains(operation))
        });
        Ok(all)
    }

    /// Takes out the libraries whose helper calls cannot be counted: they have no profile.
    pub(crate) fn drop_blind(&mut self) {
        let unusable = &mut self.unusable;
        self.libraries.retain(|library| {
            let Err(why) = &library.interposition else { return true };
            let error = anyhow::anyhow!("{why}");
            unusable.push(Unusable { label: library.label.clone(), error });
            false
        });
    }

    /// Says what became of instances without a result.
    pub(crate) fn explain_unusable(&self) {
        for Unusable { label, error } in &self.unusable {
            common::say(&format!("iccsprof: {label}: {}", common::explain(error)));
        }
    }
}

/// Adds where it came from, for those who want to know all.
fn with_log(mut library: Library, output: &Output) -> Library {
    if let Some(built) = library.built.as_ref().filter(|_| output.verbose) {
        let how = if built.from_cache { "found in the cache" } else { "built" };
        let log = format!("{how}, log {}", built.log.display());
        library.remarks.extend([log, format!("flags {}", built.build_flags)]);
    }
    library
}

/// What there is to say of instances, each thing once.
#[derive(Default)]
struct Remarks(Vec<(String, Vec<String>)>);

impl Remarks {
    fn add(&mut self, label: &str, remarks: &[String]) {
        for remark in remarks {
            match self.0.iter_mut().find(|(said, _)| said == remark) {
                Some((_, labels)) => labels.push(label.to_owned()),
                None => self.0.push((remark.clone(), vec![label.to_owned()])),
            }
        }
    }

    fn say(&self, output: &Output) {
        for (remark, labels) in &self.0 {
            output.remark(&format!("{}: {remark}", labels.join(", ")));
        }
    }
}

fn operation(name: &str) -> anyhow::Result<Operation> {
    name.parse().map_err(|_| {
        let of_kind = |kind: Kind| {
            let names: Vec<String> =
                Operation::of_kind(kind).iter().map(|o| o.to_string()).collect();
            format!("{kind}: {}", names.join(", "))
        };
        let known: Vec<String> = Kind::ALL.into_iter().map(of_kind).collect();
        let all: Vec<String> =
            Kind::ALL.into_iter().flat_map(Operation::of_kind).map(|o| o.to_string()).collect();
        let suggestion = common::nearest(name, &all)
            .map(|nearest| format!("; did you mean '{nearest}'?"))
            .unwrap_or_default();
        anyhow::anyhow!("no operation '{name}'{suggestion}\nknown: {}", known.join("\n       "))
    })
}

/// Whether measuring tells if the operation is there: which passes there are is known when it is
/// run, and messages of any length can be hashed.
fn is_open(operation: &Operation, kind: Kind) -> bool {
    match operation {
        Operation::Pass(_) => kind == Kind::Kex,
        Operation::Hash(_) => kind == Kind::Hash,
        _ => false,
    }
}

/// An operation that no instance has is a mistake.
fn check_operations(libraries: &[Library], wanted: &[Operation]) -> anyhow::Result<()> {
    let mut known: Vec<String> = Vec::new();
    for library in libraries {
        let mut operations = Operation::of_kind(library.kind);
        operations.extend(wanted.iter().filter(|operation| is_open(operation, library.kind)));
        for name in operations.iter().map(Operation::to_string) {
            if !known.contains(&name) {
                known.push(name);
            }
        }
    }
    if !libraries.is_empty() {
        let names: Vec<String> = wanted.iter().map(Operation::to_string).collect();
        common::select("operation", &known, &names)?;
    }
    Ok(())
}
