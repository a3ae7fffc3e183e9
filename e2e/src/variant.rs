//! The variants of the examples: the same service with one thing changed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde::Deserialize;

use crate::verdicts::{Replay, Verdict};
use crate::{orders, shop};

/// How many replays run at the same time.
const AT_ONCE: usize = 2;

/// An example that has variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Example {
    /// `examples/shop`.
    Shop,
    /// `examples/orders`.
    Orders,
}

impl Example {
    /// Its variants, by name.
    pub fn variants(self) -> Vec<Variant> {
        let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
        let directory = match self {
            Example::Shop => examples.join("shop/variants"),
            Example::Orders => examples.join("orders/variants"),
        };
        let entries = fs::read_dir(&directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
        let mut variants: Vec<Variant> = entries.flatten().map(|entry| self.read(&entry.path())).collect();
        variants.sort_by(|a, b| a.name.cmp(&b.name));
        assert!(!variants.is_empty(), "no variants in {}", directory.display());
        variants
    }

    /// Those of its variants that are named.
    pub fn named(self, names: &[&str]) -> Vec<Variant> {
        let named = |variant: &Variant| names.contains(&variant.name.as_str());
        let variants: Vec<Variant> = self.variants().into_iter().filter(named).collect();
        assert_eq!(variants.len(), names.len(), "not all of {names:?} are there");
        variants
    }

    fn read(self, directory: &Path) -> Variant {
        let about = directory.join("variant.toml");
        let text = fs::read_to_string(&about).unwrap_or_else(|error| panic!("{}: {error}", about.display()));
        let variant: Variant = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", about.display()));
        let name = directory.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let jar = format!("variants/{name}.jar");
        let jar = match self {
            Example::Shop => shop::built(&jar),
            Example::Orders => orders::built(&jar),
        };
        Variant { jar, name, ..variant }
    }
}

/// What was changed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A mistake, which a replay must find.
    Bug,
    /// A mistake that a case of one request cannot show.
    Unseen,
    /// No mistake: everything must pass.
    Refactoring,
}

/// One variant.
#[derive(Clone, Debug, Deserialize)]
pub struct Variant {
    /// Its name.
    #[serde(skip)]
    pub name: String,
    /// Its build.
    #[serde(skip)]
    pub jar: PathBuf,
    /// What was changed for.
    pub kind: Kind,
    /// What was changed.
    pub summary: String,
    /// The verdicts that a replay may give to the cases that show it.
    pub expect: Vec<String>,
    /// The operations whose cases show it: each has one, and no other operation has.
    pub seen: Vec<String>,
}

impl Variant {
    /// What is wrong with what a replay of so many cases says of it.
    pub fn check(&self, replay: &Replay, cases: usize) -> Vec<String> {
        let mut wrong = Vec::new();
        let mut expect = |holds: bool, what: &str| {
            if !holds {
                wrong.push(format!("{} ({}): {what}: {}", self.name, self.summary, replay.complaint()));
            }
        };
        expect(replay.verdicts.len() == cases, "not every case has a verdict");
        let code = replay.ended.status.code();
        if matches!(self.kind, Kind::Unseen | Kind::Refactoring) {
            expect(code == Some(0) && replay.failing().next().is_none(), "not all cases pass");
            return wrong;
        }
        let failing: Vec<&Verdict> = replay.failing().collect();
        let kinds: BTreeSet<&str> = failing.iter().map(|verdict| verdict.verdict.as_str()).collect();
        let expected = |verdict: &&Verdict| self.expect.contains(&verdict.verdict);
        let elsewhere = |verdict: &&&Verdict| !self.seen.iter().any(|operation| verdict.calls(operation));
        expect(code == Some(1), "it was not found");
        expect(failing.iter().all(expected), &format!("{kinds:?} where {:?} is due", self.expect));
        let strangers: BTreeSet<&str> =
            failing.iter().filter(elsewhere).map(|verdict| verdict.entry.as_str()).collect();
        expect(strangers.is_empty(), &format!("it fails where nothing was changed, at {strangers:?}"));
        let hidden = |operation: &&String| !failing.iter().any(|verdict| verdict.calls(operation));
        let hidden: Vec<&String> = self.seen.iter().filter(hidden).collect();
        expect(hidden.is_empty(), &format!("it does not show at {hidden:?}"));
        wrong
    }
}

/// Does something for each, two at a time; what comes of it is in the order in which it came.
pub fn each<T: Send, R: Send>(all: Vec<T>, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let left = Mutex::new(all.into_iter());
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let Some(next) = left.lock().expect("nobody panics with it").next() else { break };
                    let result = work(&next);
                    done.lock().expect("nobody panics with it").push(result);
                }
            });
        }
    });
    done.into_inner().expect("nobody panics with it")
}
