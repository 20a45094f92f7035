//! The libraries a program is linked with, found as the dynamic linker finds them, without
//! running anything of the program.
//!
//! The linker's cache file is not read: a library that only it knows is a system library, and
//! those have no helpers.

use super::image::Image;
use std::collections::{BTreeSet, VecDeque};
use std::path::{Path, PathBuf};

/// More than these are not followed.
const LIMIT: usize = 500;

const SYSTEM: [&str; 9] = [
    "/lib/x86_64-linux-gnu",
    "/usr/lib/x86_64-linux-gnu",
    "/lib/aarch64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
    "/lib64",
    "/usr/lib64",
    "/lib",
    "/usr/lib",
    "/usr/local/lib",
];

/// The libraries of `program` and of its libraries, in the order in which symbols are looked up.
/// `environment` is `LD_LIBRARY_PATH`. Names that no file was found for are left out.
pub(super) fn libraries(program: &Image, environment: &str) -> Vec<Image> {
    let mut found: Vec<Image> = Vec::new();
    let mut seen = BTreeSet::new();
    let mut queue: VecDeque<(String, Vec<PathBuf>)> = wanted(program, program, environment);
    while let Some((name, folders)) = queue.pop_front() {
        if found.len() >= LIMIT || !seen.insert(name.clone()) {
            continue;
        }
        let files: Vec<PathBuf> = if name.contains('/') {
            vec![PathBuf::from(&name)]
        } else {
            folders.iter().map(|folder| folder.join(&name)).collect()
        };
        // As the dynamic linker: a file of another machine is passed over.
        if let Some(image) = files.iter().find_map(|file| Image::read(file).ok()) {
            queue.extend(wanted(&image, program, environment));
            found.push(image);
        }
    }
    found
}

/// The names an image needs, with the folders each is looked for in.
fn wanted(image: &Image, program: &Image, environment: &str) -> VecDeque<(String, Vec<PathBuf>)> {
    let mut folders = Vec::new();
    if image.runpath.is_empty() {
        for owner in [image, program] {
            folders.extend(owner.rpath.iter().map(|folder| expand(folder, &owner.path)));
        }
    }
    let variable = environment.split([':', ';']).filter(|_| !environment.is_empty());
    folders.extend(variable.map(|folder| expand(folder, &image.path)));
    folders.extend(image.runpath.iter().map(|folder| expand(folder, &image.path)));
    folders.extend(SYSTEM.map(PathBuf::from));
    image.needed.iter().map(|name| (name.clone(), folders.clone())).collect()
}

/// `$ORIGIN` is the folder of the file that names it; an empty folder is the current one.
fn expand(folder: &str, owner: &Path) -> PathBuf {
    let owner = owner.canonicalize().unwrap_or_else(|_| owner.to_owned());
    let origin = owner.parent().unwrap_or(Path::new("/")).to_string_lossy().into_owned();
    let folder = folder.replace("${ORIGIN}", &origin).replace("$ORIGIN", &origin);
    if folder.is_empty() { ".".into() } else { folder.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_in_the_order_of_the_dynamic_linker() {
        let list = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let program = Image {
            path: "/nowhere/bin/kat".into(),
            needed: list(&["libs.so"]),
            rpath: list(&["$ORIGIN/../lib"]),
            ..Image::default()
        };
        let names = |image: &Image, environment| -> Vec<PathBuf> {
            let wanted = wanted(image, &program, environment);
            wanted[0].1.iter().take(3).cloned().collect()
        };
        let first = "/nowhere/bin/../lib".into();
        assert_eq!(
            names(&program, "/e:")[..3],
            [first, PathBuf::from("/nowhere/bin/../lib"), "/e".into()]
        );
        let modern = Image { rpath: vec![], runpath: list(&["/r"]), ..program.clone() };
        assert_eq!(names(&modern, "/e")[..2], [PathBuf::from("/e"), "/r".into()]);
    }

    #[test]
    fn this_very_program_is_linked_with_the_c_library() {
        let program = Image::read(&std::env::current_exe().unwrap()).unwrap();
        assert!(program.interpreter.is_some());
        let libraries = libraries(&program, "");
        let is_libc = |image: &Image| image.path.ends_with("libc.so.6");
        assert!(!cfg!(target_env = "gnu") || libraries.iter().any(is_libc), "{program:?}");
        assert!(libraries.iter().all(|image| !image.has_trace()));
    }
}
