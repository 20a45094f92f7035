//! Targets that cannot be measured.

use crate::common::{Ran, c_files, cc, folder, profile, tree};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A good shared library to damage.
fn library() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let path = folder("libraries").join("libgood.so");
        let sources = [c_files("../examples/mlkem/src"), c_files("../examples/iccs")].concat();
        let include = format!("-I{}", tree("../examples/iccs").display());
        cc(&path, &sources, &["-shared", "-fPIC", "-DMLKEM_K=2", &include]);
        path
    })
}

/// Runs a profile of it that must fail with this status; gives what is said.
fn refused(target: &Path, status: i32) -> String {
    let mut command = profile(target);
    let ran = Ran::of(command.args(["--op", "enc", "--iters", "1", "--warmups", "0"]));
    assert_eq!(ran.status(), status, "{}\n{}", ran.stdout(), ran.stderr());
    assert!(status != 2 || ran.stdout().is_empty(), "{}", ran.stdout());
    ran.stderr()
}

/// One message, which names the target and says this.
fn assert_refused(target: &Path, why: &str) {
    let said = refused(target, 2);
    let lines: Vec<_> = said.lines().filter(|line| line.starts_with("iccsprof: ")).collect();
    assert_eq!(lines.len(), 1, "{said}");
    assert!(lines[0].contains(&*target.to_string_lossy()) && said.contains(why), "{said}");
}

fn with(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let made = folder(name);
    for (file, text) in files {
        std::fs::write(made.join(file), text).unwrap();
    }
    made
}

#[test]
fn what_is_no_target() {
    let folder = folder("no targets");
    assert_refused(&folder.join("missing"), "no such file or folder");
    assert_refused(&folder.join("missing/deeper"), "no such file or folder");
    assert_refused(Path::new("/dev/null"), "neither a file nor a folder");
    assert_refused(Path::new("/dev/zero"), "neither a file nor a folder");
    let pipe = folder.join("pipe.so");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    assert_refused(&pipe, "neither a file nor a folder");
    for (name, content, why) in [
        ("empty", "", "empty"),
        ("empty.so", "", "empty"),
        ("empty.a", "", "empty"),
        ("text.so", "no library\n", "a target is a folder of C sources"),
        ("short.so", "\x7fELF", "neither an ELF file nor an archive"),
        ("short.a", "!<arch>\n", "short.a"),
        ("garbage.a", "!<arch>\ngarbage", "short.a"),
        ("single.c", "int kem_enc(void) { return 0; }\n", "single source file"),
    ] {
        let file = folder.join(name);
        std::fs::write(&file, content).unwrap();
        let why = if why == "short.a" { name } else { why };
        assert_refused(&file, why);
    }
    let linked = folder.join("loop");
    std::os::unix::fs::symlink(&linked, &linked).unwrap();
    assert_refused(&linked, "cannot read");
    let configuration = folder.join("submission.toml");
    std::fs::create_dir(&configuration).unwrap();
    assert_refused(&configuration, "no instance found");
}

#[test]
fn folders_without_an_instance() {
    for (name, files) in [
        ("empty folder", vec![]),
        ("only a header", vec![("a.h", "int kem_enc(void);\n")]),
        ("folder.so", vec![("a.c", "int unrelated(void) { return 1; }\n")]),
    ] {
        assert_refused(&with(name, &files), "no instance found below");
    }
}

#[test]
fn instances_without_the_interface() {
    let none = with("x_none", &[("x_AlgorithmInstance.c", "int something(void) { return 1; }\n")]);
    assert!(refused(&none, 2).contains("defines no function of the ICCS interface"));
    let text = "int kem_keygen(void) { return 1; }\nint kem_enc(void) { return 1; }\n";
    let some = with("x_some", &[("x_AlgorithmInstance.c", text)]);
    let said = refused(&some, 2);
    let lacks = "is of kind kem but lacks kem_get_pk_len_bytes, kem_get_sk_len_bytes, \
                 kem_get_ss_len_bytes, kem_get_ct_len_bytes, kem_dec";
    assert!(said.contains(lacks), "{said}");
}

/// A kem with all functions but those that `text` defines in place of them.
fn kem(name: &str, text: &str) -> PathBuf {
    let mut all = text.to_owned();
    for function in ["pk", "sk", "ss", "ct"] {
        let function = format!("kem_get_{function}_len_bytes");
        if !text.contains(&function) {
            all += &format!("unsigned long long {function}(void) {{ return 32; }}\n");
        }
    }
    for function in ["kem_keygen", "kem_enc", "kem_dec"] {
        if !text.contains(function) {
            all += &format!("int {function}(void) {{ return 0; }}\n");
        }
    }
    with(name, &[("x_AlgorithmInstance.c", &all)])
}

#[test]
fn a_symbol_that_is_nowhere() {
    let said = refused(
        &kem("nowhere", "int elsewhere(int);\nint kem_enc(void) { return elsewhere(1); }\n"),
        2,
    );
    assert!(said.contains("undefined: elsewhere"), "{said}");
    assert!(said.contains("x_AlgorithmInstance.c"), "{said}");
}

/// Calling a variable would end in a crash that says nothing.
#[test]
fn an_interface_function_that_is_a_variable() {
    let said = refused(&kem("variable", "int kem_enc = 5;\n"), 2);
    assert!(said.contains("kem_enc"), "{said}");
    let path = folder("libraries").join("libvariable.so");
    cc(
        &path,
        &[kem("variable", "int kem_enc = 5;\n").join("x_AlgorithmInstance.c")],
        &["-shared", "-fPIC"],
    );
    let said = refused(&path, 2);
    assert!(said.contains("kem_enc"), "{said}");
}

