//! iccsprof: where submissions behind the ICCS interface spend their time.

mod common;
mod profile;
mod report;
mod run;

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
    /// Any program under interposition.
    Run(run::RunArgs),
    /// Pages from the records of a data set.
    Report(report::ReportArgs),
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
        Command::Run(arguments) => run::run(arguments),
        Command::Report(arguments) => report::run(arguments),
    };
    done.unwrap_or_else(|error| {
        common::say(&format!("iccsprof: {}", common::explain(&error)));
        ExitCode::from(2)
    })
}
