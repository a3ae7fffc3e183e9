//! The flow inside one method: edges between the sides of its values, its calls, its sinks.

use retake_bytecode::opcode::{INVOKEINTERFACE, INVOKESPECIAL, INVOKESTATIC, INVOKEVIRTUAL};
use rustc_hash::FxHashMap;

use super::body::{self, Body, Step, Ty};
use super::{NIL, Node, Side, content, value};
use crate::program::calls::Calls;
use crate::program::reflection::Reflection;
use crate::program::{Application, ClassId, Dynamic, FieldId, Lambda, MethodId, Program, RefId};
use crate::rules::index::{Index, TypeKind};

/// Everything a method's flow is worked out from.
#[derive(Clone, Copy)]
pub(crate) struct Context<'c, 'a> {
    pub(crate) program: &'c Program<'a>,
    pub(crate) rules: &'c Index,
    pub(crate) calls: &'c Calls,
    pub(crate) reflection: &'c Reflection,
    /// Whether the bodies are those of libraries: no sinks count there, and what is in a field belongs to its object
    /// alone instead of to all objects of the class.
    pub(crate) library: bool,
}

/// The read or write of a field.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Access {
    pub(crate) pc: u32,
    /// As the instruction names it, or the method that is called to use it by reflection; nothing where no instruction
    /// does.
    pub(crate) reference: Option<RefId>,
    pub(crate) field: FieldId,
    /// The object, [`NIL`] for a static field.
    pub(crate) base: Node,
    /// What is read or written.
    pub(crate) node: Node,
}

/// The read or write of an array element.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Element {
    pub(crate) pc: u32,
    pub(crate) array: Node,
    /// What is read or written.
    pub(crate) node: Node,
}

/// A reference is looked at, to see whether there is one or which it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Check {
    pub(crate) node: Node,
    /// What it tells; [`NIL`] if it is a decision itself.
    pub(crate) result: Node,
}

/// A call that may leave the application.
#[derive(Clone, Debug)]
pub(crate) struct LibraryCall {
    pub(crate) pc: u32,
    pub(crate) reference: RefId,
    pub(crate) is_static: bool,
    /// The object, if there is one, and the arguments.
    pub(crate) arguments: Vec<Node>,
    pub(crate) result: Node,
    /// Whether it is handed something of the application to call.
    pub(crate) calls_back: bool,
    /// What it may hand to that.
    pub(crate) hands_back: Vec<Node>,
    /// Whether it is an external dependency.
    pub(crate) external: bool,
}

/// What decides which methods of the application a call reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dispatch {
    /// The instruction alone.
    Bound,
    /// The class of the first argument.
    Class(RefId),
    /// Whether this object is this lambda.
    Lambda(Node, u32),
}

/// An object that the application makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Object {
    Of(ClassId),
    Lambda(u32),
}

/// A call of methods of the application.
#[derive(Clone, Debug)]
pub(crate) struct Invocation {
    pub(crate) pc: u32,
    pub(crate) dispatch: Dispatch,
    pub(crate) targets: Vec<MethodId>,
    /// One for each parameter, [`NIL`] where nothing is known.
    pub(crate) arguments: Vec<Node>,
    pub(crate) result: Node,
}

/// Where a value changes what the service does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SinkKind {
    /// A decision.
    Branch,
    /// The result of the method.
    Return,
    /// An exception.
    Throw,
    /// What is asked of an external dependency.
    External(RefId),
    /// What is passed to a method that is recorded as a whole.
    Whole,
    /// What leaves the service.
    Output(RefId),
    /// Whether something of the application is called.
    Callback(RefId),
    /// An argument that the user calls a sink; nothing for the object.
    Argument(RefId, Option<u16>),
}

/// A place where a value changes what the service does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sink {
    pub(crate) pc: u32,
    pub(crate) side: Side,
    pub(crate) kind: SinkKind,
}

