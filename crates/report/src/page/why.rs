//! Why the points that a page shows exist: reason and way of the value, from the points document.

use retake_model::points::{Point, Points, Step};
use serde_json::{Value, json};

use crate::plain;

/// Of one dependency, this many points are explained; there can be hundreds that ask for the time.
const MOST: usize = 24;

/// All points of a dependency.
pub(super) fn why(dependency: &str, points: &Points) -> Vec<Value> {
    let of_it = points.points.iter().filter(|point| point.dependency == dependency);
    of_it.take(MOST).map(reason).collect()
}

fn reason(point: &Point) -> Value {
    let class = point.class.replace('/', ".");
    json!({
        "at": plain(&format!("{class}.{}", point.method)),
        "line": point.line,
        "rule": plain(&point.rule),
        "reason": plain(&point.reason),
        "path": point.path.iter().map(step).collect::<Vec<_>>(),
    })
}

fn step(step: &Step) -> Value {
    let place = match (&step.file, step.line) {
        (Some(file), Some(line)) => format!("{file}:{line}"),
        (Some(file), None) => file.clone(),
        (None, _) => format!("{}.{}", step.class.replace('/', "."), step.method),
    };
    json!([plain(&place), plain(&step.what)])
}
