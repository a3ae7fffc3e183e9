//! How much of the service's code runs in a replay, beside the same requests live: what mocking hides, with points at call sites and
//! with whole methods for points.
//!
//! `cargo run --release -p retake-bench --bin coverage [REQUESTS]`, after `make build examples`
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod compared;
mod placement;
mod table;

use std::path::PathBuf;

use retake_bench::Result;
use retake_bench::coverage::{Jacoco, Seen};
use retake_e2e::orders::{self, Backends, Recording, Traffic, short_lived};
use retake_e2e::verdicts::Replay;
use retake_e2e::{Jdk, Stage, jdk};
use serde_json::Value;

use compared::Live;
use placement::{Document, Placement};

/// As many requests are due in a second as a small machine answers.
const RATE: f64 = 50.0;
const CONNECTIONS: usize = 8;

/// A recording with points at one kind of place, and its replay.
struct Replayed {
    placement: Placement,
    document: Document,
    /// What `retake cases` said.
    made: Value,
    replay: Replay,
    seen: Seen,
}

fn main() -> Result<()> {
    let requests: usize = std::env::args().nth(1).map_or(Ok(1000), |requests| requests.parse())?;
    let traffic = Traffic { requests, rate: RATE, connections: CONNECTIONS };
    let (stage, jdk) = (Stage::new(), jdk::newest());
    let jacoco = Jacoco::prepare(&stage, &jdk)?;
    let start = without_retake(&jacoco, &jdk, None)?;
    let live = Live::new(&start, &without_retake(&jacoco, &jdk, Some(traffic))?);
    eprintln!("live: {:?}", live.all());
    let mut replayed = Vec::new();
    for placement in Placement::ALL {
        let found = replay(placement, &jacoco, &jdk, traffic)?;
        eprintln!("{}: {} {:?}", placement.name(), found.made, live.again(&found.seen));
        eprintln!("{}", found.replay.complaint());
        replayed.push(found);
    }
    table::print(&live, &replayed, requests, &jdk);
    Ok(())
}

/// What runs of the service as it is delivered, with no request or with these.
fn without_retake(jacoco: &Jacoco, jdk: &Jdk, traffic: Option<Traffic>) -> Result<Seen> {
    let stage = Stage::new();
    let backends = Backends::start(&stage, jdk);
    let file = stage.path("seen.exec");
    let mut command = short_lived(&backends.service, jdk, &orders::jar(), 0);
    command.insert(1, jacoco.option(&file));
    let program = PathBuf::from(command.remove(0));
    let mut service = stage.start("service", &program, command);
    match traffic {
        Some(traffic) => drop(orders::send(&mut service, traffic)),
        None => drop(service.line_after("orders ready on ")),
    }
    service.stop();
    backends.stop();
    jacoco.seen(&stage, jdk, &file, &classes())
}

/// Records the service with points at these places, and replays what was recorded.
fn replay(placement: Placement, jacoco: &Jacoco, jdk: &Jdk, traffic: Traffic) -> Result<Replayed> {
    let stage = Stage::new();
    let document = placement.document(&stage)?;
    let (recording, made) = Recording::attempt(&stage, jdk, traffic, document.path.as_deref());
    let file = stage.path("seen.exec");
    let replay = recording.replay_with(&stage, &orders::jar(), &[jacoco.option(&file)]);
    let seen = jacoco.seen(&stage, jdk, &file, &classes())?;
    Ok(Replayed { placement, document, made, replay, seen })
}

/// The classes of the service, as they are in its jar.
fn classes() -> PathBuf {
    orders::built("service/classes")
}
