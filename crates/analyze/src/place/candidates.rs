//! The candidates, kind by kind.

use retake_model::points::{Kind, RuledOut, Write};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{At, Candidate, Sinks};
use crate::flow::body;
use crate::flow::graph::Graph;
use crate::flow::local::{Context, Invocation, LibraryCall, Local};
use crate::flow::refs::{Ask, Found, Held, Refs};
use crate::flow::{NIL, Node, Side, content, node_of, value};
use crate::program::{FieldId, MethodId, RefId};
use crate::rules;
use crate::rules::index::TypeKind;
use crate::state::{Callers, State};

/// What is different every time: of a result the value, which everything that uses it sees; of an argument that a call
/// writes into, what is in it.
fn sides(node: Node, written: Option<u16>) -> Vec<u32> {
    match node {
        NIL => Vec::new(),
        node if written.is_some() => vec![content(node)],
        node => vec![value(node)],
    }
}

/// Which argument of a call this is, if it is one.
fn argument(call: &LibraryCall, node: Node) -> Option<u16> {
    let first = usize::from(!call.is_static);
    let at = call.arguments.iter().skip(first).position(|&argument| argument == node)?;
    u16::try_from(at).ok()
}

fn writes(argument: Option<u16>) -> Vec<Write> {
    argument.map(|index| Write::Argument { index }).into_iter().collect()
}

fn call_place(context: Context<'_, '_>, reference: RefId) -> At {
    let name = context.program.names.text(context.program.reference(reference).name);
    if name == "<init>" { At::Construct(reference) } else { At::Call(reference) }
}

/// The calls and constructions that the rules call sources.
pub(crate) fn sources(context: Context<'_, '_>, graph: &Graph) -> Vec<Candidate> {
    let mut found = Vec::new();
    for (number, local) in graph.locals.iter().enumerate() {
        let method = MethodId(number as u32);
        for source in &local.sources {
            let (rule, kind) = &context.rules.files[usize::from(source.file)];
            let reference = source.reference;
            found.push(Candidate {
                method,
                pc: source.pc,
                at: if source.constructs { At::Construct(reference) } else { At::Call(reference) },
                kind: kind.unwrap_or(Kind::System),
                dependency: context.program.spelled(reference),
                rule: rule.clone(),
                sides: sides(graph.node(method, source.node), source.writes),
                via: source.via,
                direct: source.direct,
                root: None,
                writes: writes(source.writes),
            });
        }
    }
    found
}

/// What is asked of a reference that is looked at and not read from.
pub(super) const NULL: &str = "null";

/// Where a search for references starts.
type Starts = Vec<(Node, Held)>;

/// What generators are asked, wherever they come from.
pub(crate) fn generators(
    context: Context<'_, '_>,
    graph: &Graph,
    refs: &Refs<'_, '_>,
    callers: &Callers<'_>,
) -> Vec<Candidate> {
    // One search for each file of rules.
    let mut starts: FxHashMap<u16, Starts> = FxHashMap::default();
    let held = Held { varying: true, ..Held::default() };
    let mut written: FxHashSet<FieldId> = FxHashSet::default();
    for local in &graph.locals {
        written.extend(local.puts.iter().map(|put| put.field));
    }
    for (number, local) in graph.locals.iter().enumerate() {
        let method = MethodId(number as u32);
        for origin in &local.origins {
            let node = graph.node(method, origin.node);
            starts.entry(origin.file).or_default().push((node, held));
        }
        // What nobody here makes was made by somebody else, and may be of any kind.
        let mut unseen = |node: Node| {
            if let TypeKind::Generator(file) = local.kinds[node as usize] {
                starts.entry(file).or_default().push((graph.node(method, node), held));
            }
        };
        if !callers.called_inside(method) {
            (1..=local.parameters).for_each(&mut unseen);
        }
        for get in local.gets.iter().filter(|get| !written.contains(&get.field)) {
            unseen(get.node);
        }
    }
    let mut searches: Vec<_> = starts.into_iter().collect();
    searches.sort_unstable_by_key(|(key, _)| *key);
    let mut found = Vec::new();
    for (file, starts) in searches {
        let (rule, kind) = &context.rules.files[usize::from(file)];
        for (method, event) in refs.follow(&starts, Ask::Generator) {
            let Found::Call { call, answer } = event else { continue };
            let call = &graph.locals[method.index()].library_calls[call as usize];
            let written = if answer == call.result { None } else { argument(call, answer) };
            found.push(Candidate {
                method,
                pc: call.pc,
                at: call_place(context, call.reference),
                kind: kind.unwrap_or(Kind::System),
                dependency: context.program.spelled(call.reference),
                rule: rule.clone(),
                sides: sides(graph.node(method, answer), written),
                via: None,
                direct: false,
                root: None,
                writes: writes(written),
            });
        }
    }
    found
}

