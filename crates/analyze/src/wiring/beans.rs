//! Beans: objects that a framework makes and keeps, and how long it keeps them.

use retake_bytecode::opcode::NEW;
use retake_bytecode::read::Insn;
use rustc_hash::FxHashSet;

use super::declared::Declared;
use super::notes::{Note, Noted};
use super::scan::Scanned;
use super::{Sources, settings};
use crate::program::{ClassId, MethodId, Program};

/// How long a bean lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Scope {
    /// One object for all.
    Singleton,
    /// A new object for each that asks.
    Prototype,
    Request,
    Session,
    /// One object for the whole web application.
    Application,
    Websocket,
    /// One object until settings are read again.
    Refresh,
    Other,
}

impl Scope {
    fn named(name: &str) -> Scope {
        match name {
            "singleton" => Scope::Singleton,
            "prototype" => Scope::Prototype,
            "request" => Scope::Request,
            "session" => Scope::Session,
            "application" => Scope::Application,
            "websocket" => Scope::Websocket,
            "refresh" => Scope::Refresh,
            _ => Scope::Other,
        }
    }

    /// Whether one request may see what another left in it.
    pub(crate) fn outlives_request(self) -> bool {
        !matches!(self, Scope::Prototype | Scope::Request)
    }
}

/// A bean.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Bean {
    pub(crate) class: ClassId,
    pub(crate) scope: Scope,
    pub(crate) names: Vec<String>,
    /// The one to take of several, if nothing else is said.
    pub(crate) first: bool,
    /// How it is declared, in words: `@Service`, `@Bean shop.Config.cache()`, ``bean `x` in META-INF/spring/app.xml``.
    pub(crate) how: String,
}

