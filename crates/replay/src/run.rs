//! A whole replay: start the service, drive every case, stop the service.

use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use retake_host::{Interrupts, Launch, Ready, Service, Url, require_free};
use retake_judge::identity::Identity;
use retake_judge::verdict::Verdict;
use retake_model::case::Case;
use retake_model::points::Points;
use retake_model::policy::Policies;
use retake_model::watched::Watched;

use crate::batch::{Batch, Cases};
use crate::drive::Driver;
use crate::event::{Event, Judged, Summary};
use crate::link::Link;

/// How often a waiting replay looks whether the service still runs.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// So many verdicts wait at most for whoever is told of them. Cases can be judged faster than a page of them is written, and what
/// was observed is large.
const WAITING: usize = 32;

/// A service that has hung up ends within this time.
const ENDING: Duration = Duration::from_secs(1);

/// How to run the service, and how to treat it.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Starts the service with an agent that calls in at `socket`.
    pub launch: Launch,
    /// Where the agent calls in. A socket's path has less than 108 bytes.
    pub socket: PathBuf,
    /// The version that the agent must have.
    pub version: String,
    /// The points of this build, which observed traces name by number.
    pub points: Points,
    /// What calls get that the recording has not; the agent was told the same.
    pub policies: Policies,
    /// Where the service takes requests.
    pub url: Url,
    /// When the service is ready.
    pub ready: Ready,
    /// How long it may take to be.
    pub ready_timeout: Duration,
    /// How many cases run at the same time.
    pub jobs: usize,
    /// How long a call may take.
    pub timeout: Duration,
    /// How long the service may take to stop.
    pub grace: Duration,
    /// Whether to tell with each case what was asked on the way.
    pub detail: bool,
    /// In a diagnosis: where the calls go that the agent watches.
    pub watched: Option<WatchedRuns>,
}

/// The calls that were watched, by the names of the runs.
pub type WatchedRuns = Arc<Mutex<HashMap<String, Vec<Watched>>>>;

/// Why a replay could not be made.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The service could not be run.
    Host(retake_host::Error),
    /// The socket for the agent cannot be made.
    Socket {
        /// Where.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The agent is not the right one.
    Agent(String),
    /// The service runs, but no agent called in.
    NoAgent {
        /// How long it had.
        waited: Duration,
        /// The last lines of the service's output.
        said: Vec<String>,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Host(error) => write!(f, "{error}"),
            Error::Socket { path, source } => {
                write!(f, "cannot listen at {}: {source}; set TMPDIR to a short path that is writable", path.display())
            }
            Error::Agent(why) => f.write_str(why),
            Error::NoAgent { waited, said } => {
                write!(
                    f,
                    "no agent called in from the service after {} s; the command must start a JVM, with `java` as its \
                     program or with the variable JAVA_TOOL_OPTIONS handed on to it",
                    waited.as_secs_f64()
                )?;
                said.iter().try_for_each(|line| write!(f, "\n  {line}"))
            }
        }
    }
}

impl std::error::Error for Error {}

impl From<retake_host::Error> for Error {
    fn from(error: retake_host::Error) -> Self {
        Error::Host(error)
    }
}

/// Replays all batches, one start of the service each, and tells `events` what happens.
pub fn replay<C: Cases>(
    setup: &Setup,
    batches: &[Batch<C>],
    interrupts: &Interrupts,
    events: &mut dyn FnMut(Event),
) -> Result<Summary, Error> {
    let begin = Instant::now();
    let mut summary = Summary::default();
    let mut first = 0;
    let total = batches.iter().map(|batch| batch.cases.count()).sum();
    for (number, batch) in batches.iter().enumerate() {
        if batch.cases.have_requests() {
            require_free(&setup.url)?;
        }
        let boot = batch.boot.clone().unwrap_or_default();
        let link = Link::listen(&setup.socket, &setup.version, boot.to_text())
            .map_err(|source| Error::Socket { path: setup.socket.clone(), source })?;
        events(Event::Waiting("starting the service".to_owned()));
        let mut service = Service::start(&setup.launch)?;
        wait_for_agent(setup, &link, &mut service, interrupts)?;
        let mut starting_until = Instant::now();
        if batch.cases.have_requests() {
            events(Event::Waiting(format!("waiting until {} is ready", setup.url)));
            setup.ready.wait(&mut service, setup.ready_timeout, interrupts)?;
        } else {
            events(Event::Waiting("waiting until the first entry can be called".to_owned()));
            starting_until += setup.ready_timeout;
        }
        if number == 0 {
            events(Event::Started { total });
        }
        let identity = Identity::new(&boot);
        let driver = Driver::new(&link, setup, &identity, starting_until);
        let driving = Instant::now();
        let result = drive(&driver, setup.jobs, &batch.cases, &mut service, interrupts, &mut |event| {
            let event = match event {
                Event::Judged(judged) => {
                    *summary.verdicts.entry(judged.verdict.kind).or_default() += 1;
                    Event::Judged(Judged { index: judged.index + first, ..judged })
                }
                other => other,
            };
            events(event);
        });
        summary.driving += driving.elapsed();
        link.stopping();
        service.stop(setup.grace, interrupts);
        if let Some(watched) = &setup.watched {
            watched.lock().unwrap_or_else(std::sync::PoisonError::into_inner).extend(link.watched());
        }
        link.notes().into_iter().for_each(|note| events(Event::Note(note)));
        result?;
        first += batch.cases.count();
    }
    if batches.is_empty() {
        events(Event::Started { total });
    }
    summary.elapsed = begin.elapsed();
    events(Event::Finished(summary.clone()));
    Ok(summary)
}

