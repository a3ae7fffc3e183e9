//! Lambdas and method references: what they are as values, and what calling them does.

use retake_bytecode::handle;

use super::body;
use super::build::{Build, Function};
use super::local::{Dispatch, Invocation, Object, Taken};
use super::{NIL, Node};
use crate::program::Lambda;
use crate::rules::index::TypeKind;

impl Build<'_, '_> {
    /// A lambda or method reference becomes a value. What it returns is in it, whoever calls it.
    pub(super) fn function(&mut self, pc: u32, number: u32, captured: &[Node], result: Node) {
        let lambda = self.context.program.lambdas[number as usize];
        self.functions.insert(result, vec![Function { lambda, captured: captured.to_vec() }]);
        self.local.taken.extend((0..).zip(captured).map(|(nth, &node)| (Taken { lambda: number, nth }, node)));
        let given = self.invoke_function(pc, Dispatch::Bound, lambda, captured.to_vec());
        match given {
            Some(given) => self.into(given, result),
            None => captured.iter().for_each(|&node| self.into(node, result)),
        }
    }

    /// What a lambda took along, to whoever calls it without having made it: nothing is known of it, but what is put into
    /// it is seen where the lambda was made.
    pub(super) fn taken_along(&mut self, pc: u32, number: u32) -> Vec<Node> {
        let lambda = self.context.program.lambdas[number as usize];
        let kinds = self.parameter_kinds(lambda);
        let mut taken = Vec::new();
        for nth in 0..lambda.captured {
            let kind = kinds.get(usize::from(nth)).copied().unwrap_or(TypeKind::Value);
            let node = if kind == TypeKind::Value { NIL } else { self.node(pc, kind) };
            self.local.passed.push((Taken { lambda: number, nth }, node));
            taken.push(node);
        }
        taken
    }

    /// The kinds of what a lambda's method takes: what the lambda took along, then what it is passed.
    fn parameter_kinds(&self, lambda: Lambda) -> Vec<TypeKind> {
        let program = self.context.program;
        let member = program.reference(lambda.target);
        let object = lambda.has_object().then(|| self.context.rules.kind(member.owner));
        let types = body::parameters(program.names.text(member.descriptor));
        object.into_iter().chain(types.map(|text| self.context.rules.kind_of_type(program, text))).collect()
    }

    /// Calls what a lambda calls, if that is in the application or something stands in for it; tells what it gives.
    pub(super) fn invoke_function(
        &mut self,
        pc: u32,
        dispatch: Dispatch,
        lambda: Lambda,
        mut passed: Vec<Node>,
    ) -> Option<Node> {
        let program = self.context.program;
        let targets = self.context.calls.of_lambda(&lambda).to_vec();
        let &first = targets.first()?;
        let stands_in = lambda.stand_in == Some(first);
        let descriptor = match stands_in {
            true => program.names.text(program.method(first).descriptor),
            false => program.names.text(program.reference(lambda.target).descriptor),
        };
        let constructs = lambda.kind == handle::NEW_INVOKE_SPECIAL && !stands_in;
        let made = if constructs { self.node(pc, TypeKind::Application) } else { NIL };
        if constructs {
            let owner = program.reference(lambda.target).owner;
            self.local.types[made as usize] = Some(owner);
            self.local.made.push((made, program.class(owner).application.then_some(Object::Of(owner))));
            self.local.closed.push(made);
            passed.insert(0, made);
        }
        let count = body::parameters(descriptor).count() + usize::from(!program.method(first).is_static());
        passed.resize(count, NIL);
        let given = match body::result(descriptor) {
            "V" => NIL,
            text => self.node_of(pc, text),
        };
        self.local.invocations.push(Invocation { pc, dispatch, targets, arguments: passed, result: given });
        Some(if constructs { made } else { given })
    }

    /// A library calls a function it was handed: what the library was given goes into the function's parameters, what
    /// the function gives goes into what the library gives. Tells the nodes of the parameters.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn call_back(
        &mut self,
        pc: u32,
        function: &Function,
        sources: &[Node],
        object: Node,
        result: Node,
        silent: bool,
        into_object: bool,
    ) -> Vec<Node> {
        let lambda = function.lambda;
        if self.context.calls.of_lambda(&lambda).is_empty() {
            // A method of a library on something of ours: `list::add`.
            for &captured in &function.captured {
                for &source in sources {
                    self.into(source, captured);
                }
            }
            return Vec::new();
        }
        let mut passed = function.captured.clone();
        for kind in self.parameter_kinds(lambda).into_iter().skip(passed.len()) {
            let parameter = self.passed_back(pc, kind, sources, object, result, silent);
            passed.push(parameter);
        }
        let parameters = passed[function.captured.len()..].to_vec();
        if let Some(given) = self.invoke_function(pc, Dispatch::Bound, lambda, passed) {
            self.comes_back(given, &parameters, object, result, silent, into_object);
        }
        parameters
    }
}
