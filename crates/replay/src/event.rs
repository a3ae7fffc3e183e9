//! What happens in a replay, in order.

use std::collections::BTreeMap;
use std::time::Duration;

use retake_judge::sequence::Branch;
use retake_judge::verdict::{Kind, Verdict};
use retake_model::case::Call;
use retake_model::trace::Entry;

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// What the replay now waits for.
    Waiting(String),
    /// A case is not driven, because somebody said so.
    Skipped(Skipped),
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
    /// What people call it by.
    pub tags: Vec<String>,
    /// What was found.
    pub verdict: Verdict,
    /// What was observed of each call; none of those that left no trace.
    pub observed: Vec<Option<Call>>,
    /// How long it took.
    pub elapsed: Duration,
    /// Every call with what was asked on the way, where somebody wants it. It can be large, so nobody should keep it.
    pub detail: Option<Vec<CallDetail>>,
}

impl Judged {
    /// A case that could not be read when its turn came.
    pub(crate) fn unread(case: String, why: String) -> Judged {
        Judged {
            index: 0,
            case,
            entry: String::new(),
            calls: 0,
            tags: Vec::new(),
            verdict: Verdict::error(why),
            observed: Vec::new(),
            elapsed: Duration::ZERO,
            detail: None,
        }
    }

    /// The same without what is large.
    pub fn brief(&self) -> Judged {
        let (case, entry, tags, verdict) =
            (self.case.clone(), self.entry.clone(), self.tags.clone(), self.verdict.clone());
        Judged { case, entry, tags, verdict, observed: Vec::new(), detail: None, ..*self }
    }
}

/// One call of a case, as it was recorded and as it was observed.
#[derive(Clone, Debug, PartialEq)]
pub struct CallDetail {
    /// What went in and came out in the recording.
    pub recorded: Entry,
    /// The same in the replay; none if nothing was observed.
    pub observed: Option<Entry>,
    /// What was asked on the way, by branch of the fork tree.
    pub branches: Vec<Branch>,
}

/// A case that was left out on purpose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The name of the case.
    pub case: String,
    /// What would have been called.
    pub entry: String,
    /// Why it was left out.
    pub why: String,
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
