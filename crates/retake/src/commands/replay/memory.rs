//! Which cases failed last time, in the user's cache: `--only last-failed`.

use std::collections::BTreeSet;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use retake_judge::verdict::Kind;
use retake_replay::event::Event;
use retake_select::last_failed;

use crate::cache;

/// What is remembered of one directory of cases.
#[derive(Debug)]
pub(super) struct Memory {
    file: Option<PathBuf>,
    before: BTreeSet<String>,
    ran: BTreeSet<String>,
    failed: BTreeSet<String>,
}

impl Memory {
    /// What is known of these cases. Without a cache, nothing is, and nothing will be.
    pub(super) fn of(cases: &Path) -> Memory {
        let file = cache::directory().zip(cases.canonicalize().ok()).map(|(cache, cases)| {
            let directory = if cases.is_dir() { cases.as_path() } else { cases.parent().unwrap_or(&cases) };
            let mut hash = DefaultHasher::new();
            directory.hash(&mut hash);
            cache.join("last-failed").join(format!("{:016x}", hash.finish()))
        });
        let text = file.as_ref().and_then(|file| fs::read_to_string(file).ok()).unwrap_or_default();
        Memory { file, before: last_failed::read(&text), ran: BTreeSet::new(), failed: BTreeSet::new() }
    }

    /// The cases that failed last time.
    pub(super) fn last_failed(&self) -> &BTreeSet<String> {
        &self.before
    }

    /// Takes note of a verdict.
    pub(super) fn note(&mut self, event: &Event) {
        if let Event::Judged(judged) = event {
            self.ran.insert(judged.case.clone());
            if judged.verdict.kind != Kind::Passed {
                self.failed.insert(judged.case.clone());
            }
        }
    }

    /// Remembers. It is a convenience, so a cache that cannot be written is no reason to fail.
    pub(super) fn save(&self) {
        let Some(file) = &self.file else { return };
        let text = last_failed::write(self.failed.iter().map(String::as_str), &self.before, &self.ran);
        let parent = file.parent().map_or(Ok(()), fs::create_dir_all);
        let _ = parent.and_then(|()| fs::write(file, text));
    }
}
