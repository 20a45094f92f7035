//! What there is to compare with.

use super::text_of;
use anyhow::Context;
use iccs_kat::KatFile;
use iccs_kat::find::{KatFolder, Likeness};
use iccs_kat::manifest::Manifest;
use iccs_profiler::answers::Sinks;
use iccs_profiler::library::Library;
use std::path::Path;

/// Published answers.
pub(super) enum Published {
    /// None.
    None,
    /// Files in a folder.
    Folder(KatFolder),
    /// Digests.
    Manifest(Manifest),
}

/// Reads a manifest.
pub(super) fn manifest(path: &Path) -> anyhow::Result<Manifest> {
    Manifest::parse(&text_of(path)?).with_context(|| path.display().to_string())
}

impl Published {
    /// Those that are named, else the instance's own.
    pub(super) fn of(
        vectors: Option<&Path>,
        named_manifest: Option<&Path>,
        own: Option<&Path>,
    ) -> anyhow::Result<Self> {
        Ok(match (vectors, named_manifest, own) {
            (Some(folder), ..) => Published::Folder(KatFolder::search(folder)?),
            (_, Some(path), _) => Published::Manifest(manifest(path)?),
            (_, _, Some(path)) if path.is_dir() => Published::Folder(KatFolder::search(path)?),
            (_, _, Some(path)) => Published::Manifest(manifest(path)?),
            (None, None, None) => Published::None,
        })
    }

    /// Has the text of an instance's file compared with what is published of it. Several files that
    /// could be meant are listed, and none is taken.
    pub(super) fn put_into(
        &self,
        sinks: &mut Sinks,
        library: &Library,
        file: KatFile,
        remarks: &mut Vec<String>,
    ) -> anyhow::Result<Option<String>> {
        match self {
            Published::None => Ok(None),
            Published::Manifest(manifest) => {
                let names = [&library.instance, &library.label].map(|name| file.name(name));
                let entry = names.iter().find_map(|name| manifest.find(&library.label, name));
                if let Some(entry) = entry {
                    sinks.compare_with_entry(entry);
                }
                Ok(None)
            }
            Published::Folder(folder) => {
                let found = [&library.instance, &library.label]
                    .map(|name| folder.find(file, name))
                    .into_iter()
                    .filter(|found| !found.files.is_empty())
                    .min_by_key(|found| found.likeness);
                let Some(found) = found else { return Ok(None) };
                let shown = |path: &&Path| path.display().to_string();
                match found.files[..] {
                    [path] => {
                        if found.likeness == Likeness::Prefix {
                            remarks.push(format!(
                                "{}: compared with {}, whose name is not quite its own",
                                library.label,
                                path.display()
                            ));
                        }
                        let opened = sinks.compare_with(path);
                        opened.with_context(|| format!("cannot read {}", path.display()))?;
                        Ok(None)
                    }
                    _ => {
                        let all: Vec<String> = found.files.iter().map(shown).collect();
                        Ok(Some(format!("several files could be meant: {}", all.join(", "))))
                    }
                }
            }
        }
    }
}
