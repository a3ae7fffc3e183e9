//! Playbooks: what was recorded, what was observed, and every line of the verdict.
#![allow(missing_docs, clippy::unwrap_used)]

mod common;

use common::*;
use retake_judge::identity::Identity;
use retake_judge::verdict::{Kind, Verdict, judge, judge_trace};
use retake_model::case::{Call, CaseEvent};
use retake_model::points::{self, Place, Point, Points};
use retake_model::trace::{Branch, Event, Outcome, PointName, Trace};
use retake_model::value::Value;

fn check(recorded: &Call, observed: &Call, kind: Kind, differences: &[&str]) -> Verdict {
    let verdict = judge(recorded, observed, &Identity::unknown());
    let shown: Vec<String> = verdict.differences.iter().map(ToString::to_string).collect();
    assert_eq!((verdict.kind, shown), (kind, differences.iter().map(|&line| line.to_owned()).collect()));
    verdict
}

#[test]
fn the_same_passes() {
    let recorded = call(vec![time(1), get("a", 2), set(0, 1, 17), update(0)]);
    // What was answered is not compared, nor where the code stands.
    let observed = call(vec![
        time(9).at("shop.Moved.here:1"),
        CaseEvent { outcome: Outcome::Answered, ..get("a", 0) },
        set(0, 1, 17),
        update(0),
    ]);
    let verdict = check(&recorded, &observed, Kind::Passed, &[]);
    assert!(verdict.notes.is_empty());
}

#[test]
fn path() {
    let recorded = call(vec![time(1), get("a", 2), get("b", 3), set(0, 1, 17), update(0)]);
    for (observed, kind, differences) in [
        // One dropped call is one difference.
        (
            vec![time(1), get("b", 3), set(0, 1, 17), update(0)],
            Kind::PathDiffers,
            vec!["missing: static shop.Stock.CACHE -> java.util.Map.get(\"a\")"],
        ),
        // A swap is one difference.
        (
            vec![get("a", 2), time(1).at("shop.Orders.list:42"), get("b", 3), set(0, 1, 17), update(0)],
            Kind::PathDiffers,
            vec![
                "order: java.lang.System.currentTimeMillis(): first → after static shop.Stock.CACHE -> java.util.Map.get \
                 (shop.Orders.list:42)",
            ],
        ),
        // One added call is one difference, told with the last place that is known.
        (
            vec![time(1), get("a", 2).at("shop.Orders.list:42"), update(7), get("b", 3), set(0, 1, 17), update(0)],
            Kind::NewCall,
            vec!["new: java.sql.PreparedStatement.executeUpdate() (after shop.Orders.list:42)"],
        ),
        (
            vec![
                time(1),
                get("a", 2),
                get("b", 3),
                set(0, 1, 17),
                event(QUERY, vec![], 0).on(h(0, "PreparedStatement")),
            ],
            Kind::NewCall,
            vec!["java.sql.PreparedStatement.executeQuery() instead of java.sql.PreparedStatement.executeUpdate()"],
        ),
        // A run that stops early is one difference.
        (vec![], Kind::PathDiffers, vec!["missing: java.lang.System.currentTimeMillis() and 4 more calls behind it"]),
        (
            vec![time(1), get("a", 2), get("b", 3)],
            Kind::PathDiffers,
            vec![
                "missing: java.sql.PreparedStatement.setLong(1, 17)",
                "missing: java.sql.PreparedStatement.executeUpdate()",
            ],
        ),
    ] {
        check(&recorded, &call(observed), kind, &differences);
    }
}

