//! Objects that cannot change once they are made, whether or not anybody says so: their fields are set when they are made
//! and hold nothing that can change either.

use retake_bytecode::access;
use rustc_hash::FxHashMap;

use super::functions::taken_along;
use crate::flow::graph::Graph;
use crate::flow::local::{Context, Object};
use crate::program::{ClassId, FieldId};
use crate::rules::index::TypeKind;

/// What is known of the classes that were asked about.
pub(super) struct Immutable<'i, 'a> {
    context: Context<'i, 'a>,
    graph: &'i Graph,
    /// For each field whether it is only set when its object is made.
    constant: &'i [bool],
    known: FxHashMap<ClassId, bool>,
    /// In the order in which they were asked about.
    order: Vec<ClassId>,
}

impl<'i, 'a> Immutable<'i, 'a> {
    pub(super) fn new(context: Context<'i, 'a>, graph: &'i Graph, constant: &'i [bool]) -> Self {
        Immutable { context, graph, constant, known: FxHashMap::default(), order: Vec::new() }
    }

    /// Whether what a field holds cannot change.
    pub(super) fn field(&mut self, field: FieldId) -> bool {
        let program = self.context.program;
        if let Some(objects) = self.graph.objects_in(field) {
            // Of a library's objects only their type is known.
            if !objects.is_empty() {
                return objects.iter().all(|&object| self.object(object));
            }
        }
        self.holds(program.names.text(program.field(field).descriptor))
    }

    /// Whether an object cannot change.
    pub(super) fn object(&mut self, object: Object) -> bool {
        match object {
            Object::Of(class) => self.class(class),
            Object::Lambda(lambda) => {
                let program = self.context.program;
                taken_along(program, program.lambdas[lambda as usize]).iter().all(|taken| self.holds(taken))
            }
            Object::Remembers => false,
        }
    }

    /// Whether nothing of a type can change.
    pub(super) fn holds(&mut self, descriptor: &str) -> bool {
        let program = self.context.program;
        match self.context.rules.kind_of_type(program, descriptor) {
            TypeKind::Value | TypeKind::Stateless => return true,
            TypeKind::Array | TypeKind::Cursor | TypeKind::Generator(_) => return false,
            _ => {}
        }
        let Some(class) = program.class_of_type(descriptor) else { return false };
        let found = program.class(class);
        found.read
            && !found.is_interface()
            && self.class(class)
            && program.subtypes_of(class).into_iter().all(|below| self.class(below))
    }

    /// Whether objects of exactly this class cannot change.
    fn class(&mut self, class: ClassId) -> bool {
        if let Some(&known) = self.known.get(&class) {
            return known;
        }
        // Two classes that hold each other are immutable unless something else speaks against it.
        let before = self.order.len();
        self.known.insert(class, true);
        self.order.push(class);
        let found = self.context.program.superclasses(class).all(|above| self.own_fields(above));
        if !found {
            // Whatever was found meanwhile may rest on what turned out to be wrong.
            for asked in self.order.drain(before..) {
                if self.known.get(&asked) == Some(&true) {
                    self.known.remove(&asked);
                }
            }
            self.known.insert(class, false);
        }
        found
    }

    /// Whether the fields that a class declares cannot change.
    fn own_fields(&mut self, class: ClassId) -> bool {
        let program = self.context.program;
        let found = program.class(class);
        if matches!(program.class_name(class), "java/lang/Object" | "java/lang/Number" | "java/lang/Record")
            || self.context.rules.kind(class) == TypeKind::Value
        {
            return true;
        }
        if !found.read {
            return false;
        }
        if found.application {
            let mut fields = found.fields.clone().map(FieldId).filter(|&field| !program.field(field).is_static());
            return fields.all(|field| self.constant[field.index()] && self.field(field));
        }
        for field in program.library_fields(class).filter(|field| !field.is_static()) {
            let Ok(descriptor) = field.descriptor() else { return false };
            if field.access() & access::FINAL == 0 || !self.holds(&descriptor.to_str()) {
                return false;
            }
        }
        true
    }
}
