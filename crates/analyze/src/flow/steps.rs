//! What each step of a body does to the flow.

use retake_bytecode::opcode::{INVOKEINTERFACE, INVOKESPECIAL, INVOKESTATIC, INVOKEVIRTUAL};

use super::body::{self, Step};
use super::build::{Build, Function};
use super::local::{Access, Check, Dispatch, Element, Invocation, Object, Origin, SinkKind, Taken};
use super::{NIL, Node, content, value};
use crate::program::{Application, Dynamic, FieldId, RefId};
use crate::rules::index::TypeKind;

/// So many functions are followed in a value that is made of functions.
const FUNCTIONS: usize = 16;

impl<'a> Build<'_, 'a> {
    pub(super) fn step(&mut self, application: &Application<'a>, step: &Step, synthetic: bool, asked: bool) {
        let program = self.context.program;
        match *step {
            Step::Mix { from, result } => {
                for from in from {
                    self.edge(value(from), value(result));
                }
            }
            Step::New { class, result } => {
                let object = program.class(class).application.then_some(Object::Of(class));
                self.local.made.push((result, object));
                self.local.closed.push(result);
            }
            Step::Cast { from, result } => {
                self.copy(from, result);
                self.local.closed.push(result);
                // What comes from somewhere unseen and turns out to be a generator varies.
                if let TypeKind::Generator(file) = self.local.kinds[result as usize]
                    && !matches!(self.local.kinds[from as usize], TypeKind::Generator(_))
                {
                    self.local.origins.push(Origin { node: result, file });
                }
                self.carry(&[from], result);
                if let Some(&field) = self.held.get(&from) {
                    self.held.insert(result, field);
                }
            }
            Step::Branch { pc, on } => {
                for on in on {
                    // What is decided in `equals` is what it returns.
                    if asked {
                        self.edge(value(on), value(self.local.returned));
                    } else {
                        self.sink(pc, value(on), SinkKind::Branch);
                    }
                }
            }
            Step::Check { on, result } => {
                // What is decided in `equals` is what it returns, and whether that matters is not looked at here.
                if !asked {
                    on.into_iter().for_each(|node| self.check(node, result));
                }
            }
            Step::Return { pc, value: returned } => {
                let to = self.local.returned;
                self.copy(returned, to);
                if !asked && !synthetic {
                    self.sink(pc, value(returned), SinkKind::Return);
                    // Of an object of the application, whoever reads its fields says whether they matter.
                    if self.local.kinds[to as usize] != TypeKind::Application {
                        self.sink(pc, content(returned), SinkKind::Return);
                    }
                }
            }
            Step::Throw { pc, value: thrown, ref caught } => {
                self.sink(pc, value(thrown), SinkKind::Throw);
                self.sink(pc, content(thrown), SinkKind::Throw);
                for &caught in caught {
                    self.copy(thrown, caught);
                }
            }
            Step::Get { base, result, .. } if self.context.library => {
                self.flow(base, result);
                self.back(result, base);
            }
            Step::Put { base, value, .. } if self.context.library => self.into(value, base),
            Step::Get { pc, field, base, result } => {
                if let Some(resolved) = program.field_named(field) {
                    self.get(pc, Some(field), resolved, base, result);
                    if self.context.calls.holds(resolved) {
                        self.held.insert(result, resolved);
                    }
                }
            }
            Step::Put { pc, field, base, value } => {
                if let Some(resolved) = program.field_named(field) {
                    self.put(pc, field, resolved, base, value);
                }
            }
            Step::Load { pc, array, index, result } => {
                self.flow(array, result);
                self.edge(value(index), value(result));
                self.back(result, array);
                self.local.loads.push(Element { pc, array, node: result });
            }
            Step::Store { pc, array, index, value: stored } => {
                self.into(stored, array);
                self.edge(value(index), content(array));
                self.local.stores.push(Element { pc, array, node: stored });
            }
            Step::Call { pc, op, method, ref arguments, result } => self.call(pc, op, method, arguments, result),
            Step::Dynamic { pc, index, ref arguments, result } => {
                self.dynamic(application, pc, index, arguments, result);
            }
        }
    }

    /// A reference is looked at.
    pub(super) fn check(&mut self, node: Node, result: Node) {
        let counts = result != NIL || self.context.rules.sinks.branches;
        if counts && node != NIL && !self.is_value(node) && !self.context.library {
            self.local.checks.push(Check { node, result });
        }
    }

    fn get(&mut self, pc: u32, reference: Option<RefId>, field: FieldId, base: Node, result: Node) {
        self.local.closed.push(result);
        self.also_get(pc, reference, field, base, result);
    }

    /// A field is read; what is read may also be something else.
    pub(super) fn also_get(&mut self, pc: u32, reference: Option<RefId>, field: FieldId, base: Node, result: Node) {
        self.edge(value(base), value(result));
        self.back(result, base);
        self.local.gets.push(Access { pc, reference, field, base, node: result });
    }

    pub(super) fn put(&mut self, pc: u32, reference: RefId, field: FieldId, base: Node, node: Node) {
        self.into(node, base);
        self.local.puts.push(Access { pc, reference: Some(reference), field, base, node });
    }

    fn call(&mut self, pc: u32, op: u8, method: RefId, arguments: &[Node], result: Node) {
        self.reflected(pc, method, arguments, result);
        let held = arguments.first().and_then(|object| self.held.get(object));
        let held = held.and_then(|&field| self.context.calls.of_held(self.context.program, op, method, field));
        let targets = held.as_ref().unwrap_or_else(|| self.context.calls.of(op, method));
        let said = self.context.rules.said(method);
        let settled = said.settled && !targets.library;
        let constructor = op == INVOKESPECIAL
            && self.context.program.names.text(self.context.program.reference(method).name) == "<init>";
        self.own_sinks(pc, method, said, op == INVOKESTATIC, arguments);
        if !targets.library && !settled {
            self.own_source(pc, method, said, op == INVOKESTATIC, constructor, arguments, result);
        }
        if settled {
            self.library_call(pc, method, op == INVOKESTATIC, constructor, arguments, result);
            return;
        }
        if !targets.methods.is_empty() {
            let dispatched = matches!(op, INVOKEVIRTUAL | INVOKEINTERFACE);
            let dispatch = if dispatched { Dispatch::Class(method) } else { Dispatch::Bound };
            let (targets, arguments) = (targets.methods.clone(), arguments.to_vec());
            self.local.invocations.push(Invocation { pc, dispatch, targets, arguments: arguments.clone(), result });
            if self.is_constructor(op, method) {
                self.object(pc, arguments[0]);
            }
        }
        if said.remembers {
            let made = if constructor { arguments[0] } else { result };
            self.local.made.push((made, Some(Object::Remembers)));
        }
        let mut closed = !targets.library || self.library_makes(op, method, arguments, result);
        for &number in &targets.lambdas {
            let lambda = self.context.program.lambdas[number as usize];
            let mut passed = self.taken_along(pc, number);
            passed.extend(&arguments[1..]);
            let dispatch = Dispatch::Lambda(arguments[0], number);
            let given = self.invoke_function(pc, dispatch, lambda, passed);
            closed &= given.is_some() && !self.context.calls.of_handle(lambda.kind, lambda.target).library;
            match given {
                Some(given) => {
                    self.flow(given, result);
                    self.local.closed.push(given);
                    self.local.gives.push((given, result));
                }
                // A method of a library: what it is handed goes where it took along, and comes out of it.
                None => {
                    for &argument in &arguments[1..] {
                        let taken = (0..lambda.captured).map(|nth| (Taken { lambda: number, nth }, argument));
                        self.local.passed.extend(taken);
                        self.flow(argument, result);
                    }
                }
            }
        }
        if closed {
            self.local.closed.push(result);
        }
        // What a function returns because of what it took along is in it.
        if !targets.lambdas.is_empty() && !targets.library {
            self.flow(arguments[0], result);
        }
        if targets.library {
            let constructor = self.is_constructor(op, method);
            self.library_call(pc, method, op == INVOKESTATIC, constructor, arguments, result);
        }
    }

    /// Whether a library answers with an object of its own, or one that hands on to what it is given: the iterator of a
    /// list is the list's, a sorted copy is the library's, and what is made of functions calls them.
    fn library_makes(&mut self, op: u8, method: RefId, arguments: &[Node], result: Node) -> bool {
        let program = self.context.program;
        let given = body::result(program.names.text(program.reference(method).descriptor));
        if result == NIL {
            return false;
        }
        let is_static = op == INVOKESTATIC;
        let composed = self.context.rules.said(method).remembers
            || self.is_function(result) && (is_static || self.is_function(arguments[0]));
        if !composed && !body::is_collection(given) {
            return false;
        }
        for &argument in arguments.iter().skip(usize::from(!is_static && !composed)) {
            if argument != NIL && !self.is_value(argument) {
                self.local.gives.push((argument, result));
            }
        }
        true
    }

    fn is_function(&self, node: Node) -> bool {
        let class = self.local.types[node as usize];
        class.is_some_and(|class| self.context.rules.is_function(self.context.program, class))
    }

    /// The functions that a value is or is made of.
    pub(super) fn functions_of(&self, node: Node) -> Vec<Function> {
        let (mut pending, mut seen, mut found) = (vec![node], vec![node], Vec::new());
        while let Some(node) = pending.pop() {
            found.extend(self.functions.get(&node).into_iter().flatten().cloned());
            for &input in self.joins.get(&node).into_iter().flatten() {
                if !seen.contains(&input) && seen.len() < FUNCTIONS {
                    seen.push(input);
                    pending.push(input);
                }
            }
        }
        found
    }

    /// A value is made of others, and of the functions in them.
    pub(super) fn carry(&mut self, from: &[Node], to: Node) {
        let mut functions: Vec<Function> = from.iter().flat_map(|&node| self.functions_of(node)).collect();
        functions.truncate(FUNCTIONS);
        if !functions.is_empty() && to != NIL {
            self.functions.insert(to, functions);
        }
    }

    fn is_constructor(&self, op: u8, method: RefId) -> bool {
        op == INVOKESPECIAL && self.context.program.names.text(self.context.program.reference(method).name) == "<init>"
    }

    fn dynamic(&mut self, application: &Application<'a>, pc: u32, index: u16, arguments: &[Node], result: Node) {
        match application.dynamic.get(&index) {
            Some(Dynamic::Lambda(number)) => {
                let nth = self.context.program.method(self.method).nth;
                let number = application.again.get(&(nth, pc)).copied().unwrap_or(*number);
                self.local.made.push((result, Some(Object::Lambda(number))));
                self.local.closed.push(result);
                self.function(pc, number, arguments, result);
            }
            Some(Dynamic::Record(fields)) => {
                for &field in fields {
                    let Some(resolved) = self.context.program.field_named(field) else { continue };
                    let read = self.node(pc, TypeKind::Other);
                    self.get(pc, None, resolved, arguments.first().copied().unwrap_or(NIL), read);
                    self.mix(read, result);
                }
                for &argument in arguments {
                    self.mix(argument, result);
                }
            }
            Some(Dynamic::Mix) | None => {
                for &argument in arguments {
                    self.mix(argument, result);
                    self.text_of(pc, argument, argument, result);
                }
            }
        }
    }

    fn mix(&mut self, from: Node, to: Node) {
        self.edge(value(from), value(to));
        self.edge(content(from), value(to));
    }
}
