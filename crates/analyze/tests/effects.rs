//! What a point that is a whole method changes besides its result.

#![allow(clippy::unwrap_used)]

mod common;

use std::sync::OnceLock;

use retake_analyze::{Request, analyze};
use retake_model::points::{Place, Points, Write};

/// The fixture, compiled and analysed alone: what implements a driver here is none for the other fixtures.
fn points() -> &'static Points {
    static POINTS: OnceLock<Points> = OnceLock::new();
    POINTS.get_or_init(|| {
        let classes = common::scratch("effects");
        common::javac(&[common::fixtures().join("alone/Effects.java")], None, &classes);
        analyze(&Request::of(classes), &|_| {}).unwrap()
    })
}

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
    let points = points();
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
fn a_circle_of_calls_changes_what_each_of_them_changes() {
    check(
        "Ring",
        &[
            "field effects/Effects$Ring.rounds",
            "field effects/Effects$Ring.some",
            "field effects/Effects$SomeClass.names",
            "receiver",
        ],
    );
}

#[test]
fn an_object_of_its_own_is_nobody_elses() {
    check("Nothing", &[]);
}
