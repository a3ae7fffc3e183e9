//! Methods behind an object that does more than call them: it answers from a cache, calls on another thread, refuses.

use std::collections::BTreeMap;

use super::Sources;
use super::notes::Note;
use crate::program::MethodId;
use crate::rules::frameworks::Between;

/// Something that stands between a method and its callers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Layer {
    pub(crate) does: Between,
    /// The annotation that says so.
    pub(crate) why: String,
    /// The caches that it knows.
    pub(crate) names: Vec<String>,
    /// The name of the file of rules.
    pub(crate) rules: String,
}

/// For each such method what is done in between, sorted.
pub(crate) fn find(sources: &Sources<'_, '_>) -> BTreeMap<MethodId, Vec<Layer>> {
    let program = sources.program;
    let mut found: BTreeMap<MethodId, Vec<Layer>> = BTreeMap::new();
    let rules = sources.rules.files.iter().flat_map(|(name, file)| file.proxied.iter().map(move |rule| (name, rule)));
    for (rules, rule) in rules {
        let says = |notes: &[Note]| {
            let note = notes.iter().find(|note| rule.annotations.contains(&note.name))?;
            let names = note.texts(&rule.names).into_iter().map(str::to_string).collect();
            Some(Layer { does: rule.does, why: note.written.clone(), names, rules: rules.clone() })
        };
        for noted in sources.noted {
            for method in &noted.methods {
                if let Some(between) = says(&method.notes) {
                    found.entry(method.method).or_default().push(between);
                }
            }
            let Some(between) = says(&noted.on_class) else { continue };
            for number in program.class(noted.class).methods.clone() {
                let method = program.method(MethodId(number));
                let called_from_outside = !method.is_static()
                    && !method.is_synthetic()
                    && method.access & retake_bytecode::access::PUBLIC != 0
                    && program.names.text(method.name) != "<init>";
                if called_from_outside {
                    found.entry(MethodId(number)).or_default().push(between.clone());
                }
            }
        }
    }
    for between in found.values_mut() {
        between.sort();
        between.dedup();
    }
    found
}
