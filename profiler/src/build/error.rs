//! Why a build failed.

use crate::api::Kind;
use crate::elf::ElfError;
use std::path::{Path, PathBuf};

/// Why a build failed, and what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The compiler cannot be run.
    #[error("cannot run '{cc}': {reason}; install gcc or name a compiler with --cc")]
    Compiler {
        /// The compiler as it was named.
        cc: String,
        /// What happened.
        reason: String,
    },
    /// A file does not compile.
    #[error("{source_file} does not compile{others}\n{output}\nthe command was:\n  {command}")]
    Compile {
        /// The file.
        source_file: String,
        /// The compiler's messages, cut if very long.
        output: String,
        /// The command, quoted for a shell.
        command: String,
        /// More on other files.
        others: String,
    },
    /// The compiler or linker did not end.
    #[error("stopped after {seconds} s without an end:\n  {command}")]
    Timeout {
        /// How long it was let run.
        seconds: u64,
        /// The command, quoted for a shell.
        command: String,
    },
    /// Something is called and defined nowhere.
    #[error(
        "undefined: {}\nadd the source that defines it to `sources`, or its library to `libs`, in a submission.toml",
        .symbols.join("\n           ")
    )]
    Undefined {
        /// Each symbol with the files that use it.
        symbols: Vec<String>,
    },
    /// Two files define the same.
    #[error(
        "defined more than once: {}\nleave one of the files out with `exclude` in a submission.toml",
        .symbols.join("\n                        ")
    )]
    Duplicate {
        /// Each symbol with the files that define it.
        symbols: Vec<String>,
    },
    /// The objects of an archive cannot go into a shared library.
    #[error(
        "the objects in {} are not position independent and cannot become a shared library; \
         compile them with -fPIC\n{output}", .archive.display()
    )]
    NotPic {
        /// The archive.
        archive: PathBuf,
        /// The linker's messages.
        output: String,
    },
    /// The linker failed otherwise.
    #[error("linking failed\n{output}\nthe command was:\n  {command}")]
    Link {
        /// The linker's messages.
        output: String,
        /// The command, quoted for a shell.
        command: String,
    },
    /// No function of the programming interface is there.
    #[error(
        "{what} defines no function of the ICCS interface (kem_keygen, sig_sign, kex_init_a, CryptHash, ...); \
         check which sources belong to it"
    )]
    NoApi {
        /// The instance.
        what: String,
    },
    /// Some functions of the programming interface are missing.
    #[error("{what} is of kind {kind} but lacks {}{hidden}", .functions.join(", "))]
    MissingFunctions {
        /// The instance.
        what: String,
        /// The kind.
        kind: Kind,
        /// The functions that are missing.
        functions: Vec<&'static str>,
        /// Which of them are there but not exported, as an addition to the sentence.
        hidden: String,
    },
    /// What should be functions of the programming interface are variables.
    #[error("{what} is of kind {kind} but has {} as a variable, not as a function", .variables.join(", "))]
    Variables {
        /// The instance.
        what: String,
        /// The kind.
        kind: Kind,
        /// The variables.
        variables: Vec<&'static str>,
    },
    /// Functions are there but not visible outside the library.
    #[error("{} defined with hidden visibility, so the library does not export it; remove the attribute or pragma", .functions.join(", "))]
    Hidden {
        /// The symbols.
        functions: Vec<String>,
    },
    /// The cache folder cannot be used.
    #[error("the cache folder {} cannot be used: {reason}; name another one with --cache-dir", .dir.display())]
    Cache {
        /// The folder.
        dir: PathBuf,
        /// What happened.
        reason: String,
    },
    /// The folder of helpers cannot be used.
    #[error("--helpers: {0}")]
    Helpers(Box<BuildError>),
    /// A file cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        source: std::io::Error,
    },
    /// An archive has nothing to link.
    #[error("{}: {reason}", .path.display())]
    Archive {
        /// The archive.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// A shared library needs no build.
    #[error("{} is a shared library already; it is measured as it is", .path.display())]
    Library {
        /// The library.
        path: PathBuf,
    },
    /// An object or library is damaged or for another machine.
    #[error(transparent)]
    Elf(#[from] ElfError),
}

impl BuildError {
    pub(super) fn read(path: &Path, source: std::io::Error) -> BuildError {
        BuildError::Read { path: path.to_owned(), source }
    }

    pub(super) fn cache(dir: &Path, reason: impl std::fmt::Display) -> BuildError {
        BuildError::Cache { dir: dir.to_owned(), reason: reason.to_string() }
    }
}
