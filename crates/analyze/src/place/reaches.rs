//! Which sinks data reaches from where it enters: the question of [`Sinks`] asked the other way round, for one place.
//!
//! [`Sinks`]: super::Sinks

use std::collections::VecDeque;

use retake_model::points::{Reached, Sink, SinkKind as What};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Sinks, nth};
use crate::flow::graph::{Graph, Lists, Port};
use crate::flow::local::{Context, SinkKind};
use crate::flow::slice::From;
use crate::flow::summary::Summaries;
use crate::flow::{NIL, Side, content, is_content, node_of, value};
use crate::program::MethodId;

/// So many sinks of a point are told.
const TOLD: usize = 16;
/// So many values are looked at for one point, once enough sinks are found to tell. What goes further is everywhere, and nobody
/// reads a list of that.
const ENOUGH: usize = 512;
/// So many values are looked at for one point, however few sinks were found.
const MOST: usize = 2048;

/// Where data goes.
pub(crate) struct Reaches<'r> {
    graph: &'r Graph,
    summaries: &'r Summaries,
    sinks: &'r Sinks<'r>,
    /// For each side the sides that it flows into.
    targets: Lists<Side>,
    /// For each side the sinks that it is, by their numbers.
    at: Lists<u32>,
    /// For each side how a sink is ahead of it, if one is.
    ahead: Vec<Option<From>>,
}

/// Searches from one place after the other.
pub(crate) struct Search<'s, 'r> {
    reaches: &'s Reaches<'r>,
    /// Whether data that is here may go back to any caller.
    seen: FxHashMap<Side, bool>,
    pending: VecDeque<(Side, bool)>,
    /// Through which places of which lists of targets data went into the targets already.
    entered: FxHashSet<(u32, Port, bool)>,
}

impl<'r> Reaches<'r> {
    /// `state` says which fields data does not pass.
    pub(crate) fn new(
        graph: &'r Graph,
        summaries: &'r Summaries,
        sinks: &'r Sinks<'r>,
        state: &dyn Fn(u32) -> bool,
    ) -> Self {
        let sides = 2 * graph.nodes as usize;
        let mut targets: Vec<(Side, Side)> = Vec::new();
        for side in 0..sides as Side {
            if graph.field_of(node_of(side)).is_none_or(|field| !state(field.0)) {
                targets.extend(graph.sources.of(side).iter().map(|&source| (source, side)));
            }
        }
        let numbered = (0..).zip(&sinks.sinks);
        let at = numbered.map(|(number, (method, sink))| (graph.side(*method, sink.side), number));
        let at = Lists::new(sides, at.collect());
        let ahead = (0..sides as Side).map(|side| sinks.slice.how(side)).collect();
        Reaches { graph, summaries, sinks, targets: Lists::new(sides, targets), at, ahead }
    }

    /// Whether a sink is ahead of a side. If it is only ahead of a caller, data must be free to go back there.
    fn leads(&self, side: Side, free: bool) -> bool {
        match self.ahead[side as usize] {
            Some(From::Outside) => true,
            Some(From::Inside) => free,
            None => false,
        }
    }

    /// Gets ready to search.
    pub(crate) fn search(&self) -> Search<'_, 'r> {
        Search { reaches: self, seen: FxHashMap::default(), pending: VecDeque::new(), entered: FxHashSet::default() }
    }
}

impl Search<'_, '_> {
    /// The sinks that data from these sides reaches, nearest first.
    pub(crate) fn from(&mut self, context: Context<'_, '_>, sides: &[Side]) -> Reached {
        self.seen.clear();
        self.pending.clear();
        self.entered.clear();
        for &side in sides {
            self.mark(side, true);
        }
        let reaches = self.reaches;
        let mut places = FxHashSet::default();
        let mut first = Vec::new();
        while let Some((side, free)) = self.pending.pop_front() {
            if self.is_full() || self.seen.len() > ENOUGH && first.len() == TOLD {
                return Reached { sinks: first, count: places.len() as u64, more: true };
            }
            for &number in reaches.at.of(side) {
                let (method, sink) = reaches.sinks.sinks[number as usize];
                // What a method was handed and gives back is its caller's.
                let counts = free || sink.kind != SinkKind::Return;
                if counts && places.insert((method, sink.pc, told(sink.kind))) && first.len() < TOLD {
                    first.push(tell(context, reaches.graph, method, sink.pc, sink.kind));
                }
            }
            self.visit(side, free);
        }
        Reached { sinks: first, count: places.len() as u64, more: false }
    }

