//! Which methods a call may reach: class hierarchy, narrowed by the types that may have objects.

use retake_bytecode::descriptor::MethodType;
use retake_bytecode::opcode::{INVOKEINTERFACE, INVOKESPECIAL, INVOKESTATIC, INVOKEVIRTUAL};
use retake_bytecode::{Utf8, access, handle};
use rustc_hash::{FxHashMap, FxHashSet};

use super::open::Opened;
use super::select::{Declaration, Declared};
use super::{ClassId, FieldId, Lambda, MemberRef, MethodId, Program, RefId};

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
    /// For each application class the methods of its objects that libraries may call.
    callbacks: FxHashMap<ClassId, Vec<MethodId>>,
    /// The classes of the objects that fields hold, where somebody says it.
    held: FxHashMap<FieldId, Vec<ClassId>>,
    /// For each application class the methods that may tell its objects as texts.
    texts: FxHashMap<ClassId, Vec<MethodId>>,
    /// Methods of the application that are asked where they are called, also by reference.
    asked: FxHashSet<RefId>,
}

impl Calls {
    /// Works out the targets of everything that application classes name.
    pub(crate) fn resolve(program: &Program<'_>) -> Self {
        use rayon::prelude::*;
        let is_method =
            |reference: &RefId| program.names.text(program.reference(*reference).descriptor).starts_with('(');
        let refs: Vec<RefId> = (0..program.application_refs).map(RefId).filter(is_method).collect();
        let of = refs
            .par_iter()
            .flat_map_iter(|&reference| {
                [false, true].map(|dispatched| ((reference, dispatched), program.targets(reference, dispatched)))
            })
            .collect();
        let callbacks = program
            .application
            .par_iter()
            .map(|application| (application.class, program.callbacks(application.class)))
            .filter(|(_, methods)| !methods.is_empty())
            .collect();
        let texts =
            program.application.par_iter().map(|application| (application.class, program.texts(application.class)));
        let texts = texts.filter(|(_, methods)| !methods.is_empty()).collect();
        Calls { of, nothing: Targets { library: true, ..Targets::default() }, callbacks, texts, ..Calls::default() }
    }

    /// The methods of an application class's objects that a library may call when it is handed one.
    pub(crate) fn callbacks(&self, class: ClassId) -> &[MethodId] {
        self.callbacks.get(&class).map_or(&[], Vec::as_slice)
    }

    /// The methods that may tell an object of an application class as a text.
    pub(crate) fn texts(&self, class: ClassId) -> &[MethodId] {
        self.texts.get(&class).map_or(&[], Vec::as_slice)
    }

    /// The targets of calls in libraries: what can mean one method only.
    pub(crate) fn opened(opened: &Opened) -> Self {
        let target = |method: MethodId| Targets { methods: vec![method], ..Targets::default() };
        let of = opened.iter().map(|(&call, &method)| (call, target(method))).collect();
        Calls { of, nothing: Targets { library: true, ..Targets::default() }, ..Calls::default() }
    }

    /// Says where a dispatched call goes that no class of the application answers by itself.
    pub(crate) fn redirect(&mut self, reference: RefId, methods: Vec<MethodId>) {
        self.of.insert((reference, true), Targets { methods, ..Targets::default() });
    }

    /// Says that a dispatched call may also leave the application.
    pub(crate) fn let_out(&mut self, reference: RefId) {
        if let Some(targets) = self.of.get_mut(&(reference, true)) {
            targets.library = true;
        }
    }

    /// Says of which classes the objects are that fields hold.
    pub(crate) fn hold(&mut self, held: impl IntoIterator<Item = (FieldId, Vec<ClassId>)>) {
        self.held.extend(held);
    }

    /// Whether it is known of which classes the objects are that a field holds.
    pub(crate) fn holds(&self, field: FieldId) -> bool {
        self.held.contains_key(&field)
    }