#[test]
fn requests() {
    let order = |total: &str| {
        let item = typed("shop.Item", record([("total", typed("java.math.BigDecimal", total.value()))]));
        typed("shop.Order", record([("items", typed("java.util.ArrayList", list([item])))]))
    };
    let send =
        |args: Vec<Value>| call(vec![event("shop.Remote.send(Lshop/Order;I)V", args, 0).at("shop.Orders.pay:7")]);
    for (recorded, observed, differences) in [
        (
            call(vec![set(0, 1, 17), set(0, 2, 5)]),
            call(vec![set(0, 1, 18), set(0, 2, 5)]),
            vec!["java.sql.PreparedStatement.setLong arg 2: 17 → 18"],
        ),
        (
            call(vec![set(0, 1, 17)]),
            call(vec![set(4, 1, 17)]),
            vec!["java.sql.PreparedStatement.setLong on: PreparedStatement#0 → PreparedStatement#4"],
        ),
        (
            send(vec![order("12.50"), 1.value()]),
            send(vec![order("13.00"), 2.value()]),
            vec![
                "shop.Remote.send arg 1.items[0].total: \"12.50\" → \"13.00\" (shop.Orders.pay:7)",
                "shop.Remote.send arg 2: 1 → 2 (shop.Orders.pay:7)",
            ],
        ),
        (
            send(vec![1.value()]),
            send(vec![1.value(), 2.value()]),
            vec!["shop.Remote.send arg 2: (nothing) → 2 (shop.Orders.pay:7)"],
        ),
        // A whole number is not a text, and the two zeros are not one.
        (send(vec![1.value()]), send(vec!["1".value()]), vec!["shop.Remote.send arg 1: 1 → \"1\" (shop.Orders.pay:7)"]),
        (
            send(vec![Value::Float(0.0)]),
            send(vec![Value::Float(-0.0)]),
            vec!["shop.Remote.send arg 1: 0.0 → -0.0 (shop.Orders.pay:7)"],
        ),
        // One more element is one difference.
        (
            send(vec![list([1, 2, 3])]),
            send(vec![list([1, 9, 2, 3])]),
            vec!["shop.Remote.send arg 1[1]: (nothing) → 9 (shop.Orders.pay:7)"],
        ),
        (
            send(vec![list([1, 2, 3])]),
            send(vec![list([2, 3])]),
            vec!["shop.Remote.send arg 1[0]: 1 → (nothing) (shop.Orders.pay:7)"],
        ),
        // What looks the same in short is told apart by its class.
        (
            send(vec![typed("java.math.BigDecimal", "1".value())]),
            send(vec![typed("java.math.BigInteger", "1".value())]),
            vec![
                "shop.Remote.send arg 1: \"1\" (java.math.BigDecimal) → \"1\" (java.math.BigInteger) (shop.Orders.pay:7)",
            ],
        ),
    ] {
        check(&recorded, &observed, Kind::RequestDiffers, &differences);
    }
}

#[test]
fn requests_that_are_the_same() {
    let send = |arg: Value| call(vec![event("shop.Remote.send(Ljava/lang/Object;)V", vec![arg], 0)]);
    let map = |class: &str, keys: [&str; 2]| {
        typed(class, Value::List(keys.iter().map(|key| list([key.value(), 1.value()])).collect()))
    };
    let opaque = |class: &str| Value::Opaque { class: class.to_owned(), reason: "a lambda".to_owned() };
    let pair = |a: Value, b: Value| typed("shop.Pair", record([("a", a), ("b", b)]));
    let leaf = || typed("shop.Leaf", record([("x", 1)]));
    for (recorded, observed) in [
        (map("java.util.HashMap", ["a", "b"]), map("java.util.HashMap", ["b", "a"])),
        (map("java.util.HashMap", ["a", "b"]), map("java.util.TreeMap", ["a", "b"])),
        (typed("java.util.ArrayList", list([1])), typed("java.util.ImmutableCollections$ListN", list([1]))),
        (opaque("shop.A$$Lambda/0x01"), opaque("shop.B$$Lambda/0x02")),
        (Value::Float(f64::NAN), Value::Float(f64::NAN)),
        // Shared or written twice is the same data.
        (pair(leaf(), Value::Ref(1)), pair(leaf(), leaf())),
        // A cycle of one and of two.
        (
            typed("shop.Node", record([("next", Value::Ref(0))])),
            typed("shop.Node", record([("next", typed("shop.Node", record([("next", Value::Ref(0))])))])),
        ),
    ] {
        check(&send(recorded), &send(observed), Kind::Passed, &[]);
    }
    for (recorded, observed, difference) in [
        (
            map("java.util.HashMap", ["a", "b"]),
            map("java.util.HashMap", ["c", "a"]),
            vec![
                "shop.Remote.send arg 1[\"b\"]: [\"b\", 1] → (nothing)",
                "shop.Remote.send arg 1[\"c\"]: (nothing) → [\"c\", 1]",
            ],
        ),
        (
            map("java.util.TreeMap", ["a", "b"]),
            map("java.util.TreeMap", ["b", "a"]),
            vec!["shop.Remote.send arg 1[0][0]: \"a\" → \"b\"", "shop.Remote.send arg 1[1][0]: \"b\" → \"a\""],
        ),
        (
            opaque("shop.FileBody"),
            opaque("shop.TextBody"),
            vec!["shop.Remote.send arg 1: (shop.FileBody) → (shop.TextBody)"],
        ),
        (pair(leaf(), Value::Ref(1)), pair(leaf(), Value::Null), vec!["shop.Remote.send arg 1.b: Leaf {x: 1} → null"]),
    ] {
        check(&send(recorded), &send(observed), Kind::RequestDiffers, &difference);
    }
}