/// A call or construction that the rules call a source.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SourceCall {
    pub(crate) pc: u32,
    pub(crate) reference: RefId,
    /// What is different every time.
    pub(crate) node: Node,
    pub(crate) constructs: bool,
    /// The argument that it writes into instead of giving a result.
    pub(crate) writes: Option<u16>,
    pub(crate) file: u16,
    pub(crate) direct: bool,
    /// The source inside, if a library hides it.
    pub(crate) via: Option<RefId>,
}

/// A value that gives other answers each time it is asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin {
    pub(crate) node: Node,
    pub(crate) file: u16,
    /// For a method reference, the source it stands for.
    pub(crate) stands_for: Option<RefId>,
}

/// The flow inside a method. Nodes are numbered from 1; [`NIL`] is nobody.
#[derive(Debug, Default)]
pub(crate) struct Local {
    /// The kind of each node's type.
    pub(crate) kinds: Vec<TypeKind>,
    /// The class of each node, where the code says it.
    pub(crate) types: Vec<Option<ClassId>>,
    /// Where each node is made.
    pub(crate) pcs: Vec<u32>,
    pub(crate) parameters: u32,
    /// The node that stands for the result.
    pub(crate) returned: Node,
    pub(crate) edges: Vec<(Side, Side)>,
    /// Copies of references: the same object under another name.
    pub(crate) aliases: Vec<(Node, Node)>,
    pub(crate) gets: Vec<Access>,
    pub(crate) puts: Vec<Access>,
    pub(crate) loads: Vec<Element>,
    pub(crate) stores: Vec<Element>,
    pub(crate) checks: Vec<Check>,
    pub(crate) library_calls: Vec<LibraryCall>,
    pub(crate) invocations: Vec<Invocation>,
    pub(crate) sinks: Vec<Sink>,
    pub(crate) sources: Vec<SourceCall>,
    pub(crate) origins: Vec<Origin>,
    /// What is made here; nothing for an object of a library.
    pub(crate) made: Vec<(Node, Option<Object>)>,
    /// What a called lambda gives is what the call gives.
    pub(crate) gives: Vec<(Node, Node)>,
    /// Nodes that hold nothing but what is made here, copied, read from a field, or given by methods of the
    /// application.
    pub(crate) closed: Vec<Node>,
    /// Generators whose answers depend on nothing but how often they are asked.
    pub(crate) fixed: Vec<Node>,
    /// What goes into what lambdas took along, where they are called.
    pub(crate) passed: Vec<(Taken, Node)>,
    /// What lambdas took along, where they are made.
    pub(crate) taken: Vec<(Taken, Node)>,
    /// Whether the body could not be followed.
    pub(crate) warning: Option<String>,
}

/// Something that a lambda took along: the number of the lambda, and which one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Taken {
    pub(crate) lambda: u32,
    pub(crate) nth: u16,
}

/// So many functions are followed in a value that is made of functions.
const FUNCTIONS: usize = 16;

/// A method reference or lambda as a value: which one, and what it took along.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub(super) lambda: Lambda,
    pub(super) captured: Vec<Node>,
}

/// A flow being worked out.
pub(super) struct Build<'c, 'a> {
    pub(super) context: Context<'c, 'a>,
    pub(super) method: MethodId,
    pub(super) local: Local,
    /// The functions that a value is or is made of.
    pub(super) functions: FxHashMap<Node, Vec<Function>>,
    /// Values that stand for others, with these.
    joins: FxHashMap<Node, Vec<Node>>,
    /// The class that a value is an object of, where the code says it.
    pub(super) types: FxHashMap<Node, ClassId>,
    /// The application class of values whose methods libraries may call.
    pub(super) classes: FxHashMap<Node, ClassId>,
    /// The field that a value was read from, where it is known what that holds.
    held: FxHashMap<Node, FieldId>,
}

