//! Internal state: fields of the application that outlive a request, and which of them can be different from one request
//! to the next. They are static, or belong to an object of which a container keeps one.
//!
//! A field is state unless something rules it out: it cannot change, nothing changes it once it is set up, or what would
//! change it is never called. A field that never changes but got a value that is different in every process
//! (`START = System.currentTimeMillis()`) is state too: the process that replays is another one.

mod callers;
mod functions;
mod immutable;
mod shared;

use rayon::prelude::*;
use retake_bytecode::access;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::flow::graph::Graph;
use crate::flow::local::Context;
use crate::flow::refs::{Ask, Found, Held, Refs};
use crate::flow::{Node, content, value};
use crate::program::{ClassId, FieldId, MethodId, Program, RefId};
use crate::rules::index::TypeKind;
use functions::Functions;
use immutable::Immutable;

pub(crate) use callers::{Callers, Outside};
pub(crate) use shared::Shared;

/// A field of the application that outlives a request.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) field: FieldId,
    /// Whether the field itself is data, rather than a reference to something shared.
    pub(crate) is_value: bool,
    /// Whether what it holds cannot change.
    immutable: bool,
    /// The functions that it holds, if it is there for such.
    functions: Option<Functions>,
    /// Who reads it, except when it is set up: method, position, the name used, node.
    pub(crate) reads: Vec<(MethodId, u32, RefId, Node)>,
    /// Whether the field itself is set to something else after it is set up.
    pub(crate) rebound: bool,
    /// Whether something that may be called changes it or what it refers to.
    pub(crate) modified: bool,
    /// Where the field itself is set after it is set up: method, position.
    pub(crate) setters: Vec<(MethodId, u32)>,
    /// The methods that change it or what it refers to, sorted; all of them if none may be called.
    pub(crate) modifiers: Vec<MethodId>,
    /// Why it is state.
    pub(crate) varies: Varies,
    /// Why it is not state; nothing if it is.
    pub(crate) ruled_out: Option<String>,
    /// Why nothing that depends on it is a point, although it is state: somebody said so.
    pub(crate) excluded: Option<String>,
}

/// Why a field is not the same each time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Varies {
    /// Something of the service changes it.
    Changed,
    /// The container writes it while the service serves, as this declares.
    Written(String),
    /// It is set up here with something that is different in every process.
    InProcess(MethodId, u32),
}

impl State {
    /// Whether what depends on it may be a point.
    pub(crate) fn counts(&self) -> bool {
        self.ruled_out.is_none() && self.excluded.is_none()
    }

    /// Whether what it holds is different in every process, although nothing changes it.
    fn differs(&self) -> bool {
        matches!(self.varies, Varies::InProcess(..))
    }

    /// Where what it holds is seen: where it is read, and where the code of a function sees what is inside.
    pub(crate) fn seen(&self, varying: bool) -> impl Iterator<Item = (Node, Held)> {
        let held = Held { varying, ..Held::default() };
        let inside = self.functions.iter().flat_map(|functions| &functions.inside);
        let reads = self.reads.iter().map(move |read| (read.3, held));
        reads.chain(inside.map(move |&node| (node, Held { inside: true, ..held })))
    }