/// What is read from fields that are state, and from the objects behind them; and where references are read that may be
/// others each time.
pub(crate) fn internal(
    context: Context<'_, '_>,
    graph: &Graph,
    refs: &Refs<'_, '_>,
    fields: &[State],
) -> (Vec<Candidate>, Vec<Candidate>) {
    let (mut found, mut references) = (Vec::new(), Vec::new());
    let fields = fields.iter().filter(|state| state.counts());
    let (values, mut objects): (Vec<&State>, Vec<&State>) = fields.partition(|state| state.is_value);
    for state in values {
        for &(method, pc, reference, node) in &state.reads {
            let dependency = read_name(context, state.field);
            found.push(read(context, method, pc, reference, dependency, node, state.field));
        }
    }
    // One point is enough for a place: it goes to the field with the least name.
    objects.sort_by_cached_key(|state| (root_name(context, state.field), state.field));
    let starts: Vec<Starts> = objects.iter().map(|state| state.seen(state.rebound).collect()).collect();
    for (state, mut events) in objects.into_iter().zip(refs.follow_each(&starts, Ask::Object)) {
        events.extend(refs.follow(&state.asked(), Ask::Generator));
        let root = root_name(context, state.field);
        if state.rebound {
            references.extend(state.reads.iter().map(|&(method, pc, reference, node)| {
                let dependency = format!("{root} -> {NULL}");
                let candidate = read(context, method, pc, reference, dependency, node, state.field);
                Candidate { at: At::Check(reference), ..candidate }
            }));
        }
        let mut walks: FxHashMap<MethodId, Vec<usize>> = FxHashMap::default();
        let mut answers: FxHashMap<(MethodId, u32), usize> = FxHashMap::default();
        let mut together: FxHashMap<MethodId, Vec<(usize, bool)>> = FxHashMap::default();
        let mut handed: Vec<(MethodId, u32, Node)> = Vec::new();
        for (method, event) in events {
            let local = &graph.locals[method.index()];
            match event {
                Found::Refers(at) => {
                    let get = local.gets[at as usize];
                    let Some(reference) = get.reference else { continue };
                    let dependency = format!("{root} -> {} -> {NULL}", context.program.field_text(get.field));
                    let node = graph.node(method, get.node);
                    let candidate = read(context, method, get.pc, reference, dependency, node, state.field);
                    references.push(Candidate { at: At::Check(reference), ..candidate });
                }
                Found::Read(at) => {
                    let get = local.gets[at as usize];
                    let Some(reference) = get.reference else { continue };
                    let dependency = format!("{root} -> {}", context.program.field_text(get.field));
                    let node = graph.node(method, get.node);
                    found.push(read(context, method, get.pc, reference, dependency, node, state.field));
                }
                Found::Load(at) => {
                    let load = local.loads[at as usize];
                    let dependency = format!("{root} -> []");
                    let node = graph.node(method, load.node);
                    found.push(Candidate {
                        at: At::Load,
                        ..read(context, method, load.pc, RefId(0), dependency, node, state.field)
                    });
                }
                Found::Call { call, answer } => {
                    let LibraryCall { pc, reference, is_static, ref arguments, result, .. } =
                        local.library_calls[call as usize];
                    let dependency = format!("{root} -> {}", context.program.spelled(reference));
                    let node = graph.node(method, answer);
                    if !is_static && local.kinds[arguments[0] as usize] == TypeKind::Cursor {
                        walks.entry(method).or_default().push(found.len());
                    }
                    answers.insert((method, call), found.len());
                    let part = answer == result && gives_part(context, local, &local.library_calls[call as usize]);
                    together.entry(method).or_default().push((found.len(), part));
                    found.push(Candidate {
                        at: call_place(context, reference),
                        ..read(context, method, pc, reference, dependency, node, state.field)
                    });
                }
                Found::Handed { call, to } => handed.push((method, call, graph.node(method, to))),
                Found::Checked(_) | Found::Into(_) | Found::Leaves(_) | Found::Changed(_) => {}
            }
        }
        // What functions are handed meanwhile is answered with the call, or where the stream ends.
        for (method, call, node) in handed {
            let walk = walks.get(&method).into_iter().flatten().chain(answers.get(&(method, call)));
            for &at in walk {
                found[at].sides.extend([value(node), content(node)]);
            }
        }
        walks.values().for_each(|walk| join(&mut found, walk));
        together.values().for_each(|asked| follow_guards(&mut found, asked));
    }
    (found, references)
}

