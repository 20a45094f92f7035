//! `submission.toml`: what a search cannot know.

use super::error::TargetError;
use super::sources::{self, Rules};
use super::{Instance, InstanceSource, SourceSet, Submission, discover, labels, layout, naming};
use crate::api::Kind;
use globset::{GlobBuilder, GlobMatcher};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Config {
    id: Option<String>,
    name: Option<String>,
    kind: Option<Kind>,
    instance: Option<Vec<InstanceConfig>>,
}

/// More instances in one file are a mistake.
const MOST_INSTANCES: usize = 4096;

/// Longest message of the parser that is passed on whole: it quotes the line it is about.
const LONGEST_MESSAGE: usize = 600;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InstanceConfig {
    label: String,
    dir: PathBuf,
    variant: Option<String>,
    sources: Option<Vec<String>>,
    #[serde(default)]
    exclude: Vec<String>,
    #[serde(default)]
    include: Vec<PathBuf>,
    #[serde(default)]
    define: Vec<String>,
    #[serde(default)]
    cflags: Vec<String>,
    #[serde(default)]
    libs: Vec<String>,
    digest_bits: Option<u32>,
    kat: Option<PathBuf>,
}

/// Reads the configuration at `path` and finds the files it names. Without any `[[instance]]`
/// the instances are searched for in the file's folder.
pub(super) fn load(path: &Path) -> Result<Submission, TargetError> {
    let text = std::fs::read_to_string(path)
        .map_err(|source| TargetError::Read { path: path.to_owned(), source })?;
    let config: Config = toml::from_str(&text).map_err(|error| TargetError::Syntax {
        path: path.to_owned(),
        message: syntax(&text, &error),
    })?;
    let folder = path.parent().unwrap_or(Path::new("/"));
    let fail = |place: &str, message: String| TargetError::Config {
        path: path.to_owned(),
        place: place.to_owned(),
        message,
    };
    if let Some(problem) = config.id.as_deref().and_then(labels::problem) {
        return Err(fail("id", format!("the identifier {problem}")));
    }
    match config.instance.as_ref().map(Vec::len) {
        Some(0) => {
            let message = "an empty list names nothing to measure; leave the key out to have the \
                           folder searched";
            return Err(fail("instance", message.to_owned()));
        }
        Some(number) if number > MOST_INSTANCES => {
            let message = format!("{number} instances are more than {MOST_INSTANCES}");
            return Err(fail("instance", message));
        }
        _ => {}
    }
    let mut submission = if config.instance.is_none() {
        discover::folder(folder)?
    } else {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let id = labels::clean(&name);
        Submission { name: id.clone(), id, instances: Vec::new(), remarks: Vec::new() }
    };
    let mut seen = BTreeSet::new();
    for instance in config.instance.into_iter().flatten() {
        let label = instance.label.clone();
        if let Some(problem) = labels::problem(&label) {
            return Err(fail("label", format!("the label {label:?} {problem}")));
        }
        if !seen.insert(label.clone()) {
            return Err(fail("label", format!("two instances have the label {label:?}")));
        }
        let place = |key: &str| format!("instance {label:?}: {key}");
        let loaded = Loader { folder, fail: &|key, message| fail(&place(key), message) };
        submission.instances.push(loaded.instance(instance)?);
    }
    for instance in &mut submission.instances {
        instance.kind = config.kind;
    }
    if let Some(id) = config.id {
        submission.name = id.clone();
        submission.id = id;
    }
    submission.name = config.name.unwrap_or(submission.name);
    Ok(submission)
}

/// What the parser has to say, with its quotation of the text unless that is very long.
fn syntax(text: &str, error: &toml::de::Error) -> String {
    let full = error.to_string();
    if full.len() <= LONGEST_MESSAGE {
        return full.trim_end().to_owned();
    }
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let message: String = error.message().chars().take(LONGEST_MESSAGE).collect();
    format!("line {line}: {message}")
}

struct Loader<'a> {
    folder: &'a Path,
    fail: &'a dyn Fn(&str, String) -> TargetError,
}

