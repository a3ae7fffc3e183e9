//! `retake record`: run a service, or take one that runs, and record what it depends on.

mod attached;
mod line;
mod show;

use std::collections::BTreeMap;
use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use retake_host::{Interrupts, Launch, Output, Service, last_lines};
use retake_model::settings::{Mode, Settings};
use retake_store::{Segment, Traffic};

use self::attached::Asked;
use self::line::Line;
use self::show::Show;
use crate::agent::VERSION;
use crate::failure::Failure;
use crate::options::PointsOptions;
use crate::output::{count, say};
use crate::workdir::WorkDir;
use crate::{FAILED, OK};

/// What a service leaves running when it ends has this long to end, too.
const GRACE: Duration = Duration::from_secs(5);
/// How many lines of the agent's log are shown.
const LOG_LINES: usize = 10;
/// How often agents are asked how far they are.
const ASK_EVERY: Duration = Duration::from_secs(5);

/// Run a service and record what it depends on while it serves requests
///
/// The service runs as always: its input, output and signals are its own. Stop it as always, too (Ctrl-C); what was
/// recorded is on disk a fraction of a second after it happened, even if the service is killed.
///
/// With --pid, a service that runs is recorded until Ctrl-C, and goes on as it was before.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  retake record --out traffic/ -- java -jar app.jar
  retake record --out traffic/ --pid 4711
  retake record -o traffic/ --scope shop -- java -cp 'app.jar:lib/*' shop.Main
  retake record --out traffic/ --app build/app.jar -- ./start.sh

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
    if let Some(pid) = args.pid {
        let asked = Asked { pid, out: &out, points: &args.points, quiet: args.quiet, verify: args.verify };
        attached::record(&asked, &interrupts)?;
        if summary(&new(), &args.out)? == 0 {
            say(NOTHING_SEEN);
        }
        return Ok(OK);
    }
    let directory = WorkDir::create()?;
    let socket = directory.file("s");
    let line = Line::listen(&socket)?;
    let settings = Settings {
        version: VERSION.to_owned(),
        mode: Mode::Record,
        points: PathBuf::new(),
        log: PathBuf::new(),
        out: Some(out.clone()),
        socket: Some(socket),
        verify: false,
    };
    let prepared = args.points.prepare(&args.command, &directory, settings)?;
    if interrupts.any() {
        return Err(Failure::Interrupted(interrupts.last()));
    }
    let launch = Launch {
        command: prepared.command,
        env: prepared.env,
        output: Output::Shared,
        own_group: !std::io::stdin().is_terminal(),
    };
    let mut service = Service::start(&launch)?;
    let mut show = Show::new(args.quiet, false);
    let mut asked = Instant::now();
    let status = service.wait(&interrupts, &mut || {
        if asked.elapsed() >= ASK_EVERY {
            show.counts(&line.counts());
            line.ask();
            asked = Instant::now();
        }
    });
    service.stop(GRACE, &interrupts);

    tell_log(&prepared.log);
    let recorded = new();
    if recorded.is_empty() {
        return Err(Failure::new(format!(
            "nothing was recorded, because no agent ran in the service ({status}); the command must start a JVM, with \
             `java` as its program or with the variable JAVA_TOOL_OPTIONS handed on to it"
        )));
    }
    let requests = summary(&recorded, &args.out)?;
    if was_stopped(status, &interrupts) {
        if requests == 0 {
            say(NOTHING_SEEN);
        }
        return Ok(OK);
    }
    if requests == 0 {
        let advice = "its output above says why";
        return Err(Failure::new(format!("the service ended before it served a request ({status}); {advice}")));
    }
    say(&format!("the service failed ({status})"));
    Ok(FAILED)
}

/// What to do about a service that was used and of which nothing was seen.
const NOTHING_SEEN: &str = "no request was seen; if there were some, they came by a server that Retake does not know: it sees those to \
                            Tomcat and to the JDK's HTTP server, methods that frameworks call, and methods that `[[entry]]` in \
                            retake.toml names";

/// Says what the agent has said.
fn tell_log(log: &Path) {
    for line in last_lines(log, LOG_LINES) {
        say(&line);
    }
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

/// Says what was recorded, from what is in the files; gives the number of requests.
fn summary(files: &[PathBuf], out: &Path) -> Result<u64, Failure> {
    let (mut requests, mut incomplete) = (0, 0);
    let (mut dropped, mut boot_dropped) = (BTreeMap::<String, u64>::new(), 0);
    let mut bytes = 0;
    let mut cut = Vec::new();
    let mut not_woven = BTreeMap::<String, String>::new();
    for file in files {
        bytes += fs::metadata(file).map_or(0, |metadata| metadata.len());
        let segment = Segment::open(file)?;
        let tail = segment.each(|trace| {
            requests += u64::from(trace.entry.is_some());
            incomplete += u64::from(trace.entry.is_some() && !trace.incomplete.is_empty());
        })?;
        for (reason, traces) in tail.end.iter().flat_map(|end| &end.reasons) {
            *dropped.entry(reason.clone()).or_default() += traces;
        }
        not_woven.extend(tail.end.iter().flat_map(|end| end.not_woven.clone()));
        boot_dropped += tail.end.iter().flat_map(|end| end.boot_reasons.values()).sum::<u64>();
        if !tail.complete() {
            cut.push(format!("{}: {tail}", file.display()));
        }
    }
    let mut line = format!(
        "recorded {} to {} ({} KiB)",
        count(requests, "request", "requests"),
        out.display(),
        bytes.div_ceil(1024)
    );
    if incomplete > 0 {
        line +=
            &format!("; {incomplete} of them cannot be replayed, `retake traffic stats {}` says why", out.display());
    }
    for (reason, traces) in dropped {
        line += &format!("; {} dropped: {reason}", count(traces, "request", "requests"));
    }
    if boot_dropped > 0 {
        line += &format!("; {} outside requests dropped too", count(boot_dropped, "call", "calls"));
    }
    if !not_woven.is_empty() {
        let points = count(not_woven.len() as u64, "point is", "points are");
        line += &format!("; {points} not recorded, `retake traffic stats {}` says why", out.display());
    }
    say(&line);
    cut.iter().for_each(|cut| say(cut));
    Ok(requests)
}