    /// Whether it was looked at so many values that the search ends.
    fn is_full(&self) -> bool {
        self.seen.len() > MOST
    }

    fn mark(&mut self, side: Side, free: bool) {
        if node_of(side) == NIL || self.is_full() || !self.reaches.leads(side, free) {
            return;
        }
        match self.seen.get_mut(&side) {
            Some(known) if *known || !free => return,
            Some(known) => *known = true,
            None => {
                self.seen.insert(side, free);
            }
        }
        self.pending.push_back((side, free));
    }

    fn visit(&mut self, side: Side, free: bool) {
        let Reaches { graph, summaries, targets, .. } = self.reaches;
        let node = node_of(side);
        let shared = graph.is_shared(node);
        for &target in targets.of(side) {
            self.mark(target, free || shared || graph.is_shared(node_of(target)));
        }
        if shared {
            return;
        }
        for &(site, port) in graph.at.of(node) {
            // A result is an input only where somebody writes into it.
            if port == Port::Result && !is_content(side) {
                continue;
            }
            summaries.outputs_of_any(graph, site, port, is_content(side), |output| self.mark(output, free));
            let site = &graph.sites[site as usize];
            if self.is_full() || !self.entered.insert((site.set, port, is_content(side))) {
                continue;
            }
            for &target in &site.targets {
                let inner = match port {
                    Port::Result => Some(graph.returned(target)),
                    Port::Argument(nth) => graph.parameter(target, usize::from(nth)),
                };
                if let Some(inner) = inner {
                    self.mark(if is_content(side) { content(inner) } else { value(inner) }, false);
                }
            }
        }
        if free {
            self.leave(side);
        }
    }

    /// Goes back to the callers.
    fn leave(&mut self, side: Side) {
        let graph = self.reaches.graph;
        let Some((method, local)) = graph.method_of(node_of(side)) else { return };
        let flow = &graph.locals[method.index()];
        for &site in graph.callers.of(method.0) {
            if self.is_full() {
                return;
            }
            let site = &graph.sites[site as usize];
            if local == flow.returned {
                self.mark(if is_content(side) { content(site.result) } else { value(site.result) }, true);
            } else if is_content(side)
                && (1..=flow.parameters).contains(&local)
                && let Some(&argument) = site.arguments.get(local as usize - 1)
            {
                self.mark(content(argument), true);
            }
        }
    }
}

/// What a sink is, in the document's words.
fn told(kind: SinkKind) -> (What, Option<u16>) {
    match kind {
        SinkKind::Branch => (What::Branch, None),
        SinkKind::Return => (What::Return, None),
        SinkKind::Throw => (What::Throw, None),
        SinkKind::External(_) | SinkKind::Whole => (What::Request, None),
        SinkKind::Output(_) => (What::Output, None),
        SinkKind::Callback(_) => (What::Callback, None),
        SinkKind::Argument(_, nth) => (What::Argument, nth),
    }
}

fn tell(context: Context<'_, '_>, graph: &Graph, method: MethodId, pc: u32, kind: SinkKind) -> Sink {
    let program = context.program;
    let (method, pc) = graph.written(method, pc);
    let found = program.method(method);
    let (what, argument) = told(kind);
    let called = match kind {
        SinkKind::External(called)
        | SinkKind::Output(called)
        | SinkKind::Callback(called)
        | SinkKind::Argument(called, _) => Some(program.spelled(called)),
        SinkKind::Branch | SinkKind::Return | SinkKind::Throw | SinkKind::Whole => None,
    };
    Sink {
        what,
        class: program.class_name(found.class).to_string(),
        method: program.names.text(found.name).to_string(),
        descriptor: program.names.text(found.descriptor).to_string(),
        file: nth::file(program, method),
        line: nth::line(program, method, pc),
        called,
        argument,
    }
}
