//! The sources of the examples: without warnings under the guide's flags, and fit to be handed in
//! in the official layout, one flat folder an instance and no configuration.

use crate::common::library::{Subject, instances};
use crate::common::{folder, tree};
use assert_cmd::Command;
use iccs_profiler::api::Kind;
use iccs_profiler::build::FlagSet;
use iccs_profiler::target::{self, Instance, InstanceSource, SourceSet};
use std::path::PathBuf;

fn sources(instance: &Instance) -> &SourceSet {
    match &instance.source {
        InstanceSource::Sources(set) => set,
        other => panic!("{} is built from {other:?}", instance.label),
    }
}

/// The guide's flags for the reference are looked at wherever an example is built.
#[test]
fn no_compiler_warns_with_the_flags_for_speed() {
    for instance in ["akex", "duplex", "merkle"].into_iter().flat_map(instances) {
        let set = sources(&instance);
        let mut command = Command::new("cc");
        command.args(FlagSet::Performance.flags()).args(["-Werror", "-shared", "-fPIC"]);
        command.args(set.define.iter().map(|define| format!("-D{define}")));
        for folder in set.include.iter().chain([&set.root, &tree("../examples/iccs")]) {
            command.arg("-I").arg(folder);
        }
        let library = folder("warnings").join(&instance.label);
        command.args(&set.files).arg("-o").arg(library).assert().success();
    }
}

/// Puts all files of an instance in one folder; no two may have the same name.
fn hand_in(instance: &Instance, submission: &str) -> PathBuf {
    let submission = folder(submission);
    let flat = submission.join("Implementations/Reference_Implementation").join(&instance.label);
    std::fs::create_dir_all(&flat).unwrap();
    let set = sources(instance);
    let headers = set.include.iter().chain([&set.root]).flat_map(|folder| {
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        files.filter(|file| file.extension().is_some_and(|extension| extension == "h"))
    });
    let helpers = ["auxfunc.c", "auxfunc.h", "drng.c", "drng.h"];
    let helpers = helpers.map(|name| tree("../examples/iccs").join(name));
    for file in set.files.iter().cloned().chain(headers).chain(helpers) {
        let copy = flat.join(file.file_name().unwrap());
        assert!(!copy.exists(), "two files are called {}", copy.display());
        std::fs::copy(&file, &copy).unwrap();
    }
    submission
}

/// The instances that are the default of their sources, so that no macro is wanted.
#[test]
fn the_official_layout_needs_no_configuration() {
    for (example, label, kind) in [
        ("akex", "akex-helpers", Kind::Kex),
        ("duplex", "duplex-512", Kind::Hash),
        ("merkle", "merkle-h4", Kind::Sig),
        ("mldsa", "mldsa-65", Kind::Sig),
    ] {
        let configured = instances(example).into_iter().find(|i| i.label == label).unwrap();
        let submission = hand_in(&configured, &format!("official {example}"));
        let found = target::find(&submission).unwrap().instances;
        assert_eq!(found.len(), 1, "{example}");
        assert_eq!((found[0].label.as_str(), found[0].kind), (label, None));
        let subject = Subject::of(&found[0], "official");
        assert_eq!(subject.kind(), kind);
    }
}

/// No instance has a Keccak that it does not use, or `elf` would find one.
#[test]
fn instances_have_only_what_they_use() {
    for (example, label, has_keccak) in [
        ("akex", "akex-helpers", false),
        ("akex", "akex-shake", true),
        ("mldsa", "mldsa-44", false),
        ("mldsa", "mldsa-44-fips", true),
    ] {
        let subject = Subject::build(example, label, "keccak");
        assert_eq!(subject.exports("mlkem_keccak_start"), has_keccak, "{label}");
    }
}