    /// The targets of an instruction on what a field holds; nothing if that says no more than the instruction.
    pub(crate) fn of_held(&self, program: &Program<'_>, op: u8, reference: RefId, field: FieldId) -> Option<Targets> {
        let classes = self.held.get(&field)?;
        let all = self.of(op, reference);
        if !matches!(op, INVOKEVIRTUAL | INVOKEINTERFACE) {
            return None;
        }
        let answers = program.answers(program.reference(reference), classes);
        let is_one = |method: &&MethodId| answers.contains(&Declared::Application(**method));
        let methods: Vec<MethodId> = all.methods.iter().filter(is_one).copied().collect();
        (!methods.is_empty()).then(|| Targets { methods, lambdas: Vec::new(), library: all.library })
    }

    /// The targets of an instruction.
    pub(crate) fn of(&self, op: u8, reference: RefId) -> &Targets {
        let dispatched = matches!(op, INVOKEVIRTUAL | INVOKEINTERFACE);
        debug_assert!(dispatched || matches!(op, INVOKESPECIAL | INVOKESTATIC));
        self.of.get(&(reference, dispatched)).unwrap_or(&self.nothing)
    }

    /// The methods that a lambda or method reference calls. What a reference calls in a library its stand-in calls.
    pub(crate) fn of_lambda<'l>(&'l self, lambda: &'l Lambda) -> &'l [MethodId] {
        let methods = &self.of_handle(lambda.kind, lambda.target).methods;
        match &lambda.stand_in {
            Some(_) if methods.is_empty() || self.asked.contains(&lambda.target) => lambda.stand_in.as_slice(),
            _ => methods,
        }
    }

    /// Says which methods of the application are asked where they are called.
    pub(crate) fn ask(&mut self, asked: impl Iterator<Item = RefId>) {
        self.asked.extend(asked);
    }

    /// The targets of a method handle.
    pub(crate) fn of_handle(&self, kind: u8, reference: RefId) -> &Targets {
        let dispatched = matches!(kind, handle::INVOKE_VIRTUAL | handle::INVOKE_INTERFACE);
        self.of.get(&(reference, dispatched)).unwrap_or(&self.nothing)
    }
}

/// Whose objects may answer a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whose {
    /// Those of application classes.
    Application,
    /// Those of every class that was read.
    Everybody,
}

/// What a dispatched call may reach.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reached {
    /// Methods, sorted.
    pub(crate) methods: Vec<Declared>,
    /// Lambdas of the application, sorted.
    pub(crate) lambdas: Vec<u32>,
    /// Whether an object may answer with a method that nobody has seen.
    pub(crate) unseen: bool,
}

