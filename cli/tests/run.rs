//! `iccsprof run` from outside: what it counts of programs that do as they like, what it leaves
//! as it is, and what it says when it cannot see.

#[path = "run/support.rs"]
mod support;

use iccs_profiler::run::{OUTSIDE, WHOLE_RUN};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::Stdio;
use support::{cc, iccsprof, kem, modes, programs, run, source, submission};

#[test]
fn a_kem_is_counted_by_operation() {
    let ran = run(&kem("plain", "-O2"), &["5"]);
    assert_eq!(ran.status(), 0, "{}", ran.stderr());
    let operations: Vec<_> = ran.records.iter().map(|record| record.operation.as_str()).collect();
    assert_eq!(operations, [WHOLE_RUN, "kem_keygen", "kem_enc", "kem_dec", OUTSIDE]);
    // One key pair of k = 2 takes 2k values of the PRF; an encryption 2k + 1. The matrix is k^2
    // times the XOF, more if a polynomial needs further blocks.
    for (operation, prf, hash, random) in
        [("kem_keygen", 4, 1, 1), ("kem_enc", 5, 1, 1), ("kem_dec", 5, 1, 0)]
    {
        assert_eq!(ran.record(operation).total.operations, 5);
        assert_eq!(ran.calls(operation, "pseudohash"), 5);
        assert_eq!(ran.calls(operation, "sm3hash"), 5 * hash);
        assert_eq!(ran.calls(operation, "drng"), 5 * random);
        let shapes = &ran.record(operation).calls;
        let of_length = |bits| {
            let rows =
                shapes.iter().filter(|row| row.function == "pseudoXOF" && row.in_bits == bits);
            rows.map(|row| row.calls).sum::<u64>()
        };
        assert_eq!(of_length(264), 5 * prf);
        assert!(of_length(272) >= 5 * 4);
    }
    // The driver's own: one seeding, one draw a round, on the library's generator.
    assert_eq!(ran.calls(OUTSIDE, "init_random_number"), 1);
    assert_eq!(ran.calls(OUTSIDE, "drng"), 5);
    assert!(ran.record(WHOLE_RUN).drng_context.iter().all(|row| row.context == "global"));
    for helper in ["pseudohash", "pseudoXOF", "sm3hash", "drng"] {
        let parts: u64 = operations[1..].iter().map(|operation| ran.calls(operation, helper)).sum();
        assert_eq!(ran.calls(WHOLE_RUN, helper), parts, "{helper}");
    }
    let shares = ran.records.iter().map(|record| record.hash_share);
    assert!(shares.into_iter().all(|share| (0.0..1.0).contains(&share)));
}

#[test]
fn output_and_status_are_the_programs() {
    let program = kem("output", "-O2");
    let alone = std::process::Command::new(&program).args(["2", "7"]).output().unwrap();
    let ran = run(&program, &["2", "7"]);
    assert_eq!(ran.status(), 7);
    assert_eq!(ran.output.stdout, alone.stdout);
    assert!(ran.stderr().starts_with("driver done\n"));
    assert!(ran.records.iter().all(|record| record.status == "failed_or_partial"));

    let table = iccsprof(&["--"]).arg(&program).arg("1").assert().success();
    let text = String::from_utf8(table.get_output().stderr.clone()).unwrap();
    assert!(text.contains("KAT_output  kem_keygen          1 "), "{text}");
    assert!(text.contains("in total: drng 3, "), "{text}");

    let much = run(modes(), &["much", "100000"]);
    assert_eq!(much.output.stdout.len(), 100_000_000);
    assert_eq!(run(modes(), &["_exit", "200"]).status(), 200);
}

#[test]
fn a_crash_is_passed_on_and_what_was_counted_before_is_there() {
    let ran = run(modes(), &["crash"]);
    assert_eq!(ran.status(), 128 + libc::SIGSEGV);
    assert!(ran.stderr().contains("SIGSEGV"));
    assert_eq!(ran.calls(WHOLE_RUN, "sm3hash"), 4);
}

#[test]
fn processes_and_threads_are_followed() {
    for (arguments, calls, processes) in [
        (&["forks", "1000"][..], 2000, 1001),
        (&["killed", "200"], 400, 201),
        (&["threads", "20"], 200, 1),
        (&["exec", "3"], 13, 4),
        (&["unset"], 3, 1),
        (&["_exit", "0"], 6, 1),
    ] {
        let ran = run(modes(), arguments);
        assert_eq!(ran.status(), 0, "{}", ran.stderr());
        assert_eq!(ran.calls(WHOLE_RUN, "sm3hash"), calls, "{arguments:?}");
        assert_eq!(ran.calls(OUTSIDE, "sm3hash"), calls, "{arguments:?}");
        assert_eq!(ran.record(WHOLE_RUN).other["processes"], processes, "{arguments:?}");
    }
}

