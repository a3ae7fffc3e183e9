//! The rules as the analysis asks them: by number, once per name.

use retake_model::points::Kind;
use rustc_hash::FxHashMap;

use super::{At, Pattern, Rules};
use crate::program::open::Knowledge;
use crate::program::{ClassId, Program, RefId};

/// A place in a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    /// The object.
    This,
    /// Of the object only which one it is, not what is in it.
    ThisValue,
    /// An argument, not counting the object.
    Argument(u16),
    /// Every argument.
    Arguments,
    Result,
}

/// What the rules say of one name of a method.
#[derive(Clone, Debug, Default)]
pub(crate) struct Said {
    /// Its result is different every time.
    pub(crate) source: Option<Source>,
    /// It makes an object that gives other answers each time.
    pub(crate) generates: Option<u16>,
    /// It makes a generator that depends on its arguments alone.
    pub(crate) fixed: bool,
    /// Its arguments leave the service.
    pub(crate) output: bool,
    /// It reaches something outside the process.
    pub(crate) external: Option<External>,
    /// How data passes through it; nothing means as usual.
    pub(crate) transfer: Option<Vec<(Slot, Slot)>>,
    /// It changes nothing in its object.
    pub(crate) reads: bool,
    /// It neither keeps nor changes its arguments.
    pub(crate) reads_arguments: bool,
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
    pub(crate) libraries: bool,
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

/// The rules of one class, with the file each comes from.
#[derive(Debug, Default)]
struct ClassRules {
    source: Vec<(Pattern, Source)>,
    generator: Option<u16>,
    fixed: Vec<Pattern>,
    output: Vec<(Pattern, Vec<ClassId>)>,
    external: Vec<(Pattern, External)>,
    transfer: Vec<(Pattern, Vec<(Slot, Slot)>)>,
    reads: Vec<Pattern>,
    reads_arguments: Vec<Pattern>,
    wraps: bool,
    immutable: bool,
    cursor: bool,
    stateless: bool,
    handle: Option<u16>,
}

/// The rules, numbered.
#[derive(Debug, Default)]
pub(crate) struct Index {
    /// The names of the files.
    pub(crate) files: Vec<(String, Option<Kind>)>,
    in_libraries: Vec<bool>,
    classes: FxHashMap<ClassId, ClassRules>,
    said: FxHashMap<RefId, Said>,
    /// How many names of members are linked.
    linked: u32,
    kinds: Vec<TypeKind>,
    /// For each class whether a rule names it or a type above it.
    ruled: Vec<bool>,
    parts: Vec<String>,
    compiler_fields: Vec<String>,
    compiler_field_prefixes: Vec<String>,
    usual: Said,
}

impl Index {
    /// Numbers the class names of the rules, so that the hierarchy knows them.
    pub(crate) fn build(rules: &Rules, program: &mut Program<'_>) -> Self {
        let mut index = Index::default();
        for (at, (name, file)) in rules.files.iter().enumerate() {
            let at = at as u16;
            index.files.push((name.clone(), file.kind));
            index.in_libraries.push(file.in_libraries);
            let patterns = |texts: &[String]| texts.iter().map(|text| Pattern::new(text)).collect::<Vec<_>>();
            let mut class = |name: &str| program.intern_class(name);
            for rule in &file.source {
                let to = rule.to.as_deref().map_or(Slot::Result, slot);
                let source = Source { file: at, direct: rule.direct, to, via: None };
                let entry = index.classes.entry(class(&rule.class)).or_default();
                entry.source.extend(patterns(&rule.methods).into_iter().map(|pattern| (pattern, source)));
            }
            for rule in &file.generator {
                let entry = index.classes.entry(class(&rule.class)).or_default();
                entry.generator = Some(at);
                entry.fixed = patterns(&rule.fixed);
            }
            for rule in &file.output {
                let except: Vec<ClassId> = rule.except.iter().map(|name| class(name)).collect();
                let entry = index.classes.entry(class(&rule.class)).or_default();
                entry.output.extend(patterns(&rule.methods).into_iter().map(|pattern| (pattern, except.clone())));
            }
            for rule in &file.external {
                let external = External { file: at, at: rule.at, libraries: rule.libraries };
                let entry = index.classes.entry(class(&rule.class)).or_default();
                entry.external.extend(patterns(&rule.methods).into_iter().map(|pattern| (pattern, external)));
            }
            for rule in &file.transfer {
                let flow: Vec<(Slot, Slot)> = rule.flow.iter().filter_map(|text| flow(text)).collect();
                let entry = index.classes.entry(class(&rule.class)).or_default();
                entry.transfer.extend(patterns(&rule.methods).into_iter().map(|pattern| (pattern, flow.clone())));
            }
            for rule in &file.reads {
                index.classes.entry(class(&rule.class)).or_default().reads.extend(patterns(&rule.methods));
            }
            for rule in &file.reads_arguments {
                index.classes.entry(class(&rule.class)).or_default().reads_arguments.extend(patterns(&rule.methods));
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
            index.parts.extend(file.wrappers.parts.iter().cloned());
            index.compiler_fields.extend(file.types.compiler_fields.iter().cloned());
            index.compiler_field_prefixes.extend(file.types.compiler_field_prefixes.iter().cloned());
        }
        index
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

    fn say(&self, program: &Program<'_>, reference: RefId) -> Option<Said> {
        let member = program.reference(reference);
        let (name, descriptor) = (program.names.text(member.name), program.names.text(member.descriptor));
        let result = descriptor.strip_prefix('(')?.rsplit(')').next()?;
        let owner = program.class_name(member.owner);
        let mut said =
            Said { part: self.parts.iter().any(|prefix| owner.starts_with(prefix.as_str())), ..Said::default() };
        let constructor = name == "<init>";
        let above = program.supertypes_of(member.owner);
        for class in &above {
            let Some(rules) = self.classes.get(class) else { continue };
            let hit = |pattern: &Pattern| pattern.matches(name, descriptor);
            // A constructor belongs to its own class alone.
            let own = !constructor || *class == member.owner;
            if own && said.source.is_none() {
                said.source = rules.source.iter().find(|(pattern, _)| hit(pattern)).map(|found| found.1);
            }
            if said.transfer.is_none() {
                said.transfer = rules.transfer.iter().find(|(pattern, _)| hit(pattern)).map(|found| found.1.clone());
            }
            if said.external.is_none() {
                said.external = rules.external.iter().find(|(pattern, _)| hit(pattern)).map(|found| found.1);
            }
            let excepted = |except: &Vec<ClassId>| except.iter().any(|class| above.contains(class));
            said.output |= rules.output.iter().any(|(pattern, except)| hit(pattern) && !excepted(except));
            said.reads |= rules.reads.iter().any(hit);
            said.reads_arguments |= rules.reads_arguments.iter().any(hit);
            said.fixed |= rules.fixed.iter().any(hit);
            said.wraps |= constructor && rules.wraps;
        }
        // Every object has these, also one behind an interface.
        if let Some(object) = program.class_named("java/lang/Object").and_then(|object| self.classes.get(&object)) {
            said.reads |= object.reads.iter().any(|pattern| pattern.matches(name, descriptor));
            said.reads_arguments |= object.reads_arguments.iter().any(|pattern| pattern.matches(name, descriptor));
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
            said.external = Some(External { file, at: At::Nowhere, libraries: true });
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
                |(pattern, source): &(Pattern, Source)| counts(source.file) && pattern.matches(name, descriptor);
            let asked = rules.generator.is_some_and(counts) && !constructor && !descriptor.ends_with(")V");
            (own || !constructor) && (rules.source.iter().any(named) || asked)
        })
    }

    fn is_known(&self, program: &Program<'_>, owner: ClassId, name: &str, descriptor: &str) -> bool {
        let constructor = name == "<init>";
        self.ruled(program, owner, |rules, own| {
            let hit = |pattern: &Pattern| pattern.matches(name, descriptor);
            let named = rules.source.iter().any(|rule| hit(&rule.0))
                || rules.external.iter().any(|rule| hit(&rule.0))
                || rules.output.iter().any(|rule| hit(&rule.0))
                || rules.transfer.iter().any(|rule| hit(&rule.0));
            rules.generator.is_some() || rules.handle.is_some() || (own || !constructor) && named
        })
    }
}

fn slot(text: &str) -> Slot {
    match text.trim() {
        "this" => Slot::This,
        "this.value" => Slot::ThisValue,
        "args" => Slot::Arguments,
        "result" => Slot::Result,
        argument => argument.strip_prefix("arg").and_then(|n| n.parse().ok()).map_or(Slot::Arguments, Slot::Argument),
    }
}

fn flow(text: &str) -> Option<(Slot, Slot)> {
    let (from, to) = text.split_once("->")?;
    Some((slot(from), slot(to)))
}
