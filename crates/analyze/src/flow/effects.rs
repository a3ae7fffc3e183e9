//! What a method changes outside itself: fields, static fields, its object, its arguments.
//!
//! Whoever answers a call instead of running it must know what else the call would have done. A change of an object that
//! the method made itself is nobody else's, and what it returns is told by its result.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::graph::Graph;
use super::local::{Context, Local};
use super::summary::circles;
use super::{NIL, Node};
use crate::program::{FieldId, MethodId};
use crate::rules::Slot;
use crate::rules::index::TypeKind;

/// Parameters beyond this are not told apart.
const PARAMETERS: u32 = 62;
/// The bit for what is reached without a parameter, through a static field.
const STATIC: u64 = 1 << 63;

/// Where objects come from: through which parameters, as bits, and which field held them last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Roots {
    through: u64,
    fields: BTreeMap<FieldId, u64>,
}

impl Roots {
    fn add(&mut self, through: u64, field: Option<FieldId>) {
        self.through |= through;
        if let Some(field) = field {
            *self.fields.entry(field).or_default() |= through;
        }
    }

    fn merge(&mut self, other: &Roots) {
        self.through |= other.through;
        for (&field, &through) in &other.fields {
            *self.fields.entry(field).or_default() |= through;
        }
    }
}

fn bit(parameter: u32) -> u64 {
    1 << parameter.min(PARAMETERS)
}

/// What a method changes, and where what it returns comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Effect {
    changes: Roots,
    returns: Roots,
}

/// The effects of methods.
#[derive(Debug, Default)]
pub(crate) struct Effects {
    of: Vec<Effect>,
}

impl Effects {
    /// Works out the effects of some methods and of all they call, callees before callers. In a circle of calls, a method
    /// is looked at again when one that it calls turns out to do more.
    pub(crate) fn solve(context: Context<'_, '_>, graph: &Graph, wanted: impl Iterator<Item = MethodId>) -> Self {
        let mut effects = Effects { of: vec![Effect::default(); graph.locals.len()] };
        // Where in its circle a method is, counted from 1; 0 for one that is in another.
        let mut at = vec![0; graph.locals.len()];
        for circle in circles(graph, wanted.map(|method| method.0)) {
            for (number, method) in circle.iter().enumerate() {
                at[method.index()] = number + 1;
            }
            // In rounds: whoever is called much changes much, and its callers wait until it is done for the round.
            let mut pending = vec![true; circle.len()];
            while pending.contains(&true) {
                for (number, method) in circle.iter().enumerate() {
                    if !std::mem::take(&mut pending[number]) {
                        continue;
                    }
                    let effect = effects.effect(context, &graph.locals[method.index()]);
                    if effects.of[method.index()] != effect {
                        effects.of[method.index()] = effect;
                        let callers = graph.callers.of(method.0).iter().map(|&site| graph.sites[site as usize].method);
                        for caller in callers.filter_map(|caller| at[caller.index()].checked_sub(1)) {
                            pending[caller] = true;
                        }
                    }
                }
            }
            for method in &circle {
                at[method.index()] = 0;
            }
        }
        effects
    }

    /// The fields that a method changes, sorted: those it writes, and those that hold what it changes.
    pub(crate) fn fields(&self, method: MethodId) -> impl Iterator<Item = FieldId> + '_ {
        self.of[method.index()].changes.fields.keys().copied()
    }

    /// Whether a method changes what is in a parameter, its object being the first of an instance method.
    pub(crate) fn changes_parameter(&self, method: MethodId, nth: u32) -> bool {
        self.of[method.index()].changes.through & bit(nth) != 0
    }

    fn effect(&self, context: Context<'_, '_>, local: &Local) -> Effect {
        let origins = Origins::new(self, local);
        let mut effect = Effect::default();
        for put in &local.puts {
            let through = if put.base == NIL { STATIC } else { origins.of(put.base).through };
            // An object that is being made is nobody else's yet.
            if through != 0 {
                effect.changes.add(through, Some(put.field));
            }
        }
        for store in &local.stores {
            effect.changes.merge(&origins.of(store.array));
        }
        for call in local.library_calls.iter().filter(|call| !call.external) {
            let said = context.rules.said(call.reference);
            let silent = said.transfer.as_ref().is_some_and(Vec::is_empty);
            let first = usize::from(!call.is_static);
            if !said.reads && !silent && !call.is_static {
                effect.changes.merge(&origins.of(call.arguments[0]));
            }
            for (nth, &argument) in call.arguments.iter().enumerate().skip(first) {
                let written = match &said.transfer {
                    Some(flows) => flows.iter().any(|&(_, to)| to == Slot::Argument((nth - first) as u16)),
                    None => !said.reads_arguments,
                };
                if written {
                    effect.changes.merge(&origins.of(argument));
                }
            }
        }
        for call in &local.invocations {
            let mut changes = Roots::default();
            for target in &call.targets {
                changes.merge(&self.of[target.index()].changes);
            }
            effect.changes.merge(&origins.seen_from(&call.arguments, &changes));
        }
        effect.returns = origins.of(local.returned);
        effect
    }
}

