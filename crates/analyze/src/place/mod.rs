//! Candidates and points: where nondeterministic data enters, and whether it matters there.

mod cached;
mod candidates;
pub(crate) mod effects;
mod nth;
mod reaches;
mod reason;
mod references;
mod varying;
mod why;

use rayon::prelude::*;
use retake_model::points::{Kind, Point, Reached, RuledOut, Write};
use rustc_hash::FxHashMap;

use crate::flow::graph::Graph;
use crate::flow::local::{Context, Sink, SinkKind};
use crate::flow::slice::{From, Slice};
use crate::flow::summary::Summaries;
use crate::flow::{Side, content, node_of, value};
use crate::program::{FieldId, MethodId, RefId};
use crate::rules::index::TypeKind;

pub(crate) use cached::cached;
pub(crate) use candidates::{checks, external, fallbacks, generators, internal, owned, read_name, sources};
pub(crate) use nth::source_file;
pub(crate) use reaches::Reaches;
pub(crate) use reason::reason;
pub(crate) use references::{at_references, stay};
pub(crate) use varying::{Varying, varying};

/// Where in its method a candidate is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum At {
    Call(RefId),
    Construct(RefId),
    Read(RefId),
    Check(RefId),
    Load,
    /// What a method reference calls.
    Reference(RefId),
}

/// A place where nondeterministic data may enter.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) method: MethodId,
    pub(crate) pc: u32,
    pub(crate) at: At,
    pub(crate) kind: Kind,
    pub(crate) dependency: String,
    pub(crate) rule: String,
    /// What is different every time.
    pub(crate) sides: Vec<Side>,
    /// The source inside, if a library hides it.
    pub(crate) via: Option<RefId>,
    /// A point whatever becomes of the data.
    pub(crate) direct: bool,
    /// The static field that it reads from.
    pub(crate) root: Option<FieldId>,
    /// What it changes outside itself.
    pub(crate) writes: Vec<Write>,
}

/// The search for what matters.
pub(crate) struct Sinks<'s> {
    pub(crate) slice: Slice<'s>,
    /// The places by the number that the search knows them by.
    pub(crate) sinks: Vec<(MethodId, Sink)>,
}

impl<'s> Sinks<'s> {
    /// Searches from all sinks of the application backwards. Data does not pass the fields that `state` says: their
    /// reads are recorded. What is passed to methods of `whole` is asked of something outside. What methods that
    /// `answers` names return is taken by somebody unseen, with all that is in it.
    pub(crate) fn search(
        graph: &'s Graph,
        summaries: &'s Summaries,
        whole: &[MethodId],
        answers: &dyn Fn(MethodId) -> bool,
        state: &dyn Fn(u32) -> bool,
    ) -> Self {
        let mut slice = Slice::new(graph, summaries);
        let mut sinks = Vec::new();
        for (number, local) in graph.locals.iter().enumerate() {
            let method = MethodId(number as u32);
            for sink in &local.sinks {
                let side = graph.side(method, sink.side);
                // What a method gives back matters to the method that reads the source; a method that hands through
                // what it was given decides nothing. What it throws is not followed to who catches it, so it matters
                // wherever it came from.
                let from = match sink.kind {
                    SinkKind::Return => From::Inside,
                    _ => From::Outside,
                };
                slice.start(side, from, sinks.len() as u32);
                sinks.push((method, *sink));
            }
            // Of an object of the application, code that reads its fields says whether they matter. What writes an
            // answer down looks into fields that no code reads.
            if local.kinds.get(local.returned as usize) == Some(&TypeKind::Application) && answers(method) {
                for sink in local.sinks.iter().filter(|sink| sink.kind == SinkKind::Return) {
                    let sink = Sink { side: content(node_of(sink.side)), ..*sink };
                    slice.start(graph.side(method, sink.side), From::Inside, sinks.len() as u32);
                    sinks.push((method, sink));
                }
            }
        }
        for &method in whole {
            for parameter in 1..=graph.locals[method.index()].parameters {
                for side in [value(parameter), content(parameter)] {
                    slice.start(graph.side(method, side), From::Outside, sinks.len() as u32);
                    sinks.push((method, Sink { pc: 0, side, kind: SinkKind::Whole }));
                }
            }
        }
        slice.run(state);
        Sinks { slice, sinks }
    }

