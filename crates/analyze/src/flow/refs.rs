//! Where a reference to a shared object goes, and what is done with it.
//!
//! A static field that holds a map is not different every time; what the map answers is. So the reference is
//! followed forwards, through copies, parameters, results and fields, and what is found are the places where something
//! is read from the object (those are what must be recorded) and the places where it is changed.

mod parts;
mod types;
mod walk;

use rustc_hash::{FxHashMap, FxHashSet};

use super::graph::{Graph, Lists};
use super::local::Context;
use super::summary::Summaries;
use super::{NIL, Node, Side};
use crate::program::MethodId;
use parts::Parts;
use types::{Type, Types};
use walk::Walk;

/// How a reference got where it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Held {
    /// It came in through a parameter, so it does not go out through the result again.
    pub(crate) inside: bool,
    /// Not always the same object.
    pub(crate) varying: bool,
    /// Something that was read from the object: recorded already, followed only to see changes.
    pub(crate) derived: bool,
    /// A cursor that is kept in a field, so that whoever asks it where it is finds it moved by those before. One that is
    /// made to walk through the object once changes nothing.
    pub(crate) kept: bool,
}

impl Held {
    /// One of sixteen.
    fn number(self) -> u32 {
        let flags = [self.inside, self.varying, self.derived, self.kept];
        flags.iter().rev().fold(0, |number, &flag| number << 1 | u32::from(flag))
    }

    /// A bit for this, and the bits of all that say at least as much.
    fn bits(self) -> (u16, u16) {
        let mut more = 0;
        for inside in [false, self.inside] {
            for varying in [true, self.varying] {
                for derived in [false, self.derived] {
                    for kept in [true, self.kept] {
                        more |= 1 << Held { inside, varying, derived, kept }.number();
                    }
                }
            }
        }
        (1 << self.number(), more)
    }
}

/// Where a reference is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Stop {
    node: Node,
    held: Held,
    /// What the object is at least.
    class: Type,
}

/// How much of a reference's way is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ask {
    /// What is read from a generator.
    Generator,
    /// What is done with a shared object.
    Object,
    /// The same, and what is done with what was read from it.
    ObjectAndParts,
    /// Whether somebody looks at the reference itself.
    Reference,
}

/// Where a reference starts, or what was found on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Found {
    /// A field of the object is read; the number of the access among the method's.
    Read(u32),
    /// A field that refers to another object each time, or to none, is read; the number of the access among the method's.
    Refers(u32),
    /// The reference is looked at: what that tells is in this node, or [`NIL`] if it is a decision itself.
    Checked(Node),
    /// An element of the array is read; the number of the load among the method's.
    Load(u32),
    /// A library answers about the object, and its answer is in this node; the number of the call among the method's.
    Call { call: u32, answer: Node },
    /// A library hands something of the object to a function, in this node; the number of the call among the method's.
    Handed { call: u32, to: Node },
    /// The object goes into something as it is: whatever is behind this side sees it.
    Into(Side),
    /// The object leaves the service as it is.
    Leaves(u32),
    /// The object is changed, or handed to somebody who may change it.
    Changed(u32),
}

/// What a search found, by method.
pub(crate) type Events = Vec<(MethodId, Found)>;

/// What the search needs to know.
pub(crate) struct Refs<'r, 'a> {
    pub(crate) context: Context<'r, 'a>,
    pub(crate) graph: &'r Graph,
    pub(crate) summaries: &'r Summaries,
    /// For each field whether it is only set when its object is made.
    pub(crate) constant: Vec<bool>,
    /// Whether a library may call a method and keep what it returns.
    pub(crate) returns_outside: &'r (dyn Fn(MethodId) -> bool + Sync),
    /// Which methods return a part of what they are given.
    parts: Parts,
    /// What is done with each node.
    uses: Lists<Use>,
    /// Who reads each field.
    readers: Lists<Node>,
    types: Types,
}

/// What is done with a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    Get(u32),
    PutInto(u32),
    Put(u32),
    Load(u32),
    Store(u32),
    Check(u32),
    Object(u32),
    Argument(u32, u16),
}

