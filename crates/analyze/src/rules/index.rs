//! The rules as the analysis asks them: by number, once per name.

use retake_model::points::Kind;
use rustc_hash::FxHashMap;

use super::{At, Flow, Inherited, Patterns, Rules, Slot};
use crate::program::open::Knowledge;
use crate::program::{ClassId, Program, RefId};

/// Data goes from the first place of a call to the second.
type Flows = Vec<(Slot, Slot)>;

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

/// Which of the things that code does with data are sinks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sinks {
    pub(crate) branches: bool,
    pub(crate) returns: bool,
    pub(crate) throws: bool,
}

impl Sinks {
    fn new(rules: &Rules) -> Self {
        let mut sinks = Sinks { branches: rules.builtin, returns: rules.builtin, throws: rules.builtin };
        for rule in rules.files.iter().flat_map(|(_, file)| &file.sink) {
            sinks.branches = rule.branch.unwrap_or(sinks.branches);
            sinks.returns = rule.returned.unwrap_or(sinks.returns);
            sinks.throws = rule.thrown.unwrap_or(sinks.throws);
        }
        sinks
    }
}

/// The rules of one class, with the file each comes from.
#[derive(Debug, Default)]
struct ClassRules {
    source: Vec<(Patterns, Source)>,
    inherited: Vec<(Patterns, (u16, Inherited))>,
    generator: Option<u16>,
    fixed: Vec<Patterns>,
    output: Vec<(Patterns, Vec<ClassId>)>,
    sink: Vec<(Patterns, Slot)>,
    external: Vec<(Patterns, External)>,
    /// With whether the user says so.
    transfer: Vec<(Patterns, Flows, bool)>,
    reads: Vec<Patterns>,
    reads_arguments: Vec<Patterns>,
    checks: Vec<Patterns>,
    pure: Vec<Patterns>,
    wraps: bool,
    immutable: bool,
    cursor: bool,
    stateless: bool,
    state: bool,
    handle: Option<u16>,
}

/// The rules, numbered.
#[derive(Debug, Default)]
pub(crate) struct Index {
    /// The names of the files.
    pub(crate) files: Vec<(String, Option<Kind>)>,
    in_libraries: Vec<bool>,
    abouts: FxHashMap<String, String>,
    /// How many files are the user's own.
    own: u16,
    /// Which of the things that code does with data are sinks.
    pub(crate) sinks: Sinks,
    classes: FxHashMap<ClassId, ClassRules>,
    said: FxHashMap<RefId, Said>,
    /// How many names of members are linked.
    linked: u32,
    kinds: Vec<TypeKind>,
    /// For each class whether a rule names it or a type above it.
    ruled: Vec<bool>,
    /// For each file whether the program has a body that it makes a point.
    embodied: Vec<bool>,
    parts: Vec<String>,
    compiler_fields: Vec<String>,
    compiler_field_prefixes: Vec<String>,
    /// Calls that leave the process because of what the service declares: the file of rules, and why in words.
    leaving: FxHashMap<RefId, (External, String)>,
    usual: Said,
}

