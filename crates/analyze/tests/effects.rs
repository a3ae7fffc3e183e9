//! What a point that is a whole method changes besides its result.

#![allow(clippy::unwrap_used)]

mod common;

use retake_model::points::{Place, Write};

fn told(write: &Write) -> String {
    match write {
        Write::Argument { index } => format!("argument {index}"),
        Write::Field { class, name, .. } => format!("field {class}.{name}"),
        Write::Static { class, name, .. } => format!("static {class}.{name}"),
        Write::Receiver => "receiver".to_string(),
        Write::Unknown => "unknown".to_string(),
    }
}

#[track_caller]
fn check(class: &str, expected: &[&str]) {
    let points = common::analyse("Effects");
    let class = format!("effects/Effects${class}");
    let mut bodies = points.points.iter().filter(|point| point.class == class && point.place == Place::Body);
    let writes: Vec<String> = bodies.next().unwrap().writes.iter().map(told).collect();
    assert_eq!(writes, expected);
}

#[test]
fn an_argument_is_changed() {
    // The text cannot be changed.
    check("Figure9", &["argument 1"]);
}

#[test]
fn fields_are_written_here_and_below() {
    check(
        "Fields",
        &[
            "field effects/Effects$Fields.count",
            "field effects/Effects$Fields.some",
            "field effects/Effects$SomeClass.someField",
            "static effects/Effects.opened",
            "receiver",
        ],
    );
}

#[test]
fn what_a_field_holds_is_changed() {
    check(
        "Behind",
        &[
            "field effects/Effects$Behind.some",
            "field effects/Effects$SomeClass.names",
            "static effects/Effects.LOG",
            "receiver",
        ],
    );
}

#[test]
fn an_object_of_its_own_is_nobody_elses() {
    check("Nothing", &[]);
}