#[test]
fn threads_beyond_the_slots_are_in_the_whole_run() {
    let ran = run(modes(), &["threads", "600"]);
    assert_eq!(ran.calls(WHOLE_RUN, "sm3hash"), 6000);
    assert!(ran.calls(OUTSIDE, "sm3hash") < 6000);
    assert!(ran.stderr().contains("calls were made by threads beyond the 256"), "{}", ran.stderr());
}

#[test]
fn helpers_that_are_left_by_longjmp_or_called_by_constructors_count() {
    cc("libjump.so", &source("jump.c"), &["-shared", "-fPIC"]);
    let ran = run(&cc("jumper", &source("jumper.c"), &["-ljump"]), &[]);
    assert_eq!(ran.status(), 0);
    assert_eq!(ran.calls(OUTSIDE, "sm3hash"), 1);
    assert_eq!(ran.calls("kem_keygen", "sm3hash"), 5);
    assert_eq!(ran.record(WHOLE_RUN).abandoned_calls, 3);
    assert!(ran.stderr().contains("3 helper calls were left by longjmp"), "{}", ran.stderr());
}

#[test]
fn a_library_that_is_opened_late_is_seen_and_outlives_its_closing() {
    kem("late", "-O2");
    let loader = cc("loader", &source("loader.c"), &["-ldl"]);
    let library = programs().join("liblate.so");
    let copy = programs().join("libcopy.so");
    std::fs::copy(&library, &copy).unwrap();
    let ran = run(&loader, &[library.to_str().unwrap(), copy.to_str().unwrap()]);
    assert_eq!(ran.status(), 0, "{}", ran.stderr());
    assert_eq!(ran.calls(OUTSIDE, "sm3hash"), 2);
    assert!(ran.stderr().contains("found them with dlsym"), "{}", ran.stderr());
}

/// A program that succeeds and of which nothing can be seen: status 1, the reason, the way out.
fn assert_blind(program: &Path, arguments: &[&str], parts: &[&str]) {
    let ran = run(program, arguments);
    assert_eq!(ran.status(), 1, "{}", ran.stderr());
    assert!(ran.records.is_empty());
    for part in parts {
        assert!(ran.stderr().contains(part), "no '{part}' in: {}", ran.stderr());
    }
}

#[test]
fn what_cannot_be_seen_is_said_with_the_way_out() {
    let mut all = submission();
    all.extend(source("kat.c"));
    let way_out = "iccsprof profile FOLDER-OF-ITS-SOURCES";
    let fixed = cc("KAT_static", &all, &["-static"]);
    assert_blind(&fixed, &["1"], &["KAT_static is statically linked", "pseudoXOF", way_out]);
    // Its own failure comes first.
    assert_eq!(run(&fixed, &["1", "5"]).status(), 5);
    let inside = cc("KAT_inside", &all, &[]);
    assert_blind(&inside, &["1"], &["KAT_inside has pseudohash, ", "in itself", "-lsubmission"]);
    for (name, option, reason) in [
        ("symbolic", "-Wl,-Bsymbolic", "libsymbolic.so is linked with -Bsymbolic"),
        ("functions", "-Wl,-Bsymbolic-functions", "libfunctions.so calls its own pseudohash, "),
    ] {
        assert_blind(&kem(name, option), &["1"], &[reason, way_out]);
    }
    let stripped = cc("KAT_stripped", &all, &["-s"]);
    assert_blind(&stripped, &["1"], &["no helper was called, and ", "show none", way_out]);
    // Beside its sources: the command has the folder in it.
    let folder = programs().join("sources");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("x_AlgorithmInstance.c"), "").unwrap();
    std::fs::copy(&fixed, folder.join("KAT")).unwrap();
    let command = format!("iccsprof profile '{}'", folder.display());
    assert_blind(&folder.join("KAT"), &["1"], &[&command]);
}

#[test]
fn helpers_that_are_hidden_make_a_lower_bound() {
    let map = programs().join("some.map");
    std::fs::write(&map, "{ global: kem_*; drng_algorithm; *_random_number; local: *; };").unwrap();
    let option = format!("-Wl,--version-script={}", map.display());
    let program = kem("partly", &option);
    let ran = run(&program, &["1"]);
    assert_eq!((ran.status(), ran.calls("kem_enc", "drng")), (0, 1));
    assert!(ran.stderr().contains("libpartly.so does not export pseudohash"), "{}", ran.stderr());
    let output = iccsprof(&["-q", "--format", "csv"]).arg(&program).arg("1").output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("KAT_partly,kem_enc,1,≥0.0%,"), "{text}");
}

