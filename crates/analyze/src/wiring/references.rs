//! References: services of somebody else that the application uses.
//!
//! One that is reached over the network is a proxy. One in the same process is a neighbour, of whom the application knows
//! no more than the interface: the methods of the class that implements it are recorded.

use super::Sources;
use super::elements::Declaration;
use super::notes::{Note, Value};
use super::proxies::Proxies;
use super::services::{Service, signatures};
use super::whole::Whole;
use crate::program::{ClassId, Program};
use crate::rules::frameworks::{Declares, Reference as Rule};
use retake_bytecode::access;

/// A service that the application uses.
struct Reference {
    interface: ClassId,
    unique: String,
    /// Whether it stays in the process.
    local: bool,
    /// The name of the file of rules.
    rules: String,
    what: String,
    how: String,
}

/// Finds the references of the application. Those that leave the process become proxies; of the others the methods are
/// given that are recorded, and the interfaces become proxies whose calls are not. `warnings` names those that nobody offers.
pub(crate) fn find(
    sources: &Sources<'_, '_>,
    declarations: &[Declaration<'_>],
    services: &[Service],
    proxies: &mut Proxies,
    warnings: &mut Vec<String>,
) -> Vec<Whole> {
    let program = sources.program;
    let mut references = annotated(sources);
    references.extend(declared(program, declarations));
    for reference in references.iter().filter(|reference| !reference.local) {
        proxies.add(reference.interface, &reference.rules, &reference.what, &reference.how);
    }
    let mut found = Vec::new();
    for reference in references.iter().filter(|reference| reference.local) {
        let offered =
            |service: &&Service| service.interface == reference.interface && service.unique == reference.unique;
        let classes: Vec<ClassId> = services.iter().filter(offered).map(|service| service.class).collect();
        let interface = program.dotted(reference.interface);
        if classes.is_empty() {
            warnings.push(format!(
                "nothing that was read offers {interface}, which is used by {}; name the libraries of the service too",
                reference.how
            ));
            proxies.add(reference.interface, &reference.rules, &reference.what, &reference.how);
        }
        // What the application offers itself is its own code.
        let theirs: Vec<ClassId> = classes.into_iter().filter(|&class| !program.class(class).application).collect();
        for &class in &theirs {
            let words = format!("{} ({}), offered by {}", reference.what, reference.how, program.dotted(class));
            found.extend(methods(program, reference, class, &words));
        }
        if !theirs.is_empty() {
            proxies.add_beyond(reference.interface, &reference.rules, &reference.what, &reference.how);
        }
    }
    found.sort();
    found.dedup_by(|a, b| (a.class, &a.name, &a.descriptor) == (b.class, &b.name, &b.descriptor));
    found
}

/// References in annotations of fields, setters and parameters.
fn annotated(sources: &Sources<'_, '_>) -> Vec<Reference> {
    let program = sources.program;
    let mut found = Vec::new();
    for (rules, file) in &sources.rules.files {
        for rule in &file.reference {
            let mut add = |notes: &[Note], descriptor: Option<&str>, place: String| {
                let Some(note) = notes.iter().find(|note| rule.annotations.contains(&note.name)) else { return };
                let said = note.texts(&rule.interface).first().map(|name| name.replace('.', "/"));
                let typed = || descriptor.and_then(|text| Some(text.strip_prefix('L')?.strip_suffix(';')?.to_string()));
                let Some(interface) = said.or_else(typed).and_then(|name| program.class_named(&name)) else { return };
                let unique = rule.unique.clone().map(|unique| note.texts(&[unique]).concat()).unwrap_or_default();
                let unique = sources.settings.resolve(&unique).unwrap_or(unique);
                let local = stays(rule, note);
                let how = format!("{} on {place}", note.written);
                found.push(Reference { interface, unique, local, rules: rules.clone(), what: rule.what.clone(), how });
            };
            for noted in sources.noted {
                for (field, notes) in &noted.fields {
                    let descriptor = program.names.text(program.field(*field).descriptor);
                    add(notes, Some(descriptor), program.field_text(*field));
                }
                for method in &noted.methods {
                    let named = program.method(method.method);
                    let place = format!("{}.{}", program.dotted(named.class), program.names.text(named.name));
                    let descriptor = program.names.text(named.descriptor);
                    let parameters: Vec<&str> = crate::flow::body::parameters(descriptor).collect();
                    // A method is a setter, or makes a bean that is the reference.
                    let result = descriptor.rsplit(')').next().filter(|text| *text != "V");
                    add(&method.notes, parameters.first().copied().or(result), place.clone());
                    for (at, notes) in &method.parameters {
                        add(notes, parameters.get(*at).copied(), place.clone());
                    }
                }
            }
        }
    }
    found
}

/// Whether a reference stays in the process.
fn stays(rule: &Rule, note: &Note) -> bool {
    if rule.local.is_empty() {
        return false;
    }
    let Some([binding, way]) = &rule.binding else { return true };
    match note.element(binding) {
        Some(Value::Note(binding)) => {
            let ways = binding.texts(std::slice::from_ref(way));
            ways.iter().all(|way| rule.local.iter().any(|local| local == way))
        }
        _ => true,
    }
}

/// References in files of the application.
fn declared(program: &Program<'_>, declarations: &[Declaration<'_>]) -> Vec<Reference> {
    let mut found = Vec::new();
    let references = declarations.iter().filter(|declaration| declaration.rule.is == Declares::Reference);
    for declaration in references.filter(|declaration| declaration.application()) {
        let rule = declaration.rule;
        let Some(interface) = declaration.get(&rule.interface) else { continue };
        let Some(interface) = program.class_named(&interface.replace('.', "/")) else { continue };
        let ways = rule.bindings.as_deref().map(|prefix| declaration.children(prefix)).unwrap_or_default();
        let local = !rule.local.is_empty() && ways.iter().all(|way| rule.local.iter().any(|local| local == way));
        found.push(Reference {
            interface,
            unique: declaration.get(&rule.unique).unwrap_or_default(),
            local,
            rules: declaration.rules.to_string(),
            what: rule.what.clone().unwrap_or_default(),
            how: declaration.file().to_string(),
        });
    }
    found
}

