//! Where a reference to a shared object goes, and what is done with it.
//!
//! A static field that holds a map is not different every time; what the map answers is. So the reference is
//! followed forwards, through copies, parameters, results and fields, and what is found are the places where something
//! is read from the object (those are what must be recorded) and the places where it is changed.

use rustc_hash::FxHashMap;

use super::graph::{Graph, Port};
use super::local::{Access, Context, LibraryCall};
use super::summary::Summaries;
use super::{NIL, Node, Side, content, value};
use crate::program::{FieldId, MethodId};
use crate::rules::index::{Slot, TypeKind};

/// How a reference got where it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Held {
    /// It came in through a parameter, so it does not go out through the result again.
    pub(crate) inside: bool,
    /// Not always the same object.
    pub(crate) varying: bool,
    /// Something that was read from the object: recorded already, followed only to see changes.
    pub(crate) derived: bool,
}

impl Held {
    /// A bit for this, and the bits of all that say at least as much.
    fn bits(self) -> (u8, u8) {
        let number =
            |inside, varying, derived| 1u8 << (u8::from(inside) | u8::from(varying) << 1 | u8::from(derived) << 2);
        let mut more = 0;
        for inside in [false, self.inside] {
            for varying in [true, self.varying] {
                for derived in [false, self.derived] {
                    more |= number(inside, varying, derived);
                }
            }
        }
        (number(self.inside, self.varying, self.derived), more)
    }
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
}

/// Where a reference starts, or what was found on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Found {
    /// A field of the object is read; the number of the access among the method's.
    Read(u32),
    /// An element of the array is read; the number of the load among the method's.
    Load(u32),
    /// A library answers about the object, and its answer is in this node; the number of the call among the method's.
    Call { call: u32, answer: Node },
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
    /// What is done with each node.
    uses: super::graph::Lists<Use>,
    /// Who reads each field.
    readers: FxHashMap<FieldId, Vec<Node>>,
}

/// What is done with a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    Get(u32),
    PutInto(u32),
    Put(u32),
    Load(u32),
    Store(u32),
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
        let mut readers: FxHashMap<FieldId, Vec<Node>> = FxHashMap::default();
        for (number, local) in graph.locals.iter().enumerate() {
            let method = MethodId(number as u32);
            let mut note = |node: Node, found: Use| {
                if node != NIL {
                    uses.push((graph.node(method, node), found));
                }
            };
            for (at, get) in local.gets.iter().enumerate() {
                note(get.base, Use::Get(at as u32));
                readers.entry(get.field).or_default().push(graph.node(method, get.node));
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
            for (at, call) in local.library_calls.iter().enumerate() {
                for (nth, &node) in call.arguments.iter().enumerate() {
                    let object = nth == 0 && !call.is_static;
                    let argument = nth as u16 - u16::from(!call.is_static && !object);
                    note(node, if object { Use::Object(at as u32) } else { Use::Argument(at as u32, argument) });
                }
            }
        }
        let uses = super::graph::Lists::new(graph.nodes as usize, uses);
        let constant = constant_fields(context, graph);
        Refs { context, graph, summaries, constant, returns_outside, uses, readers }
    }

    /// Follows references from these nodes.
    pub(crate) fn follow(&self, starts: &[(Node, Held)], ask: Ask) -> Events {
        let mut search = Search::new(self, starts, ask);
        while search.step() {}
        search.events.sort_unstable();
        search.events.dedup();
        search.events
    }

    /// Whether following references from these nodes finds something in particular.
    pub(crate) fn finds(&self, starts: &[(Node, Held)], ask: Ask, wanted: impl Fn(&(MethodId, Found)) -> bool) -> bool {
        let mut search = Search::new(self, starts, ask);
        let mut asked = 0;
        while search.step() {
            if search.events[asked..].iter().any(&wanted) {
                return true;
            }
            asked = search.events.len();
        }
        false
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

struct Search<'s, 'r, 'a> {
    refs: &'s Refs<'r, 'a>,
    generator: bool,
    parts: bool,
    seen: FxHashMap<Node, u8>,
    pending: Vec<(Node, Held)>,
    events: Events,
}

