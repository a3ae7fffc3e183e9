//! What calls of methods that are not analysed do, and how they call back into the application.

use super::body;
use super::build::{Build, Function};
use super::local::{Dispatch, Invocation, LibraryCall, Origin, SinkKind, SourceCall};
use super::{NIL, Node, content, value};
use crate::program::{ClassId, MethodId, RefId};
use crate::rules::index::{Said, TypeKind};
use crate::rules::{At, Inherited, Slot};

impl Build<'_, '_> {
    /// A call that asks no more of its first argument than a null check does.
    fn checking_call(&mut self, passed: &[Node], result: Node) {
        let Some(&looked_at) = passed.first() else { return };
        if result != NIL && self.is_value(result) {
            self.edge(value(looked_at), value(result));
            self.check(looked_at, result);
        } else {
            self.copy(looked_at, result);
            self.check(looked_at, NIL);
        }
    }

    /// A call into a library.
    pub(super) fn library_call(
        &mut self,
        pc: u32,
        reference: RefId,
        is_static: bool,
        constructor: bool,
        arguments: &[Node],
        result: Node,
    ) {
        let said = self.context.rules.said(reference);
        let object = if is_static { NIL } else { arguments[0] };
        let passed = if is_static { arguments } else { &arguments[1..] };
        if said.checks && !self.context.library {
            self.checking_call(passed, result);
            return;
        }
        self.note_sources(pc, reference, said, is_static, constructor, object, passed, result);
        let functions: Vec<Function> = passed.iter().flat_map(|&node| self.functions_of(node)).collect();
        let objects: Vec<Node> = passed.iter().copied().filter(|node| self.classes.contains_key(node)).collect();
        let call = self.local.library_calls.len();
        self.local.library_calls.push(LibraryCall {
            pc,
            reference,
            is_static,
            arguments: arguments.to_vec(),
            result: if constructor { object } else { result },
            calls_back: !functions.is_empty() || !objects.is_empty(),
            hands_back: Vec::new(),
            external: said.external.is_some(),
        });
        if let Some(external) = said.external {
            for &argument in passed {
                self.sink(pc, value(argument), SinkKind::External(reference));
                self.sink(pc, content(argument), SinkKind::External(reference));
            }
            // What was put into a request object before is asked now, whichever layer records it.
            if external.at == At::Call || external.owner.is_some() {
                self.sink(pc, content(object), SinkKind::External(reference));
            }
            return;
        }
        if said.output {
            for &argument in passed {
                self.sink(pc, value(argument), SinkKind::Output(reference));
                self.sink(pc, content(argument), SinkKind::Output(reference));
            }
        }
        let silent = said.transfer.as_ref().is_some_and(Vec::is_empty);
        // What nothing goes out of has no say in what is called: a pool runs every task, a server keeps its handlers.
        let has_say =
            |flows: &Vec<(Slot, Slot)>| flows.iter().any(|flow| matches!(flow.0, Slot::This | Slot::ThisValue));
        let decides = !constructor && said.transfer.as_ref().is_none_or(has_say);
        match &said.transfer {
            Some(flows) => {
                for &(from, to) in flows {
                    self.transfer(from, to, object, passed, result);
                }
            }
            None => self.usual(said, constructor, object, passed, result),
        }
        // What is made of functions calls them when it is used: a collector, a comparator, a composed function.
        if self.kind(result) == TypeKind::Stateless && (is_static || self.functions.contains_key(&object)) {
            self.carry(arguments, result);
        }
        let data = passed.iter().copied().filter(|node| !self.functions.contains_key(node));
        let sources: Vec<Node> = std::iter::once(object).chain(data).collect();
        for function in functions {
            if decides {
                self.sink(pc, value(object), SinkKind::Callback(reference));
            }
            let into_object = said.transfer.is_none() && !said.reads;
            let parameters = self.call_back(pc, &function, &sources, object, result, silent, into_object);
            self.local.library_calls[call].hands_back.extend(parameters);
        }
        for called in objects {
            if decides {
                self.sink(pc, value(object), SinkKind::Callback(reference));
            }
            let into_object = said.transfer.is_none() && !said.reads;
            for &method in self.context.calls.callbacks(self.classes[&called]) {
                let parameters = self.parameters(pc, method, &sources, object, result, silent);
                let mut passed = vec![called];
                passed.extend(&parameters);
                let given = self.invoke(pc, method, passed);
                self.comes_back(given, &parameters, object, result, silent, into_object);
                self.local.library_calls[call].hands_back.extend(parameters);
            }
        }
    }

