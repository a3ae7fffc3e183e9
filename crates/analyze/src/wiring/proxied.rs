//! Methods behind an object that does more than call them: it answers from a cache, calls on another thread, refuses.

use std::collections::BTreeMap;

use super::Sources;
use super::notes::Note;
use crate::program::MethodId;
use crate::rules::frameworks::Between;

/// For each such method what is done in between and the annotation that says so, sorted.
pub(crate) fn find(sources: &Sources<'_, '_>) -> BTreeMap<MethodId, Vec<(Between, String)>> {
    let program = sources.program;
    let mut found: BTreeMap<MethodId, Vec<(Between, String)>> = BTreeMap::new();
    for rule in sources.rules.files.iter().flat_map(|(_, file)| &file.proxied) {
        let says = |notes: &[Note]| {
            let note = notes.iter().find(|note| rule.annotations.contains(&note.name))?;
            Some((rule.does, note.written.clone()))
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
