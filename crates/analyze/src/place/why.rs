//! The reason of a point, as steps from where the data enters to where it matters.

use retake_model::points::{Kind, Step};

use super::candidates::NULL;
use super::reason::place;
use super::{At, Candidate, Sinks, Varying, nth};
use crate::flow::graph::Graph;
use crate::flow::local::{Access, Context, SinkKind};
use crate::flow::slice::{From, Hop};
use crate::flow::{Side, node_of};
use crate::program::{FieldId, MethodId, RefId};
use crate::state::Varies;

/// Of a way longer than this the beginning and the end are told; the rest adds nothing a person would read.
const STEPS: usize = 24;

struct Told<'t, 'a> {
    context: Context<'t, 'a>,
    graph: &'t Graph,
    steps: Vec<Step>,
    /// Whether there is only room for the end.
    full: bool,
}

/// Tells why a candidate is a point; `side` is where its data goes on from.
pub(super) fn why(
    context: Context<'_, '_>,
    graph: &Graph,
    sinks: &Sinks<'_>,
    candidate: &Candidate,
    varying: Option<&Varying>,
    side: Option<Side>,
) -> Vec<Step> {
    let mut told = Told { context, graph, steps: Vec::new(), full: false };
    let what = match candidate.kind {
        Kind::System => match candidate.via {
            Some(via) => format!("{} gives what {} gave it", candidate.dependency, context.program.short(via)),
            None => format!("{} is different {}", candidate.dependency, context.rules.differs(&candidate.rule)),
        },
        Kind::Internal => match candidate.dependency.strip_suffix(NULL).and_then(|name| name.strip_suffix(" -> ")) {
            Some(name) => format!("{name} may refer to nothing yet, or to something else"),
            None => format!("{} {}", candidate.dependency, varies(context, graph, varying.map(|varying| &varying.why))),
        },
        Kind::External => match reference(candidate.at).and_then(|reference| context.rules.why_leaving(reference)) {
            Some(words) => format!("{} reaches outside the process: {words}", candidate.dependency),
            None => format!("{} reaches outside the process", candidate.dependency),
        },
        Kind::Listed => format!("{} is on the list", candidate.dependency),
    };
    told.say(candidate.method, candidate.pc, what);
    if candidate.kind.reaches_outside() {
        return told.steps;
    }
    let Some(mut side) = side else {
        let what = if candidate.root.is_some() { "leaves as it is" } else { "is recorded whatever becomes of it" };
        told.say(candidate.method, candidate.pc, what.to_string());
        return told.steps;
    };
    let mut from = sinks.slice.how(side).unwrap_or(From::Inside);
    while let Some(hop) = sinks.slice.hop(side, from) {
        told.full = told.steps.len() >= STEPS - 1;
        match hop {
            Hop::Place(place) => {
                told.full = false;
                let (method, sink) = sinks.sinks[place as usize];
                told.say(method, sink.pc, sink_text(context, sink.kind));
                break;
            }
            Hop::To(next, how) => {
                told.between(side, next);
                (side, from) = (next, how);
            }
            Hop::Through { site, target, to, from: how } => {
                let site = &graph.sites[site as usize];
                told.say(site.method, site.pc, format!("goes through {}", told.method(target)));
                (side, from) = (to, how);
            }
            Hop::Down { site, to } => {
                let target = graph.method_of(node_of(to)).map(|(method, _)| told.method(method)).unwrap_or_default();
                let site = &graph.sites[site as usize];
                told.say(site.method, site.pc, format!("is passed to {target}"));
                (side, from) = (to, From::Outside);
            }
            Hop::Up { site, to, from: how } => {
                let source = graph.method_of(node_of(side)).map(|(method, _)| told.method(method)).unwrap_or_default();
                let site = &graph.sites[site as usize];
                told.say(site.method, site.pc, format!("comes back from {source}"));
                (side, from) = (to, how);
            }
        }
    }
    told.steps
}

