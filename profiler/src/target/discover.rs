//! Finding instances without a configuration.

use super::config;
use super::error::{TargetError, count};
use super::sources::{self, Rules};
use super::tree::Tree;
use super::{Instance, InstanceSource, SourceSet, Submission, labels, layout, naming};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Most files beside an instance that are kept in reserve.
const RESERVE_LIMIT: usize = 500;

/// Takes all instances below the folder `target`.
pub(super) fn folder(target: &Path) -> Result<Submission, TargetError> {
    let mut tree = Tree::read(target)?;
    // A target within an instance's folder (`<instance>/src`) stands for the whole instance.
    if let Some(whole) = layout::whole_instance(target) {
        let wider = Tree::read(&whole)?;
        let folder_of = |mark: &&Path| mark.parent().map(Path::to_owned);
        let folders: Vec<_> = wider.marks().iter().map(folder_of).collect();
        let here =
            |folder: &Option<PathBuf>| folder.as_ref().is_some_and(|f| f.starts_with(target));
        if !folders.is_empty() && folders.iter().all(|f| here(f) && *f == folders[0]) {
            tree = wider;
        }
    }
    // Folders with a configuration of their own are as they say, not as we would find them.
    let mut configured = Vec::new();
    while let Some(path) = tree.configs.first().cloned() {
        configured.push((config::load(&path)?, path.clone()));
        tree.leave_out(path.parent().unwrap_or(&path));
    }
    let marks = tree.marks();
    if marks.is_empty() && configured.len() == 1 {
        return Ok(configured.remove(0).0);
    }
    if marks.is_empty() && configured.is_empty() {
        let sources = tree.sources.iter().filter(|path| naming::is_c_or_cpp(path)).count();
        return Err(TargetError::NoInstance { path: target.to_owned(), sources });
    }
    let roots: Vec<PathBuf> =
        marks.iter().map(|mark| layout::instance_root(&tree, &marks, mark)).collect();
    let mut instances = Vec::new();
    let mut beside: BTreeMap<PathBuf, Shared> = BTreeMap::new();
    for (mark, root) in marks.iter().zip(&roots) {
        let scope = scope(&tree, root);
        let beside = beside.entry(scope.clone()).or_insert_with(|| shared(&tree, &roots, &scope));
        instances.push(instance(&tree, &marks, &roots, mark, root, beside)?);
    }
    let mut root_paths: Vec<&Path> = roots.iter().map(PathBuf::as_path).collect();
    for (submission, path) in &configured {
        root_paths.extend(submission.instances.iter().map(|_| path.as_path()));
        instances.extend(submission.instances.iter().cloned());
    }
    let mut names: Vec<String> = instances.iter().map(|i| i.label.clone()).collect();
    labels::make_unique(&mut names, &root_paths);
    for (instance, label) in instances.iter_mut().zip(names) {
        instance.label = label;
    }
    let rank =
        |i: &Instance| ["reference", "optimized"].iter().position(|v| *v == i.variant).unwrap_or(2);
    instances.sort_by(|a, b| {
        rank(a).cmp(&rank(b)).then_with(|| labels::natural_order(&a.label, &b.label))
    });
    let name = target.file_name().unwrap_or(target.as_os_str()).to_string_lossy();
    let id = labels::clean(&name);
    Ok(Submission { name: id.clone(), id, instances, remarks: tree.remarks })
}

