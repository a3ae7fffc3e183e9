//! What became of the mutants that were tried before, in a file, so that all of them can be tried in several runs.

use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use retake_bench::Result;
use retake_e2e::{orders, retake};
use serde::{Deserialize, Serialize};

use crate::fate::Fate;
use crate::pit::Mutant;

/// One line of the file.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    /// Of which command and which service it was said.
    builds: u64,
    mutant: String,
    fate: Fate,
}

/// The file.
#[derive(Debug)]
pub(crate) struct Kept {
    builds: u64,
    lines: Vec<Line>,
    file: Mutex<File>,
}

impl Kept {
    /// Opens it; it need not be there. What was said of other builds does not count.
    pub(crate) fn open() -> Result<Kept> {
        let path = path();
        let builds = builds()?;
        let text = fs::read_to_string(&path).unwrap_or_default();
        let mut lines: Vec<Line> = text.lines().map(serde_json::from_str).collect::<std::result::Result<_, _>>()?;
        lines.retain(|line| line.builds == builds);
        let file = OpenOptions::new().append(true).create(true).open(&path)?;
        Ok(Kept { builds, lines, file: Mutex::new(file) })
    }

    /// What became of a mutant.
    pub(crate) fn of(&self, mutant: &Mutant) -> Option<&Fate> {
        let name = name(mutant);
        self.lines.iter().find(|line| line.mutant == name).map(|line| &line.fate)
    }

    /// Keeps what became of a mutant.
    pub(crate) fn keep(&self, mutant: &Mutant, fate: Fate) -> Result<()> {
        let mut line = serde_json::to_string(&Line { builds: self.builds, mutant: name(mutant), fate })?;
        line.push('\n');
        Ok(self.file.lock().unwrap_or_else(PoisonError::into_inner).write_all(line.as_bytes())?)
    }
}

/// Beside what cargo built.
fn path() -> PathBuf {
    retake::path().with_file_name("mutants.jsonl")
}

/// What tells this command and this service from others.
fn builds() -> Result<u64> {
    let mut hash = DefaultHasher::new();
    let read = |path: &Path| fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    for path in [retake::path(), orders::jar()] {
        read(&path)?.hash(&mut hash);
    }
    Ok(hash.finish())
}

/// PIT makes the same mutants in the same order each time.
fn name(mutant: &Mutant) -> String {
    let file = mutant.jar.file_stem().unwrap_or_default().to_string_lossy();
    format!("{file} {} {} {}", mutant.place(), mutant.operator, mutant.what)
}
