//! What goes through a method: which of its inputs reach which of its outputs.
//!
//! Inputs are the sides of the parameters, and the content of the result (what a caller writes into what it was
//! given). Outputs are the sides of the result and the content of the parameters. Summaries are made from the leaves
//! of the call graph upwards, in a circle of calls until nothing changes.

use super::graph::{Graph, Port};
use super::{NIL, Side, content, is_content, node_of, value};
use crate::program::MethodId;
use crate::rules::index::TypeKind;

/// Parameters beyond this share one place.
const PARAMETERS: usize = 30;

/// The bit of the result's content as an input.
const RESULT: u32 = 62;

/// The bit of the sources inside.
const SOURCE: u32 = 63;

/// For each output the inputs that reach it, as bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Summary {
    rows: Vec<u64>,
}

/// The summaries of all methods.
#[derive(Debug, Default)]
pub(crate) struct Summaries {
    of: Vec<Summary>,
    /// For each method the parameters that it may return as they are, as bits.
    returns: Vec<u64>,
    /// What goes through any method of each list of targets, and what it may return as it is.
    any: Vec<Summary>,
    any_returns: Vec<u64>,
}

impl Summary {
    /// The inputs that reach an output.
    fn row(&self, row: usize) -> u64 {
        self.rows.get(row).copied().unwrap_or(0)
    }
}

/// The sides of a call's inputs that these bits mean.
fn inputs(graph: &Graph, site: u32, bits: u64, mut found: impl FnMut(Side)) {
    if bits == 0 {
        return;
    }
    let site = &graph.sites[site as usize];
    if bits & 1 << RESULT != 0 && site.result != NIL {
        found(content(site.result));
    }
    for (nth, &node) in site.arguments.iter().enumerate() {
        let bit = 2 * nth.min(PARAMETERS);
        if node != NIL && bits & 1 << bit != 0 {
            found(value(node));
        }
        if node != NIL && bits & 2 << bit != 0 {
            found(content(node));
        }
    }
}

/// The row of an output.
fn row(port: Port, is_content: bool) -> Option<usize> {
    match port {
        Port::Result => Some(usize::from(is_content)),
        Port::Argument(nth) => is_content.then(|| 2 + usize::from(nth).min(PARAMETERS)),
    }
}

impl Summaries {
    /// Works out all summaries.
    pub(crate) fn solve(graph: &Graph) -> Self {
        let count = graph.locals.len();
        let sets = graph.sets.count;
        let mut summaries = Summaries {
            of: vec![Summary::default(); count],
            returns: vec![0; count],
            any: vec![Summary::default(); sets],
            any_returns: vec![0; sets],
        };
        let mut seen = vec![0u32; 2 * graph.nodes as usize];
        let mut stamp = 0;
        for circle in circles(graph, 0..count as u32) {
            loop {
                let mut changed = false;
                for &method in &circle {
                    changed |= summaries.update(graph, method, &mut seen, &mut stamp);
                }
                if !changed || circle.len() == 1 && !calls_itself(graph, circle[0]) {
                    break;
                }
            }
        }
        summaries
    }

    /// The sides of a call's inputs that reach one of its outputs, for one target.
    pub(crate) fn inputs(
        &self,
        graph: &Graph,
        site: u32,
        target: MethodId,
        port: Port,
        content_side: bool,
        found: impl FnMut(Side),
    ) {
        let Some(row) = row(port, content_side) else { return };
        inputs(graph, site, self.of[target.index()].row(row), found);
    }

    /// The sides of a call's inputs that reach one of its outputs, for any of its targets.
    pub(crate) fn inputs_of_any(
        &self,
        graph: &Graph,
        site: u32,
        port: Port,
        content_side: bool,
        found: impl FnMut(Side),
    ) {
        let Some(row) = row(port, content_side) else { return };
        inputs(graph, site, self.any[graph.sites[site as usize].set as usize].row(row), found);
    }

    /// The sides of a call's outputs that one of its inputs reaches, for any of its targets.
    pub(crate) fn outputs_of_any(
        &self,
        graph: &Graph,
        site: u32,
        port: Port,
        content_side: bool,
        mut found: impl FnMut(Side),
    ) {
        let bit = match port {
            Port::Result => RESULT,
            Port::Argument(nth) => 2 * u32::from(nth).min(PARAMETERS as u32) + u32::from(content_side),
        };
        let site = &graph.sites[site as usize];
        let any = &self.any[site.set as usize];
        let reaches = |row: usize| any.row(row) & 1 << bit != 0;
        if site.result != NIL && reaches(0) {
            found(value(site.result));
        }
        if site.result != NIL && reaches(1) {
            found(content(site.result));
        }
        for (nth, &node) in site.arguments.iter().enumerate() {
            if node != NIL && reaches(2 + nth.min(PARAMETERS)) {
                found(content(node));
            }
        }
    }

    /// Whether a source inside a method reaches its result.
    pub(crate) fn gives_source(&self, method: MethodId) -> bool {
        self.of[method.index()].rows.iter().take(2).any(|bits| bits & 1 << SOURCE != 0)
    }

    /// Whether a source inside a method reaches what is in a parameter.
    pub(crate) fn writes_source(&self, method: MethodId, nth: usize) -> bool {
        let row = self.of[method.index()].rows.get(2 + nth.min(PARAMETERS));
        row.is_some_and(|bits| bits & 1 << SOURCE != 0)
    }

