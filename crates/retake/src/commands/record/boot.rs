//! Recording one start of a service, for traffic that was recorded while it ran.

use std::path::Path;
use std::time::{Duration, Instant};

use retake_host::{Interrupts, Ready, Service, Url, last_lines, require_free};
use retake_model::control::Control;
use retake_model::points::Points;
use retake_store::Traffic;

use super::line::{Line, State};
use super::show::Show;
use super::{Args, GRACE, LOG_LINES, NO_AGENT, launch, segments, tell_log};
use crate::OK;
use crate::failure::Failure;
use crate::output::{count, say};
use crate::replaying::seconds;
use crate::workdir::WorkDir;

/// A start is over when the service is ready and has asked nothing of the outside for so long …
const QUIET: Duration = Duration::from_secs(1);
/// … or anyway after so long: background work may go on for ever.
const LONGEST: Duration = Duration::from_secs(15);
/// How long the agent may take to leave.
const LEAVING: Duration = Duration::from_secs(60);
/// How often a waiting command looks.
const LOOK_EVERY: Duration = Duration::from_millis(100);

#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "The start of a service")]
pub(super) struct BootOptions {
    /// Start the service, record what it does until it is ready, and stop it; for traffic of the same build that was
    /// recorded with --pid
    #[arg(long, conflicts_with_all = ["pid", "lasting", "requests"])]
    pub(super) boot: bool,

    /// With --boot: where the service takes requests
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    url: Url,

    /// With --boot: a page that answers with a status below 500 when the service is ready; without, it is when it listens
    #[arg(long, value_name = "URL", requires = "boot")]
    ready: Option<Url>,

    /// With --boot: how many seconds the service may take to be ready
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    ready_timeout: Duration,
}

/// Records one start.
pub(super) fn record(args: &Args, out: &Path, show: &mut Show, interrupts: &Interrupts) -> Result<u8, Failure> {
    let options = &args.boot;
    require_free(&options.url)?;
    let before = segments(out);
    let directory = WorkDir::create()?;
    let socket = directory.file("s");
    let line = Line::listen(&socket, args.mask.for_agent(&args.points.mask()?)?)?;
    let (launch, log) = launch(args, &directory, socket, out, Control::boot_alone())?;
    if interrupts.any() {
        return Err(Failure::Interrupted(interrupts.last()));
    }
    let mut service = Service::start(&launch)?;
    let ready = options.ready.clone().map_or_else(|| Ready::Listens(options.url.clone()), Ready::Answers);
    let waited = ready.wait(&mut service, options.ready_timeout, interrupts);
    if waited.is_ok() {
        settle(&line, interrupts);
    }
    // What the service does to stop is no part of its start.
    line.detach();
    let left = line.wait(LEAVING, |state| !matches!(state, State::Here | State::Records), || interrupts.any());
    service.stop(GRACE, interrupts);
    tell_log(&last_lines(&log, LOG_LINES));
    waited?;
    let (boot, added) = (line.counts().boot, segments(out).into_iter().filter(|file| !before.contains(file)).count());
    if added == 0 || left.is_none() {
        return Err(Failure::new(format!(
            "the start was not recorded, because no agent ran in the service; {NO_AGENT}"
        )));
    }
    show.clear();
    say(&format!("recorded the start of the service to {}: {}", args.out.display(), count(boot, "call", "calls")));
    Ok(OK)
}

/// Waits until the service asks nothing more.
fn settle(line: &Line, interrupts: &Interrupts) {
    let begin = Instant::now();
    let (mut known, mut since) = (0, begin);
    while begin.elapsed() < LONGEST && since.elapsed() < QUIET && !interrupts.any() {
        line.ask();
        interrupts.sleep(LOOK_EVERY);
        let boot = line.counts().boot;
        if boot != known {
            (known, since) = (boot, Instant::now());
        }
    }
}

/// Refuses a start of another build than the one that was recorded while it ran.
pub(super) fn check(points: &Points, out: &Path) -> Result<(), Failure> {
    let Ok(traffic) = Traffic::open(out) else { return Ok(()) };
    let mut other = None;
    for segment in traffic.segments() {
        let Some(header) = segment?.header.filter(|header| header.attached) else { continue };
        if header.points.build == points.build {
            return Ok(());
        }
        let differs = |class: &&String| header.points.build.get(*class) != points.build.get(*class);
        let class = header.points.build.keys().chain(points.build.keys()).find(differs).cloned();
        other = other.or(class);
    }
    match other {
        Some(class) => Err(Failure::new(format!(
            "the traffic in {} is of another build: {class} is not the same; start the build that was recorded, or name \
             another directory",
            out.display()
        ))),
        None => Ok(()),
    }
}
