//! Traces that cannot become a case: how many for which reason, and a few to look at.

use std::collections::BTreeMap;

/// So many traces are named for each reason.
const EXAMPLES: usize = 5;

/// What was dropped, by reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dropped {
    reasons: BTreeMap<String, (u64, Vec<u64>)>,
}

impl Dropped {
    /// Counts a trace by its number.
    pub(crate) fn add(&mut self, reason: &str, trace: u64) {
        let (number, examples) = self.reasons.entry(reason.to_owned()).or_default();
        *number += 1;
        if examples.len() < EXAMPLES {
            examples.push(trace);
        }
    }

    /// Each reason, how many traces were dropped for it, and the numbers of the first.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64, &[u64])> {
        self.reasons.iter().map(|(reason, (number, examples))| (reason.as_str(), *number, examples.as_slice()))
    }

    /// How many were dropped for each reason.
    pub fn counts(&self) -> BTreeMap<String, u64> {
        self.iter().map(|(reason, number, _)| (reason.to_owned(), number)).collect()
    }
}