impl Loader<'_> {
    fn instance(&self, config: InstanceConfig) -> Result<Instance, TargetError> {
        let root = self.existing("dir", &self.folder.join(&config.dir))?;
        if !root.is_dir() {
            return Err((self.fail)("dir", format!("{} is not a folder", root.display())));
        }
        let patterns = config.sources.clone().unwrap_or_else(|| vec!["*.c".to_owned()]);
        let rules = if config.sources.is_some() { Rules::Named } else { Rules::Found };
        let mut files = BTreeSet::new();
        for pattern in &patterns {
            files.extend(self.matching("sources", &root, pattern)?);
        }
        for pattern in &config.exclude {
            for path in self.matching("exclude", &root, pattern)? {
                files.remove(&path);
            }
        }
        let mut files: Vec<PathBuf> = files.into_iter().collect();
        files.sort_by(|a, b| labels::natural_paths(a, b));
        if let Some(path) = files.iter().find(|path| !naming::is_source(path)) {
            let message = format!("{} is no C, C++ or assembly source", path.display());
            return Err((self.fail)("sources", message));
        }
        let tree = super::tree::Tree::read(&root)?;
        let headers: Vec<&Path> = tree.headers.iter().map(PathBuf::as_path).collect();
        let sources: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
        let choice = sources::choose(&root, &sources, &headers, rules)?;
        if choice.files.is_empty() {
            let message = format!("no source is left to compile in {}", root.display());
            return Err((self.fail)("sources", message));
        }
        let mut include = Vec::new();
        for folder in &config.include {
            include.push(self.existing("include", &root.join(folder))?);
        }
        for define in &config.define {
            let first = define.bytes().next().unwrap_or(b'=');
            if !(first.is_ascii_alphabetic() || first == b'_') || define.contains('\0') {
                let message = format!("{define:?} is no macro; write NAME or NAME=VALUE");
                return Err((self.fail)("define", message));
            }
        }
        for lib in &config.libs {
            let fits = |c: char| c.is_ascii_alphanumeric() || "_.+-".contains(c);
            if lib.is_empty() || lib.starts_with('-') || !lib.chars().all(fits) {
                let message = format!("{lib:?} is no library's name; write \"gmp\" for -lgmp");
                return Err((self.fail)("libs", message));
            }
        }
        let variant = config.variant.unwrap_or_else(|| layout::variant(&root).to_owned());
        if !["reference", "optimized", "additional"].contains(&variant.as_str()) {
            let message = format!("{variant:?} is not one of reference, optimized, additional");
            return Err((self.fail)("variant", message));
        }
        let kat = match config.kat {
            Some(path) => Some(self.existing("kat", &self.folder.join(path))?),
            None => layout::test_vectors(&root),
        };
        let name = choice.names.values().next().cloned();
        Ok(Instance {
            label: config.label,
            name,
            variant,
            kind: None,
            source: InstanceSource::Sources(SourceSet {
                headers: tree.header_folders(&root),
                root,
                files: choice.files,
                reserve: choice.reserve,
                include,
                define: config.define,
                cflags: config.cflags,
                libs: config.libs,
            }),
            digest_bits: config.digest_bits.or_else(|| choice.digest_bits.values().next().copied()),
            kat,
            remarks: choice.remarks,
        })
    }

    fn existing(&self, key: &str, path: &Path) -> Result<PathBuf, TargetError> {
        path.canonicalize()
            .map_err(|error| (self.fail)(key, format!("{}: {error}", path.display())))
    }

    /// Files matching a glob below `root`; none is an error. A glob may begin with `../`.
    fn matching(&self, key: &str, root: &Path, pattern: &str) -> Result<Vec<PathBuf>, TargetError> {
        if pattern.starts_with('/') {
            let message =
                format!("{pattern:?} is absolute; write it as seen from {}", root.display());
            return Err((self.fail)(key, message));
        }
        let (mut base, mut glob) = (root, pattern.trim_start_matches("./"));
        while let Some(rest) = glob.strip_prefix("../") {
            (base, glob) = (base.parent().unwrap_or(base), rest);
        }
        // A name with brackets in it is a name first.
        let literal = base.join(glob);
        if literal.is_file() {
            return Ok(vec![sources::normal(&literal)]);
        }
        let matcher = compile(glob)
            .map_err(|error| (self.fail)(key, format!("{pattern:?} is no glob: {error}")))?;
        let depth = if glob.contains("**") { 40 } else { glob.split('/').count() };
        let walk = WalkDir::new(base).min_depth(1).max_depth(depth).into_iter();
        let found: Vec<PathBuf> = walk
            .filter_map(Result::ok)
            .filter(|entry| !entry.file_type().is_dir() && entry.path().is_file())
            .filter(|entry| entry.path().strip_prefix(base).is_ok_and(|p| matcher.is_match(p)))
            .map(|entry| entry.path().to_owned())
            .collect();
        if found.is_empty() {
            let message = format!("{pattern:?} matches no file below {}", base.display());
            return Err((self.fail)(key, message));
        }
        Ok(found)
    }
}

fn compile(glob: &str) -> Result<GlobMatcher, globset::Error> {
    Ok(GlobBuilder::new(glob).literal_separator(true).build()?.compile_matcher())
}
