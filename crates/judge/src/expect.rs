//! What a replay observed becomes what a case expects.
//!
//! A case whose inputs were changed on purpose (masked) asks other things and gives other answers than the request that
//! was recorded. What it must not do is take another way: the same dependencies are asked in the same order on every branch.
//! Then, and only then, its arguments and outputs are taken over from what was observed; the answers of dependencies stay.

use std::collections::HashMap;

use retake_model::case::{Call, CaseBranch, CaseEvent};
use retake_model::trace::{Entry, Outcome};

use crate::bag;
use crate::compare;
use crate::identity::Identity;
use crate::output;
use crate::rebase::{rebase, rebased};
use crate::show;

/// An event by its branch and its place there.
type At = (usize, usize);

/// The call with the arguments and the output that were observed; or where it took another way.
pub fn expect(recorded: &Call, observed: &Call, identity: &Identity) -> Result<Call, String> {
    let mut call = recorded.clone();
    for (was, is) in pairs(&recorded.branches, &observed.branches, identity)? {
        let event = &mut call.branches[was.0].events[was.1];
        take_over(event, &observed.branches[is.0].events[is.1], identity);
    }
    match (&mut call.entry, &observed.entry) {
        (Entry::Http(was), Entry::Http(is)) => {
            was.response = match (was.response.take(), &is.response) {
                (Some(was), Some(is)) => Some(output::expected(&was, is)),
                (_, is) => is.clone(),
            };
        }
        (Entry::Method(was), Entry::Method(is)) => {
            was.outcome = match &is.outcome {
                Outcome::Returned(value) => Outcome::Returned(rebase(value, &is.args, &was.args)),
                Outcome::Threw(value) => Outcome::Threw(rebase(value, &is.args, &was.args)),
                other => other.clone(),
            };
        }
        (was, is) => return Err(format!("{is} was called instead of {was}")),
    }
    Ok(call)
}

/// Asks what was observed; whatever refers to the arguments refers to the new ones.
fn take_over(event: &mut CaseEvent, observed: &CaseEvent, identity: &Identity) {
    // What is the same stays letter for letter, so that a change in a file of cases is a change in behaviour.
    if compare::equal(&event.args, &observed.args, identity) {
        return;
    }
    if let Some((value, writes)) = rebased(event, &observed.args) {
        event.outcome = match &event.outcome {
            Outcome::Threw(_) => Outcome::Threw(value),
            _ => Outcome::Returned(value),
        };
        event.writes = writes;
    }
    event.args = observed.args.clone();
}

/// Which recorded event is which observed one.
fn pairs(recorded: &[CaseBranch], observed: &[CaseBranch], identity: &Identity) -> Result<Vec<(At, At)>, String> {
    let bags = || recorded.iter().chain(observed);
    let mut pairs = Vec::new();
    let mut is = lanes(observed, &bags);
    for (path, (was, _)) in lanes(recorded, &bags) {
        let (mut here, in_bag) = is.remove(&path).unwrap_or_default();
        let event = |at: &At| &recorded[at.0].events[at.1];
        let other = |at: &At| &observed[at.0].events[at.1];
        if in_bag {
            here = in_order_of(&was, here, &event, &other, identity);
        }
        for (place, at) in was.iter().enumerate() {
            match here.get(place) {
                Some(found) if same_question(event(at), other(found), identity) => pairs.push((*at, *found)),
                found => return Err(parted(Some(event(at)), found.map(other))),
            }
        }
        if let Some(more) = here.get(was.len()) {
            return Err(parted(None, Some(other(more))));
        }
    }
    match is.into_values().find_map(|(events, _)| events.first().copied()) {
        Some(at) => Err(parted(None, Some(&observed[at.0].events[at.1]))),
        None => Ok(pairs),
    }
}

/// The events of each branch; those of a bag together. Whether it is one.
fn lanes<'a, B: Iterator<Item = &'a CaseBranch>>(
    branches: &[CaseBranch],
    bags: &impl Fn() -> B,
) -> HashMap<Vec<u32>, (Vec<At>, bool)> {
    let mut lanes: HashMap<Vec<u32>, (Vec<At>, bool)> = HashMap::new();
    for (index, branch) in branches.iter().enumerate().filter(|(_, branch)| !branch.events.is_empty()) {
        let bag = bag::of(&branch.path, bags());
        let lane = lanes.entry(bag.unwrap_or(&branch.path).to_vec()).or_default();
        lane.1 |= bag.is_some();
        lane.0.extend((0..branch.events.len()).map(|at| (index, at)));
    }
    lanes
}

/// What was observed in a bag, each at the place of its counterpart: the one that asks the same, else the next of the same
/// dependency.
fn in_order_of<'a>(
    was: &[At],
    mut is: Vec<At>,
    event: &impl Fn(&At) -> &'a CaseEvent,
    other: &impl Fn(&At) -> &'a CaseEvent,
    identity: &Identity,
) -> Vec<At> {
    let mut places: Vec<Option<At>> = vec![None; was.len()];
    for exact in [true, false] {
        for (place, at) in was.iter().enumerate().filter(|(place, _)| places[*place].is_none()).collect::<Vec<_>>() {
            let fits = |found: &At| {
                same_question(event(at), other(found), identity)
                    && (!exact || compare::equal(&event(at).args, &other(found).args, identity))
            };
            places[place] = is.iter().position(fits).map(|found| is.remove(found));
        }
    }
    places.into_iter().flatten().chain(is).collect()
}

fn same_question(was: &CaseEvent, is: &CaseEvent, identity: &Identity) -> bool {
    let same_target = match (&was.target, &is.target) {
        (Some(was), Some(is)) => identity.same(was, is),
        (None, None) => true,
        _ => false,
    };
    was.dependency == is.dependency && same_target
}

fn parted(was: Option<&CaseEvent>, is: Option<&CaseEvent>) -> String {
    let at = is.and_then(|event| event.at.as_ref()).map(|at| format!(" ({at})")).unwrap_or_default();
    let name = |event: &CaseEvent| show::dependency(&event.dependency);
    match (was, is) {
        (Some(was), Some(is)) => format!("{} was asked instead of {}{at}", name(is), name(was)),
        (Some(was), None) => format!("{} was not asked", name(was)),
        (None, Some(is)) => format!("{} was asked besides{at}", name(is)),
        (None, None) => "another way was taken".to_owned(),
    }
}