impl Index {
    /// Numbers the class names of the rules, so that the hierarchy knows them.
    pub(crate) fn build(rules: &Rules, program: &mut Program<'_>) -> Self {
        let mut index = Index { sinks: Sinks::new(rules), own: rules.own as u16, ..Index::default() };
        for (at, (name, file)) in rules.files.iter().enumerate() {
            let at = at as u16;
            let own = index.is_own(at);
            index.files.push((name.clone(), file.kind));
            index.in_libraries.push(file.in_libraries);
            index.abouts.extend(file.about.iter().map(|about| (name.clone(), about.clone())));
            let mut class = |name: &str| program.intern_class(name);
            for rule in &file.source {
                let to = rule.to.unwrap_or(Slot::Result);
                let source = Source { file: at, direct: rule.direct, to, via: None };
                let entry = index.classes.entry(class(&rule.class)).or_default();
                let patterns = Patterns::new(&rule.methods);
                match rule.inherited {
                    Some(inherited) => entry.inherited.push((patterns, (at, inherited))),
                    None => entry.source.push((patterns, source)),
                }
            }
            for rule in &file.generator {
                let entry = index.classes.entry(class(&rule.class)).or_default();
                entry.generator = Some(at);
                for text in &rule.fixed {
                    let name = text.split('(').next().unwrap_or_default();
                    let (owner, method) = name
                        .rsplit_once('.')
                        .map_or((rule.class.as_str(), text.as_str()), |found| (found.0, &text[found.0.len() + 1..]));
                    let entry = index.classes.entry(class(owner)).or_default();
                    entry.fixed.push(Patterns::new(&[method.to_string()]));
                }
            }
            for rule in &file.output {
                let except: Vec<ClassId> = rule.except.iter().map(|name| class(name)).collect();
                let entry = index.classes.entry(class(&rule.class)).or_default();
                entry.output.push((Patterns::new(&rule.methods), except));
            }
            for rule in file.sink.iter().filter(|rule| !rule.class.is_empty()) {
                let entry = index.classes.entry(class(&rule.class)).or_default();
                entry.sink.push((Patterns::new(&rule.methods), rule.argument.0));
            }
            for rule in &file.external {
                let owner = rule.owned_by.as_ref().and_then(|owner| rules.number(owner));
                let external = External { file: at, at: rule.at, owner, missing: false };
                let entry = index.classes.entry(class(&rule.class)).or_default();
                entry.external.push((Patterns::new(&rule.methods), external));
            }
            for rule in &file.transfer {
                let flow: Flows = rule.flow.iter().map(|&Flow(from, to)| (from, to)).collect();
                let entry = index.classes.entry(class(&rule.class)).or_default();
                entry.transfer.push((Patterns::new(&rule.methods), flow, own));
            }
            for rule in &file.reads {
                index.classes.entry(class(&rule.class)).or_default().reads.push(Patterns::new(&rule.methods));
            }
            for rule in &file.pure {
                let entry = index.classes.entry(class(&rule.class)).or_default();
                entry.pure.push(Patterns::new(&rule.methods));
            }
            for rule in &file.reads_arguments {
                let entry = index.classes.entry(class(&rule.class)).or_default();
                entry.reads_arguments.push(Patterns::new(&rule.methods));
            }
            for rule in &file.checks {
                index.classes.entry(class(&rule.class)).or_default().checks.push(Patterns::new(&rule.methods));
            }
            for rule in &file.handle {
                index.classes.entry(class(&rule.class)).or_default().handle = Some(at);
            }
            for name in &file.wrappers.classes {
                index.classes.entry(class(name)).or_default().wraps = true;
            }
            for name in &file.types.immutable {
                index.classes.entry(class(name)).or_default().immutable = true;
            }
            for name in &file.types.cursors {
                index.classes.entry(class(name)).or_default().cursor = true;
            }
            for name in &file.types.stateless {
                index.classes.entry(class(name)).or_default().stateless = true;
            }
            for name in &file.types.state {
                index.classes.entry(class(name)).or_default().state = true;
            }
            index.parts.extend(file.wrappers.parts.iter().cloned());
            index.compiler_fields.extend(file.types.compiler_fields.iter().cloned());
            index.compiler_field_prefixes.extend(file.types.compiler_field_prefixes.iter().cloned());
        }
        index
    }

    /// Whether a file is the user's own.
    pub(crate) fn is_own(&self, file: u16) -> bool {
        file < self.own
    }

    /// Takes note of what the sources of a file or a line of one are.
    pub(crate) fn tell_about(&mut self, file: String, about: String) {
        self.abouts.insert(file, about);
    }

    /// What the sources of a file are, in words.
    pub(crate) fn about(&self, file: &str) -> Option<&str> {
        self.abouts.get(file).map(String::as_str)
    }

    /// Works out what the rules say of every type and every name of a method that the program has and the index has
    /// not met before.
    pub(crate) fn link(&mut self, program: &Program<'_>) {
        use rayon::prelude::*;
        let kinds: Vec<TypeKind> = (self.kinds.len() as u32..program.classes.len() as u32)
            .into_par_iter()
            .map(|class| self.kind_of(program, ClassId(class)))
            .collect();
        self.kinds.extend(kinds);
        let ruled: Vec<bool> = (self.ruled.len() as u32..program.classes.len() as u32)
            .into_par_iter()
            .map(|class| program.supertypes_of(ClassId(class)).iter().any(|above| self.classes.contains_key(above)))
            .collect();
        self.ruled.extend(ruled);
        self.settle_immutable(program);
        self.embodied = self.embodied(program);
        let refs: Vec<RefId> = (self.linked..program.refs.len() as u32).map(RefId).collect();
        let said: Vec<(RefId, Said)> =
            refs.par_iter().filter_map(|&reference| Some((reference, self.say(program, reference)?))).collect();
        self.said.extend(said);
        self.linked = program.refs.len() as u32;
    }

    /// Whether the sources of a file count where libraries call them.
    pub(crate) fn in_libraries(&self, file: u16) -> bool {
        self.in_libraries[usize::from(file)]
    }

    /// Takes note of a source that no rule names: what a library was seen to do.
    pub(crate) fn learn(&mut self, reference: RefId, source: Source) {
        self.said.entry(reference).or_default().source = Some(source);
    }

    /// For each file whether somebody implements what it calls external at the body.
    fn embodied(&self, program: &Program<'_>) -> Vec<bool> {
        let mut embodied = vec![false; self.files.len()];
        for (&class, rules) in &self.classes {
            for (_, external) in rules.external.iter().filter(|(_, external)| external.at == At::Body) {
                let file = &mut embodied[usize::from(external.file)];
                let implements = |&class: &ClassId| program.class(class).read && !program.class(class).is_interface();
                *file = *file || program.subtypes_of(class).iter().any(implements);
            }
        }
        embodied
    }

