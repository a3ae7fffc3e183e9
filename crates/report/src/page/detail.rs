//! What a page shows of one case: the differences, and every call from its beginning to its end.
//!
//! A page must stay small enough to open. So values are shortened, and of a case that passed less is there than of one that
//! did not; what is left out is counted.

use std::collections::BTreeMap;

use retake_judge::sequence::{Branch, Row};
use retake_judge::show;
use retake_judge::verdict::{Difference, Kind, What};
use retake_model::case::CaseEvent;
use retake_model::trace::{Entry, Exchange, Invocation, Outcome};
use retake_replay::event::{CallDetail, Judged};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::names::Names;
use crate::json::word;
use crate::plain;

/// How much of a case is shown.
#[derive(Clone, Copy)]
struct Limits {
    /// Uses of dependencies in one branch.
    rows: usize,
    /// Characters of a value.
    value: usize,
    /// Characters of a body.
    body: usize,
}

const PASSED: Limits = Limits { rows: 60, value: 80, body: 400 };
const FAILED: Limits = Limits { rows: 1000, value: 600, body: 8000 };

/// Everything that is shown of a case, with its names written out.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Detail {
    reason: Option<String>,
    notes: Vec<String>,
    differences: Vec<Value>,
    calls: Vec<Shown>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Shown {
    input: Value,
    recorded: Value,
    observed: Value,
    branches: Vec<ShownBranch>,
}

#[derive(Debug, Serialize, Deserialize)]
struct ShownBranch {
    path: Vec<u32>,
    rows: Vec<ShownRow>,
    /// How many more there were.
    more: usize,
}

#[derive(Debug, Serialize, Deserialize)]
struct ShownRow {
    what: Option<String>,
    recorded: Option<Use>,
    observed: Option<Use>,
}

/// One use of a dependency.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Use {
    dependency: String,
    kind: String,
    target: Option<String>,
    args: Vec<String>,
    answer: String,
    at: Option<String>,
}

impl Detail {
    pub(super) fn of(judged: &Judged) -> Detail {
        let verdict = &judged.verdict;
        let limits = if verdict.kind == Kind::Passed { PASSED } else { FAILED };
        Detail {
            reason: verdict.reason.as_deref().map(plain),
            notes: verdict.notes.iter().map(|note| plain(note)).collect(),
            differences: verdict.differences.iter().map(difference).collect(),
            calls: judged.detail.iter().flatten().map(|call| shown(call, limits)).collect(),
        }
    }

    /// Every dependency that is asked, with its kind.
    pub(super) fn dependencies(&self) -> BTreeMap<String, String> {
        let rows = self.calls.iter().flat_map(|call| &call.branches).flat_map(|branch| &branch.rows);
        rows.flat_map(|row| [&row.recorded, &row.observed])
            .flatten()
            .map(|used| (used.dependency.clone(), used.kind.clone()))
            .collect()
    }

    /// The same without the calls, where there is no room for them.
    pub(super) fn without_calls(self) -> Detail {
        Detail { calls: Vec::new(), ..self }
    }

    /// As it stands in the page.
    pub(super) fn embedded(&self, names: &mut Names) -> Value {
        json!({
            "reason": self.reason,
            "notes": self.notes,
            "differences": self.differences,
            "calls": self.calls.iter().map(|call| call.embedded(names)).collect::<Vec<_>>(),
        })
    }
}

impl Shown {
    fn embedded(&self, names: &mut Names) -> Value {
        let mut branch = |branch: &ShownBranch| {
            let rows: Vec<Value> = branch.rows.iter().map(|row| row.embedded(names)).collect();
            json!({"path": branch.path, "rows": rows, "more": branch.more})
        };
        json!({
            "input": self.input,
            "recorded": self.recorded,
            "observed": self.observed,
            "branches": self.branches.iter().map(&mut branch).collect::<Vec<_>>(),
        })
    }
}

impl ShownRow {
    /// `[what, recorded, observed]`; where nothing differs, the second is all there is to say.
    fn embedded(&self, names: &mut Names) -> Value {
        let mut side = |used: &Option<Use>| match used {
            Some(used) => json!([
                names.number(&used.dependency),
                used.target,
                used.args,
                used.answer,
                used.at.as_ref().map(|at| names.number(at))
            ]),
            None => Value::Null,
        };
        match (&self.what, &self.recorded, &self.observed) {
            (None, Some(_), Some(_)) => json!([0, side(&self.recorded)]),
            _ => json!([self.what, side(&self.recorded), side(&self.observed)]),
        }
    }
}

