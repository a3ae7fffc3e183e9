//! `retake record`: run a service, or take one that runs, and record what it depends on.

mod attached;
mod boot;
mod control;
mod line;
mod show;
mod summary;
mod until;

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use retake_host::{Interrupts, Launch, Output, Service, last_lines};
use retake_model::control::Control;
use retake_model::policy::Policies;
use retake_model::settings::{Mode, Settings};
use retake_store::Traffic;

use self::attached::Asked;
use self::boot::BootOptions;
use self::control::ControlOptions;
use self::line::Line;
use self::show::Show;
use self::summary::Summary;
use self::until::Until;
use crate::agent::VERSION;
use crate::failure::Failure;
use crate::mask::{self, MaskOptions};
use crate::options::{Format, PointsOptions};
use crate::output::say;
use crate::workdir::WorkDir;
use crate::{FAILED, OK};

/// What a service leaves running when it ends has this long to end, too.
const GRACE: Duration = Duration::from_secs(5);
/// How many lines of the agent's log are shown.
const LOG_LINES: usize = 10;
/// How often agents are asked how far they are.
const ASK_EVERY: Duration = Duration::from_millis(500);

/// Run a service and record what it depends on while it serves requests
///
/// The service runs as always: its input, output and signals are its own. Stop it as always, too (Ctrl-C); what was
/// recorded is on disk a fraction of a second after it happened, even if the service is killed.
///
/// With --pid, a service that runs is recorded until Ctrl-C, and goes on as it was before. What it did at its start is
/// then recorded from one start of the same build, with --boot.
///
/// Which requests are recorded and what that may cost is said by the options below, or by `[record]` in retake.toml.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  retake record --out traffic/ -- java -jar app.jar
  retake record --out traffic/ --pid 4711
  retake record -o traffic/ --scope shop -- java -cp 'app.jar:lib/*' shop.Main
  retake record --out traffic/ --app build/app.jar -- ./start.sh
  retake record -o traffic/ --pid 4711 --sample 10% --sample 'POST /orders/**=1'
  retake record -o traffic/ --pid 4711 --for 10m --max-cpu 5% --max-disk 9GiB
  retake record -o traffic/ --pid 4711 --only-header 'X-Tenant: beta-*'
  retake record -o traffic/ --pid 4711 --window 'Mon-Fri 09:00-17:30'
  retake record --boot -o traffic/ -- java -jar app.jar
  retake record -o traffic/ --mask --mask-key mask.key -- java -jar app.jar

Where the command is not `java` itself, the agent goes in through JAVA_TOOL_OPTIONS.")]
pub(crate) struct Args {
    /// The directory that traffic goes to; made if it is not there
    #[arg(long, short, value_name = "DIRECTORY")]
    out: PathBuf,

    /// Record a JVM that runs, by its process id, instead of starting one
    #[arg(long, value_name = "PID")]
    pid: Option<u32>,

    /// At the end, compare the code of every method of the service with what it was before
    #[arg(long, requires = "pid")]
    verify: bool,

    /// Say nothing while the recording goes on
    #[arg(long, short)]
    quiet: bool,

    /// How to say how far it is: for people, or one line of JSON a second on the standard output
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    #[command(flatten)]
    boot: BootOptions,

    #[command(flatten)]
    control: ControlOptions,

    #[command(flatten)]
    mask: MaskOptions,

    #[command(flatten)]
    points: PointsOptions,

    /// The command that starts the service
    #[arg(last = true, required_unless_present = "pid", conflicts_with = "pid", value_name = "COMMAND")]
    command: Vec<OsString>,
}

pub(crate) fn run(args: Args) -> Result<u8, Failure> {
    let out = make_directory(&args.out)?;
    let before: HashSet<PathBuf> = segments(&out).into_iter().collect();
    let new = || -> Vec<PathBuf> { segments(&out).into_iter().filter(|file| !before.contains(file)).collect() };
    // From here on an interrupt is no sudden end, so that nothing is left behind.
    let interrupts = Interrupts::listen().map_err(Failure::new)?;
    let control = args.control.over(args.points.control()?);
    let mut show = Show::new(args.quiet, args.format, args.pid.is_some());
    if args.boot.boot {
        return boot::record(&args, &out, &mut show, &interrupts);
    }
    if let Some(pid) = args.pid {
        let (points, mask) = (&args.points, &args.mask);
        let asked = Asked { pid, out: &out, points, verify: args.verify, control: &control, mask };
        attached::record(&asked, &mut show, &interrupts)?;
        let summary = Summary::read(&new())?;
        show.summary(&summary, &args.out);
        if !summary.saw_any() {
            say(NOTHING_SEEN);
        }
        return Ok(OK);
    }
    let (status, log) = started(&args, &out, control, &mut show, &interrupts)?;
    tell_log(&log);
    let recorded = new();
    if recorded.is_empty() {
        return Err(Failure::new(format!(
            "nothing was recorded, because no agent ran in the service ({status}); {NO_AGENT}"
        )));
    }
    let summary = Summary::read(&recorded)?;
    show.summary(&summary, &args.out);
    if was_stopped(status, &interrupts) {
        if !summary.saw_any() {
            say(NOTHING_SEEN);
        }
        return Ok(OK);
    }
    if !summary.saw_any() {
        let advice = "its output above says why";
        return Err(Failure::new(format!("the service ended before it served a request ({status}); {advice}")));
    }
    say(&format!("the service failed ({status})"));
    Ok(FAILED)
}

