//! What a file is, by content: never by name.

use super::ElfError;
use object::Endian;
use object::elf::{ET_DYN, ET_EXEC, ET_REL, FileHeader32, FileHeader64};
use object::endian::Endianness;
use object::read::elf::{FileHeader, ProgramHeader};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// What a file's content says it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileType {
    /// A relocatable ELF object.
    Object,
    /// A shared ELF library.
    SharedLibrary,
    /// An ELF program, position independent or not.
    Program,
    /// A static archive (`!<arch>`).
    Archive,
    /// An archive that only names its members (`!<thin>`).
    ThinArchive,
    /// Anything else.
    Other,
}

impl FileType {
    /// The type in words, for messages.
    pub fn describe(self) -> &'static str {
        match self {
            FileType::Object => "an object file",
            FileType::SharedLibrary => "a shared library",
            FileType::Program => "a program",
            FileType::Archive => "a static archive",
            FileType::ThinArchive => "a thin archive",
            FileType::Other => "neither an ELF file nor an archive",
        }
    }
}

/// The type of the file at `path`; reads no more than a shared library's headers need.
pub fn file_type(path: &Path) -> Result<FileType, ElfError> {
    let mut start = Vec::new();
    let file = File::open(path).map_err(|e| ElfError::read(path, e))?;
    file.take(8).read_to_end(&mut start).map_err(|e| ElfError::read(path, e))?;
    if !start.starts_with(b"\x7fELF") {
        return Ok(file_type_of(&start));
    }
    let data = std::fs::read(path).map_err(|e| ElfError::read(path, e))?;
    Ok(file_type_of(&data))
}

/// The type of a file with this content.
pub fn file_type_of(data: &[u8]) -> FileType {
    if data.starts_with(b"!<arch>\n") {
        FileType::Archive
    } else if data.starts_with(b"!<thin>\n") {
        FileType::ThinArchive
    } else if let Ok(header) = FileHeader64::<Endianness>::parse(data) {
        elf_type(header, data)
    } else if let Ok(header) = FileHeader32::<Endianness>::parse(data) {
        elf_type(header, data)
    } else {
        FileType::Other
    }
}

fn elf_type<H: FileHeader<Endian = Endianness>>(header: &H, data: &[u8]) -> FileType {
    let Ok(endian) = header.endian() else { return FileType::Other };
    match header.e_type(endian) {
        ET_REL => FileType::Object,
        ET_EXEC => FileType::Program,
        // A position independent program is ET_DYN too, but names an interpreter.
        ET_DYN if has_interpreter(header, endian, data) => FileType::Program,
        ET_DYN => FileType::SharedLibrary,
        _ => FileType::Other,
    }
}

fn has_interpreter<H: FileHeader<Endian = Endianness>>(
    header: &H,
    endian: Endianness,
    data: &[u8],
) -> bool {
    let segments = header.program_headers(endian, data).unwrap_or_default();
    segments.iter().any(|segment| segment.p_type(endian) == object::elf::PT_INTERP)
}

/// Checks that `data`, read from `path`, is a 64-bit ELF file for the machine we run on.
pub fn check_machine(path: &Path, data: &[u8]) -> Result<(), ElfError> {
    if !data.starts_with(b"\x7fELF") {
        let found = file_type_of(data).describe();
        return Err(ElfError::Type { path: path.to_owned(), found, wanted: "an ELF file" });
    }
    if data.len() < 20 {
        return Err(ElfError::malformed(path, "it ends within the ELF header"));
    }
    // Class, byte order and machine are where every ELF class has them, so that a 32-bit file
    // gets a message about its machine and not about its header.
    let endian = if data[5] == 2 { Endianness::Big } else { Endianness::Little };
    let machine = endian.read_u16_bytes([data[18], data[19]]);
    let (host, host_machine) = host();
    if data[4] == 2 && data[5] == 1 && machine == host_machine {
        return Ok(());
    }
    let found = machine_name(machine, data[4], data[5]);
    Err(ElfError::Machine { path: path.to_owned(), found, host })
}

/// Checks that the file at `path` is a shared library for this machine, and returns its content.
pub fn check_shared_library(path: &Path) -> Result<Vec<u8>, ElfError> {
    let data = std::fs::read(path).map_err(|e| ElfError::read(path, e))?;
    check_machine(path, &data)?;
    match file_type_of(&data) {
        FileType::SharedLibrary => Ok(data),
        other => Err(ElfError::Type {
            path: path.to_owned(),
            found: other.describe(),
            wanted: "a shared library",
        }),
    }
}

fn host() -> (&'static str, u16) {
    if cfg!(target_arch = "aarch64") {
        ("aarch64", object::elf::EM_AARCH64)
    } else {
        ("x86-64", object::elf::EM_X86_64)
    }
}

fn machine_name(machine: u16, class: u8, order: u8) -> String {
    use object::elf::*;
    let name = match machine {
        EM_X86_64 if class == 1 => "x86-64 with 32-bit addresses (x32)",
        EM_X86_64 => "x86-64",
        EM_AARCH64 if order == 2 => "aarch64 (big endian)",
        EM_AARCH64 => "aarch64",
        EM_386 => "32-bit x86",
        EM_ARM => "32-bit ARM",
        EM_RISCV => "RISC-V",
        EM_PPC64 => "POWER",
        EM_S390 => "s390x",
        EM_LOONGARCH => "LoongArch",
        EM_MIPS => "MIPS",
        other => return format!("another machine (ELF machine number {other})"),
    };
    name.to_owned()
}
