//! The assessment environment: section 2 of a page.

use crate::format::{NONE, or_dash};
use crate::record::{Campaign, Environment, Reading};
use crate::report::markdown::text;

/// Item and value, as text.
pub(super) fn rows(campaign: &Campaign) -> Vec<[String; 2]> {
    let unknown = Environment::default();
    let at_end = campaign.environment_at_end.as_ref();
    let environment = at_end.or(campaign.environment_at_start.as_ref()).unwrap_or(&unknown);
    let known = |value: &Option<String>| or_dash(value.as_deref(), text);
    let mut rows = vec![("processor", processor(campaign, environment))];
    if let Some(machine) = &environment.machine {
        rows.push(("machine", text(machine)));
    }
    let memory = environment.memory_total_kib.map(|kib| format!("{} MiB", kib / 1024));
    rows.extend([
        ("clock", text(&clock(environment))),
        ("memory", or_dash(memory, |memory| memory)),
        ("OS / kernel", format!("{} / {}", known(&environment.os), known(&environment.kernel))),
        ("compiler / build tool", compiler(environment)),
        (
            "campaign start / end (UTC)",
            format!("{} / {}", second(&campaign.started_utc), second(&campaign.ended_utc)),
        ),
    ]);
    rows.into_iter().map(|(item, value)| [item.to_owned(), value]).collect()
}

/// Of a campaign in parts, the first of their CPUs.
fn processor(campaign: &Campaign, environment: &Environment) -> String {
    let model = or_dash(environment.cpu_model.as_deref(), text);
    let cpu = campaign.shard_cpus.values().min().copied().or(environment.cpu_number);
    match cpu {
        Some(cpu) => format!("{model} (CPU {cpu}, one core)"),
        None => format!("{model} (one core)"),
    }
}

fn compiler(environment: &Environment) -> String {
    let names = [&environment.compiler, &environment.cmake];
    let names: Vec<String> = names.into_iter().flatten().map(|name| text(name)).collect();
    if names.is_empty() { NONE.to_owned() } else { names.join(" / ") }
}

/// A moment without the parts of its second and its zone, which is UTC.
fn second(moment: &Option<String>) -> String {
    or_dash(moment.as_deref(), |moment| text(&moment.chars().take(19).collect::<String>()))
}

/// What is known of the clock and of what changes it.
pub(super) fn clock(environment: &Environment) -> String {
    let khz = |limit: &Option<Reading>| limit.as_ref().and_then(Reading::number);
    let (min, max) = (khz(&environment.cpufreq_min_khz), khz(&environment.cpufreq_max_khz));
    let Some(max) = max else {
        let measured = environment.core_clock_hz.as_ref().and_then(Reading::number);
        return or_dash(measured, |hz| format!("measured {:.2} GHz", hz / 1e9));
    };
    let ghz = max / 1e6;
    let governor = environment.cpufreq_governor.as_deref().unwrap_or("unknown");
    let is_fixed = environment.architecture.as_deref() == Some("aarch64") && min == Some(max);
    let mut parts = vec![if is_fixed {
        format!("fixed {ghz:.2} GHz (governor {governor}, minimum = maximum)")
    } else {
        format!("max {ghz:.2} GHz, governor {governor}")
    }];
    let boost = environment.cpufreq_boost.as_ref().and_then(Reading::flag);
    let no_turbo = environment.intel_pstate_no_turbo.as_ref().and_then(Reading::flag);
    let turbo = no_turbo.map(|is_off| !is_off).or(boost);
    parts.extend(match (is_fixed, boost, turbo) {
        (true, Some(is_on), _) => Some(format!("boost {}", on_off(is_on))),
        (false, _, Some(is_on)) => Some(format!("turbo {}", on_off(is_on))),
        _ => None,
    });
    parts.extend(environment.smt_control.as_deref().map(|state| match state {
        "notsupported" | "notimplemented" => "SMT none".to_owned(),
        "forceoff" => "SMT off".to_owned(),
        other => format!("SMT {other}"),
    }));
    parts.join(", ")
}

fn on_off(is_on: bool) -> &'static str {
    if is_on { "on" } else { "off" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment() -> Environment {
        Environment {
            architecture: Some("x86_64".to_owned()),
            cpufreq_governor: Some("performance".to_owned()),
            cpufreq_min_khz: Some("2100000".into()),
            cpufreq_max_khz: Some("2100000".into()),
            intel_pstate_no_turbo: Some("1".into()),
            smt_control: Some("off".to_owned()),
            ..Environment::default()
        }
    }

    #[test]
    fn clocks() {
        let x86 = environment();
        assert_eq!(clock(&x86), "max 2.10 GHz, governor performance, turbo off, SMT off");
        let boosting = Environment {
            intel_pstate_no_turbo: None,
            cpufreq_boost: Some(1.into()),
            smt_control: Some("forceoff".to_owned()),
            ..environment()
        };
        assert_eq!(clock(&boosting), "max 2.10 GHz, governor performance, turbo on, SMT off");
        let arm = Environment {
            architecture: Some("aarch64".to_owned()),
            cpufreq_boost: Some("0".into()),
            intel_pstate_no_turbo: None,
            smt_control: Some("notsupported".to_owned()),
            ..environment()
        };
        assert_eq!(
            clock(&arm),
            "fixed 2.10 GHz (governor performance, minimum = maximum), boost off, SMT none"
        );
        let free = Environment { cpufreq_min_khz: Some(300_000.into()), ..arm };
        assert_eq!(clock(&free), "max 2.10 GHz, governor performance, turbo off, SMT none");
        let measured =
            Environment { core_clock_hz: Some(2_694_173_523_u64.into()), ..Environment::default() };
        assert_eq!(clock(&measured), "measured 2.69 GHz");
        assert_eq!(clock(&Environment::default()), "–");
    }

    #[test]
    fn what_is_not_known_is_a_dash() {
        let rows = rows(&Campaign::default());
        let values: Vec<&str> = rows.iter().map(|[_, value]| value.as_str()).collect();
        assert_eq!(values, ["– (one core)", "–", "–", "– / –", "–", "– / –"]);
    }
}