/// The beans that are declared, sorted.
pub(crate) fn find(sources: &Sources<'_, '_>, scanned: &Scanned, declared: &[Declared]) -> Vec<Bean> {
    let mut found = Vec::new();
    let mut taken: FxHashSet<ClassId> = FxHashSet::default();
    annotated(sources, scanned, &mut taken, &mut found);
    imported(sources, &mut taken, &mut found);
    inherited(sources, &mut taken, &mut found);
    for noted in sources.noted {
        made(sources, noted, &mut found);
    }
    for bean in declared.iter().filter(|bean| !bean.template) {
        for class in classes(sources.program, bean, declared) {
            let scope = bean.scope.as_deref().map_or(Scope::Singleton, Scope::named);
            let (names, first, how) = (bean.names.clone(), bean.primary, bean.words());
            found.push(Bean { class, scope, names, first, how });
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Whether objects of a class of the application can be made.
pub(super) fn is_concrete(program: &Program<'_>, class: ClassId) -> bool {
    let class = program.class(class);
    class.application && !class.is_interface() && !class.is_abstract()
}

/// The scope that annotations say.
fn scope_of(sources: &Sources<'_, '_>, notes: &[Note]) -> Option<Scope> {
    sources.rules.files.iter().flat_map(|(_, file)| &file.scope).find_map(|rule| {
        let note = notes.iter().find(|note| rule.annotations.contains(&note.name))?;
        let said = note.texts(&rule.elements).first().copied().or(rule.is.as_deref());
        Some(said.map_or(Scope::Singleton, Scope::named))
    })
}

/// Whether annotations say that it is the one to take, and the names they give.
fn qualified(sources: &Sources<'_, '_>, notes: &[Note]) -> (bool, Vec<String>) {
    let (mut first, mut names) = (false, Vec::new());
    for rule in sources.rules.files.iter().flat_map(|(_, file)| &file.qualifier) {
        for note in notes.iter().filter(|note| rule.annotations.contains(&note.name)) {
            first |= rule.first;
            names.extend(note.texts(&rule.elements).into_iter().map(str::to_string));
        }
    }
    (first, names)
}

/// The name that a bean has if nobody gives it one.
fn usual_name(class: &str) -> String {
    let simple = class.rsplit(['/', '$']).next().unwrap_or(class);
    let mut letters = simple.chars();
    match (letters.next(), letters.next()) {
        (Some(_), Some(second)) if second.is_uppercase() => simple.to_string(),
        (Some(first), _) => first.to_lowercase().chain(simple.chars().skip(1)).collect(),
        (None, _) => String::new(),
    }
}

/// Classes with an annotation that makes them beans.
fn annotated(sources: &Sources<'_, '_>, scanned: &Scanned, taken: &mut FxHashSet<ClassId>, found: &mut Vec<Bean>) {
    let rules = || sources.rules.files.iter().flat_map(|(_, file)| &file.bean);
    for noted in sources.noted.iter().filter(|noted| is_concrete(sources.program, noted.class)) {
        let class_name = sources.program.class_name(noted.class);
        let said = rules().find_map(|rule| {
            let note = noted.on_class.iter().find(|note| rule.annotations.contains(&note.name))?;
            (!rule.scanned || scanned.holds(class_name)).then_some((rule, note))
        });
        let Some((rule, note)) = said else { continue };
        taken.insert(noted.class);
        let usual = rule.scope.as_deref().map_or(Scope::Singleton, Scope::named);
        let name = rule.name.clone().map(|name| note.texts(&[name]).iter().map(|name| name.to_string()).collect());
        let mut names: Vec<String> = name.unwrap_or_default();
        if names.is_empty() {
            names.push(usual_name(class_name));
        }
        let (first, more) = qualified(sources, &noted.on_class);
        names.extend(more);
        found.push(Bean {
            class: noted.class,
            scope: scope_of(sources, &noted.on_class).unwrap_or(usual),
            names,
            first,
            how: note.written.clone(),
        });
    }
}

/// Classes that are named by others.
fn imported(sources: &Sources<'_, '_>, taken: &mut FxHashSet<ClassId>, found: &mut Vec<Bean>) {
    let program = sources.program;
    let mut named: Vec<(String, String)> = Vec::new();
    for rule in sources.rules.files.iter().flat_map(|(_, file)| &file.import) {
        for noted in sources.noted {
            for note in noted.on_class.iter().filter(|note| rule.annotations.contains(&note.name)) {
                let how = format!("{} on {}", note.written, program.dotted(noted.class));
                named.extend(note.texts(&rule.elements).into_iter().map(|class| (class.to_string(), how.clone())));
            }
        }
        for resource in sources.resources.iter().filter(|resource| rule.path.as_ref() == Some(&resource.path)) {
            let text = String::from_utf8_lossy(&resource.bytes);
            let lines = settings::properties(&text);
            let classes: Vec<&str> = match &rule.key {
                Some(key) => {
                    lines.iter().filter(|(name, _)| name == key).flat_map(|(_, list)| list.split(',')).collect()
                }
                None => {
                    let counts = |behind: &str| {
                        rule.with.as_ref().is_none_or(|with| behind.split(',').any(|one| one.trim() == with))
                    };
                    lines.iter().filter(|(_, behind)| counts(behind)).map(|(name, _)| name.as_str()).collect()
                }
            };
            let how = format!("listed in {}", resource.path);
            named.extend(classes.into_iter().map(|class| (class.trim().replace('.', "/"), how.clone())));
        }
    }
    for (name, how) in named {
        let Some(class) = program.class_named(&name).filter(|&class| is_concrete(program, class)) else { continue };
        if taken.insert(class) {
            let notes = sources.noted_class(class).map_or(&[][..], |noted| &noted.on_class[..]);
            let scope = scope_of(sources, notes).unwrap_or(Scope::Singleton);
            found.push(Bean { class, scope, names: vec![name.replace('/', ".")], first: false, how });
        }
    }
}

/// Classes below one of which a framework makes the objects.
fn inherited(sources: &Sources<'_, '_>, taken: &mut FxHashSet<ClassId>, found: &mut Vec<Bean>) {
    let program = sources.program;
    for rule in sources.rules.files.iter().flat_map(|(_, file)| &file.bean) {
        for root in rule.classes.iter().filter_map(|name| program.class_named(name)) {
            for class in program.subtypes_of(root).into_iter().filter(|&class| is_concrete(program, class)) {
                if taken.insert(class) {
                    let scope = rule.scope.as_deref().map_or(Scope::Singleton, Scope::named);
                    let how = format!("a {}", simple(program.class_name(root)));
                    let names = vec![usual_name(program.class_name(class))];
                    found.push(Bean { class, scope, names, first: false, how });
                }
            }
        }
    }
}

fn simple(class: &str) -> &str {
    class.rsplit(['/', '$']).next().unwrap_or(class)
}

/// What the methods of a class make.
fn made(sources: &Sources<'_, '_>, noted: &Noted, found: &mut Vec<Bean>) {
    let program = sources.program;
    for rule in sources.rules.files.iter().flat_map(|(_, file)| &file.factory) {
        for method in &noted.methods {
            let Some(note) = method.notes.iter().find(|note| rule.annotations.contains(&note.name)) else { continue };
            let name = program.names.text(program.method(method.method).name);
            let how = made_how(program, note, method.method);
            let mut names: Vec<String> = note.texts(&rule.names).into_iter().map(str::to_string).collect();
            if names.is_empty() {
                names.push(name.to_string());
            }
            let (first, more) = qualified(sources, &method.notes);
            names.extend(more);
            let scope = scope_of(sources, &method.notes).unwrap_or(Scope::Singleton);
            for class in returned(program, method.method) {
                found.push(Bean { class, scope, names: names.clone(), first, how: how.clone() });
            }
        }
    }
}

/// How a bean is declared that a method makes.
pub(crate) fn made_how(program: &Program<'_>, note: &Note, method: MethodId) -> String {
    let found = program.method(method);
    format!("{} {}.{}()", note.written, program.dotted(found.class), program.names.text(found.name))
}

/// The classes of the objects that a bean of a file may be.
pub(crate) fn classes(program: &Program<'_>, bean: &Declared, all: &[Declared]) -> Vec<ClassId> {
    let named = |bean: &Declared| bean.class.as_deref().and_then(|name| program.class_named(name));
    let Some(method) = &bean.factory_method else {
        return named(bean).filter(|&class| program.class(class).read).into_iter().collect();
    };
    let factory = match &bean.factory_bean {
        Some(name) => by_name(all, name, (&bean.file, bean.origin)).and_then(named),
        None => named(bean),
    };
    let Some(factory) = factory.filter(|&class| program.class(class).application) else { return Vec::new() };
    let mut found: Vec<ClassId> =
        methods_named(program, factory, method).into_iter().flat_map(|method| returned(program, method)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// The bean of a name that is nearest to a file: in it, in the same archive, anywhere.
pub(crate) fn by_name<'d>(all: &'d [Declared], name: &str, (file, origin): (&str, u32)) -> Option<&'d Declared> {
    let named = all.iter().filter(|bean| bean.names.iter().any(|own| own == name));
    named.min_by_key(|bean| (bean.file != file || bean.origin != origin, bean.origin != origin))
}

/// The methods of this name that a class of the application declares or inherits from one.
pub(crate) fn methods_named(program: &Program<'_>, class: ClassId, name: &str) -> Vec<MethodId> {
    let mut found = Vec::new();
    for class in program.supertypes_of(class) {
        for number in program.class(class).methods.clone() {
            let method = program.method(MethodId(number));
            if program.names.text(method.name) == name && method.has_code {
                found.push(MethodId(number));
            }
        }
    }
    found
}

/// The classes of what a method returns: those that it makes, or the one it declares, or, if of that there can be no
/// objects, all of the application below it.
pub(crate) fn returned(program: &Program<'_>, method: MethodId) -> Vec<ClassId> {
    let found = program.method(method);
    let descriptor = program.names.text(found.descriptor);
    let result = descriptor.rsplit(')').next().and_then(|text| text.strip_prefix('L')?.strip_suffix(';'));
    let Some(declared) = result.and_then(|name| program.class_named(name)) else { return Vec::new() };
    let mut made: Vec<ClassId> = Vec::new();
    let application = program.file_of(method);
    let member = application.and_then(|found| found.file.methods().nth(usize::from(program.method(method).nth)));
    if let (Some(application), Some(Ok(Some(code)))) = (application, member.map(|member| member.code())) {
        for (_, instruction) in code.instructions().map_while(Result::ok) {
            if let Insn::Type { op: NEW, index } = instruction
                && let Some(&number) = application.pool.get(usize::from(index))
                && (number as usize) < program.classes.len()
                && program.is_subtype(ClassId(number), declared)
            {
                made.push(ClassId(number));
            }
        }
    }
    if made.is_empty() {
        let class = program.class(declared);
        if class.application && (class.is_interface() || class.is_abstract()) {
            made = program.subtypes_of(declared).into_iter().filter(|&class| is_concrete(program, class)).collect();
        } else {
            made.push(declared);
        }
    }
    made.sort_unstable();
    made.dedup();
    made
}
