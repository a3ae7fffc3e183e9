//! What was left out of an archive or a directory, said once per reason: whoever packs a million bad entries gets a
//! line, not a million.

use std::collections::BTreeMap;
use std::sync::Arc;

/// Why something was left out. It completes "… was left out: ".
pub(super) type Reason = &'static str;

/// What was left out, by where it is and why.
#[derive(Debug, Default)]
pub(super) struct LeftOut {
    /// For each place and reason the first entry, and how many more there were.
    entries: BTreeMap<(u32, Reason), (Arc<str>, String, usize)>,
}

impl LeftOut {
    /// Notes that an entry was left out. `origin` is the number of the archive and orders the messages.
    pub(super) fn add(&mut self, origin: u32, archive: &Arc<str>, entry: &str, why: Reason) {
        let first = || (archive.clone(), entry.to_string(), 0);
        self.entries.entry((origin, why)).and_modify(|(_, _, more)| *more += 1).or_insert_with(first);
    }

    /// How many places and reasons there are.
    pub(super) fn count(&self) -> usize {
        self.entries.len()
    }

    /// A line for each place and reason.
    pub(super) fn messages(self) -> impl Iterator<Item = String> {
        self.entries.into_iter().map(|((_, why), (archive, entry, more))| match more {
            0 => format!("{archive}: {entry} was left out: {why}"),
            _ => format!("{archive}: {entry} and {more} more were left out: {why}"),
        })
    }
}