/// What a cursor gives is answered as a whole or not at all: a loop that is told how often to go on, and then takes
/// elements of a shorter list, ends with an exception.
fn join(found: &mut [Candidate], walk: &[usize]) {
    let sides: Vec<u32> = walk.iter().flat_map(|&at| found[at].sides.clone()).collect();
    for &at in walk {
        found[at].sides.clone_from(&sides);
    }
}

/// Whether what a call gives is an object that something is done with.
fn gives_part(context: Context<'_, '_>, local: &Local, call: &LibraryCall) -> bool {
    let descriptor = context.program.names.text(context.program.reference(call.reference).descriptor);
    // What is written into a part is in the whole; that alone is nothing done.
    let elsewhere = |node: Node| node != call.result && !call.arguments.contains(&node);
    let flows = |edge: &(Side, Side)| node_of(edge.0) == call.result && elsewhere(node_of(edge.1));
    let passed = |invocation: &Invocation| invocation.arguments.contains(&call.result);
    body::result(descriptor).starts_with(['L', '['])
        && (local.edges.iter().any(flows) || local.invocations.iter().any(passed))
}

/// Whether there is something and what it is are one question: a queue that is told not to be empty must not give null.
fn follow_guards(found: &mut [Candidate], asked: &[(usize, bool)]) {
    let sides: Vec<u32> = asked.iter().flat_map(|&(at, _)| found[at].sides.clone()).collect();
    for &(at, _) in asked.iter().filter(|(_, part)| *part) {
        found[at].sides.clone_from(&sides);
    }
}

/// Of the reads of references that may be another each time, or none, those that code looks at: null checks above all.
/// What is read from the object is recorded where it is read; that there is one, here.
pub(crate) fn checks(
    graph: &Graph,
    refs: &Refs<'_, '_>,
    mut references: Vec<Candidate>,
    sinks: &Sinks<'_>,
) -> Vec<Candidate> {
    if references.is_empty() {
        return references;
    }
    let start = |candidate: &Candidate| {
        let node = candidate.sides.first().map_or(NIL, |&side| node_of(side));
        (node, Held { varying: true, ..Held::default() })
    };
    let checked = refs.finds(references.iter().map(start), Ask::Reference, |&(method, event)| match event {
        Found::Checked(NIL) => 1,
        Found::Checked(told) => u8::from(sinks.slice.how(value(graph.node(method, told))).is_some()),
        _ => 0,
    });
    references.retain(|candidate| {
        let (node, held) = start(candidate);
        checked.from(node, held) != 0
    });
    references
}