/// Works out the flow of a method.
pub(crate) fn local<'a>(context: Context<'_, 'a>, application: &Application<'a>, method: MethodId) -> Local {
    let program = context.program;
    let found = program.method(method);
    let class = program.class(found.class);
    let (name, descriptor) = (program.names.text(found.name), program.names.text(found.descriptor));
    let nth = usize::from(found.nth);
    let is_static = found.is_static();
    let nothing = |what: String| {
        let parameters = body::parameters(descriptor).count() as u32 + u32::from(!is_static);
        let count = parameters as usize + 2;
        let warning = (!what.is_empty())
            .then(|| format!("the body of {}.{name}{descriptor} was left out: {what}", program.dotted(found.class)));
        let kinds = vec![TypeKind::Other; count];
        Local {
            kinds,
            types: vec![None; count],
            pcs: vec![0; count],
            parameters,
            returned: parameters + 1,
            warning,
            ..Local::default()
        }
    };
    let code = match application.file.methods().nth(nth).map(|member| member.code()) {
        Some(Ok(Some(code))) => code,
        Some(Ok(None)) | None => return nothing(String::new()),
        Some(Err(error)) => return nothing(error.to_string()),
    };
    match body::run(program, application, &code, is_static, descriptor, program.names.text(class.name), false) {
        Ok(body) => Build::new(context, &body, method).build(application, &body),
        Err(what) => nothing(what),
    }
}