fn instance(
    tree: &Tree,
    marks: &[&Path],
    roots: &[PathBuf],
    mark: &Path,
    root: &Path,
    beside: &Shared,
) -> Result<Instance, TargetError> {
    let same_folder = roots.iter().filter(|other| *other == root).count() > 1;
    let deeper =
        |path: &Path| roots.iter().any(|r| r != root && r.starts_with(root) && path.starts_with(r));
    let own = |path: &&Path| path.starts_with(root) && !deeper(path);
    let sources: Vec<&Path> = tree.sources.iter().map(PathBuf::as_path).filter(own).collect();
    let headers: Vec<&Path> = tree.headers.iter().map(PathBuf::as_path).filter(own).collect();
    let sources: Vec<&Path> =
        sources.into_iter().filter(|path| *path == mark || !marks.contains(path)).collect();
    let mut choice = sources::choose(root, &sources, &headers, Rules::Found)?;
    let mut include = tree.header_folders(root);
    include.retain(|folder| !deeper(folder));
    include.extend(beside.header_folders.iter().cloned());
    let mut reserve = beside.sources.clone();
    reserve.sort_by_key(|path| distance(root, path));
    choice.reserve.extend(reserve);
    let file_name = naming::instance_name(mark)
        .unwrap_or_else(|| mark.file_stem().unwrap_or_default().to_string_lossy().into_owned());
    if same_folder {
        choice.remarks.push(format!(
            "{} holds {}; each is built from its own main file and all that is not another's",
            root.display(),
            count(roots.iter().filter(|other| *other == root).count(), "instance"),
        ));
    }
    let name = nearest(&choice.names, mark);
    let folder = root.file_name().filter(|name| !naming::is_generic(name));
    let label = match (same_folder, folder, &name) {
        (true, ..) => file_name,
        (_, Some(folder), _) => folder.to_string_lossy().into_owned(),
        (_, None, Some(name)) => name.clone(),
        (_, None, None) => file_name,
    };
    Ok(Instance {
        label: labels::clean(&label),
        name,
        variant: layout::variant(root).to_owned(),
        kind: None,
        source: InstanceSource::Sources(SourceSet {
            root: root.to_owned(),
            files: choice.files,
            reserve: choice.reserve,
            headers: include,
            ..SourceSet::default()
        }),
        digest_bits: nearest(&choice.digest_bits, mark),
        kat: layout::test_vectors(root),
        remarks: choice.remarks,
    })
}

/// Files that lie beside instances and belong to none: folders shared by several.
#[derive(Default)]
struct Shared {
    sources: Vec<PathBuf>,
    header_folders: Vec<PathBuf>,
}

fn shared(tree: &Tree, roots: &[PathBuf], scope: &Path) -> Shared {
    let beside =
        |path: &&Path| path.starts_with(scope) && !roots.iter().any(|r| path.starts_with(r));
    let files = |list: &'_ [PathBuf]| -> Vec<PathBuf> {
        list.iter().map(PathBuf::as_path).filter(beside).map(Path::to_owned).collect()
    };
    let mut sources = files(&tree.sources);
    sources.truncate(RESERVE_LIMIT);
    let paths: Vec<&Path> = sources.iter().map(PathBuf::as_path).collect();
    // Files that cannot be read are no reason to give up on the instances.
    let choice = sources::choose(scope, &paths, &[], Rules::Found).unwrap_or_default();
    let mut header_folders: Vec<PathBuf> = files(&tree.headers);
    header_folders.extend(choice.files.iter().cloned());
    for path in &mut header_folders {
        path.pop();
    }
    dedup(&mut header_folders);
    Shared { sources: choice.files, header_folders }
}

/// How far up shared folders are looked for: the folder of all implementations.
fn scope(tree: &Tree, root: &Path) -> PathBuf {
    let top = layout::implementation_folder(root).and_then(|f| f.parent().map(Path::to_owned));
    top.filter(|top| top.starts_with(&tree.root)).unwrap_or_else(|| tree.root.clone())
}

/// Steps from one folder to another path, up and down.
pub(crate) fn distance(from: &Path, to: &Path) -> usize {
    let common = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    from.components().count() + to.components().count() - 2 * common
}

/// Of what several files say, that of the file nearest to the instance's main one.
fn nearest<T: Clone>(said: &BTreeMap<PathBuf, T>, mark: &Path) -> Option<T> {
    let nearest = said.iter().min_by_key(|(path, _)| {
        let beside = path.file_stem() == mark.file_stem();
        (!beside, distance(mark, path))
    });
    nearest.map(|(_, value)| value.clone())
}

fn dedup(paths: &mut Vec<PathBuf>) {
    let mut seen = BTreeSet::new();
    paths.retain(|path| seen.insert(path.clone()));
}