impl<'s, 'r, 'a> Search<'s, 'r, 'a> {
    fn new(refs: &'s Refs<'r, 'a>, starts: &[(Node, Held)], ask: Ask) -> Self {
        let (generator, parts) = (ask == Ask::Generator, ask == Ask::ObjectAndParts);
        let seen = FxHashMap::default();
        let mut search = Search { refs, generator, parts, seen, pending: Vec::new(), events: Vec::new() };
        for &(node, held) in starts {
            search.reach(node, held);
        }
        search
    }

    /// Goes one step; tells whether there was one to go.
    fn step(&mut self) -> bool {
        let Some((node, held)) = self.pending.pop() else { return false };
        self.visit(node, held);
        true
    }

    fn reach(&mut self, node: Node, held: Held) {
        if node == NIL || held.derived && !self.parts {
            return;
        }
        // A value needs no following: whoever turned the reference into one is told by the event.
        let kind = self.refs.graph.kind(node);
        if kind == Some(TypeKind::Value) || kind == Some(TypeKind::Stateless) && !self.generator {
            return;
        }
        let (own, more) = held.bits();
        let seen = self.seen.entry(node).or_default();
        if *seen & more == 0 {
            *seen |= own;
            self.pending.push((node, held));
        }
    }

    fn visit(&mut self, node: Node, held: Held) {
        let refs = self.refs;
        let graph = refs.graph;
        let Some((method, local)) = graph.method_of(node) else { return };
        for &alias in graph.aliases.of(node) {
            if graph.kind(alias) == Some(TypeKind::Value) && !held.derived {
                self.found(method, Found::Into(value(alias)));
            }
            self.reach(alias, held);
        }
        for &used in refs.uses.of(node) {
            self.used(method, used, held);
        }
        for &(site, port) in graph.at.of(node) {
            let Port::Argument(nth) = port else { continue };
            let call = &graph.sites[site as usize];
            for &target in &call.targets {
                if let Some(parameter) = graph.parameter(target, usize::from(nth)) {
                    self.reach(parameter, Held { inside: true, ..held });
                }
                if refs.summaries.returns_parameter(target, usize::from(nth)) {
                    self.reach(call.result, held);
                }
            }
        }
        if local == graph.locals[method.index()].returned {
            if !held.inside {
                for &site in graph.callers.of(method.0) {
                    self.reach(graph.sites[site as usize].result, held);
                }
            }
            if !held.derived && (refs.returns_outside)(method) {
                self.found(method, Found::Leaves(0));
            }
        }
    }

    fn found(&mut self, method: MethodId, found: Found) {
        self.events.push((method, found));
    }

    fn used(&mut self, method: MethodId, used: Use, held: Held) {
        let graph = self.refs.graph;
        let local = &graph.locals[method.index()];
        match used {
            Use::Get(at) => {
                let Access { field, node, reference, .. } = local.gets[at as usize];
                let stable = self.refs.constant[field.index()];
                let held = Held { varying: held.varying || !stable, ..held };
                if local.kinds[node as usize] == TypeKind::Value {
                    if held.varying && !held.derived && reference.is_some() {
                        self.found(method, Found::Read(at));
                    }
                } else {
                    self.reach(graph.node(method, node), held);
                }
            }
            Use::PutInto(at) => self.found(method, Found::Changed(local.puts[at as usize].pc)),
            Use::Put(at) => {
                let field = local.puts[at as usize].field;
                let varying = held.varying || !self.refs.constant[field.index()];
                for &reader in self.refs.readers.get(&field).map_or(&[][..], Vec::as_slice) {
                    self.reach(reader, Held { inside: false, varying, ..held });
                }
            }
            Use::Load(at) => {
                let node = local.loads[at as usize].node;
                if local.kinds[node as usize] == TypeKind::Value {
                    if !held.derived {
                        self.found(method, Found::Load(at));
                    }
                } else {
                    self.reach(graph.node(method, node), Held { varying: true, ..held });
                }
            }
            Use::Store(at) => self.found(method, Found::Changed(local.stores[at as usize].pc)),
            Use::Object(at) => self.asked(method, at, held),
            Use::Argument(at, nth) => self.handed(method, at, nth, held),
        }
    }

