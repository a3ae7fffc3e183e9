//! Programs that use each piece once, alone: what fails there fails because of that piece.

use std::collections::{BTreeMap, VecDeque};

use crate::make::Maker;
use crate::piece::{Piece, Pieces};
use crate::program::{End, From, Lane, Method, Program, Step};
use crate::render::step_type;
use crate::types::Type;

/// Sources for what is put through the other pieces.
const NUMBER: &str = "millis";
const TEXT: &str = "uuid";

/// What a method is about: a kind of piece and a name.
pub type About = (&'static str, String);

/// One program for each kind of piece with a method for each piece of it, and what each method is about.
pub fn programs(maker: &Maker<'_>) -> Vec<(Program, Vec<About>)> {
    let pieces = maker.pieces;
    let of = |kind: &'static str, list: &[Piece], lane: &dyn Fn(usize, &Piece) -> Option<Lane>| {
        let mut program = Program { name: format!("each_{kind}"), ..Program::default() };
        let mut about = Vec::new();
        for (number, piece) in list.iter().enumerate().filter(|(_, piece)| maker.takes(piece)) {
            let lanes: Vec<Lane> = lane(number, piece).into_iter().collect();
            assert!(!lanes.is_empty(), "nothing leads to the {kind} {}", piece.name);
            program.methods.push(Method { lanes, number });
            about.push((kind, piece.name.clone()));
        }
        (program, about)
    };
    let returned = End::Return(named(&pieces.ends, "return"));
    let plain = |from, steps: Vec<Step>| Lane { from, steps, end: returned.clone() };
    let to = |piece: &Piece| piece.take.as_ref().and_then(|take| way(maker, take));
    vec![
        of("sources", &pieces.sources, &|number, _| Some(plain(From::Source(number), Vec::new()))),
        of("carriers", &pieces.carriers, &|number, piece| {
            let (from, mut steps) = to(piece)?;
            steps.push(Step::Carrier(number));
            Some(plain(from, steps))
        }),
        of("frames", &pieces.frames, &|number, piece| {
            let (from, mut steps) = to(piece)?;
            steps.push(Step::Frame(number, vec![Step::Carrier(named(&pieces.carriers, "plus"))]));
            Some(plain(from, steps))
        }),
        of("ends", &pieces.ends, &|number, piece| {
            let (from, steps) = to(piece)?;
            Some(Lane { from, steps, end: End::Return(number) })
        }),
        of("drops", &pieces.drops, &|number, piece| {
            let (from, steps) = to(piece)?;
            Some(Lane { from, steps, end: End::Drop(number) })
        }),
        states(maker),
    ]
}

/// The pieces on which the analysis is known not to be sound.
pub fn known(maker: &Maker<'_>) -> Vec<About> {
    let Pieces { sources, carriers, frames, ends, drops, states } = maker.pieces;
    let kinds = [
        ("sources", sources),
        ("carriers", carriers),
        ("frames", frames),
        ("ends", ends),
        ("drops", drops),
        ("states", states),
    ];
    let all = kinds.into_iter().flat_map(|(kind, list)| list.iter().map(move |piece| (kind, piece)));
    let known = all.filter(|(_, piece)| maker.takes(piece) && piece.known.is_some());
    known.map(|(kind, piece)| (kind, piece.name.clone())).collect()
}

/// Each state, with a method that writes it and one that reads it.
fn states(maker: &Maker<'_>) -> (Program, Vec<About>) {
    let pieces = maker.pieces;
    let mut program = Program { name: "each_states".to_string(), ..Program::default() };
    let mut about = Vec::new();
    for (number, piece) in pieces.states.iter().enumerate().filter(|(_, piece)| maker.takes(piece)) {
        let of = piece.take.as_ref().filter(|take| take.name != "T").map_or("Long".to_string(), Type::to_string);
        let state = program.states.len();
        let written = if of == "Long" { NUMBER } else { TEXT };
        program.states.push((number, of));
        let from = From::Source(named(&pieces.sources, written));
        let steps = Vec::new();
        let write = Lane { from, steps: Vec::new(), end: End::State(state) };
        let read = Lane { from: From::State(state), steps, end: End::Return(named(&pieces.ends, "return")) };
        for lane in [write, read] {
            program.methods.push(Method { lanes: vec![lane], number: program.methods.len() });
            about.push(("states", piece.name.clone()));
        }
    }
    (program, about)
}

fn named(pieces: &[Piece], name: &str) -> usize {
    pieces.iter().position(|piece| piece.name == name).unwrap_or_else(|| panic!("there is no piece {name}"))
}

/// The shortest way from a source to a type that fits a pattern.
fn way(maker: &Maker<'_>, pattern: &Type) -> Option<(From, Vec<Step>)> {
    let pieces = maker.pieces;
    let gives = BTreeMap::new();
    let mut pending = VecDeque::new();
    for (name, of) in [(NUMBER, "Long"), (TEXT, "String")] {
        pending.push_back((From::Source(named(&pieces.sources, name)), Vec::new(), Type::parse(of)));
    }
    let mut seen = Vec::new();
    while let Some((from, steps, of)) = pending.pop_front() {
        if pattern.fit(&of).is_some() {
            return Some((from, steps));
        }
        if seen.contains(&of) || of.depth() > 2 {
            continue;
        }
        for (number, piece) in pieces.carriers.iter().enumerate() {
            let step = Step::Carrier(number);
            if maker.takes(piece)
                && piece.known.is_none()
                && let Some(given) = step_type(pieces, &gives, &step, &of)
            {
                let mut steps: Vec<Step> = steps.clone();
                steps.push(step);
                pending.push_back((from.clone(), steps, given));
            }
        }
        seen.push(of);
    }
    None
}
