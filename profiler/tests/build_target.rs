//! What a target can be, and which instances are found.

#![allow(clippy::unwrap_used, reason = "tests")]

mod build_support;

use build_support::{Place, bare};
use iccs_profiler::target::{InstanceSource, SourceSet, Submission, find};
use std::path::Path;

fn labels(submission: &Submission) -> Vec<&str> {
    submission.instances.iter().map(|instance| instance.label.as_str()).collect()
}

fn sources(submission: &Submission, index: usize) -> &SourceSet {
    match &submission.instances[index].source {
        InstanceSource::Sources(sources) => sources,
        other => panic!("{other:?}"),
    }
}

fn names(sources: &SourceSet) -> Vec<String> {
    let relative = |path: &Path| path.strip_prefix(&sources.root).unwrap().display().to_string();
    sources.files.iter().map(|path| relative(path)).collect()
}

#[test]
fn the_official_layout_and_its_variants() {
    let place = Place::new();
    let base = "S/Implementations";
    for (folder, label) in [
        ("Reference_Implementation", "ZEN_10"),
        ("Reference_Implementation", "ZEN_2"),
        ("Optimized_Implementation", "ZEN_2"),
    ] {
        place.file(format!("{base}/{folder}/{label}/src/KEM_AlgorithmInstance.c"), "");
        place.file(format!("{base}/{folder}/{label}/ICCS/auxfunc.c"), "");
        place.file(
            format!("{base}/{folder}/{label}/src/KEM_AlgorithmInstance.h"),
            format!("#define ALGORITHM_INSTANCE \"{label}!\"\n"),
        );
    }
    place.file("S/Test_Vectors/KAT_KEM_ZEN_2.txt", "");
    let submission = place.find();
    assert_eq!(labels(&submission), ["ZEN_2", "ZEN_10", "ZEN_2-optimized"]);
    assert_eq!(names(sources(&submission, 0)), ["ICCS/auxfunc.c", "src/KEM_AlgorithmInstance.c"]);
    let first = &submission.instances[0];
    assert_eq!((first.name.as_deref(), first.variant.as_str()), (Some("ZEN_2!"), "reference"));
    assert!(first.kat.as_ref().unwrap().ends_with("S/Test_Vectors"));
    assert_eq!(submission.instances[2].variant, "optimized");
    // From within an instance's folder the same is found.
    let inner = find(&place.root().join(base).join("Reference_Implementation/ZEN_2/src")).unwrap();
    assert_eq!((labels(&inner), names(sources(&inner, 0)).len()), (vec!["ZEN_2"], 2));
}

#[test]
fn a_plain_folder_and_two_instances_in_one() {
    let place = Place::new();
    place.file("code/KEM_AlgorithmInstance.c", "");
    place.file("ICCS/drng.c", "");
    place.file("include/KEM_AlgorithmInstance.h", "#define ALGORITHM_INSTANCE \"TOY\"\n");
    let submission = place.find();
    assert_eq!((labels(&submission), submission.id.as_str()), (vec!["submission"], "submission"));
    assert_eq!(names(sources(&submission, 0)).len(), 2);

    let place = Place::new();
    place.file("A_AlgorithmInstance.c", "");
    place.file("B_AlgorithmInstance.c", "");
    place.file("common.c", "");
    let submission = place.find();
    assert_eq!(labels(&submission), ["A", "B"]);
    assert_eq!(names(sources(&submission, 1)), ["B_AlgorithmInstance.c", "common.c"]);
}

#[test]
fn links_and_other_tools_files_do_no_harm() {
    let place = Place::new();
    place.file("x/KEM_AlgorithmInstance.c", "");
    place.file("__MACOSX/x/._KEM_AlgorithmInstance.c", "");
    place.file("x/._KEM_AlgorithmInstance.c", "");
    std::os::unix::fs::symlink(place.root(), place.root().join("x/loop")).unwrap();
    let fifo = place.root().join("x/pipe.c");
    assert!(std::process::Command::new("mkfifo").arg(fifo).status().unwrap().success());
    let submission = place.find();
    assert_eq!(submission.instances.len(), 1);
    assert_eq!(names(sources(&submission, 0)), ["KEM_AlgorithmInstance.c"]);
    assert_eq!(submission.remarks.len(), 2, "{:?}", submission.remarks);
}

#[test]
fn what_is_no_target_is_refused_with_a_reason() {
    let place = Place::new();
    let message = |path: &Path| find(path).unwrap_err().to_string();
    assert!(message(&place.root()).contains("no such file"));
    let text = place.file("a/b.txt", "hello");
    let source = place.file("a/c.c", "");
    assert!(message(&place.root()).contains("CryptHash, and saw 1 C source file;"));
    assert!(message(&text).contains("neither an ELF file nor an archive"));
    assert!(message(&source).contains("name its folder"));
    assert!(message(Path::new("/dev/null")).contains("neither a file nor a folder"));
    let program = std::env::current_exe().unwrap();
    assert!(message(&program).contains("is a program"));
    let library = find(&place.options.interposer).unwrap();
    assert_eq!(labels(&library), ["iccs_interpose"]);
    assert!(matches!(library.instances[0].source, InstanceSource::Library(_)));
}