    /// Where a function is read whose answers no reading of code tells: it keeps them, or is another one by now, or
    /// took along what is different in every process.
    pub(crate) fn asked(&self) -> Vec<(Node, Held)> {
        let held = Held { varying: true, ..Held::default() };
        match &self.functions {
            Some(functions) if self.rebound || self.differs() || functions.remembers => {
                self.reads.iter().map(|read| (read.3, held)).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Finds the fields that outlive a request and decides which are state. `differs` says for each side whether it is
/// different in every process.
pub(crate) fn fields(
    context: Context<'_, '_>,
    graph: &Graph,
    refs: &Refs<'_, '_>,
    callers: &Callers<'_>,
    shared: &Shared,
    differs: &[bool],
) -> Vec<State> {
    let program = context.program;
    let mut found: Vec<State> = Vec::new();
    let mut at: FxHashMap<FieldId, usize> = FxHashMap::default();
    let mut immutable = Immutable::new(context, graph, &refs.constant);
    let seeded: FxHashSet<FieldId> = graph
        .locals
        .iter()
        .flat_map(|local| local.puts.iter().filter(|put| local.fixed.contains(&put.node)))
        .map(|put| put.field)
        .collect();
    for (number, field) in program.fields.iter().enumerate() {
        let field_name = program.names.text(field.name);
        let outlives = field.is_static() || shared.keeps(field.class);
        let ours = field.declared && outlives && program.class(field.class).application;
        let compilers = field.access & access::ENUM != 0 || context.rules.is_compilers(field_name);
        if ours && !field.constant && !compilers {
            let id = FieldId(number as u32);
            let kind = context.rules.kind_of_type(program, program.names.text(field.descriptor));
            // What a constant of an enum is made with is as fixed as the constant.
            if shared.class(field.class).is_none() && !field.is_static() && field.is_final() && kind == TypeKind::Value
            {
                continue;
            }
            at.insert(id, found.len());
            let functions = Functions::of(context, graph, shared, &mut immutable, id);
            let machinery = if functions.is_some() { None } else { machinery(kind) };
            found.push(State {
                field: id,
                is_value: kind == TypeKind::Value,
                immutable: functions.as_ref().map_or_else(|| immutable.field(id), |found| found.inside.is_empty()),
                reads: Vec::new(),
                functions,
                rebound: false,
                modified: false,
                setters: Vec::new(),
                modifiers: Vec::new(),
                varies: Varies::Changed,
                ruled_out: machinery.filter(|_| !seeded.contains(&id)).or_else(|| self::other(context, shared, id)),
                excluded: None,
            });
        }
    }
    let mut writes: FxHashMap<FieldId, Vec<(MethodId, u32, Node)>> = FxHashMap::default();
    for (number, local) in graph.locals.iter().enumerate() {
        let method = MethodId(number as u32);
        let initialiser = |field: FieldId| sets_up(context, callers, method, field);
        for get in &local.gets {
            if let (Some(&at), Some(reference)) = (at.get(&get.field), get.reference)
                && !initialiser(get.field)
            {
                found[at].reads.push((method, get.pc, reference, graph.node(method, get.node)));
            }
        }
        for put in &local.puts {
            let Some(&at) = at.get(&put.field) else { continue };
            // Of another object than its own, even a constructor changes the field.
            let own = program.field(put.field).is_static() || put.base == 1;
            if !(callers.only_initialises(method) || initialiser(put.field) && own) {
                found[at].modifiers.push(method);
                found[at].setters.push((method, put.pc));
            }
            writes.entry(put.field).or_default().push((method, put.pc, graph.node(method, put.node)));
        }
    }
    modify(context, graph, refs, callers, &mut found);
    for state in found.iter_mut().filter(|state| state.ruled_out.is_none()) {
        let Some(why) = refine(context, shared, state) else { continue };
        if let Some(how) = shared.written(state.field, true) {
            state.varies = Varies::Written(how.to_string());
            continue;
        }
        // A value that nothing changes may still be another one in every process. What a function gives is in it, but is
        // asked for inside it.
        let differs = |node: &Node| differs[value(*node) as usize] || differs[content(*node) as usize];
        let mut set = writes.get(&state.field).into_iter().flatten();
        let set = match &state.functions {
            Some(functions) => set.next().filter(|_| functions.taken.iter().any(differs)),
            None => set.find(|(.., node)| differs(node)),
        };
        match set {
            Some(&(method, pc, _)) => state.varies = Varies::InProcess(method, pc),
            None => state.ruled_out = Some(why),
        }
    }
    found
}

/// The methods of the application that may run on an object of a class once it is made.
fn methods_of<'p>(program: &'p Program<'_>, class: ClassId) -> impl Iterator<Item = MethodId> + 'p {
    let own = program.superclasses(class).filter(|&above| program.class(above).application);
    let methods = own.flat_map(|above| program.class(above).methods.clone()).map(MethodId);
    methods.filter(|&method| {
        let method = program.method(method);
        !method.is_static() && program.names.text(method.name) != "<init>"
    })
}

/// Whether a method sets a field up: it initialises its class, or makes its object.
pub(crate) fn sets_up(context: Context<'_, '_>, callers: &Callers<'_>, method: MethodId, field: FieldId) -> bool {
    let (method_class, field) = (context.program.method(method).class, context.program.field(field));
    let own = if field.is_static() {
        method_class == field.class
    } else {
        context.program.is_subtype(method_class, field.class)
    };
    own && callers.is_initialiser(method, field.is_static())
}

/// Why a field that holds what the container manages is no state: the fields of what is shared are looked at by themselves,
/// and what is made for a request does not outlive it.
fn other(context: Context<'_, '_>, shared: &Shared, field: FieldId) -> Option<String> {
    let field = context.program.field(field);
    let class = context.program.class_of_type(context.program.names.text(field.descriptor))?;
    let mut kinds = context.program.subtypes_of(class);
    kinds.push(class);
    kinds.retain(|&class| {
        let class = context.program.class(class);
        class.application && !class.is_interface() && !class.is_abstract()
    });
    let all = |managed: &dyn Fn(ClassId) -> bool| {
        !kinds.is_empty() && !field.is_static() && kinds.iter().all(|&class| managed(class))
    };
    let why = if all(&|class| shared.class(class).is_some()) {
        "another shared object: its own fields are looked at"
    } else if all(&|class| shared.is_of_request(class)) {
        "the container makes another one for each request"
    } else {
        return None;
    };
    Some(why.to_string())
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

/// Finds out which fields are modified: set, or changed in what they refer to.
fn modify(context: Context<'_, '_>, graph: &Graph, refs: &Refs<'_, '_>, callers: &Callers<'_>, fields: &mut [State]) {
    let called = |state: &State| state.modifiers.iter().any(|&method| callers.may_be_called(method));
    for state in &mut *fields {
        state.rebound = !state.modifiers.is_empty();
        let remembers = state.functions.as_ref().is_some_and(|functions| functions.remembers);
        state.modified = called(state) || remembers;
    }
    let open = |state: &State| state.ruled_out.is_none() && !state.immutable && !state.modified;
    // One walk answers for nearly all of them: whatever the field, a method that may be called at any time and sets
    // nothing up modifies what it changes.
    let any_time: Vec<bool> = (0..graph.locals.len())
        .into_par_iter()
        .map(|number| {
            let method = MethodId(number as u32);
            let sets_up = callers.is_initialiser(method, true) || callers.is_initialiser(method, false);
            callers.may_be_called(method) && !sets_up && !callers.only_initialises(method)
        })
        .collect();
    let seen = fields.iter().filter(|state| open(state)).flat_map(|state| state.seen(true));
    let finds = refs.finds(seen, Ask::ObjectAndParts, |&(method, event)| {
        u8::from(matches!(event, Found::Changed(_)) && any_time[method.index()])
    });
    fields.par_iter_mut().filter(|state| open(state)).for_each(|state| {
        let modified = state.seen(true).any(|(node, held)| finds.from(node, held) != 0);
        state.modified = modified;
        if !state.modified {
            let starts: Vec<(Node, Held)> = state.seen(true).collect();
            let events = refs.follow(&starts, Ask::ObjectAndParts);
            let changed = events.iter().filter(|(_, event)| matches!(event, Found::Changed(_)));
            let changed = changed
                .map(|(method, _)| *method)
                .filter(|&method| !sets_up(context, callers, method, state.field) && !callers.only_initialises(method));
            state.modifiers.extend(changed);
            state.modified = called(state);
        }
    });
    for state in fields {
        state.modifiers.sort_unstable();
        state.modifiers.dedup();
    }
}

/// Why a field is not state, as far as its modifiers say.
fn refine(context: Context<'_, '_>, shared: &Shared, state: &State) -> Option<String> {
    let program = context.program;
    let field = program.field(state.field);
    // Reflection changes what is final too.
    if state.modified {
        return None;
    }
    if let Some(functions) = state.functions.as_ref().filter(|_| state.modifiers.is_empty()) {
        if !functions.seen {
            return Some("a function that is made elsewhere, and never set again".to_string());
        }
        if functions.inside.is_empty() {
            return Some("a function that keeps nothing".to_string());
        }
    }
    if state.is_value && field.is_final() {
        return Some("final, and of a type that cannot change".to_string());
    }
    if state.immutable && state.modifiers.is_empty() && !state.is_value {
        let set = if field.is_final() { "final" } else { "never set again" };
        return Some(format!("{set}, and of a type that cannot change"));
    }
    if state.modifiers.is_empty() {
        if let Some(how) = shared.written(state.field, false) {
            return Some(format!("nothing changes it once the service has started ({how})"));
        }
        let set_up = if field.is_static() { "its class is initialised" } else { "its object is made" };
        return Some(format!("nothing changes it once {set_up}"));
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
