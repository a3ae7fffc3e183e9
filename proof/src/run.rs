//! Runs prepared programs and judges what they did.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::prepare::{Bench, Prepared, Result};

/// How often programs run.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Runs, each in another environment.
    pub runs: u32,
    /// Recordings that are replayed elsewhere.
    pub replays: u32,
}

/// What a method of a program did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Not the same in every run.
    pub differs: bool,
    /// It crossed a point in some run.
    pub crossed: bool,
    /// What became of its replay.
    pub replay: Replay,
}

impl Seen {
    /// Whether the analysis missed something there.
    pub fn fails(&self) -> bool {
        self.differs && !self.crossed || matches!(self.replay, Replay::Differs(_))
    }
}

/// What became of a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replay {
    /// It did what was recorded.
    Same,
    /// It did not, with what it did.
    Differs(String),
    /// A recorded value cannot be made again, so it was not replayed.
    Incomplete,
}

/// What a program did.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// For each method.
    pub methods: Vec<Seen>,
    /// For each point that was crossed whether what it gave differed.
    pub points: BTreeMap<u32, bool>,
}

/// Runs programs; tells what each did, in their order.
pub fn run(bench: &Bench, directory: &Path, programs: &[Prepared], effort: Effort) -> Result<Vec<Outcome>> {
    let mut child = Command::new(bench.jdk.java())
        .arg(format!("--patch-module=java.base={}", bench.runtime.display()))
        .args(["-Xss2m", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"])
        .arg(&bench.driver)
        .arg("proof.Driver")
        .arg(directory)
        .args([effort.runs.to_string(), effort.replays.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    if let Some(mut to) = child.stdin.take() {
        for prepared in programs {
            writeln!(to, "{} {}", prepared.program.name, prepared.program.methods.len())?;
        }
    }
    let output = child.wait_with_output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        let last = text.lines().rfind(|line| line.starts_with("program")).unwrap_or_default();
        return Err(format!("{last}: {}", String::from_utf8_lossy(&output.stderr)).into());
    }
    read(&text, programs)
}

fn read(text: &str, programs: &[Prepared]) -> Result<Vec<Outcome>> {
    let mut outcomes: Vec<Outcome> = Vec::new();
    for line in text.lines() {
        let at = outcomes.len().saturating_sub(1);
        let words: Vec<&str> = line.splitn(6, ' ').collect();
        let odd = || format!("the driver said {line:?}");
        match (words.as_slice(), outcomes.last_mut()) {
            (["program", ..], _) => outcomes.push(Outcome::default()),
            (["method", _, differs, crossed, replay, detail @ ..], Some(outcome)) => {
                let replay = match *replay {
                    "same" => Replay::Same,
                    "incomplete" => Replay::Incomplete,
                    _ => Replay::Differs(named(&detail.concat(), programs.get(at))),
                };
                let (differs, crossed) = (*differs == "differs", *crossed == "crossed");
                outcome.methods.push(Seen { differs, crossed, replay });
            }
            (["point", id, differs], Some(outcome)) => {
                outcome.points.insert(id.parse().map_err(|_| odd())?, *differs == "differs");
            }
            _ => return Err(odd().into()),
        }
    }
    let complete = outcomes.len() == programs.len()
        && outcomes.iter().zip(programs).all(|(outcome, of)| outcome.methods.len() == of.program.methods.len());
    if complete { Ok(outcomes) } else { Err("the driver did not tell of every method".into()) }
}

/// What the driver told of a replay, with the methods of the probes that it names by their numbers.
fn named(detail: &str, program: Option<&Prepared>) -> String {
    let Some(numbers) = detail.strip_prefix("went to ") else { return detail.to_string() };
    let name = |number: &str| {
        let method = number.parse().ok().and_then(|number: u32| program?.probes.get(&number));
        method.map_or("its end".to_string(), |method| format!("{number} in {method}"))
    };
    match numbers.split_once(" instead of ") {
        Some((to, instead)) => format!("went to {} instead of {}", name(to), name(instead)),
        None => detail.to_string(),
    }
}
