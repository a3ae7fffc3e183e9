//! From where a set of places is reached, and how.
//!
//! The search goes backwards from the places. It keeps calls and returns matched in the classical way of slicing
//! with summaries: a side that is reached *from outside* may be left to the callers, through parameters; one that is
//! reached *from inside* a call that somebody made may not, because the summary already said what that caller's
//! arguments do. Fields forget who called whom.
//!
//! Each side that is reached remembers the next one on the way, so the way can be told without storing it.

use std::collections::VecDeque;

use super::graph::{Graph, Port};
use super::sets::Entered;
use super::summary::Summaries;
use super::{NIL, Side, content, is_content, node_of, value};
use crate::program::MethodId;

/// How a side was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum From {
    /// May be left to the callers.
    Outside,
    /// Stays in the call.
    Inside,
}

/// How the way goes on from a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hop {
    /// It is one of the places.
    Place(u32),
    /// To another side of the same method, or between a field and who reads or writes it.
    To(Side, From),
    /// Through the methods of a call.
    Through { site: u32, target: MethodId, to: Side, from: From },
    /// Into a method that a call reaches.
    Down { site: u32, to: Side },
    /// Back to a caller.
    Up { site: u32, to: Side, from: From },
}

/// A search with its result.
#[derive(Clone)]
pub(crate) struct Slice<'g> {
    graph: &'g Graph,
    summaries: &'g Summaries,
    outside: Vec<Option<Hop>>,
    inside: Vec<Option<Hop>>,
    queue: VecDeque<(Side, From)>,
    entered: Entered,
    /// Where the search would have gone on, had it passed the fields that it must not.
    refused: Vec<(Side, Hop)>,
}

impl<'g> Slice<'g> {
    pub(crate) fn new(graph: &'g Graph, summaries: &'g Summaries) -> Self {
        let sides = 2 * graph.nodes as usize;
        let (outside, inside) = (vec![None; sides], vec![None; sides]);
        let entered = Entered::new(&graph.sets);
        Slice { graph, summaries, outside, inside, queue: VecDeque::new(), entered, refused: Vec::new() }
    }

    /// The same search, going on through what it must not pass.
    pub(crate) fn beyond(&self) -> Self {
        let mut beyond = self.clone();
        for (side, hop) in std::mem::take(&mut beyond.refused) {
            beyond.mark(side, From::Outside, hop);
        }
        beyond.run(&|_| false);
        beyond
    }

    /// How the way goes on from a side, if it was reached.
    pub(crate) fn hop(&self, side: Side, from: From) -> Option<Hop> {
        match from {
            From::Outside => self.outside[side as usize],
            From::Inside => self.inside[side as usize],
        }
    }

    /// How a side was reached, if it was.
    pub(crate) fn how(&self, side: Side) -> Option<From> {
        if self.outside[side as usize].is_some() {
            Some(From::Outside)
        } else {
            self.inside[side as usize].map(|_| From::Inside)
        }
    }

    /// Adds a place to start from.
    pub(crate) fn start(&mut self, side: Side, from: From, place: u32) {
        self.mark(side, from, Hop::Place(place));
    }

    /// Searches. What `cut` says is a field that nothing passes.
    pub(crate) fn run(&mut self, cut: &dyn Fn(u32) -> bool) {
        while let Some((side, from)) = self.queue.pop_front() {
            self.visit(side, from, cut);
        }
    }

    /// Whether nothing changes if a side is reached this way.
    fn is_marked(&self, side: Side, from: From) -> bool {
        let at = side as usize;
        node_of(side) == NIL || self.outside[at].is_some() || from == From::Inside && self.inside[at].is_some()
    }

    fn mark(&mut self, side: Side, from: From, hop: Hop) {
        if self.is_marked(side, from) {
            return;
        }
        match from {
            From::Outside => self.outside[side as usize] = Some(hop),
            From::Inside => self.inside[side as usize] = Some(hop),
        }
        self.queue.push_back((side, from));
    }

    fn visit(&mut self, side: Side, from: From, cut: &dyn Fn(u32) -> bool) {
        let (graph, summaries) = (self.graph, self.summaries);
        let node = node_of(side);
        let shared = graph.is_shared(node);
        for &source in graph.sources.of(side) {
            let origin = node_of(source);
            if graph.field_of(origin).is_some_and(|field| cut(field.0)) {
                self.refused.push((source, Hop::To(side, from)));
                continue;
            }
            let how = if shared || graph.is_shared(origin) { From::Outside } else { from };
            self.mark(source, how, Hop::To(side, from));
        }
        if shared {
            return;
        }
        for &(site, port) in graph.at.of(node) {
            let output = match port {
                Port::Result => true,
                Port::Argument(_) => is_content(side),
            };
            if !output {
                continue;
            }
            let call = &graph.sites[site as usize];
            // Most calls tell nothing new: another one with the same targets was here before.
            if self.entered.is(call.set, port, is_content(side)) {
                let mut new = false;
                summaries
                    .inputs_of_any(graph, site, port, is_content(side), |input| new |= !self.is_marked(input, from));
                if !new {
                    continue;
                }
            }
            for &target in &call.targets {
                summaries.inputs(graph, site, target, port, is_content(side), |input| {
                    self.mark(input, from, Hop::Through { site, target, to: side, from });
                });
                let inner = match port {
                    Port::Result => Some(graph.returned(target)),
                    Port::Argument(nth) => graph.parameter(target, usize::from(nth)),
                };
                if let Some(inner) = inner {
                    let inner = if is_content(side) { content(inner) } else { value(inner) };
                    self.mark(inner, From::Inside, Hop::Up { site, to: side, from });
                }
            }
            self.entered.note(call.set, port, is_content(side));
        }
        if from == From::Outside {
            self.leave(side);
        }
    }

    /// Goes on in the callers.
    fn leave(&mut self, side: Side) {
        let graph = self.graph;
        let Some((method, local)) = graph.method_of(node_of(side)) else { return };
        let flow = &graph.locals[method.index()];
        let of = |node| if is_content(side) { content(node) } else { value(node) };
        if (1..=flow.parameters).contains(&local) {
            for &site in graph.callers.of(method.0) {
                if let Some(&argument) = graph.sites[site as usize].arguments.get(local as usize - 1) {
                    self.mark(of(argument), From::Outside, Hop::Down { site, to: side });
                }
            }
        } else if local == flow.returned && is_content(side) {
            for &site in graph.callers.of(method.0) {
                let result = graph.sites[site as usize].result;
                self.mark(content(result), From::Outside, Hop::Down { site, to: side });
            }
        }
    }
}
