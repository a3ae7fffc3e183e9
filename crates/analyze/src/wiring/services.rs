//! Services: beans whose methods others call, in the same process or from far away.

use rayon::prelude::*;
use retake_bytecode::access;

use super::Sources;
use super::beans::{self, Bean};
use super::declared::Declared;
use super::elements::Declaration;
use super::entries::{Declared as Entry, implementing};
use super::notes::Note;
use crate::program::{ClassId, MethodId, Program};
use crate::rules::frameworks::{Declares, Service as Rule};

/// A service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Service {
    /// The interface that others know.
    pub(crate) interface: ClassId,
    /// What tells it apart from others of this interface.
    pub(crate) unique: String,
    /// The class that implements it.
    pub(crate) class: ClassId,
    /// The kind of its entries.
    pub(super) kind: String,
}

/// The services of the application and of its libraries.
pub(crate) fn find(
    sources: &Sources<'_, '_>,
    known: &[Bean],
    declared: &[Declared],
    declarations: &[Declaration<'_>],
) -> Vec<Service> {
    let program = sources.program;
    let mut found = annotated(sources);
    for declaration in declarations.iter().filter(|declaration| declaration.rule.is == Declares::Service) {
        let rule = declaration.rule;
        let Some(interface) = named(program, declaration.get(&rule.interface)) else { continue };
        let unique = declaration.get(&rule.unique).unwrap_or_default();
        let kind = rule.kind.clone().unwrap_or_default();
        for class in targets(program, declaration, known, declared) {
            found.push(Service { interface, unique: unique.clone(), class, kind: kind.clone() });
        }
    }
    found
}

fn named(program: &Program<'_>, class: Option<String>) -> Option<ClassId> {
    program.class_named(&class?.replace('.', "/"))
}

/// The classes of the bean that a declaration names.
fn targets(
    program: &Program<'_>,
    declaration: &Declaration<'_>,
    known: &[Bean],
    declared: &[Declared],
) -> Vec<ClassId> {
    if let Some(class) = named(program, declaration.get(&declaration.rule.class)) {
        return vec![class];
    }
    let Some(name) = declaration.get(&declaration.rule.target) else { return Vec::new() };
    if let Some(bean) = declaration.bean(&name, declared) {
        return beans::classes(program, bean, declared);
    }
    known.iter().filter(|bean| bean.names.contains(&name)).map(|bean| bean.class).collect()
}

/// Services by annotation: of classes, also of libraries, and of methods that make beans.
fn annotated(sources: &Sources<'_, '_>) -> Vec<Service> {
    let program = sources.program;
    let rules: Vec<&Rule> = sources.rules.files.iter().flat_map(|(_, file)| &file.service).collect();
    let services = |class: ClassId, notes: &[Note]| -> Vec<Service> {
        let mut found = Vec::new();
        for rule in &rules {
            for note in notes.iter().filter(|note| rule.annotations.contains(&note.name)) {
                let unique = rule.unique.clone().map(|unique| note.texts(&[unique]).concat()).unwrap_or_default();
                let said = note.texts(&rule.interface);
                let said: Vec<ClassId> =
                    said.iter().filter_map(|name| program.class_named(&name.replace('.', "/"))).collect();
                for interface in interfaces(program, class, said) {
                    found.push(Service { interface, unique: unique.clone(), class, kind: rule.kind.clone() });
                }
            }
        }
        found
    };
    let mut found = Vec::new();
    for noted in sources.noted {
        if !program.class(noted.class).is_interface() {
            found.extend(services(noted.class, &noted.on_class));
        }
        for method in &noted.methods {
            if rules.iter().any(|rule| method.notes.iter().any(|note| rule.annotations.contains(&note.name))) {
                let classes = beans::returned(program, method.method);
                found.extend(classes.into_iter().flat_map(|class| services(class, &method.notes)));
            }
        }
    }
    let theirs: Vec<Vec<Service>> = program
        .libraries
        .par_iter()
        .filter(|library| !program.class(library.class).is_interface())
        .map(|library| services(library.class, &sources.notes.of_library(library)))
        .collect();
    found.extend(theirs.into_iter().flatten());
    found
}

/// The interfaces that a class offers. Without a word on them, they are those that it implements; without that, the class.
pub(super) fn interfaces(program: &Program<'_>, class: ClassId, said: Vec<ClassId>) -> Vec<ClassId> {
    if !said.is_empty() {
        return said;
    }
    let above = program.supertypes_of(class);
    let above: Vec<ClassId> = above.into_iter().filter(|&above| program.class(above).is_interface()).collect();
    if above.is_empty() { vec![class] } else { above }
}

/// The entries that services of the application are, and the methods of beans that files have called.
pub(crate) fn entries(
    sources: &Sources<'_, '_>,
    services: &[Service],
    known: &[Bean],
    declared: &[Declared],
    declarations: &[Declaration<'_>],
) -> Vec<Entry> {
    let program = sources.program;
    let mut found = Vec::new();
    let ours = |class: ClassId| program.class(class).application;
    for service in services.iter().filter(|service| ours(service.class)) {
        found.extend(methods(program, service).into_iter().map(|method| entry(&service.kind, method, Vec::new())));
    }
    let rules = || sources.rules.files.iter().flat_map(|(_, file)| &file.service);
    for rule in rules() {
        found.extend(generated(program, rule).into_iter().map(|method| entry(&rule.kind, method, Vec::new())));
        found.extend(overriding(program, rule).into_iter().map(|method| entry(&rule.kind, method, Vec::new())));
    }
    for declaration in declarations.iter().filter(|declaration| declaration.rule.is == Declares::Call) {
        let (rule, method) = (declaration.rule, declaration.get(&declaration.rule.method));
        let (Some(kind), Some(method)) = (&rule.kind, method) else { continue };
        let paths: Vec<String> = declaration.get(&rule.paths).into_iter().collect();
        for class in targets(program, declaration, known, declared) {
            for method in beans::methods_named(program, class, &method) {
                found.push(entry(kind, method, paths.clone()));
            }
        }
    }
    found
}

fn entry(kind: &str, method: MethodId, paths: Vec<String>) -> Entry {
    Entry { kind: kind.to_string(), method, paths }
}

/// The methods of the application that a service's interface leads to.
fn methods(program: &Program<'_>, service: &Service) -> Vec<MethodId> {
    let mut found = Vec::new();
    for (name, descriptor) in signatures(program, service.interface) {
        found.extend(implementing(program, service.class, &name, &descriptor));
    }
    found
}

/// The methods that an interface and those above it declare, or, for a class, its public methods.
pub(crate) fn signatures(program: &Program<'_>, interface: ClassId) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for above in program.supertypes_of(interface) {
        let methods = program.file(above).into_iter().flat_map(|file| file.methods());
        for method in methods {
            let (Ok(name), Ok(descriptor)) = (method.name(), method.descriptor()) else { continue };
            let (name, descriptor) = (name.to_str().into_owned(), descriptor.to_str().into_owned());
            let callable = method.access() & access::PUBLIC != 0
                && method.access() & (access::STATIC | access::SYNTHETIC) == 0
                && !name.starts_with('<');
            if callable {
                found.push((name, descriptor));
            }
        }
    }
    found
}

/// Classes of the application below these that have objects, except those of the rule.
fn below(program: &Program<'_>, root: ClassId, rule: &Rule) -> Vec<ClassId> {
    let except: Vec<ClassId> = rule.except.iter().filter_map(|name| program.class_named(name)).collect();
    let mut classes = program.subtypes_of(root);
    classes.retain(|&class| {
        let found = program.class(class);
        let meant = !except.iter().any(|&except| program.is_subtype(class, except));
        found.application && !found.is_interface() && !found.is_abstract() && meant
    });
    classes
}

/// What implements an interface that was generated together with a class.
fn generated(program: &Program<'_>, rule: &Rule) -> Vec<MethodId> {
    let Some(sibling) = &rule.sibling else { return Vec::new() };
    let mut found = Vec::new();
    for root in rule.siblings.iter().filter_map(|name| program.class_named(name)) {
        for class in program.subtypes_of(root) {
            let Some((outer, _)) = program.class_name(class).rsplit_once('$') else { continue };
            let Some(interface) = program.class_named(&format!("{outer}${sibling}")) else { continue };
            for class in below(program, interface, rule) {
                for (name, descriptor) in signatures(program, interface) {
                    found.extend(implementing(program, class, &name, &descriptor));
                }
            }
        }
    }
    found
}

/// What classes below a root override of types that are below it too, or nested in the same class as one that is.
fn overriding(program: &Program<'_>, rule: &Rule) -> Vec<MethodId> {
    let outer = |class: ClassId| program.class_name(class).rsplit_once('$').map(|(outer, _)| outer);
    let mut found = Vec::new();
    for root in rule.classes.iter().filter_map(|name| program.class_named(name)) {
        let own: Vec<(String, String)> = signatures(program, root);
        for class in below(program, root, rule) {
            let above: Vec<ClassId> = program.supertypes_of(class).into_iter().skip(1).collect();
            let is_below = |&above: &ClassId| above != root && program.is_subtype(above, root);
            let outers: Vec<&str> = above.iter().copied().filter(is_below).filter_map(outer).collect();
            let together = |&above: &ClassId| outer(above).is_some_and(|outer| outers.contains(&outer));
            for &above in above.iter().filter(|above| is_below(above) || together(above)) {
                for signature in signatures(program, above).into_iter().filter(|signature| !own.contains(signature)) {
                    let method = implementing(program, class, &signature.0, &signature.1);
                    // What the class inherits, it was generated with.
                    found.extend(method.filter(|&method| program.method(method).class == class));
                }
            }
        }
    }
    found
}
