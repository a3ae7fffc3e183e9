//! Proxies: interfaces whose calls leave the process, because a framework answers them.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Sources;
use super::elements::Declaration;
use super::notes::Note;
use super::packages::Package;
use crate::program::select::Declared;
use crate::program::{ClassId, MemberRef, MethodId, Program, RefId};
use crate::rules::Patterns;
use crate::rules::frameworks::{Declares, Proxy as Rule};

/// An interface whose calls leave the process.
#[derive(Clone, Debug)]
pub(crate) struct Proxy {
    /// The name of the file of rules.
    pub(crate) rules: String,
    /// What it is and who says so: `a MyBatis mapper (@Mapper)`.
    pub(crate) words: String,
    methods: Patterns,
    asks_later: Vec<String>,
    fragments: bool,
    stub: bool,
    /// The file of rules that records what its calls reach, if that is not the one that its own file names.
    pub(crate) owner: Option<String>,
    /// Somebody in the same process answers, whose methods are recorded.
    beyond: bool,
}

/// Where a call of a proxy goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Goes {
    /// Out of the process.
    Out,
    /// Out of the application, to a method that is recorded as a whole.
    Beyond,
    /// To a body that the application has for it.
    To(Vec<MethodId>),
}

/// The proxies of a service.
#[derive(Debug, Default)]
pub(crate) struct Proxies {
    found: BTreeMap<ClassId, Proxy>,
}

