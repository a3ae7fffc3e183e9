//! What happens in a replay, in order.

use std::collections::BTreeMap;
use std::time::Duration;

use retake_judge::verdict::{Kind, Verdict};
use retake_model::case::Call;

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// What the replay now waits for.
    Waiting(String),
    /// The cases are about to be driven.
    Started {
        /// How many they are.
        total: usize,
    },
    /// A case was judged. Cases come in the order in which they end.
    Judged(Judged),
    /// Something worth knowing that belongs to no case.
    Note(String),
    /// All is over.
    Finished(Summary),
}

/// A case with its verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The position of the case among all, from 0.
    pub index: usize,
    /// The name of the case.
    pub case: String,
    /// What was called: `GET /orders/17`; the first call of several.
    pub entry: String,
    /// How many calls the case has.
    pub calls: usize,
    /// What was found.
    pub verdict: Verdict,
    /// What was observed of each call; none of those that left no trace.
    pub observed: Vec<Option<Call>>,
    /// How long it took.
    pub elapsed: Duration,
}

/// The whole replay in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Cases by verdict.
    pub verdicts: BTreeMap<Kind, usize>,
    /// How long driving the cases took, without the start of the service.
    pub driving: Duration,
    /// How long everything took.
    pub elapsed: Duration,
}

impl Summary {
    /// All cases.
    pub fn total(&self) -> usize {
        self.verdicts.values().sum()
    }

    /// Cases that passed.
    pub fn passed(&self) -> usize {
        self.verdicts.get(&Kind::Passed).copied().unwrap_or(0)
    }

    /// Cases that did not pass.
    pub fn failed(&self) -> usize {
        self.total() - self.passed()
    }

    /// Cases driven in a second.
    pub fn rate(&self) -> f64 {
        self.total() as f64 / self.driving.as_secs_f64().max(1e-3)
    }
}
