//! What it costs a service that every request is recorded: processor time, latency and memory, beside the service as it is
//! and beside the agent of OpenTelemetry, which traces every request.
//!
//! `cargo run --release -p retake-bench --bin record [PAIRS [STARTS]]`, after `make build` and `scripts/setup.sh --tests`; with
//! `parts` behind it, what the parts of recording cost instead
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a measurement tells its table, and how far it is")]

mod collector;
mod contender;
mod table;

use retake_bench::Result;
use retake_bench::figures::median;
use retake_e2e::orders::Traffic;
use retake_e2e::{Stage, jdk};

use crate::collector::Collector;
use crate::contender::{Contender, Kind, Window};
use crate::table::Table;

/// Requests in one round before anything is measured.
const WARM_UP: usize = 10_000;
/// Requests in one window.
const WINDOW: usize = 8_000;
const CONNECTIONS: usize = 32;
/// The share of what the bare service can take.
const SHARE: f64 = 0.6;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |otherwise| arguments.next().map_or(Ok(otherwise), |text| text.parse::<usize>());
    let (pairs, starts) = (number(18)?, number(3)?);
    let kinds: &'static [Kind] = match arguments.next().as_deref() {
        None => &Kind::COMPARED,
        Some("parts") => &Kind::PARTS,
        Some(other) => return Err(format!("`{other}` is not known; `parts` is").into()),
    };
    let collector = Collector::start()?;
    let jdk = jdk::newest();
    let mut table = Table::new(kinds);
    for start in 0..starts {
        // Each start has its own databases: what one writes is not what another finds.
        let stage = Stage::new();
        let mut contenders = Vec::new();
        for kind in kinds {
            eprintln!("start {} of {starts}: {kind}", start + 1);
            contenders.push(Contender::start(&stage, &jdk, *kind, collector.port)?);
        }
        for (contender, kind) in contenders.iter().zip(kinds) {
            let sent = Traffic { requests: WARM_UP, rate: f64::INFINITY, connections: CONNECTIONS };
            eprintln!("start {} of {starts}: {kind} is warm after {} requests", start + 1, contender.warm_up(sent)?);
        }
        if table.rate == 0.0 {
            table.saturation = saturation(&contenders[0])?;
            table.rate = (table.saturation * SHARE).floor();
        }
        let sent = Traffic { requests: WINDOW, rate: table.rate, connections: CONNECTIONS };
        for (contender, kind) in contenders.iter().zip(kinds) {
            let requests = contender.warm_up(Traffic { requests: WARM_UP, ..sent })?;
            eprintln!("start {} of {starts}: {kind} is warm at {} a second after {requests}", start + 1, table.rate);
        }
        for window in 0..pairs.div_ceil(starts) {
            eprintln!("start {} of {starts}: window {} at {} a second", start + 1, window + 1, table.rate);
            // Who is first changes, so that nobody always comes behind the same one.
            let mut measured = vec![Window::default(); kinds.len()];
            for turn in 0..contenders.len() {
                let at = (turn + window) % contenders.len();
                let taken = contenders[at].measure(window as u64 + 100, sent)?;
                eprintln!("  {:15} {:.3} ms a request, p99 {:.2} ms", kinds[at], taken.processor, taken.p99);
                measured[at] = taken;
            }
            table.add(measured);
        }
        for contender in contenders {
            contender.stop()?;
        }
    }
    if kinds.contains(&Kind::Traced) && collector.spans_bytes() == 0 {
        return Err("the peer sent no traces, so it was not measured".into());
    }
    println!("{}", table.text(&jdk.version, starts, WINDOW, collector.spans_bytes()));
    Ok(())
}

/// How many requests the bare service answers in a second when as many come as it takes.
fn saturation(bare: &Contender) -> Result<f64> {
    let traffic = Traffic { requests: WINDOW, rate: f64::INFINITY, connections: CONNECTIONS };
    let rates: Result<Vec<f64>> = (0..3)
        .map(|seed| {
            let sent = bare.send(50 + seed, traffic)?;
            Ok(traffic.requests as f64 / sent.took.as_secs_f64())
        })
        .collect();
    Ok(median(&rates?))
}
