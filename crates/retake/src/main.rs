//! The command line: one module per command, which reads its arguments, calls the crates that do the work, and shows
//! what came of it.

#![forbid(unsafe_code)]

mod agent;
mod analysis;
mod cache;
mod case_files;
mod commands;
mod config;
mod diagnosis;
mod failure;
mod keys;
mod mask;
mod options;
mod output;
mod proving;
mod replaying;
mod workdir;

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};

use crate::failure::Failure;

/// Turn what a service does in production into tests that run anywhere.
///
/// Retake finds the places where a JVM service depends on something outside the request, records them while real traffic
/// flows, and later replays the traffic against a new build with every dependency answered from the recording: no
/// database, no other services.
#[derive(Debug, Parser)]
#[command(name = "retake", version, max_term_width = 110, arg_required_else_help = true)]
#[command(after_help = "Examples:
  retake record --out traffic/ -- java -jar app.jar   # send it requests
  retake cases traffic/ --out cases/
  retake replay cases/ -- java -jar app-new.jar
  retake analyze app.jar                              # what it depends on

Settings of a service (its packages, points that no rule finds, own rules, what is recorded) are in `retake.toml`; see docs/settings.md.

Exit codes: 0 all is well, 1 a case did not pass or points were added or removed, 2 wrong use or it cannot run.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Analyze(commands::analyze::Args),
    Explain(commands::explain::Args),
    Calls(commands::calls::Args),
    Points(commands::points::Args),
    Record(Box<commands::record::Args>),
    Cases(Box<commands::cases::Args>),
    Replay(Box<commands::replay::Args>),
    Reseal(commands::reseal::Args),
    Tag(commands::tag::Args),
    Coverage(commands::coverage::Args),
    Traffic(commands::traffic::Args),
}

/// All is well.
const OK: u8 = 0;
/// Something did not pass.
const FAILED: u8 = 1;
/// Wrong use, or it cannot run.
const CANNOT_RUN: u8 = 2;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let result = match cli.command {
        Command::Analyze(args) => commands::analyze::run(args),
        Command::Explain(args) => commands::explain::run(args),
        Command::Calls(args) => commands::calls::run(args),
        Command::Points(args) => commands::points::run(args),
        Command::Record(args) => commands::record::run(*args),
        Command::Cases(args) => commands::cases::run(*args),
        Command::Replay(args) => commands::replay::run(*args),
        Command::Reseal(args) => commands::reseal::run(&args),
        Command::Tag(args) => commands::tag::run(args),
        Command::Coverage(args) => commands::coverage::run(args),
        Command::Traffic(args) => commands::traffic::run(args),
    };
    ExitCode::from(match result {
        Ok(code) => code,
        Err(Failure::NobodyReads) => OK,
        Err(Failure::CannotRun(why)) => {
            output::say(&why);
            CANNOT_RUN
        }
        // What a shell says of a process that a signal ended.
        Err(Failure::Interrupted(signal)) => 128u8.saturating_add(u8::try_from(signal).unwrap_or(0)),
    })
}

/// Shows help where it was asked for, and says what is wrong with the arguments where it was not.
fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        // That nobody reads the help is no error.
        let _ = error.print();
        return ExitCode::from(if error.use_stderr() { CANNOT_RUN } else { OK });
    }
    let text = error.render().to_string();
    output::say(text.strip_prefix("error: ").unwrap_or(&text).trim_end());
    ExitCode::from(CANNOT_RUN)
}