/// Starts the service and records it until it ends. Gives how it ended, and where the agent's log is.
fn started(
    args: &Args,
    out: &Path,
    control: Control,
    show: &mut Show,
    interrupts: &Interrupts,
) -> Result<(ExitStatus, Vec<String>), Failure> {
    let directory = WorkDir::create()?;
    let socket = directory.file("s");
    let line = Line::listen(&socket, args.mask.for_agent(&args.points.mask()?)?)?;
    let mut until = Until::new(&control);
    let (launch, log) = launch(args, &directory, socket, out, control)?;
    if interrupts.any() {
        return Err(Failure::Interrupted(interrupts.last()));
    }
    let mut service = Service::start(&launch)?;
    let mut asked = Instant::now();
    let mut left = false;
    let status = service.wait(interrupts, &mut || {
        if asked.elapsed() >= ASK_EVERY && !left {
            line.ask();
            asked = Instant::now();
            show.counts(&line.counts());
            if let Some(why) = until.reached(&line) {
                line.detach();
                left = true;
                show.say(&format!("{why}; the service goes on"));
            }
        }
    });
    service.stop(GRACE, interrupts);
    Ok((status, last_lines(&log, LOG_LINES)))
}

/// What to start, with an agent in it, and where the agent's log will be.
fn launch(
    args: &Args,
    directory: &WorkDir,
    socket: PathBuf,
    out: &Path,
    control: Control,
) -> Result<(Launch, PathBuf), Failure> {
    let settings = Settings {
        version: VERSION.to_owned(),
        mode: Mode::Record,
        points: PathBuf::new(),
        log: PathBuf::new(),
        out: Some(out.to_owned()),
        socket: Some(socket),
        verify: false,
        control,
        mask: if args.mask.mask { Some(args.points.mask()?) } else { None },
        policies: Policies::default(),
        watch: false,
    };
    let mut prepared = args.points.prepare(&args.command, directory, settings)?;
    // The key is for the agent alone; what a service has in its environment is easily told.
    if args.mask.mask && std::env::var_os(mask::VARIABLE).is_some() {
        prepared.env.push((mask::VARIABLE.into(), OsString::new()));
    }
    if args.boot.boot {
        boot::check(&prepared.points, out)?;
    }
    // Programs read what the command writes to its standard output, so that the service must write elsewhere.
    let output = if args.format == Format::Json { Output::Messages } else { Output::Shared };
    let own_group = !std::io::stdin().is_terminal();
    Ok((Launch { command: prepared.command, env: prepared.env, output, own_group }, prepared.log))
}

/// What to do about a service without an agent.
const NO_AGENT: &str =
    "the command must start a JVM, with `java` as its program or with the variable JAVA_TOOL_OPTIONS handed on to it";

/// What to do about a service that was used and of which nothing was seen.
const NOTHING_SEEN: &str = "no request was seen; if there were some, they came by a server that Retake does not know: it sees those to \
                            Tomcat, Jetty, Undertow, Reactor Netty and the JDK's HTTP server, methods that frameworks call, and methods that \
                            `[[entry]]` in retake.toml names";

/// Says what the agent has said.
fn tell_log(lines: &[String]) {
    lines.iter().for_each(|line| say(line));
}

/// A service that was asked to stop has done so, whatever it calls that.
fn was_stopped(status: ExitStatus, interrupts: &Interrupts) -> bool {
    status.success() || interrupts.any() || matches!(status.code(), Some(129 | 130 | 143) | None)
}

/// The directory as an absolute path, because the service may change its own.
fn make_directory(path: &Path) -> Result<PathBuf, Failure> {
    if path.exists() && !path.is_dir() {
        let why = "is not a directory; name another place, or move the file away";
        return Err(Failure::new(format!("{} {why}", path.display())));
    }
    fs::create_dir_all(path)
        .and_then(|()| fs::canonicalize(path))
        .map_err(|error| Failure::new(format!("{} cannot be made: {error}", path.display())))
}

fn segments(directory: &Path) -> Vec<PathBuf> {
    Traffic::open(directory).map(|traffic| traffic.files().to_vec()).unwrap_or_default()
}
