//! Makes a failing program small: takes out what it can while the failure stays.

use std::collections::BTreeSet;

use crate::piece::Pieces;
use crate::prepare::{Bench, Prepared, Result};
use crate::program::{From, Lane, Program, Step};
use crate::run::{Effort, Outcome, run};

/// Candidates that are tried together.
const BATCH: usize = 12;

/// A program and what it did.
#[derive(Debug)]
pub struct Small {
    /// The program.
    pub prepared: Prepared,
    /// What it did.
    pub outcome: Outcome,
}

/// Shrinks a program in which a method fails, by its number; nothing if it does not fail.
pub fn shrink(
    bench: &Bench,
    pieces: &Pieces,
    program: Program,
    method: usize,
    effort: Effort,
) -> Result<Option<Small>> {
    let mut best = attempt(bench, pieces, vec![program], method, effort)?;
    let Some(mut small) = best.take() else { return Ok(None) };
    // A failing program is mostly others' methods, so those that it does not call go first.
    loop {
        let program = &small.prepared.program;
        let called: Vec<Program> = std::iter::once(without_uncalled(program, method)).collect();
        let candidates = [called, without_methods(program, method), simpler(program)].concat();
        let mut smaller = None;
        for batch in candidates.chunks(BATCH) {
            let batch = batch.iter().filter(|candidate| *candidate != program).cloned().collect();
            smaller = attempt(bench, pieces, batch, method, effort)?;
            if smaller.is_some() {
                break;
            }
        }
        match smaller {
            Some(next) => small = next,
            None => return Ok(Some(small)),
        }
    }
}

/// Runs candidates together; gives the first that still fails.
fn attempt(
    bench: &Bench,
    pieces: &Pieces,
    candidates: Vec<Program>,
    method: usize,
    effort: Effort,
) -> Result<Option<Small>> {
    if candidates.is_empty() {
        return Ok(None);
    }
    let named = candidates.into_iter().enumerate();
    let programs = named.map(|(at, program)| Program { name: format!("c{at:03}"), ..program }).collect();
    let (directory, prepared) = bench.prepare(pieces, programs, "shrink")?;
    let outcomes = run(bench, &directory, &prepared, effort)?;
    std::fs::remove_dir_all(directory.parent().unwrap_or(&directory))?;
    Ok(prepared
        .into_iter()
        .zip(outcomes)
        .map(|(prepared, outcome)| Small { prepared, outcome })
        .find(|small| small.fails(method)))
}

impl Small {
    fn fails(&self, method: usize) -> bool {
        let mut methods = self.prepared.program.methods.iter().zip(&self.outcome.methods);
        methods.any(|(of, seen)| of.number == method && seen.fails())
    }
}

/// The program with a method and those that it calls.
fn without_uncalled(program: &Program, keep: usize) -> Program {
    let mut called = BTreeSet::from([keep]);
    // One calls only those before it.
    for method in program.methods.iter().rev().filter(|method| method.number <= keep) {
        if called.contains(&method.number) {
            for lane in &method.lanes {
                if let From::Method(number) = lane.from {
                    called.insert(number);
                }
                calls(&lane.steps, &mut called);
            }
        }
    }
    let mut less = program.clone();
    less.methods.retain(|method| called.contains(&method.number));
    less
}

fn calls(steps: &[Step], called: &mut BTreeSet<usize>) {
    for step in steps {
        match step {
            Step::Carrier(_) => {}
            Step::Frame(_, inner) => calls(inner, called),
            Step::Method(number) => {
                called.insert(*number);
            }
        }
    }
}

/// The program without stretches of its methods, longest first.
fn without_methods(program: &Program, keep: usize) -> Vec<Program> {
    let count = program.methods.len();
    let mut candidates = Vec::new();
    let mut length = count;
    while length > 0 {
        for start in (0..count).step_by(length) {
            let mut less = program.clone();
            let mut at = 0;
            less.methods.retain(|method| {
                let stays = method.number == keep || !(start..start + length).contains(&at);
                at += 1;
                stays
            });
            if less.methods.len() < count {
                candidates.push(less);
            }
        }
        length /= 2;
    }
    candidates
}

/// The program with one thing less in one of its methods.
fn simpler(program: &Program) -> Vec<Program> {
    let mut candidates = Vec::new();
    for (m, method) in program.methods.iter().enumerate() {
        for l in 0..method.lanes.len() {
            if method.lanes.len() > 1 {
                let mut less = program.clone();
                less.methods[m].lanes.remove(l);
                candidates.push(less);
            }
            let mut with = |lane: Lane| {
                let mut less = program.clone();
                less.methods[m].lanes[l] = lane;
                candidates.push(less);
            };
            let lane = &method.lanes[l];
            for steps in fewer(&lane.steps) {
                with(Lane { steps, ..lane.clone() });
            }
            if let From::Method(_) = lane.from {
                with(Lane { from: From::Source(0), ..lane.clone() });
            }
        }
    }
    candidates
}

/// The steps with one less, or one less inside a frame.
fn fewer(steps: &[Step]) -> Vec<Vec<Step>> {
    let mut candidates = Vec::new();
    for at in 0..steps.len() {
        let mut put = |instead: Vec<Step>| {
            let mut less = steps.to_vec();
            less.splice(at..=at, instead);
            candidates.push(less);
        };
        put(Vec::new());
        if let Step::Frame(piece, inner) = &steps[at] {
            put(inner.clone());
            for inner in fewer(inner) {
                put(vec![Step::Frame(*piece, inner)]);
            }
        }
    }
    candidates
}
