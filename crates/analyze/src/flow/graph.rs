//! All methods in one graph, with one number for every side of every value.
//!
//! Values of a method lie together; behind them all come the fields, one node each: a field is followed per class,
//! not per object, so whatever is written to it anywhere may be read from it everywhere. Behind the fields comes what
//! lambdas take along: what whoever calls one puts into it is seen by whoever made it.

use std::iter::repeat_n;
use std::ops::Range;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::local::{Context, Invocation, Local, Object, Taken, local};
use super::narrow::{self, Known, Unseen};
use super::sets::{Numbering, Sets};
use super::{NIL, Node, Side, content, value};
use crate::program::{FieldId, MethodId};
use crate::rules::index::TypeKind;

/// Lists of numbers, one list for each key, in one piece of memory.
#[derive(Debug)]
pub(crate) struct Lists<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Lists { starts: Vec::new(), items: Vec::new() }
    }
}

impl<T: Copy + Ord> Lists<T> {
    /// Groups pairs of key and item.
    pub(crate) fn new(keys: usize, pairs: Vec<(u32, T)>) -> Self {
        let mut starts = vec![0u32; keys + 1];
        let Some(&(_, first)) = pairs.first() else { return Lists { starts, items: Vec::new() } };
        for (key, _) in &pairs {
            starts[*key as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        // Each goes to its list, which is then sorted by itself: lists are short, and all of them together are not.
        let mut items = vec![first; pairs.len()];
        let mut next = starts.clone();
        for (key, item) in pairs {
            let at = &mut next[key as usize];
            items[*at as usize] = item;
            *at += 1;
        }
        let mut end = 0;
        for key in 0..keys {
            let list = starts[key] as usize..starts[key + 1] as usize;
            items[list.clone()].sort_unstable();
            starts[key] = end as u32;
            for at in list {
                if end == starts[key] as usize || items[end - 1] != items[at] {
                    items[end] = items[at];
                    end += 1;
                }
            }
        }
        starts[keys] = end as u32;
        items.truncate(end);
        Lists { starts, items }
    }

    /// The items of a key.
    pub(crate) fn of(&self, key: u32) -> &[T] {
        match (self.starts.get(key as usize), self.starts.get(key as usize + 1)) {
            (Some(&start), Some(&end)) => &self.items[start as usize..end as usize],
            _ => &[],
        }
    }
}

/// Which place of a call a node has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Port {
    Argument(u16),
    Result,
}

/// A call of methods of the application, with global nodes.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    pub(crate) method: MethodId,
    pub(crate) pc: u32,
    pub(crate) arguments: Vec<Node>,
    pub(crate) result: Node,
    pub(crate) targets: Vec<MethodId>,
    /// The number that its list of targets has.
    pub(crate) set: u32,
}

/// The flow of the whole program.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    /// The flow of each method, with local nodes.
    pub(crate) locals: Vec<Local>,
    /// The first node of each method, and behind the last the first field.
    bases: Vec<Node>,
    /// How many nodes there are, fields and what lambdas take along included.
    pub(crate) nodes: u32,
    /// How many fields there are.
    fields: u32,
    /// Where what each lambda takes along begins, behind the fields.
    taken: Vec<u32>,
    /// What is known of the type of each node that is no field.
    kinds: Vec<TypeKind>,
    /// The method of each node that is no field.
    methods: Vec<MethodId>,
    /// For each side the sides that flow into it.
    pub(crate) sources: Lists<Side>,
    /// For each node the nodes that are the same reference.
    pub(crate) aliases: Lists<Node>,
    pub(crate) sites: Vec<Site>,
    /// The lists of targets that the calls have.
    pub(crate) sets: Sets,
    /// For each node the calls it is part of.
    pub(crate) at: Lists<(u32, Port)>,
    /// For each method the calls that may reach it.
    pub(crate) callers: Lists<u32>,
    known: Known,
    /// For each reference that something stands in for, the places where it is.
    written: FxHashMap<MethodId, Vec<(MethodId, u32)>>,
    /// What sources in libraries give.
    library_sources: FxHashSet<Side>,
}

