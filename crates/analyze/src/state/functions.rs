//! Functions in fields. One that keeps nothing is no state; one that took along what can change, or has fields that do, is,
//! and so is one of a library's that keeps its answers.

use rustc_hash::FxHashSet;

use super::{Immutable, Shared};
use crate::flow::Node;
use crate::flow::body;
use crate::flow::graph::Graph;
use crate::flow::local::{Context, Object, Taken};
use crate::program::{ClassId, FieldId, Lambda, MethodId, Program};

/// The functions that a field holds.
#[derive(Debug, Default)]
pub(crate) struct Functions {
    /// Where their code sees what is inside them and may change.
    pub(super) inside: Vec<Node>,
    /// Where their code sees what they took along and cannot change.
    pub(super) taken: Vec<Node>,
    /// Whether one of them keeps its answers.
    pub(super) remembers: bool,
    /// Whether all of them are made where we see it.
    pub(super) seen: bool,
}

impl Functions {
    /// The functions that a field holds, if its type says that it holds such.
    pub(super) fn of(
        context: Context<'_, '_>,
        graph: &Graph,
        shared: &Shared,
        immutable: &mut Immutable<'_, '_>,
        field: FieldId,
    ) -> Option<Self> {
        let program = context.program;
        if !is_function(context, field) {
            return None;
        }
        let mut found = Functions::default();
        let Some(objects) = graph.objects_in(field) else { return Some(found) };
        found.seen = true;
        let (mut pending, mut met) = (objects.to_vec(), FxHashSet::default());
        while let Some(object) = pending.pop() {
            if !met.insert(object) {
                continue;
            }
            match object {
                // The fields of what there is one of are looked at by themselves.
                Object::Of(class) if shared.class(class).is_some() => {}
                Object::Of(class) => {
                    if !immutable.object(object) {
                        let methods = super::methods_of(program, class);
                        found.inside.extend(methods.filter_map(|method| graph.parameter(method, 0)));
                    }
                    let fields = program.superclasses(class).flat_map(|above| program.class(above).fields.clone());
                    let functions = fields.map(FieldId).filter(|&field| is_function(context, field));
                    pending.extend(functions.filter_map(|field| graph.objects_in(field)).flatten());
                }
                Object::Lambda(number) => found.take_along(context, graph, shared, immutable, number, &mut pending),
                Object::Remembers => found.remembers = true,
            }
        }
        Some(found)
    }

    fn take_along(
        &mut self,
        context: Context<'_, '_>,
        graph: &Graph,
        shared: &Shared,
        immutable: &mut Immutable<'_, '_>,
        number: u32,
        pending: &mut Vec<Object>,
    ) {
        let program = context.program;
        let lambda = program.lambdas[number as usize];
        let single = |class: ClassId| shared.class(class).is_some();
        let targets = context.calls.of_lambda(&lambda);
        for (nth, taken) in (0..).zip(taken_along(program, lambda)) {
            let nodes = targets.iter().filter_map(|&target| graph.parameter(target, usize::from(nth)));
            if !program.class_of_type(&taken).is_some_and(single) {
                if immutable.holds(&taken) { &mut self.taken } else { &mut self.inside }.extend(nodes);
            }
            pending.extend(graph.functions_in(Taken { lambda: number, nth }));
        }
    }
}

/// Whether the type of a field says that it holds functions.
fn is_function(context: Context<'_, '_>, field: FieldId) -> bool {
    let program = context.program;
    let class = program.class_of_type(program.names.text(program.field(field).descriptor));
    class.is_some_and(|class| context.rules.is_function(program, class))
}

/// The types of what a lambda takes along.
pub(super) fn taken_along(program: &Program<'_>, lambda: Lambda) -> Vec<String> {
    let target = program.reference(lambda.target);
    let object = lambda.has_object().then(|| format!("L{};", program.class_name(target.owner)));
    let parameters = body::parameters(program.names.text(target.descriptor)).map(str::to_string);
    object.into_iter().chain(parameters).take(usize::from(lambda.captured)).collect()
}

/// The bodies of lambdas that fields hold. Whoever reads the field may call them, not only whoever made them.
pub(super) fn kept(context: Context<'_, '_>, graph: &Graph) -> Vec<MethodId> {
    let fields = (0..context.program.fields.len() as u32).map(FieldId);
    let objects = fields.filter_map(|field| graph.objects_in(field)).flatten();
    let lambdas = objects.filter_map(|object| match *object {
        Object::Lambda(number) => Some(&context.program.lambdas[number as usize]),
        Object::Of(_) | Object::Remembers => None,
    });
    lambdas.flat_map(|lambda| context.calls.of_lambda(lambda).iter().copied()).collect()
}