impl<'r, 'a> Refs<'r, 'a> {
    pub(crate) fn new(
        context: Context<'r, 'a>,
        graph: &'r Graph,
        summaries: &'r Summaries,
        returns_outside: &'r (dyn Fn(MethodId) -> bool + Sync),
    ) -> Self {
        let mut uses = Vec::new();
        let mut readers = Vec::new();
        for (number, local) in graph.locals.iter().enumerate() {
            let method = MethodId(number as u32);
            let mut note = |node: Node, found: Use| {
                if node != NIL {
                    uses.push((graph.node(method, node), found));
                }
            };
            for (at, get) in local.gets.iter().enumerate() {
                note(get.base, Use::Get(at as u32));
                readers.push((get.field.0, graph.node(method, get.node)));
            }
            for (at, put) in local.puts.iter().enumerate() {
                note(put.base, Use::PutInto(at as u32));
                note(put.node, Use::Put(at as u32));
            }
            for (at, load) in local.loads.iter().enumerate() {
                note(load.array, Use::Load(at as u32));
            }
            for (at, store) in local.stores.iter().enumerate() {
                note(store.array, Use::Store(at as u32));
            }
            for (at, check) in local.checks.iter().enumerate() {
                note(check.node, Use::Check(at as u32));
            }
            for (at, call) in local.library_calls.iter().enumerate() {
                for (nth, &node) in call.arguments.iter().enumerate() {
                    let object = nth == 0 && !call.is_static;
                    let argument = nth as u16 - u16::from(!call.is_static && !object);
                    note(node, if object { Use::Object(at as u32) } else { Use::Argument(at as u32, argument) });
                }
            }
        }
        let uses = Lists::new(graph.nodes as usize, uses);
        let readers = Lists::new(context.program.fields.len(), readers);
        let constant = constant_fields(context, graph);
        let parts = Parts::solve(graph, summaries, &uses, &constant);
        let types = Types::new(context.program, graph);
        Refs { context, graph, summaries, constant, returns_outside, parts, uses, readers, types }
    }

    /// Follows references from these nodes.
    pub(crate) fn follow(&self, starts: &[(Node, Held)], ask: Ask) -> Events {
        let mut search = Search::new(self, ask);
        search.follow(starts);
        search.events()
    }

    /// Follows references from these nodes, nearest first, until so many places were looked at. Also whether there are more.
    pub(crate) fn follow_some(&self, starts: &[(Node, Held)], ask: Ask, most: usize) -> (Events, bool) {
        let mut search = Search::new(self, ask);
        let cut = search.follow_some(starts, most);
        (search.events(), cut)
    }

    /// Follows references from several places one after the other. What was found for one is not told again for those
    /// behind it, so the whole costs what a single search does.
    pub(crate) fn follow_each(&self, places: &[Vec<(Node, Held)>], ask: Ask) -> Vec<Events> {
        let mut search = Search::new(self, ask);
        let mut told = FxHashSet::default();
        let mut found = Vec::with_capacity(places.len());
        for starts in places {
            search.follow(starts);
            let mut events = search.events();
            events.retain(|event| told.insert(*event));
            found.push(events);
        }
        found
    }

    /// Finds out for these nodes, and for all on their ways, which of some things following references from there finds:
    /// each thing is a bit, and `wanted` says which an event is. Everything is walked once, and what is found is told
    /// backwards to wherever it can be found from.
    pub(crate) fn finds(
        &self,
        starts: impl IntoIterator<Item = (Node, Held)>,
        ask: Ask,
        wanted: impl Fn(&(MethodId, Found)) -> u8,
    ) -> Finds {
        let mut stops = Stops::default();
        let mut walk = Walk::new(self, ask);
        for (node, held) in starts {
            walk.start(node, held);
        }
        for stop in walk.next.drain(..) {
            stops.number(stop);
        }
        let mut finds: Vec<u8> = Vec::new();
        let mut ways: Vec<(u32, u32)> = Vec::new();
        while let Some(&stop) = stops.all.get(finds.len()) {
            let from = finds.len() as u32;
            walk.visit(stop);
            finds.push(walk.events.drain(..).fold(0, |found, event| found | wanted(&event)));
            ways.extend(walk.next.drain(..).map(|to| (stops.number(to), from)));
        }
        let ways = Lists::new(finds.len(), ways);
        let mut pending: Vec<u32> = (0..finds.len() as u32).filter(|&stop| finds[stop as usize] != 0).collect();
        while let Some(to) = pending.pop() {
            let found = finds[to as usize];
            for &from in ways.of(to) {
                let known = &mut finds[from as usize];
                if *known | found != *known {
                    *known |= found;
                    pending.push(from);
                }
            }
        }
        let mut found: FxHashMap<(Node, Held), u8> = FxHashMap::default();
        for (stop, finds) in stops.all.into_iter().zip(finds) {
            if finds != 0 {
                *found.entry((stop.node, stop.held)).or_default() |= finds;
            }
        }
        Finds { found }
    }
}