    /// Whether a method may return a parameter as it is.
    pub(crate) fn returns_parameter(&self, method: MethodId, nth: usize) -> bool {
        self.returns[method.index()] & 1 << nth.min(63) != 0
    }

    fn update(&mut self, graph: &Graph, method: MethodId, seen: &mut [u32], stamp: &mut u32) -> bool {
        let local = &graph.locals[method.index()];
        if local.kinds.is_empty() {
            return false;
        }
        let returned = graph.returned(method);
        let parameters = local.parameters as usize;
        let mut outputs = vec![(0, value(returned)), (1, content(returned))];
        for nth in 0..parameters {
            if local.kinds[nth + 1] != TypeKind::Value
                && let Some(node) = graph.parameter(method, nth)
            {
                outputs.push((2 + nth.min(PARAMETERS), content(node)));
            }
        }
        let mut rows = vec![0u64; 2 + parameters.min(PARAMETERS + 1)];
        for (row, output) in outputs {
            *stamp += 1;
            rows[row] |= self.reach(graph, method, output, seen, *stamp);
        }
        let returns = self.returned_parameters(graph, method);
        let changed = self.of[method.index()].rows != rows || self.returns[method.index()] != returns;
        if changed {
            for &set in graph.sets.of_method.of(method.0) {
                let any = &mut self.any[set as usize].rows;
                any.resize(any.len().max(rows.len()), 0);
                any.iter_mut().zip(&rows).for_each(|(any, row)| *any |= row);
                self.any_returns[set as usize] |= returns;
            }
            self.of[method.index()].rows = rows;
            self.returns[method.index()] = returns;
        }
        changed
    }

    /// The inputs of a method that reach an output, as bits.
    fn reach(&self, graph: &Graph, method: MethodId, output: Side, seen: &mut [u32], stamp: u32) -> u64 {
        let range = graph.range(method);
        let parameters = graph.locals[method.index()].parameters;
        let returned = graph.returned(method);
        let mut bits = 0;
        let mut pending = vec![output];
        seen[output as usize] = stamp;
        while let Some(side) = pending.pop() {
            let node = node_of(side);
            let place = node - range.start;
            if side != output && (1..=parameters).contains(&place) {
                let bit = 2 * (place as usize - 1).min(PARAMETERS);
                bits |= 1u64 << (bit + usize::from(is_content(side)));
            }
            if side != output && node == returned && is_content(side) {
                bits |= 1 << RESULT;
            }
            let mut visit = |from: Side| {
                if range.contains(&node_of(from)) && seen[from as usize] != stamp {
                    seen[from as usize] = stamp;
                    pending.push(from);
                }
            };
            for &from in graph.sources.of(side) {
                visit(from);
            }
            if graph.is_source(side) {
                bits |= 1 << SOURCE;
            }
            for &(site, port) in graph.at.of(node) {
                let Some(row) = row(port, is_content(side)) else { continue };
                let any = self.any[graph.sites[site as usize].set as usize].row(row);
                bits |= any & 1 << SOURCE;
                inputs(graph, site, any, &mut visit);
            }
        }
        bits
    }

    /// The parameters that a method may return as they are, as bits.
    fn returned_parameters(&self, graph: &Graph, method: MethodId) -> u64 {
        let mut bits = 0;
        for nth in 0..(graph.locals[method.index()].parameters as usize).min(63) {
            let Some(parameter) = graph.parameter(method, nth) else { continue };
            let mut pending = vec![parameter];
            let mut seen = vec![parameter];
            while let Some(node) = pending.pop() {
                if node == graph.returned(method) {
                    bits |= 1 << nth;
                    break;
                }
                let mut visit = |next: u32| {
                    if !seen.contains(&next) {
                        seen.push(next);
                        pending.push(next);
                    }
                };
                for &next in graph.aliases.of(node) {
                    visit(next);
                }
                for &(site, port) in graph.at.of(node) {
                    let Port::Argument(argument) = port else { continue };
                    let site = &graph.sites[site as usize];
                    let through = self.any_returns[site.set as usize] & 1 << argument.min(63) != 0;
                    if site.result != NIL && through {
                        visit(site.result);
                    }
                }
            }
        }
        bits
    }
}

pub(super) fn calls_itself(graph: &Graph, method: MethodId) -> bool {
    graph.callers.of(method.0).iter().any(|&site| graph.sites[site as usize].method == method)
}

/// The circles of the call graph that can be reached from some methods, callees before callers.
pub(super) fn circles(graph: &Graph, roots: impl IntoIterator<Item = u32>) -> Vec<Vec<MethodId>> {
    let count = graph.locals.len();
    let mut callees: Vec<Vec<u32>> = vec![Vec::new(); count];
    for site in &graph.sites {
        callees[site.method.index()].extend(site.targets.iter().map(|target| target.0));
    }
    for list in &mut callees {
        list.sort_unstable();
        list.dedup();
    }
    let mut found = Vec::new();
    let next = |method: u32, list: &mut Vec<u32>| list.extend(&callees[method as usize]);
    super::circles::circles(count, roots, next, |circle| {
        let mut circle: Vec<MethodId> = circle.iter().map(|&method| MethodId(method)).collect();
        circle.sort_unstable();
        found.push(circle);
    });
    found
}
