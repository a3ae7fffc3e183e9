#![allow(clippy::unwrap_used)]
use super::*;
use crate::case::{Call, CaseBranch, CaseEvent, Origin};
use crate::generate::Generate;
use crate::points::Kind;
use crate::trace::{Entry, Exchange, Outcome, Request, Response};
use crate::value::{Handle, Value};

/// The bits, because a number that is none is not equal to itself.
fn bits(values: &impl fmt::Debug, floats: &[u64]) -> String {
    format!("{values:?} {floats:?}")
}

fn floats<'a>(events: impl Iterator<Item = &'a CaseEvent>) -> Vec<u64> {
    let mut out = Vec::new();
    for event in events {
        let answer = match &event.outcome {
            Outcome::Returned(value) | Outcome::Threw(value) => Some(value),
            _ => None,
        };
        for value in event.args.iter().chain(answer) {
            value.walk(&mut |value| {
                if let Value::Float(float) = value {
                    out.push(float.to_bits());
                }
            });
        }
    }
    out
}

#[test]
fn what_is_written_comes_back() {
    for seed in 0..2000 {
        let case = Generate::new(seed).case();
        let text = case.to_text();
        let read = Case::from_text(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let events = |case: &Case| floats(case.calls.iter().flat_map(Call::events));
        assert_eq!(bits(&read, &events(&read)), bits(&case, &events(&case)), "{text}");
        assert_eq!(read.to_text(), text);

        let boot = Generate::new(seed).boot();
        let read = Boot::from_text(&boot.to_text()).unwrap();
        assert_eq!(bits(&read, &floats(read.events.iter())), bits(&boot, &floats(boot.events.iter())));
    }
}

/// Values as deep as a trace can hold.
#[test]
fn deep_values_come_back() {
    let mut deep = Value::Null;
    for _ in 0..500 {
        deep = Value::List(vec![deep]);
    }
    let case = case_of(vec![deep], Outcome::Unfinished);
    assert_eq!(Case::from_text(&case.to_text()).unwrap(), case);
}

fn case_of(args: Vec<Value>, outcome: Outcome) -> Case {
    let event = CaseEvent {
        dependency: "java.sql.PreparedStatement.executeQuery()Ljava/sql/ResultSet;".to_owned(),
        kind: Kind::External,
        target: Some(Handle { id: 1, boot: false, class: "java.sql.PreparedStatement".to_owned() }),
        args,
        outcome,
        results: None,
        writes: Vec::new(),
        at: Some("shop.Orders.list:42".to_owned()),
    };
    let entry = Entry::Http(Exchange {
        request: Request {
            method: "GET".to_owned(),
            target: "/orders?customer=17".to_owned(),
            headers: vec![("Accept".to_owned(), "application/json".to_owned())],
            body: Vec::new(),
        },
        response: Some(Response {
            status: 200,
            headers: vec![("Content-Type".to_owned(), "application/json".to_owned())],
            body: br#"{"orders":[{"id":1,"total":12.50}]}"#.to_vec(),
        }),
    });
    let branches = vec![CaseBranch { path: Vec::new(), bag: false, events: vec![event] }];
    Case {
        id: "get-orders-3f9a12c4".to_owned(),
        tags: Vec::new(),
        origin: Origin::default(),
        recorded: 1_767_225_599_999,
        boot: Some("boot".to_owned()),
        masked: None,
        calls: vec![Call { start: 0, end: 1, entry, branches, streams: Vec::new() }],
    }
}

fn typed(class: &str, body: Value) -> Value {
    Value::Typed { class: class.to_owned(), body: Box::new(body) }
}

#[test]
fn the_layout_is_made_for_review() {
    let order = typed("shop.Order", Value::Record(vec![("id".to_owned(), Value::Int(1))]));
    let args = vec![
        order,
        Value::Bytes(b"text".to_vec()),
        Value::Bytes(vec![0, 255]),
        Value::Float(1.0),
        Value::Float(f64::NAN),
        Value::Opaque { class: "java.lang.Thread".to_owned(), reason: "a thread".to_owned() },
        typed("java.math.BigDecimal", Value::Text("12.50".to_owned())),
    ];
    let result = typed("java.util.ArrayList", Value::List(vec![Value::Ref(0), Value::Ref(1)]));
    let case = case_of(args, Outcome::Returned(result));
    let expected = r#"{
  "format": "retake-case/3",
  "id": "get-orders-3f9a12c4",
  "recorded": "2025-12-31T23:59:59.999Z",
  "boot": "boot",
  "owners": {"java.sql.PreparedStatement.executeQuery()Ljava/sql/ResultSet;": "handle"},
  "calls": [
    {
      "start": 0,
      "end": 1,
      "kind": "http",
      "request": {
        "method": "GET",
        "target": "/orders?customer=17",
        "headers": [["Accept", "application/json"]]
      },
      "response": {
        "status": 200,
        "headers": [["Content-Type", "application/json"]],
        "body": {"@json": {"orders": [{"id": 1, "total": 12.50}]}}
      },
      "branches": [
        {
          "path": [],
          "events": [
            {
              "call": "java.sql.PreparedStatement.executeQuery()Ljava/sql/ResultSet;",
              "kind": "external",
              "on": {"@handle": 1, "type": "java.sql.PreparedStatement"},
              "args": [
                {"@class": "shop.Order", "@id": 0, "id": 1},
                {"@utf8": "text"},
                {"@bytes": "AP8="},
                1.0,
                {"@float": "NaN"},
                {"@opaque": "java.lang.Thread", "reason": "a thread"},
                {"@class": "java.math.BigDecimal", "@value": "12.50"}
              ],
              "returned": {
                "@class": "java.util.ArrayList",
                "@id": 1,
                "@value": [{"@ref": 0}, {"@ref": 1}]
              },
              "at": "shop.Orders.list:42"
            }
          ]
        }
      ]
    }
  ]
}
"#;
    assert_eq!(case.to_text(), expected);
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let text = case_of(vec![Value::Int(17)], Outcome::Returned(Value::Null)).to_text();
    for (from, to, error) in [
        ("{\n", "{\n,", "not JSON: line 2, column 1: a member's name in quotes was expected"),
        ("retake-case/3", "retake-case/4", "the format `retake-case/4` is newer than this version of Retake"),
        ("retake-case/3", "retake-boot/1", "the format is `retake-boot/1` where `retake-case/3` was expected"),
        ("\"format\"", "\"formal\"", "it has no `\"format\": \"retake-case/3\"`"),
        (
            "\"id\": \"get-orders-3f9a12c4\"",
            "\"id\": \"../etc\"",
            "id: a name of lower-case letters, digits, `-`, `_` and `.` was expected",
        ),
        (
            "\"2025-12-31T23:59:59.999Z\"",
            "\"yesterday\"",
            "recorded: a time like 2026-01-31T13:45:00.123Z, or milliseconds since 1970, was expected, but there is text",
        ),
        (
            "\"start\": 0",
            "\"start\": -1",
            "calls[0].start: a whole number from 0 to 4294967295 was expected, but there is -1",
        ),
        ("\"start\": 0,", "", "calls[0]: `start` is missing"),
        ("\"status\": 200", "\"status\": 70000", "calls[0].response.status: a status was expected, but there is 70000"),
        (
            "\"args\": [17]",
            "\"args\": [[17, 1e999]]",
            "calls[0].branches[0].events[0].args[0][1]: a number that a double can hold was expected",
        ),
        (
            "\"args\": [17]",
            "\"args\": [{\"@ref\": 3}]",
            "calls[0].branches[0].events[0].args[0]: no earlier object of this event has the @id 3",
        ),
        (
            "\"args\": [17]",
            "\"args\": [{\"@klass\": 3}]",
            "calls[0].branches[0].events[0].args[0]: `@klass` is not known; a field's name that begins with @ has two",
        ),
        (
            "\"args\": [17]",
            "\"args\": [{\"@bytes\": \"?\"}]",
            "calls[0].branches[0].events[0].args[0].@bytes: base64 was expected",
        ),
        (
            "\"args\": [17]",
            "\"arks\": [17]",
            "calls[0].branches[0].events[0].arks: nothing of this name belongs here; known are call, kind, on, args, results, writes, \
             at, returned, threw, answered, unfinished",
        ),
        (
            "\"kind\": \"external\"",
            "\"kind\": \"x\"",
            "calls[0].branches[0].events[0].kind: system, internal, external or listed was expected",
        ),
        (
            "\"returned\": null",
            "\"returned\": null, \"threw\": null",
            "calls[0].branches[0].events[0]: one of `returned`, `threw`, `answered` and `unfinished` was expected",
        ),
        ("\"Accept\"", "1", "calls[0].request.headers[0][0]: text was expected, but there is 1"),
    ] {
        let wrong = text.replacen(from, to, 1);
        assert_ne!(wrong, text, "{from}");
        assert_eq!(Case::from_text(&wrong).unwrap_err().to_string(), error);
    }
    let empty = r#"{"format": "retake-case/3", "id": "a", "recorded": 0, "calls": []}"#;
    assert_eq!(Case::from_text(empty).unwrap_err().to_string(), "calls: a case has at least one call");
}