/// Stops, each with a number.
#[derive(Default)]
struct Stops {
    numbers: FxHashMap<Stop, u32>,
    all: Vec<Stop>,
}

impl Stops {
    fn number(&mut self, stop: Stop) -> u32 {
        let all = &mut self.all;
        *self.numbers.entry(stop).or_insert_with(|| {
            all.push(stop);
            all.len() as u32 - 1
        })
    }
}

/// What is found from where.
pub(crate) struct Finds {
    found: FxHashMap<(Node, Held), u8>,
}

impl Finds {
    /// What is found from one of the starts.
    pub(crate) fn from(&self, node: Node, held: Held) -> u8 {
        let found = |held: Held| self.found.get(&(node, held)).copied().unwrap_or_default();
        found(held) | found(Held { kept: true, ..held })
    }
}

/// Fields that are only set in a constructor of their class, on the object it makes.
fn constant_fields(context: Context<'_, '_>, graph: &Graph) -> Vec<bool> {
    let program = context.program;
    let mut constant: Vec<bool> = program.fields.iter().map(|field| field.declared).collect();
    for (number, local) in graph.locals.iter().enumerate() {
        let method = program.method(MethodId(number as u32));
        let name = program.names.text(method.name);
        for put in &local.puts {
            let field = program.field(put.field);
            let own = method.class == field.class;
            let making = own && if field.is_static() { name == "<clinit>" } else { name == "<init>" && put.base == 1 };
            if !making {
                constant[put.field.index()] = false;
            }
        }
    }
    constant
}

/// A search that goes wherever a reference goes, once.
struct Search<'s, 'r, 'a> {
    walk: Walk<'s, 'r, 'a>,
    seen: FxHashMap<(Node, Type), u16>,
    pending: Vec<Stop>,
}

impl<'s, 'r, 'a> Search<'s, 'r, 'a> {
    fn new(refs: &'s Refs<'r, 'a>, ask: Ask) -> Self {
        Search { walk: Walk::new(refs, ask), seen: FxHashMap::default(), pending: Vec::new() }
    }

    fn follow(&mut self, starts: &[(Node, Held)]) {
        for &(node, held) in starts {
            self.walk.start(node, held);
        }
        self.take();
        while let Some(stop) = self.pending.pop() {
            self.walk.visit(stop);
            self.take();
        }
    }

    /// Follows nearest first, and says whether it stopped before the end.
    fn follow_some(&mut self, starts: &[(Node, Held)], most: usize) -> bool {
        for &(node, held) in starts {
            self.walk.start(node, held);
        }
        self.take();
        let mut visited = 0;
        while let Some(&stop) = self.pending.get(visited).filter(|_| visited < most) {
            visited += 1;
            self.walk.visit(stop);
            self.take();
        }
        visited < self.pending.len()
    }

    /// Takes over where the walk goes on, except where it went before.
    fn take(&mut self) {
        for stop in self.walk.next.drain(..) {
            let (own, more) = stop.held.bits();
            let any = self.seen.get(&(stop.node, Type::default())).copied().unwrap_or_default();
            let seen = self.seen.entry((stop.node, stop.class)).or_default();
            if (*seen | any) & more == 0 {
                *seen |= own;
                self.pending.push(stop);
            }
        }
    }

    /// What was found since it was last asked.
    fn events(&mut self) -> Events {
        let mut events = std::mem::take(&mut self.walk.events);
        events.sort_unstable();
        events.dedup();
        events
    }
}
