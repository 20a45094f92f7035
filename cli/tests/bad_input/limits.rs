//! Compilers, caches and options that do not work.

use crate::common::{Ran, folder, profile, profile_in, root, tree};
use crate::hostile::submission;
use std::path::Path;

fn said(command: &mut assert_cmd::Command, status: i32) -> String {
    let ran = Ran::of(command);
    assert_eq!(ran.status(), status, "{command:?}\n{}", ran.stderr());
    assert!(status != 2 || ran.stdout().is_empty(), "{}", ran.stdout());
    ran.stderr()
}

#[test]
fn no_compiler() {
    for cc in ["/nonexistent/cc", "no-such-compiler", "/bin/false", "/dev/null", "", "/"] {
        let said = said(profile(submission()).args(["--cc", cc]), 2);
        let wanted = format!("iccsprof: cannot run '{cc}': ");
        assert!(said.contains(&wanted) && said.contains("--cc"), "{said}");
        // Said once, not for every instance.
        assert_eq!(said.matches("cannot run").count(), 1, "{said}");
    }
}

#[test]
fn a_cache_that_cannot_be_written() {
    let file = root().join("a file");
    std::fs::write(&file, "").unwrap();
    for cache in [file.clone(), file.join("below"), "/proc/iccsprof".into(), "/dev/full".into()] {
        let said = said(&mut profile_in(submission(), &cache), 2);
        assert!(said.contains(&*cache.to_string_lossy()), "{said}");
        assert!(said.contains("--cache-dir"), "{said}");
    }
}

/// Without a home there is no cache; that is said, and what to do.
#[test]
fn no_cache_folder_at_all() {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_iccsprof"));
    command.arg("profile").arg(submission()).env_remove("HOME").env_remove("XDG_CACHE_HOME");
    assert!(said(&mut command, 2).contains("--cache-dir"));
}

/// Only root may mount; without it there is nothing to see.
#[test]
fn a_cache_without_space() {
    let small = folder("small");
    let mut mount = std::process::Command::new("mount");
    mount.args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"]).arg(&small);
    if !mount.output().is_ok_and(|output| output.status.success()) {
        return;
    }
    let ran = Ran::of(&mut profile_in(tree("../examples/mlkem"), &small));
    let unmounted = std::process::Command::new("umount").arg(&small).status();
    assert!(unmounted.unwrap().success());
    assert_eq!(ran.status(), 2, "{}", ran.stderr());
    assert!(ran.stderr().contains("space"), "{}", ran.stderr());
    assert!(ran.stderr().lines().count() < 20, "{}", ran.stderr());
}

#[test]
fn one_instance_that_does_not_compile() {
    let made = folder("one of three");
    for (name, text) in [("good-1", None), ("broken-2", Some("this is no C\n")), ("good-3", None)] {
        let instance = made.join("Reference_Implementation").join(name);
        std::fs::create_dir_all(&instance).unwrap();
        let source = std::fs::read_to_string(tree("tests/bad_input/hostile_AlgorithmInstance.c"));
        let file = instance.join(format!("{name}_AlgorithmInstance.c"));
        std::fs::write(file, text.map_or(source.unwrap(), str::to_owned)).unwrap();
    }
    let mut command = profile(&made);
    command.args(["--op", "enc", "--iters", "1", "--warmups", "0", "--format", "csv"]);
    let ran = Ran::of(&mut command);
    assert_eq!(ran.status(), 1, "{}", ran.stderr());
    let rows: Vec<_> =
        ran.stdout().lines().map(|l| l.split(',').next().unwrap().to_owned()).collect();
    assert_eq!(rows, ["instance", "good-1", "good-3"]);
    let text = ran.stderr();
    let complaint = text.lines().find(|line| line.starts_with("iccsprof: broken-2: "));
    assert!(complaint.is_some_and(|line| line.ends_with(".c does not compile")), "{text}");
    assert!(text.contains("unknown type name 'this'"), "{text}");
    // Alone, it is unusable input.
    let alone = said(command.args(["--instance", "broken-2"]), 2);
    assert!(alone.contains("does not compile"));
}

#[test]
fn values_that_are_none() {
    for (option, value, why) in [
        ("--iters", "0", "0"),
        ("--iters", "-1", "-1"),
        ("--iters", "many", "many"),
        ("--iters", "18446744073709551616", "18446744073709551616"),
        ("--warmups", "-1", "-1"),
        ("--timeout", "0", "must be more than 0"),
        ("--timeout", "-1", "-1"),
        ("--timeout", "soon", "not a number"),
        ("--timeout", "NaN", "NaN"),
        ("--timeout", "inf", "inf"),
        ("--timeout", "1e300", "1e300"),
        ("--format", "xml", "xml"),
        ("--flags", "fast", "guide, performance, resource and permissive"),
        ("--mode", "magic", "auto, wrap and preload"),
        ("--ticks", "tock", "counter, fenced and clock"),
        ("--cpu", "99999", "--cpu 99999"),
        ("--cpu", "1023", "--cpu 1023"),
        ("--cpu", "-1", "-1"),
        ("--helpers", "/nonexistent", "/nonexistent"),
        ("--helpers", "/dev/null", "/dev/null"),
    ] {
        let said = said(profile(submission()).arg(format!("{option}={value}")), 2);
        assert!(said.contains(why), "{option} {value}: {said}");
    }
    assert!(said(profile(submission()).args(["--quiet", "--verbose"]), 2).contains("--verbose"));
    assert!(said(profile(submission()).arg("--no-such-option"), 2).contains("--no-such-option"));
}

/// Longer than the clock can tell is as long as one likes.
#[test]
fn a_timeout_beyond_all_times_is_no_crash() {
    for value in ["1e9", "1e15", "9e18", "1.8e19"] {
        let mut command = profile(submission());
        command.args(["--op", "enc", "--iters", "1", "--warmups", "0", "--timeout", value]);
        let ran = Ran::of(&mut command);
        assert!(matches!(ran.status(), 0 | 2), "{value}: {}", ran.stderr());
    }
}

#[test]
fn as_many_runs_as_there_are_numbers_end_in_a_timeout() {
    let mut command = profile(submission());
    command.args(["--op", "enc", "--iters", &u64::MAX.to_string(), "--warmups", "0"]);
    let said = said(command.args(["--timeout", "0.5"]), 1);
    assert!(
        said.contains("TIMEOUT: not done after 0.5 s in kem_enc, in a measured call"),
        "{said}"
    );
}

#[test]
fn helpers_that_lack_a_file() {
    let helpers = folder("half of the helpers");
    let auxfunc = tree("../examples/iccs/auxfunc.c");
    std::fs::copy(&auxfunc, helpers.join("auxfunc.c")).unwrap();
    let said = said(profile(submission()).arg("--helpers").arg(&helpers), 2);
    assert!(said.contains("drng.c"), "{said}");
    assert!(Path::new(&auxfunc).exists());
}
