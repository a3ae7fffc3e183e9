//! The analysis is sound and precise on 200 programs that were made up.

#![allow(missing_docs, clippy::unwrap_used)]

use retake_e2e::{jdk, scratch::Scratch};
use retake_proof::make::Maker;
use retake_proof::piece;
use retake_proof::prepare::Bench;
use retake_proof::proof::prove;
use retake_proof::run::Effort;

/// Of a hundred points, so many may never differ.
const IDLE: f64 = 20.0;

#[test]
fn points_explain_what_programs_do() {
    let scratch = Scratch::create();
    let bench = Bench::new(jdk::newest(), scratch.path()).unwrap();
    let maker = Maker { pieces: piece::all(), release: 17, known: false };
    let figures = prove(&bench, &maker, 0..200, Effort { runs: 20, replays: 2 }).unwrap();
    assert!(figures.failures.is_empty(), "{}", figures.told());
    assert!(figures.unwoven.is_empty(), "{:#?}", figures.unwoven);
    // A proof on programs that do nothing would be none.
    assert!(figures.differing * 5 > figures.methods, "{figures:?}");
    assert!(figures.idle_percent() <= IDLE, "{figures:?}");
}
