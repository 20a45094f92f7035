//! Pages from records: one a candidate, a summary of all, and one on the method.
//!
//! Every figure comes from the records of a data set, so the pages can be made again on any
//! machine. Published data sets are read as they are.

mod audit;
mod basic;
mod catalogue;
mod environment;
mod evidence;
mod functional;
mod helpers;
mod markdown;
mod method;
mod performance;
mod primitives;
mod resources;
mod summary;
mod transmission;

pub use catalogue::{
    Bandwidth, CatalogueError, Catalogues, ExternalSizes, KatIssue, KatIssues, KexBandwidth, Sizes,
};

use crate::dataset::{Candidate, DataSet, DataSetError};
use crate::files::{self, WriteError};
use crate::record::file_name;
use markdown::{Page, code};
use std::path::Path;
use summary::Summary;

/// Why there are no pages.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The data set cannot be used.
    #[error(transparent)]
    DataSet(#[from] DataSetError),
    /// A page cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Pages that were written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Pages of candidates.
    pub candidates: usize,
}

/// Writes all pages of a data set into a folder: `README.md`, which is the summary, `method.md`
/// and `candidates/<candidate>.md`. Memory is that of one candidate and the summary's rows.
///
/// # Errors
/// When a record cannot be used, or a page not written. A page is written whole or not at all.
pub fn write(data: &DataSet, catalogues: &Catalogues, to: &Path) -> Result<Written, ReportError> {
    let mut summary = Summary::default();
    let mut written = Written::default();
    for candidate in data.candidates() {
        let candidate = candidate?;
        let page = candidate_page(data, &candidate, catalogues);
        files::write_whole(&to.join(page_path(&candidate.id)), page.as_bytes())?;
        summary.add(&candidate, catalogues);
        written.candidates += 1;
    }
    files::write_whole(&to.join("method.md"), method::page(data.campaign()).as_bytes())?;
    files::write_whole(&to.join("README.md"), summary.page(data.campaign()).as_bytes())?;
    Ok(written)
}

/// Where a candidate's page lies, as seen from the folder of the pages.
fn page_path(candidate: &str) -> String {
    format!("candidates/{}.md", file_name(candidate))
}

/// The page of a candidate: seven sections after the guides, and the symmetric primitives.
pub fn candidate_page(data: &DataSet, candidate: &Candidate, catalogues: &Catalogues) -> String {
    let campaign = data.campaign();
    let mut page = Page::new(&format!("{} on {}", code(&candidate.id), code(&campaign.system_id)));
    basic::add(&mut page, candidate);
    environment::add(&mut page, campaign, candidate);
    functional::add(&mut page, candidate, &catalogues.kat_issues);
    performance::add(&mut page, candidate);
    resources::add(&mut page, candidate);
    transmission::add(&mut page, candidate, catalogues);
    audit::add(&mut page, candidate, catalogues);
    primitives::add(&mut page, candidate);
    evidence::add(&mut page, candidate);
    page.finish()
}
