//! Replay: runs wait for their requests, questions get their answers, observed traces go to the command.

use std::collections::{HashMap, HashSet};
use std::io::BufReader;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use retake_judge::answer::{Answer, Asked, Session};
use retake_judge::boot::BootBook;
use retake_model::case::{Boot, Call, CaseEvent};
use retake_model::cbor::{Reader, Writer};
use retake_model::channel::{
    self, BOOT, CASE, HELLO, INVOKE, NOT_YET, NOTE, OBSERVED, REFUSED, TAKEN, UNABLE, WATCHED,
};
use retake_model::points::Points;
use retake_model::policy::{Policies, Policy};
use retake_model::trace::{Event, Streams, Trace};
use retake_model::watched::Watched;

use crate::agent::current;
use crate::invoke::{Beans, Method, Unable};
use crate::log;

/// The command has this long to send the boot document.
const BOOT_TIMEOUT: Duration = Duration::from_secs(30);

/// So much is kept of the calls of a run that are watched: what is wrong is wrong early.
const MOST_WATCHED: usize = 16 << 20;

/// So many refused connections are told of.
const MOST_REFUSED: usize = 1000;

/// How an answer begins; the runtime's `ask` knows these.
const RETURN: u8 = 0;
const THROW: u8 = 1;
const LIVE: u8 = 2;
const REFUSE: u8 = 3;
/// Added to the above when the recording expected something else here.
const STRAYED: u8 = 16;

/// What is an event of a request only where calls were recorded one by one: to make a statement and to give a connection back asks
/// nothing by itself.
const BY_CALL: [&str; 4] = [
    "java.sql.Connection.prepareStatement(",
    "java.sql.Connection.createStatement(",
    "java.sql.Connection.prepareCall(",
    "java.sql.Connection.close(",
];

/// Everything that replay needs.
pub(crate) struct Replayer {
    points: Points,
    book: Mutex<BootBook>,
    runs: Mutex<HashMap<String, Run>>,
    /// What passed through handles outside of runs.
    streams: Streams,
    beans: Beans,
    /// Whether the JVM has come so far that methods can be called.
    begun: AtomicBool,
    command: Mutex<UnixStream>,
    policies: Policies,
    /// What was said of connections that were refused outside of runs; once is enough.
    refused: Mutex<HashSet<String>>,
}