/// A person may add an object without counting all others again.
#[test]
fn ids_are_names() {
    let text = case_of(
        vec![typed("A", Value::Record(Vec::new()))],
        Outcome::Returned(typed("B", Value::Record(vec![("a".to_owned(), Value::Ref(0))]))),
    )
    .to_text()
    .replace(r#""args": ["#, r#""args": [{"@class": "New"}, "#);
    let case = Case::from_text(&text).unwrap();
    let Outcome::Returned(Value::Typed { body, .. }) = &case.calls[0].branches[0].events[0].outcome else { panic!() };
    assert_eq!(**body, Value::Record(vec![("a".to_owned(), Value::Ref(1))]));
}

/// No text makes the reader panic: every prefix, and every byte changed.
#[test]
fn broken_texts_are_refused_in_peace() {
    let text = Generate::new(7).case().to_text();
    for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
        let _ = Case::from_text(&text[..end]);
    }
    let mut generate = Generate::new(8);
    for _ in 0..2000 {
        let mut bytes = text.clone().into_bytes();
        let at = generate.number(bytes.len() as u64) as usize;
        bytes[at] = b"{}[]\",:0-x\\@"[generate.number(12) as usize];
        if let Ok(text) = std::str::from_utf8(&bytes) {
            let _ = Case::from_text(text);
        }
    }
}
