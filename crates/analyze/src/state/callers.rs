//! Who may call a method: code we see, or somebody we do not.

use retake_bytecode::access;
use rustc_hash::FxHashSet;

use super::{Shared, functions};
use crate::flow::graph::Graph;
use crate::flow::local::Context;
use crate::program::{Method, MethodId, Program};

/// How far up the question is asked whether a method only serves to initialise a class.
const DEPTH: u32 = 8;

/// Methods that somebody outside the application may call.
#[derive(Debug)]
pub(crate) struct Outside {
    methods: Vec<bool>,
}

impl Outside {
    /// `entries` are what traffic calls.
    pub(crate) fn new(program: &Program<'_>, entries: &FxHashSet<MethodId>, shared: &Shared) -> Self {
        let called = |(number, method): (usize, &Method)| {
            let id = MethodId(number as u32);
            let name = program.names.text(method.name);
            let main = name == "main" && method.access & access::STATIC != 0;
            // An object that somebody else makes is made with one of these.
            let made = name == "<init>" && program.class(method.class).annotated;
            let serial = matches!(name, "readObject" | "readResolve" | "writeObject" | "writeReplace");
            name == "<clinit>"
                || main
                || made
                || serial
                || method.annotated
                || entries.contains(&id)
                || shared.serves(id)
                || program.overrides_library(id)
        };
        let own = program.methods.iter().enumerate().take(program.application_methods as usize);
        Outside { methods: own.map(called).collect() }
    }

    /// Whether somebody outside may call a method.
    pub(crate) fn calls(&self, method: MethodId) -> bool {
        self.methods[method.index()]
    }
}

/// What is known of the callers of methods.
pub(crate) struct Callers<'c> {
    graph: &'c Graph,
    outside: &'c Outside,
    /// Methods that initialise a class.
    initialisers: Vec<bool>,
    /// Methods that run while the service starts, and make or set up objects of which there is one.
    starting: Vec<bool>,
    /// Bodies of lambdas that fields hold.
    kept: FxHashSet<MethodId>,
}

impl<'c> Callers<'c> {
    pub(crate) fn new(context: Context<'_, '_>, graph: &'c Graph, outside: &'c Outside, shared: &Shared) -> Self {
        let program = context.program;
        let mut initialisers = Vec::with_capacity(program.methods.len());
        let mut starting = Vec::with_capacity(program.methods.len());
        for (number, method) in program.methods.iter().enumerate().take(program.application_methods as usize) {
            let name = program.names.text(method.name);
            initialisers.push(name == "<clinit>");
            let makes = name == "<init>" && shared.keeps(method.class);
            starting.push(makes || shared.starts(MethodId(number as u32)));
        }
        let kept = functions::kept(context, graph).into_iter().collect();
        Callers { graph, outside, initialisers, starting, kept }
    }

    /// Whether it initialises a class; or, for fields of objects, whether it makes or sets up the only one.
    pub(crate) fn is_initialiser(&self, method: MethodId, of_class: bool) -> bool {
        if of_class { self.initialisers[method.index()] } else { self.starting[method.index()] }
    }

    /// Whether somebody outside the application may call it.
    pub(crate) fn called_outside(&self, method: MethodId) -> bool {
        self.outside.calls(method)
    }

    /// Whether code of the application calls it.
    pub(crate) fn called_inside(&self, method: MethodId) -> bool {
        let mut sites = self.graph.callers.of(method.0).iter();
        sites.any(|&site| self.graph.sites[site as usize].method != method)
    }

    /// Whether anybody may call it.
    pub(crate) fn may_be_called(&self, method: MethodId) -> bool {
        self.called_outside(method) || self.called_inside(method)
    }

    /// Whether it is called only while a class is initialised or the service starts.
    pub(crate) fn only_initialises(&self, method: MethodId) -> bool {
        self.only_initialises_within(method, DEPTH)
    }

    fn only_initialises_within(&self, method: MethodId, depth: u32) -> bool {
        if self.starting[method.index()] && !self.called_inside(method) {
            return true;
        }
        if depth == 0 || self.outside.calls(method) || self.kept.contains(&method) {
            return false;
        }
        let mut callers = self.graph.callers.of(method.0).iter().map(|&site| self.graph.sites[site as usize].method);
        self.called_inside(method)
            && callers.all(|caller| {
                caller == method
                    || self.initialisers[caller.index()]
                    || self.starting[caller.index()]
                    || self.only_initialises_within(caller, depth - 1)
            })
    }
}
