//! The line to the agents in what is recorded: a command can start several JVMs, and each has its own agent.

use std::io::{self, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use retake_model::channel::{self, COUNTS, DETACH, FAILED, HELLO, KEY, LEFT, STARTED};
use retake_model::counts::Counts;

use zeroize::Zeroizing;

use crate::agent::VERSION;
use crate::failure::Failure;

/// How often a waiting command looks whether it should stop to wait.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// An agent that does not read for so long is as good as gone.
const PATIENCE: Duration = Duration::from_secs(5);

/// All agents that have come.
#[derive(Clone, Default)]
pub(super) struct Line {
    state: Arc<(Mutex<Vec<Agent>>, Condvar)>,
    /// The key that agents ask for which mask.
    key: Option<Arc<Zeroizing<Vec<u8>>>>,
}

/// One agent.
#[derive(Debug)]
struct Agent {
    stream: UnixStream,
    counts: Counts,
    state: State,
}

/// What an agent said last of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// It has come.
    Here,
    /// It records.
    Records,
    /// It does not, for this reason.
    Failed(String),
    /// It has left the service as it was.
    Left,
    /// It is gone without a word.
    Gone,
}

impl Line {
    /// Waits for agents at a socket, for the life of the process.
    pub(super) fn listen(socket: &Path, key: Option<Vec<u8>>) -> Result<Line, Failure> {
        let cannot = |error: io::Error| Failure::file("made", socket, &error);
        let listener = UnixListener::bind(socket).map_err(cannot)?;
        let line = Line { key: key.map(|key| Arc::new(Zeroizing::new(key))), ..Line::default() };
        let own = line.clone();
        std::thread::Builder::new()
            .name("agents".to_owned())
            .spawn(move || {
                for stream in listener.incoming().flatten() {
                    own.take(stream);
                }
            })
            .map_err(cannot)?;
        Ok(line)
    }

    fn take(&self, stream: UnixStream) {
        let Ok(mut incoming) = stream.try_clone() else { return };
        if stream.set_write_timeout(Some(PATIENCE)).is_err() {
            return;
        }
        let own = self.clone();
        let number = {
            let mut agents = self.agents();
            agents.push(Agent { stream, counts: Counts::default(), state: State::Here });
            agents.len() - 1
        };
        let reading = std::thread::Builder::new().name("agent".to_owned()).spawn(move || {
            while let Ok((kind, payload)) = channel::receive(&mut incoming) {
                own.hear(number, kind, &payload);
            }
            own.change(number, |agent| {
                if matches!(agent.state, State::Here | State::Records) {
                    agent.state = State::Gone;
                }
            });
        });
        if reading.is_err() {
            self.change(number, |agent| agent.state = State::Gone);
        }
    }

    fn hear(&self, number: usize, kind: u8, payload: &[u8]) {
        let text = String::from_utf8_lossy(payload);
        self.change(number, |agent| {
            if matches!(kind, COUNTS | STARTED | LEFT)
                && let Ok(counts) = serde_json::from_slice(payload)
            {
                agent.counts = counts;
            }
            match kind {
                HELLO if text != VERSION => {
                    let why = format!("the agent is version {text} and the command {VERSION}");
                    agent.state = State::Failed(why);
                }
                // An agent that does not get it says so.
                HELLO => self.key.iter().for_each(|key| drop(send_key(&mut agent.stream, key))),
                STARTED => agent.state = State::Records,
                FAILED => agent.state = State::Failed(text.into_owned()),
                LEFT if !matches!(agent.state, State::Failed(_)) => agent.state = State::Left,
                _ => {}
            }
        });
    }

    fn change(&self, number: usize, change: impl FnOnce(&mut Agent)) {
        if let Some(agent) = self.agents().get_mut(number) {
            change(agent);
        }
        self.state.1.notify_all();
    }

    fn agents(&self) -> MutexGuard<'_, Vec<Agent>> {
        self.state.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits, up to a time, until the first agent's state fits; gives the state that it has then. `stop` ends the waiting, too.
    pub(super) fn wait(&self, time: Duration, fits: impl Fn(&State) -> bool, stop: impl Fn() -> bool) -> Option<State> {
        let begin = Instant::now();
        let mut agents = self.agents();
        loop {
            let state = agents.first().map(|agent| agent.state.clone());
            if state.as_ref().is_some_and(&fits) || begin.elapsed() >= time || stop() {
                return state;
            }
            agents = self.state.1.wait_timeout(agents, LOOK_EVERY).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// What the first agent said last of itself.
    pub(super) fn first(&self) -> Option<State> {
        self.agents().first().map(|agent| agent.state.clone())
    }

    /// What all agents have counted, as far as they have told.
    pub(super) fn counts(&self) -> Counts {
        let mut sum = Counts::default();
        self.agents().iter().for_each(|agent| sum.add(&agent.counts));
        sum
    }

    /// Asks all agents how far they are; the answers come with the time.
    pub(super) fn ask(&self) {
        self.send(COUNTS);
    }

    /// Asks all agents to leave.
    pub(super) fn detach(&self) {
        self.send(DETACH);
    }

    fn send(&self, kind: u8) {
        for agent in self.agents().iter_mut().filter(|agent| matches!(agent.state, State::Here | State::Records)) {
            // Whoever does not read any more is found out by the thread that reads.
            let _ = channel::send(&mut agent.stream, kind, &[]);
        }
    }
}

/// Sends the key, of which no copy is made that nobody would wipe.
fn send_key(stream: &mut UnixStream, key: &[u8]) -> io::Result<()> {
    stream.write_all(&((key.len() + 1) as u32).to_le_bytes())?;
    stream.write_all(&[KEY])?;
    stream.write_all(key)
}
