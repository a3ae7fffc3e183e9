//! The document as a whole: always the same, readable, and with the reasons in it.

#![allow(clippy::unwrap_used)]

mod common;

use common::{analyse, compiled};
use retake_analyze::{Request, analyze};
use retake_model::points::{FORMAT, Kind, Place, Point, Points, Sink};

fn everything() -> Points {
    let (classes, stubs) = compiled();
    analyze(&Request { path: vec![classes.clone(), stubs.clone()], ..Request::default() }, &|_| {}).unwrap()
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let first = serde_json::to_string(&everything()).unwrap();
    for _ in 0..3 {
        assert_eq!(serde_json::to_string(&everything()).unwrap(), first);
    }
    let read: Points = serde_json::from_str(&first).unwrap();
    assert_eq!(read.format, FORMAT);
    // One of the fixtures calls by a reference that can be stored.
    let [warning] = &read.warnings[..] else { panic!("{:?}", read.warnings) };
    assert!(warning.starts_with("references.References.stored (References.java:"), "{warning}");
    assert!(warning.contains("calls java.util.UUID.randomUUID by a serializable method reference"), "{warning}");
}

#[test]
fn points_are_numbered_and_have_reasons() {
    let points = everything();
    for (at, point) in points.points.iter().enumerate() {
        assert_eq!(point.id as usize, at);
        assert!(!point.path.is_empty());
        assert_eq!((&point.path[0].class, &point.path[0].method), (&point.class, &point.method));
    }
    let places = |point: &retake_model::points::Point| {
        (point.class.clone(), point.method.clone(), point.descriptor.clone(), point.place.clone())
    };
    let mut seen: Vec<_> = points.points.iter().map(places).collect();
    seen.sort();
    let count = seen.len();
    seen.dedup();
    assert_eq!(seen.len(), count);
}

#[test]
fn a_way_is_told_step_by_step() {
    let points = analyse("Fields");
    let point = points.points.iter().find(|point| point.method == "create").unwrap();
    let told: Vec<String> = point.path.iter().map(|step| format!("{}: {}", step.method, step.what)).collect();
    assert_eq!(
        told,
        [
            "create: java.lang.System.currentTimeMillis()J is different every time",
            "create: is stored in fields.Order.createdAt",
            "isNew: is read from fields.Order.createdAt",
            "isNew: decides a branch",
        ]
    );
    assert!(point.line.is_some());
    let reason = format!(
        "the time (java.lang.System.currentTimeMillis) decides a branch in fields.Fields.isNew (Fields.java:{})",
        point.path[3].line.unwrap()
    );
    assert_eq!(point.reason, reason);
}

#[test]
fn everything_that_a_value_reaches_is_told() {
    let points = analyse("Fields");
    let of = |method: &str| &points.points.iter().find(|point| point.method == method).unwrap().reached;
    let told = |method: &str| -> Vec<String> {
        of(method).sinks.iter().map(|sink| format!("{:?} {}.{}", sink.what, sink.class, sink.method)).collect()
    };
    assert_eq!(told("create"), ["Branch fields/Fields.isNew"]);
    // Whatever a point is kept for is among them. An object that leaves as it is reaches none itself.
    let whole = |point: &Point| point.path.last().unwrap().what.ends_with("as it is");
    for point in everything().points.iter().filter(|point| !point.kind.reaches_outside() && !whole(point)) {
        let reached = &point.reached;
        assert!(reached.count >= reached.sinks.len() as u64 && !reached.more, "{point:#?}");
        let end = point.path.last().unwrap();
        let is_end = |sink: &Sink| (&sink.class, &sink.method, sink.line) == (&end.class, &end.method, end.line);
        assert!(reached.sinks.iter().any(is_end), "{point:#?}");
    }
}

#[test]
fn who_changes_a_field_is_told() {
    let points = analyse("Statics");
    let of = |method: &str| points.points.iter().find(|point| point.method == method).unwrap();
    let told = |method: &str| -> Vec<String> {
        let changed = &of(method).changed;
        assert!(changed.count == changed.by.len() as u64 && !changed.more, "{changed:?}");
        changed.by.iter().map(|by| format!("{} {}", by.method, by.what)).collect()
    };
    assert_eq!(told("speed"), ["setMode sets it"]);
    assert_eq!(told("cached"), ["put calls java.util.Map.put"]);
    assert_eq!(told("tally"), ["remember sets an element"]);
    assert_eq!(told("hit"), ["hit sets statics.Session.hits", "set calls java.util.Map.put"]);
    assert!(of("speed").changed.by.iter().all(|by| by.file.is_some() && by.line.is_some()));
    assert!(of("speed").path[0].what.ends_with("may have changed since"));
    // Nothing changes it, and still it is another one in every process.
    for (method, line) in [("node", "private static final String NODE"), ("old", "private static final long STARTED")] {
        let source = include_str!("java/Statics.java");
        let line = source.lines().position(|found| found.contains(line)).unwrap() + 1;
        assert_eq!(told(method), Vec::<String>::new());
        let what = &of(method).path[0].what;
        let expected = format!(
            "is set once, to something that is different in every process, in statics.Statics.<clinit> (Statics.java:{line})"
        );
        assert!(what.ends_with(&expected), "{what}");
    }
}

