//! What answering a whole method would leave undone.

use retake_model::points::{Place, Point, Write};

use crate::flow::effects::Effects;
use crate::flow::graph::Graph;
use crate::flow::local::Context;
use crate::program::{FieldId, MethodId, Program};

/// So many fields are told of a method that changes more. One that starts a whole machine changes nearly every field of the service,
/// and a document that repeats them for each such method would be larger than the service.
const MOST_FIELDS: usize = 200;

/// Notes for each point that is a whole method of the application what the method changes outside itself.
pub(crate) fn note(context: Context<'_, '_>, graph: &Graph, points: &mut [Point]) {
    let program = context.program;
    let own: Vec<(usize, MethodId)> = points
        .iter()
        .enumerate()
        .filter(|(_, point)| point.place == Place::Body)
        .filter_map(|(at, point)| Some((at, method_of(program, point)?)))
        .collect();
    if own.is_empty() {
        return;
    }
    let effects = Effects::solve(context, graph, own.iter().map(|(_, method)| *method));
    for (at, method) in own {
        points[at].writes = writes(program, &effects, method);
    }
}

fn method_of(program: &Program<'_>, point: &Point) -> Option<MethodId> {
    let class = program.class_named(&point.class).filter(|&class| program.class(class).application)?;
    program.declared_method(class, program.names.get(&point.method)?, program.names.get(&point.descriptor)?)
}

/// What a method changes outside itself.
pub(super) fn writes(program: &Program<'_>, effects: &Effects, method: MethodId) -> Vec<Write> {
    let found = program.method(method);
    let own = u32::from(!found.is_static());
    let count = crate::flow::body::parameters(program.names.text(found.descriptor)).count() as u32;
    let receiver = (own == 1 && effects.changes_parameter(method, 0)).then_some(Write::Receiver);
    let arguments = (0..count)
        .filter(|nth| effects.changes_parameter(method, own + nth))
        .map(|nth| Write::Argument { index: nth as u16 });
    // What is in the object itself comes first, because that is what is recorded of fields.
    let inside = |field: FieldId| own == 1 && program.is_subtype(found.class, program.field(field).class);
    let (mut fields, others): (Vec<FieldId>, Vec<FieldId>) = effects.fields(method).partition(|&field| inside(field));
    let left = MOST_FIELDS.saturating_sub(fields.len());
    let rest = (others.len() > left).then_some(Write::Unknown);
    fields.extend(others.into_iter().take(left));
    let fields = fields.into_iter().map(|field| {
        let field = program.field(field);
        let class = program.class_name(field.class).to_string();
        let [name, descriptor] = [field.name, field.descriptor].map(|name| program.names.text(name).to_string());
        match field.is_static() {
            true => Write::Static { class, name, descriptor },
            false => Write::Field { class, name, descriptor },
        }
    });
    let mut writes: Vec<Write> = receiver.into_iter().chain(arguments).chain(fields).chain(rest).collect();
    writes.sort();
    writes
}