    /// A library is called on the object.
    fn asked(&mut self, method: MethodId, at: u32, held: Held) {
        let graph = self.refs.graph;
        let local = &graph.locals[method.index()];
        let call = &local.library_calls[at as usize];
        if call.external {
            return;
        }
        let said = self.refs.context.rules.said(call.reference);
        if !said.reads && !self.generator {
            self.found(method, Found::Changed(call.pc));
        }
        if let Some(flows) = &said.transfer
            && !held.derived
        {
            for &(from, to) in flows {
                if let (Slot::This, Slot::Argument(nth)) = (from, to)
                    && let Some(&target) = call.arguments.get(usize::from(nth) + usize::from(!call.is_static))
                {
                    self.written_to(method, at, target);
                }
            }
        }
        // What is called back meanwhile is covered by the answer that is recorded, here or where a stream ends.
        for &parameter in &call.hands_back {
            self.reach(graph.node(method, parameter), Held { varying: true, derived: true, ..held });
        }
        if call.result == NIL {
            // Whether and how often it calls back depends on what is in the object, and no answer tells.
            if call.calls_back && !held.derived {
                self.found(method, Found::Leaves(call.pc));
            }
            return;
        }
        self.answer(method, at, call, held);
    }

    /// What a library gives for the object.
    fn answer(&mut self, method: MethodId, at: u32, call: &LibraryCall, held: Held) {
        let graph = self.refs.graph;
        let kind = graph.locals[method.index()].kinds[call.result as usize];
        let result = graph.node(method, call.result);
        let passes = match kind {
            TypeKind::Cursor | TypeKind::Generator(_) => true,
            TypeKind::Value | TypeKind::Stateless => false,
            // Whatever is made from a generator draws from it when it is asked; what it gives as an object of no
            // particular type is what it drew.
            _ => self.generator && self.result_type(call) != "Ljava/lang/Object;",
        };
        if passes {
            self.reach(result, Held { varying: true, ..held });
            return;
        }
        if !held.derived {
            self.found(method, Found::Call { call: at, answer: call.result });
        }
        self.reach(result, Held { varying: true, derived: true, ..held });
    }

    /// The object is handed to a library.
    fn handed(&mut self, method: MethodId, at: u32, nth: u16, held: Held) {
        let graph = self.refs.graph;
        let local = &graph.locals[method.index()];
        let call = &local.library_calls[at as usize];
        let said = self.refs.context.rules.said(call.reference);
        let silent = said.transfer.as_ref().is_some_and(Vec::is_empty);
        if silent {
            return;
        }
        if !said.reads_arguments && !call.external && !self.generator {
            self.found(method, Found::Changed(call.pc));
        }
        if held.derived {
            return;
        }
        if call.external || said.output {
            self.found(method, Found::Leaves(call.pc));
            return;
        }
        if let Some(flows) = &said.transfer {
            for &(from, to) in flows {
                let mine = from == Slot::Arguments || from == Slot::Argument(nth);
                if let (true, Slot::Argument(target)) = (mine, to)
                    && target != nth
                    && let Some(&target) = call.arguments.get(usize::from(target) + usize::from(!call.is_static))
                {
                    self.written_to(method, at, target);
                }
            }
        }
        let program = self.refs.context.program;
        let constructor = program.names.text(program.reference(call.reference).name) == "<init>";
        let object = if call.is_static { NIL } else { call.arguments[0] };
        let kept = object != NIL && !constructor && !said.reads && said.transfer.is_none();
        if kept && local.kinds[object as usize] != TypeKind::Value {
            // It is inside another object now, which gives it to whoever asks.
            self.found(method, Found::Into(content(graph.node(method, object))));
            if self.is_fluent(call) {
                return;
            }
        }
        if call.result != NIL {
            self.answer(method, at, call, held);
        }
    }

    /// Whether a call gives its own object back, as builders do.
    fn is_fluent(&self, call: &LibraryCall) -> bool {
        let program = self.refs.context.program;
        let owner = program.class_name(program.reference(call.reference).owner);
        self.result_type(call).strip_prefix('L').and_then(|name| name.strip_suffix(';')) == Some(owner)
    }

    fn result_type(&self, call: &LibraryCall) -> &str {
        let program = self.refs.context.program;
        super::body::result(program.names.text(program.reference(call.reference).descriptor))
    }

    /// What is in the object goes into an argument.
    fn written_to(&mut self, method: MethodId, at: u32, target: Node) {
        if self.generator {
            self.found(method, Found::Call { call: at, answer: target });
        } else {
            self.found(method, Found::Into(content(self.refs.graph.node(method, target))));
        }
    }
}
