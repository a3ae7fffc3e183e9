//! Method references as places: what is found in a stand-in is where the reference is.

use retake_model::points::RuledOut;

use super::{At, Candidate, Sinks, nth};
use crate::flow::graph::Graph;
use crate::flow::local::Context;
use crate::program::{MethodId, Program};

/// Takes what is in stand-ins to where the references are, once for each of their places. Gives apart what is in references
/// that stay as they are: of one that can be stored, what is stored names the method, and must go on doing so.
pub(crate) fn at_references(
    program: &Program<'_>,
    graph: &Graph,
    candidates: Vec<Candidate>,
) -> (Vec<Candidate>, Vec<Candidate>) {
    let (mut places, mut left) = (Vec::with_capacity(candidates.len()), Vec::new());
    for found in candidates {
        let Some(number) = program.method(found.method).stands_in else {
            places.push(found);
            continue;
        };
        let (At::Call(reference) | At::Construct(reference)) = found.at else { continue };
        let stays = program.lambdas[number as usize].serializable;
        // What reads a stored reference again makes it, and calls nothing.
        let calls =
            |&&(method, _): &&(MethodId, u32)| program.names.text(program.method(method).name) != "$deserializeLambda$";
        for &(method, pc) in graph.references(found.method).iter().filter(calls) {
            let moved = Candidate { method, pc, at: At::Reference(reference), ..found.clone() };
            if stays { left.push(moved) } else { places.push(moved) }
        }
    }
    (places, left)
}

/// Tells of dependencies that no point can be made of, because the references stay as they are.
pub(crate) fn stay(
    context: Context<'_, '_>,
    graph: &Graph,
    sinks: &Sinks<'_>,
    left: &[Candidate],
    out: &mut Vec<RuledOut>,
) -> Vec<String> {
    let mut warnings = Vec::new();
    for found in left.iter().filter(|found| found.direct || sinks.matters(found).is_some()) {
        let (program, Candidate { kind, dependency, method, pc, .. }) = (context.program, found);
        let why = "the method reference that calls it is serializable, and what is stored of it names the method";
        out.push(super::ruled_out(context, graph, *kind, dependency.clone(), *method, *pc, why.to_string()));
        let holder = program.method(*method);
        let line = nth::line(program, *method, *pc).map(|line| format!(":{line}")).unwrap_or_default();
        let file = nth::file(program, *method).map(|file| format!(" ({file}{line})")).unwrap_or_default();
        warnings.push(format!(
            "{}.{}{file} calls {} by a serializable method reference, which is not recorded; write a lambda that calls it",
            program.dotted(holder.class),
            program.names.text(holder.name),
            dependency.split('(').next().unwrap_or(dependency),
        ));
    }
    warnings.sort();
    warnings
}
