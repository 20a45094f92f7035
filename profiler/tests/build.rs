//! From a folder of sources to two libraries.

#![allow(clippy::unwrap_used, reason = "tests")]

mod build_support;

use build_support::{HEADER, Place, bare, call, dynamic_symbols, kem, object, run};
use iccs_profiler::api::Kind;
use iccs_profiler::build::{BuildError, FlagSet, Helper, Origin, build};
use iccs_profiler::target::find;
use std::path::Path;
use std::process::Command;

const MARK: &str = "KEM_AlgorithmInstance.c";

fn with_kem(place: &Place, folder: &str) {
    place.file(format!("{folder}/{MARK}"), kem("DRNG_ctx drng_algorithm;"));
    place.file(format!("{folder}/KEM_AlgorithmInstance.h"), HEADER);
}

fn own_helpers(place: &Place, folder: &str) {
    for name in ["auxfunc.c", "auxfunc.h", "drng.c", "drng.h"] {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/iccs").join(name);
        place.file(format!("{folder}/{name}"), std::fs::read(from).unwrap());
    }
}

#[test]
fn helper_calls_go_through_the_interposer() {
    let place = Place::new();
    with_kem(&place, "toy");
    own_helpers(&place, "toy");
    let built = place.build();
    assert_eq!(built.kind, Kind::Kem);
    assert_eq!(built.wrapped, Helper::ALL);
    assert_eq!(built.helper_origin, [Origin::Own; 5]);
    assert_eq!(built.drng_defined_by, Origin::Own);
    assert_eq!(built.flags_name, "guide");
    assert!(built.build_flags.starts_with("-std=c99 -Wpedantic -Wall -Wextra -O2 -fPIC"));
    let symbols = dynamic_symbols(&built.instrumented);
    for helper in ["pseudohash", "pseudoXOF", "sm3hash", "get_random_number"] {
        assert!(symbols.contains(&format!("U __wrap_{helper}")), "{symbols:?}");
    }
    assert!(symbols.contains(&"D iccs_link".to_owned()));
    let symbols = dynamic_symbols(&built.plain);
    assert!(
        !symbols.iter().any(|symbol| symbol.contains("__wrap_") || symbol.contains("iccs_link"))
    );
    assert!(symbols.contains(&"D drng_algorithm".to_owned()));
    let needed = Command::new("readelf").arg("-d").arg(&built.instrumented).output().unwrap();
    assert!(String::from_utf8_lossy(&needed.stdout).contains("[libiccs_interpose.so]"));
}

#[test]
fn a_submission_without_helpers_gets_ours_or_the_users() {
    let mut place = Place::new();
    with_kem(&place, "toy");
    let built = place.build();
    assert_eq!(built.helper_origin, [Origin::Supplied; 5]);
    assert!(built.remarks.iter().any(|remark| remark.contains("not shipped")));
    own_helpers(&place, "../theirs");
    place.options.helpers = Some(place.dir.path().join("theirs"));
    let built = place.build();
    assert!(built.remarks.iter().any(|remark| remark.contains("theirs")), "{:?}", built.remarks);
    std::fs::remove_file(place.dir.path().join("theirs/drng.c")).unwrap();
    assert!(place.try_build().unwrap_err().to_string().contains("drng.c"));
}

#[test]
fn a_missing_drng_variable_is_supplied() {
    let place = Place::new();
    place.file(MARK, kem(""));
    place.file("KEM_AlgorithmInstance.h", HEADER);
    let built = place.build();
    assert_eq!(built.drng_defined_by, Origin::Supplied);
    assert!(dynamic_symbols(&built.plain).contains(&"D drng_algorithm".to_owned()));
    let size = Command::new("nm").args(["-DS"]).arg(&built.plain).output().unwrap();
    let size = String::from_utf8(size.stdout).unwrap();
    assert!(size.lines().any(|l| l.contains("00a5") && l.ends_with("drng_algorithm")), "{size}");
}

#[test]
fn of_two_definitions_one_gives_way() {
    for flags in [FlagSet::Guide, FlagSet::Performance] {
        let mut place = Place::new();
        place.options.flags = flags;
        with_kem(&place, "toy");
        own_helpers(&place, "toy");
        let rival = "int sm3hash(int a, const unsigned char *b, unsigned long long c, unsigned char *d)\n\
            { (void)a; (void)b; (void)c; (void)d; return 99; }\nint twice(void) { return 2; }\n";
        place.file("toy/a_detail.c", rival);
        place.file("toy/globals.c", format!("{HEADER}DRNG_ctx drng_algorithm;\n"));
        place.file(
            "toy/probe.c",
            "#include \"auxfunc.h\"\nint twice(void);\n\
             int probe(void) { unsigned char d[32]; return twice() + sm3hash(256, d, 8, d); }\n",
        );
        let built = place.build();
        let remarks = built.remarks.join("\n");
        assert!(remarks.contains("sm3hash is defined in auxfunc.c and a_detail.c"), "{remarks}");
        assert!(remarks.contains("drng_algorithm is defined in KEM_"), "{remarks}");
        assert_eq!(call(&built.plain, "probe"), 2);
    }
}

