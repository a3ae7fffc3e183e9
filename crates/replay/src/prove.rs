//! Cases are proven on the build that recorded them: what does not replay there is no test of another build.
//!
//! Where the inputs of a case were changed on purpose (masked), what it asks and what it gives back change with them. Such a
//! case is replayed twice: the first time shows what to expect from now on, the second time must pass.

use std::collections::BTreeMap;

use retake_host::Interrupts;
use retake_judge::expect;
use retake_judge::identity::Identity;
use retake_judge::verdict::{Kind, Verdict};
use retake_model::case::{Call, Case};

use crate::batch::Batch;
use crate::event::Event;
use crate::run::{Error, Setup, replay};

/// What came of a proof.
#[derive(Clone, Debug, Default)]
pub struct Proof {
    /// The cases that passed, in their order, with what they expect now.
    pub proven: Vec<Case>,
    /// Those that did not, in their order.
    pub rejected: Vec<Rejected>,
}

/// A case that is not proven.
#[derive(Clone, Debug)]
pub struct Rejected {
    /// The case, as it was handed in.
    pub case: Case,
    /// What the replay said.
    pub verdict: Verdict,
    /// Why in one line, with nothing in it that belongs to this case alone, so that it can be counted.
    pub reason: String,
}

/// Cases by their names, each with the name of the rule that changed its inputs.
pub type Changed = BTreeMap<String, String>;

/// Replays all cases on the build that recorded them and keeps those that pass. `changed` names those whose inputs were changed.
pub fn prove(
    setup: &Setup,
    batches: &[Batch],
    changed: &Changed,
    interrupts: &Interrupts,
    events: &mut dyn FnMut(Event),
) -> Result<Proof, Error> {
    let mut seen = judge_all(setup, batches, changed, interrupts, events)?.into_iter();
    let mut sorted: Vec<(usize, Result<Case, Box<Rejected>>)> = Vec::new();
    // What is to be replayed once more, each with its place among all.
    let mut again: Vec<(Batch, Vec<usize>)> = Vec::new();
    let mut place = 0;
    for batch in batches {
        let identity = Identity::new(&batch.boot.clone().unwrap_or_default());
        let mut second = Batch { boot: batch.boot.clone(), cases: Vec::new() };
        let mut places = Vec::new();
        for (case, seen) in batch.cases.iter().zip(&mut seen) {
            match (first(case, seen, changed.get(&case.id), &identity), changed.contains_key(&case.id)) {
                (Ok(case), true) => {
                    second.cases.push(case);
                    places.push(place);
                }
                (result, _) => sorted.push((place, result)),
            }
            place += 1;
        }
        if !second.cases.is_empty() {
            again.push((second, places));
        }
    }
    if !again.is_empty() {
        let (second, places): (Vec<Batch>, Vec<Vec<usize>>) = again.into_iter().unzip();
        let seen = judge_all(setup, &second, changed, interrupts, events)?;
        let cases = second.into_iter().flat_map(|batch| batch.cases);
        for ((case, seen), place) in cases.zip(seen).zip(places.into_iter().flatten()) {
            let rule = changed.get(&case.id);
            sorted.push((place, settle(case, seen.verdict, rule)));
        }
    }
    sorted.sort_by_key(|(place, _)| *place);
    let mut proof = Proof::default();
    for (_, result) in sorted {
        match result {
            Ok(case) => proof.proven.push(case),
            Err(rejected) => proof.rejected.push(*rejected),
        }
    }
    Ok(proof)
}

/// What a replay of a case said and saw.
struct Seen {
    verdict: Verdict,
    observed: Vec<Option<Call>>,
}

/// Replays, and gives what was judged in the order of the cases.
fn judge_all(
    setup: &Setup,
    batches: &[Batch],
    changed: &Changed,
    interrupts: &Interrupts,
    events: &mut dyn FnMut(Event),
) -> Result<Vec<Seen>, Error> {
    let mut all = Vec::new();
    replay(setup, batches, interrupts, &mut |event| {
        if let Event::Judged(judged) = &event {
            // What was observed is large, and of most cases nobody asks for it.
            let wanted = changed.contains_key(&judged.case);
            let observed = if wanted { judged.observed.clone() } else { Vec::new() };
            all.push((judged.index, Seen { verdict: judged.verdict.clone(), observed }));
        }
        events(event);
    })?;
    all.sort_by_key(|(index, _)| *index);
    Ok(all.into_iter().map(|(_, seen)| seen).collect())
}

/// The case after its first replay: as it was, or with what it expects now.
fn first(case: &Case, seen: Seen, rule: Option<&String>, identity: &Identity) -> Result<Case, Box<Rejected>> {
    let verdict = seen.verdict;
    if rule.is_none() || !matches!(verdict.kind, Kind::RequestDiffers | Kind::OutputDiffers) {
        return settle(case.clone(), verdict, rule);
    }
    let mut expected = case.clone();
    for (call, observed) in expected.calls.iter_mut().zip(&seen.observed) {
        let observed = observed.as_ref().ok_or_else(|| "a call was not observed".to_owned());
        match observed.and_then(|observed| expect(call, observed, identity)) {
            Ok(new) => *call = Call { start: call.start, end: call.end, ..new },
            Err(_) => return settle(case.clone(), verdict, rule),
        }
    }
    Ok(expected)
}

fn settle(case: Case, verdict: Verdict, rule: Option<&String>) -> Result<Case, Box<Rejected>> {
    if verdict.kind == Kind::Passed {
        return Ok(case);
    }
    let reason = match rule {
        Some(rule) => format!("masking by the rule {rule} changed behaviour: {}", verdict.kind),
        None => format!("it does not replay on the build that recorded it: {}", verdict.kind),
    };
    Err(Box::new(Rejected { case, verdict, reason }))
}
