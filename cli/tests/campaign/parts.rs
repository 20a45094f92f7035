//! Several processes that do a campaign together.

use crate::support::{Place, done, operations, refused, submissions};

#[test]
fn parts_at_the_same_time_make_one_data_set() {
    if std::thread::available_parallelism().unwrap().get() < 2 {
        return;
    }
    let place = Place::new("parts");
    let part = |shard: &'static str| {
        let mut command = place.campaign(&submissions());
        command.args(["--shard", shard]);
        std::thread::spawn(move || done(&mut command))
    };
    let both = ["1/2", "2/2"].map(part).map(|part| part.join().unwrap());
    assert_eq!(both[0].measured + both[1].measured, operations().len() as u64);
    assert!(both.iter().all(|part| part.measured > 0 && part.measured_before == 0));
    place.assert_whole();
    let cpus = place.read().shard_cpus;
    assert_eq!(cpus.keys().collect::<Vec<_>>(), ["1/2", "2/2"]);
    assert_ne!(cpus["1/2"], cpus["2/2"]);

    // Every part finds its own records again, and all of them are there.
    let before = place.files("records");
    for shard in ["1/2", "2/2"] {
        let printed = done(place.campaign(&submissions()).args(["--shard", shard]));
        assert_eq!(printed.measured, printed.measured_before);
    }
    assert_eq!(place.files("records"), before);
    place.assert_valid();
    let said = refused(place.campaign(&submissions()).args(["--shard", "1/3"]));
    assert!(said.contains("shards 2 in all, and this is shards 3 in all"), "{said}");
}
