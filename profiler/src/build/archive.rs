//! Taking a static archive apart.

use super::BuildError;
use super::helper::Origin;
use super::objects::Object;
use crate::elf::{self, FileType};
use std::path::Path;

/// Writes an archive's members to files of their own in `work`; their names may repeat.
pub(super) fn extract(archive: &Path, work: &Path) -> Result<Vec<Object>, BuildError> {
    let data = std::fs::read(archive).map_err(|e| BuildError::read(archive, e))?;
    let fail = |reason: String| BuildError::Archive { path: archive.to_owned(), reason };
    let mut objects = Vec::new();
    for (number, member) in elf::members(archive, &data)?.into_iter().enumerate() {
        let member_name = String::from_utf8_lossy(member.name).into_owned();
        let name = format!("{}({member_name})", archive.display());
        elf::check_machine(Path::new(&name), member.data)?;
        if elf::file_type_of(member.data) != FileType::Object {
            return Err(fail(format!("its member {member_name:?} is no object file")));
        }
        let path = work.join(format!("{:04}.o", number + 1));
        std::fs::write(&path, member.data).map_err(|e| BuildError::cache(work, e))?;
        let object = Object::load(name, None, path, Origin::Own)?;
        if object.symbols.iter().any(|symbol| symbol.name == "__gnu_lto_slim") {
            return Err(fail(format!(
                "its member {member_name:?} holds code for link-time optimization only; build it without -flto"
            )));
        }
        objects.push(object);
    }
    if objects.is_empty() {
        return Err(fail("the archive has no members".to_owned()));
    }
    Ok(objects)
}
