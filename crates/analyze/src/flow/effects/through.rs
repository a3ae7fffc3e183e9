//! Through what a method gets at objects that are not its own: which parameters, or a static field, as bits.
//!
//! This is worked out before anything is asked about fields: there are few bits, so it is soon done, and with them it is known
//! what each call hands to which of its callers' objects.

use super::super::graph::{Graph, Lists, Port};
use super::super::local::{Context, Local};
use super::super::{NIL, Node};
use crate::program::{FieldId, MethodId};
use crate::rules::Slot;
use crate::rules::index::TypeKind;

/// Parameters beyond this are not told apart.
const PARAMETERS: u32 = 62;

/// The bit for what is reached without a parameter, through a static field.
pub(super) const STATIC: u64 = 1 << 63;

/// The bit of a parameter.
pub(super) fn bit(parameter: usize) -> u64 {
    1 << (parameter as u32).min(PARAMETERS)
}

/// Through what each value of a program is reached, and through what each method changes something.
pub(super) struct Through<'g> {
    graph: &'g Graph,
    /// For each node the nodes that are the same object, or one that holds it.
    pub(super) same: Lists<Node>,
    /// For each node the fields that it was read from, and of which object.
    pub(super) reads: Lists<(FieldId, Node)>,
    /// For each method what it changes itself, besides fields: arrays, and what it hands to libraries.
    pub(super) touched: Lists<Node>,
    /// For each list of targets the calls that have it.
    sites: Lists<u32>,
    of: Vec<u64>,
    changes: Vec<u64>,
    /// What is returned and changed by any method of each list of targets.
    any_returns: Vec<u64>,
    any_changes: Vec<u64>,
}

impl<'g> Through<'g> {
    pub(super) fn solve(context: Context<'_, '_>, graph: &'g Graph) -> Self {
        let (mut same, mut reads, mut touched) = (Vec::new(), Vec::new(), Vec::new());
        for (number, local) in graph.locals.iter().enumerate() {
            let method = MethodId(number as u32);
            let node = |node: Node| graph.node(method, node);
            // A constructor's answer is its object, which comes from nowhere.
            let answers = local.library_calls.iter().filter(|call| !call.is_static && call.result != call.arguments[0]);
            let pairs = local.aliases.iter().map(|&(from, to)| (to, from));
            let pairs = pairs.chain(local.loads.iter().map(|load| (load.node, load.array)));
            let pairs = pairs.chain(answers.map(|call| (call.result, call.arguments[0])));
            same.extend(pairs.filter(|pair| pair.0 != NIL && pair.1 != NIL).map(|(to, from)| (node(to), node(from))));
            let read = local.gets.iter().filter(|get| get.node != NIL);
            reads.extend(read.map(|get| (node(get.node), (get.field, node(get.base)))));
            touch(context, local, |changed| touched.push((method.0, node(changed))));
        }
        let nodes = graph.nodes as usize;
        let sites = graph.sites.iter().enumerate().map(|(number, site)| (site.set, number as u32)).collect();
        let mut through = Through {
            graph,
            same: Lists::new(nodes, same),
            reads: Lists::new(nodes, reads),
            touched: Lists::new(graph.locals.len(), touched),
            sites: Lists::new(graph.sets.count, sites),
            of: vec![0; nodes],
            changes: vec![0; graph.locals.len()],
            any_returns: vec![0; graph.sets.count],
            any_changes: vec![0; graph.sets.count],
        };
        through.follow();
        through.change();
        through
    }

    /// Through what an object is reached; nothing if the method made it, or if it cannot be changed.
    pub(super) fn of(&self, node: Node) -> u64 {
        self.of[node as usize]
    }

    /// Through what the object is reached that a field is read from or written to; none for a static field.
    pub(super) fn of_base(&self, base: Node) -> u64 {
        if base == NIL { STATIC } else { self.of(base) }
    }

    /// Through what a method changes something.
    pub(super) fn changes(&self, method: MethodId) -> u64 {
        self.changes[method.index()]
    }

    /// Through what any of a list of targets changes something.
    pub(super) fn any_changes(&self, set: u32) -> u64 {
        self.any_changes[set as usize]
    }

    /// Through what that is reached which any of a list of targets returns.
    pub(super) fn any_returns(&self, set: u32) -> u64 {
        self.any_returns[set as usize]
    }

