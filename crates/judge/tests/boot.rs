//! Playbooks for what is asked outside requests.
#![allow(missing_docs, clippy::unwrap_used)]

mod common;

use common::*;
use retake_judge::boot::BootBook;
use retake_model::case::{Boot, CaseEvent};
use retake_model::trace::Outcome;
use retake_model::value::{Handle, Value};

fn connect(url: &str, id: u32) -> CaseEvent {
    event(CONNECT, vec![url.value()], b(id, "Connection"))
}

fn prepare(connection: u32, sql: &str, id: u32) -> CaseEvent {
    event(PREPARE, vec![sql.value()], b(id, "PreparedStatement")).on(b(connection, "Connection"))
}

fn query(statement: u32, id: u32) -> CaseEvent {
    event(QUERY, vec![], b(id, "ResultSet")).on(b(statement, "PreparedStatement"))
}

fn next(result: u32, more: bool) -> CaseEvent {
    event(NEXT, vec![], more).on(b(result, "ResultSet"))
}

fn check(boot: &Boot, playbook: &[(CaseEvent, &str)]) -> BootBook {
    let mut book = BootBook::new(boot);
    for (step, (event, expected)) in playbook.iter().enumerate() {
        assert_eq!(short(book.ask(&asked(event))), *expected, "step {step}");
    }
    book
}

/// Two connections, a statement on each; the first returns one row, the second none. Four nodes and two result sets.
fn pool() -> Boot {
    boot(vec![
        connect("db", 0),
        connect("db", 1),
        prepare(0, "select version", 2),
        query(2, 3),
        next(3, true),
        next(3, false),
        prepare(1, "select migration", 4),
        query(4, 5),
        next(5, false),
    ])
}

#[test]
fn a_start_like_the_recorded_one() {
    let book = check(
        &pool(),
        &[
            (connect("db", 0), "boot Connection#0"),
            (connect("db", 0), "boot Connection#1"),
            (prepare(0, "select version", 0), "boot PreparedStatement#2"),
            (query(2, 0), "boot ResultSet#3"),
            (next(3, false), "true"),
            (next(3, false), "false"),
            (next(3, false), "false"),
        ],
    );
    assert!(book.refused().is_empty());
}

/// Each object has a life of its own, and a number that leads back to the recorded one.
#[test]
fn answers_can_be_had_again_and_start_anew() {
    let book = check(
        &pool(),
        &[
            (connect("db", 0), "boot Connection#0"),
            (connect("db", 0), "boot Connection#1"),
            (connect("db", 0), "boot Connection#7"),
            (connect("db", 0), "boot Connection#13"),
            (prepare(0, "select version", 0), "boot PreparedStatement#2"),
            (query(2, 0), "boot ResultSet#3"),
            (query(2, 0), "boot ResultSet#9"),
            (next(3, false), "true"),
            (next(9, false), "true"),
            (next(3, false), "false"),
            (next(9, false), "false"),
        ],
    );
    assert_eq!((book.node(7), book.node(13), book.node(9)), (1, 1, 3));
}

/// Which connection of a pool does what is chance.
#[test]
fn another_connection_of_the_pool_answers_too() {
    check(
        &pool(),
        &[
            (connect("db", 0), "boot Connection#0"),
            (prepare(0, "select migration", 0), "boot PreparedStatement#4"),
            (query(4, 0), "boot ResultSet#5"),
            (next(5, false), "false"),
        ],
    );
}

/// A result set that was not read while recording is read like one of the same query, not like all of them in turn.
#[test]
fn histories_are_not_mixed() {
    let boot = boot(vec![
        prepare(0, "select 1", 1),
        query(1, 2),
        next(2, true),
        next(2, false),
        query(1, 3),
        next(3, true),
        next(3, false),
        query(1, 4),
    ]);
    check(&boot, &[(next(4, true), "true"), (next(4, true), "false"), (next(4, true), "false")]);
}

#[test]
fn the_unknown_is_refused_and_listed() {
    let book = check(
        &pool(),
        &[
            (connect("other", 0), "refused"),
            (connect("other", 0), "refused"),
            (prepare(0, "drop table", 0), "refused"),
            (time(0), "live"),
        ],
    );
    assert_eq!(book.refused().values().copied().collect::<Vec<_>>(), [1, 2]);
}

/// A statement gives back the connection it was got from, not a new one.
#[test]
fn what_an_answer_did_not_create_is_the_live_one() {
    let owner =
        |statement: u32, id: u32| event(OWNER, vec![], b(id, "Connection")).on(b(statement, "PreparedStatement"));
    let boot = boot(vec![connect("db", 0), prepare(0, "select 1", 1), owner(1, 0)]);
    check(
        &boot,
        &[
            (connect("db", 0), "boot Connection#0"),
            (connect("db", 0), "boot Connection#2"),
            (prepare(0, "select 1", 0), "boot PreparedStatement#1"),
            (prepare(2, "select 1", 0), "boot PreparedStatement#3"),
            (owner(3, 0), "boot Connection#2"),
            (owner(1, 0), "boot Connection#0"),
        ],
    );
}

/// The order of hash collections is chance.
#[test]
fn properties_in_another_order_are_the_same() {
    let properties = |names: [&str; 2]| {
        let pairs: Vec<Value> = names.iter().map(|name| list([*name, "x"])).collect();
        typed("java.util.Properties", Value::List(pairs))
    };
    let connect = |names| event(CONNECT, vec!["db".value(), properties(names)], b(0, "Connection"));
    check(&boot(vec![connect(["user", "password"])]), &[(connect(["password", "user"]), "boot Connection#0")]);
}

#[test]
fn a_lying_document_is_taken_in_peace() {
    let huge = Handle { id: u32::MAX, boot: true, class: "java.sql.Connection".to_owned() };
    let unfinished = CaseEvent { outcome: Outcome::Unfinished, ..connect("b", 0) };
    let boot = boot(vec![event(CONNECT, vec!["a".value()], huge), unfinished]);
    check(
        &boot,
        &[
            (connect("a", 0), "boot Connection#4294967295"),
            (connect("a", 0), "boot Connection#4294967295"),
            (connect("b", 0), "refused"),
        ],
    );
}

#[test]
fn what_was_masked_fits_whatever_is_asked_with() {
    let masked = || Value::Opaque { class: retake_model::mask::MASKED.to_owned(), reason: "password".to_owned() };
    let recorded = event(CONNECT, vec!["db".value(), masked()], b(0, "Connection"));
    let with = |url: &str, password: &str| event(CONNECT, vec![url.value(), password.value()], b(0, "Connection"));
    check(&boot(vec![recorded]), &[(with("db", "one"), "boot Connection#0"), (with("db", "two"), "boot Connection#1")]);
    let mut book = BootBook::new(&boot(vec![event(CONNECT, vec!["db".value(), masked()], b(0, "Connection"))]));
    let other = short(book.ask(&asked(&with("elsewhere", "one"))));
    assert!(!other.contains("Connection#"), "{other}");
}
