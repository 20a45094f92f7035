//! A submission in the official layout needs no configuration, and nothing is written into it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use common::{Ran, Shapes, folder, listing, profile, profile_in, root, shapes, tree};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The example as its authors would hand it in: three folders that have everything in them, the
/// parameter set in a header, names as they come.
fn submission(name: &str) -> PathBuf {
    let submission = folder(name);
    let reference = submission.join("Implementations/Reference_Implementation");
    for (k, label) in [(2, "mlkem-512"), (3, "mlkem-768"), (4, "mlkem-1024")] {
        let instance = reference.join(label);
        std::fs::create_dir_all(&instance).unwrap();
        for from in ["../examples/mlkem/src", "../examples/iccs"] {
            for entry in std::fs::read_dir(tree(from)).unwrap() {
                let path = entry.unwrap().path();
                std::fs::copy(&path, instance.join(path.file_name().unwrap())).unwrap();
            }
        }
        set_rank(&instance, 3, k);
        // What comes with such a folder and belongs to no library.
        std::fs::write(instance.join("KAT_KEM.c"), "int main(void) { return missing(); }").unwrap();
        std::fs::write(instance.join("Makefile"), "all:\n\trm -rf /\n").unwrap();
    }
    std::fs::create_dir_all(submission.join("Test_Vectors")).unwrap();
    std::fs::write(submission.join("Test_Vectors/KAT_KEM_mlkem-512.txt"), "#\r\n").unwrap();
    submission
}

fn set_rank(instance: &Path, from: u8, to: u8) {
    let header = instance.join("params.h");
    let text = std::fs::read_to_string(&header).unwrap();
    let line = |k| format!("#define MLKEM_K {k}\n");
    assert!(text.contains(&line(from)));
    std::fs::write(&header, text.replace(&line(from), &line(to))).unwrap();
}

type Counts = BTreeMap<(String, String), Shapes>;

fn counts(target: &Path, options: &[&str]) -> Counts {
    let mut command = profile(target);
    command.args(["--iters", "20", "--warmups", "1", "--format", "json"]).args(options);
    let ran = Ran::of(&mut command);
    assert_eq!(ran.status(), 0, "{}", ran.stderr());
    let records = ran.records();
    records.iter().map(|r| ((r.label.clone(), r.operation.clone()), shapes(r))).collect()
}

fn configured() -> Counts {
    let mut counts = counts(&tree("../examples/mlkem"), &[]);
    counts.retain(|(label, _), _| !label.ends_with("-fips"));
    counts
}

#[test]
fn the_official_layout_needs_no_configuration() {
    let submission = submission("ML KEM (测试)+");
    let before = listing(&submission);
    let found = counts(&submission, &[]);
    assert_eq!(found.len(), 9);
    assert_eq!(found, configured());
    assert!(listing(&submission) == before, "something was written into the submission");

    let mut command = profile(&submission);
    command.args(["--iters", "1", "--warmups", "0", "--op", "dec", "--format", "csv"]);
    let text = Ran::of(&mut command).stdout();
    let labels: Vec<_> = text.lines().skip(1).map(|l| l.split(',').next().unwrap()).collect();
    assert_eq!(labels, ["mlkem-512", "mlkem-768", "mlkem-1024"], "in the order of their numbers");

    // Any folder above an instance, and the instance's own, too.
    let implementation = submission.join("Implementations/Reference_Implementation");
    assert_eq!(counts(&implementation, &[]), found);
    let one = counts(&implementation.join("mlkem-768"), &[]);
    assert_eq!(one.len(), 3);
    assert!(one.iter().all(|(key, shapes)| found[key] == *shapes && key.0 == "mlkem-768"));
    assert_eq!(counts(&submission, &["--instance", "mlkem-768"]), one);
    assert!(listing(&submission) == before, "something was written into the submission");
}

/// Libraries come from the cache until something they are made of changes, in folders whose names
/// mean something to make, shells and the linker.
#[test]
fn a_changed_header_is_noticed() {
    for name in ["changed", "a $(touch x) #1, 'b'+[c]\\d=é:%"] {
        let submission = submission(name);
        let instance = submission.join("Implementations/Reference_Implementation/mlkem-512");
        let cache = root().join(format!("cache of {name}"));
        let run = || {
            let mut command = profile_in(&instance, &cache);
            command.args(["--iters", "2", "--warmups", "1", "--op", "enc", "--format", "json"]);
            let ran = Ran::of(command.arg("--verbose"));
            assert_eq!(ran.status(), 0, "{}", ran.stderr());
            (shapes(&ran.record()), ran.stderr().contains("found in the cache"))
        };
        let prf = |shapes: &Shapes| shapes[&("pseudoXOF".to_owned(), 264, 1024)];
        let (first, is_cached) = run();
        assert!(!is_cached);
        assert_eq!(prf(&first), 2 * 3);
        assert_eq!(run(), (first, true));
        set_rank(&instance, 2, 3);
        let (changed, is_cached) = run();
        assert!(!is_cached);
        assert_eq!(prf(&changed), 2 * 7);
    }
    assert!(!Path::new("x").exists());
}
