//! Playbooks: what was recorded, what is asked, what is answered.
#![allow(missing_docs, clippy::unwrap_used)]

mod common;

use common::*;
use retake_judge::answer::{Answer, Session};
use retake_model::case::{Call, CaseEvent};
use retake_model::trace::Outcome;
use retake_model::value::Value;

/// Asks each event in the branch before it, and compares the answers.
fn check(recorded: &Call, playbook: &[(&[u32], CaseEvent, &str)]) -> Session {
    let mut session = Session::new(recorded.clone());
    for (step, (branch, event, expected)) in playbook.iter().enumerate() {
        assert_eq!(short(session.ask(branch, &asked(event))), *expected, "step {step}");
    }
    session
}

const ROOT: &[u32] = &[];

#[test]
fn the_same_run_gets_the_same_answers() {
    let recorded = call(vec![time(1), get("a", 2), time(3), set(0, 1, 17), update(0)]);
    let session = check(
        &recorded,
        &[
            (ROOT, time(0), "1"),
            (ROOT, get("a", 0), "2"),
            (ROOT, time(0), "3"),
            (ROOT, set(0, 1, 17), "null"),
            (ROOT, update(0), "1"),
        ],
    );
    assert_eq!(session.left(), 0);
    assert!(session.refused().is_empty());
}

#[test]
fn other_arguments_are_answered_with_what_was_expected() {
    let recorded = call(vec![get("a", 1), get("b", 2), get("c", 3)]);
    check(&recorded, &[(ROOT, get("a", 0), "1"), (ROOT, get("x", 0), "2"), (ROOT, get("c", 0), "3")]);
}

#[test]
fn a_dropped_call_does_not_shift_the_answers() {
    let recorded = call(vec![get("a", 1), get("b", 2), get("c", 3)]);
    let session = check(&recorded, &[(ROOT, get("b", 0), "2"), (ROOT, get("c", 0), "3")]);
    assert_eq!(session.left(), 1);
}

#[test]
fn an_added_call_does_not_shift_the_answers() {
    let recorded = call(vec![get("a", 1), get("b", 2), get("c", 3)]);
    check(
        &recorded,
        &[
            (ROOT, get("new", 0), "1"),
            (ROOT, get("a", 0), "1"),
            (ROOT, get("b", 0), "2"),
            (ROOT, get("c", 0), "3"),
            (ROOT, get("d", 0), "live"),
        ],
    );
}

#[test]
fn swapped_calls_keep_their_answers() {
    let recorded = call(vec![time(1), get("a", 2), update(0), time(3)]);
    check(&recorded, &[(ROOT, get("a", 0), "2"), (ROOT, time(0), "1"), (ROOT, update(0), "1"), (ROOT, time(0), "3")]);
}

#[test]
fn another_target_is_the_last_resort() {
    let query = |statement: u32, result: u32| {
        event(QUERY, vec![], h(result, "ResultSet")).on(h(statement, "PreparedStatement"))
    };
    let recorded = call(vec![query(0, 10), query(1, 11)]);
    check(
        &recorded,
        &[
            (ROOT, query(1, 0), "ResultSet#11"),
            (ROOT, query(2, 0), "ResultSet#10"),
            (ROOT, query(0, 0), "ResultSet#10"),
            (ROOT, query(0, 0), "refused"),
        ],
    );
}

#[test]
fn what_was_never_asked_is_live_inside_and_refused_outside() {
    let mut session =
        check(&call(vec![]), &[(ROOT, time(0), "live"), (ROOT, get("a", 0), "live"), (ROOT, update(0), "refused")]);
    let refused = "java.sql.PreparedStatement.executeUpdate()I was not asked while this case was recorded";
    assert_eq!(session.refused(), [refused]);
    assert_eq!(session.ask(ROOT, &asked(&update(0))), Answer::Refused(refused.to_owned()));
}

#[test]
fn exceptions_come_back() {
    let failed = CaseEvent { outcome: Outcome::Threw("down".value()), ..update(0) };
    check(&call(vec![failed]), &[(ROOT, update(0), "threw \"down\"")]);
}

#[test]
fn what_has_no_answer_is_not_made_up() {
    let unfinished = CaseEvent { outcome: Outcome::Unfinished, ..update(0) };
    let opaque = Value::Opaque { class: "java.lang.Thread".to_owned(), reason: "a thread".to_owned() };
    let recorded =
        call(vec![unfinished, CaseEvent { outcome: Outcome::Returned(list([opaque.clone()])), ..update(0) }]);
    let session = check(&recorded, &[(ROOT, update(0), "refused"), (ROOT, update(0), "refused")]);
    assert_eq!(
        session.refused(),
        [
            "java.sql.PreparedStatement.executeUpdate()I had not answered when the recording ended",
            "the answer of java.sql.PreparedStatement.executeUpdate()I could not be recorded: java.lang.Thread: a thread",
        ]
    );
    let inside = CaseEvent { outcome: Outcome::Returned(opaque), ..time(0) };
    check(&call(vec![inside]), &[(ROOT, time(0), "live")]);
}

#[test]
fn each_branch_has_its_own_order() {
    let recorded = branches(vec![
        (vec![], vec![time(1)]),
        (vec![0], vec![time(2), get("a", 10)]),
        (vec![1], vec![time(3), get("b", 11)]),
    ]);
    check(
        &recorded,
        &[
            (&[1], time(0), "3"),
            (&[0], time(0), "2"),
            (&[1], get("b", 0), "11"),
            (ROOT, time(0), "1"),
            (&[0], get("a", 0), "10"),
        ],
    );
}

