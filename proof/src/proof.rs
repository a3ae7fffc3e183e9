//! The whole proof: programs of so many seeds, made, run and judged, and what that shows in figures.

use std::fmt::Write;
use std::ops::Range;

use rayon::prelude::*;

use crate::make::Maker;
use crate::prepare::{Bench, Prepared, Result};
use crate::run::{Effort, Outcome, Replay, run};

/// Programs that are compiled and run together: many, because starting a JVM takes longer than most programs.
const BATCH: u64 = 50;

/// What the programs showed.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// Programs.
    pub programs: usize,
    /// Their methods.
    pub methods: usize,
    /// Methods that did not always do the same.
    pub differing: usize,
    /// Of these, methods that crossed no point: the analysis missed why.
    pub unexplained: usize,
    /// Methods that did something else than recorded, although their points were answered.
    pub strayed: usize,
    /// Methods that could not be replayed, because a recorded value cannot be made again.
    pub incomplete: usize,
    /// Points found.
    pub points: usize,
    /// Of these, points that nothing crossed in any run.
    pub uncrossed: usize,
    /// Of these, points that were crossed and always gave the same.
    pub constant: usize,
    /// Points that the weaver could not place, with the reason.
    pub unwoven: Vec<String>,
    /// What failed, with the program.
    pub failures: Vec<Failure>,
}

/// A method on which the analysis is not sound.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The seed of the program.
    pub seed: u64,
    /// The number of the method.
    pub method: usize,
    /// What it did.
    pub what: String,
}

impl Figures {
    /// Of a hundred points, how many never differed.
    pub fn idle_percent(&self) -> f64 {
        100.0 * (self.uncrossed + self.constant) as f64 / self.points.max(1) as f64
    }

    fn add(&mut self, seed: u64, program: &Prepared, outcome: &Outcome) {
        self.programs += 1;
        for (method, seen) in program.program.methods.iter().zip(&outcome.methods) {
            self.methods += 1;
            self.differing += usize::from(seen.differs);
            let mut fail = |what: String| self.failures.push(Failure { seed, method: method.number, what });
            if seen.differs && !seen.crossed {
                fail("does not always do the same, and crosses no point".to_string());
                self.unexplained += 1;
            }
            match &seen.replay {
                Replay::Same => {}
                Replay::Incomplete => self.incomplete += 1,
                Replay::Differs(what) => {
                    fail(format!("with its points answered it {what}"));
                    self.strayed += 1;
                }
            }
        }
        let points = &program.points.points;
        self.points += points.len();
        self.constant += outcome.points.values().filter(|differs| !**differs).count();
        self.uncrossed += points.len() - outcome.points.len();
        self.unwoven.extend(program.unwoven.iter().map(|(id, why)| {
            let point = &points[*id as usize];
            format!("{}.{} {:?}: {why}", point.class, point.method, point.place)
        }));
    }

    /// What failed, a line each.
    pub fn told(&self) -> String {
        self.failures.iter().fold(String::new(), |mut told, failure| {
            let _ = writeln!(told, "seed {} m{}: {}", failure.seed, failure.method, failure.what);
            told
        })
    }
}

/// Proves on the programs of some seeds.
pub fn prove(bench: &Bench, maker: &Maker<'_>, seeds: Range<u64>, effort: Effort) -> Result<Figures> {
    let mut figures = Figures::default();
    let batches: Vec<Range<u64>> =
        (seeds.start..seeds.end).step_by(BATCH as usize).map(|first| first..(first + BATCH).min(seeds.end)).collect();
    let done: Vec<Result<Vec<Proven>>> =
        batches.into_par_iter().map(|batch| prove_batch(bench, maker, batch, effort)).collect();
    for batch in done {
        for Proven { seed, program, outcome } in batch? {
            figures.add(seed, &program, &outcome);
        }
    }
    Ok(figures)
}

/// A program that ran.
struct Proven {
    seed: u64,
    program: Prepared,
    outcome: Outcome,
}

fn prove_batch(bench: &Bench, maker: &Maker<'_>, seeds: Range<u64>, effort: Effort) -> Result<Vec<Proven>> {
    let programs = seeds.clone().map(|seed| maker.program(seed)).collect();
    let (directory, prepared) = bench.prepare(maker.pieces, programs, &format!("batch {}", seeds.start))?;
    let outcomes = run(bench, &directory, &prepared, effort)?;
    std::fs::remove_dir_all(directory.parent().unwrap_or(&directory))?;
    let proven = seeds.zip(prepared).zip(outcomes);
    Ok(proven.map(|((seed, program), outcome)| Proven { seed, program, outcome }).collect())
}
