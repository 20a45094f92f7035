//! A part of the instances, and the order in which they are measured.

use crate::support::{Place, done, operations, refused, submissions};
use std::time::SystemTime;

#[test]
fn only_what_matches_is_done() {
    let place = Place::new("only");
    let printed = done(place.campaign(&submissions()).args(["--only", "^toy(sig|kem)/"]));
    assert_eq!((printed.measured, printed.profiled), (6, 6));
    let found: Vec<String> = place.records().into_keys().collect();
    let is_wanted = |name: &String| name.starts_with("toysig/") || name.starts_with("toykem/");
    assert_eq!(found, operations().into_iter().filter(is_wanted).collect::<Vec<_>>());
    place.assert_valid();

    // The rest can be done later.
    let first = place.files("records");
    let printed = done(&mut place.campaign(&submissions()));
    assert_eq!((printed.measured, printed.measured_before), (operations().len() as u64, 6));
    let all = place.files("records");
    assert!(first.iter().all(|(name, content)| all[name] == *content));
    place.assert_whole();
}

#[test]
fn a_pattern_that_matches_nothing_is_a_mistake() {
    let place = Place::new("only none");
    let said = refused(place.campaign(&submissions()).args(["--only", "^mlkem"]));
    assert!(said.contains("none of the 4 instances matches --only '^mlkem'"), "{said}");
    assert!(!place.run_dir.exists());
}

#[test]
fn what_is_deferred_comes_last() {
    let place = Place::new("deferred");
    done(place.campaign(&submissions()).args(["--defer", "^toyhash/|toysig sign$"]));
    let is_deferred =
        |name: &str| name.starts_with("toyhash/") || name == "toysig/toysig__sign.json";
    let written = |name: &String| -> SystemTime {
        let path = place.run_dir.join("records").join(name);
        path.metadata().unwrap().modified().unwrap()
    };
    let (last, first): (Vec<String>, Vec<String>) =
        operations().into_iter().partition(|name| is_deferred(name));
    assert_eq!((last.len(), first.len()), (9, 13));
    assert!(first.iter().map(written).max() < last.iter().map(written).min());
    place.assert_whole();
}
