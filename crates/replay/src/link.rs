//! The command's end of the line to the agent.
//!
//! Every JVM that the service's command starts has an agent and calls in; each gets the boot document and every call,
//! because which of them serves the requests is not known before they come.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use retake_model::case::Call;
use retake_model::cbor;
use retake_model::channel::{
    self, BOOT, CASE, HELLO, INVOKE, NOT_YET, NOTE, OBSERVED, REFUSED, TAKEN, UNABLE, WATCHED,
};
use retake_model::trace::Trace;
use retake_model::watched::Watched;

/// An agent that does not take what it is sent for this long has stopped.
const WRITE_TIMEOUT: Duration = Duration::from_secs(20);
/// An agent says hello within this time.
const HELLO_TIMEOUT: Duration = Duration::from_secs(20);

/// Waits for agents and talks to them.
#[derive(Debug)]
pub struct Link {
    shared: Arc<Shared>,
    path: PathBuf,
}

#[derive(Debug)]
struct Shared {
    version: String,
    boot: String,
    agents: Mutex<Vec<Agent>>,
    runs: Mutex<HashMap<String, Sender<Said>>>,
    notes: Mutex<Vec<String>>,
    watched: Mutex<HashMap<String, Vec<Watched>>>,
    refusal: Mutex<Option<String>>,
    /// Whether the service is told to stop, after which nothing is refused that a case could need.
    stopping: AtomicBool,
    closing: AtomicBool,
}

#[derive(Debug)]
struct Agent {
    id: usize,
    stream: UnixStream,
}

#[derive(Debug)]
enum Said {
    Taken,
    Observed(Box<Trace>),
    /// The entry could not be called; whether that may change.
    Unable(String, bool),
}

/// Why there is no trace of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lost {
    /// The agent has not said anything in time.
    TimedOut,
    /// No agent is there any more.
    Gone,
    /// No agent can call the method that is the entry; what the last one says.
    Unable(String),
    /// The same, but it may change while the service starts.
    NotYet(String),
}

/// One run of one call: between the case being sent and the trace being seen.
#[derive(Debug)]
pub struct Run<'a> {
    shared: &'a Shared,
    name: String,
    said: Receiver<Said>,
    /// How many agents were told.
    told: usize,
    early: Option<Box<Trace>>,
}

impl Link {
    /// Begins to listen. Agents of another version are refused; others get the boot document.
    pub fn listen(path: &Path, version: &str, boot: String) -> io::Result<Link> {
        let _ = fs::remove_file(path);
        let listener = UnixListener::bind(path)?;
        let shared = Arc::new(Shared {
            version: version.to_owned(),
            boot,
            agents: Mutex::default(),
            runs: Mutex::default(),
            notes: Mutex::default(),
            watched: Mutex::default(),
            refusal: Mutex::default(),
            stopping: AtomicBool::new(false),
            closing: AtomicBool::new(false),
        });
        let serving = Arc::clone(&shared);
        std::thread::Builder::new().name("agents".to_owned()).spawn(move || {
            for (id, stream) in listener.incoming().enumerate() {
                if serving.closing.load(Ordering::SeqCst) {
                    return;
                }
                let Ok(stream) = stream else { continue };
                let serving = Arc::clone(&serving);
                std::thread::spawn(move || serving.agent(id, stream));
            }
        })?;
        Ok(Link { shared, path: path.to_owned() })
    }

    /// Whether an agent is there.
    pub fn connected(&self) -> bool {
        !lock(&self.shared.agents).is_empty()
    }

    /// Why an agent was sent away, if one was.
    pub fn refusal(&self) -> Option<String> {
        lock(&self.shared.refusal).clone()
    }

    /// The service is about to be stopped: what is refused while it cleans up is no news.
    pub fn stopping(&self) {
        self.shared.stopping.store(true, Ordering::SeqCst);
    }

    /// What agents had to say since this was asked last.
    pub fn notes(&self) -> Vec<String> {
        std::mem::take(&mut lock(&self.shared.notes))
    }

    /// The calls that were watched, by the names of the runs, since this was asked last.
    pub fn watched(&self) -> HashMap<String, Vec<Watched>> {
        std::mem::take(&mut lock(&self.shared.watched))
    }

    /// Sends a call of a case to be run under a name that was not used before.
    pub fn begin(&self, name: &str, call: &Call) -> Run<'_> {
        let (sender, said) = channel();
        lock(&self.shared.runs).insert(name.to_owned(), sender);
        let mut message = cbor::Writer { bytes: [name.as_bytes(), &[0]].concat() };
        call.encode(&mut message);
        let told = self.shared.say(CASE, &message.bytes);
        if told == 0 {
            lock(&self.shared.runs).remove(name);
        }
        Run { shared: &self.shared, name: name.to_owned(), said, told, early: None }
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.shared.closing.store(true, Ordering::SeqCst);
        // Wakes the thread that waits for agents.
        let _ = UnixStream::connect(&self.path);
        for agent in lock(&self.shared.agents).drain(..) {
            let _ = agent.stream.shutdown(std::net::Shutdown::Both);
        }
        let _ = fs::remove_file(&self.path);
    }
}

