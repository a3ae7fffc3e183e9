//! A way through the points, with its loops folded.
//!
//! What is asked in a loop is asked as often as there is work. How often is told as once or many times, and what was met
//! on all rounds is joined, so that the way is the same for three rows and for three thousand.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;

use retake_model::hash::fnv1a;

use crate::shape::Shape;

/// The longest round of a loop that is looked for.
const ROUND: usize = 64;
/// If something is asked in more places of a folded way than this, or in this many inside of loops, the rounds of a loop are too
/// unlike to be folded.
const PLACES: usize = 2;

/// One question on the way, or the same question of many rounds.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// What was asked.
    what: String,
    /// A hash of it, because it is compared often.
    hash: u64,
    /// What was met there.
    met: Shape,
    /// Whether it was asked on several rounds.
    many: bool,
}

impl Step {
    pub(crate) fn new(what: String, met: Shape) -> Step {
        Step { hash: fnv1a(what.bytes()), what, met, many: false }
    }
}

/// The way as text.
pub(crate) fn describe(steps: Vec<Step>) -> String {
    let folded = fold(steps.clone());
    // How many places there are, and how many of them are in loops.
    let mut places: HashMap<&str, (usize, usize)> = HashMap::new();
    for step in &folded {
        let (all, many) = places.entry(&step.what).or_default();
        *all += 1;
        *many += usize::from(step.many);
    }
    match places.values().any(|&(all, many)| all > PLACES || many >= PLACES) {
        true => neighbours(&steps),
        false => folded.iter().fold(String::new(), |mut out, step| {
            let _ = writeln!(out, "  {}: {}{}", step.what, if step.many { "many " } else { "" }, step.met);
            out
        }),
    }
}

/// The same without any order, for work that several threads share.
pub(crate) fn describe_bag(steps: Vec<Step>) -> String {
    let mut met: BTreeMap<String, (usize, Shape)> = BTreeMap::new();
    for step in steps {
        let (times, shape) = met.entry(step.what).or_default();
        *times += 1;
        shape.join(step.met);
    }
    met.into_iter().fold(String::new(), |mut out, (what, (times, shape))| {
        let _ = writeln!(out, "  {what}: {}{shape}", if times > 1 { "many " } else { "" });
        out
    })
}

/// Joins each round with the one before, as soon as it is complete.
fn fold(steps: Vec<Step>) -> Vec<Step> {
    let mut folded: Vec<Step> = Vec::new();
    for step in steps {
        folded.push(step);
        while let Some(round) = last_round(&folded) {
            let begin = folded.len() - round;
            let again = folded.split_off(begin);
            for (step, again) in folded[begin - round..].iter_mut().zip(again) {
                step.met.join(again.met);
                step.many = true;
            }
        }
    }
    folded
}

/// How many steps at the end ask the same as those before them.
fn last_round(steps: &[Step]) -> Option<usize> {
    (1..=ROUND.min(steps.len() / 2)).find(|round| {
        let (before, last) = steps[steps.len() - 2 * round..].split_at(*round);
        before.iter().zip(last).all(|(a, b)| a.hash == b.hash)
    })
}

/// What is asked, and what is asked next: all that can be said of a way whose rounds are each another.
fn neighbours(steps: &[Step]) -> String {
    let mut met: BTreeMap<&str, Shape> = BTreeMap::new();
    let mut next: BTreeSet<(&str, &str)> = BTreeSet::new();
    let mut before = "";
    for step in steps {
        met.entry(&step.what).or_default().join(step.met.clone());
        next.insert((before, &step.what));
        before = &step.what;
    }
    next.insert((before, ""));
    let mut out = String::new();
    for (what, shape) in met {
        let _ = writeln!(out, "  {what}: {shape}");
    }
    for (before, behind) in next {
        let _ = writeln!(out, "  {before} -> {behind}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn way(letters: &str) -> String {
        let step = |letter: char| Step::new(letter.to_string(), Shape::default());
        describe(letters.chars().map(step).collect())
    }

    #[test]
    fn loops_are_folded() {
        for (a, b) in [
            ("aa", "aaaaa"),
            ("xabab", "xababab"),
            ("qabbabbbz", "qabbbbbabbz"),
            ("sabcabct", "sabcabcabct"),
            // Each round goes another way, and there are many of them.
            ("axbaybaxbaybaybaxbaxbz", "axbaybaybaxbaybaxbaxbaxbaybz"),
        ] {
            assert_eq!(way(a), way(b), "{a} {b}");
        }
        for (a, b) in [("a", "aa"), ("ab", "ba"), ("abc", "ac"), ("aab", "abb"), ("abac", "acab")] {
            assert_ne!(way(a), way(b), "{a} {b}");
        }
        assert_eq!(way("abab"), "  a: many \n  b: many \n");
    }

    /// A long trace takes no time that grows with its square.
    #[test]
    fn long_ways_are_folded() {
        let letters: String = (0..20_000u32).map(|n| char::from(b'a' + (n % 1009 * n % 7) as u8)).collect();
        assert!(way(&letters).len() < 1000);
    }
}
