//! Which beans a field may hold that a framework fills.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::Sources;
use super::beans::Bean;
use super::notes::Note;
use crate::program::{ClassId, FieldId};

/// For each field that a framework fills with a bean, by its type, the classes of the beans that it may hold, sorted.
/// A field whose type no bean has is not there.
pub(crate) fn find(sources: &Sources<'_, '_>, beans: &[Bean]) -> BTreeMap<FieldId, Vec<ClassId>> {
    let program = sources.program;
    let mut found = BTreeMap::new();
    let mut of_type: FxHashMap<ClassId, Vec<&Bean>> = FxHashMap::default();
    for bean in beans {
        for above in program.supertypes_of(bean.class) {
            of_type.entry(above).or_default().push(bean);
        }
    }
    for noted in sources.noted {
        for (field, notes) in &noted.fields {
            let Some(asked) = names(sources, notes) else { continue };
            let descriptor = program.names.text(program.field(*field).descriptor);
            let wanted = descriptor.strip_prefix('L').and_then(|name| program.class_named(name.strip_suffix(';')?));
            let Some(wanted) = wanted else { continue };
            let Some(fitting) = of_type.get(&wanted) else { continue };
            let name = program.names.text(program.field(*field).name);
            let mut classes: Vec<ClassId> = choose(fitting, &asked, name).iter().map(|bean| bean.class).collect();
            classes.sort_unstable();
            classes.dedup();
            found.insert(*field, classes);
        }
    }
    found
}

/// The names that a field asks for; nothing if it is not filled with a bean.
fn names(sources: &Sources<'_, '_>, notes: &[Note]) -> Option<Vec<String>> {
    let files = || sources.rules.files.iter().map(|(_, file)| file);
    let mut injected = false;
    let mut names = Vec::new();
    for note in notes {
        for rule in files().flat_map(|file| &file.written) {
            if rule.injects && rule.annotations.contains(&note.name) {
                injected = true;
                names.extend(note.texts(&rule.names).into_iter().map(str::to_string));
            }
        }
        for rule in files().flat_map(|file| &file.qualifier) {
            if rule.annotations.contains(&note.name) {
                names.extend(note.texts(&rule.elements).into_iter().map(str::to_string));
            }
        }
    }
    injected.then_some(names)
}

/// Of several beans that fit, those that are meant: that have the name asked for, that come first, that are called like
/// the field. If nothing decides, all of them.
fn choose<'b>(fitting: &[&'b Bean], asked: &[String], field: &str) -> Vec<&'b Bean> {
    let narrowed = |keep: &dyn Fn(&Bean) -> bool| -> Option<Vec<&'b Bean>> {
        let kept: Vec<&Bean> = fitting.iter().copied().filter(|bean| keep(bean)).collect();
        (!kept.is_empty()).then_some(kept)
    };
    let named = |bean: &Bean| bean.names.iter().any(|name| asked.contains(name));
    narrowed(&named)
        .or_else(|| narrowed(&|bean| bean.first))
        .or_else(|| narrowed(&|bean| bean.names.iter().any(|name| name == field)))
        .unwrap_or_else(|| fitting.to_vec())
}
