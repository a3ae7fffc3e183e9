//! Which beans a field may hold that a framework fills.
//!
//! This is told only where it is known: of a type of the application, whose beans are all declared where one sees it,
//! and if nothing else writes the field than what the framework fills it through.

mod beans;
mod parameters;
mod puts;
mod used;

use std::collections::BTreeMap;

use super::Sources;
use super::beans::Bean;
use super::declared::Declared;
use super::notes::Note;
use crate::program::{ClassId, FieldId};
use beans::Known;
use parameters::Parameters;
pub(crate) use used::calls;

/// For each field that a framework fills with a bean the classes of the beans that it may hold, sorted.
pub(crate) fn find(
    sources: &Sources<'_, '_>,
    beans: &[Bean],
    declared: &[Declared],
) -> BTreeMap<FieldId, Vec<ClassId>> {
    let program = sources.program;
    let Some(known) = Known::new(sources, beans) else { return BTreeMap::new() };
    let mut found: BTreeMap<FieldId, Vec<ClassId>> = BTreeMap::new();
    for noted in sources.noted {
        for (field, notes) in &noted.fields {
            let Some(asked) = Asked::injected(sources, notes) else { continue };
            let declared = program.field(*field);
            let [name, descriptor] = [declared.name, declared.descriptor].map(|text| program.names.text(text));
            if let Some(classes) = known.classes(descriptor, &asked, name) {
                found.insert(*field, classes);
            }
        }
    }
    let parameters = Parameters::find(sources, &known, beans, declared);
    let filled = parameters.fields(program);
    let puts = puts::find(program, &|field| found.contains_key(&field) || filled.contains(&field));
    for (field, puts) in puts {
        let mut classes = found.remove(&field).unwrap_or_default();
        let mut sure = true;
        for put in puts {
            match put.parameter.and_then(|nth| parameters.classes(put.method, nth)) {
                Some(more) => classes.extend(more),
                None => sure = false,
            }
        }
        classes.sort_unstable();
        classes.dedup();
        if sure && !classes.is_empty() {
            found.insert(field, classes);
        }
    }
    found
}

/// What a field or a parameter asks for.
#[derive(Clone, Debug, Default)]
struct Asked {
    /// By these names.
    names: Vec<String>,
    /// Whether it asks for a bean in particular, perhaps without a name.
    qualified: bool,
}

impl Asked {
    /// What annotations ask for; nothing if they do not say that it is filled with a bean.
    fn injected(sources: &Sources<'_, '_>, notes: &[Note]) -> Option<Asked> {
        let rules = || sources.rules.files.iter().flat_map(|(_, file)| &file.written).filter(|rule| rule.injects);
        let says = |note: &&Note| rules().any(|rule| rule.annotations.contains(&note.name));
        notes.iter().any(|note| says(&note)).then(|| Asked::of(sources, notes))
    }

    /// What annotations ask for of something that is filled with a bean.
    fn of(sources: &Sources<'_, '_>, notes: &[Note]) -> Asked {
        let files = || sources.rules.files.iter().map(|(_, file)| file);
        let mut asked = Asked::default();
        for note in notes {
            let texts = |elements: &[String]| note.texts(elements).into_iter().map(str::to_string).collect::<Vec<_>>();
            for rule in files().flat_map(|file| &file.written) {
                if rule.injects && rule.annotations.contains(&note.name) {
                    asked.names.extend(texts(&rule.names));
                }
            }
            for rule in files().flat_map(|file| &file.qualifier) {
                if rule.annotations.contains(&note.name) && !rule.first {
                    asked.names.extend(texts(&rule.elements));
                    asked.qualified = true;
                }
            }
        }
        asked.qualified |= !asked.names.is_empty();
        asked
    }
}
