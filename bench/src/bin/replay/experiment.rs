//! One service from its jar to the numbers of its replay.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::Path;
use std::time::Duration;

use retake_bench::{Result, applications};
use retake_e2e::load::Load;
use retake_e2e::process::wait_within;
use retake_e2e::shop::{free_port, is_closed};
use retake_e2e::system::Server;
use retake_e2e::verdicts::Replay;
use retake_e2e::{Stage, jdk, points, retake};
use serde_json::Value;

use crate::services::Service;

/// A large service may take this long to start, and all its cases this long, on a machine that is busy with other things.
const START: Duration = Duration::from_secs(600);
const REPLAY: Duration = Duration::from_secs(3600);
/// As many requests are due in a second as a small machine answers.
const RATE: f64 = 25.0;
/// How many are on their way at the same time.
const CONNECTIONS: usize = 4;

/// What came of it.
pub(crate) struct Outcome {
    pub(crate) name: &'static str,
    /// `counts` of the points document.
    pub(crate) counts: Value,
    /// The answers' statuses.
    pub(crate) statuses: BTreeMap<u16, usize>,
    /// What `retake cases` said.
    pub(crate) cases: Value,
    /// The replay without its database.
    pub(crate) with: Replay,
    /// The replay on an empty database, with no point answered.
    pub(crate) without: Replay,
}

impl Outcome {
    /// How many requests were sent: each of them counts, recorded or not.
    pub(crate) fn recorded(&self) -> usize {
        self.statuses.values().sum()
    }

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
    let application = applications::list(&[service.name().to_owned()])?.remove(0);
    applications::provide(&application)?;
    let file = application.paths().remove(0);
    let (stage, jdk, port) = (Stage::new(), jdk::oldest(), free_port());
    let (_, document) = points::analyse(&stage, &file);
    let (traffic, cases) = (stage.path("traffic"), stage.path("cases"));

    let database = Server::postgres(&stage, "postgres");
    let database_port = database.port;
    let command = service.command(&jdk, &file, port, database_port);
    let recording = retake::record(&stage, &traffic, &command);
    wait_within(START, || format!("it does not listen:\n{}", recording.err()), || (!is_closed(port)).then_some(()));
    let url = format!("http://127.0.0.1:{port}").parse()?;
    let sent = Load { url, rate: RATE, connections: CONNECTIONS }.send(&service.traffic(requests));
    eprintln!("{sent}");
    recording.stop();
    database.stop();
    let (_, said) = retake::cases(&stage, &traffic, &cases);
    eprintln!("{said}");

    let with = replay(&stage, &cases, port, &[], &command);
    // What would become of the requests if the service were only started again: its database is there, and nothing is answered.
    let empty = points::without_points(&stage, &file);
    let database = Server::postgres_on(&stage, "empty", database_port);
    let without = replay(&stage, &cases, port, &["--points".as_ref(), empty.as_ref()], &command);
    database.stop();
    Ok(Outcome {
        name: service.name(),
        counts: document["counts"].clone(),
        statuses: sent.statuses,
        cases: said,
        with,
        without,
    })
}

fn replay(stage: &Stage, cases: &Path, port: u16, more: &[&OsStr], command: &[std::ffi::OsString]) -> Replay {
    let seconds = START.as_secs().to_string();
    let mut options: Vec<&OsStr> =
        vec!["--ready-timeout".as_ref(), seconds.as_ref(), "--timeout".as_ref(), "300".as_ref()];
    options.extend(more);
    let replay = retake::replay_within(REPLAY, stage, cases, port, &options, command);
    eprintln!("{}", replay.complaint());
    replay
}
