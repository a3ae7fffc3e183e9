//! `retake replay`: cases against a build.

mod html;

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::PathBuf;

use retake_host::Interrupts;
use retake_replay::event::Event;
use retake_replay::replay;
use retake_report::{JsonLines, Junit, Sinks, Terminal};

use crate::case_files::Loaded;
use crate::failure::Failure;
use crate::keys::KeyOptions;
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

A case that cannot be read, or is of another service, is told and does not pass; the others run.

Exit codes: 0 all cases passed, 1 one did not, 2 wrong use or it cannot run.")]
pub(crate) struct Args {
    /// A directory of cases, or one case
    #[arg(value_name = "CASES")]
    cases: PathBuf,

    /// Replay cases of another service, too
    #[arg(long)]
    any_service: bool,

    /// How to write the verdicts
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// Write a JUnit report as well
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,

    /// Write a page for a browser as well: what failed, and the course of every case
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    #[command(flatten)]
    replay: ReplayOptions,

    #[command(flatten)]
    keys: KeyOptions,

    #[command(flatten)]
    service: ServiceOptions,
}

pub(crate) fn run(args: Args) -> Result<u8, Failure> {
    args.replay.check_url()?;
    let mut loaded = Loaded::open(&args.cases, &args.keys)?;
    args.replay.check_free(&loaded.batches)?;
    // From here on an interrupt is no sudden end, so that nothing is left behind.
    let interrupts = Interrupts::listen().map_err(Failure::new)?;
    let policies = args.service.policies()?;
    let mut replaying =
        args.replay.prepare(policies, |directory, settings| args.service.prepare(directory, settings))?;
    replaying.setup.detail = args.html.is_some();
    if !args.any_service {
        loaded.only_of(&replaying.setup.points);
    }
    loaded.tell()?;

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
    if let Some(path) = &args.html {
        sinks.add(html::page(path, &replaying.directory, &replaying.setup)?);
    }
    let mut tell = |event: Event| {
        // Where the report cannot show what is waited for, the messages do.
        if let (false, Event::Waiting(what)) = (live, &event) {
            say(what);
        }
        sinks.event(&event);
    };
    let result =
        replaying.run(&interrupts, &mut tell, |setup, events| replay(setup, &loaded.batches, &interrupts, events));
    for error in sinks.into_failures() {
        say(&format!("a report cannot be written: {error}"));
    }
    Ok(if result?.failed() == 0 && loaded.wrong.is_empty() { OK } else { FAILED })
}
