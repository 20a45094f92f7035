//! A campaign that is killed again and again.

use crate::common::inputs::Inputs;
use crate::support::{Place, done, operations, submissions};
use iccs_profiler::record::{Process, TimingRecord};
use std::collections::BTreeMap;
use std::os::unix::process::CommandExt;
use std::process::Stdio;
use std::time::Duration;

const ROUNDS: usize = 15;

/// Starts the campaign and kills it after a random time, in every other round counted from when
/// there is something new in the run directory. Returns whether it was done before.
fn killed(place: &Place, inputs: &mut Inputs, round: usize) -> bool {
    let command = place.campaign(&submissions());
    let mut started = std::process::Command::new(command.get_program());
    started.args(command.get_args()).process_group(0);
    for (name, value) in command.get_envs() {
        started.env(name, value.unwrap());
    }
    let quiet = started.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let before = files(place);
    let mut child = quiet.spawn().unwrap();
    let wait = |milliseconds| std::thread::sleep(Duration::from_millis(milliseconds));
    while round.is_multiple_of(2) && child.try_wait().unwrap().is_none() && files(place) == before {
        wait(5);
    }
    wait(20 + inputs.below(380) as u64);
    // SAFETY: a signal to the group of a process that has not been waited for.
    unsafe { libc::kill(-(child.id() as i32), libc::SIGKILL) };
    child.wait().unwrap().success()
}

/// How much there is in the run directory.
fn files(place: &Place) -> usize {
    let folders = ["build", "calibration", "partial", "records", "profile"];
    let partial: usize = place.files("partial").values().map(Vec::len).sum();
    partial + folders.iter().map(|folder| place.files(folder).len()).sum::<usize>()
}

/// The processes of every operation that are kept, in records and of operations not done yet.
fn processes(place: &Place) -> BTreeMap<String, Vec<Process>> {
    let mut kept = BTreeMap::new();
    for (name, bytes) in place.files("partial") {
        let partial: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
        let of = |process: &serde_json::Value| {
            serde_json::from_value(process["process"].clone()).unwrap()
        };
        let all = partial["timed"]["processes"].as_array().unwrap().iter().map(of).collect();
        kept.insert(name, all);
    }
    let whole = |(name, record): (String, TimingRecord)| (name, record.processes);
    kept.extend(place.records().into_iter().map(whole));
    kept
}

#[test]
fn nothing_is_lost_and_nothing_measured_twice() {
    let place = Place::with_own_cache("killed");
    let mut inputs = Inputs(4);
    let mut kills = 0;
    for round in 0..ROUNDS {
        let before = [place.files("records"), place.files("profile")];
        let processes_before = processes(&place);
        let is_done = killed(&place, &mut inputs, round);
        kills += usize::from(!is_done);
        let after = [place.files("records"), place.files("profile")];
        for (before, after) in before.iter().zip(&after) {
            for (name, content) in before {
                assert!(after.get(name) == Some(content), "{name} is another in round {round}");
            }
        }
        let processes = processes(&place);
        for (name, before) in &processes_before {
            assert!(processes[name].starts_with(before), "{name} lost a trial in round {round}");
        }
        if is_done {
            break;
        }
    }
    assert!(kills > 1);
    let (before, processes_before) = (place.files("records"), processes(&place));
    let printed = done(&mut place.campaign(&submissions()));
    let all = operations().len() as u64;
    assert_eq!((printed.measured, printed.measured_before), (all, before.len() as u64));
    let after = place.files("records");
    assert!(before.iter().all(|(name, content)| after[name] == *content));
    let processes = processes(&place);
    assert!(processes_before.iter().all(|(name, before)| processes[name].starts_with(before)));
    place.assert_whole();
}
