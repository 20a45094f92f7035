//! How helper calls are interposed.

use std::str::FromStr;

/// How helper calls are interposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Whatever fits the target.
    Auto,
    /// By the linker, in a library built for it.
    Wrap,
    /// By the dynamic linker, in any library whose calls go through it.
    Preload,
}

impl FromStr for Mode {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Ok(match name {
            "auto" => Mode::Auto,
            "wrap" => Mode::Wrap,
            "preload" => Mode::Preload,
            "patch" => return Err("patching a loaded library is not there yet".to_owned()),
            _ => return Err("known are auto, wrap and preload".to_owned()),
        })
    }
}
