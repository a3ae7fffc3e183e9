//! What an object that is followed can be, and where it cannot have got to.
//!
//! One name stands for many objects: an `Iterable` that is handed around may be a set of bits here and a table there. A
//! set of bits does not answer with the table's iterator, so its way does not lead there.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::flow::Node;
use crate::flow::graph::Graph;
use crate::flow::local::Object;
use crate::program::select::Declared;
use crate::program::{ClassId, FieldId, MemberRef, MethodId, Program, RefId};

/// The type of an object as far as it is known; nothing is known of what is an `Object`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Type {
    pub(super) class: Option<ClassId>,
    /// Whether a library made it, so that no code of the application is its own.
    pub(super) library: bool,
}

/// The types of nodes, and how types relate.
pub(super) struct Types {
    /// For each node what its object is at least.
    of: Vec<Option<ClassId>>,
    /// For each class all that is above it, sorted, itself included.
    above: Vec<OnceLock<Box<[ClassId]>>>,
}

impl Types {
    pub(super) fn new(program: &Program<'_>, graph: &Graph) -> Self {
        let root = program.class_named("java/lang/Object");
        let known = |class: ClassId| Some(class).filter(|_| Some(class) != root);
        let mut of: Vec<Option<ClassId>> = vec![None; graph.nodes as usize];
        for number in 0..program.fields.len() as u32 {
            let field = FieldId(number);
            let class = program.class_of_type(program.names.text(program.field(field).descriptor));
            let made = match graph.objects_in(field) {
                Some([Object::Of(class)]) => Some(*class),
                _ => None,
            };
            of[graph.field_node(field) as usize] = made.or(class).and_then(known);
        }
        for (number, local) in graph.locals.iter().enumerate() {
            let method = MethodId(number as u32);
            for (node, class) in local.types.iter().enumerate().skip(1) {
                of[graph.node(method, node as Node) as usize] = class.and_then(known);
            }
            // What is read from a field is what the field holds.
            for get in &local.gets {
                let held = of[graph.field_node(get.field) as usize];
                let node = &mut of[graph.node(method, get.node) as usize];
                *node = held.or(*node);
            }
        }
        Types { of, above: program.classes.iter().map(|_| OnceLock::new()).collect() }
    }

    /// What the object of a node is at least.
    pub(super) fn of(&self, node: Node) -> Option<ClassId> {
        self.of[node as usize]
    }

    fn above(&self, program: &Program<'_>, class: ClassId) -> &[ClassId] {
        self.above[class.index()].get_or_init(|| {
            let mut above = program.supertypes_of(class);
            above.push(class);
            above.sort_unstable();
            above.dedup();
            above.into_boxed_slice()
        })
    }

    fn is_below(&self, program: &Program<'_>, class: ClassId, other: ClassId) -> bool {
        self.above(program, class).binary_search(&other).is_ok()
    }
}

/// What was found out about pairs of types.
#[derive(Default)]
pub(super) struct Fits {
    known: FxHashMap<(ClassId, ClassId), bool>,
    answers: FxHashMap<(ClassId, RefId), Option<Vec<MethodId>>>,
}

impl Fits {
    /// The type of an object where something of a class is asked for, the narrower of both; nothing if there is no such
    /// object.
    pub(super) fn narrow(
        &mut self,
        program: &Program<'_>,
        types: &Types,
        object: Type,
        asked: Option<ClassId>,
    ) -> Option<Type> {
        let Some(other) = asked else { return Some(object) };
        let narrower = Type { class: asked, ..object };
        if object.library && program.class(other).application && !program.class(other).is_interface() {
            return None;
        }
        let Some(class) = object.class else { return Some(narrower) };
        if class == other || types.is_below(program, class, other) {
            return Some(object);
        }
        if types.is_below(program, other, class) {
            return Some(narrower);
        }
        let both = *self.known.entry((class, other)).or_insert_with(|| {
            let (one, two) = (program.class(class), program.class(other));
            // Of two types that were not read nobody knows what is below them.
            if !one.read && !two.read {
                return true;
            }
            if one.read && two.read && !one.is_interface() && !two.is_interface() {
                return false;
            }
            let (below, other) = if one.read { (class, other) } else { (other, class) };
            program.subtypes_of(below).into_iter().any(|below| types.is_below(program, below, other))
        });
        both.then_some(object)
    }

    /// The methods of the application that an object answers a call with; nothing if a library may answer.
    pub(super) fn answers(&mut self, program: &Program<'_>, object: Type, reference: RefId) -> Option<&[MethodId]> {
        let class = object.class.filter(|&class| program.class(class).application)?;
        let own = |declared: Declared| match declared {
            Declared::Application(method) => Some(method).filter(|&method| program.method(method).has_code),
            Declared::Library(..) => None,
        };
        let found = self.answers.entry((class, reference)).or_insert_with(|| {
            let MemberRef { name, descriptor, .. } = program.reference(reference);
            let found = program.select(class, name, descriptor, None);
            found.into_iter().map(own).collect::<Option<Vec<MethodId>>>().filter(|found| !found.is_empty())
        });
        found.as_deref()
    }
}
