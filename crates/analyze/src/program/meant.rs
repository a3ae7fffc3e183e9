//! Which methods of the program a pattern means.

use retake_bytecode::access;
use rustc_hash::FxHashSet;

use super::{ClassId, MemberRef, Program};
use crate::rules::MethodPattern;

/// A pattern and the classes it names.
pub(crate) struct Meant<'m> {
    pub(crate) pattern: &'m MethodPattern,
    classes: FxHashSet<ClassId>,
}

impl<'m> Meant<'m> {
    pub(crate) fn new(program: &Program<'_>, pattern: &'m MethodPattern) -> Self {
        let ids = (0..program.classes.len() as u32).map(ClassId);
        let classes = ids.filter(|&id| pattern.class().matches_class(program.class_name(id))).collect();
        Meant { pattern, classes }
    }

    /// The classes that the pattern names, sorted.
    pub(crate) fn classes(&self) -> Vec<ClassId> {
        let mut classes: Vec<ClassId> = self.classes.iter().copied().collect();
        classes.sort_unstable();
        classes
    }

    /// Whether the pattern names a class.
    pub(crate) fn names(&self, class: ClassId) -> bool {
        self.classes.contains(&class)
    }

    /// Whether a call of this method is a call of what is meant: of the method itself, or of one that overrides or
    /// inherits it.
    pub(crate) fn is(&self, program: &Program<'_>, member: MemberRef) -> bool {
        let MemberRef { owner, name, descriptor } = member;
        let (name_text, descriptor_text) = (program.names.text(name), program.names.text(descriptor));
        if self.classes.is_empty() || !self.pattern.method().matches(name_text, descriptor_text) {
            return false;
        }
        if self.classes.contains(&owner) {
            return true;
        }
        if name_text.starts_with('<') {
            return false;
        }
        let above = program.supertypes_of(owner).into_iter().filter(|class| self.classes.contains(class));
        above.into_iter().any(|class| match program.class(class).read {
            true => program
                .declaration(class, name, descriptor)
                .is_some_and(|found| found.access & (access::PRIVATE | access::STATIC) == 0 || found.class == owner),
            // Nobody knows what it declares: what is named in full is meant, and what nobody else declares.
            false => self.pattern.names_method() || program.resolve(owner, name, descriptor).is_none(),
        })
    }
}
