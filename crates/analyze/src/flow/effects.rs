//! What a method changes outside itself: fields, static fields, its object, its arguments.
//!
//! Whoever answers a call instead of running it must know what else the call would have done. A change of an object that
//! the method made itself is nobody else's, and what it returns is told by its result.
//!
//! [`through`] tells by which parameters a method gets at what it changes. With that it is fixed which sets of fields are in
//! which others, and a circle of such sets is one set.

mod through;

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use self::through::{STATIC, Through, bit};
use super::graph::{Graph, Port};
use super::local::Context;
use super::{NIL, Node, circles};
use crate::program::{FieldId, MethodId};

/// Fields in which a method finds something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum What {
    /// Those that a method changes: that it writes, or that hold what it changes.
    Changed(MethodId),
    /// Those that any method of a list of targets changes.
    ChangedByAny(u32),
    /// Those that held an object last.
    Held(Node),
    /// Those that held last what any method of a list of targets returns.
    ReturnedByAny(u32),
}

/// A set of fields: what it has, and the one bit through which the objects are reached that have these fields.
type Key = (What, u64);

/// The effects of methods.
#[derive(Debug, Default)]
pub(crate) struct Effects {
    /// Through what each method changes something, as bits.
    through: Vec<u64>,
    /// The fields that each method changes that was asked about, sorted.
    fields: FxHashMap<MethodId, Vec<FieldId>>,
}

impl Effects {
    /// Works out the effects of some methods.
    pub(crate) fn solve(context: Context<'_, '_>, graph: &Graph, wanted: impl Iterator<Item = MethodId>) -> Self {
        let through = Through::solve(context, graph);
        let mut sets = Sets { graph, through: &through, numbers: FxHashMap::default(), sets: Vec::new() };
        let wanted: FxHashSet<MethodId> = wanted.collect();
        let mut roots = Vec::new();
        for &method in &wanted {
            roots.extend(each(through.changes(method)).map(|bit| (method, sets.number((What::Changed(method), bit)))));
        }
        let all = sets.solve(roots.iter().map(|root| root.1).collect());
        let mut fields: FxHashMap<MethodId, Vec<FieldId>> = FxHashMap::default();
        for (method, set) in roots {
            fields.entry(method).or_default().extend(all[set as usize].iter());
        }
        for fields in fields.values_mut() {
            fields.sort_unstable();
            fields.dedup();
        }
        let through = (0..graph.locals.len() as u32).map(|method| through.changes(MethodId(method))).collect();
        Effects { through, fields }
    }

    /// The fields that a method changes that was asked about, sorted: those it writes, and those that hold what it changes.
    pub(crate) fn fields(&self, method: MethodId) -> impl Iterator<Item = FieldId> + '_ {
        self.fields.get(&method).into_iter().flatten().copied()
    }

    /// Whether a method changes what is in a parameter, its object being the first of an instance method.
    pub(crate) fn changes_parameter(&self, method: MethodId, nth: u32) -> bool {
        self.through[method.index()] & bit(nth as usize) != 0
    }
}

/// The bits that are set, one by one.
fn each(bits: u64) -> impl Iterator<Item = u64> {
    (0..u64::BITS).map(|nth| 1 << nth).filter(move |bit| bits & bit != 0)
}

/// A set of fields while it is worked out: its own fields, and the sets that are in it.
#[derive(Default)]
struct Set {
    fields: Vec<FieldId>,
    parts: Vec<u32>,
}

/// The sets of fields that somebody asked about.
struct Sets<'s> {
    graph: &'s Graph,
    through: &'s Through<'s>,
    numbers: FxHashMap<Key, u32>,
    /// What each set is of, until it was looked at.
    sets: Vec<(Key, Set)>,
}

