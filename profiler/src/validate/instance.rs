//! What the records of one instance, `build.json` and the files beside them say of each other.

use super::{Finding, Findings};
use crate::dataset::Instance;
use crate::elf;
use crate::files;
use crate::record::TimingRecord;
use std::path::Path;

pub(super) fn check(folder: &Path, instance: &Instance, findings: &mut Vec<Finding>) {
    sizes(instance, findings);
    let Some(built) = &instance.built else {
        let file = instance.timings.first().map(|timing| timing.file.as_str());
        if let Some(file) = file {
            Findings { file, all: findings }.say("label", "is not in build.json");
        }
        return;
    };
    for each in &instance.timings {
        let record = &each.record;
        let mut findings = Findings { file: &each.file, all: findings };
        let mut same = |key: &str, here: &Option<String>, there: &Option<String>| {
            if here.is_some() || there.is_some() {
                findings.same(key, here, there, "build.json has");
            }
        };
        same("library", &record.library, &built.library);
        same("library_sha256", &record.library_sha256, &built.library_sha256);
        same("kat", &record.kat, &built.kat);
        same("kat_log", &record.kat_log, &built.kat_log);
        same("kat_log_sha256", &record.kat_log_sha256, &built.kat_log_sha256);
        for (key, here, there) in [
            ("instance", &record.instance, &built.instance),
            ("variant", &record.variant, &built.variant),
            ("flags", &record.flags, &built.flags),
        ] {
            findings.same(key, here, there, "build.json has");
        }
    }
    let key = format!("instances.{}/{}", built.candidate, built.label);
    let mut findings = Findings { file: "build.json", all: findings };
    let below = |name: &Option<String>| name.clone().filter(|name| is_below(name));
    let library = below(&built.library).map(|name| folder.join("build").join(name));
    let log = below(&built.kat_log).map(|name| folder.join(name));
    for (path, what, listed) in [
        (&library, "library_sha256", &built.library_sha256),
        (&log, "kat_log_sha256", &built.kat_log_sha256),
    ] {
        // Large files need not be published with the records.
        if let (Some(path), Some(listed)) = (path, listed)
            && files::sha256(path).is_ok_and(|now| now != *listed)
        {
            findings.say(format!("{key}.{what}"), "is not the digest of the file");
        }
    }
    if let (Some(path), Some(listed)) = (&library, built.elf_load_bytes)
        && let Ok(memory) = elf::static_memory(path)
        && memory.load != listed
    {
        findings.say(format!("{key}.elf_load_bytes"), format!("the library has {}", memory.load));
    }
}

/// Whether a name leads nowhere else.
fn is_below(name: &str) -> bool {
    Path::new(name).components().all(|part| matches!(part, std::path::Component::Normal(_)))
}

/// Declared lengths are the library's, so they are the same in all its records.
fn sizes(instance: &Instance, findings: &mut Vec<Finding>) {
    let complete = || instance.timings.iter().filter(|timing| timing.record.is_complete());
    let Some(first) = complete().next() else { return };
    type Length = fn(&TimingRecord) -> Option<u64>;
    let lengths: [(&str, Length); 9] = [
        ("pk_bytes", |record| record.sizes.pk_bytes),
        ("sk_bytes", |record| record.sizes.sk_bytes),
        ("ct_bytes", |record| record.sizes.ct_bytes),
        ("ss_bytes", |record| record.sizes.ss_bytes),
        ("signature_bytes", |record| record.sizes.signature_bytes),
        ("digest_bytes", |record| record.sizes.digest_bytes),
        ("sta_bytes", |record| record.sizes.sta_bytes),
        ("stb_bytes", |record| record.sizes.stb_bytes),
        ("total_msg_bytes", |record| record.sizes.total_msg_bytes),
    ];
    for each in complete().skip(1) {
        let mut findings = Findings { file: &each.file, all: findings };
        for (key, of) in lengths {
            let by = format!("{} has", first.file);
            findings.same(&format!("sizes.{key}"), of(&each.record), of(&first.record), &by);
        }
    }
}
