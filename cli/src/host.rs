//! This machine, as measuring subcommands need it.

use iccs_profiler::host::{Host, compiler_version};
use iccs_profiler::timing::HostState;
use std::ffi::OsStr;
use std::sync::OnceLock;

/// This machine.
pub(crate) fn here() -> &'static Host {
    static HERE: OnceLock<Host> = OnceLock::new();
    HERE.get_or_init(Host::here)
}

/// This machine now, for measuring on a processor what a compiler made.
pub(crate) fn state(cpu: Option<usize>, compiler: &OsStr) -> HostState {
    static VERSION: OnceLock<Option<String>> = OnceLock::new();
    let version = VERSION.get_or_init(|| compiler_version(compiler));
    here().state(cpu, version.clone())
}
