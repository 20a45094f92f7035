//! All kinds, from the sources to the pages.

use crate::common::{Ran, listing, root, tool};
use crate::support::{Place, done, operations, submissions};

#[test]
fn all_kinds_become_pages_and_a_valid_data_set() {
    let place = Place::new("whole");
    let all = operations().len() as u64;
    let printed = done(&mut place.campaign(&submissions()));
    let numbers = (printed.measured, printed.measured_before, printed.profiled);
    assert_eq!(numbers, (all, 0, all));
    place.assert_whole();

    let pages = root().join("pages");
    let ran = Ran::of(tool("report").arg(&place.run_dir).arg("--out").arg(&pages));
    assert_eq!(ran.status(), 0, "{}", ran.stderr());
    let written = listing(&pages);
    for page in ["summary.md", "method.md"] {
        assert!(written.contains_key(std::path::Path::new(page)), "{:?}", written.keys());
    }
    for candidate in ["toykem", "toysig", "toykex", "toyhash"] {
        let is_its_page = |path: &&std::path::PathBuf| {
            path.starts_with("candidates") && path.to_string_lossy().contains(candidate)
        };
        let page = written.keys().find(is_its_page).unwrap();
        let text = String::from_utf8(written[page].clone().unwrap()).unwrap();
        assert!(text.contains("12 (3 × 4)"), "{text}");
    }
    // A report leaves the data set as it is.
    place.assert_valid();

    // What is done is not done again.
    let before = [place.files("records"), place.files("profile"), place.files("build")];
    let printed = done(&mut place.campaign(&submissions()));
    assert_eq!((printed.measured, printed.measured_before), (all, all));
    assert_eq!([place.files("records"), place.files("profile"), place.files("build")], before);
    place.assert_whole();
}
