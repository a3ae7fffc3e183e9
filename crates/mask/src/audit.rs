//! What was masked, and what looks sensitive and was not. It has rules and paths in it, never a value.

use std::collections::BTreeMap;

/// How often a rule found something at a path.
pub type Counts = BTreeMap<(String, String), u64>;

/// What masking did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    /// What was replaced, by rule and path. `learned` is the rule of what another rule had found elsewhere.
    pub masked: Counts,
    /// What looks sensitive and was left as it is.
    pub suspects: Counts,
}

/// The rule of values that were found by a rule elsewhere.
pub const LEARNED: &str = "learned";

impl Audit {
    pub(crate) fn masked(&mut self, rule: &str, path: String) {
        *self.masked.entry((rule.to_owned(), path)).or_default() += 1;
    }

    pub(crate) fn suspect(&mut self, rule: &str, path: String, count: u64) {
        *self.suspects.entry((rule.to_owned(), path)).or_default() += count;
    }

    /// How many values were replaced.
    pub fn replaced(&self) -> u64 {
        self.masked.values().sum()
    }
}