/// Why a field is not the same each time.
fn varies(context: Context<'_, '_>, graph: &Graph, varies: Option<&Varies>) -> String {
    match varies {
        None | Some(Varies::Changed) => "may have changed since".to_string(),
        Some(Varies::Written(how)) => format!("may be written again while the service runs ({how})"),
        Some(&Varies::InProcess(method, pc)) => {
            let at = step(context, graph, method, pc, String::new());
            format!("is set once, to something that is different in every process, in {}", place(&at))
        }
    }
}

fn reference(at: At) -> Option<RefId> {
    match at {
        At::Call(reference) | At::Construct(reference) | At::Read(reference) | At::Check(reference) => Some(reference),
        At::Reference(reference) => Some(reference),
        At::Load => None,
    }
}

fn sink_text(context: Context<'_, '_>, kind: SinkKind) -> String {
    let called = |reference| context.program.short(reference);
    match kind {
        SinkKind::Branch => "decides a branch".to_string(),
        SinkKind::Return => "is returned".to_string(),
        SinkKind::Whole => "is asked of something outside".to_string(),
        SinkKind::Throw => "is thrown".to_string(),
        SinkKind::External(reference) => format!("is asked of {}", called(reference)),
        SinkKind::Output(reference) => format!("leaves through {}", called(reference)),
        SinkKind::Callback(reference) => format!("decides what {} calls", called(reference)),
        SinkKind::Argument(reference, Some(n)) => format!("is argument {n} of {}", called(reference)),
        SinkKind::Argument(reference, None) => format!("is what {} is called on", called(reference)),
    }
}

/// What happens at a position of a method.
pub(super) fn step(context: Context<'_, '_>, graph: &Graph, method: MethodId, pc: u32, what: String) -> Step {
    let program = context.program;
    let (method, pc) = graph.written(method, pc);
    let found = program.method(method);
    Step {
        class: program.class_name(found.class).to_string(),
        method: program.names.text(found.name).to_string(),
        file: nth::file(program, method),
        line: nth::line(program, method, pc),
        what,
    }
}

impl Told<'_, '_> {
    fn say(&mut self, method: MethodId, pc: u32, what: String) {
        if self.full {
            return;
        }
        let step = step(self.context, self.graph, method, pc, what);
        if self.steps.last() != Some(&step) {
            self.steps.push(step);
        }
    }

    fn method(&self, method: MethodId) -> String {
        let program = self.context.program;
        let found = program.method(method);
        if let Some(number) = found.stands_in {
            return program.short(program.lambdas[number as usize].target);
        }
        format!("{}.{}", program.dotted(found.class), program.names.text(found.name))
    }

    /// Tells of a step between a value and a field.
    fn between(&mut self, from: Side, to: Side) {
        let (from, to) = (node_of(from), node_of(to));
        let access = |method: MethodId, local, field: FieldId| {
            let flow = &self.graph.locals[method.index()];
            let all = flow.puts.iter().map(|put| (put, true)).chain(flow.gets.iter().map(|get| (get, false)));
            let mut found = all.filter(|(access, _)| access.node == local && access.field == field);
            found.next().map(|(&Access { pc, .. }, put)| (method, pc, put))
        };
        if let Some(field) = self.graph.field_of(to)
            && let Some((method, local)) = self.graph.method_of(from)
            && let Some((method, pc, put)) = access(method, local, field)
        {
            let how = if put { "is stored in" } else { "is written into what is in" };
            self.say(method, pc, format!("{how} {}", self.context.program.field_text(field)));
        } else if let Some(field) = self.graph.field_of(from)
            && let Some((method, local)) = self.graph.method_of(to)
            && let Some((method, pc, put)) = access(method, local, field)
        {
            let how = if put { "is in what was stored in" } else { "is read from" };
            self.say(method, pc, format!("{how} {}", self.context.program.field_text(field)));
        }
    }
}
