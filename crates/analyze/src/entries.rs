//! Entries: the operations that traffic calls.

use std::collections::BTreeSet;

use retake_bytecode::access;
use retake_model::points::Entry;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::program::calls::Calls;
use crate::program::{ClassId, MethodId, Program};
use crate::rules::{Patterns, Rules};
use crate::wiring::entries::Declared;

/// The entries, and the methods they are.
#[derive(Debug, Default)]
pub(crate) struct Entries {
    pub(crate) entries: Vec<Entry>,
    pub(crate) methods: FxHashSet<MethodId>,
}

/// Finds the entries of the application: those that are declared, and lambdas that stand for one.
pub(crate) fn entries(program: &Program<'_>, calls: &Calls, rules: &Rules, declared: &[Declared]) -> Entries {
    let mut found: BTreeSet<Entry> = BTreeSet::new();
    let mut methods = FxHashSet::default();
    let mut entry = |kind: &str, method: MethodId, paths: &[String]| {
        if !methods.insert(method) {
            return;
        }
        let method = program.method(method);
        found.insert(Entry {
            kind: kind.to_string(),
            class: program.class_name(method.class).to_string(),
            method: program.names.text(method.name).to_string(),
            descriptor: program.names.text(method.descriptor).to_string(),
            paths: paths.to_vec(),
        });
    };
    for declared in declared {
        entry(&declared.kind, declared.method, &declared.paths);
    }
    let mut roots: FxHashMap<ClassId, Vec<(&str, Patterns)>> = FxHashMap::default();
    for rule in rules.files.iter().flat_map(|(_, file)| &file.entry) {
        for root in rule.classes.iter().filter_map(|name| program.class_named(name)) {
            roots.entry(root).or_default().push((&rule.kind, Patterns::new(&rule.methods)));
        }
    }
    let mut above: FxHashMap<ClassId, Vec<ClassId>> = FxHashMap::default();
    for lambda in &program.lambdas {
        let name = program.names.text(lambda.name);
        let interfaces = above.entry(lambda.interface).or_insert_with(|| program.supertypes_of(lambda.interface));
        let rules = interfaces.iter().filter_map(|interface| roots.get(interface)).flatten();
        for (kind, _) in rules.filter(|(_, patterns)| patterns.matches(name, "")) {
            for &target in &calls.of_handle(lambda.kind, lambda.target).methods {
                entry(kind, target, &[]);
            }
        }
    }
    Entries { entries: found.into_iter().collect(), methods }
}

/// Whether a method is a bridge or other thing of the compiler's.
pub(crate) fn is_made(flags: u16) -> bool {
    flags & access::SYNTHETIC != 0
}