#[test]
fn a_library_without_an_interface() {
    let source = with("plain", &[("a.c", "int unrelated(void) { return 1; }\n")]).join("a.c");
    let path = folder("libraries").join("libplain.so");
    cc(&path, &[source], &["-shared", "-fPIC"]);
    assert_refused(&path, "exports no function of the ICCS interface");
}

#[test]
fn a_library_that_needs_what_is_nowhere() {
    let text = "int elsewhere(int);\nint pseudohash(int, char *, long, char *);\n\
                int kem_enc(void) { return elsewhere(pseudohash(512, 0, 0, 0)); }\n";
    let path = folder("libraries").join("libneedy.so");
    cc(&path, &[kem("needy", text).join("x_AlgorithmInstance.c")], &["-shared", "-fPIC"]);
    let said = refused(&path, 1);
    assert!(
        said.contains("cannot load the library") && said.contains("undefined symbol"),
        "{said}"
    );
}

#[test]
fn a_library_for_another_machine() {
    let mut bytes = std::fs::read(library()).unwrap();
    // e_machine: 8 is MIPS.
    bytes[18..20].copy_from_slice(&[8, 0]);
    let path = folder("libraries").join("libmips.so");
    std::fs::write(&path, &bytes).unwrap();
    assert_refused(&path, "this machine is");
    // EI_CLASS: 32 bits.
    bytes[4] = 1;
    std::fs::write(&path, &bytes).unwrap();
    assert_refused(&path, "libmips.so");
}

/// However it is cut or damaged, that is said, by us before it is loaded or by what became of
/// the measuring process.
#[test]
fn damaged_libraries_end_no_tool() {
    let whole = std::fs::read(library()).unwrap();
    let path = |name: &str| folder("libraries").join(name);
    let mut lengths: Vec<usize> = vec![1, 4, 15, 16, 20, 63, 64, 65, 120, 500, 4096, 8192];
    lengths.extend([whole.len() / 4, whole.len() / 2, whole.len() * 3 / 4, whole.len() - 1]);
    for length in lengths {
        let cut = path(&format!("libcut-{length}.so"));
        std::fs::write(&cut, &whole[..length]).unwrap();
        let mut command = profile(&cut);
        command.args(["--op", "enc", "--iters", "1", "--warmups", "0"]);
        let ran = Ran::of(&mut command);
        assert!((1..=2).contains(&ran.status()), "{length}: {}", ran.stdout());
        assert!(ran.stderr().lines().any(|line| line.starts_with("iccsprof: ")), "{length}");
    }
    // A few bytes of the headers changed; some of them do not matter.
    for at in (16..64).chain((64..600).step_by(24)) {
        let mut bytes = whole.clone();
        bytes[at..at + 4].copy_from_slice(&[0xff; 4]);
        let damaged = path("libdamaged.so");
        std::fs::write(&damaged, &bytes).unwrap();
        let mut command = profile(&damaged);
        command.args(["--op", "dec", "--iters", "1", "--warmups", "0", "--timeout", "20"]);
        let ran = Ran::of(&mut command);
        let says = ran.stderr().lines().any(|line| line.starts_with("iccsprof: "));
        assert!(ran.status() == 0 || says, "{at}: {}", ran.stderr());
    }
}

#[test]
fn configurations_that_are_wrong() {
    for (name, text, why) in [
        ("syntax", "id = \n", "submission.toml"),
        ("unknown key", "idd = 'x'\n", "idd"),
        ("unknown kind", "kind = 'pke'\n", "pke"),
        ("no folder", "[[instance]]\nlabel = 'a'\ndir = 'missing'\n", "missing"),
        ("no label", "[[instance]]\ndir = '.'\n", "label"),
        ("up", "[[instance]]\nlabel = '../a'\ndir = '.'\n", "contains '/'"),
        ("dot", "[[instance]]\nlabel = '.a'\ndir = '.'\n", "begins with '.'"),
        ("line", "[[instance]]\nlabel = \"a\\nb\"\ndir = '.'\n", "control character"),
        ("no name", "[[instance]]\nlabel = ' '\ndir = '.'\n", "is empty"),
        ("flag", "[[instance]]\nlabel = 'a'\ndir = '.'\nlibs = ['-wl,x']\n", "no library's name"),
        ("macro", "[[instance]]\nlabel = 'a'\ndir = '.'\ndefine = ['-x']\n", "no macro"),
        ("glob", "[[instance]]\nlabel = 'a'\ndir = '.'\nsources = ['*.d']\n", "matches no file"),
        (
            "twice",
            "[[instance]]\nlabel = 'a'\ndir = '.'\n[[instance]]\nlabel = 'a'\ndir = '.'\n",
            "two instances",
        ),
    ] {
        let target = with(
            &format!("configuration {name}"),
            &[("submission.toml", text), ("x_AlgorithmInstance.c", "int kem_enc(void);\n")],
        );
        let said = refused(&target, 2);
        assert!(said.contains("submission.toml") && said.contains(why), "{name}: {said}");
    }
    let target = folder("configuration in latin");
    std::fs::write(target.join("submission.toml"), b"id = '\xe9'\n").unwrap();
    assert!(refused(&target, 2).contains("submission.toml"));
}