#[test]
fn the_number_of_an_object_is_not_the_hosts() {
    let points = analyse("Identity");
    for (method, asked) in [("system", "java.lang.System.identityHashCode"), ("hash", "java.lang.Object.hashCode")] {
        let point = points.points.iter().find(|point| point.method == method).unwrap();
        let about = format!("the number of an object, which is another one in every process ({asked}) is returned in ");
        assert!(point.reason.starts_with(&about), "{}", point.reason);
        assert!(point.path[0].what.ends_with("is different in every process"), "{}", point.path[0].what);
    }
}

#[test]
fn dependencies_have_stable_names() {
    let points = analyse("Statics");
    let names: Vec<&str> = points.points.iter().map(|point| point.dependency.as_str()).collect();
    for expected in [
        "static statics.Statics.mode:Lstatics/Mode;",
        "static statics.Statics.CACHE -> java.util.Map.get(Ljava/lang/Object;)Ljava/lang/Object;",
        "static statics.Statics.TALLY -> []",
        "static statics.Statics.SESSION -> statics.Session.hits",
    ] {
        assert!(names.contains(&expected), "{expected} is not in {names:#?}");
    }
}

#[test]
fn drivers_are_found_by_what_they_implement() {
    let points = analyse("Outside");
    let bodies: Vec<(&str, &str)> = points
        .points
        .iter()
        .filter(|point| point.place == Place::Body && point.class.starts_with("driver/"))
        .map(|point| (point.class.as_str(), point.method.as_str()))
        .collect();
    assert_eq!(bodies, [("driver/Drivers$Pool", "getConnection"), ("driver/Drivers$Register", "connect")]);
    let implementers = |name: &str| {
        let handle = points.handles.iter().find(|handle| handle.name == name).unwrap();
        handle.implementers.iter().map(String::as_str).collect::<Vec<_>>()
    };
    assert_eq!(implementers("java/sql/PreparedStatement"), ["driver/Drivers$DriverPrepared"]);
    assert_eq!(implementers("java/sql/Statement"), ["driver/Drivers$DriverStatement"]);
    assert_eq!(implementers("java/sql/Connection"), ["driver/Drivers$DriverConnection"]);
    assert_eq!(implementers("java/net/http/HttpResponse"), ["jdk/internal/net/http/HttpResponseImpl"]);
    let order: Vec<&str> = points.handles.iter().map(|handle| handle.name.as_str()).collect();
    let at = |name: &str| order.iter().position(|found| *found == name).unwrap();
    assert!(at("java/sql/CallableStatement") < at("java/sql/PreparedStatement"));
    assert!(at("java/sql/PreparedStatement") < at("java/sql/Statement"));
}

#[test]
fn counts_add_up() {
    let points = everything();
    let of = |kind: Kind| points.points.iter().filter(|point| point.kind == kind).count() as u64;
    let counts = &points.counts;
    assert_eq!(counts.points.system, of(Kind::System));
    assert_eq!(counts.points.external, of(Kind::External));
    assert_eq!(counts.points.total, points.points.len() as u64);
    assert_eq!(counts.system.kept_intra + counts.system.kept_inter, counts.points.system);
    assert!(counts.system.kept_intra > 0 && counts.system.kept_inter > 0);
    assert!(counts.system.found > counts.points.system);
    assert!(counts.internal.found >= counts.internal.modified && counts.internal.found >= counts.internal.kept);
    assert!(counts.application_methods > 100 && counts.methods_invoked > 50);
}

#[test]
fn a_missing_driver_is_named() {
    // Other fixtures have drivers of their own.
    let alone = common::scratch("outside-alone");
    std::fs::create_dir(alone.join("outside")).unwrap();
    for class in std::fs::read_dir(compiled().0.join("outside")).unwrap().map(Result::unwrap) {
        std::fs::copy(class.path(), alone.join("outside").join(class.file_name())).unwrap();
    }
    let request = Request { path: vec![alone], ..Request::default() };
    let points = analyze(&request, &|_| {}).unwrap();
    let expected =
        "nothing that was read implements javax.sql.DataSource.getConnection; name the libraries of the service too";
    assert_eq!(points.warnings, [expected]);
    // Until then the calls themselves are the points.
    let called = |point: &&retake_model::points::Point| {
        point.rule == "jdbc" && matches!(&point.place, Place::Call { name, .. } if name == "getConnection")
    };
    assert!(points.points.iter().any(|point| called(&point)), "{:#?}", points.points);
}
