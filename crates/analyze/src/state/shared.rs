//! Objects that outlive a request because something outside the code keeps one of them: singleton beans, servlets.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::program::{ClassId, FieldId, MethodId, Program};
use crate::rules::frameworks::When;
use crate::wiring::Wiring;
use crate::wiring::beans::Scope;

/// What is shared by all requests without being static, and who writes to it unseen.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    /// Classes of which the container keeps one object, and how that is declared.
    classes: FxHashMap<ClassId, String>,
    /// Classes of which the container makes an object for each request, and no other.
    of_request: FxHashSet<ClassId>,
    /// Enums of the application: the JVM keeps one object for each of their constants.
    enums: FxHashSet<ClassId>,
    /// Methods that the container calls while the service starts.
    starting: FxHashSet<MethodId>,
    /// Methods that the container calls while the service serves.
    serving: FxHashSet<MethodId>,
    /// Fields that the container writes, and how that is declared: before the service serves, or while it does.
    written: FxHashMap<FieldId, (bool, String)>,
}

impl Shared {
    /// What frameworks are told to share, and what serves requests: traffic calls that on the only object there is.
    pub(crate) fn new(program: &Program<'_>, entries: &FxHashSet<MethodId>, wiring: &Wiring) -> Self {
        let mut shared = Shared::default();
        let classes = program.application.iter().map(|application| application.class);
        shared.enums.extend(classes.filter(|&class| program.is_enum(class)));
        for bean in wiring.beans.iter().filter(|bean| bean.scope.outlives_request()) {
            shared.add_class(program, bean.class, &bean.how);
        }
        let made_anew: FxHashSet<ClassId> =
            wiring.beans.iter().filter(|bean| !bean.scope.outlives_request()).map(|bean| bean.class).collect();
        for &method in entries {
            let found = program.method(method);
            if !found.is_static() && !found.is_synthetic() && !made_anew.contains(&found.class) {
                shared.add_class(program, found.class, "serves requests");
            }
        }
        let of_request = wiring.beans.iter().filter(|bean| bean.scope == Scope::Request).map(|bean| bean.class);
        shared.of_request = of_request.filter(|class| !shared.classes.contains_key(class)).collect();
        for (&method, touches) in &wiring.touched.called {
            let serving = touches.iter().any(|touch| touch.when == When::Run);
            if serving { &mut shared.serving } else { &mut shared.starting }.insert(method);
        }
        for (&field, touches) in &wiring.touched.written {
            let serving = touches.iter().find(|touch| touch.when == When::Run);
            if let Some(touch) = serving.or(touches.first()) {
                shared.written.insert(field, (serving.is_some(), touch.why.clone()));
            }
        }
        shared
    }

    /// Adds a class of which there is one object, with the application classes that it inherits fields from.
    fn add_class(&mut self, program: &Program<'_>, class: ClassId, how: &str) {
        for above in program.supertypes_of(class) {
            if program.class(above).application {
                self.classes.entry(above).or_insert_with(|| how.to_string());
            }
        }
    }

    /// How it is declared that there is one object of a class.
    pub(crate) fn class(&self, class: ClassId) -> Option<&str> {
        self.classes.get(&class).map(String::as_str)
    }

    /// Whether the container makes an object of a class for each request. Whoever is injected one gets something that
    /// stands for that of the request.
    pub(crate) fn is_of_request(&self, class: ClassId) -> bool {
        self.of_request.contains(&class)
    }

    /// Whether the objects of a class are made once and kept: beans and the constants of enums.
    pub(crate) fn keeps(&self, class: ClassId) -> bool {
        self.classes.contains_key(&class) || self.enums.contains(&class)
    }

    /// Whether the container calls a method while the service starts, and not later.
    pub(crate) fn starts(&self, method: MethodId) -> bool {
        self.starting.contains(&method)
    }

    /// Whether the container calls a method while the service serves.
    pub(crate) fn serves(&self, method: MethodId) -> bool {
        self.serving.contains(&method)
    }

    /// How it is declared that the container writes a field: while the service serves, or only before.
    pub(crate) fn written(&self, field: FieldId, serving: bool) -> Option<&str> {
        self.written.get(&field).filter(|(found, _)| *found == serving).map(|(_, how)| how.as_str())
    }
}
