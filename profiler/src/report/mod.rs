//! Reports: pages made from the records of a data set, and from nothing else.

mod audit;
mod catalogue;
mod environment;
mod evidence;
mod functional;
mod markdown;
mod method;
mod page;
mod performance;
mod primitives;
mod remarks;
mod resources;
mod summary;
mod transmission;

pub use catalogue::{
    Bandwidth, CatalogueError, Catalogues, ExternalSizes, KatIssue, KatIssues, KexBandwidth, Sizes,
};

use crate::dataset::{DataSet, DataSetError};
use crate::files::{Staging, WriteError};
use std::path::{Path, PathBuf};
use summary::Summary;

/// A report could not be made.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The data set is at fault.
    #[error(transparent)]
    Data(#[from] DataSetError),
    /// A page cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Writes a page for each candidate (`candidates/<id>.md`), `summary.md`, `method.md`, and
/// `size-audit.md` where there are catalogues of sizes. Only one candidate's records are in memory
/// at a time; the pages appear in the folder once all of them are written. Gives their paths from
/// the folder.
///
/// # Errors
/// When a file of the data set is not what it should be, or a page cannot be written. What was in
/// the folder is then as it was.
pub fn write(
    data: &DataSet,
    catalogues: &Catalogues,
    folder: &Path,
) -> Result<Vec<PathBuf>, ReportError> {
    let campaign = data.campaign();
    let mut pages = Staging::begin(folder)?;
    let mut summary = Summary::default();
    for candidate in data.candidates() {
        let candidate = candidate?;
        let path = format!("candidates/{}.md", candidate.folder);
        pages.add(&path, page::page(&candidate, campaign, catalogues).as_bytes())?;
        summary.add(&candidate, &path, catalogues);
    }
    let has_audit = !(catalogues.sizes.is_empty() && catalogues.bandwidth.is_empty());
    if has_audit {
        let audit = audit::page(&campaign.system_id, summary.disagreements());
        pages.add("size-audit.md", audit.as_bytes())?;
    }
    pages.add("method.md", method::page(campaign).as_bytes())?;
    pages.add("summary.md", summary.page(campaign, has_audit).as_bytes())?;
    Ok(pages.finish()?)
}
