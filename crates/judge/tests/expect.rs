//! A case whose inputs were changed on purpose takes over what was observed, if it went the same way.
#![allow(missing_docs, clippy::unwrap_used)]

mod common;

use common::*;
use retake_judge::expect;
use retake_judge::identity::Identity;
use retake_judge::verdict::{Kind, judge};
use retake_model::case::{Call, CaseEvent};
use retake_model::trace::{Outcome, Response};
use retake_model::value::Value;

fn answered(event: CaseEvent) -> CaseEvent {
    CaseEvent { outcome: Outcome::Answered, ..event }
}

fn with_body(mut call: Call, date: &str, body: &str) -> Call {
    let headers = vec![("Date".to_owned(), date.to_owned())];
    call.entry.exchange_mut().unwrap().response = Some(Response { status: 200, headers, body: body.into() });
    call
}

#[test]
fn arguments_and_outputs_are_taken_over_and_answers_stay() {
    let recorded = with_body(call(vec![time(1), get("ann", 2), set(0, 1, 17), update(0)]), "then", "ann has 2");
    let observed = with_body(
        call(vec![answered(time(1)), answered(get("eva", 0)), answered(set(0, 1, 18)), answered(update(0))]),
        "now",
        "eva has 2",
    );
    let identity = Identity::unknown();
    assert_eq!(judge(&recorded, &observed, &identity).kind, Kind::RequestDiffers);
    let expected = expect(&recorded, &observed, &identity).unwrap();
    assert_eq!(judge(&expected, &observed, &identity).kind, Kind::Passed);
    let wanted = with_body(call(vec![time(1), get("eva", 2), set(0, 1, 18), update(0)]), "then", "eva has 2");
    assert_eq!(expected, wanted);
    // What is the same stays as it is, letter for letter.
    assert_eq!(expect(&recorded, &with_body(recorded.clone(), "now", "ann has 2"), &identity).unwrap(), recorded);
}

#[test]
fn another_way_is_refused_and_named() {
    let recorded = call(vec![time(1), get("ann", 2)]);
    for (events, why) in [
        (vec![time(1)], "static shop.Stock.CACHE -> java.util.Map.get was not asked"),
        (
            vec![time(1), get("eva", 2), update(0).at("shop.Orders.list:4")],
            "java.sql.PreparedStatement.executeUpdate was asked besides (shop.Orders.list:4)",
        ),
        (
            vec![get("eva", 2), time(1)],
            "static shop.Stock.CACHE -> java.util.Map.get was asked instead of java.lang.System.currentTimeMillis",
        ),
    ] {
        let found = expect(&recorded, &call(events), &Identity::unknown()).unwrap_err();
        assert_eq!(found, why);
    }
}

#[test]
fn what_an_answer_refers_to_moves_with_the_arguments() {
    let object = |text: &str| typed("shop.Key", record([("name", text.value())]));
    let event = |args: Vec<Value>, outcome| CaseEvent { args, outcome, ..get("", 0) };
    // The answer is its own object, the second one of the event, which refers to itself.
    let own = |number| Outcome::Returned(typed("shop.Node", record([("next", Value::Ref(number))])));
    let recorded = call(vec![event(vec![object("ann")], own(1))]);
    let observed = call(vec![event(vec![object("eva"), object("more")], Outcome::Answered)]);
    let expected = expect(&recorded, &observed, &Identity::unknown()).unwrap();
    assert_eq!(expected, call(vec![event(vec![object("eva"), object("more")], own(2))]));
}
