//! In which packages a service has its beans.

use rayon::prelude::*;

use super::Sources;
use super::elements::Declaration;
use super::notes::Note;
use super::packages::Package;
use crate::rules::frameworks::{Declares, Scan};

/// The packages that are scanned.
#[derive(Debug, Default)]
pub(crate) struct Scanned {
    /// Nothing means that nobody said, and that all count.
    packages: Option<Vec<Package>>,
}

impl Scanned {
    /// Finds out what the service says.
    ///
    /// Whoever says nothing, or says it where nobody sees it, has all packages scanned: a bean too many costs a point, a
    /// bean too few loses one. What libraries scan comes on top, and is no reason to leave anything out.
    pub(crate) fn find(sources: &Sources<'_, '_>, declarations: &[Declaration<'_>]) -> Self {
        let rules: Vec<&Scan> = sources.rules.files.iter().flat_map(|(_, file)| &file.scan).collect();
        let used = |class: &String| {
            let Some(class) = sources.program.class_named(class) else { return false };
            let names = 0..sources.program.application_refs as usize;
            names.into_iter().any(|at| sources.program.refs[at].owner == class)
        };
        if rules.iter().flat_map(|rule| &rule.unless_used).any(used) {
            return Scanned::default();
        }
        let mut packages = Vec::new();
        for noted in sources.noted {
            let class = sources.program.class_name(noted.class);
            for note in &noted.on_class {
                if !add(sources, &rules, class, note, &mut packages) {
                    return Scanned::default();
                }
            }
        }
        let scans = declarations.iter().filter(|declaration| declaration.rule.is == Declares::Scan);
        let (ours, theirs): (Vec<&Declaration<'_>>, Vec<&Declaration<'_>>) =
            scans.partition(|declaration| declaration.application());
        for declaration in &ours {
            match declaration.get(&declaration.rule.packages) {
                Some(list) => packages.extend(Package::list(&list)),
                None => return Scanned::default(),
            }
        }
        if packages.is_empty() {
            return Scanned::default();
        }
        for declaration in theirs {
            packages.extend(declaration.get(&declaration.rule.packages).iter().flat_map(|list| Package::list(list)));
        }
        let more: Vec<Vec<Package>> = sources
            .program
            .libraries
            .par_iter()
            .map(|library| {
                let mut packages = Vec::new();
                for note in sources.notes.of_library(library) {
                    add(sources, &rules, sources.program.class_name(library.class), &note, &mut packages);
                }
                packages
            })
            .collect();
        packages.extend(more.into_iter().flatten());
        packages.sort();
        packages.dedup();
        Scanned { packages: Some(packages) }
    }

    /// Whether a class, by its internal name, is in a package that is scanned.
    pub(crate) fn holds(&self, class: &str) -> bool {
        self.packages.as_ref().is_none_or(|packages| packages.iter().any(|package| package.holds(class)))
    }
}

/// Adds the packages that an annotation names; tells whether that could be done.
fn add(sources: &Sources<'_, '_>, rules: &[&Scan], class: &str, note: &Note, packages: &mut Vec<Package>) -> bool {
    for rule in rules.iter().filter(|rule| rule.annotations.contains(&note.name)) {
        let before = packages.len();
        for text in note.texts(&rule.packages) {
            match sources.settings.resolve(text) {
                Some(list) => packages.extend(Package::list(&list)),
                None => return false,
            }
        }
        packages.extend(note.texts(&rule.classes).into_iter().map(Package::of));
        if packages.len() == before {
            packages.push(Package::of(class));
        }
    }
    true
}
