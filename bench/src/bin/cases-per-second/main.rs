//! How fast cases are replayed: by how many run at the same time; beside the same requests sent to the live service, and to one whose
//! neighbour is stubbed by WireMock; and how much memory that takes, by how many cases there are.
//!
//! `cargo run --release -p retake-bench --bin cases-per-second [REQUESTS [ROUNDS]]`, after `make build`, `examples/shop/build.sh`,
//! `examples/orders/build.sh` and `scripts/setup.sh --tests`
#![allow(clippy::print_stdout)]

mod beside;
mod memory;
mod wiremock;

use std::path::Path;
use std::time::Instant;

use retake_bench::Result;
use retake_bench::figures::{machine, median, range};
use retake_e2e::jdk::{self, Jdk};
use retake_e2e::verdicts::Finished;
use retake_e2e::{Recording, Stage, points, shop};

/// How many requests are recorded, and so how many cases there are.
const REQUESTS: u32 = 5000;
/// How often everything is measured.
const ROUNDS: usize = 3;
/// How many cases run at the same time.
const JOBS: [&str; 4] = ["1", "2", "4", "8"];
/// How often the analysis is measured.
const ANALYSES: usize = 5;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let requests = arguments.next().map_or(Ok(REQUESTS), |requests| requests.parse())?;
    let rounds = arguments.next().map_or(Ok(ROUNDS), |rounds| rounds.parse())?;
    let jdk = jdk::newest();
    println!("# Cases per second\n");
    println!("JDK {}; {}, which services, dependencies and the command share.", jdk.version, machine());
    println!(
        "{rounds} rounds, medians, the range in brackets. Every case passes. Each replay starts a JVM of its own, so the"
    );
    println!("first cases run on code that no compiler has seen. Load of the machine when this began: {}.\n", load());
    by_jobs(&jdk, requests, rounds)?;
    beside::measure(&jdk, requests as usize, rounds)?;
    memory::measure(&jdk, requests)?;
    println!(
        "\nMade with `cargo run --release -p retake-bench --bin cases-per-second {requests} {rounds}` after `make build`,"
    );
    println!("`examples/shop/build.sh`, `examples/orders/build.sh` and `scripts/setup.sh --tests`.");
    Ok(())
}

/// How many processes wanted a processor in the last minute: a machine that has more to do measures something else.
fn load() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().unwrap_or_default().to_owned()
}

/// What all programs that this one started and that have ended took of processors, in seconds.
fn processor() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Behind the name, which may hold anything.
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|ticks| ticks.parse().ok()).unwrap_or(f64::NAN);
    (ticks(13) + ticks(14)) / rustix::param::clock_ticks_per_second() as f64
}

fn by_jobs(jdk: &Jdk, requests: u32, rounds: usize) -> Result<()> {
    let stage = Stage::new();
    let recording = Recording::make(&stage, jdk, requests);
    let (mut all, mut spent) = (JOBS.map(|_| Vec::new()), JOBS.map(|_| Vec::new()));
    for _ in 0..rounds {
        for ((jobs, finished), spent) in JOBS.into_iter().zip(&mut all).zip(&mut spent) {
            let before = processor();
            let replay = recording.replay(&stage, &shop::jar(), &["--jobs".as_ref(), jobs.as_ref()]);
            spent.push(processor() - before);
            replay.all_passed(requests as usize);
            finished.push(replay.finished.ok_or("a replay without its numbers")?);
        }
    }
    println!("## By how many run at the same time\n");
    println!("{requests} requests of the shop (`examples/shop`), recorded over 16 connections.\n");
    println!(
        "| cases at the same time | cases a second | seconds in all, start included | processor seconds of command and service, start included |"
    );
    println!("| ---: | ---: | ---: | ---: |");
    for ((jobs, finished), spent) in JOBS.into_iter().zip(&all).zip(&spent) {
        let rates: Vec<f64> = finished.iter().map(|finished| finished.cases_per_second).collect();
        let whole: Vec<f64> = finished.iter().map(|finished| finished.seconds).collect();
        println!("| {jobs} | {} | {:.1} | {:.1} |", shown(&rates, 0), median(&whole), median(spent));
    }
    let each = |bytes: u64| bytes as f64 / f64::from(requests);
    println!("\n| | |\n| --- | ---: |");
    println!("| traffic, bytes a request | {:.0} |", each(recording.traffic_bytes()));
    println!("| cases, bytes a request (text, not compressed) | {:.0} |", each(recording.cases_bytes()));
    println!("| analysis of the service and its libraries, seconds | {:.2} |", analysis(&stage, &shop::jar()));
    Ok(())
}

fn analysis(stage: &Stage, jar: &Path) -> f64 {
    let analyses: Vec<f64> = (0..ANALYSES)
        .map(|_| {
            let begin = Instant::now();
            points::analyse(stage, jar);
            begin.elapsed().as_secs_f64()
        })
        .collect();
    median(&analyses)
}

/// How long the cases alone took, without what comes before the first.
fn driving(finished: &Finished) -> f64 {
    finished.total as f64 / finished.cases_per_second
}

/// The median, and between which figures it lies.
fn shown(figures: &[f64], digits: usize) -> String {
    let (least, most) = range(figures);
    format!("**{:.digits$}** ({least:.digits$} to {most:.digits$})", median(figures))
}
