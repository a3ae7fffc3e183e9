//! A running service.

use std::ffi::OsString;
use std::fs::File;
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal};

use crate::output::{Output, last_lines};
use crate::signals::Interrupts;
use crate::{Error, tree};

/// How often a waiting command looks whether the service has ended.
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// What is left of a service's process tree after its first process ended gets this long to end by itself.
const REST_GRACE: Duration = Duration::from_secs(1);
/// Whoever asks this often to stop means it.
const PATIENCE: usize = 3;
/// How much of its output is shown when a service fails.
const LINES: usize = 20;

/// What to start.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program and its arguments.
    pub command: Vec<OsString>,
    /// Variables to add to the environment.
    pub env: Vec<(OsString, OsString)>,
    /// Where the service's output goes.
    pub output: Output,
    /// Whether the service leads a process group of its own. A group of its own cannot read from the terminal, so a
    /// service that people type into shares the group of the command.
    pub own_group: bool,
}

/// A running service. Whatever happens to this value, the service's process tree does not outlive it.
#[derive(Debug)]
pub struct Service {
    child: Child,
    id: Pid,
    own_group: bool,
    output: Output,
    ended: Option<ExitStatus>,
    cleared: bool,
}

impl Service {
    /// Starts the service.
    pub fn start(launch: &Launch) -> Result<Service, Error> {
        let (program, arguments) = launch.command.split_first().ok_or(Error::NoCommand)?;
        let mut command = Command::new(program);
        command.args(arguments).envs(launch.env.iter().map(|(name, value)| (name, value)));
        match &launch.output {
            Output::Shared => {}
            Output::Messages => {
                let messages = || std::io::stderr().as_fd().try_clone_to_owned().map_or(Stdio::null(), Stdio::from);
                command.stdin(Stdio::null()).stdout(messages()).stderr(messages());
            }
            Output::File(path) => {
                let failed = |source| Error::CannotLog { path: path.clone(), source };
                let file = File::options().create(true).append(true).open(path).map_err(failed)?;
                let copy = file.try_clone().map_err(failed)?;
                command.stdin(Stdio::null()).stdout(file).stderr(copy);
            }
        }
        if launch.own_group {
            command.process_group(0);
        }
        let started = command.spawn();
        let child =
            started.map_err(|source| Error::CannotStart { program: program.to_string_lossy().into_owned(), source })?;
        let id = Pid::from_child(&child);
        let (own_group, output) = (launch.own_group, launch.output.clone());
        Ok(Service { child, id, own_group, output, ended: None, cleared: false })
    }

    /// The number of its first process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// How its first process ended, if it has.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        if self.ended.is_none() {
            self.ended = self.child.try_wait().ok().flatten();
        }
        self.ended
    }

    /// The last lines of its output, if they went to a file.
    pub fn said(&self) -> Vec<String> {
        match &self.output {
            Output::File(path) => last_lines(path, LINES),
            Output::Shared | Output::Messages => Vec::new(),
        }
    }

    /// Fails if the service has ended, saying what it said.
    pub fn require_running(&mut self) -> Result<(), Error> {
        match self.ended() {
            Some(status) => Err(Error::Exited { status, said: self.said() }),
            None => Ok(()),
        }
    }

    /// Waits until the service ends by itself, and hands on to it the signals that the command gets; the third one kills.
    /// `meanwhile` is called again and again.
    pub fn wait(&mut self, interrupts: &Interrupts, meanwhile: &mut dyn FnMut()) -> ExitStatus {
        let mut passed = 0;
        loop {
            if let Some(status) = self.ended() {
                return status;
            }
            if interrupts.count() > passed {
                passed = interrupts.count();
                let signal = interrupts.last_signal().unwrap_or(Signal::TERM);
                self.send(if passed < PATIENCE { signal } else { Signal::KILL });
            }
            meanwhile();
            interrupts.sleep(LOOK_EVERY);
        }
    }

    /// Stops the service and everything it started: asks, waits up to `grace`, then kills. Another interrupt while
    /// waiting ends the waiting.
    pub fn stop(&mut self, grace: Duration, interrupts: &Interrupts) {
        if self.cleared {
            return;
        }
        let impatient = interrupts.count();
        self.send(Signal::TERM);
        let asked = Instant::now();
        while self.ended().is_none() && asked.elapsed() < grace && interrupts.count() == impatient {
            interrupts.sleep(LOOK_EVERY);
        }
        let alone = Instant::now();
        while self.ended().is_some()
            && !self.members().is_empty()
            && alone.elapsed() < REST_GRACE.min(grace)
            && interrupts.count() == impatient
        {
            interrupts.sleep(LOOK_EVERY);
        }
        self.kill();
    }

    /// Sends a signal to the service's process group and to those who left it.
    fn send(&mut self, signal: Signal) {
        let members = self.members();
        if self.ended().is_none() {
            let _ = match self.own_group {
                true => rustix::process::kill_process_group(self.id, signal),
                false => rustix::process::kill_process(self.id, signal),
            };
            let outside: Vec<Pid> = members.into_iter().filter(|&member| !self.reached(member)).collect();
            tree::signal(&outside, signal);
        } else {
            tree::signal(&members, signal);
        }
    }

    /// Whether a signal to the service has reached this process.
    fn reached(&self, member: Pid) -> bool {
        match self.own_group {
            true => rustix::process::getpgid(Some(member)).is_ok_and(|group| group == self.id),
            false => member == self.id,
        }
    }

    /// What runs of it. The number of a process that was reaped can be somebody else's, so it is no longer looked for.
    fn members(&self) -> Vec<Pid> {
        tree::members(self.ended.is_none().then_some(self.id), self.own_group.then_some(self.id))
    }

    /// Ends everything at once, and reaps.
    fn kill(&mut self) {
        // Twice, because a process can start another between the look and the kill.
        for _ in 0..2 {
            self.send(Signal::KILL);
            if self.ended.is_none() {
                self.ended = self.child.wait().ok();
            }
        }
        self.cleared = true;
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        if !self.cleared {
            self.kill();
        }
    }
}
