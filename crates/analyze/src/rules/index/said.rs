//! What the rules say of the name of a method.

use super::{Flows, Index, TypeKind};
use crate::program::{ClassId, Program, RefId};
use crate::rules::{At, Inherited, Patterns, Slot};

/// What the rules say of one name of a method.
#[derive(Clone, Debug, Default)]
pub(crate) struct Said {
    /// Its result is different every time.
    pub(crate) source: Option<Source>,
    /// Its result is different every time if the class of the object that is asked inherits this from `Object`.
    pub(crate) inherited: Option<(u16, Inherited)>,
    /// It makes an object that gives other answers each time.
    pub(crate) generates: Option<u16>,
    /// It makes a generator that depends on its arguments alone.
    pub(crate) fixed: bool,
    /// Its arguments leave the service.
    pub(crate) output: bool,
    /// What of it the user calls a sink.
    pub(crate) sinks: Vec<Slot>,
    /// It reaches something outside the process.
    pub(crate) external: Option<External>,
    /// How data passes through it; nothing means as usual.
    pub(crate) transfer: Option<Flows>,
    /// The user says what it does, so that its body does not matter.
    pub(crate) settled: bool,
    /// It changes nothing in its object.
    pub(crate) reads: bool,
    /// It neither keeps nor changes its arguments.
    pub(crate) reads_arguments: bool,
    /// It only looks whether its first argument is there, and gives that back or what it saw.
    pub(crate) checks: bool,
    /// It makes a function that keeps its answers.
    pub(crate) remembers: bool,
    /// Its object passes on what is written to it (a constructor).
    pub(crate) wraps: bool,
    /// What it returns is part of its object.
    pub(crate) part: bool,
}

/// A source: which file says so, and what is different.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    pub(crate) file: u16,
    pub(crate) direct: bool,
    pub(crate) to: Slot,
    /// The source inside, if a library hides it.
    pub(crate) via: Option<RefId>,
}

/// An external dependency: which file says so, and where its point is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct External {
    pub(crate) file: u16,
    pub(crate) at: At,
    /// The file whose points record what the call reaches, so that the call is none.
    pub(crate) owner: Option<u16>,
    /// Nobody that was read implements what is called.
    pub(crate) missing: bool,
}

impl Index {
    /// The handle type that a class is or implements, with the file that says so.
    fn handle_of(&self, program: &Program<'_>, class: ClassId) -> Option<u16> {
        program.supertypes_of(class).iter().find_map(|class| self.classes.get(class)?.handle)
    }

    /// Where the point of an external call is in this program. What nobody implements is recorded where it is called;
    /// what a layer below records is no point.
    fn settle(&self, external: External) -> External {
        let embodied = |file: u16| self.embodied[usize::from(file)];
        match external {
            External { at: At::Body, file, .. } if !embodied(file) => {
                External { at: At::Call, missing: true, ..external }
            }
            External { owner: Some(owner), .. } if embodied(owner) => External { at: At::Nowhere, ..external },
            External { .. } => External { owner: None, ..external },
        }
    }

    pub(super) fn say(&self, program: &Program<'_>, reference: RefId) -> Option<Said> {
        let member = program.reference(reference);
        let (name, descriptor) = (program.names.text(member.name), program.names.text(member.descriptor));
        let result = descriptor.strip_prefix('(')?.rsplit(')').next()?;
        let owner = program.class_name(member.owner);
        let mut said =
            Said { part: self.parts.iter().any(|prefix| owner.starts_with(prefix.as_str())), ..Said::default() };
        said.external = self.leaving.get(&reference).map(|found| self.settle(found.0));
        let constructor = name == "<init>";
        let above = program.supertypes_of(member.owner);
        for class in &above {
            let Some(rules) = self.classes.get(class) else { continue };
            let hit = |patterns: &Patterns| patterns.matches(name, descriptor);
            // A constructor belongs to its own class alone.
            let own = !constructor || *class == member.owner;
            if own && said.source.is_none() {
                said.source = rules.source.iter().find(|(patterns, _)| hit(patterns)).map(|found| found.1);
            }
            if said.inherited.is_none() {
                said.inherited = rules.inherited.iter().find(|(patterns, _)| hit(patterns)).map(|found| found.1);
            }
            if said.transfer.is_none()
                && let Some((_, flow, own)) = rules.transfer.iter().find(|(patterns, ..)| hit(patterns))
            {
                said.transfer = Some(flow.clone());
                said.settled |= own;
            }
            if own && said.external.is_none() {
                let found = rules.external.iter().find(|(patterns, _)| hit(patterns));
                said.external = found.map(|found| self.settle(found.1));
                said.settled |= said.external.is_some_and(|external| self.is_own(external.file));
            }
            let sinks = rules.sink.iter().filter(|(patterns, _)| own && hit(patterns));
            said.sinks.extend(sinks.map(|(_, slot)| *slot));
            let excepted = |except: &Vec<ClassId>| except.iter().any(|class| above.contains(class));
            said.output |= rules.output.iter().any(|(patterns, except)| hit(patterns) && !excepted(except));
            said.reads |= rules.reads.iter().any(hit);
            said.reads_arguments |= rules.reads_arguments.iter().any(hit);
            said.checks |= rules.checks.iter().any(hit);
            said.remembers |= own && rules.remembers.iter().any(hit);
            said.fixed |= rules.fixed.iter().any(hit);
            said.wraps |= constructor && rules.wraps;
        }
        // Every object has these, also one behind an interface.
        if let Some(object) = program.class_named("java/lang/Object").and_then(|object| self.classes.get(&object)) {
            said.reads |= object.reads.iter().any(|patterns| patterns.matches(name, descriptor));
            said.reads_arguments |= object.reads_arguments.iter().any(|patterns| patterns.matches(name, descriptor));
        }
        let made = if constructor { self.kind(member.owner) } else { self.kind_of_type(program, result) };
        if let TypeKind::Generator(file) = made
            && !said.fixed
        {
            said.generates = Some(file);
        }
        if said.external.is_none()
            && !constructor
            && let Some(file) = self.handle_of(program, member.owner)
        {
            said.external = Some(External { file, at: At::Nowhere, owner: None, missing: false });
        }
        Some(said)
    }
}