impl<'c, 'a> Build<'c, 'a> {
    fn new(context: Context<'c, 'a>, body: &Body<'_>, method: MethodId) -> Self {
        let kind = |ty: Ty<'_>| match ty {
            Ty::Primitive => TypeKind::Value,
            Ty::Unknown => TypeKind::Other,
            Ty::Descriptor(text) => context.rules.kind_of_type(context.program, text),
            Ty::Class(text) if text.starts_with('[') => TypeKind::Array,
            Ty::Class(text) => {
                context.program.class_named(text).map_or(TypeKind::Other, |class| context.rules.kind(class))
            }
        };
        let kinds = body.values.iter().map(|value| kind(value.ty)).collect();
        let pcs = body.values.iter().map(|value| value.pc).collect();
        let class = |ty: Ty<'_>| match ty {
            Ty::Descriptor(text) => context.program.class_named(text.strip_prefix('L')?.strip_suffix(';')?),
            Ty::Class(text) => context.program.class_named(text),
            Ty::Primitive | Ty::Unknown => None,
        };
        let types: Vec<Option<ClassId>> = body.values.iter().map(|value| class(value.ty)).collect();
        // What is declared as an object may be anything.
        let declared = |ty: Ty<'_>| matches!(ty, Ty::Descriptor("Ljava/lang/Object;"));
        let values = body.values.iter().enumerate().filter(|(_, value)| !declared(value.ty));
        let seen: FxHashMap<Node, ClassId> =
            values.filter_map(|(node, value)| Some((node as Node, class(value.ty)?))).collect();
        let classes = seen.iter().map(|(&node, &class)| (node, class));
        let classes = classes.filter(|(_, class)| !context.calls.callbacks(*class).is_empty()).collect();
        let local = Local { kinds, types, pcs, parameters: body.parameters, ..Local::default() };
        let joins = body.joins.iter().cloned().collect();
        let (functions, held) = (FxHashMap::default(), FxHashMap::default());
        Build { context, method, local, functions, joins, types: seen, classes, held }
    }

    fn build(mut self, application: &Application<'a>, body: &Body<'_>) -> Local {
        let program = self.context.program;
        let found = program.method(self.method);
        self.local.returned = self.node_of(0, body::result(program.names.text(found.descriptor)));
        self.local.closed.push(self.local.returned);
        for (join, inputs) in &body.joins {
            for &input in inputs {
                self.copy(input, *join);
            }
            self.local.closed.push(*join);
        }
        // Whoever asks says whether it matters, and a log line or a set that asks does not.
        let asked = matches!(
            (program.names.text(found.name), program.names.text(found.descriptor)),
            ("toString", "()Ljava/lang/String;") | ("hashCode", "()I") | ("equals", "(Ljava/lang/Object;)Z")
        );
        for step in &body.steps {
            self.step(application, step, found.is_synthetic(), asked);
        }
        // Of a value that cannot change, what is in it is what it is.
        for node in 1..self.local.kinds.len() as Node {
            if self.local.kinds[node as usize] == TypeKind::Value {
                self.local.edges.push((content(node), value(node)));
            }
        }
        self.local.edges.sort_unstable();
        self.local.edges.dedup();
        self.local
    }

    /// A node of its own, for what no instruction names.
    pub(super) fn node(&mut self, pc: u32, kind: TypeKind) -> Node {
        self.local.kinds.push(kind);
        self.local.types.push(None);
        self.local.pcs.push(pc);
        self.local.kinds.len() as Node - 1
    }

    /// A node of its own for something of a type.
    pub(super) fn node_of(&mut self, pc: u32, descriptor: &str) -> Node {
        let program = self.context.program;
        let node = self.node(pc, self.context.rules.kind_of_type(program, descriptor));
        let name = descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
        self.local.types[node as usize] = name.and_then(|name| program.class_named(name));
        node
    }

    pub(super) fn is_value(&self, node: Node) -> bool {
        self.local.kinds[node as usize] == TypeKind::Value
    }

    pub(super) fn edge(&mut self, from: Side, to: Side) {
        if super::node_of(from) != NIL && super::node_of(to) != NIL && from != to {
            self.local.edges.push((from, to));
        }
    }

    /// Both sides of a value go into both sides of another.
    pub(super) fn flow(&mut self, from: Node, to: Node) {
        self.edge(value(from), value(to));
        if !self.is_value(from) {
            self.edge(content(from), if self.is_value(to) { value(to) } else { content(to) });
        }
    }

    /// A value goes into what is in another.
    pub(super) fn into(&mut self, from: Node, to: Node) {
        let to = if self.is_value(to) { value(to) } else { content(to) };
        self.edge(value(from), to);
        if !self.is_value(from) {
            self.edge(content(from), to);
        }
    }

    /// What is written into a part is in the whole.
    pub(super) fn back(&mut self, part: Node, whole: Node) {
        if part != NIL && whole != NIL && !self.is_value(part) && !self.is_value(whole) {
            self.edge(content(part), content(whole));
        }
    }

    /// The same thing under another name.
    pub(super) fn copy(&mut self, from: Node, to: Node) {
        self.flow(from, to);
        self.back(to, from);
        if from != NIL && to != NIL {
            self.local.aliases.push((from, to));
        }
    }

    pub(super) fn sink(&mut self, pc: u32, side: Side, kind: SinkKind) {
        let sinks = self.context.rules.sinks;
        let counts = match kind {
            SinkKind::Branch | SinkKind::Callback(_) => sinks.branches,
            SinkKind::Return => sinks.returns,
            SinkKind::Throw => sinks.throws,
            SinkKind::External(_) | SinkKind::Output(_) | SinkKind::Whole | SinkKind::Argument(..) => true,
        };
        if counts && super::node_of(side) != NIL && !self.context.library {
            self.local.sinks.push(Sink { pc, side, kind });
        }
    }

    fn step(&mut self, application: &Application<'a>, step: &Step, synthetic: bool, asked: bool) {
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
                    self.local.origins.push(Origin { node: result, file, stands_for: None });
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
    /// list is the list's, a sorted copy is the library's.
    fn library_makes(&mut self, op: u8, method: RefId, arguments: &[Node], result: Node) -> bool {
        let program = self.context.program;
        let given = body::result(program.names.text(program.reference(method).descriptor));
        if result == NIL || !body::is_collection(given) {
            return false;
        }
        for &argument in arguments.iter().skip(usize::from(op != INVOKESTATIC)) {
            if argument != NIL && !self.is_value(argument) {
                self.local.gives.push((argument, result));
            }
        }
        true
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
                self.local.made.push((result, Some(Object::Lambda(*number))));
                self.local.closed.push(result);
                self.function(pc, *number, arguments, result);
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
