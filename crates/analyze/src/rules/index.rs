//! The rules as the analysis asks them: by number, once per name.

mod by_reference;
mod kinds;
mod knowledge;
mod said;

use retake_model::points::Kind;
use rustc_hash::FxHashMap;

use super::{At, Flow, Inherited, Patterns, Rules, Slot};
use crate::program::{ClassId, Program, RefId};
use crate::wiring::proxies::Proxy;
pub(crate) use kinds::TypeKind;
pub(crate) use said::{External, Said, Source};

/// Data goes from the first place of a call to the second.
type Flows = Vec<(Slot, Slot)>;

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
    remembers: Vec<Patterns>,
    pure: Vec<Patterns>,
    wraps: bool,
    immutable: bool,
    cursor: bool,
    stateless: bool,
    function: bool,
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
    differs: FxHashMap<String, String>,
    /// For each file the one whose points record what its proxies reach.
    proxy_owners: Vec<Option<u16>>,
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
            index.proxy_owners.push(file.proxies_owned_by.as_ref().and_then(|owner| rules.number(owner)));
            index.abouts.extend(file.about.iter().map(|about| (name.clone(), about.clone())));
            index.differs.extend(file.differs.iter().map(|differs| (name.clone(), differs.clone())));
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
            for rule in file.external.iter().filter(|rule| rule.within.is_empty()) {
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
            for rule in &file.remembers {
                index.classes.entry(class(&rule.class)).or_default().remembers.push(Patterns::new(&rule.methods));
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
            for name in &file.types.functions {
                index.classes.entry(class(name)).or_default().function = true;
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

    /// When or where the sources of a file are different, in words.
    pub(crate) fn differs(&self, file: &str) -> &str {
        self.differs.get(file).map_or("every time", String::as_str)
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
    pub(crate) fn leave(&mut self, reference: RefId, at: At, proxy: &Proxy, words: String) {
        let number = |rules: &str| self.files.iter().position(|(name, _)| name == rules);
        if let Some(file) = number(&proxy.rules) {
            let own = proxy.owner.as_deref().and_then(number).map(|owner| owner as u16);
            let external = External { file: file as u16, at, owner: own.or(self.proxy_owners[file]), missing: false };
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

    /// Whether a compiler or tool added this static field.
    pub(crate) fn is_compilers(&self, field: &str) -> bool {
        self.compiler_fields.iter().any(|name| name == field)
            || self.compiler_field_prefixes.iter().any(|prefix| field.starts_with(prefix.as_str()))
    }

    /// Whether a file records what it reaches in this program, so that a layer above need not.
    pub(crate) fn records(&self, file: &str) -> bool {
        self.files.iter().position(|(name, _)| name == file).is_some_and(|file| self.embodied[file])
    }
}
