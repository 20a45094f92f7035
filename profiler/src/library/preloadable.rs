//! Whether a library's helper calls can be seen when an interposer is preloaded.

use super::LibraryError;
use crate::build::Helper;
use crate::elf::DynamicSymbols;
use std::collections::BTreeSet;
use std::path::Path;

/// Refuses a library whose helper calls cannot be seen: a table of zeros would be a lie.
pub(super) fn check(path: &Path) -> Result<(), LibraryError> {
    let symbols = DynamicSymbols::read(path)?;
    let names = Helper::ALL.map(Helper::name);
    let present = |set: &BTreeSet<String>| {
        names.into_iter().filter(|name| set.contains(*name)).collect::<Vec<_>>()
    };
    let bound = [present(&symbols.exported), present(&symbols.defined)].concat();
    let reached = present(&symbols.imported);
    let why = if symbols.is_symbolic && !bound.is_empty() {
        format!(
            "is linked with -Bsymbolic: its calls of {} reach its own helpers whatever is preloaded",
            bound.join(", ")
        )
    } else if reached.is_empty() && !bound.is_empty() {
        format!(
            "contains {}, but no call of them goes through the dynamic linker (hidden visibility, \
             -fno-semantic-interposition or link-time optimisation)",
            bound.join(", ")
        )
    } else if reached.is_empty() && symbols.defined.is_empty() {
        "is stripped and calls no helper through the dynamic linker: whether it calls any cannot \
         be seen"
            .to_owned()
    } else {
        return Ok(());
    };
    Err(LibraryError::Blind { path: path.to_owned(), why })
}