#[test]
fn link_time_optimization_is_for_the_plain_library_only() {
    let mut place = Place::new();
    place.options.flags = FlagSet::Performance;
    with_kem(&place, "toy");
    own_helpers(&place, "toy");
    let built = place.build();
    assert_eq!(built.flags_name, "guide-performance");
    assert!(built.remarks.iter().any(|remark| remark.contains("-flto")));
    assert!(dynamic_symbols(&built.instrumented).contains(&"U __wrap_pseudoXOF".to_owned()));
    assert!(dynamic_symbols(&built.plain).contains(&"D kem_enc".to_owned()));
}

#[test]
fn strange_names_are_built() {
    let place = Place::new();
    let folder = "密码 +(1) 'q\" -x/-Reference_Implementation/ZEN $HOME #1";
    place.file(
        format!("{folder}/-a_AlgorithmInstance.c"),
        bare("#include \"中 文.h\"\nint f(void);"),
    );
    place.file(format!("{folder}/中 文.h"), "int f(void);\r\n");
    place.file(
        format!("{folder}/src two/@x;y.c"),
        "#include \"中 文.h\"\r\nint f(void)\r\n{ return 5; }\r\n",
    );
    let built = place.build();
    assert_eq!(call(&built.plain, "f"), 5);
    assert_eq!(place.instance().label, "ZEN $HOME #1");
}

#[test]
fn names_that_are_no_text_are_built_and_control_characters_refused() {
    use std::os::unix::ffi::OsStrExt;
    let place = Place::new();
    place.file(MARK, bare(""));
    place.file(std::ffi::OsStr::from_bytes(b"\xff\xfe.c"), "int g(void) { return 6; }\n");
    assert_eq!(call(&place.build().plain, "g"), 6);
    assert!(place.build().from_cache);
    place.file("new\nline.c", "int h;\n");
    let message = find(&place.root()).unwrap_err().to_string();
    assert!(message.contains(r"new\nline.c") && message.contains("control"), "{message}");
}

#[test]
fn colliding_headers_are_each_files_own() {
    let place = Place::new();
    place.file(format!("src/{MARK}"), bare("#include \"params.h\"\nint top(void) { return N; }"));
    place.file("src/params.h", "#define N 1\n");
    place.file("src/a/params.h", "#define N 2\n");
    place.file("src/a/inner/a.c", "#include \"params.h\"\nint a(void) { return N; }\n");
    place.file("src/b/params.h", "#define N 3\n");
    place.file("src/b/a.c", "#include <params.h>\nint b(void) { return N; }\n");
    place.file("src/b/endian.h", "#error the system has one of this name\n");
    place.file("src/c.c", "#include <endian.h>\n#include \"only.h\"\nint c(void) { return N; }\n");
    place.file("include/deep/only.h", "#define N 4\n");
    let plain = place.build().plain;
    let values = ["top", "a", "b", "c"].map(|name| call(&plain, name));
    assert_eq!(values, [1, 2, 3, 4]);
}

#[test]
fn cpp_and_assembly_are_built() {
    let place = Place::new();
    place.file(MARK, bare(""));
    place.file(
        "x.cpp",
        "#include <string>\n#include <vector>\nextern \"C\" int low(void);\n\
         extern \"C\" int high() { std::vector<std::string> v(3, \"a\"); try { v.at(9); } catch (...) { return low() + 1; } return 0; }\n",
    );
    #[cfg(target_arch = "x86_64")]
    let body = "mov $41, %eax\nret";
    #[cfg(target_arch = "aarch64")]
    let body = "mov w0, #41\nret";
    place.file(
        "low.S",
        format!("#define NAME low\n.text\n.globl NAME\n.type NAME,@function\nNAME:\n{body}\n.section .note.GNU-stack,\"\",@progbits\n"),
    );
    assert_eq!(call(&place.build().plain, "high"), 42);
}

