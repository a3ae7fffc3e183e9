//! Objects that outlive a request because something outside the code keeps one of them: singleton beans, servlets.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::program::{ClassId, FieldId, MethodId, Program};

/// What is shared by all requests without being static, and who writes to it unseen.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    /// Classes of which the container keeps one object, and how that is declared.
    classes: FxHashMap<ClassId, String>,
    /// Methods that the container calls while the service starts.
    starting: FxHashSet<MethodId>,
    /// Fields that the container writes while the service serves, and how that is declared.
    rewritten: FxHashMap<FieldId, String>,
}

impl Shared {
    /// Adds a class of which there is one object, with the application classes that it inherits fields from.
    pub(crate) fn add_class(&mut self, program: &Program<'_>, class: ClassId, how: &str) {
        for above in program.supertypes_of(class) {
            if program.class(above).application {
                self.classes.entry(above).or_insert_with(|| how.to_string());
            }
        }
    }

    /// Adds a method that the container calls while the service starts.
    #[allow(dead_code, reason = "what frameworks declare comes with the wiring")]
    pub(crate) fn add_starting(&mut self, method: MethodId) {
        self.starting.insert(method);
    }

    /// Adds a field that the container writes while the service serves.
    #[allow(dead_code, reason = "what frameworks declare comes with the wiring")]
    pub(crate) fn add_rewritten(&mut self, field: FieldId, how: String) {
        self.rewritten.entry(field).or_insert(how);
    }

    /// How it is declared that there is one object of a class.
    pub(crate) fn class(&self, class: ClassId) -> Option<&str> {
        self.classes.get(&class).map(String::as_str)
    }

    /// Whether the container calls a method while the service starts.
    pub(crate) fn starts(&self, method: MethodId) -> bool {
        self.starting.contains(&method)
    }

    /// How it is declared that the container writes a field while the service serves.
    pub(crate) fn rewritten(&self, field: FieldId) -> Option<&str> {
        self.rewritten.get(&field).map(String::as_str)
    }
}