/// How a parallel computation is split depends on the cores.
#[test]
fn parts_that_run_in_other_branches_are_found() {
    let recorded = branches(vec![
        (vec![], vec![]),
        (vec![0], vec![get("a", 1), get("b", 2)]),
        (vec![1], vec![get("c", 3), get("d", 4)]),
    ]);
    check(
        &recorded,
        &[
            (&[0], get("a", 0), "1"),
            (&[0], get("c", 0), "3"),
            (&[2], get("b", 0), "2"),
            (ROOT, get("d", 0), "4"),
            (&[2], get("e", 0), "live"),
        ],
    );
}

#[test]
fn the_nearest_branch_answers() {
    let recorded = branches(vec![(vec![0, 0], vec![get("a", 1)]), (vec![1, 0], vec![get("a", 2)])]);
    check(&recorded, &[(&[1, 1], get("a", 0), "2"), (&[1, 1], get("a", 0), "1"), (&[1, 1], get("a", 0), "live")]);
}

/// References count the arguments first, and those may be others now.
#[test]
fn references_in_an_answer_follow_the_asked_arguments() {
    let order = |id: i32| typed("shop.Order", record([("id", id)]));
    let customer = typed("shop.Customer", record([("name", "Ada")]));
    let save = "shop.Remote.save(Lshop/Order;)Lshop/Order;";
    let recorded = || {
        let result = typed("shop.Saved", record([("order", Value::Ref(0)), ("again", Value::Ref(1))]));
        call(vec![event(save, vec![order(1)], result)])
    };
    let ask = |args: Vec<Value>| {
        let question = event(save, args, 0);
        Session::new(recorded()).ask(ROOT, &asked(&question))
    };
    let saved = |fields: [(&'static str, Value); 2]| Answer::Returned(typed("shop.Saved", record(fields)));
    // An order stands for the order.
    assert_eq!(ask(vec![order(2)]), saved([("order", Value::Ref(0)), ("again", Value::Ref(1))]));
    // The answer's own objects begin behind two arguments.
    assert_eq!(ask(vec![order(2), customer.clone()]), saved([("order", Value::Ref(0)), ("again", Value::Ref(2))]));
    // Nothing stands for the order, so it is copied.
    assert_eq!(ask(vec![customer]), saved([("order", order(1)), ("again", Value::Ref(1))]));
    assert_eq!(ask(vec![Value::Null]), saved([("order", order(1)), ("again", Value::Ref(0))]));
}

/// The slot of a pool is not identity; the data source is.
#[test]
fn boot_handles_are_told_apart_by_what_created_them() {
    let connect = |url: &str, id: u32| event(CONNECT, vec![url.value()], b(id, "Connection"));
    let boot = boot(vec![connect("db:a", 0), connect("db:a", 1), connect("db:b", 2)]);
    let prepare = |connection: u32, id: u32| {
        event(PREPARE, vec!["select 1".value()], h(id, "PreparedStatement")).on(b(connection, "Connection"))
    };
    let recorded = call(vec![prepare(2, 7), prepare(1, 8)]);
    let mut session = Session::new(recorded.clone()).with_boot(&boot);
    // 3 is the second live instance of 0.
    assert_eq!(short(session.ask(ROOT, &asked(&prepare(3, 0)))), "PreparedStatement#8");
    assert_eq!(short(session.ask(ROOT, &asked(&prepare(2, 0)))), "PreparedStatement#7");
}

#[test]
fn what_strays_from_the_recording_is_told() {
    let recorded = call(vec![get("a", 1), get("b", 2), get("c", 3)]);
    let mut session = Session::new(recorded.clone());
    let mut strays = |event: &CaseEvent| {
        session.ask(ROOT, &asked(event));
        session.strayed()
    };
    assert!(!strays(&get("a", 0)), "the expected one");
    assert!(strays(&get("c", 0)), "one that is due later");
    assert!(strays(&get("x", 0)), "other arguments");
    assert!(strays(&update(0)), "never recorded");
}

#[test]
fn what_only_gives_back_is_never_refused() {
    let close = event("java.sql.Connection.close()V", vec![], Value::Null).on(h(7, "Connection"));
    check(&call(vec![]), &[(ROOT, close, "null")]);
}

#[test]
fn what_a_call_changed_is_given_with_its_answer() {
    use retake_model::points::Write;

    let order = typed("shop.Order", record([("id", 1)]));
    let fill =
        |args: Vec<Value>, writes: Vec<(Write, Value)>| CaseEvent { writes, ..event("shop.Desk.fill()V", args, 5) };
    // References count the arguments, then the answer, then what was written.
    let list = typed("java.util.ArrayList", Value::List(vec![Value::Ref(0), Value::Ref(1)]));
    let recorded = fill(vec![order.clone()], vec![(Write::Argument { index: 0 }, list)]);
    let mut session = Session::new(call(vec![recorded, time(7)]));
    assert_eq!(short(session.ask(&[], &asked(&fill(vec![order.clone()], vec![])))), "5");
    let list = typed("java.util.ArrayList", Value::List(vec![Value::Ref(0), Value::Ref(1)]));
    assert_eq!(session.writes(), [(Write::Argument { index: 0 }, list)]);
    assert_eq!(short(session.ask(&[], &asked(&time(0)))), "7");
    assert_eq!(session.writes(), []);
}

#[test]
fn what_the_results_were_asked_comes_with_the_answer() {
    let mut session = Session::new(call(vec![CaseEvent { results: Some(7), ..update(0) }, update(0)]));
    for results in [Some(7), None] {
        session.ask(ROOT, &asked(&update(0)));
        assert_eq!(session.results(), results);
    }
}
