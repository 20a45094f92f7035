//! ELF files as strangers make them: damaged, cut off, for other machines.

#![allow(clippy::unwrap_used, reason = "tests")]

mod build_support;

use build_support::{Place, bare, object, run};
use iccs_profiler::elf::{
    Binding, FileType, Patch, SymbolState, Visibility, check_machine, check_shared_library,
    dynamic_exports, file_type_of, members, object_symbols, referenced_symbols, static_memory,
};
use std::path::Path;
use std::process::Command;

fn everything(data: &[u8]) {
    let path = Path::new("x");
    let _ = file_type_of(data);
    let _ = check_machine(path, data);
    let _ = object_symbols(path, data);
    let _ = dynamic_exports(path, data);
    let _ = referenced_symbols(path, data);
    let _ = members(path, data);
    if let Ok(mut patch) = Patch::new(path, data.to_vec()) {
        (0..40).for_each(|index| patch.weaken(index));
        patch.export(usize::MAX / 64);
    }
}

#[test]
fn damaged_files_are_errors_and_nothing_worse() {
    let place = Place::new();
    let source = place.file("x.c", bare("extern int far; int near(void) { return far; }"));
    let object = object(&source, &["-fPIC"]);
    let archive = place.root().join("x.a");
    run(Command::new("ar").arg("qc").arg(&archive).arg(&object));
    for file in [&object, &archive, &place.options.interposer] {
        let data = std::fs::read(file).unwrap();
        for end in (0..data.len()).step_by(37) {
            everything(&data[..end]);
        }
        for at in (0..data.len()).step_by(if data.len() > 9000 { 11 } else { 3 }) {
            let mut damaged = data.clone();
            damaged[at] ^= 0xff;
            everything(&damaged);
        }
    }
}

#[test]
fn symbols_are_read_and_changed() {
    let place = Place::new();
    let text = "extern int far; int tentative; static int own(void) { return far; }\n\
        __attribute__((visibility(\"hidden\"))) int shy(void) { return own(); }\nint bold(void) { return shy(); }\n";
    let path = object(&place.file("x.c", text), &["-fPIC", "-fcommon", "-O0"]);
    let data = std::fs::read(&path).unwrap();
    let find = |data: &[u8], name: &str| {
        object_symbols(&path, data).unwrap().into_iter().find(|s| s.name == name).unwrap()
    };
    assert_eq!(find(&data, "far").state, SymbolState::Undefined);
    assert_eq!(find(&data, "tentative").state, SymbolState::Common);
    assert_eq!(find(&data, "own").binding, Binding::Local);
    let (shy, bold) = (find(&data, "shy"), find(&data, "bold"));
    assert_eq!((shy.visibility, bold.visibility), (Visibility::Hidden, Visibility::Default));
    assert!(bold.function && bold.size > 0);
    let used = referenced_symbols(&path, &data).unwrap();
    assert!(used.contains(&shy.index) && !used.contains(&bold.index));
    let mut patch = Patch::new(&path, data.clone()).unwrap();
    patch.weaken(bold.index);
    patch.export(shy.index);
    let changed = patch.into_bytes();
    assert_eq!(find(&changed, "bold").binding, Binding::Weak);
    assert_eq!(find(&changed, "shy").visibility, Visibility::Default);
}

/// A library of 50,000 bytes of code, 200,000 of constants, 30,000 of variables that have a value
/// and 700,000 that have none.
fn library_of_known_size(place: &Place, options: &[&str]) -> std::path::PathBuf {
    let source = place.file(
        "sized.c",
        "__asm__(\".text\\n.skip 50000\");\nconst char constants[200000] = {1};\n\
         char data[30000] = {1};\nchar bss[700000];\n",
    );
    let library = source.with_extension("so");
    run(Command::new("cc")
        .args(["-shared", "-fPIC"])
        .args(options)
        .arg(&source)
        .arg("-o")
        .arg(&library));
    library
}

#[test]
fn a_librarys_memory_is_told_by_kind() {
    let place = Place::new();
    // Constants in a segment of their own, and in that of the code.
    for option in ["-Wl,-z,separate-code", "-Wl,-z,noseparate-code"] {
        let memory = static_memory(&library_of_known_size(&place, &[option])).unwrap();
        for (found, true_bytes) in [
            (memory.code, 50_000),
            (memory.constants, 200_000),
            (memory.data, 30_000),
            (memory.bss, 700_000),
        ] {
            // What every library has beside its own.
            assert!((true_bytes..true_bytes + 5000).contains(&found), "{option}: {memory:?}");
        }
        let parts = memory.code + memory.constants + memory.data + memory.bss;
        assert_eq!(memory.load, parts, "{option}");
    }
}

#[test]
fn a_damaged_librarys_memory_is_an_error_and_nothing_worse() {
    let place = Place::new();
    let whole = std::fs::read(library_of_known_size(&place, &[])).unwrap();
    // Headers of the file and its segments at the begin, of its sections at the end.
    let headers = (0..600).chain(whole.len() - 2000..whole.len());
    let mut errors = 0;
    for at in headers.step_by(7) {
        let mut damaged = whole.clone();
        damaged[at] ^= 0xff;
        errors += u32::from(static_memory(&place.file("damaged.so", damaged)).is_err());
    }
    assert!(errors > 0);
    let cut = place.file("cut.so", &whole[..100]);
    assert!(static_memory(&cut).unwrap_err().to_string().contains("cut.so"));
    assert!(static_memory(&place.file("text.so", "text")).is_err());
}

#[test]
fn files_for_other_machines_are_told_apart() {
    let place = Place::new();
    let mut data = std::fs::read(&place.options.interposer).unwrap();
    assert_eq!(file_type_of(&data), FileType::SharedLibrary);
    let (other, name) =
        if cfg!(target_arch = "x86_64") { (183, "aarch64") } else { (62, "x86-64") };
    data[18] = other;
    let path = place.file("libX.so", &data);
    let message = check_shared_library(&path).unwrap_err().to_string();
    assert!(message.contains(&format!("libX.so is for {name}, this machine is")), "{message}");
    let message = check_shared_library(&place.file("x.txt", "hi")).unwrap_err().to_string();
    assert!(message.contains("neither an ELF file nor an archive"), "{message}");
}