    /// The same search, going on through the fields that it did not pass. It tells no way.
    pub(crate) fn beyond(&self) -> Self {
        Sinks { slice: self.slice.beyond(), sinks: Vec::new() }
    }

    /// The side of a candidate through which its data matters.
    pub(crate) fn matters(&self, candidate: &Candidate) -> Option<Side> {
        candidate.sides.iter().copied().find(|&side| self.slice.how(side).is_some())
    }
}

/// What is known of candidates: where their data goes, and why it is not the same each time.
pub(crate) struct Known<'k, 's> {
    pub(crate) sinks: &'k Sinks<'s>,
    /// The search that also passes static fields, and only serves to tell why.
    pub(crate) everything: &'k Sinks<'s>,
    pub(crate) reaches: &'k Reaches<'k>,
    pub(crate) varying: &'k FxHashMap<FieldId, Varying>,
}

/// Turns candidates into points; those that do not matter are ruled out.
pub(crate) fn points(
    context: Context<'_, '_>,
    graph: &Graph,
    Known { sinks, everything, reaches, varying }: Known<'_, '_>,
    candidates: &[Candidate],
    out: &mut Vec<RuledOut>,
) -> Vec<Point> {
    let mut points = Vec::new();
    let reached: Vec<Option<Reached>> = candidates
        .par_iter()
        .map_init(
            || reaches.search(),
            |search, candidate| {
                let matters = candidate.direct || sinks.matters(candidate).is_some();
                matters.then(|| search.from(context, &candidate.sides))
            },
        )
        .collect();
    for (candidate, reached) in candidates.iter().zip(reached) {
        let side = sinks.matters(candidate);
        let Some(reached) = reached else {
            let why = match everything.matters(candidate) {
                Some(_) => "it only reaches static fields, which are recorded where they are read",
                None => "it reaches no branch, result or output",
            };
            let Candidate { kind, dependency, method, pc, .. } = candidate;
            out.push(ruled_out(context, graph, *kind, dependency.clone(), *method, *pc, why.to_string()));
            continue;
        };
        let method = context.program.method(candidate.method);
        let Some(place) = nth::place(context.program, graph, candidate) else { continue };
        let varying = candidate.root.and_then(|root| varying.get(&root));
        let path = why::why(context, graph, sinks, candidate, varying, side);
        let point = Point {
            id: 0,
            kind: candidate.kind,
            dependency: candidate.dependency.clone(),
            class: context.program.class_name(method.class).to_string(),
            method: context.program.names.text(method.name).to_string(),
            descriptor: context.program.names.text(method.descriptor).to_string(),
            line: nth::line(context.program, candidate.method, candidate.pc),
            place,
            rule: candidate.rule.clone(),
            reason: reason::reason(candidate.kind, context.rules.about(&candidate.rule), &candidate.dependency, &path),
            path,
            reached,
            writes: candidate.writes.clone(),
            changed: varying.map(|varying| varying.changed.clone()).unwrap_or_default(),
        };
        points.push(point);
    }
    points
}

/// What is asked at a position of a method and is no dependency.
fn ruled_out(
    context: Context<'_, '_>,
    graph: &Graph,
    kind: Kind,
    dependency: String,
    method: MethodId,
    pc: u32,
    reason: String,
) -> RuledOut {
    let program = context.program;
    let (method, pc) = graph.written(method, pc);
    let found = program.method(method);
    RuledOut {
        kind,
        dependency,
        class: program.class_name(found.class).to_string(),
        method: Some(program.names.text(found.name).to_string()),
        descriptor: Some(program.names.text(found.descriptor).to_string()),
        line: nth::line(program, method, pc),
        reason,
    }
}
