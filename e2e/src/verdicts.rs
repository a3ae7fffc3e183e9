//! What a replay says, as programs read it.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::process::Ended;

/// The verdict of one case.
#[derive(Clone, Debug, Deserialize)]
pub struct Verdict {
    /// The name of the case.
    pub case: String,
    /// What was called: `GET /orders/17`.
    pub entry: String,
    /// The word for what happened.
    pub verdict: String,
    /// Why there is no comparison, if there is none.
    pub reason: Option<String>,
    /// Everything that differs.
    pub differences: Vec<Difference>,
}

/// One difference.
#[derive(Clone, Debug, Deserialize)]
pub struct Difference {
    /// In which way.
    pub what: String,
    /// Where.
    pub path: String,
    /// What was recorded, in short.
    pub recorded: Option<String>,
    /// What was observed, in short.
    pub observed: Option<String>,
}

impl Verdict {
    /// Whether the case passed.
    pub fn passed(&self) -> bool {
        self.verdict == "passed"
    }

    /// Whether the service answered, and answered what was recorded, however it came to it.
    pub fn same_output(&self) -> bool {
        let compared = !matches!(self.verdict.as_str(), "error" | "timeout" | "incomplete");
        compared && self.differences.iter().all(|difference| difference.what != "output")
    }

    /// Whether the case called an operation: `GET /orders/{number}`.
    pub fn calls(&self, operation: &str) -> bool {
        let entry = self.entry.split('?').next().unwrap_or_default();
        let (mut called, mut named) = (entry.split(['/', ' ']), operation.split(['/', ' ']));
        called.by_ref().zip(named.by_ref()).all(|(called, named)| called == named || named.starts_with('{'))
            && entry.matches('/').count() == operation.matches('/').count()
    }
}

/// The numbers at the end of a replay.
#[derive(Clone, Debug, Deserialize)]
pub struct Finished {
    /// All cases.
    pub total: usize,
    /// Those that passed.
    pub passed: usize,
    /// Those that did not.
    pub failed: usize,
    /// Cases driven in a second.
    pub cases_per_second: f64,
    /// How long everything took, the start of the service included.
    pub seconds: f64,
}

/// A replay that has ended.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The command.
    pub ended: Ended,
    /// The verdicts, in the order of the cases.
    pub verdicts: Vec<Verdict>,
    /// The numbers; none if the replay could not be made.
    pub finished: Option<Finished>,
    /// What belongs to no case.
    pub notes: Vec<String>,
}

impl Replay {
    pub(crate) fn new(ended: Ended) -> Replay {
        let mut replay = Replay { verdicts: Vec::new(), finished: None, notes: Vec::new(), ended };
        for line in replay.ended.out.lines() {
            let value: serde_json::Value =
                serde_json::from_str(line).unwrap_or_else(|error| panic!("not JSON ({error}): {line}"));
            let wrong = |error| panic!("{error}: {line}");
            match value["event"].as_str() {
                Some("verdict") => replay.verdicts.push(serde_json::from_value(value).unwrap_or_else(wrong)),
                Some("finished") => {
                    let wrong = |error| panic!("{error}: {line}");
                    replay.finished = Some(serde_json::from_value(value).unwrap_or_else(wrong));
                }
                Some("note") => replay.notes.extend(value["text"].as_str().map(str::to_owned)),
                _ => {}
            }
        }
        replay
    }

    /// The cases that did not pass.
    pub fn failing(&self) -> impl Iterator<Item = &Verdict> {
        self.verdicts.iter().filter(|verdict| !verdict.passed())
    }

    /// How many cases have which verdict.
    pub fn counts(&self) -> BTreeMap<&str, usize> {
        let mut counts = BTreeMap::new();
        for verdict in &self.verdicts {
            *counts.entry(verdict.verdict.as_str()).or_default() += 1;
        }
        counts
    }

    /// The first cases that did not pass, for the message of a test.
    pub fn complaint(&self) -> String {
        let first: Vec<String> = self.failing().take(3).map(|verdict| format!("{verdict:#?}")).collect();
        format!("{:?}\n{}\n{}", self.counts(), first.join("\n"), self.ended.err)
    }

    /// Fails unless so many cases, and all, passed, and the command says so.
    #[track_caller]
    pub fn all_passed(&self, cases: usize) {
        assert_eq!(self.ended.status.code(), Some(0), "{}", self.complaint());
        let finished = self.finished.as_ref().expect("a replay with exit code 0 has its numbers");
        assert_eq!((finished.total, finished.passed, finished.failed), (cases, cases, 0), "{}", self.complaint());
        assert_eq!(self.verdicts.iter().filter(|verdict| verdict.passed()).count(), cases, "{}", self.complaint());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_the_operation_of_an_entry() {
        let verdict = |entry: &str| Verdict {
            case: String::new(),
            entry: entry.to_owned(),
            verdict: "passed".to_owned(),
            reason: None,
            differences: Vec::new(),
        };
        assert!(verdict("GET /quote?product=1").calls("GET /quote"));
        assert!(verdict("GET /orders/17").calls("GET /orders/{number}"));
        assert!(verdict("PUT /products/3/price").calls("PUT /products/{id}/price"));
        assert!(!verdict("PUT /products/3/price").calls("PUT /products/{id}"));
        assert!(!verdict("GET /products").calls("GET /products/{id}"));
        assert!(!verdict("POST /orders").calls("GET /orders"));
    }
}
