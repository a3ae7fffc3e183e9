//! A program that is run and measured from outside, as its user would see it.
//!
//! Processor time and memory are what the system counted for the process when it ended. Whoever measures must stay small:
//! a new process counts the memory of the one that started it until it has become another program.

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use wait4::Wait4;

use crate::Result;

/// How often it is looked whether a program has ended.
const LOOK: Duration = Duration::from_millis(5);

/// What a run took.
#[derive(Clone, Debug)]
pub struct Measured {
    /// What it wrote.
    pub out: String,
    /// What it said beside it.
    pub err: String,
    /// Processor time in seconds, on all processors together.
    pub processor: f64,
    /// Time on the wall in seconds.
    pub wall: f64,
    /// The most memory it had at once, in bytes.
    pub memory: u64,
    /// How it ended.
    pub end: End,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself, without complaint.
    Well,
    /// By itself, and it failed.
    Failed,
    /// It was stopped, because it took too long.
    Stopped,
}

/// Runs a program to its end, or until it took too long.
pub fn run(command: &mut Command, longest: Duration) -> Result<Measured> {
    let begin = Instant::now();
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let out = child.stdout.take().map(|stream| std::thread::spawn(move || collect(stream)));
    let err = child.stderr.take().map(|stream| std::thread::spawn(move || collect(stream)));
    let mut stopped = false;
    let used = loop {
        if let Some(used) = child.try_wait4()? {
            break used;
        }
        if !stopped && begin.elapsed() > longest {
            child.kill()?;
            stopped = true;
        }
        std::thread::sleep(LOOK);
    };
    let wall = begin.elapsed().as_secs_f64();
    let text = |thread: Option<std::thread::JoinHandle<String>>| thread.and_then(|it| it.join().ok());
    Ok(Measured {
        out: text(out).unwrap_or_default(),
        err: text(err).unwrap_or_default(),
        processor: (used.rusage.utime + used.rusage.stime).as_secs_f64(),
        wall,
        memory: used.rusage.maxrss,
        end: match used.status.success() {
            _ if stopped => End::Stopped,
            true => End::Well,
            false => End::Failed,
        },
    })
}

fn collect(mut stream: impl Read) -> String {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn shell(script: &str, longest: Duration) -> Measured {
        run(Command::new("sh").args(["-c", script]), longest).unwrap()
    }

    #[test]
    fn a_run_is_measured() {
        let longest = Duration::from_secs(60);
        let busy = shell("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; echo done; echo and >&2", longest);
        assert_eq!((busy.out.as_str(), busy.err.as_str(), busy.end), ("done\n", "and\n", End::Well));
        assert!(busy.processor > 0.0 && busy.wall > 0.0 && busy.memory > 100_000, "{busy:?}");
        assert_eq!(shell("exit 3", longest).end, End::Failed);
    }

    #[test]
    fn a_run_that_does_not_end_is_stopped() {
        assert_eq!(shell("exec sleep 600", Duration::from_millis(50)).end, End::Stopped);
    }
}
