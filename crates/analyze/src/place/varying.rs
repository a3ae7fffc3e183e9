//! Why the fields that points depend on are not the same each time, and who changes them.

use rayon::prelude::*;
use retake_model::points::Changed;
use rustc_hash::{FxHashMap, FxHashSet};

use super::why::step;
use crate::flow::Node;
use crate::flow::graph::Graph;
use crate::flow::local::Context;
use crate::flow::refs::{Ask, Found, Held, Refs};
use crate::program::{FieldId, MethodId};
use crate::state::{Callers, State, Varies, sets_up};

/// How many methods are told of each field.
const TOLD: usize = 5;

/// How far a shared object is followed. What goes everywhere is changed by too many to tell.
const STOPS: usize = 2000;

/// What is known of a field that some point depends on.
pub(crate) struct Varying {
    /// Why it is not the same each time.
    pub(super) why: Varies,
    /// The methods that change it, or what it refers to.
    pub(super) changed: Changed,
}

/// Finds out who changes fields.
pub(crate) fn varying(
    context: Context<'_, '_>,
    graph: &Graph,
    refs: &Refs<'_, '_>,
    callers: &Callers<'_>,
    fields: &[State],
    wanted: &FxHashSet<FieldId>,
) -> FxHashMap<FieldId, Varying> {
    let wanted = fields.par_iter().filter(|state| wanted.contains(&state.field));
    let of = |state: &State| {
        let changed = match state.varies {
            Varies::InProcess(..) => Changed::default(),
            Varies::Changed | Varies::Written(_) => by(context, graph, refs, callers, state),
        };
        (state.field, Varying { why: state.varies.clone(), changed })
    };
    wanted.map(of).collect()
}

fn by(context: Context<'_, '_>, graph: &Graph, refs: &Refs<'_, '_>, callers: &Callers<'_>, state: &State) -> Changed {
    // Those that set the field go before those that change what it refers to.
    let mut found: Vec<(bool, MethodId, u32)> = state.setters.iter().map(|&(method, pc)| (false, method, pc)).collect();
    let mut more = false;
    if !state.is_value {
        let starts: Vec<(Node, Held)> = state.seen(true).collect();
        let (events, cut) = refs.follow_some(&starts, Ask::ObjectAndParts, STOPS);
        more = cut;
        let later = |method| !sets_up(context, callers, method, state.field) && !callers.only_initialises(method);
        found.extend(events.into_iter().filter_map(|(method, event)| match event {
            Found::Changed(pc) if later(method) => Some((true, method, pc)),
            _ => None,
        }));
    }
    found.retain(|&(_, method, _)| callers.may_be_called(method));
    let program = context.program;
    found.sort_by_cached_key(|&(refers, method, pc)| {
        let found = program.method(method);
        (refers, program.class_name(found.class), program.names.text(found.name), method, pc)
    });
    // One place is enough for a method.
    let mut told = FxHashSet::default();
    found.retain(|&(_, method, _)| told.insert(method));
    let count = found.len() as u64;
    found.truncate(TOLD);
    let by = found.into_iter().map(|(refers, method, pc)| {
        let what = if refers { how(context, graph, method, pc) } else { "sets it".to_string() };
        step(context, graph, method, pc, what)
    });
    Changed { by: by.collect(), count, more }
}

/// What a method does at a position where it changes a shared object, or may.
fn how(context: Context<'_, '_>, graph: &Graph, method: MethodId, pc: u32) -> String {
    let local = &graph.locals[method.index()];
    if let Some(call) = local.library_calls.iter().find(|call| call.pc == pc) {
        return format!("calls {}", context.program.short(call.reference));
    }
    match local.puts.iter().find(|put| put.pc == pc) {
        Some(put) => format!("sets {}", context.program.field_text(put.field)),
        None => "sets an element".to_string(),
    }
}
