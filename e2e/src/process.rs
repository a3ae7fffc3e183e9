//! A process that is watched: its output goes to files, every wait has an end, and it does not outlive its value.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal};

/// How long anything may take before a test gives up. Far more than it takes on a machine that is busy.
pub const PATIENCE: Duration = Duration::from_secs(180);
/// How often a waiting test looks.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Waits until `look` finds something; fails, with what `missing` says, when that takes too long.
pub fn wait_for<T>(missing: impl Fn() -> String, look: impl FnMut() -> Option<T>) -> T {
    wait_within(PATIENCE, missing, look)
}

/// The same with a patience of its own.
pub fn wait_within<T>(patience: Duration, missing: impl Fn() -> String, mut look: impl FnMut() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begin.elapsed() < patience, "after {} s: {}", patience.as_secs(), missing());
        std::thread::sleep(LOOK_EVERY);
    }
}

/// A running process. Killed, if it still runs, when the value goes away.
#[derive(Debug)]
pub struct Running {
    name: String,
    child: Child,
    out: PathBuf,
    err: PathBuf,
}

impl Running {
    pub(crate) fn new(name: &str, child: Child, out: PathBuf, err: PathBuf) -> Running {
        Running { name: name.to_owned(), child, out, err }
    }

    /// Its number.
    pub fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// What it has written to its standard output so far.
    pub fn out(&self) -> String {
        read(&self.out)
    }

    /// What it has written to its standard error so far.
    pub fn err(&self) -> String {
        read(&self.err)
    }

    /// Waits for a line of its output with `text` in it, and gives what comes behind.
    pub fn line_after(&mut self, text: &str) -> String {
        self.behind(&self.out.clone(), text)
    }

    /// Waits for a line of its standard error with `text` in it, and gives what comes behind.
    pub fn message_after(&mut self, text: &str) -> String {
        self.behind(&self.err.clone(), text)
    }

    fn behind(&mut self, file: &Path, text: &str) -> String {
        let (name, out, err) = (self.name.clone(), self.out.clone(), self.err.clone());
        let said = || format!("{}\n{}", read(&out), read(&err));
        let child = &mut self.child;
        wait_for(
            || format!("{name} did not say `{text}`:\n{}", said()),
            || {
                let ended = child.try_wait().ok().flatten();
                let found = read(file).lines().find_map(|line| Some(line.split_once(text)?.1.trim().to_owned()));
                let over = ended.filter(|_| found.is_none());
                if let Some(status) = over {
                    panic!("{name} ended ({status}) before it said `{text}`:\n{}", said());
                }
                found
            },
        )
    }

    /// Whether it runs.
    pub fn runs(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Sends it a signal.
    pub fn signal(&self, signal: Signal) {
        // A process that has just ended needs none.
        let _ = rustix::process::kill_process(self.pid(), signal);
    }

    /// Waits until it ends by itself.
    pub fn wait(self) -> Ended {
        self.wait_within(PATIENCE)
    }

    /// The same with a patience of its own.
    pub fn wait_within(mut self, patience: Duration) -> Ended {
        let (name, out, err) = (self.name.clone(), self.out.clone(), self.err.clone());
        let child = &mut self.child;
        let status = wait_within(
            patience,
            || format!("{name} still runs:\n{}\n{}", read(&out), read(&err)),
            || child.try_wait().unwrap_or_else(|error| panic!("{name} cannot be waited for: {error}")),
        );
        Ended { name, status, out: read(&out), err: read(&err) }
    }

    /// Asks it to end, and waits until it has.
    pub fn stop(self) -> Ended {
        self.signal(Signal::TERM);
        self.wait()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.runs() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// A process that has ended.
#[derive(Clone, Debug)]
pub struct Ended {
    name: String,
    /// How.
    pub status: ExitStatus,
    /// What it wrote to its standard output.
    pub out: String,
    /// What it wrote to its standard error.
    pub err: String,
}

impl Ended {
    /// Fails unless this is its exit code.
    #[track_caller]
    pub fn expect(self, code: i32) -> Ended {
        assert_eq!(self.status.code(), Some(code), "{self}");
        self
    }

    /// Fails unless its standard error has all these texts in it.
    #[track_caller]
    pub fn says(self, texts: &[&str]) -> Ended {
        for text in texts {
            assert!(self.err.contains(text), "no `{text}` in what was said: {self}");
        }
        self
    }
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ended with {}\n{}\n{}", self.name, self.status, tail(&self.out), tail(&self.err))
    }
}

/// The end of a long text.
fn tail(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(40)..].join("\n")
}

fn read(path: &Path) -> String {
    String::from_utf8_lossy(&fs::read(path).unwrap_or_default()).into_owned()
}
