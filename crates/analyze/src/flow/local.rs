//! The flow inside one method: edges between the sides of its values, its calls, its sinks.

use super::body;
use super::build::Build;
use super::{Node, Side};
use crate::program::calls::Calls;
use crate::program::reflection::Reflection;
use crate::program::{Application, ClassId, FieldId, MethodId, Program, RefId};
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
    /// A function of a library's that keeps its answers.
    Remembers,
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

impl SourceCall {
    /// A call whose result is different every time.
    pub(super) fn new(pc: u32, reference: RefId, node: Node, file: u16) -> Self {
        let (constructs, direct) = (false, false);
        SourceCall { pc, reference, node, constructs, writes: None, file, direct, via: None }
    }
}

/// A value that gives other answers each time it is asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin {
    pub(crate) node: Node,
    pub(crate) file: u16,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Taken {
    pub(crate) lambda: u32,
    pub(crate) nth: u16,
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
    if let Some(lambda) = found.stands_in.map(|number| program.lambdas[number as usize]) {
        if !context.calls.of_lambda(&lambda).contains(&method) {
            return nothing(String::new());
        }
        let body = body::refer(program, lambda, descriptor);
        return Build::new(context, &body, method).build(application, &body);
    }
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