impl Graph {
    /// Works out the flow of every method of the application, or of every method of libraries that is followed, and
    /// puts them together.
    ///
    /// `unseen` says what methods are called, and which fields are written, by somebody whose code is not read.
    pub(crate) fn build(context: Context<'_, '_>, unseen: Option<&Unseen<'_>>, warnings: &mut Vec<String>) -> Self {
        let program = context.program;
        let (first, files) = match context.library {
            false => (0, &program.application),
            true => (program.application_methods, &program.opened),
        };
        let mut locals: Vec<Local> = Vec::new();
        locals.resize_with(first as usize, Local::default);
        let own: Vec<(u32, u32)> = files
            .iter()
            .enumerate()
            .flat_map(|(at, file)| program.class(file.class).methods.clone().map(move |method| (method, at as u32)))
            .collect();
        let followed: Vec<Local> =
            own.into_par_iter().map(|(method, at)| local(context, &files[at as usize], MethodId(method))).collect();
        locals.extend(followed);
        if !context.library {
            let stand_ins = (locals.len() as u32..program.application_methods).map(MethodId);
            let file = |method: MethodId| program.file_of(method);
            locals.extend(
                stand_ins.map(|method| file(method).map_or_else(Local::default, |at| local(context, at, method))),
            );
        }
        warnings.extend(locals.iter().filter_map(|local| local.warning.clone()));
        let mut bases = Vec::with_capacity(locals.len() + 1);
        let mut next = 0;
        for local in &locals {
            bases.push(next);
            next += local.kinds.len() as u32;
        }
        // Node 0 is nobody also when there are no methods before the fields.
        let fields = next.max(1);
        bases.push(fields);
        let kinds = locals.iter().flat_map(|local| local.kinds.iter().copied()).collect();
        let numbered = locals.iter().enumerate();
        let methods = numbered.flat_map(|(at, local)| repeat_n(MethodId(at as u32), local.kinds.len())).collect();
        let mut taken = Vec::with_capacity(program.lambdas.len());
        let mut nodes = fields + program.fields.len() as u32;
        for lambda in &program.lambdas {
            taken.push(nodes);
            nodes += u32::from(lambda.captured);
        }
        let fields = program.fields.len() as u32;
        let mut graph = Graph { locals, bases, nodes, fields, taken, kinds, methods, ..Graph::default() };
        if let Some(unseen) = unseen {
            graph.known = narrow::narrow(context, &mut graph, unseen);
        }
        graph.note_references(context);
        graph.connect();
        if context.library {
            graph.note_sources(context);
        }
        graph
    }

    /// Notes where the references are that something stands in for.
    fn note_references(&mut self, context: Context<'_, '_>) {
        for (number, local) in self.locals.iter().enumerate() {
            for &(node, object) in &local.made {
                if let Some(Object::Lambda(lambda)) = object
                    && let Some(stand_in) = context.program.lambdas[lambda as usize].stand_in
                {
                    let place = (MethodId(number as u32), local.pcs[node as usize]);
                    self.written.entry(stand_in).or_default().push(place);
                }
            }
        }
    }

    /// The places of the references that a method stands in for; none for a method of a class.
    pub(crate) fn references(&self, stand_in: MethodId) -> &[(MethodId, u32)] {
        self.written.get(&stand_in).map_or(&[], Vec::as_slice)
    }

    /// Where a position is in the code: that of a stand-in is where the reference is.
    pub(crate) fn written(&self, method: MethodId, pc: u32) -> (MethodId, u32) {
        self.references(method).first().copied().unwrap_or((method, pc))
    }

    /// Notes what sources in libraries give, and what generators there are asked.
    fn note_sources(&mut self, context: Context<'_, '_>) {
        let mut found = FxHashSet::default();
        for (number, local) in self.locals.iter().enumerate() {
            let method = MethodId(number as u32);
            for source in local.sources.iter().filter(|source| context.rules.in_libraries(source.file)) {
                let node = self.node(method, source.node);
                found.insert(if source.writes.is_some() { content(node) } else { value(node) });
            }
            for call in &local.library_calls {
                let Some(&object) = call.arguments.first().filter(|_| !call.is_static) else { continue };
                // One that was handed over is as fixed or as moving as whoever hands it over made it.
                if let TypeKind::Generator(file) = local.kinds[object as usize]
                    && object > local.parameters
                    && context.rules.in_libraries(file)
                    && call.result != NIL
                    && call.result != object
                {
                    found.insert(value(self.node(method, call.result)));
                }
            }
        }
        self.library_sources = found;
    }

