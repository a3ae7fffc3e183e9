//! Which methods a call may reach: class hierarchy, narrowed by the types that may have objects.

use retake_bytecode::opcode::{INVOKEINTERFACE, INVOKESPECIAL, INVOKESTATIC, INVOKEVIRTUAL};
use retake_bytecode::{access, handle};
use rustc_hash::FxHashMap;

use super::hierarchy::Found;
use super::{ClassId, MethodId, Program, RefId};

/// What a call may reach.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Targets {
    /// Methods of the application, sorted.
    pub(crate) methods: Vec<MethodId>,
    /// Lambdas of the application, sorted.
    pub(crate) lambdas: Vec<u32>,
    /// Whether it may also reach a library.
    pub(crate) library: bool,
}

/// The targets of all calls of the program. They are kept per name and kind of call, never per call.
#[derive(Debug, Default)]
pub(crate) struct Calls {
    of: FxHashMap<(RefId, bool), Targets>,
    nothing: Targets,
}

impl Calls {
    /// Works out the targets of everything that application classes name.
    pub(crate) fn resolve(program: &Program<'_>) -> Self {
        use rayon::prelude::*;
        let is_method =
            |reference: &RefId| program.names.text(program.reference(*reference).descriptor).starts_with('(');
        let refs: Vec<RefId> = (0..program.refs.len() as u32).map(RefId).filter(is_method).collect();
        let of = refs
            .par_iter()
            .flat_map_iter(|&reference| {
                [false, true].map(|dispatched| ((reference, dispatched), program.targets(reference, dispatched)))
            })
            .collect();
        Calls { of, nothing: Targets { library: true, ..Targets::default() } }
    }

    /// The targets of an instruction.
    pub(crate) fn of(&self, op: u8, reference: RefId) -> &Targets {
        let dispatched = matches!(op, INVOKEVIRTUAL | INVOKEINTERFACE);
        debug_assert!(dispatched || matches!(op, INVOKESPECIAL | INVOKESTATIC));
        self.of.get(&(reference, dispatched)).unwrap_or(&self.nothing)
    }

    /// The targets of a method handle.
    pub(crate) fn of_handle(&self, kind: u8, reference: RefId) -> &Targets {
        let dispatched = matches!(kind, handle::INVOKE_VIRTUAL | handle::INVOKE_INTERFACE);
        self.of.get(&(reference, dispatched)).unwrap_or(&self.nothing)
    }
}

impl Program<'_> {
    fn targets(&self, reference: RefId, dispatched: bool) -> Targets {
        let member = self.reference(reference);
        let mut targets = Targets::default();
        let add = |targets: &mut Targets, class: ClassId| match self.find_method(class, member.name, member.descriptor)
        {
            Found::Application(method) => targets.methods.push(method),
            Found::Library => targets.library = true,
        };
        if !dispatched {
            add(&mut targets, member.owner);
            return targets;
        }
        // Every class has these; following them to every class that overrides them says nothing.
        if self.class_name(member.owner) == "java/lang/Object" {
            return Targets { library: true, ..targets };
        }
        let owner = self.class(member.owner);
        let final_method = owner.access & access::FINAL != 0;
        if !owner.application {
            targets.library = true;
        }
        let mut concrete: Vec<ClassId> = if final_method { Vec::new() } else { self.subtypes_of(member.owner) };
        concrete.push(member.owner);
        concrete.retain(|&class| {
            let class = self.class(class);
            class.application && !class.is_interface() && !class.is_abstract()
        });
        let existing: Vec<ClassId> = concrete.iter().copied().filter(|&class| self.class(class).instantiated).collect();
        // If nobody seems to make any of them, something we do not see does.
        for &class in if existing.is_empty() { &concrete } else { &existing } {
            add(&mut targets, class);
        }
        targets.methods.sort_unstable();
        targets.methods.dedup();
        targets.lambdas.extend(self.lambdas_for(member.owner, member.name));
        if owner.is_interface() || !owner.read {
            for subtype in self.subtypes_of(member.owner) {
                targets.lambdas.extend(self.lambdas_for(subtype, member.name));
            }
        }
        targets.lambdas.sort_unstable();
        if targets.methods.is_empty() && targets.lambdas.is_empty() {
            targets.library = true;
        }
        targets
    }
}
