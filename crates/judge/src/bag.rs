//! Work that several threads shared: which of them did what depends on the machine, so neither the order of its events
//! counts nor the branch they are in.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use retake_model::case::{CaseBranch, CaseEvent};

use crate::identity::Identity;

/// The bag that a branch is in: itself, or the outermost branch above it that is one.
pub(crate) fn of<'a>(path: &[u32], mut bags: impl Iterator<Item = &'a CaseBranch>) -> Option<&'a [u32]> {
    let mut found: Option<&'a [u32]> = None;
    for bag in bags.by_ref().filter(|branch| branch.bag && path.starts_with(&branch.path)) {
        if found.is_none_or(|found| bag.path.len() < found.len()) {
            found = Some(&bag.path);
        }
    }
    found
}

/// Both sides with each bag as one branch, in which events that ask the same stand at the same place and those that have
/// no counterpart behind them. So it compares like any other branch.
pub(crate) fn gather<'a>(
    recorded: &'a [CaseBranch],
    observed: &'a [CaseBranch],
    identity: &Identity,
) -> (Cow<'a, [CaseBranch]>, Cow<'a, [CaseBranch]>) {
    if !recorded.iter().chain(observed).any(|branch| branch.bag) {
        return (recorded.into(), observed.into());
    }
    let bags = || recorded.iter().chain(observed);
    let (mut was, mut is) = (merge(recorded, &bags), merge(observed, &bags));
    for bag in is.iter_mut().filter(|branch| branch.bag) {
        if let Some(recorded) = was.iter_mut().find(|branch| branch.path == bag.path) {
            pair(&mut recorded.events, &mut bag.events, identity);
        }
    }
    (was.into(), is.into())
}

fn merge<'a, B: Iterator<Item = &'a CaseBranch>>(branches: &[CaseBranch], bags: &impl Fn() -> B) -> Vec<CaseBranch> {
    let mut merged: Vec<CaseBranch> = Vec::new();
    for branch in branches {
        let (path, bag) = match of(&branch.path, bags()) {
            Some(path) => (path, true),
            None => (branch.path.as_slice(), false),
        };
        match merged.iter_mut().find(|known| bag && known.path == path) {
            Some(known) => known.events.extend_from_slice(&branch.events),
            None => merged.push(CaseBranch { path: path.to_vec(), bag, events: branch.events.clone() }),
        }
    }
    merged
}

/// Sorts both sides: what has a counterpart, in the recorded order, then the rest.
fn pair(recorded: &mut Vec<CaseEvent>, observed: &mut Vec<CaseEvent>, identity: &Identity) {
    let content = |event: &CaseEvent| identity.content(&event.dependency, event.target.as_ref(), &event.args);
    let mut places: HashMap<Vec<u8>, Vec<usize>> = HashMap::new();
    for (place, event) in recorded.iter().enumerate().rev() {
        places.entry(content(event)).or_default().push(place);
    }
    let place = |event: &CaseEvent| places.get_mut(&content(event)).and_then(Vec::pop);
    let found: Vec<Option<usize>> = observed.iter().map(place).collect();
    let alone: HashSet<usize> = places.into_values().flatten().collect();
    sort(observed, found.into_iter().map(|place| place.unwrap_or(usize::MAX)));
    sort(recorded, (0..).map(|place| if alone.contains(&place) { usize::MAX } else { place }));
}

/// Sorts events by keys that are given in their order. What has the same key stays in order.
fn sort(events: &mut Vec<CaseEvent>, keys: impl Iterator<Item = usize>) {
    let mut keyed: Vec<(usize, CaseEvent)> = keys.zip(events.drain(..)).collect();
    keyed.sort_by_key(|(key, _)| *key);
    events.extend(keyed.into_iter().map(|(_, event)| event));
}