impl Program<'_> {
    /// The methods of a class's objects that a library may call when it is handed one.
    fn callbacks(&self, class: ClassId) -> Vec<MethodId> {
        let mut found: Vec<MethodId> = Vec::new();
        if self.class(class).is_interface() {
            return found;
        }
        let named = |method: &MethodId| (self.method(*method).name, self.method(*method).descriptor);
        for above in self.supertypes_of(class).into_iter().filter(|&above| self.class(above).application) {
            for method in self.class(above).methods.clone().map(MethodId) {
                let it = self.method(method);
                let answers = it.has_code && !it.is_synthetic() && !self.is_objects(method);
                let overridden = || found.iter().any(|known| named(known) == named(&method));
                if answers && !overridden() && self.overrides_library(method) {
                    found.push(method);
                }
            }
        }
        found
    }

    /// The methods of the application that may tell an object of a class as a text.
    fn texts(&self, owner: ClassId) -> Vec<MethodId> {
        let named = self.names.get("toString").zip(self.names.get("()Ljava/lang/String;"));
        let Some((name, descriptor)) = named else { return Vec::new() };
        let reached = self.dispatch(MemberRef { owner, name, descriptor }, Whose::Application);
        let ours = reached.methods.into_iter().filter_map(|method| match method {
            Declared::Application(method) => Some(method).filter(|&method| self.method(method).has_code),
            Declared::Library(..) => None,
        });
        ours.collect()
    }

    fn targets(&self, reference: RefId, dispatched: bool) -> Targets {
        let member = self.reference(reference);
        let owner = self.class(member.owner);
        let reached = if !dispatched {
            let methods = self.select_bound(member.owner, member.name, member.descriptor);
            Reached { unseen: methods.is_empty(), methods, ..Reached::default() }
        } else if self.class_name(member.owner) == "java/lang/Object" {
            // Every class has these; following them to every class that overrides them says nothing.
            Reached::default()
        } else {
            self.dispatch(member, Whose::Application)
        };
        let mut targets = Targets { lambdas: reached.lambdas, ..Targets::default() };
        targets.library = reached.unseen || dispatched && !owner.application;
        for method in reached.methods {
            match method {
                Declared::Application(method) if self.method(method).has_code => targets.methods.push(method),
                _ => targets.library = true,
            }
        }
        targets.library |= targets.methods.is_empty() && targets.lambdas.is_empty();
        targets
    }

    /// Whom a dispatched call may reach: the methods that the objects of the owner's subtypes answer with.
    pub(crate) fn dispatch(&self, member: MemberRef, whose: Whose) -> Reached {
        let MemberRef { owner, name, descriptor } = member;
        let mut subtypes = match self.class_name(owner) {
            // Every class is one, also behind a superclass that was not read.
            "java/lang/Object" => (0..self.classes.len() as u32).map(ClassId).filter(|&class| class != owner).collect(),
            _ if self.class(owner).access & access::FINAL != 0 => Vec::new(),
            _ => self.subtypes_of(owner),
        };
        subtypes.push(owner);
        let receivers = self.receivers(&subtypes, whose);
        let functions: Vec<ClassId> =
            subtypes.into_iter().filter(|&class| !self.lambdas_of(class).is_empty()).collect();
        let mut reached = Reached::default();
        if receivers.is_empty() && functions.is_empty() {
            reached.unseen = true;
            return reached;
        }
        let meant = self.resolve(owner, name, descriptor);
        if let Some(meant) = meant.filter(Declaration::is_bound) {
            reached.methods.push(meant.method);
            return reached;
        }
        for class in receivers {
            let selected = self.select(class, name, descriptor, meant);
            reached.unseen |= selected.is_empty();
            reached.methods.extend(selected);
        }
        let parameters = MethodType::parse(Utf8::new(self.names.text(descriptor).as_bytes()))
            .map_or(0, |method| method.parameters().count());
        for interface in functions {
            let mut inherits = false;
            for &lambda in self.lambdas_of(interface) {
                let made = self.lambdas[lambda as usize];
                if made.name == name && usize::from(made.parameters) == parameters {
                    reached.lambdas.push(lambda);
                } else {
                    inherits = true;
                }
            }
            // An object that is a lambda has the other methods of its interface too.
            if inherits {
                reached.methods.extend(self.select(interface, name, descriptor, meant));
            }
        }
        reached.methods.sort_unstable();
        reached.methods.dedup();
        reached.lambdas.sort_unstable();
        reached
    }

    /// The methods that objects of these classes answer a call with, sorted.
    pub(crate) fn answers(&self, member: MemberRef, classes: &[ClassId]) -> Vec<Declared> {
        let MemberRef { owner, name, descriptor } = member;
        let meant = self.resolve(owner, name, descriptor);
        if let Some(meant) = meant.filter(Declaration::is_bound) {
            return vec![meant.method];
        }
        let mut found: Vec<Declared> =
            classes.iter().flat_map(|&class| self.select(class, name, descriptor, meant)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The classes among these whose objects may exist.
    fn receivers(&self, classes: &[ClassId], whose: Whose) -> Vec<ClassId> {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for &id in classes {
            let class = self.class(id);
            if class.read && !class.is_interface() && !class.is_abstract() {
                if class.application { ours.push(id) } else { theirs.push(id) }
            }
        }
        if whose == Whose::Application {
            theirs.clear();
        }
        let existing =
            |classes: &[ClassId]| classes.iter().copied().filter(|&class| self.class(class).instantiated).collect();
        let mut receivers: Vec<ClassId> = existing(&ours);
        // If nobody seems to make any of them, something we do not see does.
        if receivers.is_empty() {
            receivers = ours;
        }
        receivers.extend(existing(&theirs));
        if receivers.is_empty() { theirs } else { receivers }
    }
}
