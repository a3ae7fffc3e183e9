//! What is known of types.

use super::Index;
use crate::program::{ClassId, Program};

/// What is known of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TypeKind {
    /// A number, a truth value; also what cannot change once made.
    Value,
    /// A way through something else.
    Cursor,
    /// Gives other answers each time; the file that says so.
    Generator(u16),
    /// Never state.
    Stateless,
    /// An array.
    Array,
    /// A class of the application whose objects may change.
    Application,
    /// Anything else.
    Other,
}

impl Index {
    /// What is known of a class.
    pub(crate) fn kind(&self, class: ClassId) -> TypeKind {
        self.kinds.get(class.index()).copied().unwrap_or(TypeKind::Other)
    }

    /// What is known of the type that a descriptor says.
    pub(crate) fn kind_of_type(&self, program: &Program<'_>, descriptor: &str) -> TypeKind {
        match descriptor.as_bytes().first() {
            Some(b'[') => TypeKind::Array,
            Some(b'L') => program.class_of_type(descriptor).map_or(TypeKind::Other, |class| self.kind(class)),
            _ => TypeKind::Value,
        }
    }

    /// Whether objects of a library's type are functions.
    pub(crate) fn is_function(&self, program: &Program<'_>, class: ClassId) -> bool {
        let function = |above: &ClassId| self.classes.get(above).is_some_and(|rules| rules.function);
        self.kind(class) == TypeKind::Stateless && program.supertypes_of(class).iter().any(function)
    }

    pub(super) fn kind_of(&self, program: &Program<'_>, class: ClassId) -> TypeKind {
        if program.class_name(class).starts_with('[') {
            return TypeKind::Array;
        }
        for above in program.supertypes_of(class) {
            let Some(rules) = self.classes.get(&above) else { continue };
            if rules.state {
                break;
            }
            if rules.immutable {
                return TypeKind::Value;
            }
            if let Some(file) = rules.generator {
                return TypeKind::Generator(file);
            }
            if rules.cursor {
                return TypeKind::Cursor;
            }
            // What a connection answers is recorded at the connection. A class of the application that happens to be one,
            // or a comparator, or a thread, may still hold state of its own.
            let machinery = rules.stateless || rules.function || rules.handle.is_some() || !rules.external.is_empty();
            if machinery && !program.class(class).application {
                return TypeKind::Stateless;
            }
        }
        if program.class(class).application { TypeKind::Application } else { TypeKind::Other }
    }

    /// Classes of the application whose objects cannot change are values too: all fields final and of such types.
    pub(super) fn settle_immutable(&mut self, program: &Program<'_>) {
        loop {
            let settled: Vec<ClassId> = program
                .application
                .iter()
                .map(|application| application.class)
                .filter(|&class| self.kind(class) == TypeKind::Application && self.is_immutable(program, class))
                .collect();
            if settled.is_empty() {
                return;
            }
            for class in settled {
                self.kinds[class.index()] = TypeKind::Value;
            }
        }
    }

    fn is_immutable(&self, program: &Program<'_>, class: ClassId) -> bool {
        let found = program.class(class);
        if found.is_interface() || found.is_abstract() || !found.subtypes.is_empty() {
            return false;
        }
        let above = found.superclass.map(|above| program.class_name(above));
        if !matches!(above, Some("java/lang/Object" | "java/lang/Record")) {
            return false;
        }
        let mut own =
            found.fields.clone().map(|field| &program.fields[field as usize]).filter(|field| !field.is_static());
        // Without fields there is nothing to record by value: such an object is a collection of functions.
        found.fields.clone().any(|field| !program.fields[field as usize].is_static())
            && own.all(|field| {
                let kind = self.kind_of_type(program, program.names.text(field.descriptor));
                field.is_final() && kind == TypeKind::Value
            })
    }
}
