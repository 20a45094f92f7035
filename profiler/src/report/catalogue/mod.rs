//! Catalogues: what is known of instances from elsewhere, as CSV with `;` and `#` comments.

mod bandwidth;
mod kat;
mod rows;
mod sizes;

pub use bandwidth::{Bandwidth, KexBandwidth};
pub use kat::{KatIssue, KatIssues};
pub use sizes::{ExternalSizes, Sizes};

use rows::Row;
use std::path::{Path, PathBuf};

/// A catalogue cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    /// It cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// A line of it is not what it should be.
    #[error("{}, line {line}: {problem}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
}

/// All catalogues; empty where none is given.
#[derive(Clone, Debug, Default)]
pub struct Catalogues {
    /// Lengths of what is transmitted.
    pub sizes: ExternalSizes,
    /// Traffic of key exchanges.
    pub bandwidth: KexBandwidth,
    /// Why known answers are not reproduced.
    pub kat_issues: KatIssues,
}

impl Catalogues {
    /// Reads those that are given.
    ///
    /// # Errors
    /// When one cannot be read, or a line of it is not what its header says.
    pub fn read(
        sizes: Option<&Path>,
        bandwidth: Option<&Path>,
        kat_issues: Option<&Path>,
    ) -> Result<Self, CatalogueError> {
        Ok(Catalogues {
            sizes: read(sizes, &sizes::HEADER, ExternalSizes::add)?,
            bandwidth: read(bandwidth, &bandwidth::HEADER, KexBandwidth::add)?,
            kat_issues: read(kat_issues, &kat::HEADER, KatIssues::add)?,
        })
    }
}

fn read<T: Default, const N: usize>(
    path: Option<&Path>,
    header: &[&str; N],
    add: impl Fn(&mut T, &Row<'_, N>) -> Result<(), String>,
) -> Result<T, CatalogueError> {
    let mut catalogue = T::default();
    let Some(path) = path else { return Ok(catalogue) };
    let content = crate::files::read_ordinary(path)
        .map_err(|source| CatalogueError::Read { path: path.to_owned(), source })?;
    rows::each(&String::from_utf8_lossy(&content), header, |row| add(&mut catalogue, row))
        .map_err(|(line, problem)| CatalogueError::Line { path: path.to_owned(), line, problem })?;
    Ok(catalogue)
}
