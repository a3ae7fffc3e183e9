//! Where data goes from a set of places: the question of [`slice`](super::slice) asked the other way round, for all
//! places at once and without witnesses.

use rustc_hash::FxHashSet;

use super::graph::{Graph, Lists, Port};
use super::sets::Entered;
use super::summary::Summaries;
use super::{NIL, Side, content, is_content, node_of, value};
use crate::program::Program;

/// Not reached.
const NO: u8 = 0;
/// Reached in a call that somebody made.
const INSIDE: u8 = 1;
/// Reached, and free to go back to any caller.
const OUTSIDE: u8 = 2;

struct Reach<'g> {
    graph: &'g Graph,
    summaries: &'g Summaries,
    reached: Vec<u8>,
    pending: Vec<Side>,
    entered: Entered,
}

/// The sides that data from these sides reaches.
///
/// Into an object that a static field holds, data only goes where the object is: what happens to it after it was
/// stored says nothing about what it was when it was stored, which is what this question is for.
pub(crate) fn reach(program: &Program<'_>, graph: &Graph, summaries: &Summaries, from: &FxHashSet<Side>) -> Vec<bool> {
    let sides = 2 * graph.nodes as usize;
    let mut targets: Vec<(Side, Side)> = Vec::new();
    let mut stored = vec![false; graph.nodes as usize];
    for (number, local) in graph.locals.iter().enumerate() {
        let method = crate::program::MethodId(number as u32);
        let puts = local.puts.iter().filter(|put| program.field(put.field).is_static());
        puts.for_each(|put| stored[graph.node(method, put.node) as usize] = true);
    }
    for side in 0..sides as Side {
        let from_static =
            |source: Side| graph.field_of(node_of(source)).is_some_and(|field| program.field(field).is_static());
        for &source in graph.sources.of(side) {
            if !(stored[node_of(side) as usize] && from_static(source)) {
                targets.push((source, side));
            }
        }
    }
    let targets = Lists::new(sides, targets);
    let entered = Entered::new(&graph.sets);
    let mut reach = Reach { graph, summaries, reached: vec![NO; sides], pending: Vec::new(), entered };
    for &side in from {
        reach.mark(side, OUTSIDE);
    }
    while let Some(side) = reach.pending.pop() {
        reach.visit(side, &targets);
    }
    reach.reached.into_iter().map(|how| how != NO).collect()
}

impl Reach<'_> {
    fn mark(&mut self, side: Side, how: u8) {
        if node_of(side) != NIL && self.reached[side as usize] < how {
            self.reached[side as usize] = how;
            self.pending.push(side);
        }
    }

    fn visit(&mut self, side: Side, targets: &Lists<Side>) {
        let graph = self.graph;
        let how = self.reached[side as usize];
        let node = node_of(side);
        let shared = graph.is_shared(node);
        for &target in targets.of(side) {
            self.mark(target, if shared || graph.is_shared(node_of(target)) { OUTSIDE } else { how });
        }
        if shared {
            return;
        }
        for &(site, port) in graph.at.of(node) {
            // A result is an input only where somebody writes into it.
            if port == Port::Result && !is_content(side) {
                continue;
            }
            let summaries = self.summaries;
            summaries.outputs_of_any(graph, site, port, is_content(side), |output| self.mark(output, how));
            let call = &graph.sites[site as usize];
            if self.entered.is(call.set, port, is_content(side)) {
                continue;
            }
            self.entered.note(call.set, port, is_content(side));
            for &target in &call.targets {
                let inner = match port {
                    Port::Result => Some(graph.returned(target)),
                    Port::Argument(nth) => graph.parameter(target, usize::from(nth)),
                };
                if let Some(inner) = inner {
                    self.mark(if is_content(side) { content(inner) } else { value(inner) }, INSIDE);
                }
            }
        }
        if how == OUTSIDE {
            self.leave(side);
        }
    }

    /// Goes back to the callers.
    fn leave(&mut self, side: Side) {
        let graph = self.graph;
        let Some((method, local)) = graph.method_of(node_of(side)) else { return };
        let flow = &graph.locals[method.index()];
        let of = |node| if is_content(side) { content(node) } else { value(node) };
        if local == flow.returned {
            for &site in graph.callers.of(method.0) {
                self.mark(of(graph.sites[site as usize].result), OUTSIDE);
            }
        } else if is_content(side) && (1..=flow.parameters).contains(&local) {
            for &site in graph.callers.of(method.0) {
                if let Some(&argument) = graph.sites[site as usize].arguments.get(local as usize - 1) {
                    self.mark(content(argument), OUTSIDE);
                }
            }
        }
    }
}
