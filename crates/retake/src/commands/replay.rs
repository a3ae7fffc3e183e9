//! `retake replay`: cases against a build.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use retake_host::{Interrupts, Launch, Output, Ready, Url, last_lines, require_free};
use retake_judge::verdict::Kind;
use retake_model::control::Control;
use retake_model::settings::{Mode, Settings};
use retake_replay::event::Event;
use retake_replay::{Batch, Error, Setup, renamed, replay};
use retake_report::{JsonLines, Junit, Sinks, Terminal};
use retake_store::CaseDir;

use crate::agent::VERSION;
use crate::failure::Failure;
use crate::options::{Format, ServiceOptions};
use crate::output::{say, style};
use crate::workdir::WorkDir;
use crate::{FAILED, OK};

/// How long a service may take to stop.
const GRACE: Duration = Duration::from_secs(10);
/// How many lines of the agent's log are shown.
const LOG_LINES: usize = 10;

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

Exit codes: 0 all cases passed, 1 one did not, 2 wrong use or it cannot run.")]
pub(crate) struct Args {
    /// A directory of cases, or one case
    #[arg(value_name = "CASES")]
    cases: PathBuf,

    /// Where the service takes requests
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    url: Url,

    /// A page that answers with a status below 500 when the service is ready; without, it is when it listens
    #[arg(long, value_name = "URL")]
    ready: Option<Url>,

    /// How many seconds the service may take to be ready
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    ready_timeout: Duration,

    /// How many cases run at the same time
    #[arg(long, short, value_name = "N", default_value = "4")]
    jobs: NonZeroUsize,

    /// How many seconds a request may take
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    timeout: Duration,

    /// How to write the verdicts
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// Write a JUnit report as well
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,

    /// Show the service's output
    #[arg(long)]
    show_output: bool,

    #[command(flatten)]
    service: ServiceOptions,
}

pub(crate) fn run(args: Args) -> Result<u8, Failure> {
    if args.url.path != "/" {
        let why = "has a path; the cases have their own, so name only host and port";
        return Err(Failure::new(format!("--url {} {why}", args.url)));
    }
    let mut batches = load(&args.cases)?;
    if batches.iter().any(Batch::has_requests) {
        require_free(&args.url)?;
    }
    // From here on an interrupt is no sudden end, so that nothing is left behind.
    let interrupts = Interrupts::listen().map_err(Failure::new)?;
    let mut directory = WorkDir::create()?;
    let socket = directory.file("s");
    let settings = Settings {
        version: VERSION.to_owned(),
        mode: Mode::Replay,
        points: PathBuf::new(),
        log: PathBuf::new(),
        out: None,
        socket: Some(socket.clone()),
        verify: false,
        control: Control::default(),
    };
    let prepared = args.service.prepare(&directory, settings)?;
    for renamed in renamed::follow(&mut batches, &prepared.points) {
        say(&renamed.to_string());
    }
    let service_log = directory.file("service.log");
    let output = if args.show_output { Output::Messages } else { Output::File(service_log.clone()) };
    let setup = Setup {
        launch: Launch { command: prepared.command, env: prepared.env, output, own_group: true },
        socket,
        version: VERSION.to_owned(),
        points: prepared.points,
        ready: args.ready.map_or_else(|| Ready::Listens(args.url.clone()), Ready::Answers),
        url: args.url,
        ready_timeout: args.ready_timeout,
        jobs: args.jobs.get(),
        timeout: args.timeout,
        grace: GRACE,
    };
    if interrupts.any() {
        return Err(Failure::Interrupted(interrupts.last()));
    }

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
    let result = replay(&setup, &batches, &interrupts, &mut |event| {
        // Where the report cannot show what is waited for, the messages do.
        if let (false, Event::Waiting(what)) = (live, &event) {
            say(what);
        }
        sinks.event(&event);
    });
    drop(
        sinks
            .into_failures()
            .into_iter()
            .map(|error| say(&format!("a report cannot be written: {error}")))
            .collect::<Vec<_>>(),
    );
    for line in last_lines(&prepared.log, LOG_LINES) {
        say(&line);
    }
    let broken = match &result {
        Ok(summary) => [Kind::Error, Kind::Timeout].iter().any(|kind| summary.verdicts.contains_key(kind)),
        Err(Error::Host(retake_host::Error::Interrupted)) => false,
        Err(_) => true,
    };
    if broken && service_log.metadata().is_ok_and(|log| log.len() > 0) {
        directory.keep();
        say(&format!("the service's output is in {}", service_log.display()));
    }
    match result {
        Ok(summary) if summary.failed() == 0 => Ok(OK),
        Ok(_) => Ok(FAILED),
        Err(Error::Host(retake_host::Error::Interrupted)) => Err(Failure::Interrupted(interrupts.last())),
        Err(error) => Err(Failure::new(error)),
    }
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

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(duration) if !duration.is_zero() && seconds <= 86_400.0 => Ok(duration),
        _ => Err("not a number of seconds between 0 and a day".to_owned()),
    }
}
