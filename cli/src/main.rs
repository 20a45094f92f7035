//! iccsprof: where submissions behind the ICCS interface spend their time.

mod campaign;
mod check;
mod common;
mod compare;
mod host;
mod kat;
mod profile;
mod progress;
mod report;
mod run;
mod targets;
mod time;
mod validate;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Profiles submissions behind the ICCS interface.
#[derive(Parser)]
#[command(version, about, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// How much of each operation is spent in the hash helpers and the DRNG, in which calls.
    Profile(profile::ProfileArgs),
    /// What each operation costs: cycles, time, memory, sizes.
    Time(time::TimeArgs),
    /// Known answers: check, write, make a manifest.
    Kat(kat::KatArgs),
    /// Build, time and profile into a run directory; goes on where it was stopped.
    Campaign(campaign::CampaignArgs),
    /// Pages from records: a candidate's seven sections, a summary, the method.
    Report(report::ReportArgs),
    /// Recompute everything in a data set from its raw trials and calls.
    Validate(validate::ValidateArgs),
    /// Is this host fit for measuring, and what would make it so?
    Check(check::CheckArgs),
    /// What became faster, slower or different between two measurements.
    Compare(compare::CompareArgs),
    /// Any program under interposition.
    Run(run::RunArgs),
}

fn main() -> ExitCode {
    // Before anything else: a measuring child's memory is part of its results.
    if iccs_profiler::drive::is_child() {
        return iccs_profiler::drive::main(std::env::args_os().skip(1));
    }
    // A reader that has seen enough (`| head`) ends the program quietly.
    // SAFETY: sets a signal's default action before any thread is started.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_DFL) };
    // Clap exits with 2 on unusable arguments, 0 for help.
    let arguments = Arguments::parse();
    let done = match &arguments.command {
        Command::Profile(arguments) => profile::run(arguments),
        Command::Time(arguments) => time::run(arguments),
        Command::Kat(arguments) => kat::run(arguments),
        Command::Campaign(arguments) => campaign::run(arguments),
        Command::Report(arguments) => report::run(arguments),
        Command::Validate(arguments) => validate::run(arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Compare(arguments) => compare::run(arguments),
        Command::Run(arguments) => run::run(arguments),
    };
    done.unwrap_or_else(|error| {
        common::say(&format!("iccsprof: {}", common::explain(&error)));
        ExitCode::from(2)
    })
}
