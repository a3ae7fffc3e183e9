#![allow(clippy::unwrap_used)]

use serde_json::{Value, json};

use super::*;

fn point(place: Place) -> Point {
    Point {
        id: 0,
        kind: Kind::System,
        dependency: "java.lang.System.currentTimeMillis()J".to_owned(),
        class: "shop/Orders$Line".to_owned(),
        method: "expire".to_owned(),
        descriptor: "(Ljava/lang/String;)V".to_owned(),
        line: Some(41),
        place,
        rule: "jdk-time".to_owned(),
        reason: "the time decides a branch".to_owned(),
        path: Vec::new(),
        reached: Reached::default(),
        writes: vec![
            Write::Argument { index: 0 },
            Write::Static { class: "shop/Stock".to_owned(), name: "n".to_owned(), descriptor: "I".to_owned() },
            Write::Receiver,
        ],
        changed: Changed::default(),
    }
}

/// What a place is as written: the placement, and the member of that name.
fn check(place: Place, placement: &str, member: Option<Value>) {
    let point = point(place);
    let written = serde_json::to_value(&point).unwrap();
    assert_eq!(written["placement"], placement);
    for name in ["call", "read", "check", "load", "construct", "reference"] {
        let expected = if name == placement { member.as_ref() } else { None };
        assert_eq!(written.get(name), expected, "{name} of {placement}");
    }
    assert_eq!(written["class"], "shop.Orders$Line");
    assert_eq!(written["descriptor"], "(Ljava/lang/String;)V");
    assert_eq!(serde_json::from_value::<Point>(written).unwrap(), point);
}

#[test]
fn a_place_is_a_word_and_a_member_of_that_name() {
    let [owner, name, descriptor] = ["java/lang/System", "nanoTime", "()J"].map(str::to_owned);
    check(Place::Body, "method", None);
    check(
        Place::Call { owner: owner.clone(), name: name.clone(), descriptor: descriptor.clone(), nth: 2 },
        "call",
        Some(json!({"owner": "java.lang.System", "name": "nanoTime", "descriptor": "()J", "nth": 2, "line": 41})),
    );
    check(
        Place::Reference { owner: owner.clone(), name: name.clone(), descriptor: descriptor.clone(), nth: 1 },
        "reference",
        Some(json!({"owner": "java.lang.System", "name": "nanoTime", "descriptor": "()J", "nth": 1, "line": 41})),
    );
    check(
        Place::Read { owner: owner.clone(), name, descriptor: "J".to_owned(), nth: 0 },
        "read",
        Some(json!({"owner": "java.lang.System", "name": "nanoTime", "descriptor": "J", "nth": 0, "line": 41})),
    );
    check(
        Place::Check {
            owner: "shop/Stock".to_owned(),
            name: "cache".to_owned(),
            descriptor: "LMap;".to_owned(),
            nth: 1,
        },
        "check",
        Some(json!({"owner": "shop.Stock", "name": "cache", "descriptor": "LMap;", "nth": 1, "line": 41})),
    );
    check(Place::Load { nth: 7 }, "load", Some(json!({"nth": 7, "line": 41})));
    check(
        Place::Construct { owner, descriptor, nth: 1 },
        "construct",
        Some(json!({"owner": "java.lang.System", "name": "<init>", "descriptor": "()J", "nth": 1, "line": 41})),
    );
}

#[test]
fn writes_are_told_by_what_they_are() {
    let written = serde_json::to_value(point(Place::Body)).unwrap();
    assert_eq!(
        written["writes"],
        json!([
            {"what": "argument", "index": 0},
            {"what": "static", "class": "shop.Stock", "name": "n", "descriptor": "I"},
            {"what": "receiver"},
        ])
    );
}

#[test]
fn sinks_are_told_and_counted() {
    let sink = Sink {
        what: SinkKind::Argument,
        class: "shop/Orders".to_owned(),
        method: "tell".to_owned(),
        descriptor: "()V".to_owned(),
        file: None,
        line: Some(7),
        called: Some("java.io.Writer.write(I)V".to_owned()),
        argument: Some(0),
    };
    let mut point = point(Place::Body);
    point.reached = Reached { sinks: vec![sink], count: 40, more: true };
    let written = serde_json::to_value(&point).unwrap();
    assert_eq!(
        written["sinks"],
        json!([{"what": "argument", "class": "shop.Orders", "method": "tell", "descriptor": "()V", "line": 7,
            "called": "java.io.Writer.write(I)V", "argument": 0}])
    );
    assert_eq!((&written["sinks_count"], &written["sinks_more"]), (&json!(40), &json!(true)));
    assert_eq!(serde_json::from_value::<Point>(written.clone()).unwrap(), point);
    // A document from before sinks were told has none.
    let mut old = written;
    for member in ["sinks", "sinks_count", "sinks_more"] {
        old.as_object_mut().unwrap().remove(member);
    }
    assert_eq!(serde_json::from_value::<Point>(old).unwrap().reached, Reached::default());
}