fn difference(difference: &Difference) -> Value {
    let text = |text: &Option<String>| text.as_deref().map(plain);
    json!({
        "what": word(difference.what),
        "call": difference.call,
        "branch": difference.branch,
        "path": plain(&difference.path),
        "recorded": text(&difference.recorded),
        "observed": text(&difference.observed),
        "at": text(&difference.at),
    })
}

fn shown(call: &CallDetail, limits: Limits) -> Shown {
    let (input, recorded) = entry(&call.recorded, limits);
    let observed = call.observed.as_ref().map_or(Value::Null, |observed| entry(observed, limits).1);
    let branches = call.branches.iter().filter(|branch| !branch.rows.is_empty() || branch.path.is_empty());
    Shown { input, recorded, observed, branches: branches.map(|branch| shown_branch(branch, limits)).collect() }
}

fn shown_branch(branch: &Branch, limits: Limits) -> ShownBranch {
    let shown = branch.rows.len().min(limits.rows);
    // What differs is shown, however late it comes.
    let (first, rest) = branch.rows.split_at(shown);
    let rows: Vec<&Row> = first.iter().chain(rest.iter().filter(|row| row.what.is_some()).take(limits.rows)).collect();
    let more = branch.rows.len() - rows.len();
    ShownBranch { path: branch.path.clone(), rows: rows.into_iter().map(|row| shown_row(row, limits)).collect(), more }
}

fn shown_row(row: &Row, limits: Limits) -> ShownRow {
    let used = |event: &CaseEvent| Use {
        dependency: event.dependency.clone(),
        kind: event.kind.name().to_owned(),
        target: event.target.as_ref().map(show::handle),
        args: event.args.iter().map(|value| plain(&show::value_within(value, limits.value))).collect(),
        answer: plain(&answer(&event.outcome, limits)),
        at: event.at.clone(),
    };
    let mut recorded = row.recorded.as_ref().map(used);
    let observed = row.observed.as_ref().map(used);
    // Of two that are the same, the place is that of the build at hand.
    if let (None, Some(recorded), Some(Use { at: Some(at), .. })) = (row.what, &mut recorded, &observed) {
        recorded.at = Some(at.clone());
    }
    ShownRow { what: row.what.map(|what: What| word(what).to_owned()), recorded, observed }
}

fn answer(outcome: &Outcome, limits: Limits) -> String {
    match outcome {
        Outcome::Returned(value) => show::value_within(value, limits.value),
        Outcome::Threw(value) => format!("threw {}", show::value_within(value, limits.value)),
        Outcome::Answered => "answered".to_owned(),
        Outcome::Unfinished => "unfinished".to_owned(),
    }
}

/// What went in and what came out.
fn entry(entry: &Entry, limits: Limits) -> (Value, Value) {
    match entry {
        Entry::Http(Exchange { request, response }) => {
            let input = json!({
                "line": plain(&format!("{} {}", request.method, request.target)),
                "headers": headers(&request.headers),
                "body": body(&request.body, limits),
            });
            let output = response.as_ref().map(|response| {
                json!({
                    "line": response.status.to_string(),
                    "headers": headers(&response.headers),
                    "body": body(&response.body, limits),
                })
            });
            (input, output.unwrap_or_else(|| json!({"line": "no answer", "headers": [], "body": null})))
        }
        Entry::Method(Invocation { args, outcome, .. }) => {
            let args: Vec<String> = args.iter().map(|arg| plain(&show::value_within(arg, limits.body))).collect();
            let (line, body) = match outcome {
                Outcome::Returned(value) => ("returned", Some(show::value_within(value, limits.body))),
                Outcome::Threw(value) => ("threw", Some(show::value_within(value, limits.body))),
                Outcome::Answered => ("answered", None),
                Outcome::Unfinished => ("unfinished", None),
            };
            let input = json!({"line": plain(&entry.to_string()), "headers": [], "body": args.join("\n")});
            (input, json!({"line": line, "headers": [], "body": body.map(|body| plain(&body))}))
        }
    }
}

fn headers(headers: &[(String, String)]) -> Vec<(String, String)> {
    headers.iter().map(|(name, value)| (plain(name), plain(value))).collect()
}

/// A body with its lines, as far as it is text.
fn body(body: &[u8], limits: Limits) -> Option<String> {
    if body.is_empty() {
        return None;
    }
    let Ok(text) = std::str::from_utf8(body) else { return Some(format!("({} bytes)", body.len())) };
    let kept: String = text.chars().take(limits.body).collect();
    let kept = kept.split('\n').map(plain).collect::<Vec<_>>().join("\n");
    let left = text.chars().count().saturating_sub(limits.body);
    Some(if left > 0 { format!("{kept}… ({left} more characters)") } else { kept })
}
