//! Instances that compute something else than they should are not timed.

use crate::common::{Ran, folder, root, tool};
use crate::support::{Place, kem};
use iccs_profiler::record::BuildIndex;

#[test]
fn what_fails_its_known_answers_is_timed_only_when_asked_for() {
    let target = folder("gated");
    let source = "hostile_AlgorithmInstance.c";
    std::fs::copy(kem().join(source), target.join(source)).unwrap();
    let manifest = target.join("made.sha256");
    let mut made = tool("kat");
    made.arg("--cache-dir").arg(root().join("cache")).arg(&target).arg("--write-manifest");
    assert_eq!(Ran::of(made.arg(&manifest)).status(), 0);
    let line = std::fs::read_to_string(&manifest).unwrap();
    let name = line.trim_end().rsplit('/').next().unwrap();
    let digest = line.split(' ').next().unwrap();
    let listed = |digest: &str| format!("{digest} strict {name}\n");
    std::fs::write(target.join("right.sha256"), listed(digest)).unwrap();
    std::fs::write(target.join("wrong.sha256"), listed(&"ab".repeat(32))).unwrap();
    std::fs::remove_file(&manifest).unwrap();
    // The file is found by the instance's name, which is the label where no header gives one.
    let instance = name.trim_start_matches("KAT_KEM_").trim_end_matches(".txt");
    let toml = ["right", "wrong"].map(|kat| {
        format!(
            "id = '{kat}'\n[[instance]]\nlabel = '{instance}'\ndir = '.'\nkat = '{kat}.sha256'\n"
        )
    });
    let configs = [("right", &toml[0]), ("wrong", &toml[1])].map(|(kat, text)| {
        let path = target.join(format!("{kat}.toml"));
        std::fs::write(&path, text).unwrap();
        path
    });
    let place = Place::new("gate");
    let ran = Ran::of(&mut place.campaign(&configs));
    assert_eq!(ran.status(), 1, "{}", ran.stderr());
    let index = || -> BuildIndex {
        serde_json::from_slice(&std::fs::read(place.run_dir.join("build.json")).unwrap()).unwrap()
    };
    let kat = |candidate: &str| index().get(candidate, instance).unwrap().kat.clone().unwrap();
    assert_eq!((kat("right").as_str(), kat("wrong").as_str()), ("PASS", "MISMATCH"));
    let timed =
        |candidate: &str| place.records().keys().filter(|name| name.starts_with(candidate)).count();
    assert_eq!((timed("right"), timed("wrong")), (3, 0));
    assert_eq!(place.failures().len(), 1);
    assert_eq!(place.failures()[0].phase, "kat");
    place.assert_valid();

    let ran = Ran::of(place.campaign(&configs).arg("--time-failing"));
    assert_eq!(ran.status(), 1, "{}", ran.stderr());
    assert_eq!((timed("right"), timed("wrong")), (3, 3));
    for (name, record) in place.records() {
        assert_eq!(record.kat_not_passed, name.starts_with("wrong"), "{name}");
    }
    place.assert_valid();
}