#[test]
fn who_changes_it_is_told_and_counted() {
    let by = Step {
        class: "shop/Stock".to_owned(),
        method: "take".to_owned(),
        file: Some("Stock.java".to_owned()),
        line: Some(12),
        what: "sets it".to_owned(),
    };
    let mut point = point(Place::Body);
    let none = serde_json::to_value(&point).unwrap();
    assert!(["changed_by", "changed_by_count", "changed_by_more"].iter().all(|member| none.get(member).is_none()));
    point.changed = Changed { by: vec![by], count: 7, more: true };
    let written = serde_json::to_value(&point).unwrap();
    assert_eq!(
        written["changed_by"],
        json!([{"class": "shop.Stock", "method": "take", "file": "Stock.java", "line": 12, "what": "sets it"}])
    );
    assert_eq!((&written["changed_by_count"], &written["changed_by_more"]), (&json!(7), &json!(true)));
    assert_eq!(serde_json::from_value::<Point>(written).unwrap(), point);
}

#[test]
fn what_cannot_be_read_is_told() {
    let mut without = serde_json::to_value(point(Place::Load { nth: 0 })).unwrap();
    without.as_object_mut().unwrap().remove("load");
    let mut document = serde_json::to_value(Points { format: FORMAT.to_owned(), ..Points::default() }).unwrap();
    document["points"] = json!([without]);
    let missing = document.to_string();
    for (json, expected) in [
        ("[]", "invalid length"),
        ("{}", "missing field `format`"),
        (
            r#"{"counts": {}, "format": "retake-points/1"}"#,
            "where `retake-points/2` was expected; analyse the service again",
        ),
        (r#"{"format": "retake-points/2"}"#, "missing field"),
        (missing.as_str(), "point 0 has the placement `load` and no member `load`"),
    ] {
        let error = Points::read(json.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(expected), "{json}: {error}");
    }
}

#[test]
fn names_of_kinds_are_those_of_the_document() {
    for kind in Kind::ALL {
        assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
    }
}

/// Points of version 1, one at each kind of place.
const VERSION_1: &str = r#"{
    "format": "retake-points/1", "scope": ["shop/"], "entries": [],
    "points": [
        {"id": 0, "kind": "system", "dependency": "java.lang.System.nanoTime()J", "class": "shop/Orders", "method": "a",
         "descriptor": "()V", "line": 4, "rule": "jdk-time",
         "place": {"at": "call", "owner": "java/lang/System", "name": "nanoTime", "descriptor": "()J", "nth": 1},
         "why": [{"class": "shop/Orders", "method": "a", "line": 5, "what": "decides a branch"}]},
        {"id": 1, "kind": "external", "dependency": "b", "class": "shop/Pool", "method": "b", "descriptor": "()V",
         "place": {"at": "body"}, "rule": "jdbc", "why": []},
        {"id": 2, "kind": "internal", "dependency": "c", "class": "shop/Orders", "method": "c", "descriptor": "()V",
         "place": {"at": "load", "nth": 3}, "rule": "static-field", "why": []},
        {"id": 3, "kind": "system", "dependency": "d", "class": "shop/Orders", "method": "d", "descriptor": "()V",
         "place": {"at": "construct", "owner": "java/util/Date", "descriptor": "()V", "nth": 0}, "rule": "r", "why": []}
    ],
    "handles": [{"name": "java/sql/Connection", "implementers": ["org/h2/JdbcConnection"]}],
    "ruled_out": [{"dependency": "x", "at": "shop.Orders", "why": "y"}],
    "counts": {"classes": 1, "system_found": 2}, "warnings": []
}"#;

#[test]
fn traffic_with_points_of_version_1_stays_readable() {
    let header = format!(
        r#"{{"format": "retake-traffic/1", "retake": "0.1.0", "jvm": "", "started": 7, "points": {VERSION_1}}}"#
    );
    let points = serde_json::from_str::<crate::segment::Header>(&header).unwrap().points;
    let places: Vec<&Place> = points.points.iter().map(|point| &point.place).collect();
    let [owner, name, descriptor] = ["java/lang/System", "nanoTime", "()J"].map(str::to_owned);
    assert_eq!(
        places,
        [
            &Place::Call { owner, name, descriptor, nth: 1 },
            &Place::Body,
            &Place::Load { nth: 3 },
            &Place::Construct { owner: "java/util/Date".to_owned(), descriptor: "()V".to_owned(), nth: 0 },
        ]
    );
    assert_eq!(points.points[0].dependency, "java.lang.System.nanoTime()J");
    assert_eq!((points.points[0].class.as_str(), points.points[0].path[0].line), ("shop/Orders", Some(5)));
    assert_eq!(points.handles[0].implementers, ["org/h2/JdbcConnection"]);
}