/// A call of a case while it runs.
#[derive(Clone)]
struct Run {
    session: Arc<Mutex<Session>>,
    streams: Arc<Streams>,
    /// The method that is its entry, if no request over HTTP is.
    method: Option<Arc<Method>>,
    by_call: bool,
    /// What was watched, as lines.
    watched: Arc<Mutex<String>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Replayer {
    /// Connects to the command, takes the boot document and starts to take cases.
    pub(crate) fn start(socket: &Path, points: Points, policies: Policies) -> Result<&'static Replayer, String> {
        let cannot = |error: std::io::Error| format!("the command at {} cannot be reached: {error}", socket.display());
        let mut command = UnixStream::connect(socket).map_err(cannot)?;
        channel::send(&mut command, HELLO, env!("CARGO_PKG_VERSION").as_bytes()).map_err(cannot)?;
        command.set_read_timeout(Some(BOOT_TIMEOUT)).map_err(cannot)?;
        let mut incoming = BufReader::new(command.try_clone().map_err(cannot)?);
        let (kind, payload) = channel::receive(&mut incoming).map_err(cannot)?;
        if kind != BOOT {
            return Err(format!("the command sent message {kind} where the boot document was due"));
        }
        command.set_read_timeout(None).map_err(cannot)?;
        let document = String::from_utf8(payload).map_err(|_| "the boot document is not text".to_owned())?;
        let boot = Boot::from_text(&document).map_err(|error| format!("the boot document: {error}"))?;
        let replayer: &'static Replayer = Box::leak(Box::new(Replayer {
            points,
            book: Mutex::new(BootBook::new(&boot).with_policies(&policies)),
            runs: Mutex::default(),
            streams: boot.streams,
            beans: Beans::default(),
            begun: AtomicBool::new(false),
            command: Mutex::new(command),
            policies,
            refused: Mutex::default(),
        }));
        std::thread::Builder::new()
            .name("retake-cases".to_owned())
            .spawn(move || replayer.take_cases(incoming))
            .map_err(|error| format!("the thread that takes cases cannot be started: {error}"))?;
        Ok(replayer)
    }

    /// The JVM is ready to run the service.
    pub(crate) fn begin(&self) {
        self.begun.store(true, Ordering::Release);
    }

    fn take_cases(&'static self, mut incoming: BufReader<UnixStream>) {
        while let Ok((kind, payload)) = channel::receive(&mut incoming) {
            match kind {
                CASE => match parse_case(&payload) {
                    Ok((name, mut run)) => {
                        let session = run.session.with_identity(lock(&self.book).identity());
                        run.session = session.with_policies(&self.policies);
                        lock(&self.runs).insert(name.clone(), run.into_shared());
                        self.send(TAKEN, name.as_bytes());
                    }
                    Err(error) => self.send(NOTE, error.as_bytes()),
                },
                INVOKE => self.begin_call(String::from_utf8_lossy(&payload).into_owned()),
                _ => {}
            }
        }
    }

    /// Calls the method that is the entry of a run, on a thread of its own: it may take as long as it wants.
    fn begin_call(&'static self, run: String) {
        let name = run.clone();
        let begun = std::thread::Builder::new().name("retake-entry".to_owned()).spawn(move || match self.call(&run) {
            Ok(()) => {}
            Err(Unable::Yet(why)) => self.unable(NOT_YET, &run, &why),
            Err(Unable::Ever(why)) => self.unable(UNABLE, &run, &why),
        });
        if let Err(error) = begun {
            self.unable(UNABLE, &name, &format!("there is no thread to call it on: {error}"));
        }
    }

    fn call(&self, run: &str) -> Result<(), Unable> {
        // To make a thread known to a JVM that is not that far ends it.
        let agent = current().filter(|_| self.begun.load(Ordering::Acquire));
        let agent = agent.ok_or_else(|| Unable::Yet("the JVM is about to start".to_owned()))?;
        let method = lock(&self.runs).get(run).and_then(|run| run.method.clone());
        let method = method.ok_or_else(|| Unable::Ever("the run has no method".to_owned()))?;
        let called = agent.vm.with_thread(c"retake-entry", |jni| self.beans.call(&agent, jni, run, &method));
        called.unwrap_or_else(|| Err(Unable::Ever("the JVM takes no more threads".to_owned())))
    }

    fn unable(&self, kind: u8, run: &str, why: &str) {
        self.send(kind, &[run.as_bytes(), why.as_bytes()].join(&0));
    }

    fn send(&self, kind: u8, payload: &[u8]) {
        // Without the command there is nobody to tell; the service is about to be stopped.
        if let Err(error) = channel::send(&mut *lock(&self.command), kind, payload) {
            log::line(&format!("the command is gone: {error}"));
        }
    }

    /// Whether a run waits for its request.
    pub(crate) fn claim(&self, run: &str) -> bool {
        lock(&self.runs).contains_key(run)
    }

    /// Answers a question; without a run, from the boot document.
    pub(crate) fn ask(&self, run: Option<&str>, branch: &[u32], question: &[u8]) -> Vec<u8> {
        let event = match Event::decode_question(&mut Reader::new(question)) {
            Ok(event) => event,
            Err(error) => return refuse(&format!("a question that cannot be read: {error}"), STRAYED),
        };
        let event = match CaseEvent::resolve(&event, &self.points) {
            Ok(event) => event,
            Err(error) => return refuse(&error.to_string(), STRAYED),
        };
        let asked =
            Asked { dependency: &event.dependency, kind: event.kind, target: event.target.as_ref(), args: &event.args };
        let mut strayed = 0;
        let mut writes = Vec::new();
        let mut results = None;
        let answer = match run {
            Some(run) => {
                let running = lock(&self.runs).get(run).cloned();
                match running {
                    Some(running) => {
                        let mut session = lock(&running.session);
                        let answer = session.ask(branch, &asked);
                        strayed = if session.strayed() { STRAYED } else { 0 };
                        writes = session.writes().to_vec();
                        results = session.results();
                        answer
                    }
                    None => Answer::Refused(format!("the run {run} has ended")),
                }
            }
            None => {
                let answer = lock(&self.book).ask(&asked);
                if let Answer::Refused(reason) = &answer {
                    self.send(REFUSED, reason.as_bytes());
                }
                answer
            }
        };
        let (kind, value) = match answer {
            Answer::Returned(value) => (RETURN, value),
            Answer::Threw(value) => (THROW, value),
            Answer::Live => return vec![LIVE | strayed],
            Answer::Refused(reason) => return refuse(&reason, strayed),
        };
        let mut writer = Writer { bytes: vec![kind | strayed] };
        value.encode(&mut writer);
        writer.array(writes.len());
        for (to, value) in &writes {
            writer.array(2);
            writer.text(&to.to_string());
            value.encode(&mut writer);
        }
        writer.int(results.map_or(-1, i64::from));
        writer.bytes
    }

    /// Whether a run was recorded call by call, before statements were recorded as what they execute.
    pub(crate) fn is_by_call(&self, run: &str) -> bool {
        lock(&self.runs).get(run).is_some_and(|run| run.by_call)
    }

    /// A call of a run has ended that is watched.
    pub(crate) fn watched(&self, run: &str, call: &Watched) {
        let Some(run) = lock(&self.runs).get(run).cloned() else { return };
        let mut lines = lock(&run.watched);
        if lines.len() < MOST_WATCHED {
            lines.push_str(&call.to_line());
            lines.push('\n');
        }
    }

    /// Whether a connection may be made that belongs to no run. One that may not is told, in these words.
    pub(crate) fn connects(&self, words: &str, name: &str) -> bool {
        if self.policies.of(name) == Policy::Passthrough {
            return true;
        }
        let mut refused = lock(&self.refused);
        // Whoever tries again and again is told of once, and whoever tries everything not for ever.
        if refused.len() < MOST_REFUSED && refused.insert(words.to_owned()) {
            self.send(REFUSED, words.as_bytes());
        }
        false
    }

    /// What passed through a handle of a run, or of no run; none if the recording does not say.
    pub(crate) fn passed(&self, run: Option<&str>, handle: u32) -> Option<Vec<u8>> {
        let find = |streams: &Streams, handle| {
            let mut writer = Writer::default();
            // Whoever subscribes to a publisher again is told again.
            streams.iter().filter(|(id, _)| *id == handle).for_each(|(_, passed)| passed.encode(&mut writer));
            (!writer.bytes.is_empty()).then_some(writer.bytes)
        };
        match run {
            Some(run) => find(&lock(&self.runs).get(run).cloned()?.streams, handle),
            None => find(&self.streams, lock(&self.book).node(handle)),
        }
    }

    /// Sends what a run did. What happens outside of runs is not judged.
    pub(crate) fn observed(&self, trace: &[u8]) {
        if let Ok(run) = Trace::decode_run(&mut Reader::new(trace)) {
            if let Some(run) = run {
                let known = lock(&self.runs).remove(&run);
                let watched = known.map(|run| std::mem::take(&mut *lock(&run.watched))).unwrap_or_default();
                if !watched.is_empty() {
                    self.send(WATCHED, &[run.as_bytes(), watched.as_bytes()].join(&0));
                }
                self.send(OBSERVED, trace);
            }
        } else {
            self.send(NOTE, b"an observed trace could not be read");
        }
    }
}