    /// Calls a method of the application, and tells what it gives.
    fn invoke(&mut self, pc: u32, method: MethodId, arguments: Vec<Node>) -> Node {
        let program = self.context.program;
        let given = match body::result(program.names.text(program.method(method).descriptor)) {
            "V" => NIL,
            text => self.node_of(pc, text),
        };
        self.local.invocations.push(Invocation {
            pc,
            dispatch: Dispatch::Bound,
            targets: vec![method],
            arguments,
            result: given,
        });
        given
    }

    /// The parameters that a library passes when it calls a method of an object: whatever it was handed.
    fn parameters(
        &mut self,
        pc: u32,
        method: MethodId,
        sources: &[Node],
        object: Node,
        result: Node,
        silent: bool,
    ) -> Vec<Node> {
        let program = self.context.program;
        let descriptor = program.names.text(program.method(method).descriptor);
        let kinds: Vec<TypeKind> =
            body::parameters(descriptor).map(|text| self.context.rules.kind_of_type(program, text)).collect();
        kinds.into_iter().map(|kind| self.passed_back(pc, kind, sources, object, result, silent)).collect()
    }

    /// A value that a library passes to something of the application.
    pub(super) fn passed_back(
        &mut self,
        pc: u32,
        kind: TypeKind,
        sources: &[Node],
        object: Node,
        result: Node,
        silent: bool,
    ) -> Node {
        let parameter = self.node(pc, kind);
        if !silent {
            for &source in sources {
                self.flow(source, parameter);
            }
            self.back(parameter, object);
            self.back(parameter, result);
        }
        parameter
    }

    /// An object is made whose methods libraries may call. What they return is in it, whoever calls them.
    pub(super) fn object(&mut self, pc: u32, made: Node) {
        // In a constructor, `super(...)` and `this(...)` make nothing new.
        if let Some(&class) = self.classes.get(&made).filter(|_| made != 1) {
            self.object_of(pc, class, made);
        }
    }

    /// The same, for an object of a class that its type does not tell.
    pub(super) fn object_of(&mut self, pc: u32, class: ClassId, made: Node) {
        let program = self.context.program;
        for &method in self.context.calls.callbacks(class) {
            let count = body::parameters(program.names.text(program.method(method).descriptor)).count();
            let mut arguments = vec![NIL; count + 1];
            arguments[0] = made;
            let given = self.invoke(pc, method, arguments);
            self.into(given, made);
        }
    }

    /// What the user calls a sink at a call.
    pub(super) fn own_sinks(&mut self, pc: u32, reference: RefId, said: &Said, is_static: bool, arguments: &[Node]) {
        let first = usize::from(!is_static);
        for &slot in &said.sinks {
            let places: Vec<(Node, Option<u16>)> = match slot {
                Slot::Argument(n) => {
                    arguments.get(first + usize::from(n)).map(|&node| (node, Some(n))).into_iter().collect()
                }
                Slot::This | Slot::ThisValue => arguments[..first].iter().map(|&node| (node, None)).collect(),
                Slot::Arguments | Slot::Result => {
                    arguments[first..].iter().zip(0..).map(|(&node, n)| (node, Some(n))).collect()
                }
            };
            for (node, n) in places {
                self.sink(pc, value(node), SinkKind::Argument(reference, n));
                self.sink(pc, content(node), SinkKind::Argument(reference, n));
            }
        }
    }

