//! Puts the flow of a method together: its nodes, and the edges between their sides.

use rustc_hash::FxHashMap;

use super::body::{self, Body, Ty};
use super::local::{Context, Local, Sink, SinkKind};
use super::{NIL, Node, Side, content, value};
use crate::program::{Application, ClassId, FieldId, Lambda, MethodId};
use crate::rules::index::TypeKind;

/// A method reference or lambda as a value: which one, and what it took along.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub(super) lambda: Lambda,
    pub(super) captured: Vec<Node>,
}

/// A flow being worked out.
pub(super) struct Build<'c, 'a> {
    pub(super) context: Context<'c, 'a>,
    pub(super) method: MethodId,
    pub(super) local: Local,
    /// The functions that a value is or is made of.
    pub(super) functions: FxHashMap<Node, Vec<Function>>,
    /// Values that stand for others, with these.
    pub(super) joins: FxHashMap<Node, Vec<Node>>,
    /// The class that a value is an object of, where the code says it.
    pub(super) types: FxHashMap<Node, ClassId>,
    /// The application class of values whose methods libraries may call.
    pub(super) classes: FxHashMap<Node, ClassId>,
    /// The field that a value was read from, where it is known what that holds.
    pub(super) held: FxHashMap<Node, FieldId>,
}

impl<'c, 'a> Build<'c, 'a> {
    pub(super) fn new(context: Context<'c, 'a>, body: &Body<'_>, method: MethodId) -> Self {
        let kind = |ty: Ty<'_>| match ty {
            Ty::Primitive => TypeKind::Value,
            Ty::Unknown => TypeKind::Other,
            Ty::Descriptor(text) => context.rules.kind_of_type(context.program, text),
            Ty::Class(text) if text.starts_with('[') => TypeKind::Array,
            Ty::Class(text) => {
                context.program.class_named(text).map_or(TypeKind::Other, |class| context.rules.kind(class))
            }
        };
        let kinds = body.values.iter().map(|value| kind(value.ty)).collect();
        let pcs = body.values.iter().map(|value| value.pc).collect();
        let class = |ty: Ty<'_>| match ty {
            Ty::Descriptor(text) => context.program.class_of_type(text),
            Ty::Class(text) => context.program.class_named(text),
            Ty::Primitive | Ty::Unknown => None,
        };
        let types: Vec<Option<ClassId>> = body.values.iter().map(|value| class(value.ty)).collect();
        // What is declared as an object may be anything.
        let declared = |ty: Ty<'_>| matches!(ty, Ty::Descriptor("Ljava/lang/Object;"));
        let values = body.values.iter().enumerate().filter(|(_, value)| !declared(value.ty));
        let seen: FxHashMap<Node, ClassId> =
            values.filter_map(|(node, value)| Some((node as Node, class(value.ty)?))).collect();
        let classes = seen.iter().map(|(&node, &class)| (node, class));
        let classes = classes.filter(|(_, class)| !context.calls.callbacks(*class).is_empty()).collect();
        let local = Local { kinds, types, pcs, parameters: body.parameters, ..Local::default() };
        let joins = body.joins.iter().cloned().collect();
        let (functions, held) = (FxHashMap::default(), FxHashMap::default());
        Build { context, method, local, functions, joins, types: seen, classes, held }
    }

    pub(super) fn build(mut self, application: &Application<'a>, body: &Body<'_>) -> Local {
        let program = self.context.program;
        let found = program.method(self.method);
        self.local.returned = self.node_of(0, body::result(program.names.text(found.descriptor)));
        self.local.closed.push(self.local.returned);
        for (join, inputs) in &body.joins {
            for &input in inputs {
                self.copy(input, *join);
            }
            self.local.closed.push(*join);
        }
        // Whoever asks says whether it matters, and a log line or a set that asks does not.
        let asked = matches!(
            (program.names.text(found.name), program.names.text(found.descriptor)),
            ("toString", "()Ljava/lang/String;") | ("hashCode", "()I") | ("equals", "(Ljava/lang/Object;)Z")
        );
        for step in &body.steps {
            self.step(application, step, found.is_synthetic(), asked);
        }
        // Of a value that cannot change, what is in it is what it is.
        for node in 1..self.local.kinds.len() as Node {
            if self.local.kinds[node as usize] == TypeKind::Value {
                self.local.edges.push((content(node), value(node)));
            }
        }
        self.local.edges.sort_unstable();
        self.local.edges.dedup();
        self.local
    }

    /// A node of its own, for what no instruction names.
    pub(super) fn node(&mut self, pc: u32, kind: TypeKind) -> Node {
        self.local.kinds.push(kind);
        self.local.types.push(None);
        self.local.pcs.push(pc);
        self.local.kinds.len() as Node - 1
    }

    /// A node of its own for something of a type.
    pub(super) fn node_of(&mut self, pc: u32, descriptor: &str) -> Node {
        let program = self.context.program;
        let node = self.node(pc, self.context.rules.kind_of_type(program, descriptor));
        self.local.types[node as usize] = program.class_of_type(descriptor);
        node
    }

    pub(super) fn is_value(&self, node: Node) -> bool {
        self.local.kinds[node as usize] == TypeKind::Value
    }

    pub(super) fn edge(&mut self, from: Side, to: Side) {
        if super::node_of(from) != NIL && super::node_of(to) != NIL && from != to {
            self.local.edges.push((from, to));
        }
    }

    /// Both sides of a value go into both sides of another.
    pub(super) fn flow(&mut self, from: Node, to: Node) {
        self.edge(value(from), value(to));
        if !self.is_value(from) {
            self.edge(content(from), if self.is_value(to) { value(to) } else { content(to) });
        }
    }

    /// A value goes into what is in another.
    pub(super) fn into(&mut self, from: Node, to: Node) {
        let to = if self.is_value(to) { value(to) } else { content(to) };
        self.edge(value(from), to);
        if !self.is_value(from) {
            self.edge(content(from), to);
        }
    }

    /// What is written into a part is in the whole.
    pub(super) fn back(&mut self, part: Node, whole: Node) {
        if part != NIL && whole != NIL && !self.is_value(part) && !self.is_value(whole) {
            self.edge(content(part), content(whole));
        }
    }

    /// The same thing under another name.
    pub(super) fn copy(&mut self, from: Node, to: Node) {
        self.flow(from, to);
        self.back(to, from);
        if from != NIL && to != NIL {
            self.local.aliases.push((from, to));
        }
    }

    pub(super) fn sink(&mut self, pc: u32, side: Side, kind: SinkKind) {
        let sinks = self.context.rules.sinks;
        let counts = match kind {
            SinkKind::Branch | SinkKind::Callback(_) => sinks.branches,
            SinkKind::Return => sinks.returns,
            SinkKind::Throw => sinks.throws,
            SinkKind::External(_) | SinkKind::Output(_) | SinkKind::Whole | SinkKind::Argument(..) => true,
        };
        if counts && super::node_of(side) != NIL && !self.context.library {
            self.local.sinks.push(Sink { pc, side, kind });
        }
    }
}
