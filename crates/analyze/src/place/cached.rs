//! Calls of methods whose answers a framework keeps. What such a call gives depends on what the cache holds, whatever
//! the method does; so the call is the point, and what the method would have done besides is told with it.

use std::collections::BTreeMap;

use retake_bytecode::read::Insn;
use retake_model::points::{Kind, Write};
use rustc_hash::FxHashSet;

use super::{At, Candidate, effects, nth};
use crate::flow::effects::Effects;
use crate::flow::graph::Graph;
use crate::flow::local::{Context, Invocation};
use crate::flow::{NIL, value};
use crate::program::{ClassId, MethodId, RefId};
use crate::rules::frameworks::Between;
use crate::wiring::Wiring;
use crate::wiring::proxied::Layer;

/// The calls of methods whose answers are kept.
pub(crate) fn cached(context: Context<'_, '_>, graph: &Graph, wiring: &Wiring) -> Vec<Candidate> {
    let kept = kept(context, wiring);
    let mut found = Vec::new();
    if kept.is_empty() {
        return found;
    }
    let known = Effects::solve(context, graph, kept.keys().copied());
    for (number, local) in graph.locals.iter().enumerate() {
        let method = MethodId(number as u32);
        for call in local.invocations.iter().filter(|call| call.result != NIL) {
            let through = call.targets.iter().filter(|target| !is_direct(context, method, call, **target));
            let through: Vec<MethodId> = through.filter(|target| kept.contains_key(target)).copied().collect();
            let Some(layer) = through.first().and_then(|target| kept.get(target)) else { continue };
            let Some(reference) = called(context, method, call.pc, through[0]) else { continue };
            let mut writes: Vec<Write> =
                through.iter().flat_map(|&target| effects::writes(context.program, &known, target)).collect();
            writes.sort();
            writes.dedup();
            let name = if layer.names.is_empty() { String::new() } else { format!(" {}", layer.names.join(" ")) };
            found.push(Candidate {
                method,
                pc: call.pc,
                at: At::Call(reference),
                kind: Kind::Internal,
                dependency: format!("cache{name} -> {}", context.program.spelled(reference)),
                rule: layer.rules.clone(),
                sides: vec![value(graph.node(method, call.result))],
                via: None,
                direct: false,
                root: None,
                writes,
            });
        }
    }
    found
}

/// The methods of beans whose answers are kept; on any other object an annotation means nothing.
fn kept<'w>(context: Context<'_, '_>, wiring: &'w Wiring) -> BTreeMap<MethodId, &'w Layer> {
    let program = context.program;
    let beans: FxHashSet<ClassId> = wiring.beans.iter().flat_map(|bean| program.supertypes_of(bean.class)).collect();
    let layers = wiring.proxied.iter().filter(|(method, _)| beans.contains(&program.method(**method).class));
    let answers = |layers: &'w [Layer]| layers.iter().find(|layer| layer.does == Between::Answers);
    let mut kept = BTreeMap::new();
    for (&method, layer) in layers.filter_map(|(method, layers)| Some((method, answers(layers)?))) {
        let found = program.method(method);
        // What an interface says of a method holds for whoever implements it.
        let below = program.subtypes_of(found.class).into_iter();
        let below = below.filter_map(|class| program.declared_method(class, found.name, found.descriptor));
        for method in below.chain([method]) {
            kept.entry(method).or_insert(layer);
        }
    }
    kept
}

/// Whether an object calls its own method, which nothing stands between.
fn is_direct(context: Context<'_, '_>, caller: MethodId, call: &Invocation, target: MethodId) -> bool {
    let (caller, target) = (context.program.method(caller), context.program.method(target));
    !caller.is_static() && call.arguments.first() == Some(&1) && context.program.is_subtype(caller.class, target.class)
}

/// The name that the instruction at a position gives the method, if it is a call of it.
fn called(context: Context<'_, '_>, method: MethodId, pc: u32, target: MethodId) -> Option<RefId> {
    let program = context.program;
    let (application, code) = nth::code(program, method)?;
    let (_, instruction) = code.instructions().map_while(Result::ok).find(|(at, _)| *at == pc)?;
    let Insn::Invoke { index, .. } = instruction else { return None };
    let reference = RefId(*application.pool.get(usize::from(index))?);
    let target = program.method(target);
    let member = program.refs.get(reference.index())?;
    (member.name == target.name && member.descriptor == target.descriptor).then_some(reference)
}