#[test]
fn no_call_is_a_result_too() {
    let ran = run(modes(), &["idle"]);
    assert_eq!((ran.status(), ran.records.len()), (0, 1));
    assert!(ran.stderr().contains("can call helpers, but called none"), "{}", ran.stderr());
    cc("libfips.so", &submission(), &["-shared", "-fPIC", "-DMLKEM_FIPS"]);
    let ran = run(&cc("KAT_fips", &source("kat.c"), &["-lfips", "-DMLKEM_FIPS"]), &["2"]);
    assert_eq!((ran.status(), ran.record("kem_dec").calls.len()), (0, 0));
    assert_eq!(ran.record("kem_dec").hash_share, 0.0);
}

#[test]
fn what_cannot_be_started_is_status_2() {
    let write = |name: &str, text: &str, mode| {
        let path = programs().join(name);
        std::fs::write(&path, text).unwrap();
        let mode = std::os::unix::fs::PermissionsExt::from_mode(mode);
        std::fs::set_permissions(&path, mode).unwrap();
        path.to_str().unwrap().to_owned()
    };
    for (program, reason) in [
        ("no-such-program".to_owned(), "no program 'no-such-program' in PATH"),
        (write("text", "true\n", 0o755), "neither a program of this system nor a script"),
        (write("bang", "#!/no/such/shell\n", 0o755), "needs /no/such/shell, which is not there"),
        (write("plain", "#!/bin/sh\n", 0o644), "may not be executed"),
    ] {
        let assert = iccsprof(&["--"]).arg(program).assert().code(2);
        let text = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
        assert!(text.contains(reason), "{text}");
    }
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_iccsprof"));
    let file = write("file", "", 0o644);
    let assert = command.args(["run", "--cache-dir", &file, "--"]).arg(modes()).assert().code(2);
    let text = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert!(text.contains("--cache-dir"), "{text}");
    let assert = iccsprof(&["-o", "/no/such/folder/x", "--"]).arg(modes()).assert().code(2);
    assert!(assert.get_output().stdout.is_empty());
}

#[test]
fn a_script_is_followed_to_its_program() {
    let program = kem("script", "-O2");
    let script = programs().join("script.sh");
    std::fs::write(&script, format!("#!/bin/sh\n'{}' \"$1\" && exit 3\n", program.display()))
        .unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&script, mode).unwrap();
    let ran = run(&script, &["2"]);
    assert_eq!((ran.status(), ran.record("kem_enc").total.operations), (3, 2));
}

#[test]
fn signals_reach_the_program_and_the_table_is_printed() {
    for signal in [libc::SIGINT, libc::SIGTERM] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_iccsprof"));
        command.arg("run").arg("--cache-dir").arg(programs().with_file_name("cache"));
        command.arg(modes());
        let mut child =
            command.arg("wait").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line, "ready\n");
        // SAFETY: a process of this test that has not been waited for.
        unsafe { libc::kill(child.id() as libc::pid_t, signal) };
        let mut text = String::new();
        child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(128 + signal));
        assert!(text.contains("in total: sm3hash 1"), "{text}");
    }
}

#[test]
fn a_preload_of_the_programs_own_stays() {
    let other = cc("libother.so", &source("jump.c"), &["-shared", "-fPIC"]);
    let plain = Path::new(env!("CARGO_TARGET_TMPDIR")).join("libother.so");
    std::fs::copy(&other, &plain).unwrap();
    // A folder that the variable cannot hold is named in another way.
    for cache in ["cache", "cache: in here"] {
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_iccsprof"));
        command.args(["run", "-q", "--cache-dir"]).arg(plain.with_file_name(cache));
        command.args(["--", "sh", "-c", "echo \"$LD_PRELOAD\""]).env("LD_PRELOAD", &plain);
        let assert = command.assert().success();
        let output = assert.get_output();
        let text = String::from_utf8(output.stdout.clone()).unwrap();
        let (own, before) = text.trim_end().split_once(':').unwrap();
        assert_eq!(Path::new(before), plain);
        assert_eq!(own.starts_with("/proc/"), cache != "cache", "{own}");
        // The constructor of the program's own library, in the shell.
        let text = String::from_utf8(output.stderr.clone()).unwrap();
        assert!(text.contains("in total: sm3hash 1"), "{text}");
    }
}

#[test]
fn what_goes_on_after_the_end_is_said() {
    let mut command = iccsprof(&["--"]);
    let output = command.arg(modes()).arg("daemon").output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success());
    assert!(text.contains("still running: process "), "{text}");
    let process = text.split("still running: process ").nth(1).unwrap();
    let number: libc::pid_t = process.split(';').next().unwrap().parse().unwrap();
    // SAFETY: the process that the tested program left.
    unsafe { libc::kill(number, libc::SIGKILL) };
}
