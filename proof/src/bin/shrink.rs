//! Makes the program of a seed small around a method that fails, and prints it with its points.
//!
//! `cargo run --release -p retake-proof --bin shrink SEED METHOD`
#![allow(clippy::print_stdout)]

use retake_e2e::{jdk, scratch::Scratch};
use retake_proof::make::Maker;
use retake_proof::piece;
use retake_proof::prepare::{Bench, Result};
use retake_proof::run::Effort;
use retake_proof::shrink::shrink;

fn main() -> Result<()> {
    let numbers: Vec<u64> = std::env::args().skip(1).map(|word| word.parse()).collect::<std::result::Result<_, _>>()?;
    let &[seed, method] = numbers.as_slice() else { return Err("usage: shrink SEED METHOD".into()) };
    let scratch = Scratch::create();
    let bench = Bench::new(jdk::newest(), scratch.path())?;
    let maker = Maker { pieces: piece::all(), release: bench.release(), known: std::env::var_os("KNOWN").is_some() };
    let effort = Effort { runs: 20, replays: 3 };
    let found = shrink(&bench, maker.pieces, maker.program(seed), method as usize, effort)?;
    let Some(small) = found else { return Err(format!("m{method} of {seed} does not fail").into()) };
    let main = small.prepared.source.find("    static").unwrap_or(0);
    println!("{}", &small.prepared.source[main..]);
    for point in &small.prepared.points.points {
        println!("point {} {}.{} {:?}: {}", point.id, point.class, point.method, point.place, point.reason);
    }
    for out in &small.prepared.points.ruled_out {
        println!("out {out:?}");
    }
    for (of, seen) in small.prepared.program.methods.iter().zip(&small.outcome.methods) {
        println!("m{} {seen:?}", of.number);
    }
    Ok(())
}
