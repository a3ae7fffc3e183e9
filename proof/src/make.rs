//! Programs made up from a seed.

use std::collections::BTreeMap;

use crate::piece::{Piece, Pieces};
use crate::program::{End, From, Lane, Method, Program, Step};
use crate::random::Random;
use crate::render::{result_type, step_type};
use crate::types::Type;

/// How many methods a program has, at least and at most.
const METHODS: (usize, usize) = (24, 40);

/// What programs are made from.
#[derive(Clone, Copy, Debug)]
pub struct Maker<'p> {
    /// The pieces.
    pub pieces: &'p Pieces,
    /// The release of Java that compiles them.
    pub release: u32,
    /// Whether to use pieces on which the analysis is known not to be sound.
    pub known: bool,
}

impl Maker<'_> {
    /// The program of a seed.
    pub fn program(&self, seed: u64) -> Program {
        let mut random = Random::new(seed);
        let mut program = Program { name: format!("p{seed:05}"), ..Program::default() };
        for _ in 0..3 + random.below(4) {
            let Some(state) = self.choose(&mut random, &self.pieces.states, |_| true) else { break };
            let of = match &self.pieces.states[state].take {
                Some(take) if take.name != "T" => take.to_string(),
                _ => ["Long", "String"][random.below(2)].to_string(),
            };
            program.states.push((state, of));
        }
        let count = METHODS.0 + random.below(METHODS.1 - METHODS.0 + 1);
        let mut gives = BTreeMap::new();
        for number in 0..count {
            let method = self.method(&mut random, &program, &gives, number);
            gives.insert(number, result_type(self.pieces, &program, &gives, &method));
            program.methods.push(method);
        }
        program
    }

    /// Whether a piece may be used.
    pub(crate) fn takes(&self, piece: &Piece) -> bool {
        piece.since <= self.release && (self.known || piece.known.is_none())
    }

    fn choose(&self, random: &mut Random, pieces: &[Piece], fits: impl Fn(&Piece) -> bool) -> Option<usize> {
        let known = |piece: &Piece| self.takes(piece) && fits(piece);
        let choices: Vec<(usize, usize)> = (pieces.iter().enumerate())
            .filter(|(_, piece)| known(piece))
            .map(|(at, piece)| (at, piece.weight))
            .collect();
        random.weighted(&choices)
    }

    fn method(&self, random: &mut Random, program: &Program, gives: &BTreeMap<usize, Type>, number: usize) -> Method {
        let mut lanes = Vec::new();
        for _ in 0..random.below(3) {
            lanes.push(self.lane(random, program, gives, false));
        }
        lanes.push(self.lane(random, program, gives, true));
        Method { lanes, number }
    }

    fn lane(&self, random: &mut Random, program: &Program, gives: &BTreeMap<usize, Type>, returns: bool) -> Lane {
        let text = Type::parse("String");
        let (from, mut of) = self.from(random, program, gives);
        let mut steps = Vec::new();
        for _ in 0..1 + random.below(4) {
            if let Some((step, given)) = self.step(random, gives, &of, true) {
                steps.push(step);
                of = given;
            }
        }
        let states: Vec<usize> =
            (0..program.states.len()).filter(|&state| Type::parse(&program.states[state].1) == of).collect();
        let end = if returns {
            let fits = |piece: &Piece| piece.take.as_ref().is_some_and(|take| take.fit(&of).is_some());
            self.choose(random, &self.pieces.ends, fits).map(End::Return)
        } else if !states.is_empty() && random.percent(50) {
            Some(End::State(states[random.below(states.len())]))
        } else {
            let fits = |piece: &Piece| piece.take.as_ref().is_some_and(|take| take.fit(&of).is_some());
            self.choose(random, &self.pieces.drops, fits).map(End::Drop)
        };
        debug_assert!(end.is_some(), "nothing ends {text} {of}");
        Lane { from, steps, end: end.unwrap_or(End::Return(0)) }
    }

    fn from(&self, random: &mut Random, program: &Program, gives: &BTreeMap<usize, Type>) -> (From, Type) {
        let text = Type::parse("String");
        if !program.states.is_empty() && random.percent(20) {
            let state = random.below(program.states.len());
            return (From::State(state), Type::parse(&program.states[state].1));
        }
        if !gives.is_empty() && random.percent(15) {
            let numbers: Vec<usize> = gives.keys().copied().collect();
            let number = numbers[random.below(numbers.len())];
            return (From::Method(number), gives.get(&number).cloned().unwrap_or(text));
        }
        let source = self.choose(random, &self.pieces.sources, |_| true).unwrap_or(0);
        (From::Source(source), self.pieces.sources[source].give.clone().unwrap_or(text))
    }

    fn step(
        &self,
        random: &mut Random,
        gives: &BTreeMap<usize, Type>,
        of: &Type,
        frames: bool,
    ) -> Option<(Step, Type)> {
        let step = if frames && random.percent(15) {
            let fits = |piece: &Piece| piece.take.as_ref().is_some_and(|take| take.fit(of).is_some());
            let frame = self.choose(random, &self.pieces.frames, fits)?;
            let mut inner = Vec::new();
            let mut within = of.clone();
            for _ in 0..random.below(3) {
                if let Some((step, given)) = self.step(random, gives, &within, false) {
                    inner.push(step);
                    within = given;
                }
            }
            Step::Frame(frame, inner)
        } else if !gives.is_empty() && ["Long", "String"].contains(&of.name.as_str()) && random.percent(15) {
            let numbers: Vec<usize> = gives.keys().copied().collect();
            Step::Method(numbers[random.below(numbers.len())])
        } else {
            // Deep types come back up, so that values arrive somewhere.
            let fits = |piece: &Piece| {
                let (Some(take), Some(give)) = (&piece.take, &piece.give) else { return false };
                let given = take.fit(of).map(|binding| give.filled(&binding).depth());
                given.is_some_and(|depth| depth <= 2 && (of.depth() < 2 || depth < of.depth()))
            };
            Step::Carrier(self.choose(random, &self.pieces.carriers, fits)?)
        };
        let given = step_type(self.pieces, gives, &step, of)?;
        Some((step, given))
    }
}
