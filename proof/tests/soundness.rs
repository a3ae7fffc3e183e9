//! The analysis is sound and precise on programs that were made up.

#![allow(missing_docs, clippy::unwrap_used)]

use std::collections::BTreeSet;

use retake_e2e::{jdk, scratch::Scratch};
use retake_proof::make::Maker;
use retake_proof::prepare::Bench;
use retake_proof::proof::prove;
use retake_proof::run::{Effort, run};
use retake_proof::{each, piece};

/// Of a hundred points, so many may never differ.
const IDLE: f64 = 20.0;

#[test]
fn points_explain_what_programs_do() {
    let scratch = Scratch::create();
    let bench = Bench::new(jdk::newest(), scratch.path()).unwrap();
    let maker = Maker { pieces: piece::all(), release: bench.release(), known: false };
    let figures = prove(&bench, &maker, 0..200, Effort { runs: 20, replays: 2 }).unwrap();
    assert!(figures.failures.is_empty(), "{}", figures.told());
    assert!(figures.unwoven.is_empty(), "{:#?}", figures.unwoven);
    // A proof on programs that do nothing would be none.
    assert!(figures.differing * 5 > figures.methods, "{figures:?}");
    assert!(figures.idle_percent() <= IDLE, "{figures:?}");
}

/// Each piece alone: those that say so are what the analysis is not sound on, and no others.
#[test]
fn what_is_known_to_fail_is_what_fails() {
    let scratch = Scratch::create();
    let bench = Bench::new(jdk::newest(), scratch.path()).unwrap();
    let maker = Maker { pieces: piece::all(), release: bench.release(), known: true };
    let (programs, about): (Vec<_>, Vec<_>) = each::programs(&maker).into_iter().unzip();
    let (directory, prepared) = bench.prepare(maker.pieces, programs, "each").unwrap();
    let outcomes = run(&bench, &directory, &prepared, Effort { runs: 20, replays: 3 }).unwrap();
    let mut failing = BTreeSet::new();
    for (outcome, about) in outcomes.iter().zip(&about) {
        for (seen, (kind, name)) in outcome.methods.iter().zip(about) {
            if seen.fails() {
                failing.insert(format!("{kind} {name}"));
            }
        }
    }
    let known: BTreeSet<String> =
        each::known(&maker).into_iter().map(|(kind, name)| format!("{kind} {name}")).collect();
    assert_eq!(failing, known, "left fails, right is known to");
}