/// Reads of shared objects that leave as they are, so that no answer about them can be recorded: printed, returned to
/// a library, put into something that is. The reference itself is recorded then, with everything behind it.
///
/// Also the fields whose objects are read at one of the `points`, whichever field that one is named after: a place where
/// several lead is one point.
pub(crate) fn fallbacks(
    context: Context<'_, '_>,
    graph: &Graph,
    refs: &Refs<'_, '_>,
    fields: &[State],
    sinks: &Sinks<'_>,
    points: &FxHashSet<(MethodId, u32)>,
) -> (Vec<Candidate>, FxHashSet<FieldId>) {
    const LEAVES: u8 = 1;
    const SERVED: u8 = 2;
    let (mut found, mut served) = (Vec::new(), FxHashSet::default());
    let what = |&(method, event): &(MethodId, Found)| {
        let local = &graph.locals[method.index()];
        let pc = match event {
            Found::Leaves(_) => return LEAVES,
            Found::Into(side) => return if sinks.slice.how(side).is_some() { LEAVES } else { 0 },
            Found::Handed { .. } | Found::Checked(_) | Found::Changed(_) => return 0,
            Found::Read(at) | Found::Refers(at) => local.gets[at as usize].pc,
            Found::Load(at) => local.loads[at as usize].pc,
            Found::Call { call, .. } => local.library_calls[call as usize].pc,
        };
        if points.contains(&(method, pc)) { SERVED } else { 0 }
    };
    let held = Held { varying: true, ..Held::default() };
    let fields = || fields.iter().filter(|state| state.counts() && !state.is_value);
    let finds = refs.finds(fields().flat_map(|state| state.seen(true)), Ask::Object, what);
    for state in fields() {
        if state.seen(true).any(|(node, held)| finds.from(node, held) & SERVED != 0) {
            served.insert(state.field);
        }
        for &(method, pc, reference, node) in &state.reads {
            if finds.from(node, held) & LEAVES != 0 {
                let dependency = read_name(context, state.field);
                let candidate = read(context, method, pc, reference, dependency, node, state.field);
                found.push(Candidate { direct: true, ..candidate });
            }
        }
    }
    (found, served)
}

/// Calls in the application that reach outside the process.
pub(crate) fn external(context: Context<'_, '_>, graph: &Graph) -> Vec<Candidate> {
    let mut found = Vec::new();
    for (number, local) in graph.locals.iter().enumerate() {
        let method = MethodId(number as u32);
        for call in &local.library_calls {
            let Some(external) = context.rules.said(call.reference).external else { continue };
            if external.at != rules::At::Call {
                continue;
            }
            found.push(Candidate {
                method,
                pc: call.pc,
                at: call_place(context, call.reference),
                kind: Kind::External,
                dependency: context.program.spelled(call.reference),
                rule: context.rules.files[usize::from(external.file)].0.clone(),
                sides: sides(graph.node(method, call.result), None),
                via: None,
                direct: true,
                root: None,
                writes: Vec::new(),
            });
        }
    }
    found
}

/// Calls in the application that reach outside the process through a layer that is recorded itself.
pub(crate) fn owned(context: Context<'_, '_>, graph: &Graph) -> Vec<RuledOut> {
    let mut found = Vec::new();
    for (number, local) in graph.locals.iter().enumerate() {
        let method = MethodId(number as u32);
        for call in &local.library_calls {
            let external = context.rules.said(call.reference).external;
            let Some(owner) = external.and_then(|external| external.owner) else { continue };
            let reason =
                format!("what it reaches is recorded below it, by {}", context.rules.files[usize::from(owner)].0);
            let dependency = context.program.spelled(call.reference);
            found.push(super::ruled_out(context, graph, Kind::External, dependency, method, call.pc, reason));
        }
    }
    found
}

fn read(
    context: Context<'_, '_>,
    method: MethodId,
    pc: u32,
    reference: RefId,
    dependency: String,
    node: Node,
    root: FieldId,
) -> Candidate {
    let is_static = is_static(context, root);
    // What reads a field by reflection is a call.
    let program = context.program;
    let by_call = program.names.text(program.reference(reference).descriptor).starts_with('(');
    Candidate {
        method,
        pc,
        at: if by_call { call_place(context, reference) } else { At::Read(reference) },
        kind: Kind::Internal,
        dependency,
        rule: if is_static { "static-field" } else { "bean-field" }.to_string(),
        sides: sides(node, None),
        via: None,
        direct: false,
        root: Some(root),
        writes: Vec::new(),
    }
}

/// `static pkg.Class.field:type`, or `bean …` for a field of an object of which there is one.
pub(crate) fn read_name(context: Context<'_, '_>, field: FieldId) -> String {
    let descriptor = context.program.names.text(context.program.field(field).descriptor);
    format!("{}:{descriptor}", root_name(context, field))
}

/// Whether code alone keeps what is in a field: it is static, or belongs to a constant of an enum.
fn is_static(context: Context<'_, '_>, field: FieldId) -> bool {
    let found = context.program.field(field);
    found.is_static() || context.program.is_enum(found.class)
}

fn root_name(context: Context<'_, '_>, field: FieldId) -> String {
    let found = context.program.field(field);
    let kind = if is_static(context, field) { "static" } else { "bean" };
    format!("{kind} {}.{}", context.program.dotted(found.class), context.program.names.text(found.name))
}
