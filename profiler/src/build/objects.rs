//! Object files with their symbols, and questions across all of them.

use super::BuildError;
use super::helper::Origin;
use crate::elf::{self, Binding, Patch, Symbol, SymbolState};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// One object that goes into the library.
#[derive(Debug)]
pub(super) struct Object {
    /// What it was made from, for messages.
    pub(super) name: String,
    /// The source, unless it comes from an archive.
    pub(super) source: Option<PathBuf>,
    pub(super) path: PathBuf,
    pub(super) origin: Origin,
    pub(super) symbols: Vec<Symbol>,
    /// Whether its symbols were changed, so that only this very file can be linked.
    pub(super) patched: bool,
}

impl Object {
    pub(super) fn load(
        name: String,
        source: Option<PathBuf>,
        path: PathBuf,
        origin: Origin,
    ) -> Result<Object, BuildError> {
        let data = std::fs::read(&path).map_err(|e| BuildError::read(&path, e))?;
        let mut symbols = elf::object_symbols(Path::new(&name), &data)?;
        symbols.retain(|symbol| symbol.binding != Binding::Local);
        Ok(Object { name, source, path, origin, symbols, patched: false })
    }

    /// The symbol `name` if this object defines it for others.
    pub(super) fn definition(&self, name: &str) -> Option<&Symbol> {
        self.symbols.iter().find(|s| s.name == name && s.state != SymbolState::Undefined)
    }

    pub(super) fn wants(&self, name: &str) -> bool {
        self.symbols.iter().any(|s| s.name == name && s.state == SymbolState::Undefined)
    }

    /// Changes symbols in the object file.
    pub(super) fn patch(&mut self, change: impl Fn(&Symbol, &mut Patch)) -> Result<(), BuildError> {
        let data = std::fs::read(&self.path).map_err(|e| BuildError::read(&self.path, e))?;
        let mut patch = Patch::new(Path::new(&self.name), data)?;
        self.symbols.iter().for_each(|symbol| change(symbol, &mut patch));
        if patch.changed() {
            let data = patch.into_bytes();
            std::fs::write(&self.path, &data).map_err(|e| BuildError::cache(&self.path, e))?;
            self.symbols = elf::object_symbols(Path::new(&self.name), &data)?;
            self.symbols.retain(|symbol| symbol.binding != Binding::Local);
            self.patched = true;
        }
        Ok(())
    }
}

/// Whether some object defines `name`.
pub(super) fn defined(objects: &[Object], name: &str) -> bool {
    objects.iter().any(|object| object.definition(name).is_some())
}

/// Whether some object uses `name` and leaves it to others to define.
pub(super) fn wanted(objects: &[Object], name: &str) -> bool {
    objects.iter().any(|object| object.wants(name))
}

/// For each symbol the objects that define it strongly, that is, would collide over it.
pub(super) fn strong_definitions(objects: &[Object]) -> BTreeMap<String, Vec<usize>> {
    let mut found: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, object) in objects.iter().enumerate() {
        for symbol in &object.symbols {
            if symbol.state == SymbolState::Defined && symbol.binding == Binding::Global {
                found.entry(symbol.name.clone()).or_default().push(index);
            }
        }
    }
    found
}
