//! What a library takes up in memory when it is loaded, by kind of segment.

use super::ElfError;
use super::file::check_machine;
use crate::files;
use object::Endianness;
use object::elf::{
    FileHeader64, PF_W, PF_X, PT_LOAD, SHF_ALLOC, SHF_EXECINSTR, SHF_WRITE, SectionHeader64,
};
use object::read::elf::{FileHeader, ProgramHeader, SectionHeader};
use std::ops::Range;
use std::path::Path;

/// Bytes of a library's loaded segments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StaticMemory {
    /// The sum of all loaded segments' sizes in memory (`p_memsz` of PT_LOAD), as published pages
    /// give it.
    pub load: u64,
    /// Segments that can be executed, without the constants in them.
    pub code: u64,
    /// Segments that can only be read, and such sections of those that can be executed: some
    /// linkers keep the two together.
    pub constants: u64,
    /// What writable segments have in the file.
    pub data: u64,
    /// What they have beyond it: variables that begin as zero.
    pub bss: u64,
}

/// Reads the sizes of a library's segments.
///
/// # Errors
/// When the file cannot be read, or is no ELF file of this machine.
pub fn static_memory(path: &Path) -> Result<StaticMemory, ElfError> {
    let data = files::read_ordinary(path).map_err(|error| ElfError::read(path, error))?;
    check_machine(path, &data)?;
    parse(&data).map_err(|error| ElfError::malformed(path, error))
}

fn parse(data: &[u8]) -> object::Result<StaticMemory> {
    let header = FileHeader64::<Endianness>::parse(data)?;
    let endian = header.endian()?;
    // Of a file without sections all that is in a segment of code is taken for code.
    let sections = header.section_headers(endian, data).unwrap_or_default();
    let mut memory = StaticMemory::default();
    for segment in header.program_headers(endian, data)? {
        if segment.p_type(endian) != PT_LOAD {
            continue;
        }
        let size = segment.p_memsz(endian);
        memory.load = memory.load.saturating_add(size);
        let flags = segment.p_flags(endian);
        if flags & PF_X != 0 {
            let start = segment.p_vaddr(endian);
            let addresses = start..start.saturating_add(size);
            let constants = constants_in(sections, endian, &addresses).min(size);
            memory.constants = memory.constants.saturating_add(constants);
            memory.code = memory.code.saturating_add(size - constants);
        } else if flags & PF_W != 0 {
            let in_file = segment.p_filesz(endian).min(size);
            memory.bss = memory.bss.saturating_add(size - in_file);
            memory.data = memory.data.saturating_add(in_file);
        } else {
            memory.constants = memory.constants.saturating_add(size);
        }
    }
    Ok(memory)
}

/// Bytes of the sections at these addresses that are loaded, and neither code nor variables.
fn constants_in(
    sections: &[SectionHeader64<Endianness>],
    endian: Endianness,
    addresses: &Range<u64>,
) -> u64 {
    let kind = u64::from(SHF_ALLOC | SHF_EXECINSTR | SHF_WRITE);
    let is_constant = |section: &&SectionHeader64<Endianness>| {
        section.sh_flags(endian) & kind == u64::from(SHF_ALLOC)
            && addresses.contains(&section.sh_addr(endian))
    };
    let sizes = sections.iter().filter(is_constant).map(|section| section.sh_size(endian));
    sizes.fold(0, u64::saturating_add)
}
