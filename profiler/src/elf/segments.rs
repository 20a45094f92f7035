//! What a library takes up in memory when it is loaded, by kind of segment.

use super::ElfError;
use super::file::check_machine;
use crate::files;
use object::Endianness;
use object::elf::{FileHeader64, PF_W, PF_X, PT_LOAD};
use object::read::elf::{FileHeader, ProgramHeader};
use std::path::Path;

/// Bytes of a library's loaded segments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StaticMemory {
    /// The sum of all loaded segments' sizes in memory (`p_memsz` of PT_LOAD), as published pages
    /// give it.
    pub load: u64,
    /// Segments that can be executed.
    pub code: u64,
    /// Segments that can only be read.
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
    let mut memory = StaticMemory::default();
    for segment in header.program_headers(endian, data)? {
        if segment.p_type(endian) != PT_LOAD {
            continue;
        }
        let size = segment.p_memsz(endian);
        memory.load = memory.load.saturating_add(size);
        let flags = segment.p_flags(endian);
        let part = if flags & PF_X != 0 {
            &mut memory.code
        } else if flags & PF_W != 0 {
            let in_file = segment.p_filesz(endian).min(size);
            memory.bss = memory.bss.saturating_add(size - in_file);
            memory.data = memory.data.saturating_add(in_file);
            continue;
        } else {
            &mut memory.constants
        };
        *part = part.saturating_add(size);
    }
    Ok(memory)
}
