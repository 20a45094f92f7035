//! What an ELF file says of the helpers: whether it calls them in a way that can be interposed.

use crate::elf::{ElfError, check_machine};
use iccs_interpose::function::{HELPERS, OPERATIONS};
use object::elf::{self, FileHeader64};
use object::endian::Endianness;
use object::read::StringTable;
use object::read::elf::{Dyn, FileHeader, ProgramHeader, Rela, SectionHeader, Sym};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Where a file has a helper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Presence {
    /// Wanted from another file.
    pub(super) imported: bool,
    /// Offered to other files.
    pub(super) exported: bool,
    /// In the file, seen by nothing outside of it.
    pub(super) local: bool,
    /// Called, or its address taken, in a way that the dynamic linker decides.
    pub(super) referenced: bool,
}

/// An ELF file.
#[derive(Clone, Debug, Default)]
pub(super) struct Image {
    pub(super) path: PathBuf,
    /// The dynamic linker it asks for: a program without one is statically linked.
    pub(super) interpreter: Option<PathBuf>,
    /// Names of the libraries it is linked with.
    pub(super) needed: Vec<String>,
    /// Folders it has them looked for in before all others.
    pub(super) rpath: Vec<String>,
    /// Folders it has them looked for in after those of the environment.
    pub(super) runpath: Vec<String>,
    /// Linked with -Bsymbolic.
    pub(super) is_symbolic: bool,
    /// In the order of [`HELPERS`].
    pub(super) helpers: [Presence; HELPERS.len()],
    /// Whether an interface function is in it.
    pub(super) has_interface: bool,
    /// Whether it lists what it does not export.
    pub(super) has_all_symbols: bool,
}

/// Larger files are not read.
const SIZE_LIMIT: u64 = 512 << 20;

impl Image {
    pub(super) fn read(path: &Path) -> Result<Image, ElfError> {
        let failed = |error| ElfError::read(path, error);
        if path.metadata().map_err(failed)?.len() > SIZE_LIMIT {
            return Err(ElfError::malformed(path, "it is too large"));
        }
        let data = std::fs::read(path).map_err(failed)?;
        check_machine(path, &data)?;
        let mut image = Image { path: path.to_owned(), ..Image::default() };
        image.parse(&data).map_err(|error| ElfError::malformed(path, error))?;
        image.forget_a_shells_own();
        Ok(image)
    }

    /// Whether any helper is in it or wanted by it.
    pub(super) fn has_trace(&self) -> bool {
        self.helpers.iter().any(|helper| helper.imported || helper.exported || helper.local)
    }

    /// A file that has `get_random_number`, no other helper and nothing of the interface has one of
    /// its own: shells do.
    fn forget_a_shells_own(&mut self) {
        let there = |helper: &Presence| *helper != Presence::default();
        let mut others = HELPERS.iter().zip(&self.helpers);
        if !self.has_interface
            && others.all(|(&name, helper)| name == "get_random_number" || !there(helper))
        {
            self.helpers = Default::default();
        }
    }

    fn parse(&mut self, data: &[u8]) -> object::Result<()> {
        let header = FileHeader64::<Endianness>::parse(data)?;
        let endian = header.endian()?;
        for segment in header.program_headers(endian, data)? {
            if let Some(name) = segment.interpreter(endian, data)? {
                self.interpreter = Some(OsStr::from_bytes(name).into());
            }
        }
        let sections = header.sections(endian, data)?;
        if let Some((entries, strings)) = sections.dynamic(endian, data)? {
            let strings = sections.strings(endian, data, strings)?;
            entries.iter().for_each(|entry| self.dynamic(endian, entry, strings));
        }
        let dynamic = sections.symbols(endian, data, elf::SHT_DYNSYM)?;
        for symbol in dynamic.iter() {
            let name = dynamic.symbol_name(endian, symbol)?;
            let is_defined = symbol.st_shndx(endian) != elf::SHN_UNDEF;
            if let Some(helper) = helper_mut(&mut self.helpers, name) {
                // The reference of an executable may carry an address, but no section.
                helper.exported |= is_defined;
                helper.imported |= !is_defined;
            }
            self.has_interface |= is_defined && is_interface(name);
        }
        let all = sections.symbols(endian, data, elf::SHT_SYMTAB)?;
        self.has_all_symbols = !all.is_empty();
        for symbol in all.iter() {
            let name = all.symbol_name(endian, symbol)?;
            let is_code = matches!(symbol.st_type(), elf::STT_FUNC | elf::STT_GNU_IFUNC)
                && symbol.st_shndx(endian) != elf::SHN_UNDEF;
            if !is_code {
                continue;
            }
            if let Some(helper) = helper_mut(&mut self.helpers, name) {
                helper.local |= !helper.exported;
            }
            self.has_interface |= is_interface(name);
        }
        for section in sections.iter() {
            let Some((relocations, table)) = section.rela(endian, data)? else { continue };
            if table != dynamic.section() {
                continue;
            }
            for relocation in relocations {
                let Some(symbol) = relocation.symbol(endian, false) else { continue };
                let name = dynamic.symbol_name(endian, dynamic.symbol(symbol)?)?;
                if let Some(helper) = helper_mut(&mut self.helpers, name) {
                    helper.referenced = true;
                }
            }
        }
        Ok(())
    }

    fn dynamic(
        &mut self,
        endian: Endianness,
        entry: &elf::Dyn64<Endianness>,
        strings: StringTable<'_>,
    ) {
        let text = || {
            let bytes = entry.string(endian, strings).unwrap_or_default();
            String::from_utf8_lossy(bytes).into_owned()
        };
        let folders = || text().split(':').map(str::to_owned).collect::<Vec<_>>();
        let flags = entry.d_val(endian);
        match entry.tag32(endian) {
            Some(elf::DT_NEEDED) => self.needed.push(text()),
            Some(elf::DT_RPATH) => self.rpath = folders(),
            Some(elf::DT_RUNPATH) => self.runpath = folders(),
            Some(elf::DT_SYMBOLIC) => self.is_symbolic = true,
            Some(elf::DT_FLAGS) => {
                self.is_symbolic |= flags & u64::from(elf::DF_SYMBOLIC) != 0;
            }
            _ => {}
        }
    }
}

fn helper_mut<'a>(
    helpers: &'a mut [Presence; HELPERS.len()],
    name: &[u8],
) -> Option<&'a mut Presence> {
    let place = HELPERS.iter().position(|helper| helper.as_bytes() == name)?;
    helpers.get_mut(place)
}

fn is_interface(name: &[u8]) -> bool {
    OPERATIONS.iter().any(|operation| operation.as_bytes() == name)
}

/// What the system starts to run the file: the program its first line names, or the dynamic
/// linker.
pub(super) fn interpreter(file: &Path) -> Option<PathBuf> {
    script_interpreter(file).or_else(|| Image::read(file).ok()?.interpreter)
}

/// The program a script's first line names.
pub(super) fn script_interpreter(file: &Path) -> Option<PathBuf> {
    use std::io::Read;
    let mut start = Vec::new();
    // The kernel looks at no more either.
    std::fs::File::open(file).ok()?.take(256).read_to_end(&mut start).ok()?;
    let line = start.strip_prefix(b"#!")?.split(|&byte| byte == b'\n').next()?;
    let words = line.split(|byte| b" \t".contains(byte));
    let program = words.into_iter().find(|word| !word.is_empty())?;
    Some(OsStr::from_bytes(program).into())
}
