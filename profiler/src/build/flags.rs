//! Compiler flags: the guides' sets and what a shared library adds to them.

use serde::{Deserialize, Serialize};

/// Which compiler flags to build with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FlagSet {
    /// What the guide gives for the implementation: its reference flags, and its performance
    /// flags for an optimized implementation.
    Guide,
    /// The guide's flags for speed.
    Performance,
    /// The guide's flags for size.
    Resource,
    /// Flags that old or careless C needs.
    Permissive,
}

const REFERENCE: &str = "-std=c99 -Wpedantic -Wall -Wextra -O2";
const PERMISSIVE: &str = "-O2 -std=gnu11 -fno-strict-aliasing -fwrapv";

#[cfg(target_arch = "aarch64")]
const MACHINE: (&str, &str) = ("-march=armv8.2-a+sve", "");
#[cfg(not(target_arch = "aarch64"))]
const MACHINE: (&str, &str) = ("-march=x86-64 -mavx2", " -mtune=native");

/// What every shared library is built with.
pub(super) const SHARED: [&str; 2] = ["-fPIC", "-D_GNU_SOURCE"];

/// Errors of newer compilers that were warnings when much C was written. Only for C.
pub(super) const LENIENT: [&str; 4] = [
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=int-conversion",
    "-Wno-error=implicit-int",
];

impl FlagSet {
    /// The set that is meant for an implementation of this variant.
    pub fn for_variant(self, variant: &str) -> FlagSet {
        match self {
            FlagSet::Guide if variant == "optimized" => FlagSet::Performance,
            other => other,
        }
    }

    /// The name records give the set.
    pub fn record_name(self) -> &'static str {
        match self {
            FlagSet::Guide => "guide",
            FlagSet::Performance => "guide-performance",
            FlagSet::Resource => "guide-resource",
            FlagSet::Permissive => "harness-default",
        }
    }

    /// The flags that are added to every set, for all C files.
    pub fn additions() -> String {
        [&SHARED[..], &LENIENT[..]].concat().join(" ")
    }

    /// The flags, without those that every shared library gets.
    pub fn flags(self) -> Vec<String> {
        let (machine, tune) = MACHINE;
        let tail = "-flto -fomit-frame-pointer -std=c99 -Wpedantic -Wall -Wextra";
        let text = match self {
            FlagSet::Guide => REFERENCE.to_owned(),
            FlagSet::Permissive => PERMISSIVE.to_owned(),
            FlagSet::Performance => format!("-O3 {machine}{tune} {tail}"),
            FlagSet::Resource => format!("-Os {machine} {tail}"),
        };
        text.split_whitespace().map(str::to_owned).collect()
    }
}

/// Whether a flag turns link-time optimization on or off.
pub(super) fn is_lto(flag: &str) -> bool {
    flag.starts_with("-flto") || flag == "-fno-lto" || flag == "-ffat-lto-objects"
}

/// Whether these flags end up with link-time optimization.
pub(super) fn has_lto(flags: &[String]) -> bool {
    let last = flags.iter().rev().find(|flag| flag.starts_with("-flto") || *flag == "-fno-lto");
    last.is_some_and(|flag| flag != "-fno-lto")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sets_are_those_of_the_guide() {
        assert_eq!(FlagSet::Guide.flags().join(" "), REFERENCE);
        #[cfg(target_arch = "x86_64")]
        assert_eq!(
            FlagSet::Performance.flags().join(" "),
            "-O3 -march=x86-64 -mavx2 -mtune=native -flto -fomit-frame-pointer -std=c99 -Wpedantic -Wall -Wextra"
        );
        assert!(has_lto(&FlagSet::Resource.flags()));
        assert!(!has_lto(&["-flto".to_owned(), "-fno-lto".to_owned()]));
        assert_eq!(FlagSet::Guide.for_variant("optimized"), FlagSet::Performance);
        assert_eq!(FlagSet::Permissive.for_variant("optimized"), FlagSet::Permissive);
    }
}
