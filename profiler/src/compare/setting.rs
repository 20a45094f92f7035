//! What else differs between the two sides.

use super::Side;
use crate::record::{Environment, Reading, TimingRecord};
use serde::Serialize;

/// A key of timing records with other values on the two sides.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Difference {
    /// The key.
    pub key: &'static str,
    /// Its value in the base, null where it is not known.
    pub base: Option<String>,
    /// Its value in the new side.
    pub new: Option<String>,
}

/// What differs between the records of the same operations: everything that can move a time and
/// is no part of the submission.
pub(super) fn differences(base: &Side, new: &Side) -> Vec<Difference> {
    let both = base.timings.iter().filter_map(|(key, base)| Some((base, new.timings.get(key)?)));
    let mut differences: Vec<Difference> = both
        .flat_map(|(base, new)| setting(base).into_iter().zip(setting(new)))
        .filter(|((_, base), (_, new))| base != new)
        .map(|((key, base), (_, new))| Difference { key, base, new })
        .collect();
    differences.sort();
    differences.dedup();
    differences
}

fn setting(record: &TimingRecord) -> [(&'static str, Option<String>); 11] {
    let environment: &Environment = &record.environment;
    let reading = |reading: &Option<Reading>| {
        reading.as_ref().filter(|reading| !reading.0.is_null()).map(Reading::to_string)
    };
    [
        ("architecture", environment.architecture.clone()),
        ("hostname", environment.hostname.clone()),
        ("machine", environment.machine.clone()),
        ("cpu_model", environment.cpu_model.clone()),
        ("kernel", environment.kernel.clone()),
        ("compiler", environment.compiler.clone()),
        ("build_flags", record.build_flags.clone()),
        ("cpufreq_governor", environment.cpufreq_governor.clone()),
        ("cpufreq_min_khz", reading(&environment.cpufreq_min_khz)),
        ("cpufreq_max_khz", reading(&environment.cpufreq_max_khz)),
        ("cpufreq_boost", reading(&environment.cpufreq_boost)),
    ]
}
