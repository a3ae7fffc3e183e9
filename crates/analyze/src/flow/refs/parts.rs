//! Methods that return something of what they are given: getters, accessors of records.

use rustc_hash::FxHashSet;

use super::super::graph::{Graph, Lists, Port};
use super::super::summary::{Summaries, calls_itself, circles};
use super::super::{NIL, Node};
use super::Use;
use crate::program::MethodId;
use crate::rules::index::TypeKind;

/// Parameters beyond this are not told apart.
const PARAMETERS: usize = 31;

/// What is known of something that a method returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Part {
    /// It is not the parameter itself.
    inner: bool,
    /// Not always the same object.
    varying: bool,
}

/// For each method the parameters of which it may return a part, as pairs of bits: always the same one, or not.
#[derive(Debug, Default)]
pub(super) struct Parts {
    of: Vec<u64>,
}

fn bits(nth: usize, varying: bool) -> u64 {
    1 << (2 * nth.min(PARAMETERS) + usize::from(varying))
}

impl Parts {
    pub(super) fn solve(graph: &Graph, summaries: &Summaries, uses: &Lists<Use>, constant: &[bool]) -> Self {
        let count = graph.locals.len();
        let mut parts = Parts { of: vec![0; count] };
        for circle in circles(graph, 0..count as u32) {
            loop {
                let mut changed = false;
                for &method in &circle {
                    let found = parts.returned(graph, summaries, uses, constant, method);
                    changed |= found != parts.of[method.index()];
                    parts.of[method.index()] = found;
                }
                if !changed || circle.len() == 1 && !calls_itself(graph, circle[0]) {
                    break;
                }
            }
        }
        parts
    }

    /// Whether a method may return a part of a parameter, and if so whether not always the same one.
    pub(super) fn of(&self, method: MethodId, nth: usize) -> Option<bool> {
        let found = self.of[method.index()];
        let varying = found & bits(nth, true) != 0;
        (varying || found & bits(nth, false) != 0).then_some(varying)
    }

    fn returned(
        &self,
        graph: &Graph,
        summaries: &Summaries,
        uses: &Lists<Use>,
        constant: &[bool],
        method: MethodId,
    ) -> u64 {
        let local = &graph.locals[method.index()];
        // What cannot be followed is no reference to a part.
        if local.kinds.get(local.returned as usize).is_none_or(|&kind| kind == TypeKind::Value) {
            return 0;
        }
        let mut found = 0;
        for nth in 0..local.parameters as usize {
            let Some(parameter) = graph.parameter(method, nth) else { continue };
            let mut pending: Vec<(Node, Part)> = vec![(parameter, Part { inner: false, varying: false })];
            let mut seen: FxHashSet<(Node, Part)> = pending.iter().copied().collect();
            while let Some((node, part)) = pending.pop() {
                if part.inner && node == graph.returned(method) {
                    found |= bits(nth, part.varying);
                }
                let mut visit = |next: Node, part: Part| {
                    let followed = next != NIL && graph.kind(next) != Some(TypeKind::Value);
                    if followed && seen.insert((next, part)) {
                        pending.push((next, part));
                    }
                };
                for &alias in graph.aliases.of(node) {
                    visit(alias, part);
                }
                for &used in uses.of(node) {
                    match used {
                        Use::Get(at) => {
                            let get = local.gets[at as usize];
                            let varying = part.varying || !constant[get.field.index()];
                            visit(graph.node(method, get.node), Part { inner: true, varying });
                        }
                        Use::Load(at) => {
                            let element = graph.node(method, local.loads[at as usize].node);
                            visit(element, Part { inner: true, varying: true });
                        }
                        _ => {}
                    }
                }
                for &(site, port) in graph.at.of(node) {
                    let Port::Argument(argument) = port else { continue };
                    let site = &graph.sites[site as usize];
                    for &target in &site.targets {
                        if summaries.returns_parameter(target, usize::from(argument)) {
                            visit(site.result, part);
                        }
                        if let Some(varying) = self.of(target, usize::from(argument)) {
                            visit(site.result, Part { inner: true, varying: part.varying || varying });
                        }
                    }
                }
            }
        }
        found
    }
}
