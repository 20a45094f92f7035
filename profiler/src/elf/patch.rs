//! Changing how a symbol of an object file is linked, in the bytes of its symbol table.

use super::{ElfError, check_machine};
use object::elf::{self, FileHeader64, Sym64};
use object::endian::Endianness;
use object::read::elf::{FileHeader, SectionHeader};
use std::path::Path;

/// An object file in memory whose symbols can be changed.
///
/// Only the two bytes of a symbol's entry that hold binding and visibility are rewritten, so
/// nothing moves and no other tool is needed.
#[derive(Debug)]
pub struct Patch {
    data: Vec<u8>,
    table: usize,
    entries: usize,
    changed: bool,
}

impl Patch {
    /// Takes the object file `data`, read from `path`.
    pub fn new(path: &Path, data: Vec<u8>) -> Result<Patch, ElfError> {
        check_machine(path, &data)?;
        let (table, entries) = {
            let malformed = |error: object::Error| ElfError::malformed(path, error);
            let bytes = data.as_slice();
            let header = FileHeader64::<Endianness>::parse(bytes).map_err(malformed)?;
            let endian = header.endian().map_err(malformed)?;
            let sections = header.sections(endian, bytes).map_err(malformed)?;
            let section = sections
                .iter()
                .find(|section| section.sh_type(endian) == elf::SHT_SYMTAB)
                .ok_or_else(|| ElfError::malformed(path, "it has no symbol table"))?;
            // Reading the table checks that it lies within the file.
            let symbols: &[Sym64<Endianness>] =
                section.data_as_array(endian, bytes).map_err(malformed)?;
            (section.sh_offset(endian), symbols.len())
        };
        let table = usize::try_from(table).map_err(|e| ElfError::malformed(path, e))?;
        Ok(Patch { data, table, entries, changed: false })
    }

    /// Makes the symbol at `index` of the symbol table weak.
    pub fn weaken(&mut self, index: usize) {
        if let Some(info) = self.byte(index, 4) {
            *info = (elf::STB_WEAK << 4) | (*info & 0xf);
            self.changed = true;
        }
    }

    /// Gives the symbol at `index` of the symbol table default visibility.
    pub fn export(&mut self, index: usize) {
        if let Some(other) = self.byte(index, 5) {
            *other = (*other & !3) | elf::STV_DEFAULT;
            self.changed = true;
        }
    }

    /// Whether anything was changed.
    pub fn changed(&self) -> bool {
        self.changed
    }

    /// The object file.
    pub fn into_bytes(self) -> Vec<u8> {
        self.data
    }

    fn byte(&mut self, index: usize, field: usize) -> Option<&mut u8> {
        if index >= self.entries {
            return None;
        }
        self.data.get_mut(self.table + index * size_of::<Sym64<Endianness>>() + field)
    }
}
