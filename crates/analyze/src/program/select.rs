//! Which method a call means, and which one an object answers it with: the JVM's own rules (JVMS 5.4.3.3, 5.4.3.4 and
//! 5.4.6), as far as the classes that were read allow.
//!
//! A class that was not read is passed over: what it declares nobody knows.

use retake_bytecode::{access, read};
use rustc_hash::FxHashSet;

use super::names::Name;
use super::{ClassId, MethodId, Program};

/// A method where it is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Declared {
    /// A method of the application.
    Application(MethodId),
    /// A method of a library class: its position in the class file.
    Library(ClassId, u16),
}

/// A declaration with what decides over it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declaration {
    pub(crate) class: ClassId,
    pub(crate) access: u16,
    pub(crate) method: Declared,
}

impl Declaration {
    fn is(&self, flag: u16) -> bool {
        self.access & flag != 0
    }

    /// Whether there is something to run, be it native.
    pub(crate) fn has_body(&self) -> bool {
        !self.is(access::ABSTRACT)
    }

    /// Whether a call of it always means it.
    pub(crate) fn is_bound(&self) -> bool {
        self.is(access::STATIC | access::PRIVATE | access::FINAL)
    }

    /// Whether a subtype has it without declaring it, from an interface.
    fn is_inherited_from_interface(&self) -> bool {
        !self.is(access::STATIC | access::PRIVATE)
    }
}

impl<'a> Program<'a> {
    /// The method that a class itself declares.
    pub(crate) fn declaration(&self, class: ClassId, name: Name, descriptor: Name) -> Option<Declaration> {
        let found = self.class(class);
        if found.application {
            let method = self.declared_method(class, name, descriptor)?;
            let access = self.method(method).access;
            return Some(Declaration { class, access, method: Declared::Application(method) });
        }
        if !found.read {
            return None;
        }
        let (name, descriptor) = (self.names.text(name).as_bytes(), self.names.text(descriptor).as_bytes());
        let named = |method: &read::Member<'_, 'a>| {
            method.name().is_ok_and(|found| found.bytes() == name)
                && method.descriptor().is_ok_and(|found| found.bytes() == descriptor)
        };
        let (nth, method) = self.library_methods(class).enumerate().find(|(_, method)| named(method))?;
        let method_at = Declared::Library(class, u16::try_from(nth).ok()?);
        Some(Declaration { class, access: method.access(), method: method_at })
    }

    /// The class and its superclasses, nearest first.
    pub(crate) fn superclasses(&self, class: ClassId) -> impl Iterator<Item = ClassId> {
        // Circles were cut when the program was built.
        std::iter::successors(Some(class), |&class| self.class(class).superclass)
    }

    /// What the interfaces above a class declare and no other interface above declares anew: all *maximally-specific*
    /// methods.
    fn maximally_specific(&self, class: ClassId, name: Name, descriptor: Name) -> Vec<Declaration> {
        let interfaces = self.supertypes_of(class).into_iter().filter(|&above| above != class && self.declares(above));
        let declared: Vec<Declaration> = interfaces
            .filter_map(|interface| self.declaration(interface, name, descriptor))
            .filter(Declaration::is_inherited_from_interface)
            .collect();
        if declared.len() < 2 {
            return declared;
        }
        let above: FxHashSet<ClassId> = declared
            .iter()
            .flat_map(|found| self.supertypes_of(found.class).into_iter().filter(|&above| above != found.class))
            .collect();
        declared.into_iter().filter(|found| !above.contains(&found.class)).collect()
    }

    /// Whether it is an interface whose methods are known.
    fn declares(&self, class: ClassId) -> bool {
        let class = self.class(class);
        class.read && class.is_interface()
    }

    /// The method that an instruction means by this name.
    pub(crate) fn resolve(&self, owner: ClassId, name: Name, descriptor: Name) -> Option<Declaration> {
        let in_classes = self.superclasses(owner).find_map(|class| self.declaration(class, name, descriptor));
        in_classes.or_else(|| {
            let found = self.maximally_specific(owner, name, descriptor);
            found.iter().find(|found| found.has_body()).or(found.first()).copied()
        })
    }

    /// The methods with a body that an object of a class may answer a call of `meant` with; several only where the JVM
    /// could not decide. `meant` is nothing where nobody knows what the instruction means.
    pub(crate) fn select(
        &self,
        class: ClassId,
        name: Name,
        descriptor: Name,
        meant: Option<Declaration>,
    ) -> Vec<Declared> {
        for above in self.superclasses(class) {
            let Some(found) = self.declaration(above, name, descriptor) else { continue };
            if found.has_body() && !found.is(access::STATIC) && self.overrides(&found, meant.as_ref()) {
                return vec![found.method];
            }
        }
        let found = self.maximally_specific(class, name, descriptor);
        found.into_iter().filter(Declaration::has_body).map(|found| found.method).collect()
    }

    /// The method with a body that a call without dispatch reaches, looked for from a class upwards.
    pub(crate) fn select_bound(&self, class: ClassId, name: Name, descriptor: Name) -> Vec<Declared> {
        for above in self.superclasses(class) {
            if let Some(found) = self.declaration(above, name, descriptor).filter(Declaration::has_body) {
                return vec![found.method];
            }
            // Nobody inherits a constructor.
            if self.names.text(name) == "<init>" {
                return Vec::new();
            }
        }
        let found = self.maximally_specific(class, name, descriptor);
        found.into_iter().filter(Declaration::has_body).map(|found| found.method).collect()
    }

    /// Whether a method answers calls of another of the same name and descriptor.
    fn overrides(&self, found: &Declaration, meant: Option<&Declaration>) -> bool {
        let Some(meant) = meant else { return !found.is(access::PRIVATE) };
        if found.method == meant.method {
            return true;
        }
        // Without a word of access it belongs to its package, and others cannot override it.
        let package = |class: ClassId| self.class_name(class).rsplit_once('/').map(|(package, _)| package);
        let open = meant.is(access::PUBLIC | access::PROTECTED);
        !found.is(access::PRIVATE) && (open || package(found.class) == package(meant.class))
    }
}