impl Run<'_> {
    /// The name under which it runs; the request carries it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Waits until all agents have the case.
    pub fn taken(&mut self, deadline: Instant) -> Result<(), Lost> {
        let mut taken = 0;
        while taken < self.told {
            match self.next(deadline)? {
                Said::Taken => taken += 1,
                Said::Observed(trace) => self.early = Some(trace),
                Said::Unable(..) => {}
            }
        }
        if self.told == 0 { Err(Lost::Gone) } else { Ok(()) }
    }

    /// Has the method that is the entry called, by every agent that can.
    pub fn invoke(&mut self) {
        self.told = self.shared.say(INVOKE, self.name.as_bytes());
    }

    /// Waits for what was observed.
    pub fn observed(&mut self, deadline: Instant) -> Result<Box<Trace>, Lost> {
        if let Some(trace) = self.early.take() {
            return Ok(trace);
        }
        let (mut unable, mut may_change) = (0, false);
        loop {
            match self.next(deadline)? {
                Said::Observed(trace) => return Ok(trace),
                Said::Unable(why, yet) => {
                    (unable, may_change) = (unable + 1, may_change | yet);
                    if unable >= self.told {
                        return Err(if may_change { Lost::NotYet(why) } else { Lost::Unable(why) });
                    }
                }
                Said::Taken => {}
            }
        }
    }

    fn next(&self, deadline: Instant) -> Result<Said, Lost> {
        let left = deadline.saturating_duration_since(Instant::now());
        self.said.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => Lost::TimedOut,
            RecvTimeoutError::Disconnected => Lost::Gone,
        })
    }
}

impl Drop for Run<'_> {
    fn drop(&mut self) {
        lock(&self.shared.runs).remove(&self.name);
    }
}

impl Shared {
    /// Says something to all agents; to how many.
    fn say(&self, kind: u8, message: &[u8]) -> usize {
        let mut agents = lock(&self.agents);
        agents.retain_mut(|agent| {
            let sent = channel::send(&mut agent.stream, kind, message).is_ok();
            if !sent {
                // Half a message cannot be taken back, so nothing more can be said to this agent.
                let _ = agent.stream.shutdown(std::net::Shutdown::Both);
            }
            sent
        });
        agents.len()
    }

    /// Talks to one agent until it hangs up.
    fn agent(&self, id: usize, stream: UnixStream) {
        match self.greet(id, &stream) {
            Ok(()) => {
                let mut incoming = io::BufReader::new(&stream);
                while let Ok((kind, payload)) = channel::receive(&mut incoming) {
                    self.hear(kind, payload);
                }
            }
            Err(why) => {
                let _ = stream.shutdown(std::net::Shutdown::Both);
                *lock(&self.refusal) = Some(why);
            }
        }
        let mut agents = lock(&self.agents);
        agents.retain(|agent| agent.id != id);
        if agents.is_empty() {
            // Nobody is left to say anything; whoever waits learns it by the end of the channel.
            lock(&self.runs).clear();
        }
    }

    fn greet(&self, id: usize, stream: &UnixStream) -> Result<(), String> {
        let failed = |error: io::Error| format!("the agent in the service did not say hello: {error}");
        stream.set_read_timeout(Some(HELLO_TIMEOUT)).map_err(failed)?;
        stream.set_write_timeout(Some(WRITE_TIMEOUT)).map_err(failed)?;
        let (kind, payload) = channel::receive(&mut &*stream).map_err(failed)?;
        let version = String::from_utf8_lossy(&payload);
        if kind != HELLO || version != self.version {
            return Err(format!(
                "the agent in the service is of version {version}, this is {}; use the agent that comes with this retake",
                self.version
            ));
        }
        stream.set_read_timeout(None).map_err(failed)?;
        channel::send(&mut &*stream, BOOT, self.boot.as_bytes()).map_err(failed)?;
        let stream = stream.try_clone().map_err(failed)?;
        lock(&self.agents).push(Agent { id, stream });
        Ok(())
    }

    fn hear(&self, kind: u8, payload: Vec<u8>) {
        let text = |payload: &[u8]| String::from_utf8_lossy(payload).into_owned();
        match kind {
            TAKEN => self.tell(&text(&payload), Said::Taken),
            OBSERVED => match Trace::decode(&mut cbor::Reader::new(&payload)) {
                Ok(trace) => {
                    if let Some(run) = trace.run.clone() {
                        self.tell(&run, Said::Observed(Box::new(trace)));
                    }
                }
                Err(error) => self.note(format!("an observed trace cannot be read: {}", error.what)),
            },
            UNABLE | NOT_YET => {
                let said = text(&payload);
                let (run, why) = said.split_once('\0').unwrap_or((&said, ""));
                self.tell(run, Said::Unable(why.to_owned(), kind == NOT_YET));
            }
            WATCHED => {
                let said = text(&payload);
                let (run, lines) = said.split_once('\0').unwrap_or((&said, ""));
                let calls = lines.lines().filter_map(Watched::from_line).collect();
                lock(&self.watched).insert(run.to_owned(), calls);
            }
            NOTE => self.note(text(&payload)),
            REFUSED if self.stopping.load(Ordering::SeqCst) => {}
            REFUSED => self.note(format!("refused outside of all cases: {}", text(&payload))),
            other => self.note(format!("the agent sent a message of the unknown kind {other}")),
        }
    }

    /// A run that nobody waits for any more is over.
    fn tell(&self, run: &str, said: Said) {
        if let Some(sender) = lock(&self.runs).get(run) {
            let _ = sender.send(said);
        }
    }

    fn note(&self, note: String) {
        lock(&self.notes).push(note);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