    /// What the user calls a source although its body is known.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn own_source(
        &mut self,
        pc: u32,
        reference: RefId,
        said: &Said,
        is_static: bool,
        constructor: bool,
        arguments: &[Node],
        result: Node,
    ) {
        if said.source.is_some_and(|source| self.context.rules.is_own(source.file)) {
            let (object, passed) = arguments.split_at(usize::from(!is_static).min(arguments.len()));
            let object = object.first().copied().unwrap_or(NIL);
            self.note_sources(pc, reference, said, is_static, constructor, object, passed, result);
        }
    }

    /// A library asks an object for its text, and gives it.
    pub(super) fn text_of(&mut self, pc: u32, object: Node, handed: Node, result: Node) {
        let Some(&class) = self.types.get(&object) else { return };
        let targets = self.context.calls.texts(class).to_vec();
        if !targets.is_empty() {
            let given = self.node(pc, TypeKind::Value);
            self.local.invocations.push(Invocation {
                pc,
                dispatch: Dispatch::Bound,
                targets,
                arguments: vec![handed],
                result: given,
            });
            self.flow(given, result);
        }
    }

    /// Without a rule: what goes in comes out, and arguments go into the object.
    fn usual(&mut self, said: &Said, constructor: bool, object: Node, passed: &[Node], result: Node) {
        for &argument in passed {
            self.flow(argument, result);
            if object != NIL && !said.reads && (constructor || !self.is_value(object)) {
                self.into(argument, object);
            }
            // How many there are in it depends on how many there are in what it takes over.
            if object != NIL && said.reads_arguments && !said.reads && !self.is_value(argument) {
                self.edge(value(argument), value(object));
            }
            if constructor && said.wraps {
                self.back(object, argument);
            }
            if object == NIL && said.part {
                self.back(result, argument);
            }
        }
        self.flow(object, result);
        if said.part {
            self.back(result, object);
        }
    }

    fn transfer(&mut self, from: Slot, to: Slot, object: Node, passed: &[Node], result: Node) {
        let froms: Vec<Node> = match from {
            Slot::This | Slot::ThisValue => vec![object],
            Slot::Argument(n) => passed.get(usize::from(n)).copied().into_iter().collect(),
            Slot::Arguments => passed.to_vec(),
            Slot::Result => vec![result],
        };
        for node in froms {
            match to {
                Slot::Result if from == Slot::ThisValue => self.edge(value(node), value(result)),
                Slot::Result => self.flow(node, result),
                Slot::This | Slot::ThisValue => self.into(node, object),
                Slot::Argument(n) => {
                    let target = passed.get(usize::from(n)).copied().unwrap_or(NIL);
                    if target != node {
                        self.into(node, target);
                    }
                }
                Slot::Arguments => {
                    for &target in passed {
                        self.into(node, target);
                    }
                }
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn note_sources(
        &mut self,
        pc: u32,
        reference: RefId,
        said: &Said,
        is_static: bool,
        constructor: bool,
        object: Node,
        passed: &[Node],
        result: Node,
    ) {
        if let Some(source) = said.source {
            let node = match source.to {
                Slot::Argument(n) => passed.get(usize::from(n)).copied().unwrap_or(NIL),
                _ if constructor => object,
                _ => result,
            };
            if node != NIL || source.direct {
                let writes = match source.to {
                    Slot::Argument(n) => Some(n),
                    _ => None,
                };
                let (constructs, direct, via) = (constructor, source.direct, source.via);
                let found = SourceCall::new(pc, reference, node, source.file);
                self.local.sources.push(SourceCall { constructs, writes, direct, via, ..found });
            }
            return;
        }
        let asked = if is_static { passed.first().copied().unwrap_or(NIL) } else { object };
        if let Some((_, Inherited::Text)) = said.inherited {
            // The answer is recorded, so a reference to shared state is not followed into the method.
            let handed = self.node(pc, self.kind(asked));
            self.flow(asked, handed);
            self.text_of(pc, asked, handed, result);
        }
        if let (Some((file, inherited)), Some(&class)) = (said.inherited, self.types.get(&asked))
            && result != NIL
            && self.context.program.inherits_from_object(class, inherited.method())
        {
            self.local.sources.push(SourceCall::new(pc, reference, result, file));
            return;
        }
        let made = if constructor { object } else { result };
        if said.fixed && matches!(self.kind(made), TypeKind::Generator(_)) {
            self.local.fixed.push(made);
        }
        let Some(file) = said.generates else { return };
        // What a generator makes of itself is as fixed or as moving as it is.
        let of_itself = !is_static && !constructor && matches!(self.kind(object), TypeKind::Generator(_));
        if made != NIL && !of_itself {
            self.local.origins.push(Origin { node: made, file });
        }
    }

    pub(super) fn kind(&self, node: Node) -> TypeKind {
        self.local.kinds[node as usize]
    }

    /// What a library got when it called back goes into what it gives.
    pub(super) fn comes_back(
        &mut self,
        given: Node,
        parameters: &[Node],
        object: Node,
        result: Node,
        silent: bool,
        into_object: bool,
    ) {
        if silent || given == NIL {
            return;
        }
        self.flow(given, result);
        self.into(given, result);
        if into_object && !self.is_value(object) {
            self.into(given, object);
        }
        // What one call gives may be what the next one gets: a fold.
        for &parameter in parameters {
            if self.kind(parameter) == self.kind(given) {
                self.flow(given, parameter);
            }
        }
    }
}
