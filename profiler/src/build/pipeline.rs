//! The steps of a build, in order.

use super::compile::{Compile, Job};
use super::compiler::Compiler;
use super::flags::{self, FlagSet};
use super::helper::{Helper, Origin};
use super::link::{self, Link, Linked};
use super::objects::{Object, defined, wanted};
use super::reserve::Reserve;
use super::supply::{self, HelperFiles};
use super::{BuildError, Built, archive, glue, interface, rivals};
use crate::target::{Instance, InstanceSource, SourceSet, is_cpp};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// File names of the products.
pub(super) const PLAIN: &str = "plain.so";
pub(super) const INSTRUMENTED: &str = "instrumented.so";

/// One build: what it starts from.
pub(super) struct Pipeline<'a> {
    pub(super) instance: &'a Instance,
    pub(super) compiler: &'a Compiler,
    pub(super) set: FlagSet,
    pub(super) helpers: &'a HelperFiles,
    pub(super) interposer: &'a Path,
    pub(super) work: &'a Path,
}

/// What goes into the libraries; grows while links show what is missing.
struct Parts<'a> {
    compile: &'a Compile<'a>,
    /// The archive that the objects come from, if they do.
    archive: Option<&'a Path>,
    objects: Vec<Object>,
    libs: Vec<String>,
    drng: Origin,
    /// Whether the library's own definitions must win over the C library's.
    symbolic: bool,
    remarks: Vec<String>,
}