    fn connect(&mut self) {
        let mut sources: Vec<(Side, Side)> = Vec::new();
        let mut aliases: Vec<(Node, Node)> = Vec::new();
        let mut at: Vec<(Node, (u32, Port))> = Vec::new();
        let mut callers: Vec<(u32, u32)> = Vec::new();
        let mut sites = Vec::new();
        let mut sets = Numbering::default();
        for (number, local) in self.locals.iter().enumerate() {
            let method = MethodId(number as u32);
            let base = self.bases[number];
            sources.extend(local.edges.iter().map(|&(from, to)| (to + 2 * base, from + 2 * base)));
            aliases.extend(local.aliases.iter().map(|&(from, to)| (from + base, to + base)));
            for get in &local.gets {
                let (field, node) = (self.field_node(get.field), self.node(method, get.node));
                sources.push((value(node), value(field)));
                sources.push((content(node), content(field)));
                // What is written into what was read from a field is in the field.
                if local.kinds[get.node as usize] != TypeKind::Value {
                    sources.push((content(field), content(node)));
                }
            }
            for put in local.puts.iter().filter(|put| put.node != NIL) {
                let (field, node) = (self.field_node(put.field), self.node(method, put.node));
                sources.push((value(field), value(node)));
                sources.push((content(field), content(node)));
                if local.kinds[put.node as usize] != TypeKind::Value {
                    sources.push((content(node), content(field)));
                }
            }
            for &(taken, node) in local.passed.iter().filter(|(_, node)| *node != NIL) {
                let (taken, node) = (self.taken_node(taken), self.node(method, node));
                sources.push((content(taken), value(node)));
                sources.push((content(taken), content(node)));
            }
            for &(taken, node) in local.taken.iter().filter(|(_, node)| *node != NIL) {
                if local.kinds[node as usize] != TypeKind::Value {
                    sources.push((content(self.node(method, node)), content(self.taken_node(taken))));
                }
            }
            for Invocation { pc, targets, arguments, result, .. } in &local.invocations {
                let site = sites.len() as u32;
                let arguments: Vec<Node> = arguments.iter().map(|&node| self.node(method, node)).collect();
                let result = self.node(method, *result);
                for (nth, &node) in arguments.iter().enumerate().filter(|(_, node)| **node != NIL) {
                    at.push((node, (site, Port::Argument(nth as u16))));
                }
                if result != NIL {
                    at.push((result, (site, Port::Result)));
                }
                callers.extend(targets.iter().map(|target| (target.0, site)));
                let set = sets.number(targets);
                sites.push(Site { method, pc: *pc, arguments, result, targets: targets.clone(), set });
            }
        }
        let sets = sets.sets(self.locals.len());
        self.sets = sets;
        let nodes = self.nodes as usize;
        self.sources = Lists::new(2 * nodes, sources);
        self.aliases = Lists::new(nodes, aliases);
        self.at = Lists::new(nodes, at);
        self.callers = Lists::new(self.locals.len(), callers);
        self.sites = sites;
    }

    /// The global number of a method's node.
    pub(crate) fn node(&self, method: MethodId, local: Node) -> Node {
        if local == NIL { NIL } else { self.bases[method.index()] + local }
    }

    /// The global number of a side of a method's node.
    pub(crate) fn side(&self, method: MethodId, local: Side) -> Side {
        2 * self.node(method, local / 2) + local % 2
    }

    /// The method of a node and the number it has there; nothing for a field.
    pub(crate) fn method_of(&self, node: Node) -> Option<(MethodId, Node)> {
        let &method = self.methods.get(node as usize)?;
        Some((method, node - self.bases[method.index()]))
    }

    /// The nodes of a method.
    pub(crate) fn range(&self, method: MethodId) -> Range<Node> {
        let base = self.bases[method.index()];
        base..base + self.locals[method.index()].kinds.len() as u32
    }

    fn first_field(&self) -> Node {
        self.bases[self.bases.len() - 1]
    }

    /// The node of a field.
    pub(crate) fn field_node(&self, field: FieldId) -> Node {
        self.first_field() + field.0
    }

    /// The node of what a lambda took along.
    fn taken_node(&self, taken: Taken) -> Node {
        self.taken[taken.lambda as usize] + u32::from(taken.nth)
    }

    /// The field of a node.
    pub(crate) fn field_of(&self, node: Node) -> Option<FieldId> {
        node.checked_sub(self.first_field()).filter(|&field| field < self.fields).map(FieldId)
    }

    /// Whether a node belongs to no method.
    pub(crate) fn is_shared(&self, node: Node) -> bool {
        node >= self.first_field()
    }

    /// What a field holds; nothing if it may hold anything.
    pub(crate) fn objects_in(&self, field: FieldId) -> Option<&[Object]> {
        self.known.in_fields.get(field.index())?.as_deref()
    }

    /// What a method returns; nothing if it may be anything.
    pub(crate) fn objects_from(&self, method: MethodId) -> Option<&[Object]> {
        self.known.returned.get(method.index())?.as_deref()
    }

    /// The node of a parameter of a method.
    pub(crate) fn parameter(&self, method: MethodId, nth: usize) -> Option<Node> {
        let count = self.locals[method.index()].parameters as usize;
        (nth < count).then(|| self.node(method, nth as Node + 1))
    }

    /// The functions that a lambda took along, as far as the application makes them.
    pub(crate) fn functions_in(&self, taken: Taken) -> &[Object] {
        self.known.taken.get(&taken).map_or(&[], Vec::as_slice)
    }

    /// The node of what a method returns.
    pub(crate) fn returned(&self, method: MethodId) -> Node {
        self.node(method, self.locals[method.index()].returned)
    }

    /// Whether a source in a library gives this side.
    pub(crate) fn is_source(&self, side: Side) -> bool {
        self.library_sources.contains(&side)
    }

    /// What is known of the type of a node; nothing for a field.
    pub(crate) fn kind(&self, node: Node) -> Option<TypeKind> {
        self.kinds.get(node as usize).copied()
    }
}