/// Which connection executes does not matter, if the same call gave both; whose connection it is does.
#[test]
fn connections_of_one_source_are_one() {
    let given =
        |source: &str, id: u32| event(&format!("{source}.getConnection()"), vec![], Value::Handle(h(id, "Connection")));
    let executed = |id: u32, bound: i32| {
        let bound = Value::Record(vec![("?1".to_owned(), bound.value())]);
        event("Statement.execute()Z", vec!["select ?".value(), bound], 1).on(h(id, "Connection"))
    };
    let with = |execution: CaseEvent| call(vec![given("a", 0), given("a", 1), given("b", 2), execution]);
    let recorded = with(executed(0, 5));
    check(&recorded, &with(executed(1, 5)), Kind::Passed, &[]);
    check(
        &recorded,
        &with(executed(2, 5)),
        Kind::RequestDiffers,
        &["Statement.execute on: Connection#0 → Connection#2"],
    );
    check(&recorded, &with(executed(0, 6)), Kind::RequestDiffers, &["Statement.execute arg 2.?1: 5 → 6"]);
    // What is called itself is told apart by its number.
    let called = |id: u32| with(event("java.sql.Connection.commit()V", vec![], Value::Null).on(h(id, "Connection")));
    check(
        &called(0),
        &called(1),
        Kind::RequestDiffers,
        &["java.sql.Connection.commit on: Connection#0 → Connection#1"],
    );
}

