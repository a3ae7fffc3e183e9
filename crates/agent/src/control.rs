//! The line to the command while a service is recorded: how far it is, and when to leave.

use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use retake_model::channel::{self, COUNTS, DETACH, FAILED, HELLO, KEY, LEFT, STARTED};
use retake_model::counts::Counts;

use crate::agent::{Agent, Mode};
use crate::ending::Left;
use crate::fence::fence;
use crate::verify::Code;
use crate::{ending, log, start};

/// A command that does not read for so long is as good as gone.
const PATIENCE: Duration = Duration::from_secs(10);

/// The line.
pub(crate) struct Line(UnixStream);

impl Line {
    /// Connects to the command.
    pub(crate) fn connect(socket: &Path) -> Result<Line, String> {
        let cannot = |error| format!("the command at {} cannot be reached: {error}", socket.display());
        let mut stream = UnixStream::connect(socket).map_err(cannot)?;
        stream.set_write_timeout(Some(PATIENCE)).map_err(cannot)?;
        channel::send(&mut stream, HELLO, env!("CARGO_PKG_VERSION").as_bytes()).map_err(cannot)?;
        Ok(Line(stream))
    }

    /// Waits for the key of masking, which is all that the command says before it hears more.
    pub(crate) fn key(&mut self) -> Result<Vec<u8>, String> {
        let cannot = |error| format!("the command did not give the key of masking: {error}");
        self.0.set_read_timeout(Some(PATIENCE)).map_err(cannot)?;
        let (kind, secret) = channel::receive(&mut self.0).map_err(cannot)?;
        self.0.set_read_timeout(None).map_err(cannot)?;
        match kind {
            KEY => Ok(secret),
            _ => Err("the command did not give the key of masking".to_owned()),
        }
    }

    /// Says that nothing is recorded, and why.
    pub(crate) fn refuse(mut self, why: String) -> Result<(), String> {
        self.send(FAILED, why.as_bytes());
        Err(why)
    }

    fn send(&mut self, kind: u8, payload: &[u8]) {
        // Without the command there is nobody to tell; the next look at the line ends the recording.
        let _ = channel::send(&mut self.0, kind, payload);
    }

    /// Serves the command until it is time to leave: it says so, or it is gone.
    fn serve(&mut self, agent: &Agent) {
        while let Ok((kind, _)) = channel::receive(&mut self.0) {
            match kind {
                COUNTS => self.send(COUNTS, &told(agent, &Left::default())),
                DETACH => return,
                _ => {}
            }
        }
        log::line("the command is gone, so the recording ends");
    }
}

/// The line of a process that is being started.
static EARLY: Mutex<Option<Line>> = Mutex::new(None);

/// Keeps the line until the JVM can have another thread.
pub(crate) fn keep(line: Line) {
    *EARLY.lock().unwrap_or_else(PoisonError::into_inner) = Some(line);
}

/// The JVM is there, with its agent.
pub(crate) fn started(agent: Arc<Agent>, started: Result<(), String>) {
    let Some(line) = EARLY.lock().unwrap_or_else(PoisonError::into_inner).take() else { return };
    if let Err(error) = started {
        let _ = line.refuse(error);
        return;
    }
    let spawned = spawn(move || {
        let mut line = line;
        line.send(STARTED, &told(&agent, &Left::default()));
        line.serve(&agent);
        leave(&agent, line);
    });
    if let Err(error) = spawned {
        log::line(&error);
    }
}

/// The agent came into a service that runs, and goes on with its work on a thread of its own.
pub(crate) fn attached(agent: Arc<Agent>, mut line: Line, verify: bool) -> Result<(), String> {
    let other = agent.clone();
    let spawned = spawn(move || {
        let begun = agent.vm.with_thread(c"retake-control", |jni| {
            if verify {
                let _ = agent.before.set(Code::of(&agent, jni));
            }
            start::start(&agent, jni)
        });
        match begun.unwrap_or_else(|| Err("the JVM takes no more threads".to_owned())) {
            Ok(()) => {
                line.send(STARTED, &told(&agent, &Left::default()));
                line.serve(&agent);
            }
            Err(error) => {
                log::line(&error);
                line.send(FAILED, error.as_bytes());
            }
        }
        leave(&agent, line);
    });
    if spawned.is_err() {
        ending::give_up(&other);
    }
    spawned
}

fn leave(agent: &Agent, mut line: Line) {
    let left = agent.vm.with_thread(c"retake-control", |jni| ending::detach(agent, jni));
    line.send(
        LEFT,
        &told(agent, &left.unwrap_or_else(|| Left { still_woven: agent.weaving.classes(), ..Left::default() })),
    );
}

fn spawn(work: impl FnOnce() + Send + 'static) -> Result<(), String> {
    std::thread::Builder::new()
        .name("retake-control".to_owned())
        .spawn(move || fence("the control line", (), work))
        .map(drop)
        .map_err(|error| format!("the control thread cannot be started: {error}"))
}

fn told(agent: &Agent, left: &Left) -> Vec<u8> {
    let mut counts = match &agent.mode {
        Mode::Record(recorder) => recorder.counts(),
        Mode::Replay(_) => Counts::default(),
    };
    counts.woven = agent.weaving.classes();
    counts.not_woven = agent.weaving.left_out().len() as u64;
    counts.still_woven = left.still_woven;
    (counts.compared, counts.changed) = (left.compared, left.changed);
    serde_json::to_vec(&counts).unwrap_or_default()
}
