//! Run directories that cannot be written.

use crate::common::{folder, root};
use crate::support::{Place, done, refused, sig, submissions};
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn a_run_directory_that_cannot_be_is_named() {
    let file = root().join("a file");
    std::fs::write(&file, "").unwrap();
    for run_dir in [file.clone(), file.join("below"), "/proc/iccsprof".into(), "/dev/full".into()] {
        let place = Place::at(run_dir.clone(), "unwritable");
        let said = refused(&mut place.campaign(&submissions()));
        assert!(said.contains(&*run_dir.to_string_lossy()), "{said}");
        assert!(said.contains("--run-dir"), "{said}");
    }
}

/// A file system of its own, as only root can make one.
struct Mounted(PathBuf);

impl Mounted {
    fn new(name: &str, options: &str) -> Option<Self> {
        let place = folder(name);
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(&place);
        mount.output().is_ok_and(|output| output.status.success()).then_some(Mounted(place))
    }

    fn change(&self, options: &str) {
        let mut mount = Command::new("mount");
        mount.args(["-o", &format!("remount,{options}")]).arg(&self.0);
        assert!(mount.status().unwrap().success());
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

/// Every file is whole.
fn assert_whole(run_dir: &Path) {
    for (path, content) in crate::common::listing(run_dir) {
        let Some(content) = content.filter(|_| path.extension().is_some_and(|e| e == "json"))
        else {
            assert!(!path.to_string_lossy().contains(".tmp"), "{path:?}");
            continue;
        };
        let read: Result<serde_json::Value, _> = serde_json::from_slice(&content);
        assert!(read.is_ok(), "{path:?}");
    }
}

#[test]
fn a_full_disk_stops_a_campaign_that_then_goes_on() {
    let Some(mounted) = Mounted::new("full", "size=4k") else { return };
    let place = Place::at(mounted.0.join("run"), "full disk");
    let mut before = place.files("records");
    for size in ["8k", "48k", "128k", "300k", "360k", "420k"] {
        mounted.change(&format!("size={size}"));
        let said = refused(&mut place.campaign(&submissions()));
        assert!(said.contains("space"), "{size}: {said}");
        assert_whole(&mounted.0);
        let after = place.files("records");
        assert!(before.iter().all(|(name, content)| after[name] == *content));
        before = after;
    }
    assert!(!before.is_empty());
    mounted.change("size=64m");
    done(&mut place.campaign(&submissions()));
    let after = place.files("records");
    assert!(before.iter().all(|(name, content)| after[name] == *content));
    place.assert_whole();
}

#[test]
fn a_run_directory_that_may_only_be_read_is_left_as_it_is() {
    let Some(mounted) = Mounted::new("read only", "size=64m") else { return };
    let place = Place::at(mounted.0.join("run"), "read only disk");
    mounted.change("ro");
    for _ in 0..2 {
        let before = crate::common::listing(&mounted.0);
        let said = refused(&mut place.campaign(&[sig()]));
        assert!(said.contains("Read-only file system"), "{said}");
        assert_eq!(crate::common::listing(&mounted.0), before);
        // And once more when there is something in it.
        mounted.change("rw");
        done(&mut place.campaign(&[sig()]));
        mounted.change("ro");
    }
}
