//! The cache: what is a hit, what is not, and what its folder may look like.

#![allow(clippy::unwrap_used, reason = "tests")]

mod build_support;

use build_support::{Place, bare};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

const MARK: &str = "KEM_AlgorithmInstance.c";

/// A compiler that counts its runs; `--version` is not counted.
fn counting(place: &mut Place) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let log = place.dir.path().join("runs");
    let script = place.dir.path().join("counting cc");
    let text = format!(
        "#!/bin/sh\n[ \"$1\" = --version ] || echo run >> '{}'\nexec cc \"$@\"\n",
        log.display()
    );
    std::fs::write(&script, text).unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    place.options.cc = script.into();
    log
}

fn runs(log: &PathBuf) -> usize {
    std::fs::read_to_string(log).map_or(0, |text| text.lines().count())
}

#[test]
fn a_hit_compiles_nothing_and_every_change_is_seen() {
    let mut place = Place::new();
    let log = counting(&mut place);
    let outside = place.file("../outside/far.h", "#define FAR 1\n");
    place.file(
        MARK,
        bare("#include \"near.h\"\n#include \"../outside/far.h\"\n#include \"data.dat\""),
    );
    let near = place.file("near.h", "#define NEAR 1\n");
    let data = place.file("data.dat", "int data = 1;\n");
    let first = place.build();
    assert!(!first.from_cache && runs(&log) > 0);
    let count = runs(&log);
    let second = place.build();
    assert!(second.from_cache);
    assert_eq!((runs(&log), &second.plain, second.kind), (count, &first.plain, first.kind));
    assert_eq!(second.remarks, first.remarks);
    for path in [&near, &outside, &data] {
        let old = std::fs::read(path).unwrap();
        std::fs::write(path, [&old[..], b"int changed;\n"].concat()).unwrap();
        assert!(!place.build().from_cache, "{}", path.display());
        std::fs::write(path, old).unwrap();
        assert!(place.build().from_cache, "{} as before", path.display());
    }
    std::fs::write(&first.plain, "damaged").unwrap();
    let again = place.build();
    assert!(!again.from_cache && std::fs::metadata(&again.plain).unwrap().len() > 1000);
    assert!(place.build().from_cache);
    assert!(std::fs::read_to_string(&first.log).unwrap().contains("-shared"));
}

#[test]
fn a_pipe_in_place_of_a_product_is_damage() {
    let place = Place::new();
    place.file(MARK, bare(""));
    for name in ["instrumented.so", "plain.so", "build.json"] {
        let product = place.build().plain.with_file_name(name);
        std::fs::remove_file(&product).unwrap();
        let made = std::process::Command::new("mkfifo").arg(&product).status().unwrap();
        assert!(made.success());
        let built = place.build();
        assert!(!built.from_cache && built.plain.with_file_name(name).is_file(), "{name}");
    }
}

#[test]
fn two_builds_at_once_both_succeed() {
    let place = Place::new();
    place.file(MARK, bare(""));
    let instance = place.instance();
    let built: Vec<_> = std::thread::scope(|scope| {
        let builds: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| iccs_profiler::build::build(&instance, &place.options)))
            .collect();
        builds.into_iter().map(|build| build.join().unwrap().unwrap()).collect()
    });
    assert!(built.iter().all(|one| one.plain == built[0].plain && one.plain.is_file()));
    let left: Vec<_> = std::fs::read_dir(place.options.cache_dir.join("build"))
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().starts_with("tmp-"))
        .collect();
    assert!(left.is_empty());
}

#[test]
fn an_unusable_cache_is_named() {
    let mut place = Place::new();
    place.file(MARK, bare(""));
    let file = place.file("../taken", "a file");
    place.options.cache_dir = file.join("below");
    let message = place.try_build().unwrap_err().to_string();
    assert!(message.contains("taken/below") && message.contains("--cache-dir"), "{message}");
    place.options.cache_dir = "/proc/nothing".into();
    assert!(place.try_build().unwrap_err().to_string().contains("--cache-dir"));
}

#[test]
fn old_leftovers_are_removed_and_young_ones_kept() {
    let place = Place::new();
    place.file(MARK, bare(""));
    let folder = place.options.cache_dir.join("build");
    // No process has a number that high; number 1 is always there.
    let ages =
        [("tmp-1-1-1", 25), ("tmp-1-2-2", 2), ("tmp-999999999-3-3", 2), ("tmp-999999999-4-4", 0)];
    for (name, hours) in ages {
        std::fs::create_dir_all(folder.join(name)).unwrap();
        let time = SystemTime::now() - Duration::from_secs(hours * 3600);
        std::fs::File::open(folder.join(name)).unwrap().set_modified(time).unwrap();
    }
    place.build();
    let is_there = ages.map(|(name, _)| folder.join(name).exists());
    assert_eq!(is_there, [false, true, false, true]);
}