    /// Notes that a call leaves the process because of what the service declares, where it is recorded, and says it in
    /// words. To be told before the rules are linked.
    pub(crate) fn leave(&mut self, reference: RefId, at: At, rules: &str, words: String) {
        if let Some(file) = self.files.iter().position(|(name, _)| name == rules) {
            let external = External { file: file as u16, at, owner: None, missing: false };
            self.leaving.insert(reference, (external, words));
        }
    }

    /// Why a call leaves the process, if the service declares it.
    pub(crate) fn why_leaving(&self, reference: RefId) -> Option<&str> {
        self.leaving.get(&reference).map(|(_, words)| words.as_str())
    }

    /// What the rules say of a method.
    pub(crate) fn said(&self, reference: RefId) -> &Said {
        self.said.get(&reference).unwrap_or(&self.usual)
    }

    /// What is known of a class.
    pub(crate) fn kind(&self, class: ClassId) -> TypeKind {
        self.kinds.get(class.index()).copied().unwrap_or(TypeKind::Other)
    }

    /// What is known of the type that a descriptor says.
    pub(crate) fn kind_of_type(&self, program: &Program<'_>, descriptor: &str) -> TypeKind {
        match descriptor.as_bytes().first() {
            Some(b'[') => TypeKind::Array,
            Some(b'L') => {
                let name = descriptor[1..].strip_suffix(';').unwrap_or_default();
                program.class_named(name).map_or(TypeKind::Other, |class| self.kind(class))
            }
            _ => TypeKind::Value,
        }
    }

    /// Whether a compiler or tool added this static field.
    pub(crate) fn is_compilers(&self, field: &str) -> bool {
        self.compiler_fields.iter().any(|name| name == field)
            || self.compiler_field_prefixes.iter().any(|prefix| field.starts_with(prefix.as_str()))
    }

    /// The handle type that a class is or implements, with the file that says so.
    fn handle_of(&self, program: &Program<'_>, class: ClassId) -> Option<u16> {
        program.supertypes_of(class).iter().find_map(|class| self.classes.get(class)?.handle)
    }

    fn kind_of(&self, program: &Program<'_>, class: ClassId) -> TypeKind {
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
            let machinery = rules.stateless || rules.handle.is_some() || !rules.external.is_empty();
            if machinery && !program.class(class).application {
                return TypeKind::Stateless;
            }
        }
        if program.class(class).application { TypeKind::Application } else { TypeKind::Other }
    }

    /// Classes of the application whose objects cannot change are values too: all fields final and of such types.
    fn settle_immutable(&mut self, program: &Program<'_>) {
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

    /// Whether a file records what it reaches in this program, so that a layer above need not.
    pub(crate) fn records(&self, file: &str) -> bool {
        self.files.iter().position(|(name, _)| name == file).is_some_and(|file| self.embodied[file])
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

    fn say(&self, program: &Program<'_>, reference: RefId) -> Option<Said> {
        let member = program.reference(reference);
        let (name, descriptor) = (program.names.text(member.name), program.names.text(member.descriptor));
        let result = descriptor.strip_prefix('(')?.rsplit(')').next()?;
        let owner = program.class_name(member.owner);
        let mut said =
            Said { part: self.parts.iter().any(|prefix| owner.starts_with(prefix.as_str())), ..Said::default() };
        said.external = self.leaving.get(&reference).map(|found| found.0);
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

impl Index {
    /// Whether one of the rules for a class or a type above it holds.
    fn ruled(&self, program: &Program<'_>, owner: ClassId, holds: impl Fn(&ClassRules, bool) -> bool) -> bool {
        if !self.ruled.get(owner.index()).copied().unwrap_or(false) {
            return false;
        }
        let above = program.supertypes_of(owner);
        above
            .iter()
            .filter_map(|class| Some((class, self.classes.get(class)?)))
            .any(|(class, rules)| holds(rules, *class == owner))
    }
}

impl Knowledge for Index {
    fn is_source(&self, program: &Program<'_>, owner: ClassId, name: &str, descriptor: &str) -> bool {
        let constructor = name == "<init>";
        let counts = |file: u16| self.in_libraries[usize::from(file)];
        self.ruled(program, owner, |rules, own| {
            let named =
                |(patterns, source): &(Patterns, Source)| counts(source.file) && patterns.matches(name, descriptor);
            let asked = rules.generator.is_some_and(counts) && !constructor && !descriptor.ends_with(")V");
            (own || !constructor) && (rules.source.iter().any(named) || asked)
        })
    }

    fn is_known(&self, program: &Program<'_>, owner: ClassId, name: &str, descriptor: &str) -> bool {
        let constructor = name == "<init>";
        self.ruled(program, owner, |rules, own| {
            let hit = |patterns: &Patterns| patterns.matches(name, descriptor);
            let named = rules.source.iter().any(|rule| hit(&rule.0))
                || rules.external.iter().any(|rule| hit(&rule.0))
                || rules.output.iter().any(|rule| hit(&rule.0))
                || rules.transfer.iter().any(|rule| hit(&rule.0));
            let named = named || rules.pure.iter().any(hit);
            rules.generator.is_some() || rules.handle.is_some() || (own || !constructor) && named
        })
    }
}