/// How the values of a method come about.
struct Origins<'o> {
    effects: &'o Effects,
    local: &'o Local,
    copies: FxHashMap<Node, Vec<Node>>,
    reads: FxHashMap<Node, (FieldId, Node)>,
    loads: FxHashMap<Node, Node>,
    answers: FxHashMap<Node, Node>,
    results: FxHashMap<Node, Vec<usize>>,
}

impl<'o> Origins<'o> {
    fn new(effects: &'o Effects, local: &'o Local) -> Self {
        let mut copies: FxHashMap<Node, Vec<Node>> = FxHashMap::default();
        for &(from, to) in &local.aliases {
            copies.entry(to).or_default().push(from);
        }
        let mut results: FxHashMap<Node, Vec<usize>> = FxHashMap::default();
        for (at, call) in local.invocations.iter().enumerate().filter(|(_, call)| call.result != NIL) {
            results.entry(call.result).or_default().push(at);
        }
        let objects = local.library_calls.iter().filter(|call| !call.is_static && call.result != NIL);
        Origins {
            effects,
            local,
            copies,
            reads: local.gets.iter().map(|get| (get.node, (get.field, get.base))).collect(),
            loads: local.loads.iter().map(|load| (load.node, load.array)).collect(),
            // A constructor's answer is its object, which comes from nowhere.
            answers: objects
                .filter(|call| call.result != call.arguments[0])
                .map(|c| (c.result, c.arguments[0]))
                .collect(),
            results,
        }
    }

    /// Where the object of a node comes from; nowhere if the method made it.
    fn of(&self, node: Node) -> Roots {
        self.from(vec![(node, None)], Roots::default())
    }

    /// What the roots of a callee are to its caller. What was held by a field stays so.
    fn seen_from(&self, arguments: &[Node], callee: &Roots) -> Roots {
        let mut roots = Roots::default();
        let pending = self.handed(arguments, callee, None, &mut roots);
        self.from(pending, roots)
    }

    fn handed(
        &self,
        arguments: &[Node],
        callee: &Roots,
        held: Option<FieldId>,
        roots: &mut Roots,
    ) -> Vec<(Node, Option<FieldId>)> {
        let mut pending = Vec::new();
        let fields = callee.fields.iter().map(|(&field, &through)| (held.or(Some(field)), through));
        for (field, through) in fields.chain([(held, callee.through)]) {
            if through & STATIC != 0 {
                roots.add(STATIC, field);
            }
            let handed = arguments.iter().enumerate().filter(|(nth, _)| through & bit(*nth as u32) != 0);
            pending.extend(handed.map(|(_, &argument)| (argument, field)));
        }
        pending
    }

    fn from(&self, mut pending: Vec<(Node, Option<FieldId>)>, mut roots: Roots) -> Roots {
        let mut seen = FxHashSet::default();
        while let Some((node, held)) = pending.pop() {
            // What cannot change is no way to change anything.
            let changes = node != NIL && self.local.kinds[node as usize] != TypeKind::Value;
            if !changes || !seen.insert((node, held)) {
                continue;
            }
            if node <= self.local.parameters {
                roots.add(bit(node - 1), held);
            }
            if let Some(&(field, base)) = self.reads.get(&node) {
                let held = held.or(Some(field));
                if base == NIL {
                    roots.add(STATIC, held);
                }
                pending.push((base, held));
            }
            let same = self.copies.get(&node).into_iter().flatten();
            let same = same.chain(self.loads.get(&node)).chain(self.answers.get(&node));
            pending.extend(same.map(|&node| (node, held)));
            for &at in self.results.get(&node).into_iter().flatten() {
                let call = &self.local.invocations[at];
                for target in &call.targets {
                    let returns = &self.effects.of[target.index()].returns;
                    pending.extend(self.handed(&call.arguments, returns, held, &mut roots));
                }
            }
        }
        roots
    }
}
