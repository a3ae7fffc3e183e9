//! One step of a reference's way.

use super::types::{Fits, Type};
use super::{Ask, Events, Found, Held, Refs, Stop, Use};
use crate::flow::graph::Port;
use crate::flow::local::{Access, LibraryCall, Object};
use crate::flow::{NIL, Node, body, content, value};
use crate::program::MethodId;
use crate::rules::Slot;
use crate::rules::index::TypeKind;

/// What a step from one place gives: where the reference goes on, and what is done with it there.
pub(super) struct Walk<'s, 'r, 'a> {
    refs: &'s Refs<'r, 'a>,
    generator: bool,
    parts: bool,
    /// Nothing is asked of the object.
    alone: bool,
    /// Where the reference goes on; whoever walks takes it from here.
    pub(super) next: Vec<Stop>,
    /// What was found; whoever walks takes it from here.
    pub(super) events: Events,
    fits: Fits,
}

/// Whether what a generator gives as this type is what it drew.
fn is_drawn(descriptor: &str) -> bool {
    descriptor == "Ljava/lang/Object;" || body::is_collection(descriptor)
}

impl<'s, 'r, 'a> Walk<'s, 'r, 'a> {
    pub(super) fn new(refs: &'s Refs<'r, 'a>, ask: Ask) -> Self {
        let (generator, parts, alone) = (ask == Ask::Generator, ask == Ask::ObjectAndParts, ask == Ask::Reference);
        Walk { refs, generator, parts, alone, next: Vec::new(), events: Vec::new(), fits: Fits::default() }
    }

    /// The reference starts here.
    pub(super) fn start(&mut self, node: Node, held: Held) {
        let kept = self.refs.graph.kind(node) == Some(TypeKind::Cursor);
        self.reach(node, Held { kept, ..held }, Type::default());
    }

    /// The reference to an object is here too.
    fn reach(&mut self, node: Node, held: Held, class: Type) {
        if node != NIL
            && let Some(class) = self.fits(node, class)
        {
            self.arrive(node, held, class);
        }
    }

    /// What an object is if it is in a node; nothing if it cannot be there.
    fn fits(&mut self, node: Node, class: Type) -> Option<Type> {
        let refs = self.refs;
        self.fits.narrow(refs.context.program, &refs.types, class, refs.types.of(node))
    }

    fn arrive(&mut self, node: Node, held: Held, class: Type) {
        if held.derived && !self.parts {
            return;
        }
        // A value needs no following: whoever turned the reference into one is told by the event.
        let kind = self.refs.graph.kind(node);
        if kind == Some(TypeKind::Value) || kind == Some(TypeKind::Stateless) && !self.generator {
            return;
        }
        self.next.push(Stop { node, held, class });
    }