impl Proxies {
    /// Finds the proxies that the service declares.
    pub(crate) fn find(sources: &Sources<'_, '_>, declarations: &[Declaration<'_>]) -> Self {
        let mut proxies = Proxies::default();
        let files = || sources.rules.files.iter().map(|(name, file)| (name.as_str(), file));
        let rules: Vec<(&str, &Rule)> =
            files().flat_map(|(name, file)| file.proxy.iter().map(move |rule| (name, rule))).collect();
        proxies.annotated(sources, &rules);
        for (file, rule) in &rules {
            proxies.below(sources.program, file, rule);
        }
        proxies.scanned(sources);
        proxies.declared(sources, declarations);
        proxies
    }

    /// Adds an interface, unless there is one of this name already.
    pub(crate) fn add(&mut self, class: ClassId, rules: &str, what: &str, how: &str) {
        self.found.entry(class).or_insert_with(|| Proxy {
            rules: rules.to_string(),
            words: format!("{what} ({how})"),
            methods: Patterns::new(&["*".to_string()]),
            asks_later: Vec::new(),
            fragments: false,
            stub: false,
            owner: None,
            beyond: false,
        });
    }

    /// Adds an interface that somebody else in the same process answers.
    pub(crate) fn add_beyond(&mut self, class: ClassId, rules: &str, what: &str, how: &str) {
        let known = self.found.contains_key(&class);
        self.add(class, rules, what, how);
        if let Some(proxy) = self.found.get_mut(&class).filter(|_| !known) {
            proxy.beyond = true;
        }
    }

    fn add_by(&mut self, class: ClassId, (file, rule): (&str, &Rule), how: &str) {
        self.found.entry(class).or_insert_with(|| Proxy {
            rules: file.to_string(),
            words: format!("{} ({how})", rule.what),
            methods: Patterns::new(&rule.methods),
            asks_later: rule.asks_later.clone(),
            fragments: rule.fragments,
            stub: rule.stubs,
            owner: rule.owned_by.clone(),
            beyond: rule.within,
        });
    }

    /// Interfaces with an annotation, or with a method that has one. Of libraries only those matter that the application
    /// calls.
    fn annotated(&mut self, sources: &Sources<'_, '_>, rules: &[(&str, &Rule)]) {
        let program = sources.program;
        let asks: Vec<_> =
            rules.iter().filter(|(_, rule)| !rule.annotations.is_empty() || !rule.members.is_empty()).collect();
        let says = |notes: &[Note], names: &[String]| {
            notes.iter().find(|note| names.contains(&note.name)).map(|note| note.written.clone())
        };
        for noted in sources.noted.iter().filter(|noted| program.class(noted.class).is_interface()) {
            for &&(file, rule) in &asks {
                let on_methods = || noted.methods.iter().find_map(|method| says(&method.notes, &rule.members));
                if let Some(how) = says(&noted.on_class, &rule.annotations).or_else(on_methods) {
                    self.add_by(noted.class, (file, rule), &how);
                }
            }
        }
        let used = program.refs[..program.application_refs as usize].iter().map(|member| member.owner);
        let mut used: Vec<ClassId> = used.filter(|&class| !program.class(class).application).collect();
        used.sort_unstable();
        used.dedup();
        for class in used.into_iter().filter(|&class| program.class(class).is_interface()) {
            let Some(file) = program.file(class) else { continue };
            let notes = sources.notes.of(file.annotations());
            for &&(rules, rule) in &asks {
                let on_methods = || {
                    let methods = file.methods().filter(|_| !rule.members.is_empty());
                    methods.into_iter().find_map(|method| says(&sources.notes.of(method.annotations()), &rule.members))
                };
                if let Some(how) = says(&notes, &rule.annotations).or_else(on_methods) {
                    self.add_by(class, (rules, rule), &how);
                }
            }
        }
    }

    /// What is below an interface or a class.
    fn below(&mut self, program: &Program<'_>, file: &str, rule: &Rule) {
        let kept = |class| rule.keeps.is_empty() || keeps(program, class, &rule.keeps);
        for root in rule.classes.iter().filter_map(|name| program.class_named(name)) {
            let simple = program.class_name(root).rsplit(['/', '$']).next().unwrap_or_default();
            let how = format!("below {simple}");
            for class in program.subtypes_of(root).into_iter().chain([root]) {
                let found = program.class(class);
                // Of what was not read nobody knows what it is.
                if (found.is_interface() != rule.stubs || !found.read) && kept(class) {
                    self.add_by(class, (file, rule), &how);
                }
            }
        }
    }

    /// Interfaces of packages that an annotation names.
    fn scanned(&mut self, sources: &Sources<'_, '_>) {
        let program = sources.program;
        for (name, file) in &sources.rules.files {
            for rule in &file.proxies {
                for noted in sources.noted {
                    for note in noted.on_class.iter().filter(|note| rule.annotations.contains(&note.name)) {
                        let mut packages: Vec<Package> = Vec::new();
                        for text in note.texts(&rule.packages) {
                            let text = sources.settings.resolve(text).unwrap_or_default();
                            packages.extend(Package::list(&text));
                        }
                        packages.extend(note.texts(&rule.classes).into_iter().map(Package::of));
                        if packages.is_empty() {
                            packages.push(Package::of(program.class_name(noted.class)));
                        }
                        let only = |element: &String| {
                            note.texts(std::slice::from_ref(element)).first().map(|text| text.to_string())
                        };
                        let filter =
                            Filter { packages, annotation: only(&rule.annotation), marker: only(&rule.marker) };
                        let how = format!("{} on {}", note.written, program.dotted(noted.class));
                        self.add_all(sources, &filter, name, &rule.what, &how);
                    }
                }
            }
        }
    }

    /// What files declare.
    fn declared(&mut self, sources: &Sources<'_, '_>, declarations: &[Declaration<'_>]) {
        for declaration in declarations {
            let rule = declaration.rule;
            let (what, how) = (rule.what.as_deref().unwrap_or_default(), declaration.file());
            match rule.is {
                Declares::Proxies => {
                    let Some(packages) = declaration.get(&rule.packages) else { continue };
                    let name = |name: &Option<String>| declaration.get(name).map(|name| name.replace('.', "/"));
                    let packages = Package::list(&packages).collect();
                    let filter = Filter { packages, annotation: name(&rule.annotation), marker: name(&rule.marker) };
                    self.add_all(sources, &filter, declaration.rules, what, how);
                }
                Declares::Proxy => {
                    let interface = declaration.get(&rule.interface).map(|name| name.replace('.', "/"));
                    let class = interface.and_then(|name| sources.program.class_named(&name));
                    // A namespace may be any name, also that of a class.
                    let is_interface = |class: &ClassId| sources.program.class(*class).is_interface();
                    if let Some(class) = class.filter(is_interface) {
                        self.add(class, declaration.rules, what, how);
                    }
                }
                Declares::Scan | Declares::Reference | Declares::Service | Declares::Call => {}
            }
        }
    }

    fn add_all(&mut self, sources: &Sources<'_, '_>, filter: &Filter, rules: &str, what: &str, how: &str) {
        let program = sources.program;
        // An annotation that may stand there for anything need not be one that the rules know.
        let annotated = |class: ClassId, name: &str| {
            let annotations = program.file(class).into_iter().flat_map(|file| file.annotations()).flatten();
            annotations.into_iter().any(|annotation| annotation.name() == name)
        };
        for number in 0..program.classes.len() as u32 {
            let class = ClassId(number);
            let found = program.class(class);
            let plain = found.read && found.is_interface() && found.access & retake_bytecode::access::ANNOTATION == 0;
            if !plain || !filter.packages.iter().any(|package| package.holds(program.class_name(class))) {
                continue;
            }
            let marked = filter.marker.as_deref().map(|marker| {
                program.class_named(marker).is_some_and(|marker| class != marker && program.is_subtype(class, marker))
            });
            let noted = filter.annotation.as_deref().map(|name| annotated(class, name));
            // Without a filter every interface counts; with several, one is enough.
            if (marked, noted) == (None, None) || marked == Some(true) || noted == Some(true) {
                self.add(class, rules, what, how);
            }
        }
    }

    /// Whoever calls an interface above a proxy may reach the proxy, unless others have the bodies of its methods.
    pub(crate) fn extend_upwards(&mut self, program: &Program<'_>) {
        let mut more: BTreeMap<ClassId, Proxy> = BTreeMap::new();
        for (&class, proxy) in self.found.iter().filter(|(_, proxy)| !proxy.beyond) {
            for above in program.supertypes_of(class) {
                if self.found.contains_key(&above) || !program.class(above).read || !program.class(above).is_interface()
                {
                    continue;
                }
                let others = |class: &ClassId| !program.class(*class).is_interface() && !self.found.contains_key(class);
                let alone = proxy.fragments || proxy.stub;
                if !alone || !program.subtypes_of(above).iter().any(others) {
                    more.entry(above).or_insert_with(|| Proxy {
                        words: format!("{}, through {}", proxy.words, program.dotted(class)),
                        stub: false,
                        ..proxy.clone()
                    });
                }
            }
        }
        self.found.extend(more);
    }

    /// The proxy that a class is.
    pub(crate) fn of(&self, class: ClassId) -> Option<&Proxy> {
        self.found.get(&class)
    }

    /// All of them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (ClassId, &Proxy)> {
        self.found.iter().map(|(&class, proxy)| (class, proxy))
    }

    /// The names of methods in the application whose calls reach a proxy, and where they go.
    pub(crate) fn calls(&self, program: &Program<'_>) -> FxHashMap<RefId, Goes> {
        let names = (0..program.application_refs).map(RefId);
        names.filter_map(|reference| Some((reference, self.goes(program, program.reference(reference))?))).collect()
    }

    fn goes(&self, program: &Program<'_>, member: MemberRef) -> Option<Goes> {
        let proxy = self.of(member.owner)?;
        let (name, descriptor) = (program.names.text(member.name), program.names.text(member.descriptor));
        if !descriptor.starts_with('(') || !proxy.methods.matches(name, descriptor) {
            return None;
        }
        let given = descriptor.rsplit(')').next().and_then(|text| text.strip_prefix('L')?.strip_suffix(';'));
        if given.is_some_and(|given| proxy.asks_later.iter().any(|later| later == given)) {
            return None;
        }
        if proxy.stub || proxy.beyond {
            return Some(if proxy.beyond { Goes::Beyond } else { Goes::Out });
        }
        let meant = program.resolve(member.owner, member.name, member.descriptor);
        if let Some(Declared::Application(method)) = meant.map(|meant| meant.method)
            && program.method(method).has_code
        {
            // The interface has a body for it.
            return (!program.method(method).is_static()).then(|| Goes::To(vec![method]));
        }
        if proxy.fragments {
            let bodies = fragments(program, member);
            if !bodies.is_empty() {
                return Some(Goes::To(bodies));
            }
        }
        Some(Goes::Out)
    }
}

/// Whether a class, or a type above it, says in its generic signature that it is about a class with one of these annotations.
fn keeps(program: &Program<'_>, class: ClassId, annotations: &[String]) -> bool {
    let says = |class: ClassId| {
        let Some(file) = program.file(class) else { return false };
        file.annotations().flatten().any(|annotation| annotations.iter().any(|name| annotation.name() == name.as_str()))
    };
    program.supertypes_of(class).into_iter().chain([class]).any(|class| {
        let signature = program.file(class).and_then(|file| file.signature().ok().flatten());
        let Some(signature) = signature else { return false };
        named(&signature.to_str()).filter_map(|name| program.class_named(name)).any(says)
    })
}

/// The classes that a generic signature names as arguments of types.
fn named(signature: &str) -> impl Iterator<Item = &str> {
    signature.split(['<', ';', '>']).filter_map(|part| part.trim_start_matches(['+', '-', '[']).strip_prefix('L'))
}

/// Which interfaces of packages are meant.
struct Filter {
    packages: Vec<Package>,
    annotation: Option<String>,
    marker: Option<String>,
}

/// The bodies that the application gives to a method of a proxy, by implementing an interface above it.
fn fragments(program: &Program<'_>, member: MemberRef) -> Vec<MethodId> {
    let below: FxHashSet<ClassId> = program.subtypes_of(member.owner).into_iter().collect();
    let mut found = Vec::new();
    for above in program.supertypes_of(member.owner).into_iter().filter(|&above| above != member.owner) {
        let found_here = program.class(above);
        if !found_here.is_interface() || program.declaration(above, member.name, member.descriptor).is_none() {
            continue;
        }
        for class in program.subtypes_of(above).into_iter().filter(|class| !below.contains(class)) {
            if let Some(method) = program.declared_method(class, member.name, member.descriptor)
                && program.method(method).has_code
                && !program.class(class).is_interface()
            {
                found.push(method);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}