#[test]
fn a_configuration_says_what_a_search_cannot_know() {
    let place = Place::new();
    place.file("impl/KEM_AlgorithmInstance.c", bare(""));
    place.file("impl/deep/x.c", "int x = MODE;\n");
    place.file("impl/bench_it.c", "");
    place.file("kat/readme", "");
    let config = r#"
        id = "kem-41"
        name = "ZEN"
        kind = "kem"
        [[instance]]
        label = "ZEN_128"
        dir = "impl"
        sources = ["*.c", "deep/*.c"]
        exclude = ["bench*.c"]
        include = ["deep"]
        define = ["MODE=128"]
        libs = ["m"]
        digest_bits = 512
        kat = "kat"
    "#;
    place.file("submission.toml", config);
    let submission = place.find();
    assert_eq!((submission.id.as_str(), submission.name.as_str()), ("kem-41", "ZEN"));
    let set = sources(&submission, 0);
    assert_eq!(names(set), ["KEM_AlgorithmInstance.c", "deep/x.c"]);
    assert_eq!(submission.instances[0].digest_bits, Some(512));
    assert!(submission.instances[0].kat.as_ref().unwrap().ends_with("kat"));
    let built = place.build();
    assert!(built.build_flags.ends_with("-DMODE=128"), "{}", built.build_flags);

    let broken = [
        ("libs = [\"m\"]", "libz = [\"m\"]", "libz"),
        ("libs = [\"m\"]", "libs = [\"-m\"]", "write \"gmp\""),
        ("deep/*.c", "deep/*.cc", "\"deep/*.cc\" matches no file"),
        ("dir = \"impl\"", "dir = \"imp\"", "imp"),
        ("kat = \"kat\"", "kat = \"cat\"", "cat"),
        ("\"ZEN_128\"", "\"ZEN/128\"", "'/'"),
        ("\"ZEN_128\"", "\"\"", "is empty"),
        ("MODE=128", "=128", "NAME=VALUE"),
        ("kind = \"kem\"", "kind = \"kern\"", "kern"),
        ("kind = \"kem\"", "kind = kem", "line 4"),
    ];
    for (from, to, expected) in broken {
        place.file("submission.toml", config.replace(from, to));
        let message = find(&place.root()).unwrap_err().to_string();
        assert!(message.contains("submission.toml") && message.contains(expected), "{message}");
    }
    place.file(
        "submission.toml",
        format!("{config}\n[[instance]]\nlabel = \"ZEN_128\"\ndir = \"impl\"\n"),
    );
    assert!(find(&place.root()).unwrap_err().to_string().contains("two instances"));
    place.file("submission.toml", "id = \"only-a-name\"\nkind = \"kem\"\n");
    let submission = place.find();
    assert_eq!((submission.id.as_str(), submission.instances.len()), ("only-a-name", 1));
}

#[test]
fn without_the_official_file_name_the_interface_is_looked_for() {
    let place = Place::new();
    let folder = "S/Implementations/Reference_Implementation";
    place.file(format!("{folder}/Tins128/SIG_TINS128.c"), "int sig_sign(int a)\n{ return a; }\n");
    place.file(format!("{folder}/Tins128/deep/kem.c"), "int kem_enc(int a) { return a; }\n");
    place.file(format!("{folder}/Tins128/KAT_SIG.c"), "int sig_sign(int a); int main(void) {}\n");
    place.file(format!("{folder}/Tins256/SIG_TINS256.c"), "int sig_sign(int a) { return a; }\n");
    place.file("T/Reference_Implementation/K/KEM_AlgorithmInstance.c", "");
    let submission = place.find();
    assert_eq!(labels(&submission), ["K", "Tins128", "Tins256"]);
    assert_eq!(names(sources(&submission, 1)), ["SIG_TINS128.c", "deep/kem.c"]);
}

#[test]
fn configurations_below_the_target_are_used() {
    let place = Place::new();
    place.file("a/kem.c", "int kem_enc(int a) { return a; }\n");
    place.file("a/submission.toml", "id = \"A\"\n[[instance]]\nlabel = \"one\"\ndir = \".\"\n");
    place.file("helpers/auxfunc.c", "");
    let submission = place.find();
    assert_eq!((submission.id.as_str(), labels(&submission)), ("A", vec!["one"]));
    place.file("b/one/KEM_AlgorithmInstance.c", "");
    let submission = place.find();
    assert_eq!(
        (submission.id.as_str(), labels(&submission)),
        ("submission", vec!["a-one", "b-one"])
    );
}
