//! One service from its jar to the numbers of its replay.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::time::{Duration, Instant};

use retake_bench::Result;
use retake_e2e::process::wait_within;
use retake_e2e::shop::free_port;
use retake_e2e::verdicts::Replay;
use retake_e2e::{Stage, jdk, points, retake};
use serde_json::Value;

use crate::services::{Answers, Service};

/// A large service may take this long to start, and all its cases this long, on a machine that is busy with other things.
const START: Duration = Duration::from_secs(600);
const REPLAY: Duration = Duration::from_secs(3600);
/// How often a service is analysed; the fastest counts, because whatever else runs only makes it slower.
const ANALYSES: usize = 3;

/// What came of it.
pub(crate) struct Outcome {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    /// How many requests were sent: each of them counts, recorded or not.
    pub(crate) sent: usize,
    /// `counts` of the points document.
    pub(crate) counts: Value,
    /// How long the analysis took.
    pub(crate) analysis: Duration,
    pub(crate) answers: Answers,
    /// What `retake cases` said.
    pub(crate) cases: Value,
    /// The replay without anything that the service depends on.
    pub(crate) with: Replay,
    /// The replay with all of it there again, new and empty, and no point answered.
    pub(crate) without: Replay,
}

impl Outcome {
    pub(crate) fn passed(&self) -> usize {
        self.with.verdicts.iter().filter(|verdict| verdict.passed()).count()
    }

    /// Why requests did not become cases, with how many each.
    pub(crate) fn left_out(&self) -> Vec<(String, u64)> {
        let reasons = ["left_out", "not_recorded"].into_iter().filter_map(|key| self.cases[key].as_object());
        reasons.flatten().map(|(reason, count)| (reason.clone(), count.as_u64().unwrap_or_default())).collect()
    }
}

/// Records a service, and replays it.
pub(crate) fn run(service: &dyn Service, requests: usize) -> Result<Outcome> {
    let (stage, jdk, port) = (Stage::new(), jdk::oldest(), free_port());
    let provided = service.provide(&stage, &jdk)?;
    let path = Path::new(provided.path());
    let (document, analysis) = analyse(&stage, path);
    let (traffic, cases) = (stage.path("traffic"), stage.path("cases"));

    let dependencies = provided.depend(&stage, "recorded");
    let command = dependencies.command(port);
    let recording = retake::record(&stage, &traffic, &command);
    let missing = || format!("it does not say `{}`:\n{}\n{}", provided.ready(), recording.out(), recording.err());
    wait_within(START, missing, || recording.out().contains(provided.ready()).then_some(()));
    let answers = provided.ask(&stage, port, requests);
    recording.stop();
    dependencies.stop();
    let (_, said) = retake::cases(&stage, &traffic, &cases);
    eprintln!("{answers:?}\n{said}");

    let with = replay(&stage, &cases, port, &[], &command);
    // What would become of the requests if the service were only started again: everything is there, and nothing is answered.
    let empty = points::without_points(&stage, path);
    let dependencies = provided.depend(&stage, "empty");
    let alone: [&OsStr; 4] = ["--points".as_ref(), empty.as_ref(), "--on-new-call".as_ref(), "passthrough".as_ref()];
    let without = replay(&stage, &cases, port, &alone, &dependencies.command(port));
    dependencies.stop();
    Ok(Outcome {
        name: service.name(),
        about: service.about(),
        sent: requests,
        counts: document["counts"].clone(),
        analysis,
        answers,
        cases: said,
        with,
        without,
    })
}

fn analyse(stage: &Stage, path: &Path) -> (Value, Duration) {
    let one = || {
        let begin = Instant::now();
        let (_, document) = points::analyse(stage, path);
        (document, begin.elapsed())
    };
    let first = one();
    (1..ANALYSES).map(|_| one()).fold(first, |best, next| if next.1 < best.1 { next } else { best })
}

fn replay(stage: &Stage, cases: &Path, port: u16, more: &[&OsStr], command: &[OsString]) -> Replay {
    let seconds = START.as_secs().to_string();
    let mut options: Vec<&OsStr> =
        vec!["--ready-timeout".as_ref(), seconds.as_ref(), "--timeout".as_ref(), "300".as_ref()];
    options.extend(more);
    let replay = retake::replay_within(REPLAY, stage, cases, port, &options, command);
    eprintln!("{}", replay.complaint());
    replay
}
