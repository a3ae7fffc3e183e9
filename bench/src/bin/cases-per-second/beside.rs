//! The same requests: replayed, sent to the live service with all it depends on, and to one whose neighbour WireMock stands in for.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::time::Instant;

use retake_bench::Result;
use retake_bench::figures::median;
use retake_e2e::jdk::Jdk;
use retake_e2e::load::Load;
use retake_e2e::orders::{self, Backends, Service, Shot, Traffic};
use retake_e2e::process::PATIENCE;
use retake_e2e::shop::free_port;
use retake_e2e::{Stage, retake};
use retake_host::Url;

use crate::wiremock::WireMock;
use crate::{driving, shown};

/// How many requests are under way at the same time, for every contender.
const TOGETHER: usize = 8;
/// How many requests a second are recorded.
const RECORDED: f64 = 150.0;
/// What customers ask is made with this seed.
const SEED: u64 = 7;

/// What a contender took, in seconds, by round.
#[derive(Default)]
struct Took {
    dependencies: Vec<f64>,
    service: Vec<f64>,
    requests: Vec<f64>,
    /// Answers that their requests do not allow.
    unexpected: usize,
}

impl Took {
    fn whole(&self) -> Vec<f64> {
        let parts = self.dependencies.iter().zip(&self.service).zip(&self.requests);
        parts.map(|((dependencies, service), requests)| dependencies + service + requests).collect()
    }
}

pub(crate) fn measure(jdk: &Jdk, requests: usize, rounds: usize) -> Result<()> {
    let stage = Stage::new();
    let wiremock = WireMock::provide(&stage)?;
    let shots = orders::traffic(SEED, requests);
    let (service, cases) = record(&stage, jdk, &wiremock, requests);
    let (mut replayed, mut live, mut stubbed) = (Took::default(), Took::default(), Took::default());
    for round in 0..rounds {
        replay(&stage, jdk, &service, &cases, requests, &mut replayed)?;
        send(&stage, jdk, &format!("live-{round}"), None, &shots, &mut live)?;
        send(&stage, jdk, &format!("stubbed-{round}"), Some(&wiremock), &shots, &mut stubbed)?;
    }
    println!("\n## Beside the live service and WireMock\n");
    println!(
        "{requests} requests of the service that takes orders (`examples/orders`), {TOGETHER} at the same time, as fast as they are"
    );
    println!(
        "answered. *Live*: PostgreSQL, Redis and the warehouse run, with nothing in them, as at the beginning of the recording."
    );
    println!(
        "*WireMock*: the same, with {} stubs for the warehouse, which WireMock recorded itself.\n",
        wiremock.stubs()
    );
    println!(
        "| | dependencies start, s | service starts, s | requests, s | a second | requests beside Retake | in all, s | in all beside Retake |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (name, took) in [("Retake", &replayed), ("live", &live), ("WireMock", &stubbed)] {
        let (driven, whole) = (median(&took.requests), median(&took.whole()));
        println!(
            "| {name} | {:.1} | {:.1} | {} | {:.0} | {:.2}× | {:.1} | {:.2}× |",
            median(&took.dependencies),
            median(&took.service),
            shown(&took.requests, 1),
            requests as f64 / driven,
            driven / median(&replayed.requests),
            whole,
            whole / median(&replayed.whole()),
        );
    }
    println!(
        "\nThe start of a replay is that of the service with the reading of the cases and the analysis. Answers that their requests"
    );
    println!("do not allow, in all rounds: live {}, WireMock {}.", live.unexpected, stubbed.unexpected);
    Ok(())
}

/// Records the requests, with Retake in the service and WireMock before its neighbour; gives how the service was run, and its cases.
fn record(stage: &Stage, jdk: &Jdk, wiremock: &WireMock, requests: usize) -> (Service, std::path::PathBuf) {
    let backends = Backends::start_real_in(stage, jdk, "recorded");
    let between = wiremock.record(stage, jdk, backends.service.warehouse());
    let service = backends.service.with_warehouse(between.port);
    let (traffic, cases) = (stage.path("traffic"), stage.path("cases"));
    let sent = Traffic { requests, rate: RECORDED, connections: TOGETHER };
    orders::record(stage, &service.command(jdk, &orders::jar(), 0, None), &traffic, sent);
    backends.stop();
    between.stop();
    let (_, made) = retake::cases(stage, &traffic, &cases);
    assert_eq!(made["cases"], requests, "{made}");
    (service, cases)
}

fn replay(stage: &Stage, jdk: &Jdk, service: &Service, cases: &Path, requests: usize, took: &mut Took) -> Result<()> {
    let port = free_port();
    let jobs = TOGETHER.to_string();
    let more: [&OsStr; 2] = ["--jobs".as_ref(), jobs.as_ref()];
    let command = service.command(jdk, &orders::jar(), port, None);
    let replay = retake::replay_within(PATIENCE, stage, cases, port, &more, &command);
    replay.all_passed(requests);
    let finished = replay.finished.ok_or("a replay without its numbers")?;
    took.dependencies.push(0.0);
    took.service.push(finished.seconds - driving(&finished));
    took.requests.push(driving(&finished));
    Ok(())
}

/// Starts the service with what it depends on, and sends it everything.
fn send(stage: &Stage, jdk: &Jdk, name: &str, stubs: Option<&WireMock>, shots: &[Shot], took: &mut Took) -> Result<()> {
    let begin = Instant::now();
    let backends = Backends::start_real_in(stage, jdk, name);
    let stubs = stubs.map(|wiremock| wiremock.serve(stage, jdk));
    let warehouse = stubs.as_ref().map_or(backends.service.warehouse(), |stubs| stubs.port);
    took.dependencies.push(begin.elapsed().as_secs_f64());

    let begin = Instant::now();
    let command: Vec<OsString> = backends.service.with_warehouse(warehouse).command(jdk, &orders::jar(), 0, None);
    let mut service = stage.start("service", Path::new(&command[0]), &command[1..]);
    let url: Url = service.line_after("orders ready on ").parse()?;
    took.service.push(begin.elapsed().as_secs_f64());

    // Everything is due at once, so each connection sends its next request when it has the answer to the last.
    let sent = Load { url, rate: f64::INFINITY, connections: TOGETHER }.send(shots);
    took.requests.push(sent.took.as_secs_f64());
    took.unexpected += sent.unexpected.len();
    service.stop();
    if let Some(stubs) = stubs {
        stubs.stop();
    }
    backends.stop();
    Ok(())
}
