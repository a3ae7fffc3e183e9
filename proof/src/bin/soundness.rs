//! Proves the analysis on many programs and prints a table of what it found.
//!
//! `cargo run --release -p retake-proof --bin soundness [PROGRAMS [FIRST]]`; `JDK=17` takes another JDK than the newest.
#![allow(clippy::print_stdout)]

use retake_e2e::{jdk, scratch::Scratch};
use retake_proof::make::Maker;
use retake_proof::piece;
use retake_proof::prepare::{Bench, Result};
use retake_proof::proof::prove;
use retake_proof::run::Effort;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let count: u64 = arguments.next().map_or(Ok(2000), |count| count.parse())?;
    let first: u64 = arguments.next().map_or(Ok(0), |first| first.parse())?;
    let scratch = Scratch::create();
    let wanted = std::env::var("JDK").unwrap_or_default();
    let jdk = jdk::all().into_iter().rfind(|jdk| jdk.version.starts_with(&wanted));
    let jdk = jdk.ok_or_else(|| format!("there is no JDK {wanted}"))?;
    let version = jdk.version.clone();
    let bench = Bench::new(jdk, scratch.path())?;
    let maker = Maker { pieces: piece::all(), release: bench.release(), known: std::env::var_os("KNOWN").is_some() };
    let effort = Effort { runs: 20, replays: 3 };
    let start = std::time::Instant::now();
    let figures = prove(&bench, &maker, first..first + count, effort)?;
    println!("# The analysis against running programs\n");
    println!(
        "Programs of the seeds {first} to {}, compiled and run by JDK {version}. Each runs {} times, in",
        first + count - 1,
        effort.runs
    );
    println!(
        "another environment and with another history each time; the first {} recordings are replayed",
        effort.replays
    );
    println!("in environments that no recording saw. `docs/soundness.md` says what the rows mean.\n");
    println!("| | |\n| --- | ---: |");
    let rows = [
        ("programs", figures.programs),
        ("methods", figures.methods),
        ("methods that did not always do the same", figures.differing),
        ("… and crossed no point", figures.unexplained),
        ("methods that strayed with their points answered", figures.strayed),
        ("methods not replayed, because a value cannot be copied", figures.incomplete),
        ("points", figures.points),
        ("points that nothing crossed", figures.uncrossed),
        ("points that always gave the same", figures.constant),
    ];
    for (what, figure) in rows {
        println!("| {what} | {figure} |");
    }
    println!("| points that never differed | {:.1} % |", figures.idle_percent());
    println!("\nMade with `cargo run --release -p retake-proof --bin soundness`.");
    if !figures.failures.is_empty() || !figures.unwoven.is_empty() {
        println!("\n{}{}", figures.told(), figures.unwoven.join("\n"));
    }
    println!("{:?}", start.elapsed());
    Ok(())
}
