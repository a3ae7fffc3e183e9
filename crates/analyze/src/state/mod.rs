//! Internal state: static fields of the application, and which of them can be different from one request to the next.
//!
//! A field is state unless something rules it out: it cannot change, nothing changes it after its class is
//! initialised, or what would change it is never called. A field that never changes but got a value that is different
//! in every process (`START = System.currentTimeMillis()`) is state too: the process that replays is another one.

mod callers;

use rayon::prelude::*;
use retake_bytecode::access;
use rustc_hash::FxHashMap;

use crate::flow::graph::Graph;
use crate::flow::local::Context;
use crate::flow::refs::{Ask, Events, Found, Held, Refs};
use crate::flow::{Node, content, value};
use crate::program::{FieldId, MethodId, RefId};
use crate::rules::index::TypeKind;

pub(crate) use callers::Callers;

/// A static field of the application.
#[derive(Debug)]
pub(crate) struct Static {
    pub(crate) field: FieldId,
    /// Whether the field itself is data, rather than a reference to something shared.
    pub(crate) is_value: bool,
    /// Who reads it, except when its class is initialised: method, position, the name used, node.
    pub(crate) reads: Vec<(MethodId, u32, RefId, Node)>,
    /// What was found along the way of the reference.
    pub(crate) events: Events,
    /// The methods that change it or what it refers to, sorted.
    pub(crate) modifiers: Vec<MethodId>,
    /// Why it is not state; nothing if it is.
    pub(crate) ruled_out: Option<String>,
}

/// Finds the static fields and decides which are state. `differs` says for each side whether it is different in every
/// process.
pub(crate) fn statics(
    context: Context<'_, '_>,
    graph: &Graph,
    refs: &Refs<'_, '_>,
    callers: &Callers<'_>,
    differs: &[bool],
) -> Vec<Static> {
    let program = context.program;
    let mut found: Vec<Static> = Vec::new();
    let mut at: FxHashMap<FieldId, usize> = FxHashMap::default();
    for (number, field) in program.fields.iter().enumerate() {
        let field_name = program.names.text(field.name);
        let ours = field.declared && field.is_static() && program.class(field.class).application;
        let compilers = field.access & access::ENUM != 0 || context.rules.is_compilers(field_name);
        if ours && !field.constant && !compilers {
            let id = FieldId(number as u32);
            let kind = context.rules.kind_of_type(program, program.names.text(field.descriptor));
            at.insert(id, found.len());
            found.push(Static {
                field: id,
                is_value: kind == TypeKind::Value,
                reads: Vec::new(),
                events: Vec::new(),
                modifiers: Vec::new(),
                ruled_out: machinery(kind),
            });
        }
    }
    let mut writes: FxHashMap<FieldId, Vec<Node>> = FxHashMap::default();
    for (number, local) in graph.locals.iter().enumerate() {
        let method = MethodId(number as u32);
        let initialiser = |field: FieldId| {
            callers.is_initialiser(method) && program.method(method).class == program.field(field).class
        };
        for get in &local.gets {
            if let (Some(&at), Some(reference)) = (at.get(&get.field), get.reference)
                && !initialiser(get.field)
            {
                found[at].reads.push((method, get.pc, reference, graph.node(method, get.node)));
            }
        }
        for put in &local.puts {
            let Some(&at) = at.get(&put.field) else { continue };
            if !initialiser(put.field) && !callers.only_initialises(method) {
                found[at].modifiers.push(method);
            }
            writes.entry(put.field).or_default().push(graph.node(method, put.node));
        }
    }
    found.par_iter_mut().filter(|state| state.ruled_out.is_none()).for_each(|state| {
        if !state.is_value {
            follow(context, refs, callers, state);
        }
        state.modifiers.sort_unstable();
        state.modifiers.dedup();
    });
    for state in found.iter_mut().filter(|state| state.ruled_out.is_none()) {
        let why = refine(context, callers, state);
        if why.is_some() {
            // A value that nothing changes may still be another one in every process.
            let nodes = writes.get(&state.field).map_or(&[][..], Vec::as_slice);
            let differs = |node: &Node| differs[value(*node) as usize] || differs[content(*node) as usize];
            if !nodes.iter().any(differs) {
                state.ruled_out = why;
            }
        }
    }
    found
}

/// Why a field of this kind is never state.
fn machinery(kind: TypeKind) -> Option<String> {
    match kind {
        TypeKind::Stateless => {
            Some("a lock, a logger, a connection or other machinery: no answer depends on its own state".to_string())
        }
        TypeKind::Generator(_) => Some("a generator: what it gives is recorded where it is asked".to_string()),
        _ => None,
    }
}

/// Follows the reference in a field and notes what changes the object behind it.
fn follow(context: Context<'_, '_>, refs: &Refs<'_, '_>, callers: &Callers<'_>, state: &mut Static) {
    let varying = !state.modifiers.is_empty();
    let starts: Vec<(Node, Held)> =
        state.reads.iter().map(|read| (read.3, Held { varying, ..Held::default() })).collect();
    state.events = refs.follow(&starts, Ask::Object);
    let class = context.program.field(state.field).class;
    let changes = |events: &Events| -> Vec<MethodId> {
        let changed = events.iter().filter(|(_, event)| matches!(event, Found::Changed(_))).map(|(method, _)| *method);
        let own_initialiser =
            |method: MethodId| callers.is_initialiser(method) && context.program.method(method).class == class;
        changed.filter(|&method| !own_initialiser(method) && !callers.only_initialises(method)).collect()
    };
    state.modifiers.extend(changes(&state.events));
    // What is in the object may be changed too, without a call on the object itself. That is a long way to go, and
    // only asked for if the answer is still open.
    if !state.modifiers.iter().any(|&method| callers.may_be_called(method)) {
        state.modifiers.extend(changes(&refs.follow(&starts, Ask::ObjectAndParts)));
    }
}

/// Why a field is not state, as far as its modifiers say.
fn refine(context: Context<'_, '_>, callers: &Callers<'_>, state: &Static) -> Option<String> {
    let program = context.program;
    let field = program.field(state.field);
    if state.is_value && field.is_final() {
        return Some("final, and of a type that cannot change".to_string());
    }
    if state.modifiers.is_empty() {
        return Some("nothing changes it once its class is initialised".to_string());
    }
    if state.modifiers.iter().any(|&method| callers.may_be_called(method)) {
        return None;
    }
    let names: Vec<String> = state
        .modifiers
        .iter()
        .map(|&method| {
            let method = program.method(method);
            format!("{}.{}", program.dotted(method.class), program.names.text(method.name))
        })
        .collect();
    Some(format!("what changes it is never called: {}", names.join(", ")))
}
