//! What becomes of a mutant.

use std::collections::{BTreeMap, BTreeSet};

use retake_bench::coverage::Seen;
use retake_e2e::verdicts::Replay;
use serde::{Deserialize, Serialize};

use crate::pit::Mutant;

/// If no more cases than these fail, the mutant is replayed again: one that is dead fails the same cases each time.
const FEW: usize = 5;

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Fate {
    /// Cases did not pass: how many had which verdict.
    Killed(BTreeMap<String, usize>),
    /// The service did not start with it.
    NoStart,
    /// All cases passed, and none reaches its line.
    NotReached,
    /// All cases passed.
    Lived,
}

impl Fate {
    /// What replays say, if this runs in one without a mutant.
    pub(crate) fn of(mutant: &Mutant, replay: impl Fn() -> Replay, seen: &Seen) -> Fate {
        let first = replay();
        if first.verdicts.is_empty() {
            // A machine with too much to do is no reason to call a mutant dead.
            let said = &first.ended.err;
            assert!(said.contains("the service ended before it was ready"), "{}: {said}", mutant.place());
            return Fate::NoStart;
        }
        let mut failing = failing(&first);
        if (1..=FEW).contains(&failing.len()) {
            let again: BTreeSet<String> = self::failing(&replay()).into_keys().collect();
            for (case, verdict) in failing.extract_if(.., |case, _| !again.contains(case)) {
                complain(mutant, &case, &verdict);
            }
        }
        if !failing.is_empty() {
            let mut verdicts = BTreeMap::new();
            for verdict in failing.into_values() {
                *verdicts.entry(verdict).or_default() += 1;
            }
            return Fate::Killed(verdicts);
        }
        if seen.ran(&mutant.class, mutant.line) { Fate::Lived } else { Fate::NotReached }
    }
}

/// The cases that did not pass, with their verdicts.
fn failing(replay: &Replay) -> BTreeMap<String, String> {
    replay.failing().map(|verdict| (verdict.case.clone(), verdict.verdict.clone())).collect()
}

/// A case that fails once and passes the next time says nothing of the mutant, and something of the replay.
fn complain(mutant: &Mutant, case: &str, verdict: &str) {
    eprintln!("{} {}: {case} was {verdict} and passed when it was replayed again", mutant.place(), mutant.operator);
}
