//! Submissions that do not build, crash, hang or fail among others.

use crate::common::{Ran, c_files, cc, folder, submission, tree};
use crate::support::{Place, Printed, done, kem, sig, submissions};
use iccs_profiler::campaign::Failure;
use std::path::PathBuf;

/// A submission that does not build, and a folder with none in it.
fn broken() -> [PathBuf; 2] {
    let broken = folder("broken");
    std::fs::write(broken.join("broken_AlgorithmInstance.c"), "this is no C\n").unwrap();
    [broken, folder("empty")]
}

#[test]
fn what_fails_does_not_stop_the_rest() {
    let place = Place::new("failing");
    let mut targets = submissions();
    targets.extend(broken());
    let mut command = place.campaign(&targets);
    command.args(["--timeout", "5"]);
    // kem_dec hangs, the first process that makes a signature's keys ends, and a pass fails.
    command.env("DO", "hang").env("IN", "kem_dec");
    command.env("PROCESSES", folder("failing locks").join("processes")).env("CRASH", "1");
    command.env("RETURN", "pass2").env("AS", "-4");
    let ran = Ran::of(&mut command);
    assert_eq!(ran.status(), 1, "{}", ran.stderr());
    let printed: Printed = ran.json();
    let pass = "kex_generate_pass2_msg_b returned -4";
    let crash = "CRASH: SIGABRT (abort) in sig_keygen, in a measured call (0 done before)";
    let hang = "TIMEOUT: not done after 5 s in kem_dec, in preparation; --timeout allows more";
    let expected = [
        ("build", "broken", "broken", None, "does not compile"),
        ("calibrate", "toykem", "toykem", Some("dec"), hang),
        ("calibrate", "toykex", "toykex", Some("derive_a"), pass),
        ("calibrate", "toykex", "toykex", Some("derive_b"), pass),
        ("calibrate", "toykex", "toykex", Some("exchange"), pass),
        ("calibrate", "toykex", "toykex", Some("init_a"), pass),
        ("calibrate", "toykex", "toykex", Some("init_b"), pass),
        ("calibrate", "toysig", "toysig", Some("keygen"), crash),
        ("find", "empty", "", None, ""),
    ];
    // Each is told once, when it happens.
    for failure in &printed.failures {
        let same = |other: &&Failure| other.reason == failure.reason;
        let times = ran.stderr().matches(&format!(": {}\n", failure.reason.trim_end())).count();
        assert_eq!(times, printed.failures.iter().filter(same).count(), "{failure:?}");
    }
    for mut failures in [printed.failures, place.failures()] {
        failures.sort_by_key(|f| (f.phase.clone(), f.candidate.clone(), f.operation.clone()));
        let found: Vec<_> = failures
            .iter()
            .map(|f| (&*f.phase, &*f.candidate, &*f.label, f.operation.as_deref()))
            .collect();
        let wanted: Vec<_> = expected.iter().map(|&(p, c, l, o, _)| (p, c, l, o)).collect();
        assert_eq!(found, wanted);
        for (failure, (.., reason)) in failures.iter().zip(expected) {
            assert!(failure.reason.contains(reason), "{failure:?}");
        }
    }
    // All that could be measured is.
    let records = place.records();
    let complete = records.values().filter(|record| record.is_complete()).count();
    assert_eq!((records.len(), complete), (3 + 3 + 5 + 8, 2 + 2 + 8));
    assert_eq!(place.files("profile").len(), complete);
    let log = &place.files("build")["broken/broken.log"];
    assert!(String::from_utf8_lossy(log).contains("unknown type name"));
    place.assert_valid();
}

#[test]
fn what_failed_is_tried_again_when_asked_for() {
    let place = Place::new("retried");
    let targets = [kem(), sig()];
    let ran = Ran::of(place.campaign(&targets).env("DO", "return 5").env("IN", "kem_enc"));
    assert_eq!(ran.status(), 1, "{}", ran.stderr());
    assert_eq!(place.failures().len(), 2);
    let first = place.files("records");

    let ran = Ran::of(&mut place.campaign(&targets));
    assert_eq!(ran.status(), 1, "{}", ran.stderr());
    assert_eq!(place.failures().len(), 2);
    assert_eq!(place.files("records"), first);

    let printed = done(place.campaign(&targets).arg("--retry-failed"));
    assert_eq!((printed.measured, printed.measured_before, printed.profiled), (6, 4, 6));
    assert_eq!(place.failures(), []);
    let mut second = place.files("records");
    for operation in ["enc", "dec"] {
        let name = format!("toykem/toykem__{operation}.json");
        second.insert(name.clone(), first[&name].clone());
        assert!(place.records()[&name].is_complete());
    }
    assert_eq!(second, first);
    place.assert_valid();
}

/// What the dynamic linker says names the library's folder, which is none of the data set's.
#[test]
fn a_library_that_cannot_be_loaded_is_named_without_its_folder() {
    let place = Place::new("unloadable");
    let library = folder("libraries").join("libunloadable.so");
    let text = std::fs::read_to_string(tree("tests/kinds/toysig_AlgorithmInstance.c")).unwrap();
    let source = folder("unloadable source").join("toysig.c");
    std::fs::write(&source, text.replace("memcpy(pk, sk, KEY);", "nowhere(pk, sk);")).unwrap();
    let mut sources = c_files("../examples/iccs");
    sources.push(source);
    let helpers = format!("-I{}", tree("../examples/iccs").display());
    cc(&library, &sources, &["-shared", "-fPIC", "-std=gnu89", &helpers]);
    let ran = Ran::of(&mut place.campaign(&[library]));
    assert_eq!(ran.status(), 1, "{}", ran.stderr());
    let reason = "cannot load the library: libunloadable.so: undefined symbol: nowhere";
    let failures = place.failures();
    assert_eq!(failures.len(), 3);
    assert!(failures.iter().all(|failure| failure.reason == reason), "{failures:?}");
    place.assert_valid();
}

/// What is mended is no failure any more.
#[test]
fn a_failure_that_is_mended_is_forgotten() {
    let place = Place::new("mended");
    let target = folder("mended submission");
    let ran = Ran::of(&mut place.campaign(&[target.clone(), sig()]));
    assert_eq!(ran.status(), 1, "{}", ran.stderr());
    assert_eq!(place.failures().len(), 1);
    submission("mended submission", "kinds/toysig_AlgorithmInstance.c");
    done(&mut place.campaign(&[target, sig()]));
    assert_eq!(place.failures(), []);
    assert_eq!(place.records().len(), 6);
    place.assert_valid();
}
