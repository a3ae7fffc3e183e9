//! The points inside of traffic, which outlive the version that recorded them.
//!
//! A document of version 1 is no plan for an agent any more, but traffic that was recorded with one stays readable:
//! what reading needs (which dependency a number means, and where it was) has only changed its names.

use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};

use super::Points;

/// What version 1 called itself.
const VERSION_1: &str = "retake-points/1";

/// Reads the points of a header.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Points, D::Error> {
    let mut document = Value::deserialize(deserializer)?;
    if document["format"] == VERSION_1 {
        upgrade(&mut document);
    }
    serde_json::from_value(document).map_err(serde::de::Error::custom)
}

/// Gives everything the name that it has now. Class names may stay internal: reading them again changes nothing.
fn upgrade(document: &mut Value) {
    let Some(members) = document.as_object_mut() else { return };
    // Nobody reads these in traffic, and version 1 knew too little of them.
    members.insert("ruled_out".to_owned(), json!([]));
    members.insert("counts".to_owned(), json!(super::Counts::default()));
    let points = members.get_mut("points").and_then(Value::as_array_mut);
    for point in points.into_iter().flatten().filter_map(Value::as_object_mut) {
        rename(point, "dependency", "source");
        rename(point, "why", "path");
        point.insert("reason".to_owned(), json!(""));
        point.insert("writes".to_owned(), json!([]));
        let Some(Value::Object(mut place)) = point.remove("place") else { continue };
        let at = place.remove("at").and_then(|at| at.as_str().map(str::to_owned)).unwrap_or_default();
        if at == "construct" {
            place.insert("name".to_owned(), json!("<init>"));
        }
        point.insert("placement".to_owned(), json!(if at == "body" { "method" } else { &at }));
        if at != "body" {
            point.insert(at, Value::Object(place));
        }
    }
}

fn rename(members: &mut Map<String, Value>, from: &str, to: &str) {
    if let Some(value) = members.remove(from) {
        members.insert(to.to_owned(), value);
    }
}
