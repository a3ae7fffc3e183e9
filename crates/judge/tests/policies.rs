//! What becomes of calls that the recording has not got, by the policy of their dependency.
#![allow(missing_docs, clippy::unwrap_used)]

mod common;

use common::*;
use retake_judge::answer::{Answer, Asked, Session};
use retake_judge::boot::BootBook;
use retake_judge::identity::Identity;
use retake_judge::verdict::{Kind, judge_observed};
use retake_model::case::{Boot, CaseEvent};
use retake_model::points;
use retake_model::policy::{OnNewCall, Policies};
use retake_model::value::Value;

const RATE: &str = "shop.Rates.of(Ljava/lang/String;)J";

fn policies(flags: &[&str]) -> Policies {
    let flags: Vec<OnNewCall> = flags.iter().map(|flag| flag.parse().unwrap()).collect();
    Policies::default().before(&flags)
}

fn rate(key: &str, returned: i32) -> CaseEvent {
    event(RATE, vec![key.value()], returned)
}

fn ask(session: &mut Session, key: &str) -> Answer {
    let args = [key.value()];
    session.ask(&[], &Asked { dependency: RATE, kind: points::Kind::External, target: None, args: &args })
}

#[test]
fn a_new_call_is_refused_passed_or_answered_by_the_nearest() {
    let recorded = call(vec![rate("eur", 1), rate("usd", 2)]);
    let session = |flags: &[&str]| Session::new(recorded.clone()).with_policies(&policies(flags));
    // Strictly: others are lent what is left, and then there is nothing.
    let mut strict = session(&[]);
    assert_eq!(ask(&mut strict, "eur"), Answer::Returned(Value::Int(1)));
    assert_eq!(ask(&mut strict, "usd"), Answer::Returned(Value::Int(2)));
    assert!(matches!(ask(&mut strict, "gbp"), Answer::Refused(_)));
    let mut passing = session(&["shop.Rates.*=passthrough"]);
    assert_eq!(ask(&mut passing, "gbp"), Answer::Live);
    assert!(passing.strayed());
    assert_eq!(ask(&mut passing, "usd"), Answer::Returned(Value::Int(2)), "what was recorded is never asked for real");
    let mut nearest = session(&["answer-nearest"]);
    for (key, answer) in [("eur", 1), ("usd", 2), ("eur", 1), ("gbp", 2)] {
        assert_eq!(ask(&mut nearest, key), Answer::Returned(Value::Int(answer)), "{key}");
    }
    let other = Asked { dependency: "shop.Mail.send()V", kind: points::Kind::External, target: None, args: &[] };
    assert!(matches!(nearest.ask(&[], &other), Answer::Refused(_)), "nothing is near");
}

#[test]
fn the_verdict_knows_the_policies() {
    let recorded = call(vec![time(1), rate("eur", 1)]);
    let more = call(vec![time(1), rate("eur", 1), rate("gbp", 1).at("shop.Orders.list:4")]);
    let other = call(vec![time(1), rate("gbp", 1)]);
    let missing = call(vec![time(1)]);
    let instead = call(vec![time(1), event("shop.Mail.send()V", vec![], 0)]);
    let lenient: &[&str] = &["shop.Rates.*=answer-nearest"];
    for (observed, flags, kind) in [
        (&more, &[] as &[&str], Kind::NewCall),
        (&other, &[], Kind::RequestDiffers),
        (&more, lenient, Kind::Passed),
        (&other, lenient, Kind::Passed),
        (&more, &["passthrough"], Kind::Passed),
        // What is not asked any more is missing, whatever else is.
        (&missing, &["passthrough"], Kind::PathDiffers),
        (&instead, &["passthrough"], Kind::PathDiffers),
        // There was nothing to answer with.
        (&instead, &["answer-nearest"], Kind::NewCall),
        (&more, &["shop.Mail.*=passthrough"], Kind::NewCall),
    ] {
        let verdict = judge_observed(&recorded, observed, &[], &Identity::unknown(), &policies(flags));
        assert_eq!(verdict.kind, kind, "{flags:?} {verdict:?}");
    }
    let verdict = judge_observed(&recorded, &more, &[], &Identity::unknown(), &policies(lenient));
    assert_eq!(verdict.notes, ["not recorded, and allowed: shop.Rates.of(\"gbp\") (shop.Orders.list:4)"]);
}

#[test]
fn outside_requests_it_is_the_same() {
    let boot = Boot { events: vec![rate("eur", 1)], ..Boot::default() };
    let ask = |flags: &[&str]| {
        let args = ["gbp".value()];
        let asked = Asked { dependency: RATE, kind: points::Kind::External, target: None, args: &args };
        BootBook::new(&boot).with_policies(&policies(flags)).ask(&asked)
    };
    assert!(matches!(ask(&[]), Answer::Refused(_)));
    assert_eq!(ask(&["passthrough"]), Answer::Live);
    assert_eq!(ask(&["answer-nearest"]), Answer::Returned(Value::Int(1)));
}
