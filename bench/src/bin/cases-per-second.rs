//! How fast cases are replayed, by how many run at the same time; and how much room traffic and cases take.
//!
//! `cargo run --release -p retake-bench --bin cases-per-second [ROUNDS]`, after `make build` and
//! `examples/shop/build.sh`
#![allow(clippy::print_stdout)]

use std::time::Instant;

use retake_bench::figures::{machine, median, range};
use retake_e2e::{Recording, Stage, jdk, points, shop};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// How many requests are recorded, and so how many cases there are.
const REQUESTS: u32 = 1000;
/// How many cases run at the same time.
const JOBS: [&str; 4] = ["1", "2", "4", "8"];
/// How often the analysis is measured.
const ANALYSES: usize = 5;

fn main() -> Result<()> {
    let rounds: usize = std::env::args().nth(1).map_or(Ok(3), |rounds| rounds.parse())?;
    let (stage, jdk) = (Stage::new(), jdk::newest());
    let recording = Recording::make(&stage, &jdk, REQUESTS);
    let mut rates = JOBS.map(|_| Vec::new());
    let mut whole = JOBS.map(|_| Vec::new());
    for _ in 0..rounds {
        for (number, jobs) in JOBS.into_iter().enumerate() {
            let replay = recording.replay(&stage, &shop::jar(), &["--jobs".as_ref(), jobs.as_ref()]);
            replay.all_passed(REQUESTS as usize);
            let finished = replay.finished.ok_or("a replay without its numbers")?;
            rates[number].push(finished.cases_per_second);
            whole[number].push(finished.seconds);
        }
    }
    let analyses: Vec<f64> = (0..ANALYSES)
        .map(|_| {
            let begin = Instant::now();
            points::analyse(&stage, &shop::jar());
            begin.elapsed().as_secs_f64()
        })
        .collect();

    println!("# Cases per second\n");
    println!(
        "{REQUESTS} requests of the example service, recorded over 16 connections, replayed on JDK {}. Every case",
        jdk.version
    );
    println!(
        "passes. {rounds} rounds, medians, the range in brackets. Each replay starts a JVM of its own, so the first cases run"
    );
    println!("on code that no compiler has seen; the last column has that start in it.\n");
    println!("| cases at the same time | cases a second | seconds in all |");
    println!("| ---: | ---: | ---: |");
    for (number, jobs) in JOBS.into_iter().enumerate() {
        let (least, most) = range(&rates[number]);
        let (rate, seconds) = (median(&rates[number]), median(&whole[number]));
        println!("| {jobs} | **{rate:.0}** ({least:.0} to {most:.0}) | {seconds:.1} |");
    }
    let each = |bytes: u64| bytes as f64 / f64::from(REQUESTS);
    println!("\n| | |\n| --- | ---: |");
    println!("| traffic, bytes a request | {:.0} |", each(recording.traffic_bytes()));
    println!("| cases, bytes a request (text, not compressed) | {:.0} |", each(recording.cases_bytes()));
    println!("| analysis of the service and its libraries, seconds | {:.2} |", median(&analyses));
    println!("\n{}, which the service and the command share.", machine());
    println!("Made with `cargo run --release -p retake-bench --bin cases-per-second` after `make build` and");
    println!("`examples/shop/build.sh`.");
    Ok(())
}