#[test]
fn outputs() {
    let json = |body: &str| answered("application/json;charset=utf-8", body);
    let text = |body: &str| answered("text/plain", body);
    for (recorded, observed, differences) in [
        (
            json(r#"{"orders":[{"id":1,"total":12.50}]}"#),
            json(r#"{"orders":[{"id":1,"total":13.00}]}"#),
            vec!["orders[0].total: 12.50 → 13.00"],
        ),
        (json(r#"{"a":12.50}"#), json(r#"{"a":12.5}"#), vec!["a: 12.50 → 12.5"]),
        (
            json(r#"{"a":1,"b":2}"#),
            json(r#"{"b":2,"c d":3}"#),
            vec!["a: 1 → (nothing)", "body[\"c d\"]: (nothing) → 3"],
        ),
        (json("[1,2,3]"), json("[2,3]"), vec!["body[0]: 1 → (nothing)"]),
        (json("\"a\""), json("\"b\""), vec!["body: \"a\" → \"b\""]),
        (text("[1]"), text("[2]"), vec!["body[0]: 1 → 2"]),
        (json("{"), json("}"), vec!["body: \"{\" → \"}\""]),
        (text("one\ntwo\nthree"), text("one\n2\nthree"), vec!["body line 2: \"two\" → \"2\""]),
        (text("one\ntwo\nthree"), text("two\nthree"), vec!["body line 1: \"one\" → (nothing)"]),
        (text("a\0b"), text("a\0c"), vec!["body byte 2: 62 (of 3 bytes) → 63 (of 3 bytes)"]),
        (text("a\0"), text("a\0c"), vec!["body byte 2: the end (of 2 bytes) → 63 (of 3 bytes)"]),
    ] {
        check(&recorded, &observed, Kind::OutputDiffers, &differences);
    }
    let long = "x".repeat(60);
    let (was, is) = (text(&format!("{long} a")), text(&format!("{long} b")));
    check(&was, &is, Kind::OutputDiffers, &["body: …\"xxxxxxxxxxxxxxxxxxx a\" → …\"xxxxxxxxxxxxxxxxxxx b\""]);
}

#[test]
fn the_same_json_in_other_letters_passes() {
    let (was, is) = (answered("a/json", r#"{"a":1,"b":[2]}"#), answered("a/json", r#"{ "b": [2], "a": 1 }"#));
    let verdict = check(&was, &is, Kind::Passed, &[]);
    assert_eq!(verdict.notes, ["the body is the same JSON in other letters (spaces or the order of members)"]);
}

#[test]
fn status_and_headers() {
    let with = |status: u16, headers: &[(&str, &str)], body: &str| {
        let mut call = answered("text/plain", body);
        let response = response(&mut call).as_mut().unwrap();
        response.status = status;
        response.headers.extend(headers.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())));
        call
    };
    check(&with(200, &[], "ok"), &with(500, &[], "ok"), Kind::OutputDiffers, &["status: 200 → 500"]);
    check(
        &with(200, &[("X-Total", "1"), ("Set-Cookie", "a"), ("Set-Cookie", "b")], "ok"),
        &with(200, &[("x-total", "2"), ("set-cookie", "a")], "ok"),
        Kind::OutputDiffers,
        &["header set-cookie: \"a, b\" → \"a\"", "header x-total: \"1\" → \"2\""],
    );
    check(
        &with(200, &[], "ok"),
        &with(200, &[("ETag", "x")], "ok"),
        Kind::OutputDiffers,
        &["header etag: (nothing) → \"x\""],
    );
    let connection = [("Date", "now"), ("Connection", "close"), ("Keep-Alive", "5"), ("Transfer-Encoding", "chunked")];
    check(&with(200, &[("Content-Length", "2")], "ok"), &with(200, &connection, "ok"), Kind::Passed, &[]);
    check(
        &with(200, &[("Content-Length", "2")], "ok"),
        &with(200, &[("Content-Length", "3")], "oh!"),
        Kind::OutputDiffers,
        &["body: \"ok\" → \"oh!\""],
    );
    // The answer to HEAD has no body, and its length is all it says.
    check(
        &with(200, &[("Content-Length", "2")], ""),
        &with(200, &[("Content-Length", "3")], ""),
        Kind::OutputDiffers,
        &["header content-length: \"2\" → \"3\""],
    );
    let mut closed = with(200, &[], "ok");
    *response(&mut closed) = None;
    check(&with(200, &[], "ok"), &closed, Kind::OutputDiffers, &["response: status 200 → none"]);
}

#[test]
fn branches_run_concurrently() {
    let recorded = branches(vec![
        (vec![], vec![time(1)]),
        (vec![0], vec![get("a", 1), get("b", 2)]),
        (vec![1], vec![get("c", 3), get("d", 4)]),
    ]);
    // The branches are listed in another order.
    let observed = branches(vec![
        (vec![1], vec![get("c", 3), get("d", 4)]),
        (vec![], vec![time(1)]),
        (vec![0], vec![get("a", 1), get("b", 2)]),
    ]);
    assert!(check(&recorded, &observed, Kind::Passed, &[]).notes.is_empty());
    // The work is split in another way, and the root takes a part.
    let observed = branches(vec![
        (vec![], vec![time(1), get("d", 4)]),
        (vec![0], vec![get("a", 1), get("c", 3)]),
        (vec![2], vec![get("b", 2)]),
    ]);
    let note = "some calls ran in other branches than recorded; branches run concurrently";
    assert_eq!(check(&recorded, &observed, Kind::Passed, &[]).notes, [note]);
    // Inside a branch, order counts.
    let observed = branches(vec![
        (vec![], vec![time(1)]),
        (vec![0], vec![get("b", 2), get("a", 1)]),
        (vec![1], vec![get("c", 3)]),
    ]);
    let verdict = check(
        &recorded,
        &observed,
        Kind::PathDiffers,
        &[
            "order: static shop.Stock.CACHE -> java.util.Map.get(\"a\"): first → after static shop.Stock.CACHE -> \
             java.util.Map.get",
            "missing: static shop.Stock.CACHE -> java.util.Map.get(\"d\")",
        ],
    );
    assert_eq!(verdict.differences[1].branch, [1]);
}

/// A call with a bag at `[0]` and branches below it.
fn bag(branches: Vec<(Vec<u32>, Vec<CaseEvent>)>) -> Call {
    let mut call = common::branches(branches);
    call.branches.iter_mut().filter(|branch| branch.path == [0]).for_each(|branch| branch.bag = true);
    call
}

#[test]
fn a_bag_has_no_order() {
    let recorded = bag(vec![
        (vec![], vec![time(1)]),
        (vec![0], vec![get("a", 1), get("b", 2), get("b", 2)]),
        (vec![0, 0], vec![get("c", 3)]),
        (vec![1], vec![time(4)]),
    ]);
    // Other threads did the work, in another order and in other parts.
    let observed = bag(vec![
        (vec![], vec![time(1)]),
        (vec![0], vec![get("c", 3)]),
        (vec![0, 0], vec![get("b", 2)]),
        (vec![0, 1], vec![get("b", 2)]),
        (vec![0, 1, 0], vec![get("a", 1)]),
        (vec![1], vec![time(4)]),
    ]);
    let verdict = check(&recorded, &observed, Kind::Passed, &[]);
    assert!(verdict.notes.is_empty(), "{:?}", verdict.notes);

    // How often something is asked counts, and what.
    let fewer = bag(vec![
        (vec![], vec![time(1)]),
        (vec![0], vec![get("c", 3), get("b", 2), get("a", 1)]),
        (vec![1], vec![time(4)]),
    ]);
    let b = "static shop.Stock.CACHE -> java.util.Map.get(\"b\")";
    check(&recorded, &fewer, Kind::PathDiffers, &[&format!("missing: {b}")]);
    let other = bag(vec![
        (vec![], vec![time(1)]),
        (vec![0, 3], vec![get("c", 3), get("b", 2), get("z", 2), get("a", 1)]),
        (vec![0], vec![]),
        (vec![1], vec![time(4)]),
    ]);
    check(
        &recorded,
        &other,
        Kind::RequestDiffers,
        &["static shop.Stock.CACHE -> java.util.Map.get arg 1: \"b\" → \"z\""],
    );
    // Outside of it nothing changes.
    let moved = bag(vec![
        (vec![], vec![]),
        (vec![0], vec![get("a", 1), get("b", 2), get("b", 2), get("c", 3)]),
        (vec![1], vec![time(4)]),
    ]);
    check(&recorded, &moved, Kind::PathDiffers, &["missing: java.lang.System.currentTimeMillis()"]);
}

#[test]
fn the_cause_names_the_verdict_and_all_is_listed() {
    let mut recorded = call(vec![time(1), get("a", 2), set(0, 1, 17), update(0)]);
    let mut observed = call(vec![time(1), set(0, 1, 18), update(0), update(1)]);
    response(&mut recorded).as_mut().unwrap().body = b"17".to_vec();
    response(&mut observed).as_mut().unwrap().body = b"18".to_vec();
    check(
        &recorded,
        &observed,
        Kind::NewCall,
        &[
            "missing: static shop.Stock.CACHE -> java.util.Map.get(\"a\")",
            "java.sql.PreparedStatement.setLong arg 2: 17 → 18",
            "new: java.sql.PreparedStatement.executeUpdate()",
            "body: \"17\" → \"18\"",
        ],
    );
}

/// The paper's figure 5: another output; and the same output by another path.
#[test]
fn the_two_failures_of_the_paper() {
    let method = |name: &str| event(&format!("Service.{name}()I"), vec![], 1);
    let with_output = |events: Vec<CaseEvent>, output: &str| {
        let mut call = call(events);
        response(&mut call).as_mut().unwrap().body = output.as_bytes().to_vec();
        call
    };
    let base = with_output(vec![method("method1"), method("method2"), method("method3")], "1");
    let other_output = with_output(vec![method("method1"), method("method2"), method("method3")], "2");
    let other_path = with_output(vec![method("method1"), method("method2")], "1");
    check(&base, &other_output, Kind::OutputDiffers, &["body: \"1\" → \"2\""]);
    check(&base, &other_path, Kind::PathDiffers, &["missing: Service.method3()"]);
}

fn observed_trace(events: Vec<Event>, incomplete: &[&str]) -> Trace {
    Trace {
        entry: Some(call(vec![]).entry),
        branches: vec![Branch { events, ..Branch::default() }],
        incomplete: incomplete.iter().map(|&reason| reason.to_owned()).collect(),
        ..Trace::default()
    }
}

#[test]
fn traces_are_read_with_their_points() {
    let point = Point {
        id: 0,
        kind: points::Kind::System,
        dependency: TIME.to_owned(),
        class: "shop/Orders".to_owned(),
        method: "list".to_owned(),
        descriptor: "()V".to_owned(),
        line: Some(42),
        place: Place::Body,
        rule: "time".to_owned(),
        reason: "for the test".to_owned(),
        path: vec![],
        reached: Default::default(),
        changed: Default::default(),
        writes: vec![],
    };
    let points = Points { points: vec![point], ..Points::default() };
    let seen = |point: PointName| Event { point, outcome: Outcome::Answered, ..Event::default() };
    let on_handle =
        Event { target: Some(h(0, "PreparedStatement")), ..seen(PointName::Name("executeUpdate()I".to_owned())) };
    let recorded = call(vec![update(0)]);
    let judge = |events: Vec<Event>, incomplete: &[&str]| {
        judge_trace(&recorded, &observed_trace(events, incomplete), &points, &Identity::unknown())
    };
    assert_eq!(judge(vec![on_handle.clone()], &[]).kind, Kind::Passed);
    let verdict = judge(vec![seen(PointName::Id(0)), on_handle.clone()], &[]);
    assert_eq!(verdict.differences[0].to_string(), "new: java.lang.System.currentTimeMillis() (shop.Orders.list:42)");
    let verdict = judge(vec![seen(PointName::Id(1))], &[]);
    assert_eq!(
        verdict.reason.as_deref(),
        Some("the observed trace cannot be read: point 1 is not in the points document of this traffic")
    );
    assert_eq!(verdict.kind, Kind::Error);
    // What was seen is sure; what was not seen is not, if there are gaps.
    assert_eq!(judge(vec![], &["the buffer was full"]).kind, Kind::Incomplete);
    assert_eq!(judge(vec![on_handle], &["the buffer was full"]).kind, Kind::Incomplete);
    assert_eq!(judge(vec![seen(PointName::Id(0))], &["the buffer was full"]).kind, Kind::NewCall);
}

#[test]
fn calls_join_to_a_case() {
    let passed = judge(&call(vec![]), &call(vec![]), &Identity::unknown());
    let failed = judge(&call(vec![time(1)]), &call(vec![]), &Identity::unknown());
    let joined = Verdict::join([passed.clone(), failed]);
    assert_eq!((joined.kind, joined.differences[0].call), (Kind::PathDiffers, 1));
    let joined = Verdict::join([passed, Verdict::timeout("no answer in 30 s")]);
    assert_eq!((joined.kind.as_str(), joined.reason.as_deref()), ("timeout", Some("no answer in 30 s")));
}

/// Sizes that would hurt if anything were quadratic, and depths that would exhaust a stack.
#[test]
fn large_inputs_are_judged_in_time() {
    let many: Vec<CaseEvent> = (0..20_000).map(|index| get(&index.to_string(), index)).collect();
    let fewer: Vec<CaseEvent> =
        many.iter().filter(|event| event.args != [Value::Text("10000".to_owned())]).cloned().collect();
    assert_eq!(judge(&call(many), &call(fewer), &Identity::unknown()).differences.len(), 1);

    let chain = |last: u32| {
        let nodes = (0..50_000)
            .map(|index| typed("N", record([("next", Value::Ref(if index == 49_999 { last } else { index + 1 }))])));
        call(vec![event("d()V", vec![Value::List(nodes.collect())], 0)])
    };
    judge(&chain(0), &chain(1), &Identity::unknown());

    let nested = |leaf: i32| {
        let nest = |value: Value, _| Value::List(vec![value]);
        call(vec![event("d()V", vec![(0..510).fold(leaf.value(), nest)], 0)])
    };
    assert_eq!(judge(&nested(0), &nested(1), &Identity::unknown()).kind, Kind::RequestDiffers);

    let members = |from: i32| {
        let members: Vec<String> = (from..from + 50_000).map(|index| format!("\"{index}\":{index}")).collect();
        answered("a/json", &format!("{{{}}}", members.join(",")))
    };
    let verdict = judge(&members(0), &members(1), &Identity::unknown());
    assert_eq!(verdict.differences.len(), 2);

    let lines = |from: i32| {
        answered("text/plain", &(from..from + 50_000).map(|index| format!("{index}\n")).collect::<String>())
    };
    let verdict = judge(&lines(0), &lines(1), &Identity::unknown());
    assert_eq!(verdict.differences.len(), 2);
}
