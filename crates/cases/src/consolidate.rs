//! One case for each behaviour, beside what a directory has already.
//!
//! What is in the directory stays as it is, whoever wrote it; only how often its behaviour was seen is told anew.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;

use retake_model::case::{Boot, Case};
use retake_novelty::Routes;
use retake_store::{CaseDir, Error};

use crate::CaseSet;
use crate::counted::Counted;

/// How many cases of one behaviour are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// So many.
    Some(NonZeroUsize),
    /// Every one.
    All,
}

impl Default for Keep {
    fn default() -> Self {
        Keep::Some(NonZeroUsize::MIN)
    }
}

/// What became of cases that were added to a directory.
#[derive(Debug, Default)]
pub struct Added {
    /// The cases that the directory did not have; with the boot documents that they need they are what remains in the set.
    pub cases: u64,
    /// Behaviours that the directory had already, and the set showed again.
    pub known: u64,
    /// Files whose number of how often they were seen changes, and to what.
    raised: Vec<(String, u64)>,
    /// What is wrong with files that were there.
    pub wrong: Vec<Error>,
    counted: Counted,
}

impl Added {
    /// Tells the directory how often each behaviour was seen. To be called when the cases are there.
    pub fn finish(&self, directory: &CaseDir) -> Result<(), Error> {
        for (name, seen) in &self.raised {
            // Whoever lays a case out in another way keeps it so.
            let _written = directory.set_seen(name, *seen)?;
        }
        // Where no case says how often it was seen, nothing was counted.
        if self.cases + self.known == 0 { Ok(()) } else { self.counted.save(directory) }
    }
}

/// How many behaviours some cases show.
pub(crate) fn behaviours(cases: &[Case]) -> u64 {
    cases.iter().map(|case| &case.origin.behaviour).collect::<BTreeSet<_>>().len() as u64
}

/// Says in each case how many of all show its behaviour.
pub(crate) fn count_seen(cases: &mut [Case]) {
    let mut seen: BTreeMap<String, u64> = BTreeMap::new();
    cases.iter().for_each(|case| *seen.entry(case.origin.behaviour.clone()).or_default() += 1);
    cases.iter_mut().for_each(|case| case.origin.seen = seen[&case.origin.behaviour]);
}

/// What a directory has of one behaviour.
#[derive(Debug, Default)]
struct There {
    /// The files, with what they say of how often it was seen.
    files: Vec<(String, u64)>,
}

/// Leaves in the set what the directory does not have: of each behaviour as many cases as are to be kept, and the boot
/// documents that they need, under names that the directory does not use for others.
pub fn consolidate(set: &mut CaseSet, keep: Keep, directory: &CaseDir) -> Result<Added, Error> {
    let mut added = Added { counted: Counted::load(directory)?, ..Added::default() };
    let mut there: BTreeMap<String, There> = BTreeMap::new();
    let mut ids: BTreeSet<String> = BTreeSet::new();
    let mut boots: BTreeSet<String> = BTreeSet::new();
    for name in directory.names() {
        ids.insert(name.to_owned());
        match directory.load(name) {
            Ok(case) => {
                let origin = &case.origin;
                let key = match retake_novelty::is_key(&origin.behaviour) {
                    true => origin.behaviour.clone(),
                    // An earlier version made it, or a person.
                    false => retake_novelty::key(&case, &Routes::default()),
                };
                there.entry(key).or_default().files.push((name.to_owned(), origin.seen));
                boots.extend(case.boot);
                ids.insert(case.id);
            }
            Err(error) => added.wrong.push(error),
        }
    }
    let mut fresh: BTreeMap<String, u64> = BTreeMap::new();
    for (case, source) in set.cases.iter().zip(&set.sources) {
        *fresh.entry(case.origin.behaviour.clone()).or_default() += u64::from(added.counted.add(source));
    }
    let mut totals: BTreeMap<&str, u64> = BTreeMap::new();
    for (key, there) in &there {
        let Some(&more) = fresh.get(key) else { continue };
        added.known += 1;
        let total = there.files.iter().map(|(_, seen)| *seen).max().unwrap_or(0) + more;
        let raised = there.files.iter().filter(|(_, seen)| *seen != total);
        added.raised.extend(raised.map(|(name, _)| (name.clone(), total)));
        totals.insert(key, total);
    }
    for case in &mut set.cases {
        if let Some(total) = totals.get(case.origin.behaviour.as_str()) {
            case.origin.seen = *total;
        }
    }
    let mut kept: BTreeMap<String, usize> = there.iter().map(|(key, it)| (key.clone(), it.files.len())).collect();
    set.sources.clear();
    let mut renamed: BTreeMap<String, String> = BTreeMap::new();
    set.cases.retain_mut(|case| {
        let number = kept.entry(case.origin.behaviour.clone()).or_default();
        let wanted = match keep {
            Keep::All => true,
            Keep::Some(most) => *number < most.get(),
        };
        // The same name is the same content, so it is there.
        let is_there = ids.contains(&case.id) && there.contains_key(&case.origin.behaviour);
        if !wanted || is_there {
            return false;
        }
        *number += 1;
        let free = free_name(&case.id, |name| ids.contains(name));
        renamed.insert(std::mem::replace(&mut case.id, free.clone()), free);
        ids.insert(case.id.clone())
    });
    for build in &mut set.builds {
        build.cases = build.cases.iter().filter_map(|id| renamed.remove(id)).collect();
    }
    added.cases = set.cases.len() as u64;
    name_boots(set, directory, &boots);
    Ok(added)
}

/// Leaves out boot documents that no case needs, and gives the others names that mean nothing else in the directory.
fn name_boots(set: &mut CaseSet, directory: &CaseDir, known: &BTreeSet<String>) {
    let mut known: Vec<(String, Boot)> =
        known.iter().filter_map(|name| Some((name.clone(), directory.load_boot(name).ok()?))).collect();
    let used: BTreeSet<String> = set.cases.iter().filter_map(|case| case.boot.clone()).collect();
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    let mut boots = Vec::new();
    for (old, boot) in std::mem::take(&mut set.boots).into_iter().filter(|(name, _)| used.contains(name)) {
        let same = |(_, other): &&(String, Boot)| other.events == boot.events && other.streams == boot.streams;
        let name = match known.iter().find(same) {
            Some((name, _)) => name.clone(),
            None => {
                let taken = |name: &str| directory.has_boot(name) || known.iter().any(|(known, _)| known == name);
                let name = free_name("boot", taken);
                known.push((name.clone(), boot.clone()));
                boots.push((name.clone(), boot));
                name
            }
        };
        names.insert(old, name);
    }
    for case in &mut set.cases {
        case.boot = case.boot.take().map(|old| names.get(&old).cloned().unwrap_or(old));
    }
    set.boots = boots;
}

/// The name, or the name with the first number behind it that is not taken.
fn free_name(name: &str, taken: impl Fn(&str) -> bool) -> String {
    let numbered = (2u32..).map(|number| format!("{name}-{number}"));
    std::iter::once(name.to_owned()).chain(numbered).find(|name| !taken(name)).unwrap_or_default()
}
