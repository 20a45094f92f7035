//! What a campaign is, and whether a run directory belongs to it.

use super::{CampaignError, Request, RunFolder};
use crate::build::FlagSet;
use crate::record::{ArchConfig, Campaign, Environment, Planning};
use crate::{timing, utc};
use serde_json::{Map, json};
use std::collections::BTreeSet;

/// Begins the campaign in the run directory, or goes on with the one that is there.
///
/// # Errors
/// When the one that is there is of another system, host or plan.
pub(super) fn begin(folder: &RunFolder, request: &Request) -> Result<(), CampaignError> {
    let now = (request.host)().environment;
    let planning = planning(&request.timing);
    let path = folder.campaign();
    let there = {
        let _lock = folder.lock()?;
        match folder.read::<Campaign>(&path)? {
            Some(there) => there,
            None => {
                let campaign = Campaign {
                    system_id: request.system_id.clone(),
                    started_utc: Some(utc::now()),
                    environment_at_start: Some(now.clone()),
                    arch_config: Some(ArchConfig {
                        reference: FlagSet::Guide.flags().join(" "),
                        performance: FlagSet::Performance.flags().join(" "),
                        ..ArchConfig::default()
                    }),
                    harness_additions: Some(FlagSet::additions()),
                    planning: Some(planning.clone()),
                    shards: Some(request.shard.of),
                    ..Campaign::default()
                };
                folder.write(&path, &campaign)?;
                campaign
            }
        }
    };
    let differs = |key: &str, there: String, here: String| {
        if there == here {
            return Ok(());
        }
        let (path, key) = (folder.path().to_owned(), key.to_owned());
        Err(CampaignError::Different { path, key, there, here })
    };
    differs("system", there.system_id.clone(), request.system_id.clone())?;
    let host = there.environment_at_start.unwrap_or_default();
    for ((key, there), (_, here)) in identity(&host).into_iter().zip(identity(&now)) {
        differs(key, there, here)?;
    }
    let there_planned = there.planning.unwrap_or_default();
    let plans = [&there_planned, &planning].map(|plan| {
        let plan = json!(plan);
        plan.as_object().cloned().unwrap_or_default()
    });
    for key in plans.iter().flat_map(Map::keys).collect::<BTreeSet<_>>() {
        let [there, here] = [0, 1].map(|of: usize| {
            plans[of].get(key).map_or("not given".to_owned(), ToString::to_string)
        });
        differs(key, there, here)?;
    }
    let parts = |number: u64| format!("{number} in all");
    differs("shards", parts(there.shards.unwrap_or(1)), parts(request.shard.of))?;
    Ok(())
}

/// What tells one host from another.
fn identity(environment: &Environment) -> [(&'static str, String); 3] {
    let known = |text: &Option<String>| text.as_deref().unwrap_or("unknown").to_owned();
    [
        ("host", known(&environment.hostname)),
        ("architecture", known(&environment.architecture)),
        ("processor", known(&environment.cpu_model)),
    ]
}

/// What measurements keep to. Calls that are asked for instead of planned ones are a key of our own.
fn planning(options: &timing::Options) -> Planning {
    let planning = &options.planning;
    let calls = options.iterations.map(|calls| ("iters_per_trial".to_owned(), json!(calls)));
    Planning {
        trials: planning.trials,
        trial_target_s: planning.trial_target_s,
        min_total: planning.min_total,
        max_iters_per_trial: planning.max_iterations,
        op_budget_s: planning.op_budget_s,
        separate_process_setup_s: planning.separate_process_setup_s,
        other: calls.into_iter().collect(),
    }
}