/// The agent calls in before the service's own code runs.
fn wait_for_agent(setup: &Setup, link: &Link, service: &mut Service, interrupts: &Interrupts) -> Result<(), Error> {
    let begin = Instant::now();
    while !link.connected() {
        if let Some(why) = link.refusal() {
            return Err(Error::Agent(why));
        }
        service.require_running()?;
        if interrupts.any() {
            return Err(retake_host::Error::Interrupted.into());
        }
        if begin.elapsed() > setup.ready_timeout {
            return Err(Error::NoAgent { waited: setup.ready_timeout, said: service.said() });
        }
        interrupts.sleep(LOOK_EVERY / 10);
    }
    Ok(())
}

/// Drives cases on several threads while this one watches the service.
fn drive(
    driver: &Driver<'_>,
    jobs: usize,
    cases: &impl Cases,
    service: &mut Service,
    interrupts: &Interrupts,
    events: &mut dyn FnMut(Event),
) -> Result<(), Error> {
    let next = AtomicUsize::new(0);
    // Why no more cases are driven, once there is a reason.
    let over: Mutex<Option<String>> = Mutex::new(None);
    let (sender, judged) = sync_channel(WAITING);
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, cases.count().max(1)) {
            let (sender, next, over) = (sender.clone(), &next, &over);
            scope.spawn(move || work(driver, cases, next, over, &sender));
        }
        drop(sender);
        let mut set_over = |why: String| {
            let mut over = over.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let first = over.is_none();
            over.get_or_insert(why);
            first
        };
        let mut interrupted = false;
        loop {
            match judged.recv_timeout(LOOK_EVERY) {
                Ok(judged) => events(Event::Judged(judged)),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if interrupts.any() && !interrupted {
                interrupted = true;
                set_over("interrupted".to_owned());
                // Without the service, whoever waits for an answer of it stops waiting.
                service.stop(Duration::ZERO, &Interrupts::default());
            }
            report_end(service, &mut set_over, events);
        }
        if interrupted {
            return Err(retake_host::Error::Interrupted.into());
        }
        // A service that hung up is about to end. Cases can fail faster than a process ends.
        let begin = Instant::now();
        while !driver.connected() && service.ended().is_none() && begin.elapsed() < ENDING {
            interrupts.sleep(LOOK_EVERY / 10);
        }
        report_end(service, &mut set_over, events);
        Ok(())
    })
}

/// Says that the service has ended by itself, if it has and nobody was told.
fn report_end(service: &mut Service, set_over: &mut impl FnMut(String) -> bool, events: &mut dyn FnMut(Event)) {
    if let Some(status) = service.ended()
        && set_over(format!("the service has ended ({status})"))
    {
        events(Event::Note(format!("the service ended by itself while cases were driven ({status})")));
    }
}

/// Takes one case after the other until there are no more.
fn work(
    driver: &Driver<'_>,
    cases: &impl Cases,
    next: &AtomicUsize,
    over: &Mutex<Option<String>>,
    judged: &SyncSender<Judged>,
) {
    loop {
        let index = next.fetch_add(1, Ordering::Relaxed);
        if index >= cases.count() {
            return;
        }
        let begin = Instant::now();
        let mut told = match cases.case(index) {
            Ok(case) => drive_one(driver, &case, over),
            Err(why) => Judged::unread(cases.name(index).into_owned(), why),
        };
        (told.index, told.elapsed) = (index, begin.elapsed());
        if judged.send(told).is_err() {
            return;
        }
    }
}

/// Drives a case, unless there is a reason to drive no more.
fn drive_one(driver: &Driver<'_>, case: &Case, over: &Mutex<Option<String>>) -> Judged {
    let reason = over.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
    let (verdict, observed) = match reason {
        Some(reason) => (Verdict::error(reason), vec![None; case.calls.len()]),
        None => driver.case(case),
    };
    Judged {
        index: 0,
        case: case.id.clone(),
        entry: case.calls.first().map(|call| call.entry.to_string()).unwrap_or_default(),
        calls: case.calls.len(),
        tags: case.tags.clone(),
        detail: driver.detail(case, &observed),
        verdict,
        observed,
        elapsed: Duration::ZERO,
    }
}