impl Sets<'_> {
    fn number(&mut self, key: Key) -> u32 {
        *self.numbers.entry(key).or_insert_with(|| {
            self.sets.push((key, Set::default()));
            self.sets.len() as u32 - 1
        })
    }

    /// Works out some sets and all that are in them.
    fn solve(mut self, roots: Vec<u32>) -> Vec<Rc<[FieldId]>> {
        let mut order: Vec<u32> = Vec::new();
        let mut ends = Vec::new();
        let look = |number: u32, list: &mut Vec<u32>| {
            let set = self.set(self.sets[number as usize].0);
            list.extend(&set.parts);
            self.sets[number as usize].1 = set;
        };
        circles::circles(0, roots, look, |circle| {
            order.extend(circle);
            ends.push(order.len());
        });
        let nothing: Rc<[FieldId]> = Rc::new([]);
        let mut all = vec![nothing; self.sets.len()];
        let mut start = 0;
        for end in ends {
            let circle = &order[start..end];
            let union = self.union(circle, &all);
            for &number in circle {
                all[number as usize] = Rc::clone(&union);
            }
            start = end;
        }
        all
    }

    /// All fields of a circle of sets, those that are in it being known.
    fn union(&self, circle: &[u32], all: &[Rc<[FieldId]>]) -> Rc<[FieldId]> {
        let sets = || circle.iter().map(|&number| &self.sets[number as usize].1);
        let mut parts: Vec<&Rc<[FieldId]>> = Vec::new();
        let mut seen = FxHashSet::default();
        for part in sets().flat_map(|set| &set.parts).map(|&part| &all[part as usize]) {
            if !part.is_empty() && seen.insert(Rc::as_ptr(part)) {
                parts.push(part);
            }
        }
        let own = sets().flat_map(|set| &set.fields);
        if let ([only], None) = (&parts[..], own.clone().next()) {
            return Rc::clone(only);
        }
        let mut fields: Vec<FieldId> = own.chain(parts.into_iter().flat_map(|part| part.iter())).copied().collect();
        fields.sort_unstable();
        fields.dedup();
        fields.into()
    }

    fn set(&mut self, (what, by): Key) -> Set {
        let mut set = Set::default();
        match what {
            What::Changed(method) => self.changed(method, by, &mut set),
            What::ChangedByAny(targets) => {
                for &target in self.through.targets(targets) {
                    if self.through.changes(target) & by != 0 {
                        set.parts.push(self.number((What::Changed(target), by)));
                    }
                }
            }
            What::Held(node) => self.held(node, by, &mut set),
            What::ReturnedByAny(targets) => {
                for &target in self.through.targets(targets) {
                    self.object(self.graph.returned(target), by, &mut set);
                }
            }
        }
        set
    }

    fn changed(&mut self, method: MethodId, by: u64, set: &mut Set) {
        let (graph, through) = (self.graph, self.through);
        for put in &graph.locals[method.index()].puts {
            // An object that is being made is nobody else's yet.
            if through.of_base(graph.node(method, put.base)) & by != 0 {
                set.fields.push(put.field);
            }
        }
        for &node in through.touched.of(method.0) {
            self.object(node, by, set);
        }
        let first = graph.sites.partition_point(|site| site.method < method);
        for site in graph.sites[first..].iter().take_while(|site| site.method == method) {
            let changes = through.any_changes(site.set);
            self.handed(&site.arguments, changes, What::ChangedByAny(site.set), by, set);
        }
    }

    fn held(&mut self, node: Node, by: u64, set: &mut Set) {
        let (graph, through) = (self.graph, self.through);
        let read = through.reads.of(node).iter().filter(|(_, base)| through.of_base(*base) & by != 0);
        set.fields.extend(read.map(|(field, _)| field));
        for &same in through.same.of(node) {
            self.object(same, by, set);
        }
        for &(site, _) in graph.at.of(node).iter().filter(|(_, port)| *port == Port::Result) {
            let site = &graph.sites[site as usize];
            let returns = through.any_returns(site.set);
            self.handed(&site.arguments, returns, What::ReturnedByAny(site.set), by, set);
        }
    }

    /// What a callee changes or returns, seen from its caller: the fields that the callee names stay what they are, and
    /// what holds the arguments comes to it.
    fn handed(&mut self, arguments: &[Node], callee: u64, what: What, by: u64, set: &mut Set) {
        if callee & STATIC & by != 0 {
            set.parts.push(self.number((what, STATIC)));
        }
        for (nth, &argument) in arguments.iter().enumerate() {
            let parameter = bit(nth);
            if argument != NIL && callee & parameter != 0 && self.through.of(argument) & by != 0 {
                set.parts.push(self.number((what, parameter)));
                self.object(argument, by, set);
            }
        }
    }

    /// The fields that held an object, if it is reached this way at all.
    fn object(&mut self, node: Node, by: u64, set: &mut Set) {
        if node != NIL && self.through.of(node) & by != 0 {
            set.parts.push(self.number((What::Held(node), by)));
        }
    }
}