impl Pipeline<'_> {
    /// Makes both libraries in the work folder.
    pub(super) fn run(&self) -> Result<Built, BuildError> {
        let none = SourceSet::default();
        let (sources, archive) = match &self.instance.source {
            InstanceSource::Sources(sources) => (sources, None),
            InstanceSource::Archive(path) => (&none, Some(path.as_path())),
            InstanceSource::Library(path) => {
                return Err(BuildError::Library { path: path.clone() });
            }
        };
        let helper_folder = self.work.join("helpers");
        self.helpers.write(&helper_folder)?;
        let compile = Compile {
            compiler: self.compiler,
            work: self.work,
            sources,
            flags: self.set.flags(),
            lenient: self.compiler.lenient_flags(self.work)?,
            helpers: &helper_folder,
        };
        let mut parts = Parts {
            compile: &compile,
            archive,
            objects: match archive {
                Some(path) => archive::extract(path, self.work)?,
                None => self.compile_own(&compile)?,
            },
            libs: sources.libs.clone(),
            drng: Origin::None,
            symbolic: false,
            remarks: Vec::new(),
        };
        interface::drop_programs(&mut parts.objects, &mut parts.remarks);
        let wrapped = self.instrumented(&mut parts)?;
        let library = self.work.join(INSTRUMENTED);
        let (kind, exports) = interface::check(self.instance, &library, &parts.objects)?;
        let shadowed = interface::shadowed(&exports);
        if !shadowed.is_empty() {
            parts.remarks.push(format!(
                "linked with -Bsymbolic: {} would be taken from the C library instead",
                shadowed.join(", ")
            ));
            parts.symbolic = true;
            self.instrumented(&mut parts)?;
        }
        self.plain(&mut parts)?;
        parts.remarks.extend(interface::blind_spots(&parts.objects)?);
        let (build_flags, flags_name) = match archive {
            None => (compile.flags_of(Path::new("x.c"), true).join(" "), self.set.record_name()),
            Some(_) => (String::new(), "prebuilt"),
        };
        Ok(Built {
            plain: PathBuf::new(),
            instrumented: PathBuf::new(),
            log: PathBuf::new(),
            from_cache: false,
            kind,
            exports,
            wrapped,
            helper_origin: Helper::ALL.map(|helper| supply::origin(&parts.objects, helper)),
            drng_defined_by: parts.drng,
            build_flags,
            flags_name: flags_name.to_owned(),
            remarks: parts.remarks,
        })
    }

    fn compile_own(&self, compile: &Compile) -> Result<Vec<Object>, BuildError> {
        let number = |(number, source): (usize, &PathBuf)| Job {
            source: source.clone(),
            object: self.work.join(format!("{:04}.o", number + 1)),
            lto: false,
        };
        let jobs: Vec<Job> = compile.sources.files.iter().enumerate().map(number).collect();
        compile.all(&jobs)?;
        let root = &compile.sources.root;
        let load = |job: Job| {
            let name = job.source.strip_prefix(root).unwrap_or(&job.source).display().to_string();
            Object::load(name, Some(job.source), job.object, Origin::Own)
        };
        jobs.into_iter().map(load).collect()
    }

    /// Links the instrumented library, in rounds: what turns out to be missing is taken from
    /// the reserve, or from a library that is known by its functions' names.
    fn instrumented(&self, parts: &mut Parts) -> Result<Vec<Helper>, BuildError> {
        let mut reserve = Reserve::new(parts.compile);
        let mut missing = supply::missing(&parts.objects);
        loop {
            let more = reserve.take(&missing, &mut parts.remarks)?;
            parts.objects.extend(more);
            interface::show(&mut parts.objects, &mut parts.remarks)?;
            supply::supply(self.helpers, parts.compile, &mut parts.objects, &mut parts.remarks)?;
            parts.remarks.extend(rivals::settle(&mut parts.objects)?);
            parts.drng = supply::drng_origin(&parts.objects);
            let used =
                |h: &Helper| defined(&parts.objects, h.name()) || wanted(&parts.objects, h.name());
            let wrapped: Vec<Helper> = Helper::ALL.into_iter().filter(used).collect();
            let mut files = self.paths(parts)?;
            files.push(self.glue("glue", &glue::link_table(&wrapped))?);
            let flags = parts.compile.flags_of(Path::new("x.c"), false);
            let link = self.link(&flags, files, parts, Some(&wrapped));
            match link.run(&self.work.join(INSTRUMENTED))? {
                Linked::Done => {
                    parts.remarks.extend(supply::drng_remark(&parts.objects));
                    return Ok(wrapped);
                }
                Linked::Failed { output, command } => {
                    return Err(link::failure(output, command, &parts.objects, parts.archive));
                }
                Linked::Undefined(found) => {
                    let libraries: BTreeSet<&str> =
                        found.iter().filter_map(|name| link::known_library(name)).collect();
                    let new = |lib: &&&str| !parts.libs.iter().any(|known| known == **lib);
                    let libraries: Vec<&str> = libraries.iter().filter(new).copied().collect();
                    if libraries.is_empty() && !reserve.has_any(&found)? {
                        return Err(link::undefined_error(&found, &parts.objects));
                    }
                    for library in libraries {
                        let remark = format!("linked with -l{library}, whose functions are called");
                        parts.remarks.push(remark);
                        parts.libs.push(library.to_owned());
                    }
                    missing = found;
                }
            }
        }
    }

    fn plain(&self, parts: &mut Parts) -> Result<(), BuildError> {
        let mut files = self.paths(parts)?;
        let mut flags = parts.compile.flags_of(Path::new("x.c"), true);
        let mut jobs = Vec::new();
        if flags::has_lto(&flags) {
            for (file, object) in files.iter_mut().zip(&parts.objects) {
                // An object with changed symbols cannot be made again from its source.
                if let Some(source) = object.source.clone().filter(|_| !object.patched) {
                    *file = file.with_extension("lto.o");
                    jobs.push(Job { source, object: file.clone(), lto: true });
                }
            }
            parts.compile.all(&jobs)?;
        }
        if jobs.is_empty() {
            flags.retain(|flag| !flags::is_lto(flag));
        } else {
            let remark = "the instrumented library is built without -flto, under which --wrap \
                          misses calls";
            parts.remarks.push(remark.to_owned());
        }
        let link = self.link(&flags, files, parts, None);
        match link.run(&self.work.join(PLAIN))? {
            Linked::Done => Ok(()),
            Linked::Failed { output, command } => {
                Err(link::failure(output, command, &parts.objects, parts.archive))
            }
            Linked::Undefined(missing) => Err(link::undefined_error(&missing, &parts.objects)),
        }
    }

    fn link<'b>(
        &'b self,
        flags: &[String],
        objects: Vec<PathBuf>,
        parts: &'b Parts,
        wrapped: Option<&'b [Helper]>,
    ) -> Link<'b> {
        let mut flags: Vec<String> =
            flags.iter().filter(|flag| !flag.starts_with("-D")).cloned().collect();
        if !flags::has_lto(&flags) {
            flags.push("-fno-lto".to_owned());
        }
        if parts.symbolic {
            flags.push("-Wl,-Bsymbolic".to_owned());
        }
        let cpp = parts.objects.iter().any(|object| {
            object.source.as_deref().is_some_and(is_cpp) || object.wants("__gxx_personality_v0")
        });
        let wrap = wrapped.map(|helpers| (helpers, self.interposer));
        let (compiler, work, libs) = (self.compiler, self.work, parts.libs.as_slice());
        Link { compiler, work, flags, objects, libs, cpp, wrap }
    }

    /// The object files, with the DRNG variable's at the end if it is supplied.
    fn paths(&self, parts: &Parts) -> Result<Vec<PathBuf>, BuildError> {
        let mut files: Vec<PathBuf> = parts.objects.iter().map(|o| o.path.clone()).collect();
        if parts.drng == Origin::Supplied {
            files.push(self.glue("drng_algorithm", &glue::drng_variable())?);
        }
        Ok(files)
    }

    /// Compiles one of our own small files.
    fn glue(&self, name: &str, text: &str) -> Result<PathBuf, BuildError> {
        let source = self.work.join(format!("{name}.c"));
        let object = self.work.join(format!("{name}.o"));
        std::fs::write(&source, text).map_err(|e| BuildError::cache(self.work, e))?;
        let mut arguments: Vec<OsString> = glue::FLAGS.map(OsString::from).to_vec();
        arguments.extend([OsString::from("-c"), source.clone().into()]);
        arguments.extend([OsString::from("-o"), object.clone().into()]);
        let outcome = self.compiler.run(&arguments, self.work)?;
        if !outcome.success() {
            return Err(BuildError::Compile {
                source_file: source.display().to_string(),
                output: outcome.output,
                command: self.compiler.command(&arguments),
                others: String::new(),
            });
        }
        Ok(object)
    }
}
