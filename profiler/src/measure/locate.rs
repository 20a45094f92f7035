//! Which function of a library an address lies in.

use object::{Object, ObjectSymbol, SymbolKind};
use std::path::Path;

/// The function at an offset from where the library is loaded, if its symbol table says.
pub(crate) fn function_at(library: &Path, offset: u64) -> Option<String> {
    let bytes = std::fs::read(library).ok()?;
    let file = object::File::parse(&*bytes).ok()?;
    let covering = |symbol: &object::Symbol<'_, '_>| {
        symbol.kind() == SymbolKind::Text
            && symbol.address() <= offset
            && offset - symbol.address() < symbol.size()
    };
    let symbol = file.symbols().find(covering).or_else(|| file.dynamic_symbols().find(covering))?;
    symbol.name().ok().map(str::to_owned)
}
