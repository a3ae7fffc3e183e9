//! Weaving all classes of something.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::Path;

use retake_weave::{ClassPlan, Skipped, weave};

use super::plan::{What, plan};

/// Why hooks may be left out of classes that compilers made.
const EXPECTED: [&str; 12] = [
    "a branch of the method would not reach its target any more",
    "it stands before super(...)",
    // The planner takes calls of super(...) and this(...) for constructions.
    "no construction",
    "number  is asked for, the method has ",
    "the class never uses the type of the value",
    "the constructor never calls super or this",
    "the finalizer is empty",
    "the hook would box its arguments with this very method",
    "the method would take  bytes",
    "the reference calls a method without asking the object",
    "the reference is serializable",
    "the target is signature-polymorphic",
];

/// What became of the hooks.
#[derive(Default, Debug)]
pub(crate) struct Tally {
    hooks: usize,
    before: usize,
    after: usize,
    /// How many hooks were left out, by reason; numbers in reasons are not told apart.
    skipped: BTreeMap<String, usize>,
}

impl Tally {
    fn add(&mut self, plan: &ClassPlan, skipped: &[Skipped]) {
        self.hooks += plan.hooks.len();
        for skipped in skipped {
            let reason = skipped.reason.split(|c: char| c.is_ascii_digit()).collect::<String>();
            let reason = if reason.starts_with("no construction of") { "no construction".into() } else { reason };
            *self.skipped.entry(reason).or_default() += 1;
        }
    }

    /// Fails if a hook was left out for a reason that does not go without saying.
    #[track_caller]
    pub(crate) fn expected(&self) {
        for reason in self.skipped.keys() {
            assert!(EXPECTED.iter().any(|expected| reason.starts_with(expected)), "{reason}");
        }
    }

    fn merge(&mut self, other: Tally) {
        self.hooks += other.hooks;
        self.before += other.before;
        self.after += other.after;
        for (reason, count) in other.skipped {
            *self.skipped.entry(reason).or_default() += count;
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} hooks, {:.2} times the size", self.hooks, self.after as f64 / self.before as f64)?;
        self.skipped.iter().try_for_each(|(reason, count)| write!(f, "\n    {count} skipped: {reason}"))
    }
}

/// Weaves classes into a directory, on two threads.
pub(crate) fn weave_into(directory: &Path, classes: &BTreeMap<String, Vec<u8>>, what: What) -> Tally {
    let all: Vec<(&String, &Vec<u8>)> = classes.iter().collect();
    let halves = all.split_at(all.len() / 2);
    let work = |half: &[(&String, &Vec<u8>)]| {
        let mut tally = Tally::default();
        for (index, (name, bytes)) in half.iter().enumerate() {
            let plan = plan(bytes, what, [0, 100, 32_700, 2_000_000_000][index % 4]);
            let woven = weave(bytes, &plan).unwrap_or_else(|error| panic!("{name}: {error}"));
            tally.add(&plan, &woven.skipped);
            tally.before += bytes.len();
            tally.after += woven.bytes.len();
            write_class(directory, name, &woven.bytes);
        }
        tally
    };
    std::thread::scope(|scope| {
        let first = scope.spawn(|| work(halves.0));
        let mut tally = work(halves.1);
        tally.merge(first.join().unwrap());
        tally
    })
}

pub(crate) fn write_class(directory: &Path, name: &str, bytes: &[u8]) {
    let path = directory.join(format!("{name}.class"));
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}
