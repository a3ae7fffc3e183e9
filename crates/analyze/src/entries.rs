//! Entries: the operations that traffic calls.

use std::collections::{BTreeMap, BTreeSet};

use retake_bytecode::access;
use retake_bytecode::read::ElementValue;
use retake_model::points::Entry;
use rustc_hash::FxHashSet;

use crate::program::calls::Calls;
use crate::program::{ClassId, MethodId, Program};
use crate::rules::{Patterns, Rules};
use crate::wiring::documents::Document;
use crate::wiring::web;

/// The entries, and the methods they are.
#[derive(Debug, Default)]
pub(crate) struct Entries {
    pub(crate) entries: Vec<Entry>,
    pub(crate) methods: FxHashSet<MethodId>,
}

/// Finds the entries of the application.
pub(crate) fn entries(program: &Program<'_>, calls: &Calls, rules: &Rules, documents: &[Document<'_>]) -> Entries {
    let mapped = web::mappings(documents);
    let mut found: BTreeSet<Entry> = BTreeSet::new();
    let mut methods = FxHashSet::default();
    let mut taken = FxHashSet::default();
    for rule in rules.files.iter().flat_map(|(_, file)| &file.entry) {
        let Some(root) = program.class_named(&rule.class) else { continue };
        let patterns = Patterns::new(&rule.methods);
        let named = |method: MethodId| {
            let method = program.method(method);
            let (name, descriptor) = (program.names.text(method.name), program.names.text(method.descriptor));
            patterns.matches(name, descriptor)
        };
        let mut entry = |method: MethodId, paths: Vec<String>| {
            if !taken.insert(method) {
                return;
            }
            methods.insert(method);
            let method = program.method(method);
            found.insert(Entry {
                kind: rule.kind.clone(),
                class: program.class_name(method.class).to_string(),
                method: program.names.text(method.name).to_string(),
                descriptor: program.names.text(method.descriptor).to_string(),
                paths,
            });
        };
        for class in program.subtypes_of(root) {
            if !program.class(class).application {
                continue;
            }
            let paths = paths(program, class, &mapped);
            for number in program.class(class).methods.clone() {
                let method = MethodId(number);
                let found = program.method(method);
                if found.has_code && !found.is_synthetic() && !found.is_static() && named(method) {
                    entry(method, paths.clone());
                }
            }
        }
        for lambda in &program.lambdas {
            let name = program.names.text(lambda.name);
            let ours = lambda.interface == root || program.is_subtype(lambda.interface, root);
            if ours && rule.methods.iter().any(|method| method == name) {
                for &target in &calls.of_handle(lambda.kind, lambda.target).methods {
                    entry(target, Vec::new());
                }
            }
        }
    }
    Entries { entries: found.into_iter().collect(), methods }
}

/// The URL patterns of a servlet or filter: those of its annotation, and those a `web.xml` gives it.
fn paths(program: &Program<'_>, class: ClassId, mapped: &BTreeMap<String, Vec<String>>) -> Vec<String> {
    let mut paths = mapped.get(program.class_name(class)).cloned().unwrap_or_default();
    let file = program.application.iter().find(|application| application.class == class).map(|found| &found.file);
    for annotation in file.into_iter().flat_map(|file| file.annotations()).flatten() {
        let name = annotation.name().to_str();
        if !name.ends_with("servlet/annotation/WebServlet") && !name.ends_with("servlet/annotation/WebFilter") {
            continue;
        }
        for element in ["value", "urlPatterns"] {
            let Ok(Some(ElementValue::Array(values))) = annotation.element(element) else { continue };
            for value in values.flatten() {
                if let ElementValue::String(text) = value {
                    paths.push(text.to_str().into_owned());
                }
            }
        }
    }
    paths.sort();
    paths.dedup();
    paths
}

/// Whether a method is a bridge or other thing of the compiler's.
pub(crate) fn is_made(flags: u16) -> bool {
    flags & access::SYNTHETIC != 0
}
