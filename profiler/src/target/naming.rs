//! What a file's or folder's name says about it.

use std::ffi::OsStr;
use std::path::Path;

/// Whether this is a C, C++ or assembly source file.
pub(crate) fn is_source(path: &Path) -> bool {
    extension_in(path, &["c", "cc", "cpp", "cxx", "s", "S"])
}

/// Whether this is a C or C++ source file.
pub(super) fn is_c_or_cpp(path: &Path) -> bool {
    extension_in(path, &["c", "cc", "cpp", "cxx"])
}

/// Whether this is a C++ source file.
pub(crate) fn is_cpp(path: &Path) -> bool {
    extension_in(path, &["cc", "cpp", "cxx"])
}

/// Whether this is an assembly source file.
pub(crate) fn is_assembly(path: &Path) -> bool {
    extension_in(path, &["s", "S"])
}

/// Whether sources include files like this one.
pub(crate) fn is_header(path: &Path) -> bool {
    extension_in(path, &["h", "hh", "hpp", "hxx", "inc", "inl", "def", "tbl", "table", "macros"])
}

/// The instance's name in `<name>_AlgorithmInstance.c`.
pub(super) fn instance_name(path: &Path) -> Option<String> {
    if !is_c_or_cpp(path) {
        return None;
    }
    let stem = path.file_stem()?.to_string_lossy().into_owned();
    let suffix = "_AlgorithmInstance";
    let split = stem.len().checked_sub(suffix.len())?;
    let tail = stem.get(split..)?;
    (split > 0 && tail.eq_ignore_ascii_case(suffix)).then(|| stem[..split].to_owned())
}

/// Whether this is one of the program's known answer drivers.
pub(super) fn is_kat_driver(path: &Path) -> bool {
    path.file_name().is_some_and(|name| lower(name).starts_with("kat_"))
}

/// Whether a file stem or folder name is that of tests, benchmarks or examples. A name with
/// `test` in its middle is not, nor is a word that only begins like one (`testament.c`).
pub(super) fn is_test(name: &OsStr) -> bool {
    let name = lower(name);
    let words = ["test", "bench", "speed", "example"];
    let begins = words.iter().any(|word| {
        name.strip_prefix(word).is_some_and(|rest| {
            let ending = rest.trim_start_matches(|c: char| c.is_ascii_lowercase());
            let letters = &rest[..rest.len() - ending.len()];
            matches!(letters, "" | "s" | "ing" | "er" | "mark" | "marks" | "marking")
        })
    });
    let ends = words.iter().any(|word| {
        let name = name.strip_suffix('s').unwrap_or(&name);
        name.strip_suffix(word).is_some_and(|rest| rest.ends_with(['_', '-', '.']))
    });
    begins || ends
}

/// Whether a folder is never part of a submission's sources: hidden, or left there by tools.
pub(super) fn is_junk(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    name.starts_with('.') || name == "__MACOSX" || name == "CMakeFiles"
}

/// Whether a folder's name says nothing about the instance in it.
pub(super) fn is_generic(name: &OsStr) -> bool {
    let generic = [
        "src",
        "source",
        "sources",
        "code",
        "codes",
        "csrc",
        "c",
        "lib",
        "core",
        "iccs",
        "ngcc",
        "niccs",
        "api",
        "kem",
        "sig",
        "kex",
        "hash",
        "impl",
        "include",
        "algorithm",
        "algorithminstance",
        "instance",
        "main",
        "crypto",
    ];
    generic.contains(&lower(name).as_str())
}

pub(super) fn lower(name: &OsStr) -> String {
    name.to_string_lossy().to_lowercase()
}

fn extension_in(path: &Path, list: &[&str]) -> bool {
    path.extension().is_some_and(|extension| list.iter().any(|known| extension == *known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_words_make_a_test() {
        for name in ["test", "tests", "test_kem", "TestKem1", "bench", "benchmark", "speed_x"] {
            let expected = name != "TestKem1";
            assert_eq!(is_test(OsStr::new(name)), expected, "{name}");
        }
        for name in ["kem_test", "ntt-bench", "testing", "examples", "test1"] {
            assert!(is_test(OsStr::new(name)), "{name}");
        }
        for name in ["testament", "latest", "primality_test_small", "attest", "speedup", "kem"] {
            assert!(!is_test(OsStr::new(name)), "{name}");
        }
    }

    #[test]
    fn instances_are_named_by_their_file() {
        let name = |file: &str| instance_name(Path::new(file));
        assert_eq!(name("a/ZEN_128_AlgorithmInstance.c").as_deref(), Some("ZEN_128"));
        assert_eq!(name("zen_algorithminstance.c").as_deref(), Some("zen"));
        assert_eq!(name("中_AlgorithmInstance.c").as_deref(), Some("中"));
        assert_eq!(name("_AlgorithmInstance.c"), None);
        assert_eq!(name("ZEN_AlgorithmInstance.h"), None);
        assert_eq!(name("中文字文字文字.c"), None);
    }
}