#[test]
fn included_sources_programs_and_tests_stay_out() {
    let place = Place::new();
    place.file(MARK, bare("#include \"part.c\""));
    place.file("part.c", "int part(void) { return 1; }\n");
    place.file("main.c", "#include <nowhere.h>\nint main(void) { return 0; }\n");
    place.file("KAT_KEM.c", "#include <nowhere.h>\nint kat;\n");
    place.file("test/x.c", "#include <nowhere.h>\nint x;\n");
    place.file(
        "guarded.c",
        "int needed(void) { return 0; }\n#ifndef LIB\nint main(void) { return 0; }\n#endif\n",
    );
    place.file("latest.c", "int test_bit(void);\nint latest(void) { return test_bit(); }\n");
    place.file("test_bit.c", "int test_bit(void) { return 7; }\n");
    let built = place.build();
    assert_eq!(call(&built.plain, "latest"), 7);
    assert!(
        built.remarks.iter().any(|r| r.contains("test_bit.c: needed after all")),
        "{:?}",
        built.remarks
    );
    let remarks = place.instance().remarks.join("\n");
    assert!(remarks.contains("part.c: not compiled on its own"), "{remarks}");
}

#[test]
fn shared_folders_beside_the_instances_are_used_when_needed() {
    let place = Place::new();
    for label in ["A_1", "A_2"] {
        place.file(
            format!("Reference_Implementation/{label}/{MARK}"),
            bare("#include \"common.h\"\nint use(void) { return common(); }"),
        );
        place.file(
            format!("Reference_Implementation/{label}/params.h"),
            format!("#define P {}\n", &label[2..]),
        );
    }
    place.file("Reference_Implementation/common/common.h", "int common(void);\n");
    place.file(
        "Reference_Implementation/common/common.c",
        "#include \"common.h\"\n#include \"params.h\"\nint common(void) { return P; }\n",
    );
    place.file("Reference_Implementation/common/unused.c", "#error not compiled unless needed\n");
    let submission = place.find();
    let values: Vec<i32> = submission
        .instances
        .iter()
        .map(|instance| call(&build(instance, &place.options).unwrap().plain, "use"))
        .collect();
    assert_eq!(values, [1, 2]);
}

#[test]
fn errors_name_the_file_and_the_way_out() {
    let place = Place::new();
    place.file(MARK, bare(""));
    let bad = place.file("bad file.c", "int f( { return 0; }\n");
    let message = place.try_build().unwrap_err().to_string();
    assert!(
        message.contains("bad file.c does not compile") && message.contains("error:"),
        "{message}"
    );
    assert!(message.contains("'"), "quoted for a shell: {message}");
    let command = message.lines().last().unwrap().trim();
    let again = Command::new("sh").args(["-c", command]).output().unwrap();
    assert!(String::from_utf8_lossy(&again.stderr).contains("bad file.c:1"), "{command}");

    std::fs::write(&bad, "int gone(void); int f(void) { return gone(); }\n").unwrap();
    let message = place.try_build().unwrap_err().to_string();
    assert!(message.contains("undefined: gone (used in bad file.c)"), "{message}");

    std::fs::write(&bad, "int f(void) { return 0; }\n").unwrap();
    place.file("z.c", "int f(void) { return 1; }\n");
    let message = place.try_build().unwrap_err().to_string();
    assert!(message.contains("f (in bad file.c, z.c)"), "{message}");

    place.file("z.c", "int kem_other;\n");
    let text =
        bare("").replace("int kem_dec", "int my_dec").replace("int kem_enc", "static int kem_enc");
    place.file(MARK, text);
    let message = place.try_build().unwrap_err().to_string();
    assert!(message.contains("kind kem but lacks kem_enc, kem_dec"), "{message}");
    place.file(MARK, "int nothing;\n");
    assert!(matches!(place.try_build(), Err(BuildError::NoApi { .. })));
}

#[test]
fn a_missing_compiler_is_named() {
    let mut place = Place::new();
    place.file(MARK, bare(""));
    place.options.cc = "no-such-cc".into();
    let message = place.try_build().unwrap_err().to_string();
    assert!(message.contains("cannot run 'no-such-cc'") && message.contains("--cc"), "{message}");
    place.options.cc = "false".into();
    assert!(place.try_build().unwrap_err().to_string().contains("--version"));
}

#[test]
fn nothing_is_written_to_the_submission() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    with_kem(&place, "toy");
    own_helpers(&place, "toy");
    place.file("toy/Makefile", "all:\n\ttouch made\n");
    let folder = place.root().join("toy");
    let listing = || {
        let out =
            Command::new("ls").args(["-lR", "--full-time"]).arg(place.root()).output().unwrap();
        out.stdout
    };
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o555)).unwrap();
    let before = listing();
    place.build();
    let after = listing();
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(String::from_utf8(before), String::from_utf8(after));
}

