//! Finding published files by the name of the instance.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use iccs_kat::KatFile;
use iccs_kat::find::{KatFolder, Likeness};

/// Searches a folder with these files; what is found, relative to it.
fn find(files: &[&str], kind: KatFile, instance: &str) -> (Vec<String>, Likeness) {
    let folder = tempfile::tempdir().unwrap();
    for file in files {
        let path = folder.path().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "").unwrap();
    }
    let searched = KatFolder::search(folder.path()).unwrap();
    let found = searched.find(kind, instance);
    let name = |path: &&std::path::Path| {
        path.strip_prefix(folder.path()).unwrap().to_str().unwrap().to_owned()
    };
    (found.files.iter().map(name).collect(), found.likeness)
}

fn found(files: &[&str], kind: KatFile, instance: &str, name: &str) -> Likeness {
    let (files, likeness) = find(files, kind, instance);
    assert_eq!(files, [name]);
    likeness
}

const FILES: [&str; 6] = [
    "A+B (2)/Test Vectors/KAT_KEM_ZEN-512.txt",
    "KAT_KEM_ZEN-51.txt",
    "KAT_SIG_ZEN-512.txt",
    "KAT_2_12_ZEN-512.txt",
    "KAT_Loop_ZEN-512.txt",
    "KAT_KEM_ZEN-512.rsp",
];

#[test]
fn official_names_are_found_below() {
    let zen = |kind| find(&FILES, kind, "ZEN-512").0;
    assert_eq!(zen(KatFile::Kem), ["A+B (2)/Test Vectors/KAT_KEM_ZEN-512.txt"]);
    assert_eq!(zen(KatFile::Sig), ["KAT_SIG_ZEN-512.txt"]);
    assert_eq!(zen(KatFile::Hash12), ["KAT_2_12_ZEN-512.txt"]);
    assert_eq!(zen(KatFile::HashLoop), ["KAT_Loop_ZEN-512.txt"]);
    assert_eq!(zen(KatFile::Hash23), [""; 0]);
    assert_eq!(find(&FILES, KatFile::Kem, "ZEN-5").0, [""; 0]);
    assert_eq!(find(&FILES, KatFile::Kem, "").0, [""; 0]);
}

#[test]
fn spelling_varies() {
    for name in ["kat_kem_zen_512.TXT", "KAT-KEM-Zen-512.txt", "KAT KEM ZEN 512.txt"] {
        assert_eq!(found(&[name], KatFile::Kem, "ZEN-512", name), Likeness::Spelling);
    }
    let name = "KAT_LOOP_zen_512.txt";
    assert_eq!(found(&[name], KatFile::HashLoop, "ZEN-512", name), Likeness::Spelling);
}

#[test]
fn prefixes_vary() {
    for name in ["KAT_KEM_512.txt", "KAT_KEM_Ref-ZEN_512.txt", "KAT_ZEN-512.txt", "KEM_ZEN-512.txt"]
    {
        assert_eq!(found(&[name], KatFile::Kem, "ZEN-512", name), Likeness::Prefix);
    }
    let name = "2_12_ZEN-512.txt";
    assert_eq!(found(&[name], KatFile::Hash12, "ZEN-512", name), Likeness::Prefix);
    for name in ["KAT_KEM_12.txt", "KAT_KEM_FROZEN-512.txt", "KAT_SIG_ZEN-512.txt", "KAT_KEM_.txt"]
    {
        assert_eq!(find(&[name], KatFile::Kem, "ZEN-512").0, [""; 0], "{name}");
    }
    assert_eq!(find(&["KAT_ZEN-512.txt"], KatFile::Hash12, "ZEN-512").0, [""; 0]);
}

#[test]
fn the_most_similar_are_found() {
    let names = ["KAT_KEM_512.txt", "KAT_KEM_ZEN_512.txt", "KAT_KEM_ZEN-512.txt"];
    for (files, likeness) in [(3, Likeness::Same), (2, Likeness::Spelling), (1, Likeness::Prefix)] {
        let last = names[files - 1];
        assert_eq!(found(&names[..files], KatFile::Kem, "ZEN-512", last), likeness);
    }
}

#[test]
fn several_are_all_given() {
    let names = ["a/KAT_KEM_X.txt", "b/KAT_KEM_X.txt", "c/KAT_KEM_x.txt"];
    assert_eq!(
        find(&names, KatFile::Kem, "X"),
        (names[..2].iter().map(ToString::to_string).collect(), Likeness::Same)
    );
    assert_eq!(find(&["KAT_KEM_A-1.txt", "KAT_KEM_B-1.txt"], KatFile::Kem, "1").0.len(), 2);
}

#[test]
fn a_folder_that_is_not_there_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let error = KatFolder::search(&folder.path().join("none")).unwrap_err();
    assert!(error.to_string().contains("/none: "), "{error}");
}
