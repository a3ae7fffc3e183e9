//! Entries as they are declared: methods with an annotation, methods of certain classes.

use std::rc::Rc;

use retake_bytecode::access;
use rustc_hash::{FxHashMap, FxHashSet};

use super::notes::Note;
use super::{Sources, web};
use crate::program::{ClassId, MethodId, Program};
use crate::rules::Patterns;
use crate::rules::frameworks::{Entry as Rule, Paths};
use crate::wiring::documents::Document;

/// No more paths than this lead to one method.
const MOST: usize = 256;

/// A method that traffic calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Declared {
    pub(crate) kind: String,
    pub(crate) method: MethodId,
    pub(crate) paths: Vec<String>,
}

/// A method of any class by its name and descriptor, with its annotations.
type Member = (String, String, Vec<Note>);

/// Finds the entries that the application declares. What is said first of a method counts.
pub(crate) fn find(sources: &Sources<'_, '_>, documents: &[Document<'_>]) -> Vec<Declared> {
    let mapped = web::mappings(documents);
    let mut search = Search {
        sources,
        taken: FxHashSet::default(),
        found: Vec::new(),
        notes: FxHashMap::default(),
        members: FxHashMap::default(),
    };
    let rules: Vec<&Rule> = sources.rules.files.iter().flat_map(|(_, file)| &file.entry).collect();
    let (held, direct): (Vec<&Rule>, Vec<&Rule>) =
        rules.iter().filter(|rule| !rule.annotations.is_empty()).partition(|rule| !rule.holders.is_empty());
    search.held(&held);
    for rule in direct {
        search.directly(rule);
    }
    for rule in rules.iter().filter(|rule| !rule.classes.is_empty()) {
        search.below(rule, &mapped);
    }
    for rule in rules.iter().filter(|rule| !rule.statics.is_empty()) {
        search.statics(rule);
    }
    search.found
}

struct Search<'s, 'a> {
    sources: &'s Sources<'s, 'a>,
    taken: FxHashSet<MethodId>,
    found: Vec<Declared>,
    /// The annotations of classes.
    notes: FxHashMap<ClassId, Rc<[Note]>>,
    /// The annotated methods of classes.
    members: FxHashMap<ClassId, Rc<[Member]>>,
}

impl Search<'_, '_> {
    fn add(&mut self, rule: &Rule, method: MethodId, paths: Vec<String>) {
        if self.taken.insert(method) {
            self.found.push(Declared { kind: rule.kind.clone(), method, paths });
        }
    }

    /// The annotations of a class, also of a library.
    fn notes(&mut self, class: ClassId) -> Rc<[Note]> {
        let sources = self.sources;
        if !sources.program.class(class).annotated {
            return Rc::from([]);
        }
        let read = || match sources.program.file(class) {
            Some(file) => sources.notes.of(file.annotations()).into(),
            None => Rc::from([]),
        };
        self.notes.entry(class).or_insert_with(read).clone()
    }

    /// The annotated methods of a class, also of a library.
    fn members(&mut self, class: ClassId) -> Rc<[Member]> {
        let sources = self.sources;
        let read = || {
            let methods = sources.program.file(class).into_iter().flat_map(|file| file.methods());
            let members = methods.filter_map(|method| {
                let notes = sources.notes.of(method.annotations());
                let (name, descriptor) = (method.name().ok()?.to_str(), method.descriptor().ok()?.to_str());
                (!notes.is_empty()).then(|| (name.into_owned(), descriptor.into_owned(), notes))
            });
            members.collect()
        };
        self.members.entry(class).or_insert_with(read).clone()
    }

    /// Methods with an annotation.
    fn directly(&mut self, rule: &Rule) {
        let sources = self.sources;
        for noted in sources.noted {
            for method in noted.methods.iter().filter(|method| has(&method.notes, &rule.annotations)) {
                if sources.program.method(method.method).has_code {
                    let paths = self.paths(rule, &noted.on_class, &method.notes);
                    self.add(rule, method.method, paths);
                }
            }
        }
    }

    /// Methods with an annotation, theirs or of the method that they override, in classes with an annotation, theirs or
    /// of a class above.
    fn held(&mut self, rules: &[&Rule]) {
        let program = self.sources.program;
        for application in &program.application {
            let class = program.class(application.class);
            if class.is_interface() || class.is_abstract() {
                continue;
            }
            let above = program.supertypes_of(application.class);
            if !above.iter().any(|&above| program.class(above).annotated) {
                continue;
            }
            for rule in rules {
                if above.iter().any(|&above| has(&self.notes(above), &rule.holders)) {
                    self.held_by(rule, application.class, &above);
                }
            }
        }
    }

    fn held_by(&mut self, rule: &Rule, class: ClassId, above: &[ClassId]) {
        let says = |search: &mut Self, above: &ClassId| {
            let notes = search.notes(*above);
            rule.paths.as_ref().is_some_and(|paths| has(&notes, &paths.annotations)).then_some(notes)
        };
        let on_class = above.iter().find_map(|above| says(self, above)).unwrap_or_else(|| Rc::from([]));
        for &above in above {
            for (name, descriptor, notes) in self.members(above).iter() {
                if has(notes, &rule.annotations)
                    && let Some(method) = implementing(self.sources.program, class, name, descriptor)
                {
                    let paths = self.paths(rule, &on_class, notes);
                    self.add(rule, method, paths);
                }
            }
        }
    }

    /// Methods that classes have because of what they are below.
    fn below(&mut self, rule: &Rule, mapped: &std::collections::BTreeMap<String, Vec<String>>) {
        let program = self.sources.program;
        let patterns = Patterns::new(&rule.methods);
        // Whoever names a static method means it; a framework that calls all methods of an object never calls those.
        let named = !rule.methods.iter().any(|method| method.contains('*'));
        for root in rule.classes.iter().filter_map(|name| program.class_named(name)) {
            let classes = program.subtypes_of(root).into_iter().chain([root]);
            for class in classes.filter(|&class| program.class(class).application) {
                let notes = self.notes(class);
                let mut paths = self.paths(rule, &notes, &[]);
                paths.extend(mapped.get(program.class_name(class)).into_iter().flatten().cloned());
                paths.sort();
                paths.dedup();
                for number in program.class(class).methods.clone() {
                    let found = program.method(MethodId(number));
                    let (name, descriptor) = (program.names.text(found.name), program.names.text(found.descriptor));
                    let callable = found.has_code && !found.is_synthetic() && (named || !found.is_static());
                    if callable && patterns.matches(name, descriptor) {
                        self.add(rule, MethodId(number), paths.clone());
                    }
                }
            }
        }
    }

    fn statics(&mut self, rule: &Rule) {
        let program = self.sources.program;
        let patterns = Patterns::new(&rule.statics);
        for number in 0..program.methods.len() as u32 {
            let method = program.method(MethodId(number));
            let (name, descriptor) = (program.names.text(method.name), program.names.text(method.descriptor));
            let public = method.is_static() && method.access & access::PUBLIC != 0 && method.has_code;
            if public && program.class(method.class).application && patterns.matches(name, descriptor) {
                self.add(rule, MethodId(number), Vec::new());
            }
        }
    }

    /// The paths that lead to a method, by what is on its class and on itself.
    fn paths(&self, rule: &Rule, on_class: &[Note], on_method: &[Note]) -> Vec<String> {
        let Some(paths) = &rule.paths else { return Vec::new() };
        let (outer, inner) = (self.texts(paths, on_class), self.texts(paths, on_method));
        let mut found: Vec<String> = match (outer.is_empty(), inner.is_empty()) {
            (true, true) => return Vec::new(),
            (true, false) => inner,
            (false, true) => outer,
            (false, false) => {
                let join = |outer: &String, inner: &String| {
                    let (outer, inner) = (outer.trim_end_matches('/'), inner.trim_start_matches('/'));
                    if inner.is_empty() { outer.to_string() } else { format!("{outer}/{inner}") }
                };
                outer.iter().flat_map(|outer| inner.iter().map(move |inner| join(outer, inner))).take(MOST).collect()
            }
        };
        if paths.url {
            for path in found.iter_mut().filter(|path| !path.starts_with('/')) {
                path.insert(0, '/');
            }
        }
        found.sort();
        found.dedup();
        found
    }

    fn texts(&self, paths: &Paths, notes: &[Note]) -> Vec<String> {
        let notes = notes.iter().filter(|note| paths.annotations.contains(&note.name));
        let texts = notes.flat_map(|note| note.texts(&paths.elements));
        texts.map(|text| self.sources.settings.resolve(text).unwrap_or_else(|| text.to_string())).collect()
    }
}

fn has(notes: &[Note], names: &[String]) -> bool {
    notes.iter().any(|note| names.contains(&note.name))
}

/// The method of the application that an object of a class answers a call with.
pub(crate) fn implementing(program: &Program<'_>, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
    let (name, descriptor) = (program.names.get(name)?, program.names.get(descriptor)?);
    let declared = |class: ClassId| program.declared_method(class, name, descriptor);
    let classes = program.supertypes_of(class);
    let found = classes.into_iter().filter_map(declared).find(|&method| program.method(method).has_code)?;
    let method = program.method(found);
    if !method.is_synthetic() {
        return Some(found);
    }
    // A bridge to the method that the source declares.
    let parameters = |descriptor| crate::flow::body::parameters(program.names.text(descriptor)).count();
    let mut same = program.class(method.class).methods.clone().map(MethodId).filter(|&other| {
        let other = program.method(other);
        other.name == name && !other.is_synthetic() && parameters(other.descriptor) == parameters(descriptor)
    });
    same.next()
}
