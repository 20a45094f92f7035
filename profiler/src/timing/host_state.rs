//! The host around a measurement.

use crate::record::{Environment, TimingRecord};

/// The host at one moment.
#[derive(Clone, Debug, Default)]
pub struct HostState {
    /// The machine and its settings.
    pub environment: Environment,
    /// What is wrong with it for measuring.
    pub problems: Vec<String>,
    /// Its load over 1, 5 and 15 minutes.
    pub load_average: Vec<f64>,
    /// Times since the start of the system that the processor was slowed down for being hot, where
    /// it counts them.
    pub throttles: Option<u64>,
    /// The time of day.
    pub utc: String,
}

impl HostState {
    /// Puts it into a record as what was there when the measurement began; `end` is what was there
    /// when it ended.
    pub fn describe(&self, end: &HostState, record: &mut TimingRecord) {
        record.environment = self.environment.clone();
        record.host_problems.clone_from(&self.problems);
        for problem in &end.problems {
            if !record.host_problems.contains(problem) {
                record.host_problems.push(problem.clone());
            }
        }
        if let (Some(before), Some(after)) = (self.throttles, end.throttles)
            && after > before
        {
            let times = after - before;
            record.host_problems.push(format!("the processor was slowed for heat {times} times"));
        }
        record.load_average_start.clone_from(&self.load_average);
        record.load_average_end.clone_from(&end.load_average);
        record.started_utc = Some(self.utc.clone());
        record.ended_utc = Some(end.utc.clone());
    }
}
