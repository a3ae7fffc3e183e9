//! What is in the page. That a browser shows it, the tests of the whole check.

use std::io::Cursor;

use retake_judge::sequence::{Branch, Row};
use retake_judge::verdict::What;
use retake_model::case::CaseEvent;
use retake_model::points::{Kind, Points};
use retake_model::trace::{Entry, Exchange, Outcome, Request, Response};
use retake_model::value::Value as Seen;
use retake_replay::event::{CallDetail, Event};
use serde_json::Value;

use super::{About, Page};
use crate::Sink;
use crate::testing::replay;

/// What a hostile service could have answered.
const HOSTILE: &str = "</script><script>alert(1)</script><!--";

fn event(dependency: &str, arg: &str) -> CaseEvent {
    CaseEvent {
        dependency: dependency.to_owned(),
        kind: Kind::External,
        target: None,
        args: vec![Seen::Text(arg.to_owned())],
        outcome: Outcome::Returned(Seen::Text(HOSTILE.to_owned())),
        results: None,
        writes: Vec::new(),
        at: Some("shop.Orders.list:42".to_owned()),
    }
}

fn detail(rows: usize) -> Vec<CallDetail> {
    let entry = |body: &str| {
        let request = Request { method: "GET".to_owned(), target: "/x".to_owned(), ..Request::default() };
        let response = Response { status: 200, headers: Vec::new(), body: body.as_bytes().to_vec() };
        Entry::Http(Exchange { request, response: Some(response) })
    };
    let row = |number: usize| Row {
        what: (number == 0).then_some(What::Request),
        recorded: Some(event("a.B.c()V", "was")),
        observed: Some(event("a.B.c()V", "is")),
    };
    let branch = Branch { path: Vec::new(), rows: (0..rows).map(row).collect() };
    vec![CallDetail { recorded: entry("{}"), observed: Some(entry(HOSTILE)), branches: vec![branch] }]
}

fn page(events: &[Event]) -> String {
    let (points, mut out) = (Points::default(), Vec::new());
    let about = About { title: format!("app {HOSTILE}"), version: "1".to_owned(), ..About::default() };
    let mut sink = Page::new(&mut out, Cursor::new(Vec::new()), &points, about);
    events.iter().for_each(|event| sink.event(event).expect("memory takes all"));
    drop(sink);
    String::from_utf8(out).expect("text")
}

/// The JSON in the script element of this name, one value a line.
fn embedded(page: &str, id: &str) -> Vec<Value> {
    let start = page.find(&format!("id=\"{id}\">\n")).expect("it is there");
    let text = &page[start + id.len() + 6..];
    let text = &text[..text.find("</script>").expect("it ends")];
    text.lines().filter(|line| !line.is_empty()).map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn with_details(rows: usize) -> Vec<Event> {
    let mut events = replay();
    for event in &mut events {
        if let Event::Judged(judged) = event {
            judged.detail = Some(detail(rows));
        }
    }
    events
}

#[test]
fn holds_every_case_in_order() {
    let text = page(&with_details(3));
    let data = &embedded(&text, "data")[0];
    let ids: Vec<&str> =
        data["cases"].as_array().expect("it is there").iter().filter_map(|case| case[0].as_str()).collect();
    let order = ["get-health", "post-customers-1", "post-customers-2", "get-orders-17", "get-slow", "get-rates"];
    assert_eq!(ids, order);
    assert_eq!((&data["failed"], &data["total"]), (&4.into(), &6.into()));
    assert_eq!(data["groups"][0]["cases"], serde_json::json!([1, 2]));
    assert_eq!(data["skipped"][0][0], "post-refunds");
    let details = embedded(&text, "details");
    assert_eq!(details.len(), 6);
    assert_eq!(details[1]["differences"][0]["recorded"], "201");
    let rows = details[1]["calls"][0]["branches"][0]["rows"].as_array().expect("it is there");
    // Where the two sides are the same, one is enough.
    assert_eq!(rows[0][0], "request");
    assert_eq!(
        (rows[0].as_array().expect("it is there").len(), rows[1].as_array().expect("it is there").len()),
        (3, 2)
    );
    assert_eq!(data["names"][rows[0][1][0].as_u64().expect("it is there") as usize], "a.B.c()V");
}

#[test]
fn nothing_that_was_recorded_is_markup() {
    let text = page(&with_details(1));
    assert!(!text.contains("alert(1)</script>") && !text.contains("<script>alert"), "{text}");
    // The scripts are our own, and there is nothing else that runs.
    assert_eq!(text.matches("<script").count(), 3);
    assert_eq!(text.matches("</script>").count(), 3);
    assert!(!text.contains("<!--"));
}

#[test]
fn the_order_in_which_cases_end_does_not_matter() {
    let mut events = with_details(2);
    let first = page(&events);
    events[3..9].reverse();
    assert_eq!(page(&events), first);
}

#[test]
fn what_is_left_out_is_counted() {
    let text = page(&with_details(5000));
    let details = embedded(&text, "details");
    let shown = |case: usize| {
        let branch = &details[case]["calls"][0]["branches"][0];
        (branch["rows"].as_array().expect("it is there").len(), branch["more"].as_u64().expect("it is there") as usize)
    };
    for (case, most) in [(0, 100), (1, 2000)] {
        let (rows, more) = shown(case);
        assert!(rows + more == 5000 && rows < most, "{rows} and {more}");
    }
}
