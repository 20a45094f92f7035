//! Which folder is an instance's own: the official layout, and what submissions made of it.

use super::naming::{is_generic, lower};
use super::tree::Tree;
use std::path::{Path, PathBuf};

/// The instance's folder for the file `mark` (`x_AlgorithmInstance.c`).
///
/// It is the highest folder below `Reference_Implementation` (or its like) that holds no other
/// instance. Without such a folder it is the one with the mark. From there the search climbs
/// while the folder's name says nothing (`src`) or the helpers are not in it but lie beside it,
/// never into a folder with a second instance and never above the tree.
pub(super) fn instance_root(tree: &Tree, marks: &[&Path], mark: &Path) -> PathBuf {
    let own = mark.parent().unwrap_or(mark);
    let alone = |folder: &Path| {
        let mut parents = marks.iter().filter(|m| m.starts_with(folder)).map(|m| m.parent());
        parents.all(|parent| parent == Some(own))
    };
    let mut root = own;
    if let Some(implementation) = implementation_folder(own) {
        let below = own.ancestors().take_while(|folder| *folder != implementation);
        let within = below.take_while(|folder| folder.starts_with(&tree.root));
        root = within.take_while(|folder| alone(folder)).last().unwrap_or(own);
    }
    while root != tree.root {
        let Some(parent) = root.parent().filter(|parent| alone(parent)) else { break };
        let generic = root.file_name().is_none_or(is_generic);
        if !generic && (has_helpers(tree, root) || !has_helpers(tree, parent)) {
            break;
        }
        root = parent;
    }
    root.to_owned()
}

/// The folder from which the tree must be read to see the whole instance in `target`: the
/// folder below `Reference_Implementation` when the target is deeper and has the only instance.
pub(super) fn whole_instance(target: &Path) -> Option<PathBuf> {
    let implementation = implementation_folder(target)?;
    let inner = target.strip_prefix(&implementation).ok()?;
    let first = inner.components().next()?;
    let folder = implementation.join(first);
    (folder != target).then_some(folder)
}

/// The nearest ancestor (or the folder itself) that is named `Reference_Implementation` or so.
pub(super) fn implementation_folder(path: &Path) -> Option<PathBuf> {
    let named =
        |folder: &&Path| folder.file_name().is_some_and(|n| implementation(&lower(n)).is_some());
    path.ancestors().find(named).map(Path::to_owned)
}

/// `reference`, `optimized` or `additional`, by the folders on the path.
pub(super) fn variant(path: &Path) -> &'static str {
    let named = path.ancestors().filter_map(|folder| folder.file_name());
    let mut found = named.filter_map(|name| {
        let name = lower(name);
        let words: Vec<&str> = name.split(|c: char| !c.is_ascii_alphanumeric()).collect();
        let is = |list: &[&str]| list.iter().any(|word| words.contains(word));
        implementation(&name).or_else(|| {
            if is(&["reference", "ref"]) {
                Some("reference")
            } else if is(&["optimized", "optimised", "opt", "avx", "avx2", "avx512", "neon", "sve"])
            {
                Some("optimized")
            } else if is(&["additional"]) {
                Some("additional")
            } else {
                None
            }
        })
    });
    found.next().unwrap_or("reference")
}

fn implementation(name: &str) -> Option<&'static str> {
    let word =
        name.strip_suffix("implementation").or_else(|| name.strip_suffix("implementations"))?;
    match word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric()) {
        "reference" | "ref" => Some("reference"),
        "optimized" | "optimised" | "optimization" | "optimisation" | "opt" => Some("optimized"),
        "additional" => Some("additional"),
        _ => None,
    }
}

fn has_helpers(tree: &Tree, folder: &Path) -> bool {
    tree.sources.iter().filter(|path| path.starts_with(folder)).any(|path| {
        path.file_name().is_some_and(|name| matches!(lower(name).as_str(), "auxfunc.c" | "drng.c"))
    })
}

/// The submission's folder of known answers, beside its `Implementations`.
pub(super) fn test_vectors(root: &Path) -> Option<PathBuf> {
    let implementation = implementation_folder(root)?;
    implementation.ancestors().skip(1).take(3).find_map(|folder| {
        let entries = std::fs::read_dir(folder).ok()?;
        let mut folders: Vec<PathBuf> = entries
            .filter_map(|entry| entry.ok())
            .filter(|entry| {
                let name: String = lower(&entry.file_name())
                    .chars()
                    .filter(|c| c.is_ascii_alphanumeric())
                    .collect();
                name.starts_with("testvector") || matches!(name.as_str(), "kat" | "kats")
            })
            .map(|entry| entry.path())
            .filter(|path| path.is_dir())
            .collect();
        // `Test_Vectors` before `Test_Vectors_old`.
        folders.sort();
        folders.into_iter().next()
    })
}