/// The methods of a class that an interface leads to.
fn methods(program: &Program<'_>, reference: &Reference, class: ClassId, words: &str) -> Vec<Whole> {
    let mut found = Vec::new();
    for (name, descriptor) in signatures(program, reference.interface) {
        let dependency = format!("{}.{name}{descriptor}", program.dotted(reference.interface));
        let Some((class, descriptor)) = body(program, class, &name, &descriptor) else { continue };
        let (rules, words) = (reference.rules.clone(), words.to_string());
        found.push(Whole { class, name, descriptor, method: None, dependency, rules, words });
    }
    found
}

/// The class that has the body for a method of an object, and the descriptor there: of a bridge, what it leads to. A body
/// in an interface is everybody's; what it calls is found by itself.
fn body(program: &Program<'_>, class: ClassId, name: &str, descriptor: &str) -> Option<(ClassId, String)> {
    let parameters = |descriptor: &str| crate::flow::body::parameters(descriptor).count();
    let mut bridged = false;
    for above in program.supertypes_of(class).into_iter().filter(|&above| !program.class(above).is_interface()) {
        let methods = program.file(above).into_iter().flat_map(|file| file.methods());
        let named: Vec<(u16, String)> = methods
            .filter(|method| method.name().is_ok_and(|found| found == name))
            .filter_map(|method| Some((method.access(), method.descriptor().ok()?.to_str().into_owned())))
            .collect();
        bridged |= named.iter().any(|(flags, found)| found == descriptor && flags & access::SYNTHETIC != 0);
        let inner = access::ABSTRACT | access::SYNTHETIC | access::STATIC | access::PRIVATE;
        let mut real = named.into_iter().filter(|(flags, _)| flags & inner == 0);
        let fits = |found: &str| found == descriptor || bridged && parameters(found) == parameters(descriptor);
        if let Some((_, found)) = real.find(|(_, found)| fits(found)) {
            return Some((above, found));
        }
    }
    None
}
