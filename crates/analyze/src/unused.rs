//! Own rules that mean nothing in the service: a name that is misspelt, a class that is gone.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use crate::program::{ClassId, Program};
use crate::rules::{Glob, Patterns};
use crate::settings::{OwnRule, Settings};

/// What to say of own rules that name nothing. `known` is how many classes the program had before rules named theirs.
///
/// Of a file that several services may share, one rule that means something is enough.
pub(crate) fn unused(program: &Program<'_>, settings: &Settings, known: usize) -> Vec<String> {
    let mut warnings = Vec::new();
    let mut files: BTreeMap<&str, bool> = BTreeMap::new();
    for rule in &settings.own {
        let used = is_used(program, rule, known);
        if rule.shared {
            *files.entry(&rule.at.0).or_default() |= used;
        } else if !used {
            let (file, line) = &rule.at;
            warnings.push(format!(
                "{file}:{line}: the {} {rule} names nothing in this service; correct it, or take it out",
                rule.table
            ));
        }
    }
    let files = files.into_iter().filter(|(_, used)| !used);
    warnings.extend(files.map(|(file, _)| format!("{file}: no rule in it names anything in this service")));
    warnings
}

/// Whether a rule names a class of the program, and a method that somebody calls or a class that it names has.
fn is_used(program: &Program<'_>, rule: &OwnRule, known: usize) -> bool {
    let globs: Vec<Glob> = rule.classes.iter().map(|name| Glob::new(name)).collect();
    let all = (0..program.classes.len() as u32).map(ClassId);
    let is_named = |class: &ClassId| globs.iter().any(|glob| glob.matches_class(program.class_name(*class)));
    let named: Vec<ClassId> = all.filter(is_named).collect();
    let Some(methods) = &rule.methods else {
        return named.iter().any(|class| class.index() < known);
    };
    let patterns = Patterns::new(methods);
    let mut meant: FxHashSet<ClassId> = named.iter().flat_map(|&class| program.subtypes_of(class)).collect();
    meant.extend(&named);
    let is_called = program.refs.iter().any(|member| {
        let descriptor = program.names.text(member.descriptor);
        descriptor.starts_with('(')
            && meant.contains(&member.owner)
            && patterns.matches(program.names.text(member.name), descriptor)
    });
    is_called || named.iter().any(|&class| declares(program, class, &patterns))
}

fn declares(program: &Program<'_>, class: ClassId, patterns: &Patterns) -> bool {
    let mut methods = program.file(class).into_iter().flat_map(|file| file.methods());
    methods.any(|method| match (method.name(), method.descriptor()) {
        (Ok(name), Ok(descriptor)) => patterns.matches(&name.to_str(), &descriptor.to_str()),
        _ => false,
    })
}
