//! The paper's experiment, on the sample service, on one on SOFABoot, and on services that are published and that nobody here wrote:
//! each is recorded while it answers requests, what it depends on is stopped, and every request is replayed on the same build.
//!
//! `cargo run --release -p retake-bench --bin replay [--requests N] SERVICE…`, after `make build` and `examples/orders/build.sh`
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod experiment;
mod services;
mod table;

use retake_bench::Result;

/// How many requests are recorded of each service, unless it is said otherwise.
const REQUESTS: usize = 5000;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (mut requests, mut wanted) = (REQUESTS, Vec::new());
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--requests" => requests = arguments.next().ok_or("--requests needs a number")?.parse()?,
            _ => wanted.push(argument),
        }
    }
    let chosen = services::chosen(&wanted)?;
    let mut results = Vec::new();
    for service in chosen {
        eprintln!("{}", service.name());
        results.push(experiment::run(service.as_ref(), requests)?);
        // Each takes minutes, and nothing is lost if a later one fails.
        eprintln!("{}", table::write(&results, requests));
    }
    print!("{}", table::write(&results, requests));
    let failed = results.iter().filter(|result| result.passed() < result.sent).count();
    if failed == 0 { Ok(()) } else { Err(format!("of {failed} services not every request replays").into()) }
}
