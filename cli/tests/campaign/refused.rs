//! Run directories and processors that belong to others.

use crate::common::listing;
use crate::support::{Place, done, kem, refused, sig};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

#[test]
fn a_run_directory_of_something_else_is_refused() {
    let place = Place::new("different");
    let targets = [sig()];
    let begin = || {
        let mut command = place.campaign(&targets);
        command.args(["--system", "one"]);
        command
    };
    done(&mut begin());
    let before = listing(&place.run_dir);
    let said = refused(place.campaign(&targets).args(["--system", "two"]));
    assert!(said.contains("was begun with system one, and this is system two"), "{said}");
    for (option, value, difference) in [
        ("--trial-target", "0.5", "trial_target_s 1.0, and this is trial_target_s 0.5"),
        ("--budget", "60", "op_budget_s 900.0, and this is op_budget_s 60.0"),
    ] {
        let said = refused(begin().args([option, value]));
        assert!(said.contains(difference), "{said}");
    }
    let said = refused(place.campaign_of("5", &targets).args(["--system", "one"]));
    assert!(said.contains("iters_per_trial 4, and this is iters_per_trial 5"), "{said}");
    assert_eq!(listing(&place.run_dir), before);

    let mut campaign = place.read();
    let host = campaign.environment_at_start.as_mut().unwrap();
    host.hostname = Some("elsewhere".to_owned());
    let path = place.run_dir.join("campaign.json");
    std::fs::write(&path, serde_json::to_vec(&campaign).unwrap()).unwrap();
    let before = listing(&place.run_dir);
    let said = refused(&mut begin());
    assert!(said.contains("was begun with host elsewhere, and this is host "), "{said}");
    assert_eq!(listing(&place.run_dir), before);
}

#[test]
fn a_library_that_became_another_is_not_mixed_in() {
    let place = Place::new("changed");
    let target = crate::common::submission("changing", "kinds/toysig_AlgorithmInstance.c");
    let source = target.join("toysig_AlgorithmInstance.c");
    done(&mut place.campaign(&[target.clone(), kem()]));
    let before = place.files("records");
    let text = std::fs::read_to_string(&source).unwrap();
    std::fs::write(&source, text.replace("return -77", "return -76")).unwrap();
    let ran = crate::common::Ran::of(&mut place.campaign(&[target, kem()]));
    assert_eq!(ran.status(), 1, "{}", ran.stderr());
    assert_eq!(place.failures().len(), 1);
    assert!(place.failures()[0].reason.contains("no longer the one this campaign began with"));
    assert_eq!(place.files("records"), before);
    place.assert_valid();
}

/// A campaign that hangs, until it is dropped.
struct Hanging(Child);

impl Hanging {
    fn start(place: &Place) -> Self {
        let command = place.campaign(&[kem()]);
        let mut started = Command::new(command.get_program());
        started.args(command.get_args()).process_group(0);
        for (name, value) in command.get_envs() {
            started.env(name, value.unwrap());
        }
        started.env("DO", "hang").env("IN", "kem_keygen");
        started.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        Hanging(started.spawn().unwrap())
    }
}

impl Drop for Hanging {
    fn drop(&mut self) {
        // SAFETY: a signal to the group of a process that has not been waited for.
        unsafe { libc::kill(-(self.0.id() as i32), libc::SIGKILL) };
        let _ = self.0.wait();
    }
}

#[test]
fn a_processor_is_measured_on_by_one_campaign() {
    let first = Place::new("busy");
    let mut busy = Hanging::start(&first);
    while !first.run_dir.join("build.json").exists() {
        assert!(busy.0.try_wait().unwrap().is_none());
        std::thread::sleep(Duration::from_millis(10));
    }
    let second = first.beside("not busy");
    let said = refused(&mut second.campaign(&[sig()]));
    assert!(said.contains("another process measures on processor"), "{said}");
    assert!(!second.run_dir.exists());
    drop(busy);
    done(&mut second.campaign(&[sig()]));
    // And the first can be gone on with.
    done(&mut first.campaign(&[kem()]));
}
