//! Which of a library's calls go through the dynamic linker, where they can be interposed.

use super::ElfError;
use object::elf::{DF_SYMBOLIC, DT_FLAGS, DT_SYMBOLIC};
use object::read::elf::{Dyn, ElfFile64, FileHeader};
use object::{Object, ObjectSymbol, ObjectSymbolTable, RelocationTarget, SymbolKind};
use std::collections::BTreeSet;
use std::path::Path;

/// What can be seen of a library's symbols from outside.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DynamicSymbols {
    /// Names it exports.
    pub exported: BTreeSet<String>,
    /// Those of them that are variables.
    pub variables: BTreeSet<String>,
    /// Names that its code reaches through the dynamic linker, its own among them.
    pub imported: BTreeSet<String>,
    /// Names in its full symbol table that it defines, exported or not; empty if stripped.
    pub defined: BTreeSet<String>,
    /// It was linked with `-Bsymbolic`: it prefers its own symbols to those preloaded.
    pub is_symbolic: bool,
}

impl DynamicSymbols {
    /// Reads a shared library's.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    pub fn read(path: &Path) -> Result<Self, ElfError> {
        let data = std::fs::read(path).map_err(|error| ElfError::read(path, error))?;
        let file: ElfFile64<'_> =
            ElfFile64::parse(&*data).map_err(|error| ElfError::malformed(path, error))?;
        let mut symbols = DynamicSymbols::default();
        for symbol in file.dynamic_symbols().filter(|symbol| symbol.is_definition()) {
            symbols.exported.extend(symbol.name().map(str::to_owned));
            if matches!(symbol.kind(), SymbolKind::Data | SymbolKind::Tls) {
                symbols.variables.extend(symbol.name().map(str::to_owned));
            }
        }
        for symbol in file.symbols().filter(|symbol| symbol.is_definition()) {
            symbols.defined.extend(symbol.name().map(str::to_owned));
        }
        let table = file.dynamic_symbol_table();
        for (_, relocation) in file.dynamic_relocations().into_iter().flatten() {
            if let (RelocationTarget::Symbol(index), Some(table)) = (relocation.target(), &table)
                && let Ok(symbol) = table.symbol_by_index(index)
            {
                symbols.imported.extend(symbol.name().map(str::to_owned));
            }
        }
        let endian = file.endian();
        let sections = file.elf_header().sections(endian, &*data);
        let dynamic = sections.and_then(|sections| sections.dynamic(endian, &*data));
        if let Ok(Some((entries, _))) = dynamic {
            symbols.is_symbolic = entries.iter().any(|entry| {
                let (tag, value) = (entry.d_tag(endian), entry.d_val(endian));
                tag == u64::from(DT_SYMBOLIC)
                    || tag == u64::from(DT_FLAGS) && value & u64::from(DF_SYMBOLIC) != 0
            });
        }
        Ok(symbols)
    }
}
