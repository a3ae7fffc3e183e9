//! Traffic in, cases out.
#![allow(missing_docs, clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use retake_cases::{CaseSet, make};
use retake_model::case::Case;
use retake_model::points::{Kind, Place, Point, Points};
use retake_model::segment::{FORMAT, Header};
use retake_model::trace::{Branch, Entry, Event, Exchange, Outcome, PointName, Request, Response, Scope, Trace};
use retake_model::value::{Handle, Value};
use retake_store::{SegmentWriter, Traffic};

struct Dir(PathBuf);

impl Dir {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("retake cases {name} {}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Dir(path)
    }

    fn write(&self, name: &str, started: i64, traces: &[Trace]) -> PathBuf {
        self.write_as(name, Header { started, ..Header::default() }, traces)
    }

    fn write_as(&self, name: &str, header: Header, traces: &[Trace]) -> PathBuf {
        let header = Header { format: FORMAT.to_owned(), points: points(), ..header };
        let path = self.0.join(name);
        let mut writer = SegmentWriter::create(&path, &header).unwrap();
        traces.iter().for_each(|trace| writer.push(trace).unwrap());
        writer.finish().unwrap();
        path
    }

    fn make(&self) -> CaseSet {
        make(&Traffic::open(&self.0).unwrap()).unwrap()
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn points() -> Points {
    let point = |id: u32, kind: Kind, dependency: &str| Point {
        id,
        kind,
        dependency: dependency.to_owned(),
        class: "shop/Orders".to_owned(),
        method: "list".to_owned(),
        descriptor: "()V".to_owned(),
        line: Some(40 + id),
        place: Place::Body,
        rule: "rule".to_owned(),
        reason: "for the test".to_owned(),
        path: vec![],
        reached: Default::default(),
        changed: Default::default(),
        writes: vec![],
    };
    Points {
        points: vec![
            point(0, Kind::System, "java.lang.System.currentTimeMillis()J"),
            point(1, Kind::External, "javax.sql.DataSource.getConnection()Ljava/sql/Connection;"),
        ],
        ..Points::default()
    }
}

fn event(point: PointName, args: Vec<Value>, outcome: Outcome) -> Event {
    Event { point, args, outcome, at: 5, ..Event::default() }
}

fn time(ms: i64) -> Event {
    event(PointName::Id(0), vec![], Outcome::Returned(Value::Int(ms)))
}

fn connection(id: u32, boot: bool) -> Handle {
    Handle { id, boot, class: "java.sql.Connection".to_owned() }
}

fn commit(handle: Handle) -> Event {
    let point = PointName::Name("commit()V".to_owned());
    Event { target: Some(handle), ..event(point, vec![], Outcome::Returned(Value::Null)) }
}

fn request(id: u64, target: &str, events: Vec<Event>) -> Trace {
    let entry = Entry::Http(Exchange {
        request: Request { method: "GET".to_owned(), target: target.to_owned(), ..Request::default() },
        response: Some(Response { status: 200, ..Response::default() }),
    });
    Trace {
        id,
        started: 1000 + id as i64,
        entry: Some(entry),
        branches: vec![Branch { events, ..Branch::default() }],
        ..Trace::default()
    }
}

fn boot(id: u64, events: Vec<Event>) -> Trace {
    Trace { id, scope: Scope::Boot, branches: vec![Branch { events, ..Branch::default() }], ..Trace::default() }
}

fn opaque() -> Value {
    Value::Opaque { class: "java.lang.Thread".to_owned(), reason: "a thread".to_owned() }
}

fn counts(counts: &std::collections::BTreeMap<String, u64>) -> Vec<(&str, u64)> {
    counts.iter().map(|(reason, count)| (reason.as_str(), *count)).collect()
}

#[test]
fn a_request_becomes_a_case() {
    let dir = Dir::new("one");
    let open = event(PointName::Id(1), vec![opaque()], Outcome::Returned(Value::Handle(connection(0, false))));
    let mut trace = request(7, "/orders/17?page=2", vec![time(5), open, commit(connection(0, false))]);
    // Branches come in the order of threads.
    trace.branches.insert(0, Branch { path: vec![1], events: vec![time(6)], ..Branch::default() });
    trace.branches.insert(0, Branch { path: vec![0], events: vec![], ..Branch::default() });
    dir.write("a.rtk", 1, &[trace]);
    let set = dir.make();
    let [case] = set.cases.as_slice() else { panic!("{:?}", set.summary) };
    assert_eq!((case.recorded, case.boot.as_deref()), (1007, None));
    let [call] = case.calls.as_slice() else { panic!() };
    assert_eq!((call.start, call.end), (0, 1));
    let seen: Vec<(&[u32], &str, Option<&str>)> = call
        .branches
        .iter()
        .flat_map(|branch| branch.events.iter().map(|event| (branch.path.as_slice(), event)))
        .map(|(path, event)| (path, event.dependency.as_str(), event.at.as_deref()))
        .collect();
    assert_eq!(
        seen,
        [
            (&[][..], "java.lang.System.currentTimeMillis()J", Some("shop.Orders.list:40")),
            (&[], "javax.sql.DataSource.getConnection()Ljava/sql/Connection;", Some("shop.Orders.list:41")),
            (&[], "java.sql.Connection.commit()V", None),
            (&[1], "java.lang.System.currentTimeMillis()J", Some("shop.Orders.list:40")),
        ]
    );
    assert_eq!(Case::from_text(&case.to_text()).unwrap(), *case);
}

#[test]
fn what_cannot_be_replayed_is_dropped_and_counted() {
    let dir = Dir::new("dropped");
    let answer = |value: Value| vec![event(PointName::Id(1), vec![], Outcome::Returned(value))];
    let with = |outcome: Outcome| vec![event(PointName::Id(1), vec![], outcome)];
    dir.write(
        "a.rtk",
        1,
        &[
            Trace { incomplete: vec!["the buffer was full".to_owned()], ..request(0, "/", vec![]) },
            Trace { incomplete: vec!["the buffer was full".to_owned()], ..request(1, "/", vec![]) },
            Trace { run: Some("r1".to_owned()), ..request(2, "/", vec![]) },
            Trace { entry: None, ..request(3, "/", vec![]) },
            request(4, "/", vec![event(PointName::Id(9), vec![], Outcome::Returned(Value::Null))]),
            request(5, "/", answer(Value::List(vec![opaque()]))),
            request(6, "/", with(Outcome::Unfinished)),
            request(7, "/", answer(Value::Ref(0))),
            request(8, "/", vec![time(1)]),
        ],
    );
    let set = dir.make();
    assert_eq!((set.summary.traces, set.summary.cases, set.cases.len()), (9, 1, 1));
    let connect = "javax.sql.DataSource.getConnection()Ljava/sql/Connection;";
    assert_eq!(
        counts(&set.summary.dropped.counts()),
        [
            ("it was seen in a replay", 1),
            (&*format!("{connect} had not answered when the request ended"), 1),
            ("point 9 is not in the points document of this traffic", 1),
            (&*format!("the answer of {connect} has a java.lang.Thread: a thread"), 1),
            ("the buffer was full", 2),
            ("the trace has no entry", 1),
            (&*format!("the values of {connect} refer to objects that are not there"), 1),
        ]
        .into_iter()
        .collect::<std::collections::BTreeMap<_, _>>()
        .into_iter()
        .collect::<Vec<_>>()
    );
}

#[test]
fn names_are_stable_and_unique() {
    let dir = Dir::new("names");
    let traces = [
        request(3, "/orders/17", vec![time(1)]),
        request(1, "/orders/17", vec![time(1)]),
        request(2, "/orders/17", vec![time(2)]),
        request(4, "/", vec![]),
        request(5, "/Käse/a b/6f1c1f0e-7a5b-4c1d-9e2f-001122334455/x?y", vec![]),
        request(6, "http://shop.example:8080/v2/items#top", vec![]),
        request(7, &format!("/{}", "long-word/".repeat(20)), vec![]),
        Trace { started: 99, ..request(8, "/orders/17", vec![time(1)]) },
    ];
    dir.write("a.rtk", 1, &traces);
    let set = dir.make();
    let ids: Vec<&str> = set.cases.iter().map(|case| case.id.as_str()).collect();
    let (slugs, hashes): (Vec<&str>, Vec<&str>) = ids.iter().map(|id| id.split_at(id.len() - 8)).unzip();
    let [first, other, again, ..] = ids.as_slice() else { panic!() };
    assert!(first.starts_with("get-orders-") && other.starts_with("get-orders-") && first != other);
    assert_eq!(*again, format!("{first}-2"));
    assert_eq!(ids[7], format!("{first}-3"));
    assert_eq!(slugs[3..6], ["get-", "get-k-se-a-b-x-", "get-v2-items-"]);
    assert!(ids[6].len() < 60 && hashes[6].len() == 8, "{}", ids[6]);
    assert_eq!(set.summary.duplicates, 2);
    let again: Vec<String> = dir.make().cases.into_iter().map(|case| case.id).collect();
    assert_eq!(again, ids);
}

#[test]
fn boot_work_is_gathered_by_process() {
    let dir = Dir::new("boot");
    let connect = |url: &str, id: u32| {
        let outcome = Outcome::Returned(Value::Handle(connection(id, true)));
        event(
            PointName::Name("java.sql.Driver.connect()Ljava/sql/Connection;".to_owned()),
            vec![Value::Text(url.to_owned())],
            outcome,
        )
    };
    dir.write(
        "a.rtk",
        1,
        &[
            boot(2, vec![commit(connection(0, true)), commit(connection(0, true)), time(1)]),
            boot(1, vec![connect("db", 0)]),
            request(3, "/a", vec![commit(connection(0, true))]),
        ],
    );
    dir.write("b.rtk", 1, &[boot(4, vec![connect("db", 1)])]);
    dir.write("c.rtk", 2, &[boot(1, vec![connect("db", 0)]), request(2, "/c", vec![])]);
    let set = dir.make();
    let names: Vec<(&str, usize)> = set.boots.iter().map(|(name, boot)| (name.as_str(), boot.events.len())).collect();
    assert_eq!(names, [("boot", 3), ("boot-2", 1)]);
    let boots: Vec<Option<&str>> = set.cases.iter().map(|case| case.boot.as_deref()).collect();
    assert_eq!(boots, [Some("boot"), Some("boot-2")]);
    let order: Vec<&str> = set.boots[0].1.events.iter().map(|event| event.dependency.as_str()).collect();
    let connect = "java.sql.Driver.connect()Ljava/sql/Connection;";
    assert_eq!(order, [connect, "java.sql.Connection.commit()V", connect]);
    assert_eq!(
        counts(&set.summary.boot_dropped),
        [("it stays inside the process", 1), ("the same answer as before", 1)]
    );
    assert_eq!(set.summary.boot_calls, 6);
}

/// The last answer sticks in replay, so only what repeats it is left out.
#[test]
fn rows_are_kept() {
    let dir = Dir::new("rows");
    let next = |more: bool| {
        let point = PointName::Name("next()Z".to_owned());
        let target = Some(Handle { id: 0, boot: true, class: "java.sql.ResultSet".to_owned() });
        Event { target, ..event(point, vec![], Outcome::Returned(Value::Bool(more))) }
    };
    dir.write("a.rtk", 1, &[boot(1, [true, true, false, false, false].map(next).to_vec())]);
    let set = dir.make();
    let rows: Vec<&Outcome> = set.boots[0].1.events.iter().map(|event| &event.outcome).collect();
    let expected = [true, true, false].map(|more| Outcome::Returned(Value::Bool(more)));
    assert_eq!(rows, expected.iter().collect::<Vec<_>>());
}

#[test]
fn cut_segments_give_what_they_have() {
    let dir = Dir::new("cut");
    let path = dir.write("a.rtk", 1, &[request(0, "/", vec![])]);
    cut(&path, 3);
    let path = dir.write("b.rtk", 1, &[request(0, "/", vec![])]);
    cut(&path, fs::metadata(&path).unwrap().len() - 12);
    let set = dir.make();
    assert_eq!((set.summary.segments, set.summary.cases), (2, 1));
    assert!(
        set.summary.losses[0].contains("a.rtk: the file is cut inside a block at byte"),
        "{:?}",
        set.summary.losses
    );
    assert!(set.summary.losses[1].contains("b.rtk: the file is cut"), "{:?}", set.summary.losses);
}

fn cut(path: &Path, bytes: u64) {
    let file = fs::OpenOptions::new().write(true).open(path).unwrap();
    file.set_len(file.metadata().unwrap().len() - bytes).unwrap();
}

#[test]
fn what_the_service_had_before_an_attach_is_told() {
    let given = Outcome::Returned(Value::Handle(connection(0, false)));
    let whole = vec![event(PointName::Id(1), vec![], given), commit(connection(0, false))];
    let traces = [
        request(1, "/whole", whole),
        request(2, "/time", vec![time(7)]),
        request(3, "/before", vec![commit(connection(0, false))]),
    ];
    let dir = Dir::new("attached");
    dir.write_as("a.rtk", Header { started: 1, attached: true, ..Header::default() }, &traces);
    let set = dir.make();
    assert_eq!(set.summary.cases, 2);
    let told = "it uses a java.sql.Connection that the service had before it was recorded";
    assert_eq!(counts(&set.summary.dropped.counts()), [(told, 1)]);
}