    /// The methods of a list of targets.
    pub(super) fn targets(&self, set: u32) -> &'g [MethodId] {
        let site = self.sites.of(set).first();
        site.map_or(&[], |&site| &self.graph.sites[site as usize].targets)
    }

    /// Follows parameters and static fields to all values that come from them.
    fn follow(&mut self) {
        let graph = self.graph;
        let mut onward = Vec::new();
        let mut pending = Vec::new();
        for (number, local) in graph.locals.iter().enumerate() {
            let method = MethodId(number as u32);
            for nth in 0..local.parameters as usize {
                let Some(parameter) = graph.parameter(method, nth) else { continue };
                raise(graph, &mut self.of, parameter, bit(nth), &mut pending);
            }
        }
        for node in 0..graph.nodes {
            onward.extend(self.same.of(node).iter().map(|&from| (from, node)));
            for &(_, base) in self.reads.of(node) {
                match base {
                    NIL => raise(graph, &mut self.of, node, STATIC, &mut pending),
                    base => onward.push((base, node)),
                }
            }
        }
        let onward = Lists::new(graph.nodes as usize, onward);
        while let Some(node) = pending.pop() {
            let through = self.of(node);
            for &to in onward.of(node) {
                raise(graph, &mut self.of, to, through, &mut pending);
            }
            for &(site, port) in graph.at.of(node) {
                let Port::Argument(nth) = port else { continue };
                let site = &graph.sites[site as usize];
                if self.any_returns(site.set) & bit(usize::from(nth)) != 0 {
                    raise(graph, &mut self.of, site.result, through, &mut pending);
                }
            }
            let Some((method, place)) = graph.method_of(node) else { continue };
            if place != graph.locals[method.index()].returned {
                continue;
            }
            for &set in graph.sets.of_method.of(method.0) {
                if !grow(&mut self.any_returns[set as usize], through) {
                    continue;
                }
                for &site in self.sites.of(set) {
                    let site = &graph.sites[site as usize];
                    let given = self.seen_from(&site.arguments, self.any_returns[set as usize]);
                    raise(graph, &mut self.of, site.result, given, &mut pending);
                }
            }
        }
    }

    /// Takes what each method changes to all that call it.
    fn change(&mut self) {
        let graph = self.graph;
        for (number, local) in graph.locals.iter().enumerate() {
            let method = MethodId(number as u32);
            let puts = local.puts.iter().map(|put| self.of_base(graph.node(method, put.base)));
            let touched = self.touched.of(method.0).iter().map(|&node| self.of(node));
            self.changes[number] = puts.chain(touched).fold(0, |all, through| all | through);
        }
        let mut pending: Vec<MethodId> = (0..graph.locals.len() as u32).map(MethodId).collect();
        while let Some(method) = pending.pop() {
            for &set in graph.sets.of_method.of(method.0) {
                if !grow(&mut self.any_changes[set as usize], self.changes[method.index()]) {
                    continue;
                }
                for &site in self.sites.of(set) {
                    let site = &graph.sites[site as usize];
                    let seen = self.seen_from(&site.arguments, self.any_changes[set as usize]);
                    if grow(&mut self.changes[site.method.index()], seen) {
                        pending.push(site.method);
                    }
                }
            }
        }
    }

    /// What the bits of a callee are to its caller.
    fn seen_from(&self, arguments: &[Node], callee: u64) -> u64 {
        let handed = arguments.iter().enumerate().filter(|(nth, _)| callee & bit(*nth) != 0);
        handed.fold(callee & STATIC, |all, (_, &argument)| all | self.of(argument))
    }
}

/// Adds bits to a node that can be changed at all.
fn raise(graph: &Graph, of: &mut [u64], node: Node, through: u64, pending: &mut Vec<Node>) {
    let changes = node != NIL && graph.kind(node) != Some(TypeKind::Value);
    if changes && grow(&mut of[node as usize], through) {
        pending.push(node);
    }
}

/// Adds bits; whether there were new ones.
fn grow(bits: &mut u64, more: u64) -> bool {
    let new = more & !*bits != 0;
    *bits |= more;
    new
}

/// Tells what a method changes itself, besides fields.
fn touch(context: Context<'_, '_>, local: &Local, mut found: impl FnMut(Node)) {
    for store in &local.stores {
        found(store.array);
    }
    for call in local.library_calls.iter().filter(|call| !call.external) {
        let said = context.rules.said(call.reference);
        let silent = said.transfer.as_ref().is_some_and(Vec::is_empty);
        let first = usize::from(!call.is_static);
        if !said.reads && !silent && !call.is_static {
            found(call.arguments[0]);
        }
        for (nth, &argument) in call.arguments.iter().enumerate().skip(first) {
            let written = match &said.transfer {
                Some(flows) => flows.iter().any(|&(_, to)| to == Slot::Argument((nth - first) as u16)),
                None => !said.reads_arguments,
            };
            if written {
                found(argument);
            }
        }
    }
}