#[test]
fn archives_are_taken_apart() {
    let place = Place::new();
    let one = place.file("one/x.c", bare("int sm3hash(int, const unsigned char *, unsigned long long, unsigned char *);\nint go(unsigned char *p) { return sm3hash(256, p, 8, p); }"));
    let two = place.file("two/x.c", "int two(void) { return 2; }\n");
    let program = place.file("main.c", "int main(void) { return 0; }\n");
    let archive = place.root().join("libtoy.a");
    let objects: Vec<_> = [&one, &two, &program].iter().map(|s| object(s, &["-fPIC"])).collect();
    run(Command::new("ar").arg("qc").arg(&archive).args(&objects));
    let instance = find(&archive).unwrap().instances.remove(0);
    assert_eq!(instance.label, "toy");
    let built = build(&instance, &place.options).unwrap();
    assert_eq!(call(&built.plain, "two"), 2);
    assert_eq!(built.helper_origin[Helper::Sm3hash.index()], Origin::Supplied);
    assert!(built.remarks.iter().any(|remark| remark.contains("main")));

    #[cfg(target_arch = "x86_64")]
    {
        let source =
            place.file("abs.c", bare("int table[4];\nlong at(void) { return (long)table; }"));
        let fixed = object(&source, &["-fno-pic", "-mcmodel=small"]);
        std::fs::remove_file(&archive).unwrap();
        run(Command::new("ar").arg("qc").arg(&archive).arg(&fixed));
        let message = build(&instance, &place.options).unwrap_err().to_string();
        assert!(message.contains("not position independent"), "{message}");
    }
    std::fs::write(&archive, b"!<arch>\ngarbage").unwrap();
    assert!(matches!(build(&instance, &place.options), Err(BuildError::Elf(_))));
}

#[test]
fn hidden_functions_are_shown() {
    let place = Place::new();
    place.file(MARK, bare("#pragma GCC visibility push(hidden)"));
    let built = place.build();
    assert!(built.remarks.iter().any(|remark| remark.contains("hidden")), "{:?}", built.remarks);
    place.file(
        "submission.toml",
        "[[instance]]\nlabel = \"x\"\ndir = \".\"\ncflags = [\"-fvisibility=hidden\"]\n",
    );
    place.file(MARK, bare(""));
    place.build();
}

#[test]
fn calls_within_a_helpers_own_file_are_mentioned() {
    let place = Place::new();
    own_helpers(&place, "");
    place.file(
        MARK,
        bare("#include \"auxfunc.c\"\nint go(unsigned char *p) { return sm3hash(256, p, 8, p); }"),
    );
    let built = place.build();
    let remark = built.remarks.iter().find(|remark| remark.contains("not counted"));
    assert!(remark.is_some_and(|remark| remark.contains("sm3hash")), "{:?}", built.remarks);
}

#[test]
fn own_functions_win_over_the_c_library() {
    let place = Place::new();
    place.file(MARK, bare("long random(void);\nint probe(void) { return (int)random(); }"));
    place.file("random.c", "long random(void) { return 4; }\n");
    let built = place.build();
    assert_eq!(call(&built.plain, "probe"), 4);
    assert!(built.remarks.iter().any(|remark| remark.contains("random")), "{:?}", built.remarks);
}

#[test]
fn reserve_files_may_need_helpers_of_their_own() {
    let place = Place::new();
    place.file(
        MARK,
        bare("int late(unsigned char *p);\nint go(unsigned char *p) { return late(p); }"),
    );
    place.file(
        "test/late.c",
        "#include \"auxfunc.h\"\nint late(unsigned char *p) { return sm3hash(256, p, 8, p); }\n",
    );
    let built = place.build();
    assert!(built.wrapped.contains(&Helper::Sm3hash));
    assert_eq!(built.helper_origin[Helper::Sm3hash.index()], Origin::Supplied);
}

#[test]
fn a_static_helper_and_an_unreadable_file_are_mentioned() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    place.file(MARK, bare("static __attribute__((noinline)) int sm3hash(int a) { __asm__(\"\"); return a; }\nint go(void) { return sm3hash(3); }"));
    let remarks = place.build().remarks;
    assert!(remarks.iter().any(|remark| remark.contains("sm3hash is static")), "{remarks:?}");
    let path = place.file("secret.c", "int s;\n");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).unwrap();
    // The superuser reads everything.
    if std::fs::read(&path).is_err() {
        let message = find(&place.root()).unwrap_err().to_string();
        assert!(message.contains("secret.c") && message.contains("cannot read"), "{message}");
    }
}
