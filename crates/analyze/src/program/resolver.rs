//! The targets of calls with libraries included, worked out when somebody asks and kept per name, never per call.

use std::rc::Rc;

use retake_bytecode::opcode::{INVOKEINTERFACE, INVOKESPECIAL, INVOKEVIRTUAL};
use retake_bytecode::{access, handle};
use rustc_hash::{FxHashMap, FxHashSet};

use super::calls::{Reached, Whose};
use super::select::Declared;
use super::{ClassId, MemberRef, Program, RefId};

/// How a call looks for its method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum How {
    /// From a class upwards.
    From(ClassId),
    /// By the object's class.
    Dispatched,
}

/// A name and how it is called.
pub(crate) type Call = (MemberRef, How);

/// Answers what calls may reach. The methods of a call are sorted.
pub(crate) struct Resolver<'p, 'a> {
    program: &'p Program<'a>,
    known: FxHashMap<Call, Rc<[Declared]>>,
}

impl<'p, 'a> Resolver<'p, 'a> {
    /// The program must know which classes of libraries have objects.
    pub(crate) fn new(program: &'p Program<'a>) -> Self {
        Resolver { program, known: FxHashMap::default() }
    }

    /// What an instruction in a class calls.
    pub(crate) fn call(&self, op: u8, reference: RefId, caller: ClassId) -> Call {
        let member = self.program.reference(reference);
        match op {
            INVOKEVIRTUAL | INVOKEINTERFACE => self.dispatched(member),
            INVOKESPECIAL => (member, How::From(self.program.special(member, caller))),
            _ => (member, How::From(member.owner)),
        }
    }

    /// What a method handle calls.
    pub(crate) fn handle(&self, kind: u8, reference: RefId) -> Call {
        let member = self.program.reference(reference);
        match kind {
            handle::INVOKE_VIRTUAL | handle::INVOKE_INTERFACE => self.dispatched(member),
            _ => (member, How::From(member.owner)),
        }
    }

    /// A dispatched call; arrays have the methods of `Object`.
    pub(crate) fn dispatched(&self, member: MemberRef) -> Call {
        let is_array = self.program.class_name(member.owner).starts_with('[');
        match self.program.class_named("java/lang/Object").filter(|_| is_array) {
            Some(object) => (member, How::From(object)),
            None => (member, How::Dispatched),
        }
    }

    /// The methods with a body that a call may reach.
    pub(crate) fn targets(&mut self, call: Call) -> Rc<[Declared]> {
        if let Some(known) = self.known.get(&call) {
            return Rc::clone(known);
        }
        let mut methods: FxHashSet<Declared> = FxHashSet::default();
        // A method reference may lead to a lambda again.
        let mut seen: FxHashSet<Call> = FxHashSet::default();
        let mut pending = vec![call];
        while let Some(call) = pending.pop() {
            if seen.insert(call) {
                let reached = self.reach(call);
                methods.extend(reached.methods);
                for lambda in reached.lambdas {
                    let lambda = self.program.lambdas[lambda as usize];
                    pending.push(self.handle(lambda.kind, lambda.target));
                }
            }
        }
        let mut methods: Vec<Declared> = methods.into_iter().filter(|method| self.program.has_code(*method)).collect();
        methods.sort_unstable();
        let methods: Rc<[Declared]> = methods.into();
        self.known.insert(call, Rc::clone(&methods));
        methods
    }

    fn reach(&self, (member, how): Call) -> Reached {
        match how {
            How::Dispatched => self.program.dispatch(member, Whose::Everybody),
            How::From(class) => {
                let methods = self.program.select_bound(class, member.name, member.descriptor);
                Reached { methods, ..Reached::default() }
            }
        }
    }
}

impl Program<'_> {
    /// Where `invokespecial` starts to look: `super.m()` above the class that says so, whichever class it names.
    fn special(&self, member: MemberRef, caller: ClassId) -> ClassId {
        let class = self.class(caller);
        let above = class.superclass.filter(|&above| {
            class.access & access::SUPER != 0
                && member.owner != caller
                && !self.class(member.owner).is_interface()
                && self.names.text(member.name) != "<init>"
                && self.is_subtype(above, member.owner)
        });
        above.unwrap_or(member.owner)
    }

    /// Whether there is code to run.
    fn has_code(&self, method: Declared) -> bool {
        match method {
            Declared::Application(method) => self.method(method).has_code,
            Declared::Library(class, nth) => {
                let found = self.library_methods(class).nth(usize::from(nth));
                found.is_some_and(|method| method.access() & (access::ABSTRACT | access::NATIVE) == 0)
            }
        }
    }
}
