//! The analysis on real applications: what it costs beside the least that any analysis costs and beside peers, and what it
//! finds.
//!
//! `cargo run --release -p retake-bench --bin analyze [ROUNDS] [--peers] [APPLICATION]…`, after `make build`
//!
//! Each application is analysed by the command, as its user would; everything that is measured is a process of its own.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod census;
mod floor;
mod peers;
mod table;

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use retake_bench::applications::{self, Application};
use retake_bench::measured::{self, End, Measured};
use retake_bench::{Result, figures};
use retake_e2e::retake;
use retake_e2e::scratch::{self, Scratch};
use serde::Deserialize;
use serde_json::Value;

/// How long a run may take.
pub(crate) const LONGEST: Duration = Duration::from_secs(600);
/// How often each is measured, if nobody says.
const ROUNDS: usize = 5;

/// What is wanted of the document that the analysis writes. The rest is large, and whoever measures has to stay small.
#[derive(Debug, Default, Deserialize)]
struct Document {
    counts: Value,
    warnings: Vec<String>,
}

/// What an application is and what its analysis took.
pub(crate) struct Row {
    pub(crate) application: Application,
    /// What there is to analyse.
    pub(crate) census: Value,
    /// The floor, round by round.
    pub(crate) floor: Vec<Measured>,
    /// The analysis, round by round, with nothing kept from before.
    pub(crate) analysis: Vec<Measured>,
    /// The same with what was kept of libraries.
    pub(crate) warm: Vec<Measured>,
    /// How many bytes that is.
    pub(crate) kept: u64,
    /// What the analysis counted.
    pub(crate) counts: Value,
    /// What it said that it left out.
    pub(crate) left_out: Vec<String>,
}

fn main() -> Result<()> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(part) = part(&arguments)? {
        print!("{part}");
        return Ok(());
    }
    let rounds = match arguments.first().map(|first| first.parse()) {
        Some(Ok(rounds)) => {
            arguments.remove(0);
            rounds
        }
        _ => ROUNDS,
    };
    let with_peers =
        arguments.iter().position(|argument| argument == "--peers").map(|at| arguments.remove(at)).is_some();
    let mut rows = Vec::new();
    for application in applications::list(&arguments)? {
        eprintln!("{}", application.name);
        applications::provide(&application)?;
        rows.push(Row::measure(application, rounds)?);
    }
    table::print(&rows, rounds);
    // They are much larger than what is measured above, so they come last; each is told when it is there.
    if with_peers {
        table::peers();
        peers::compare(&rows, |found| table::peer(&found))?;
    }
    Ok(())
}

/// What this program does when it is run by itself to be measured.
fn part(arguments: &[String]) -> Result<Option<String>> {
    Ok(match arguments {
        [part, files @ ..] if part == "floor" => Some(floor::run(&paths(files))?),
        [part, scope, files @ ..] if part == "census" => {
            let scope: Vec<String> = scope.split(',').map(str::to_owned).collect();
            Some(census::run(&scope, &paths(files))?)
        }
        _ => None,
    })
}

fn paths(arguments: &[String]) -> Vec<PathBuf> {
    arguments.iter().map(PathBuf::from).collect()
}

impl Row {
    fn measure(application: Application, rounds: usize) -> Result<Row> {
        let files = application.paths();
        let own = std::env::current_exe()?;
        let mut census = Command::new(&own);
        census.arg("census").arg(application.scope.join(",")).args(&files);
        let census = serde_json::from_str(&well(&mut census)?.out)?;
        let (mut floor, mut analysis, mut warm) = (Vec::new(), Vec::new(), Vec::new());
        let scratch = Scratch::create();
        let (out, again) = (scratch.path().join("points.json"), scratch.path().join("again.json"));
        let analyze = |out: &Path| {
            let mut command = Command::new(retake::path());
            command.arg("analyze").args(&files).args(["--format", "json", "--out"]).arg(out);
            command.args(application.scope.iter().flat_map(|package| ["--scope", package]));
            command.env("XDG_CACHE_HOME", scratch.path().join("cache"));
            command
        };
        well(&mut analyze(&again))?;
        // They take turns, so that whatever else the machine does hits all.
        for _ in 0..rounds {
            floor.push(well(Command::new(&own).arg("floor").args(&files))?);
            analysis.push(well(analyze(&out).arg("--no-cache"))?);
            warm.push(well(&mut analyze(&again))?);
        }
        if !same(&out, &again)? {
            return Err(format!("{}: what was kept of libraries changed what was found", application.name).into());
        }
        let kept = scratch::size(&scratch.path().join("cache"));
        let Document { counts, mut warnings } = serde_json::from_reader(BufReader::new(File::open(&out)?))?;
        warnings.retain(|text| text.contains("left out:") && text.contains("class"));
        Ok(Row { application, census, floor, analysis, warm, kept, counts, left_out: warnings })
    }

    /// A number of the census.
    pub(crate) fn there(&self, part: &str, what: &str) -> f64 {
        self.census[part][what].as_f64().unwrap_or(f64::NAN)
    }

    /// Processor time of the analysis, in seconds.
    pub(crate) fn processor(&self) -> f64 {
        figures::median(&self.analysis.iter().map(|run| run.processor).collect::<Vec<_>>())
    }

    /// How many times the floor's processor time the analysis took: the median of the rounds' ratios.
    pub(crate) fn above_floor(&self) -> f64 {
        let rounds = self.analysis.iter().zip(&self.floor);
        figures::median(&rounds.map(|(analysis, floor)| analysis.processor / floor.processor).collect::<Vec<_>>())
    }
}

/// Whether two files hold the same. They are large, and what this process takes counts for those that it starts.
fn same(one: &Path, other: &Path) -> Result<bool> {
    let (mut one, mut other) = (BufReader::new(File::open(one)?), BufReader::new(File::open(other)?));
    loop {
        let (left, right) = (one.fill_buf()?, other.fill_buf()?);
        let count = left.len().min(right.len());
        if left[..count] != right[..count] || (count == 0 && left.len() != right.len()) {
            return Ok(false);
        }
        if count == 0 {
            return Ok(true);
        }
        one.consume(count);
        other.consume(count);
    }
}

/// Runs what has to go well.
fn well(command: &mut Command) -> Result<Measured> {
    let measured = measured::run(command, LONGEST)?;
    match measured.end {
        End::Well => Ok(measured),
        end => Err(format!("{command:?}: {end:?}: {}", measured.err).into()),
    }
}
