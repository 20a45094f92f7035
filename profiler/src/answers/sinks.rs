//! Where the text of known answers goes while it is computed.

use super::{Answered, Verdict};
use iccs_kat::compare::{Comparer, Extent};
use iccs_kat::manifest::{Digester, Entry, Mode, Sha256};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What is done with a text: any of comparing it with a file or a digest, writing it, and digesting
/// it for a manifest.
#[derive(Default)]
pub struct Sinks {
    published: Option<(PathBuf, Comparer<File>)>,
    listed: Option<(Entry, Digester)>,
    kept: Option<tempfile::NamedTempFile>,
    digested: Option<Digester>,
}

impl Sinks {
    /// Compares with a published file.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn compare_with(&mut self, path: &Path) -> io::Result<()> {
        let file = crate::files::open_ordinary(path)?;
        self.published = Some((path.to_owned(), Comparer::new(file)));
        Ok(())
    }

    /// Compares with a manifest's entry.
    pub fn compare_with_entry(&mut self, entry: &Entry) {
        self.listed = Some((*entry, Digester::new(&[entry.mode])));
    }

    /// Keeps the text in a folder, under no name yet.
    ///
    /// # Errors
    /// When the folder cannot be made or written.
    pub fn keep_in(&mut self, folder: &Path) -> io::Result<()> {
        std::fs::create_dir_all(folder)?;
        self.kept = Some(tempfile::NamedTempFile::new_in(folder)?);
        Ok(())
    }

    /// Works out the digest for a manifest.
    pub fn digest(&mut self) {
        self.digested = Some(Digester::new(&[Mode::STRICT]));
    }

    /// Whether there is something to compare with.
    pub fn compares(&self) -> bool {
        self.published.is_some() || self.listed.is_some()
    }

    /// Gives the text that was kept its name.
    ///
    /// # Errors
    /// When it cannot be renamed.
    pub fn name_kept(&mut self, path: &Path) -> io::Result<()> {
        if let Some(kept) = self.kept.take() {
            let mode = std::os::unix::fs::PermissionsExt::from_mode(0o644);
            kept.as_file().set_permissions(mode)?;
            kept.persist(path).map_err(|error| error.error)?;
        }
        Ok(())
    }

    /// The digest for a manifest.
    pub fn take_digest(&mut self) -> Option<Sha256> {
        let digests = self.digested.take()?.finish();
        digests.digests.first().map(|(_, digest)| *digest)
    }

    /// Says what the comparisons found.
    pub(super) fn judge(&mut self, extent: Extent, answered: &mut Answered) {
        if !self.compares() && answered.verdict == Verdict::Pass {
            answered.verdict = Verdict::NoKat;
        }
        if let Some((path, comparer)) = self.published.take() {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            match comparer.finish(extent) {
                Ok(comparison) => answered.compared(&comparison, &name),
                Err(error) => {
                    answered.verdict = Verdict::NoKat;
                    answered.detail = format!("cannot read {}: {error}", path.display());
                }
            }
        }
        if let Some((entry, digester)) = self.listed.take() {
            let digests = digester.finish();
            answered.records = digests.records;
            let same = digests.digests.iter().any(|(_, digest)| *digest == entry.digest);
            if answered.verdict == Verdict::Pass && !same {
                let needed = entry.mode.records.map(|records| records.get());
                let is_short = extent == Extent::FirstRecords
                    && needed.is_none_or(|needed| digests.records < needed);
                (answered.verdict, answered.detail) = if is_short {
                    let why = "the manifest's digest is over more records than were computed";
                    (Verdict::NoKat, why.to_owned())
                } else {
                    (Verdict::Mismatch, "another digest than the manifest's".to_owned())
                };
            }
        }
    }
}

impl Write for Sinks {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some((_, comparer)) = &mut self.published {
            comparer.write_all(bytes)?;
        }
        if let Some((_, digester)) = &mut self.listed {
            digester.write_all(bytes)?;
        }
        if let Some(kept) = &mut self.kept {
            kept.write_all(bytes)?;
        }
        if let Some(digester) = &mut self.digested {
            digester.write_all(bytes)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