    /// Goes one step.
    pub(super) fn visit(&mut self, Stop { node, held, class }: Stop) {
        let refs = self.refs;
        let graph = refs.graph;
        if let Some(field) = graph.field_of(node) {
            for &reader in refs.readers.of(field.0) {
                self.reach(reader, held, class);
            }
        }
        let Some((method, local)) = graph.method_of(node) else { return };
        for &alias in graph.aliases.of(node) {
            if graph.kind(alias) == Some(TypeKind::Value) && !held.derived {
                self.found(method, Found::Into(value(alias)));
            }
            self.reach(alias, held, class);
        }
        for &used in refs.uses.of(node) {
            self.used(method, used, held, class);
        }
        for &(site, port) in graph.at.of(node) {
            let Port::Argument(nth) = port else { continue };
            let call = &graph.sites[site as usize];
            for &target in &call.targets {
                let Some(parameter) = graph.parameter(target, usize::from(nth)) else { continue };
                // An object that cannot be handed to a method gets nowhere through it.
                let Some(class) = self.fits(parameter, class) else { continue };
                self.arrive(parameter, Held { inside: true, ..held }, class);
                if refs.summaries.returns_parameter(target, usize::from(nth)) {
                    self.reach(call.result, held, class);
                }
                // Whether the reference is looked at, and what a generator gives, is not asked of its parts.
                if !self.alone
                    && !self.generator
                    && let Some(varying) = refs.parts.of(target, usize::from(nth))
                {
                    self.reach(call.result, Held { varying: held.varying || varying, ..held }, Type::default());
                }
            }
        }
        if local == graph.locals[method.index()].returned {
            if !held.inside {
                for &site in graph.callers.of(method.0) {
                    self.reach(graph.sites[site as usize].result, held, class);
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

    fn used(&mut self, method: MethodId, used: Use, held: Held, class: Type) {
        let graph = self.refs.graph;
        let local = &graph.locals[method.index()];
        match used {
            Use::Check(at) if self.alone => self.found(method, Found::Checked(local.checks[at as usize].result)),
            Use::Put(at) => {
                let field = local.puts[at as usize].field;
                let varying = held.varying || !self.refs.constant[field.index()];
                self.reach(graph.field_node(field), Held { inside: false, varying, ..held }, class);
            }
            Use::Check(_) => {}
            _ if self.alone => {}
            Use::Get(at) => {
                let Access { field, node, reference, base, .. } = local.gets[at as usize];
                let stable = self.refs.constant[field.index()];
                let kind = local.kinds[node as usize];
                // A cursor over another is as much on its way as that one.
                let kept = kind == TypeKind::Cursor && (held.kept || local.kinds[base as usize] != TypeKind::Cursor);
                let held = Held { varying: held.varying || !stable, kept, ..held };
                let recorded = held.varying && !held.derived && reference.is_some();
                if kind == TypeKind::Value {
                    if recorded {
                        self.found(method, Found::Read(at));
                    }
                    return;
                }
                // Of machinery nothing is answered, so nothing can stand for it.
                let asked = !self.generator && !self.parts;
                if asked && recorded && !matches!(kind, TypeKind::Stateless | TypeKind::Generator(_)) {
                    self.found(method, Found::Refers(at));
                }
                self.reach(graph.node(method, node), held, Type::default());
            }
            Use::PutInto(at) => self.found(method, Found::Changed(local.puts[at as usize].pc)),
            Use::Load(at) => {
                let node = local.loads[at as usize].node;
                if local.kinds[node as usize] == TypeKind::Value {
                    if !held.derived {
                        self.found(method, Found::Load(at));
                    }
                } else {
                    self.reach(graph.node(method, node), Held { varying: true, ..held }, Type::default());
                }
            }
            Use::Store(at) => self.found(method, Found::Changed(local.stores[at as usize].pc)),
            Use::Object(at) => self.asked(method, at, held, class),
            Use::Argument(at, nth) => self.handed(method, at, nth, held),
        }
    }

    /// A library is called on the object.
    fn asked(&mut self, method: MethodId, at: u32, held: Held, class: Type) {
        let graph = self.refs.graph;
        let local = &graph.locals[method.index()];
        let call = &local.library_calls[at as usize];
        if call.external {
            return;
        }
        if let Some(methods) = self.fits.answers(self.refs.context.program, class, call.reference) {
            // No library is asked. A way through the object is one, whoever made it.
            if call.result != NIL && local.kinds[call.result as usize] == TypeKind::Cursor {
                let objects = methods.iter().map(|&method| graph.objects_from(method));
                let given = objects.collect::<Option<Vec<_>>>().map(|objects| objects.concat());
                let result = graph.node(method, call.result);
                let held = Held { varying: true, ..held };
                match given.as_deref() {
                    Some([]) => self.reach(result, held, Type { class: None, library: true }),
                    Some(objects) => {
                        for object in objects {
                            let class = if let Object::Of(class) = *object { Some(class) } else { None };
                            self.reach(result, held, Type { class, library: false });
                        }
                    }
                    None => self.reach(result, held, Type::default()),
                }
            }
            return;
        }
        let said = self.refs.context.rules.said(call.reference);
        if (!said.reads || held.kept) && !self.generator {
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
            if !held.derived {
                self.found(method, Found::Handed { call: at, to: parameter });
            }
            self.reach(
                graph.node(method, parameter),
                Held { varying: true, derived: true, kept: false, ..held },
                Type::default(),
            );
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
            TypeKind::Value | TypeKind::Stateless | TypeKind::Array => false,
            // Whatever is made from a generator draws from it when it is asked; what it gives as an object of no
            // particular type, or in a collection, is what it drew.
            _ => self.generator && !is_drawn(self.result_type(call)),
        };
        if passes {
            let library = body::is_collection(self.result_type(call));
            self.reach(result, Held { varying: true, ..held }, Type { class: None, library });
            return;
        }
        if !held.derived {
            self.found(method, Found::Call { call: at, answer: call.result });
        }
        self.reach(result, Held { varying: true, derived: true, kept: false, ..held }, Type::default());
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
            // What is made from a generator draws from it, whether or not it is the object again.
            if self.is_fluent(call) && !self.generator {
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
        body::result(program.names.text(program.reference(call.reference).descriptor))
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