fn refuse(reason: &str, strayed: u8) -> Vec<u8> {
    let mut reply = vec![REFUSE | strayed];
    reply.extend_from_slice(reason.as_bytes());
    reply
}

/// What a run begins with.
struct Begun {
    session: Session,
    streams: Streams,
    method: Option<Method>,
    by_call: bool,
}

impl Begun {
    fn into_shared(self) -> Run {
        Run {
            session: Arc::new(Mutex::new(self.session)),
            streams: Arc::new(self.streams),
            method: self.method.map(Arc::new),
            by_call: self.by_call,
            watched: Arc::default(),
        }
    }
}

/// A run's name and its call; gives what answers the call.
fn parse_case(payload: &[u8]) -> Result<(String, Begun), String> {
    let name = payload.iter().position(|&byte| byte == 0).ok_or("a call without its run")?;
    let run = std::str::from_utf8(&payload[..name]).map_err(|_| "a run whose name is not text".to_owned())?;
    let mut call = Call::decode(&mut Reader::new(&payload[name + 1..])).map_err(|error| format!("{run}: {error}"))?;
    let method = Method::of(&call);
    let by_call = call.events().any(|event| BY_CALL.iter().any(|name| event.dependency.starts_with(name)));
    let streams = std::mem::take(&mut call.streams);
    Ok((run.to_owned(), Begun { session: Session::new(call), streams, method, by_call }))
}
