//! Members of a static archive.

use super::ElfError;
use object::read::archive::ArchiveFile;
use std::path::Path;

/// One member of an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member<'data> {
    /// Its name; any bytes, and not unique.
    pub name: &'data [u8],
    /// Its content.
    pub data: &'data [u8],
}

/// The members of the archive `data`, read from `path`, without its symbol index.
pub fn members<'data>(path: &Path, data: &'data [u8]) -> Result<Vec<Member<'data>>, ElfError> {
    let malformed = |error: object::Error| ElfError::malformed(path, error);
    let archive = ArchiveFile::parse(data).map_err(malformed)?;
    if archive.is_thin() {
        return Err(ElfError::malformed(
            path,
            "a thin archive holds names instead of objects; make one with `ar rcs` (without T)",
        ));
    }
    let mut found = Vec::new();
    for member in archive.members() {
        let member = member.map_err(malformed)?;
        found.push(Member { name: member.name(), data: member.data(data).map_err(malformed)? });
    }
    Ok(found)
}
