//! Why helper calls could not be interposed, and what to do instead.

use std::fmt;
use std::path::{Path, PathBuf};

/// How a file came to call helpers past the dynamic linker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// They are in the program itself.
    InProgram,
    /// The library is linked with -Bsymbolic.
    Symbolic,
    /// The library does not export them.
    Local,
    /// The library has no list of what it does not export, and exports or wants none.
    Stripped,
    /// The library exports them, yet does not ask the dynamic linker for them.
    LinkTime,
}

/// A file whose helper calls are bound inside of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The file.
    pub file: PathBuf,
    /// The helpers.
    pub helpers: Vec<&'static str>,
    /// How that came.
    pub why: Why,
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.display();
        let helpers = self.helpers.join(", ");
        match self.why {
            Why::InProgram => write!(
                f,
                "{file} has {helpers} in itself: calls of them were bound when it was linked"
            ),
            Why::Symbolic => {
                write!(f, "{file} is linked with -Bsymbolic: its calls of {helpers} stay inside it")
            }
            Why::Local => write!(
                f,
                "{file} does not export {helpers} (static, hidden, or kept local by a version \
                 script): its calls of them stay inside it"
            ),
            Why::Stripped => write!(
                f,
                "{file} is stripped and shows no {helpers}: if it has them, its calls of them \
                 stay inside it"
            ),
            Why::LinkTime => write!(
                f,
                "{file} calls its own {helpers} directly (-Bsymbolic-functions, protected \
                 visibility or link-time optimisation)"
            ),
        }
    }
}

/// Why nothing was counted though the program ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// No dynamic linker takes part.
    Static {
        /// The program.
        program: PathBuf,
        /// Helpers its symbol table names.
        helpers: Vec<&'static str>,
    },
    /// The program is for another machine than the interposer; what that is.
    Machine(String),
    /// The program runs with more rights than its user: the dynamic linker preloads nothing.
    Privileged(PathBuf),
    /// AddressSanitizer ends a program that has anything preloaded before it.
    Sanitizer(PathBuf),
    /// The dynamic linker was to load the interposer and did not.
    NotLoaded(PathBuf),
    /// Calls past the dynamic linker.
    Bound(Vec<Bound>),
    /// No file has anything to do with helpers.
    NoTrace {
        /// The program.
        program: PathBuf,
        /// The script that it ran, if that is what it was started for.
        script: Option<PathBuf>,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Static { program, helpers } => {
                write!(f, "{} is statically linked: ", program.display())?;
                if helpers.is_empty() {
                    f.write_str("nothing can be put between it and its helpers")?;
                } else {
                    write!(f, "its calls of {} stay inside it", helpers.join(", "))?;
                }
                f.write_str("\n")?;
                ways_out(f, program)
            }
            Reason::Machine(what) => {
                write!(f, "{what}\nrun it there, or measure it from its sources: {}", profile(None))
            }
            Reason::Privileged(program) => write!(
                f,
                "{0} runs with more rights than its user (setuid, setgid or capabilities), so \
                 the dynamic linker preloads nothing\nrun a plain copy: cp {0} /tmp/copy && \
                 iccsprof run -- /tmp/copy",
                program.display()
            ),
            Reason::Sanitizer(program) => write!(
                f,
                "{0} is built with AddressSanitizer, which wants to be loaded first\nto have it \
                 run all the same: ASAN_OPTIONS=verify_asan_link_order=0 iccsprof run -- {0}",
                program.display()
            ),
            Reason::NotLoaded(program) => write!(
                f,
                "the dynamic linker did not load the interposer into {}; if it said why, that is \
                 above\nwithout preloading: {}",
                program.display(),
                profile(program.parent())
            ),
            Reason::Bound(bound) => {
                for each in bound {
                    writeln!(f, "{each}")?;
                }
                match bound.first() {
                    Some(first) if first.why == Why::InProgram => ways_out(f, &first.file),
                    Some(first) => write!(
                        f,
                        "to count them: {}\nor link it anew with its helpers exported: cc -shared \
                         -fPIC *.c -o {}",
                        profile(first.file.parent()),
                        name(&first.file)
                    ),
                    None => Ok(()),
                }
            }
            Reason::NoTrace { program, script: Some(script) } => write!(
                f,
                "{} runs {}, and neither it nor what it starts called a helper\nname the program \
                 itself: iccsprof run -- PROGRAM",
                program.display(),
                script.display()
            ),
            Reason::NoTrace { program, script: None } => write!(
                f,
                "no helper was called, and {} and the libraries it is linked with show none \
                 (stripped symbols, helpers under other names, or it only starts another \
                 program, perhaps with LD_PRELOAD taken out of its environment, as env -i and \
                 sudo do)\nmeasure the submission from its sources: {}\nor name the program \
                 that is linked with it: iccsprof run -- PROGRAM",
                program.display(),
                profile(program.parent())
            ),
        }
    }
}

fn ways_out(f: &mut fmt::Formatter<'_>, program: &Path) -> fmt::Result {
    write!(
        f,
        "to count them: {}\nor link it with the submission as a shared library: cc -shared -fPIC \
         *.c -o libsubmission.so && cc {name}.c -L. -lsubmission -Wl,-rpath,. -o {name}",
        profile(program.parent()),
        name = name(program)
    )
}

fn name(file: &Path) -> String {
    file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned()
}

/// The command that measures from source: with the folder when the sources are seen to be there.
fn profile(folder: Option<&Path>) -> String {
    let is_of_sources = |folder: &&Path| {
        std::fs::read_dir(folder).is_ok_and(|entries| {
            entries
                .flatten()
                .any(|entry| entry.file_name().to_string_lossy().ends_with("_AlgorithmInstance.c"))
        })
    };
    let folder =
        folder.map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
    match folder.filter(is_of_sources) {
        Some(folder) => format!("iccsprof profile {}", quoted(&folder.to_string_lossy())),
        None => "iccsprof profile FOLDER-OF-ITS-SOURCES".to_owned(),
    }
}

/// As a shell reads it.
fn quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+=:@%,".contains(c);
    if text.chars().all(is_plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}
