//! `retake replay`: cases against a build.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use retake_host::Interrupts;
use retake_replay::event::Event;
use retake_replay::{Batch, replay};
use retake_report::{JsonLines, Junit, Sinks, Terminal};
use retake_store::CaseDir;

use crate::failure::Failure;
use crate::options::{Format, ServiceOptions};
use crate::output::{say, style};
use crate::replaying::ReplayOptions;
use crate::{FAILED, OK};

/// Replay cases against a build of the service, with every dependency answered from the recording
///
/// Starts the service, sends it every recorded request, and checks that it asks its dependencies the same in the same
/// order and answers the same. Nothing that the service depends on needs to run.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  retake replay cases/ -- java -jar app-new.jar
  retake replay cases/ --url http://127.0.0.1:9000 -- java -jar app-new.jar
  retake replay cases/ --ready http://127.0.0.1:8080/health -- java -jar app.jar
  retake replay cases/get-orders-1.case.json --show-output -- java -jar app.jar
  retake replay cases/ --junit report.xml -- java -jar app-new.jar
  retake replay cases/ --on-new-call 'com.acme.Audit.*=answer-nearest' -- java -jar app-new.jar

Exit codes: 0 all cases passed, 1 one did not, 2 wrong use or it cannot run.")]
pub(crate) struct Args {
    /// A directory of cases, or one case
    #[arg(value_name = "CASES")]
    cases: PathBuf,

    /// How to write the verdicts
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// Write a JUnit report as well
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,

    #[command(flatten)]
    replay: ReplayOptions,

    #[command(flatten)]
    service: ServiceOptions,
}

pub(crate) fn run(args: Args) -> Result<u8, Failure> {
    args.replay.check_url()?;
    let batches = load(&args.cases)?;
    args.replay.check_free(&batches)?;
    // From here on an interrupt is no sudden end, so that nothing is left behind.
    let interrupts = Interrupts::listen().map_err(Failure::new)?;
    let policies = args.service.policies()?;
    let mut replaying =
        args.replay.prepare(policies, false, |directory, settings| args.service.prepare(directory, settings))?;

    let mut sinks = Sinks::default();
    let style = style(&io::stdout());
    let live = args.format == Format::Text && style.live;
    match args.format {
        Format::Text => sinks.add(Terminal::new(io::stdout(), style)),
        Format::Json => sinks.add(JsonLines::new(io::stdout())),
    }
    if let Some(path) = &args.junit {
        let file = File::create(path).map_err(|error| Failure::file("written", path, &error))?;
        sinks.add(Junit::new(BufWriter::new(file)));
    }
    let mut tell = |event: Event| {
        // Where the report cannot show what is waited for, the messages do.
        if let (false, Event::Waiting(what)) = (live, &event) {
            say(what);
        }
        sinks.event(&event);
    };
    let result = replaying.run(&interrupts, &mut tell, |setup, events| replay(setup, &batches, &interrupts, events));
    for error in sinks.into_failures() {
        say(&format!("a report cannot be written: {error}"));
    }
    Ok(if result?.failed() == 0 { OK } else { FAILED })
}

/// Reads all cases, by the boot document they were recorded behind. Everything that is wrong is told at once.
fn load(path: &Path) -> Result<Vec<Batch>, Failure> {
    let directory = CaseDir::open(path)?;
    let mut wrong = Vec::new();
    let mut batches: BTreeMap<Option<String>, Batch> = BTreeMap::new();
    for case in directory.load_all() {
        match case {
            Ok(case) => batches.entry(case.boot.clone()).or_default().cases.push(case),
            Err(error) => wrong.push(error.to_string()),
        }
    }
    for (name, batch) in &mut batches {
        let Some(name) = name else { continue };
        match directory.load_boot(name) {
            Ok(boot) => batch.boot = Some(boot),
            Err(error) => wrong.push(error.to_string()),
        }
    }
    match wrong.is_empty() {
        true => Ok(batches.into_values().collect()),
        false => Err(Failure::new(wrong.join("\nretake: "))),
    }
}
