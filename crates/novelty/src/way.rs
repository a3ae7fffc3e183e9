//! The way of a call through the points, by branch of its fork tree.

use std::fmt::Write as _;

use retake_model::case::{Call, CaseBranch, CaseEvent};
use retake_model::points::Kind;
use retake_model::trace::{Outcome, Streams};
use retake_model::value::Value;

use crate::fold::{self, Step};
use crate::question;
use crate::shape::{Look, Shape};

/// The way of a call as text.
pub(crate) fn describe(call: &Call) -> String {
    let mut branches: Vec<&CaseBranch> = call.branches.iter().collect();
    branches.sort_by(|a, b| a.path.cmp(&b.path));
    let mut out = String::new();
    // Siblings that take the same way are one, as often as they are.
    let mut last: Option<(&[u32], String, bool)> = None;
    for branch in branches {
        let parent = branch.path.split_last().map_or(&branch.path[..], |(_, parent)| parent);
        let way = one(branch, &call.streams);
        match &mut last {
            Some((known, before, many)) if *known == parent && *before == way && !branch.path.is_empty() => {
                *many = true
            }
            _ => {
                put(&mut out, last.take());
                last = Some((parent, way, false));
            }
        }
    }
    put(&mut out, last);
    out
}

fn put(out: &mut String, branch: Option<(&[u32], String, bool)>) {
    let Some((parent, way, many)) = branch else { return };
    let _ = write!(out, " branch at depth {}{}\n{way}", parent.len(), if many { ", many" } else { "" });
}

fn one(branch: &CaseBranch, streams: &Streams) -> String {
    let steps = branch.events.iter().map(|event| step(event, streams)).collect();
    match branch.bag {
        true => fold::describe_bag(steps),
        false => fold::describe(steps),
    }
}

fn step(event: &CaseEvent, streams: &Streams) -> Step {
    // What time and chance say shows in the way and in the outcome, if it matters at all.
    let look = Look { signs: event.kind != Kind::System, streams };
    let mut what = event.dependency.clone();
    let mut met = Shape::default();
    for (index, arg) in event.args.iter().enumerate() {
        match said(arg).and_then(question::constant) {
            Some(constant) => {
                let _ = write!(what, " {constant}");
            }
            None => met.field(index.to_string()).value(arg, look),
        }
    }
    match &event.outcome {
        Outcome::Returned(value) => met.field("returned").value(value, look),
        Outcome::Threw(value) => met.field("returned").thrown(value),
        Outcome::Answered | Outcome::Unfinished => {}
    }
    for (to, value) in &event.writes {
        met.field(to.to_string()).value(value, look);
    }
    Step::new(what, met)
}

/// The text of a value that is one: a text, or an address.
fn said(value: &Value) -> Option<&str> {
    match value {
        Value::Text(text) => Some(text),
        Value::Typed { body, .. } => match &**body {
            Value::Text(text) => Some(text),
            _ => None,
        },
        _ => None,
    }
}
