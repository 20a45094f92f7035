//! Finding a program by its name, as a shell does.

use std::ffi::{CString, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// A name that cannot be started as a program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FindError {
    /// A path to nothing.
    #[error("there is no {}", .0.display())]
    Missing(PathBuf),
    /// A name that is in none of the folders.
    #[error("there is no program '{}' in PATH{}", .name.display(), here(.name, *.is_here))]
    NotInPath {
        /// The name.
        name: PathBuf,
        /// Whether the current folder has it.
        is_here: bool,
    },
    /// A folder or device.
    #[error("{} is no file", .0.display())]
    NoFile(PathBuf),
    /// A file that may not be executed.
    #[error("{} may not be executed; chmod +x allows it", .0.display())]
    NotExecutable(PathBuf),
}

fn here(name: &Path, is_here: bool) -> String {
    if is_here { format!("; for the file here say ./{}", name.display()) } else { String::new() }
}

/// Searched when there is no PATH.
const DEFAULT_PATH: &str = "/bin:/usr/bin";

/// The file that a name stands for: itself when there is a slash in it, else the first in the
/// folders of `path` (as in the variable PATH) that can be executed.
///
/// # Errors
/// When there is none.
pub fn find(name: &OsStr, path: Option<&OsStr>) -> Result<PathBuf, FindError> {
    if name.as_bytes().contains(&b'/') {
        let file = PathBuf::from(name);
        return check(&file).map(|()| file);
    }
    let mut refused = None;
    if !name.is_empty() {
        let path = path.unwrap_or(OsStr::new(DEFAULT_PATH));
        for folder in path.as_bytes().split(|&byte| byte == b':') {
            // An empty entry is the current folder. The result has a slash in any case, so that
            // nothing looks in PATH again.
            let folder = if folder.is_empty() { b"." } else { folder };
            let file = Path::new(OsStr::from_bytes(folder)).join(name);
            match check(&file) {
                Ok(()) => return Ok(file),
                Err(FindError::Missing(_)) => {}
                Err(error) => refused = refused.or(Some(error)),
            }
        }
    }
    Err(refused.unwrap_or_else(|| FindError::NotInPath {
        name: name.into(),
        is_here: !name.is_empty() && Path::new(name).is_file(),
    }))
}

fn check(file: &Path) -> Result<(), FindError> {
    let Ok(metadata) = file.metadata() else { return Err(FindError::Missing(file.to_owned())) };
    if !metadata.is_file() {
        return Err(FindError::NoFile(file.to_owned()));
    }
    let is_executable = CString::new(file.as_os_str().as_bytes()).is_ok_and(|name| {
        // SAFETY: the name ends in a zero.
        unsafe { libc::access(name.as_ptr(), libc::X_OK) == 0 }
    });
    if is_executable { Ok(()) } else { Err(FindError::NotExecutable(file.to_owned())) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn the_first_that_can_be_executed_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        for (name, mode) in [("a/tool", 0o644), ("b/tool", 0o755), ("c/tool", 0o755)] {
            let file = folder.path().join(name);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(&file, "").unwrap();
            std::fs::set_permissions(&file, PermissionsExt::from_mode(mode)).unwrap();
        }
        let inside = |name: &str| folder.path().join(name);
        let joined = std::env::join_paths([inside("none"), inside("a"), inside("b"), inside("c")]);
        assert_eq!(find("tool".as_ref(), Some(&joined.unwrap())), Ok(inside("b/tool")));
        let only_a = find("tool".as_ref(), Some(inside("a").as_os_str()));
        assert_eq!(only_a, Err(FindError::NotExecutable(inside("a/tool"))));
        let by_path = find(inside("a").as_os_str(), None);
        assert_eq!(by_path, Err(FindError::NoFile(inside("a"))));
    }

    #[test]
    fn what_is_not_there_is_said() {
        let error = find("no-such-tool".as_ref(), Some("".as_ref())).unwrap_err();
        assert_eq!(error.to_string(), "there is no program 'no-such-tool' in PATH");
        let error = find("./no-such-tool".as_ref(), None).unwrap_err();
        assert_eq!(error.to_string(), "there is no ./no-such-tool");
        assert!(find("".as_ref(), None).is_err());
    }
}
