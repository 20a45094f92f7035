//! Symbols of objects and shared libraries.

use super::{ElfError, check_machine};
use object::elf::{self, FileHeader64};
use object::endian::Endianness;
use object::read::SectionIndex;
use object::read::elf::{FileHeader, SectionHeader, Sym};
use std::collections::BTreeSet;
use std::path::Path;

/// Who sees a symbol when files are linked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binding {
    /// Only its own object.
    Local,
    /// Every object; two definitions collide.
    Global,
    /// Every object; gives way to a global definition.
    Weak,
}

/// Whether a symbol is visible outside of its library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// Exported, and can be interposed.
    Default,
    /// Exported, but references within the library stay there.
    Protected,
    /// Not exported (hidden or internal).
    Hidden,
}

/// Where a symbol's storage is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolState {
    /// Here.
    Defined,
    /// Somewhere else.
    Undefined,
    /// Allocated by the linker unless another object defines it (`-fcommon`).
    Common,
}

/// One symbol of an object or library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Name without its version.
    pub name: String,
    /// Binding.
    pub binding: Binding,
    /// Visibility.
    pub visibility: Visibility,
    /// Defined here or elsewhere.
    pub state: SymbolState,
    /// Whether it is a function.
    pub function: bool,
    /// Whether it is a variable. (What assembly does not declare is neither.)
    pub variable: bool,
    /// Address: an offset in its section for an object.
    pub address: u64,
    /// Size in bytes, 0 if the file does not say.
    pub size: u64,
    /// Place in the symbol table.
    pub index: usize,
}

/// The symbols of the object file `data`, read from `path`. Sections and file names are left
/// out; local symbols are kept.
pub fn object_symbols(path: &Path, data: &[u8]) -> Result<Vec<Symbol>, ElfError> {
    table(path, data, elf::SHT_SYMTAB)
}

/// The functions and variables that the shared library `data`, read from `path`, exports.
pub fn dynamic_exports(path: &Path, data: &[u8]) -> Result<Vec<Symbol>, ElfError> {
    let mut symbols = table(path, data, elf::SHT_DYNSYM)?;
    symbols.retain(|symbol| {
        symbol.state == SymbolState::Defined
            && symbol.binding != Binding::Local
            && symbol.visibility != Visibility::Hidden
    });
    Ok(symbols)
}

/// Places in the symbol table of the object `data`, read from `path`, of all symbols that its
/// relocations refer to.
pub fn referenced_symbols(path: &Path, data: &[u8]) -> Result<BTreeSet<usize>, ElfError> {
    check_machine(path, data)?;
    let malformed = |error: object::Error| ElfError::malformed(path, error);
    let header = FileHeader64::<Endianness>::parse(data).map_err(malformed)?;
    let endian = header.endian().map_err(malformed)?;
    let sections = header.sections(endian, data).map_err(malformed)?;
    let mut found = BTreeSet::new();
    for section in sections.iter() {
        if let Some((relocations, _)) = section.rela(endian, data).map_err(malformed)? {
            // Debug information refers to every function; only code and data count.
            let target = sections.section(SectionIndex(section.sh_info(endian) as usize));
            let loaded = target.is_ok_and(|t| t.sh_flags(endian) & u64::from(elf::SHF_ALLOC) != 0);
            let frames = sections
                .section_name(endian, section)
                .is_ok_and(|name| name.ends_with(b".eh_frame"));
            if loaded && !frames {
                found.extend(relocations.iter().map(|r| r.r_sym(endian, false) as usize));
            }
        }
    }
    Ok(found)
}

fn table(path: &Path, data: &[u8], kind: u32) -> Result<Vec<Symbol>, ElfError> {
    check_machine(path, data)?;
    let malformed = |error: object::Error| ElfError::malformed(path, error);
    let header = FileHeader64::<Endianness>::parse(data).map_err(malformed)?;
    let endian = header.endian().map_err(malformed)?;
    let sections = header.sections(endian, data).map_err(malformed)?;
    let symbols = sections.symbols(endian, data, kind).map_err(malformed)?;
    let mut found = Vec::new();
    for (index, sym) in symbols.enumerate() {
        if matches!(sym.st_type(), elf::STT_SECTION | elf::STT_FILE) || sym.st_name(endian) == 0 {
            continue;
        }
        let name = symbols.symbol_name(endian, sym).map_err(malformed)?;
        found.push(Symbol {
            name: String::from_utf8_lossy(name).into_owned(),
            binding: match sym.st_bind() {
                elf::STB_LOCAL => Binding::Local,
                elf::STB_WEAK => Binding::Weak,
                _ => Binding::Global,
            },
            visibility: match sym.st_visibility() {
                elf::STV_DEFAULT => Visibility::Default,
                elf::STV_PROTECTED => Visibility::Protected,
                _ => Visibility::Hidden,
            },
            state: match sym.st_shndx(endian) {
                elf::SHN_UNDEF => SymbolState::Undefined,
                elf::SHN_COMMON => SymbolState::Common,
                _ => SymbolState::Defined,
            },
            function: matches!(sym.st_type(), elf::STT_FUNC | elf::STT_GNU_IFUNC),
            variable: matches!(sym.st_type(), elf::STT_OBJECT | elf::STT_COMMON | elf::STT_TLS),
            address: sym.st_value(endian),
            size: sym.st_size(endian),
            index: index.0,
        });
    }
    Ok(found)
}
