//! Services that code hands to a framework itself, instead of telling it in an annotation or a file: which objects are given
//! to the methods that export them.

use rayon::prelude::*;
use retake_bytecode::{Constant, tag};
use rustc_hash::{FxHashMap, FxHashSet};

use super::services::{Service, interfaces};
use super::{Sources, beans};
use crate::flow::body::{self, Body, Step, Ty};
use crate::flow::{NIL, Node};
use crate::program::{Application, ClassId, MethodId, Program, RefId};
use crate::rules::Patterns;
use crate::rules::frameworks::Export as Rule;

/// The services that the application exports in code. `warnings` names the exports of which nobody sees what is exported.
pub(crate) fn find(sources: &Sources<'_, '_>, warnings: &mut Vec<String>) -> Vec<Service> {
    let program = sources.program;
    let rules = sources.rules.files.iter().flat_map(|(_, file)| &file.export);
    let exports = exporting(program, rules);
    if exports.is_empty() {
        return Vec::new();
    }
    let found: Vec<(Vec<Service>, Option<String>)> = program
        .application
        .par_iter()
        .filter(|application| {
            // Most classes export nothing.
            let exports = |index: u16| {
                application.pool.get(usize::from(index)).is_some_and(|&at| exports.contains_key(&RefId(at)))
            };
            application.file.pool().tagged(tag::METHOD_REF).any(exports)
        })
        .flat_map_iter(|application| {
            let methods = program.class(application.class).methods.clone();
            methods.filter_map(|number| in_method(program, application, MethodId(number), &exports))
        })
        .collect();
    let mut services = Vec::new();
    for (exported, unknown) in found {
        services.extend(exported);
        warnings.extend(unknown);
    }
    services
}

/// The members that code names and that export what they are given.
fn exporting<'r>(program: &Program<'_>, rules: impl Iterator<Item = &'r Rule>) -> FxHashMap<RefId, &'r Rule> {
    let mut found = FxHashMap::default();
    for rule in rules {
        let Some(root) = program.class_named(&rule.class) else { continue };
        let patterns = Patterns::new(&rule.methods);
        for (number, member) in (0..).zip(&program.refs[..program.application_refs as usize]) {
            let (name, descriptor) = (program.names.text(member.name), program.names.text(member.descriptor));
            if program.is_subtype(member.owner, root) && patterns.matches(name, descriptor) {
                found.insert(RefId(number), rule);
            }
        }
    }
    found
}

/// What a method exports, if it exports something; and what to say if nobody sees what that is.
fn in_method<'a>(
    program: &Program<'a>,
    application: &Application<'a>,
    method: MethodId,
    exports: &FxHashMap<RefId, &Rule>,
) -> Option<(Vec<Service>, Option<String>)> {
    let found = program.method(method);
    let code = application.file.methods().nth(usize::from(found.nth))?.code().ok()??;
    let (descriptor, class) = (program.names.text(found.descriptor), program.class_name(found.class));
    let body = body::run(program, application, &code, found.is_static(), descriptor, class, true).ok()?;
    let (mut services, mut unknown) = (Vec::new(), None);
    for step in &body.steps {
        let Step::Call { method: called, arguments, .. } = step else { continue };
        let (Some(rule), Some(&given)) = (exports.get(called), arguments.last()) else { continue };
        let classes = objects(program, &body, given);
        if classes.is_empty() {
            let name = program.names.text(found.name);
            unknown = Some(format!(
                "nobody sees what {}.{name} exports with {}; name its methods as entries in retake.toml",
                program.dotted(found.class),
                rule.class.replace('/', "."),
            ));
        }
        let said = said(program, application, &body);
        for class in classes {
            let said = said.iter().copied().filter(|&said| program.is_subtype(class, said)).collect();
            for interface in interfaces(program, class, said) {
                services.push(Service { interface, unique: String::new(), class, kind: rule.kind.clone() });
            }
        }
    }
    (!services.is_empty() || unknown.is_some()).then_some((services, unknown))
}

/// The classes of the application that an object may be of: those it is made of where that is seen, else those below its type.
fn objects(program: &Program<'_>, body: &Body<'_>, given: Node) -> Vec<ClassId> {
    let (mut pending, mut seen, mut found) = (vec![given], FxHashSet::default(), Vec::new());
    while let Some(node) = pending.pop() {
        if node == NIL || !seen.insert(node) {
            continue;
        }
        if let Some((_, from)) = body.joins.iter().find(|(join, _)| *join == node) {
            pending.extend(from);
            continue;
        }
        let made = body.steps.iter().find_map(|step| match step {
            Step::New { class, result } if *result == node => Some(Ok(*class)),
            Step::Cast { from, result } if *result == node => Some(Err(*from)),
            _ => None,
        });
        match made {
            Some(Ok(class)) => found.push(class),
            // What is seen as another type may be known better before.
            Some(Err(from)) if !below(program, body, from).is_empty() => pending.push(from),
            _ => found.extend(below(program, body, node)),
        }
    }
    found.retain(|&class| program.class(class).application);
    found.sort_unstable();
    found.dedup();
    found
}

/// The classes with objects that a value may be of by its type. Whatever is an object has no type that says anything.
fn below(program: &Program<'_>, body: &Body<'_>, node: Node) -> Vec<ClassId> {
    let name = match body.values[node as usize].ty {
        Ty::Descriptor(text) => text.strip_prefix('L').and_then(|text| text.strip_suffix(';')),
        Ty::Class(name) => Some(name),
        Ty::Primitive | Ty::Unknown => None,
    };
    let Some(class) = name.filter(|name| *name != "java/lang/Object").and_then(|name| program.class_named(name)) else {
        return Vec::new();
    };
    let classes = program.subtypes_of(class).into_iter().chain([class]);
    classes.filter(|&class| beans::is_concrete(program, class)).collect()
}

/// The interfaces that a method names, as classes or as texts: one of them is what is exported.
fn said(program: &Program<'_>, application: &Application<'_>, body: &Body<'_>) -> Vec<ClassId> {
    let pool = application.file.pool();
    let name = |index: u16| match pool.get(index) {
        Some(Constant::String(_)) => Some(pool.string(index).ok()?.to_str().replace('.', "/")),
        Some(Constant::Class(_)) => Some(pool.class_name(index).ok()?.to_str().into_owned()),
        _ => None,
    };
    let named = body.constants.iter().filter_map(|(_, index)| program.class_named(&name(*index)?));
    let mut said: Vec<ClassId> = named.filter(|&class| program.class(class).is_interface()).collect();
    said.sort_unstable();
    said.dedup();
    said
}
