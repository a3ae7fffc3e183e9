//! Tells of each piece, alone, whether the analysis is sound on it.
//!
//! `cargo run --release -p retake-proof --bin each [NAME]` prints of one piece its method and points, too.
#![allow(clippy::print_stdout)]

use retake_e2e::{jdk, scratch::Scratch};
use retake_proof::make::Maker;
use retake_proof::prepare::{Bench, Result};
use retake_proof::run::{Effort, run};
use retake_proof::{each, piece};

fn main() -> Result<()> {
    let wanted = std::env::args().nth(1);
    let scratch = Scratch::create();
    let bench = Bench::new(jdk::newest(), scratch.path())?;
    let maker = Maker { pieces: piece::all(), release: bench.release(), known: true };
    let (programs, about): (Vec<_>, Vec<_>) = each::programs(&maker).into_iter().unzip();
    let (directory, prepared) = bench.prepare(maker.pieces, programs, "each")?;
    let outcomes = run(&bench, &directory, &prepared, Effort { runs: 20, replays: 3 })?;
    for ((program, outcome), about) in prepared.iter().zip(&outcomes).zip(&about) {
        for ((method, seen), (kind, name)) in program.program.methods.iter().zip(&outcome.methods).zip(about) {
            if wanted.as_ref().is_none_or(|wanted| wanted == name) {
                println!("{kind} {name}: {seen:?}");
            }
            if wanted.as_ref().is_some_and(|wanted| wanted == name) {
                let start = program.source.find(&format!(" m{}(long a, String s) {{", method.number)).unwrap_or(0);
                let text = &program.source[start..];
                println!("{}", &text[..text.find("\n    }\n").unwrap_or(text.len())]);
                let of = format!("m{}", method.number);
                for point in &program.points.points {
                    if point.method == of || point.method.contains(&format!("${of}$")) || point.method.len() > 6 {
                        let differs = outcome.points.get(&point.id);
                        println!("  {} {:?} {differs:?}: {}", point.method, point.place, point.reason);
                    }
                }
            }
        }
    }
    Ok(())
}
