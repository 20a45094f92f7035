//! Names as an enemy would choose them, and names that are not known.

use crate::common::{Ran, folder, listing, profile, tree};
use crate::hostile::submission;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

const SOURCE: &str = "hostile_AlgorithmInstance.c";

/// A folder with the one source under a name of choice.
fn named(folder: PathBuf, file: &OsStr) -> PathBuf {
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::copy(tree("tests/bad_input").join(SOURCE), folder.join(file)).unwrap();
    folder
}

#[test]
fn folders_and_files_may_be_called_anything() {
    for (number, name) in [
        &b"$(touch x)"[..],
        b"'; touch x; '",
        b"\"q\" `touch x`",
        b"-o -rf",
        b"@file",
        b"a,b -Wl,c",
        b"%s%n #1",
        b"a\\ b\\",
        b"caf\xe9 \xff",
        "汉字 ﷽".as_bytes(),
        b"*?[a]{b}",
        b"~",
    ]
    .into_iter()
    .enumerate()
    {
        let name = OsStr::from_bytes(name);
        let mut file = name.to_owned();
        file.push("_AlgorithmInstance.c");
        let target = named(folder("names").join(name), &file);
        let mut command = profile(&target);
        command.current_dir(folder("names/here"));
        command.args(["--op", "enc", "--iters", "2", "--warmups", "0", "--format", "json"]);
        // Twice: the second time from the cache.
        for _ in 0..2 {
            let ran = Ran::of(&mut command);
            assert_eq!(ran.status(), 0, "{number}: {name:?}\n{}", ran.stderr());
            assert_eq!(crate::common::calls(&ran.record(), "pseudohash"), 2, "{name:?}");
        }
    }
    assert!(listing(&folder("names/here")).is_empty(), "a shell was at work");
}

#[test]
fn a_target_may_look_like_an_option() {
    let here = folder("options");
    named(here.join("--wide"), OsStr::new(SOURCE));
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_iccsprof"));
    command.current_dir(&here).args(["profile", "--op", "enc", "--iters", "1", "--warmups", "0"]);
    command.args(["--cache-dir"]).arg(crate::common::root().join("cache")).args(["--", "--wide"]);
    assert_eq!(Ran::of(&mut command).status(), 0);
}

#[test]
fn names_with_control_characters_are_refused() {
    for name in ["a\nb", "a\x1b[31m", "a\tb"] {
        let target = named(folder("control").join(name), OsStr::new(SOURCE));
        let ran = Ran::of(&mut profile(&target));
        assert_eq!(ran.status(), 2, "{name:?}: {}", ran.stderr());
        assert!(!ran.stderr().contains(name), "as it is, it would do things to a terminal");
        assert!(ran.stderr().contains("control characters"), "{}", ran.stderr());
    }
}

#[test]
fn labels_may_be_called_anything_a_file_can() {
    let target = named(folder("labels"), OsStr::new(SOURCE));
    let labels = ["$(touch x)", "-rf", "'\"", "a b", "ä,|é", "%s", "<b>&amp;"];
    let instances = labels.map(|label| format!("[[instance]]\nlabel = '''{label}'''\ndir = '.'\n"));
    std::fs::write(target.join("submission.toml"), instances.concat()).unwrap();
    let out = folder("records of labels");
    let mut command = profile(&target);
    command.args(["--op", "enc", "--iters", "1", "--warmups", "0", "--format", "json"]);
    let ran = Ran::of(command.arg("--out").arg(&out));
    assert_eq!(ran.status(), 0, "{}", ran.stderr());
    assert_eq!(ran.records().iter().map(|r| r.label.as_str()).collect::<Vec<_>>(), labels);
    let written = listing(&out);
    for label in labels {
        let file = label.replace('%', "%25");
        let path = Path::new("profile/labels").join(format!("{file}__enc.json"));
        assert!(written.contains_key(&path), "{path:?}");
    }
    assert_eq!(written.len(), 2 + labels.len());
    for (format, rows) in [("table", "ä,|é"), ("csv", "\"ä,|é\""), ("markdown", "ä,\\|é")] {
        let mut command = profile(&target);
        command.args(["--op", "enc", "--iters", "1", "--warmups", "0", "--format", format]);
        let text = Ran::of(&mut command).stdout();
        assert!(text.contains(rows), "{text}");
    }
}

#[test]
fn unknown_names_are_answered_with_the_known_ones() {
    let mlkem = tree("../examples/mlkem");
    for (arguments, message) in [
        (
            ["--instance", "mlkem512"],
            "iccsprof: no instance 'mlkem512'; did you mean 'mlkem-512'?\nknown: mlkem-512, \
             mlkem-768, mlkem-1024, mlkem-512-fips, mlkem-768-fips, mlkem-1024-fips\n",
        ),
        (
            ["--instance", "zzz"],
            "iccsprof: no instance 'zzz'\nknown: mlkem-512, mlkem-768, mlkem-1024, \
             mlkem-512-fips, mlkem-768-fips, mlkem-1024-fips\n",
        ),
        (["--instance", ""], "iccsprof: no instance ''\nknown: mlkem-512, mlkem-768, "),
        (["--op", "decc"], "iccsprof: no operation 'decc'; did you mean 'dec'?\nknown: "),
        (["--op", "pass99"], "iccsprof: no operation 'pass99'"),
        (
            ["--op", "hash_99999999999999999999"],
            "iccsprof: no operation 'hash_99999999999999999999'",
        ),
    ] {
        let ran = Ran::of(profile(&mlkem).args(arguments));
        assert_eq!(ran.status(), 2);
        assert!(ran.stderr().starts_with(message), "{}", ran.stderr());
        assert_eq!(ran.stdout(), "");
    }
}

#[test]
fn operations_of_another_kind_are_answered_with_those_of_this_one() {
    let ran = Ran::of(profile(submission()).args(["--op", "sign"]));
    assert_eq!(ran.status(), 2, "{}", ran.stderr());
    let message = "iccsprof: no operation 'sign'\nknown: keygen, enc, dec\n";
    assert!(ran.stderr().contains(message), "{}", ran.stderr());
}
