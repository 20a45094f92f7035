//! Reading ELF files: what a file is, which machine it is for, which symbols an object
//! defines or wants and a library exports. Files come from strangers, so nothing here trusts a
//! size or an offset: all reading goes through checked accessors and ends in an [`ElfError`].

mod archive;
mod error;
mod file;
mod imports;
mod patch;
mod segments;
mod symbols;

pub use archive::{Member, members};
pub use error::ElfError;
pub use file::{FileType, check_machine, check_shared_library, file_type, file_type_of};
pub use imports::DynamicSymbols;
pub use patch::Patch;
pub use segments::{StaticMemory, static_memory};
pub use symbols::{
    Binding, Symbol, SymbolState, Visibility, dynamic_exports, object_symbols, referenced_symbols,
};
