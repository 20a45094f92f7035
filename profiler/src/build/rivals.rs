//! Two files that define the same helper: one wins, the other's symbols give way.

use super::BuildError;
use super::helper::{DRNG, Helper, Origin};
use super::objects::{Object, strong_definitions};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Weakens the losing definitions; returns what the user should know.
///
/// A file that loses over one helper gives way in everything that others define, too, as such
/// files are copies or older versions of each other. Its remaining functions still link.
pub(super) fn settle(objects: &mut [Object]) -> Result<Vec<String>, BuildError> {
    let mut remarks = Vec::new();
    let strong = strong_definitions(objects);
    let mut losers = BTreeSet::new();
    for helper in Helper::ALL {
        let Some(rivals) = strong.get(helper.name()).filter(|list| list.len() > 1) else {
            continue;
        };
        let Some(&winner) = rivals.iter().min_by_key(|&&i| (rank(&objects[i], helper.file()), i))
        else {
            continue;
        };
        for &loser in rivals.iter().filter(|&&index| index != winner) {
            losers.insert(loser);
            if objects[loser].origin == Origin::Own {
                remarks.push(format!(
                    "{} is defined in {} and {}; the first one is used",
                    helper.name(),
                    objects[winner].name,
                    objects[loser].name
                ));
            }
        }
    }
    let mut weak: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    for (name, rivals) in strong.iter().filter(|(_, rivals)| rivals.len() > 1) {
        let keep = if name == DRNG {
            // The instance's own file is where this variable belongs.
            rivals.iter().copied().min_by_key(|&i| (!is_mark(&objects[i]), i))
        } else if rivals.iter().any(|index| losers.contains(index)) {
            rivals.iter().copied().min_by_key(|i| (losers.contains(i), *i))
        } else {
            continue;
        };
        for &index in rivals.iter().filter(|&&index| Some(index) != keep) {
            // Files that are no rivals over a helper keep what is theirs: a collision between
            // two of them is the linker's to report.
            if name == DRNG || losers.contains(&index) {
                weak.entry(index).or_default().insert(name.clone());
            }
            if name == DRNG {
                let first = keep.map_or("", |keep| &objects[keep].name);
                remarks.push(format!(
                    "{DRNG} is defined in {first} and {}; the first one is used",
                    objects[index].name
                ));
            }
        }
    }
    for (index, names) in weak {
        objects[index].patch(|symbol, patch| {
            if names.contains(&symbol.name) {
                patch.weaken(symbol.index);
            }
        })?;
    }
    Ok(remarks)
}

/// The lower, the better is the claim of an object to a helper that belongs in `file`.
fn rank(object: &Object, file: &str) -> (bool, bool, usize) {
    let path = object.source.as_deref().unwrap_or(Path::new(&object.name));
    let stem = |path: &Path| path.file_stem().map(|stem| stem.to_ascii_lowercase());
    let official = stem(path) == stem(Path::new(file));
    (object.origin != Origin::Own, !official, path.components().count())
}

fn is_mark(object: &Object) -> bool {
    object.name.to_ascii_lowercase().contains("_algorithminstance.")
}
