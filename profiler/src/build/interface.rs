//! What a library offers, and what of it cannot be seen.

use super::BuildError;
use super::helper::{DRNG, Helper, Origin};
use super::objects::{Object, defined};
use crate::api::Kind;
use crate::elf::{self, Binding, Visibility};
use crate::target::Instance;
use std::collections::BTreeSet;
use std::path::Path;

/// What the library offers; an error if that is not a whole interface.
pub(super) fn check(
    instance: &Instance,
    library: &Path,
    objects: &[Object],
) -> Result<(Kind, Vec<String>), BuildError> {
    let what = instance.label.clone();
    let data = std::fs::read(library).map_err(|e| BuildError::read(library, e))?;
    let symbols = elf::dynamic_exports(library, &data)?;
    let mut exports: Vec<String> = symbols.iter().map(|symbol| symbol.name.clone()).collect();
    exports.sort();
    let exported = |name: &str| exports.iter().any(|export| export == name);
    let kind = instance.kind.or_else(|| Kind::from_exports(exported));
    let Some(kind) = kind else { return Err(BuildError::NoApi { what }) };
    let is_variable = |name: &str| symbols.iter().any(|s| s.variable && s.name == name);
    let variables = kind.required_functions().iter().filter(|name| is_variable(name));
    let variables: Vec<&str> = variables.copied().collect();
    if !variables.is_empty() {
        return Err(BuildError::Variables { what, kind, variables });
    }
    let missing = kind.required_functions().iter().filter(|name| !exported(name));
    let functions: Vec<&str> = missing.copied().collect();
    if !functions.is_empty() {
        let hidden: Vec<&str> =
            functions.iter().filter(|name| defined(objects, name)).copied().collect();
        let hidden = match hidden.as_slice() {
            [] => String::new(),
            names => format!(" ({} is defined but hidden)", names.join(", ")),
        };
        return Err(BuildError::MissingFunctions { what, kind, functions, hidden });
    }
    let seeding = [DRNG, Helper::InitRandomNumber.name()];
    let hidden = seeding.iter().filter(|name| defined(objects, name) && !exported(name));
    let functions: Vec<String> = hidden.map(|name| (*name).to_owned()).collect();
    if !functions.is_empty() {
        return Err(BuildError::Hidden { functions });
    }
    Ok((kind, exports))
}

/// Leaves out objects with a `main`, which only a compiler can tell where macros are involved.
pub(super) fn drop_programs(objects: &mut Vec<Object>, remarks: &mut Vec<String>) {
    objects.retain(|object| {
        let program = object.definition("main").is_some_and(|symbol| symbol.function);
        if program {
            remarks.push(format!("{}: left out, it is a program (it defines main)", object.name));
        }
        !program
    });
}

/// Gives the functions that we must reach default visibility, where a pragma hides them.
pub(super) fn show(objects: &mut [Object], remarks: &mut Vec<String>) -> Result<(), BuildError> {
    let wanted: BTreeSet<&str> = Kind::ALL
        .iter()
        .flat_map(|kind| kind.required_functions())
        .copied()
        .chain(Helper::ALL.map(Helper::name))
        .collect();
    let pass = |name: &str| name.starts_with("kex_generate_pass");
    for object in objects {
        let before = object.patched;
        object.patch(|symbol, patch| {
            let ours = wanted.contains(symbol.name.as_str()) || pass(&symbol.name);
            if ours && symbol.visibility != Visibility::Default {
                patch.export(symbol.index);
            }
        })?;
        if object.patched && !before {
            remarks.push(format!("{}: functions of the interface were hidden; shown", object.name));
        }
    }
    Ok(())
}

/// Calls of helpers that `--wrap` cannot redirect: within the file that defines them.
pub(super) fn blind_spots(objects: &[Object]) -> Result<Vec<String>, BuildError> {
    let mut remarks = Vec::new();
    for object in objects.iter().filter(|object| object.origin == Origin::Own) {
        let data = std::fs::read(&object.path).map_err(|e| BuildError::read(&object.path, e))?;
        let used = elf::referenced_symbols(Path::new(&object.name), &data)?;
        // Compilers number the variants they make of a static function: `sm3hash.constprop.0`.
        let own = |name: &str, symbols: &[elf::Symbol]| {
            symbols.iter().filter(|s| s.binding == Binding::Local && s.function).any(|s| {
                s.name
                    .strip_prefix(name)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            })
        };
        let symbols = elf::object_symbols(Path::new(&object.name), &data)?;
        let variants = |helper: &&Helper| {
            own(helper.name(), &symbols) && object.definition(helper.name()).is_none()
        };
        for helper in Helper::ALL.iter().filter(variants) {
            remarks.push(format!(
                "{}: its {} is static, so calls of it are not counted",
                object.name,
                helper.name()
            ));
        }
        let stem = object.source.as_deref().and_then(Path::file_stem);
        let official = stem.is_some_and(|stem| stem == "auxfunc" || stem == "drng");
        let within: Vec<&str> = Helper::ALL
            .iter()
            .map(|helper| helper.name())
            .filter(|name| object.definition(name).is_some_and(|s| used.contains(&s.index)))
            .collect();
        if !official && !within.is_empty() {
            remarks.push(format!(
                "{}: calls of {} within this file, which defines it, are not counted",
                object.name,
                within.join(", ")
            ));
        }
    }
    Ok(remarks)
}

/// Those of a library's functions that the C library has, too. A shared library's own calls of
/// them would go to the C library, unlike those of the program the submission was written as.
pub(super) fn shadowed(exports: &[String]) -> Vec<&str> {
    let in_c_library = |name: &&str| {
        let Ok(name) = std::ffi::CString::new(*name) else { return false };
        // SAFETY: the name ends with a zero byte, and the answer is only compared with null.
        let found = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
        !found.is_null()
    };
    // Names with an underscore in front belong to the compiler and its start-up code.
    let names = exports.iter().map(String::as_str).filter(|name| !name.starts_with('_'));
    names.filter(in_c_library).collect()
}
