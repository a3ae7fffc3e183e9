//! `retake replay`: cases against a build.

mod html;
mod memory;
mod selection;

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::PathBuf;

use retake_host::Interrupts;
use retake_replay::event::{Event, Summary};
use retake_replay::replay;
use retake_report::{JsonLines, Junit, Sinks, Terminal};
use retake_select::FailIf;

use crate::case_files::Loaded;
use crate::failure::Failure;
use crate::keys::KeyOptions;
use crate::options::{Format, ServiceOptions};
use crate::output::{count, say, style};
use crate::replaying::ReplayOptions;
use crate::{FAILED, OK};
use memory::Memory;
use selection::SelectOptions;

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
  retake replay cases/ --html report.html -- java -jar app-new.jar
  retake replay cases/ --only last-failed -- java -jar app-new.jar
  retake replay cases/ --only 'entry:POST /orders**' -- java -jar app-new.jar
  retake replay cases/ --changed-since origin/main -- java -jar app-new.jar
  retake replay cases/ --fail-if 'new-call,failed>1%' -- java -jar app-new.jar
  retake replay cases/ --on-new-call answer-nearest -- java -jar app-new.jar

A case that cannot be read, or is of another service, is told and does not pass; the others run.

Exit codes: 0 all cases passed, or as many as --fail-if asks for; 1 not so; 2 wrong use or it cannot run.
See docs/ci.md for builds and pull requests.")]
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
    select: SelectOptions,

    /// What fails the run, all else is only reported: verdicts and how many of them are too many, as in `failed`,
    /// `new-call,output-differs` or `failed>5%`; without, every case must pass
    #[arg(long, value_name = "CONDITIONS")]
    fail_if: Option<FailIf>,

    #[command(flatten)]
    replay: ReplayOptions,

    #[command(flatten)]
    keys: KeyOptions,

    #[command(flatten)]
    service: ServiceOptions,
}

pub(crate) fn run(args: Args) -> Result<u8, Failure> {
    args.replay.check_url()?;
    let wanted = args.service.points().replay()?;
    let fail_if = match (&args.fail_if, &wanted.fail_if) {
        (Some(said), _) => said.clone(),
        (None, Some(written)) => written.text.parse().map_err(|why| Failure::new(format!("{}: {why}", written.at)))?,
        (None, None) => FailIf::default(),
    };
    let mut memory = Memory::of(&args.cases);
    let mut loaded = Loaded::open(&args.cases, &args.keys)?;
    args.replay.check_free(&loaded.batches)?;
    // From here on an interrupt is no sudden end, so that nothing is left behind.
    let interrupts = Interrupts::listen().map_err(Failure::new)?;
    let policies = wanted.policies.clone();
    let mut replaying =
        args.replay.prepare(policies, false, |directory, settings| args.service.prepare(directory, settings))?;
    replaying.setup.detail = args.html.is_some();
    if !args.any_service {
        loaded.only_of(&replaying.setup.points);
    }
    loaded.tell()?;
    let points = &replaying.setup.points;
    loaded.follow(points).iter().for_each(|renamed| say(&renamed.to_string()));
    let selected = args.select.apply(&mut loaded.batches, &wanted, &args.service, points, memory.last_failed())?;

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
        sinks.add(html::page(path, &replaying.directory, &replaying.setup, &loaded.batches)?);
    }
    selected.skipped.into_iter().for_each(|skipped| sinks.event(&Event::Skipped(skipped)));
    let mut tell = |event: Event| {
        memory.note(&event);
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
    memory.save();
    let code = outcome(&fail_if, &result?);
    Ok(if loaded.wrong.is_empty() { code } else { FAILED })
}

/// The exit code, with a word to whoever set other conditions than that all must pass.
fn outcome(fail_if: &FailIf, summary: &Summary) -> u8 {
    let holding = fail_if.holding(&summary.verdicts);
    if *fail_if != FailIf::default() {
        match (holding.is_empty(), summary.failed()) {
            (false, _) => say(&format!("the run fails: {}", holding.join("; "))),
            (true, 0) => {}
            (true, failed) => {
                say(&format!("{} failed, which --fail-if accepts", count(failed as u64, "case", "cases")))
            }
        }
    }
    if holding.is_empty() { OK } else { FAILED }
}
