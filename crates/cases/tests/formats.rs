//! The examples of `docs/formats.md` are real: the traffic that they describe gives the case and the boot document that
//! they show.
#![allow(missing_docs, clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use retake_cases::make;
use retake_model::case::{Boot, Case, Origin};
use retake_model::cbor::{Reader, Writer};
use retake_model::points::Points;
use retake_model::segment::{self, FORMAT, Header};
use retake_model::trace::{Branch, Entry, Event, Exchange, Outcome, PointName, Request, Response, Scope, Trace};
use retake_model::value::{Handle, Value};
use retake_store::{CaseDir, SegmentWriter, Traffic};

/// The text between the fence behind the marker and the next fence.
fn example<'a>(page: &'a str, marker: &str) -> &'a str {
    let start = page.find(&format!("<!-- example: {marker} -->")).unwrap();
    let start = start + page[start..].find("\n```").unwrap() + 1;
    let start = start + page[start..].find('\n').unwrap() + 1;
    &page[start..start + page[start..].find("\n```").unwrap() + 1]
}

/// The bytes of lines like `82 01  # two things`.
fn bytes(hex: &str) -> Vec<u8> {
    let digits: String = hex.lines().map(|line| line.split('#').next().unwrap_or("")).collect();
    let digits: Vec<char> = digits.chars().filter(char::is_ascii_hexdigit).collect();
    digits.chunks(2).map(|pair| u8::from_str_radix(&pair.iter().collect::<String>(), 16).unwrap()).collect()
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn handle(id: u32, boot: bool, class: &str) -> Handle {
    Handle { id, boot, class: format!("java.sql.{class}") }
}

fn on(target: Handle, name: &str, args: Vec<Value>, returned: Value, at: u64) -> Event {
    let outcome = Outcome::Returned(returned);
    Event {
        point: PointName::Name(name.to_owned()),
        target: Some(target),
        args,
        outcome,
        at,
        took: 20_000,
        ..Event::default()
    }
}

fn request() -> Trace {
    let total = Value::Typed { class: "java.math.BigDecimal".to_owned(), body: Box::new(text("12.50")) };
    let entry = Entry::Http(Exchange {
        request: Request {
            method: "GET".to_owned(),
            target: "/orders/17".to_owned(),
            headers: vec![("Accept".to_owned(), "*/*".to_owned())],
            body: vec![],
        },
        response: Some(Response { status: 200, headers: vec![], body: br#"{"id":17,"total":12.50}"#.to_vec() }),
    });
    let time = Event {
        point: PointName::Id(0),
        outcome: Outcome::Returned(Value::Int(1_767_225_600_000)),
        at: 90_000,
        took: 15_000,
        ..Event::default()
    };
    let prepare = on(
        handle(0, true, "Connection"),
        "prepareStatement(Ljava/lang/String;)Ljava/sql/PreparedStatement;",
        vec![text("select 1")],
        Value::Handle(handle(0, false, "PreparedStatement")),
        120_000,
    );
    let price = Event {
        point: PointName::Name("shop.Prices.of(I)Ljava/math/BigDecimal;".to_owned()),
        args: vec![Value::Int(17)],
        outcome: Outcome::Returned(total),
        at: 150_000,
        took: 15_000,
        ..Event::default()
    };
    let events = vec![time, prepare, price];
    Trace {
        id: 2,
        started: 1_767_225_600_000,
        entry: Some(entry),
        branches: vec![Branch { events, ..Branch::default() }],
        threads: vec!["http-1".to_owned()],
        ..Trace::default()
    }
}

fn start() -> Trace {
    let connect = Event {
        point: PointName::Name("java.sql.Driver.connect(Ljava/lang/String;)Ljava/sql/Connection;".to_owned()),
        args: vec![text("jdbc:shop")],
        outcome: Outcome::Returned(Value::Handle(handle(0, true, "Connection"))),
        took: 15_000,
        ..Event::default()
    };
    let valid = on(handle(0, true, "Connection"), "isValid(I)Z", vec![Value::Int(5)], Value::Bool(true), 900);
    Trace {
        id: 1,
        scope: Scope::Boot,
        branches: vec![Branch { events: vec![connect, valid], ..Branch::default() }],
        ..Trace::default()
    }
}

#[test]
fn the_examples_are_real() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/formats.md")).unwrap();
    let points: Points = serde_json::from_str(example(&page, "points")).unwrap();
    assert_eq!(serde_json::to_string_pretty(&points).unwrap(), example(&page, "points").trim_end());

    let mut writer = Writer::default();
    request().encode(&mut writer);
    let shown = bytes(example(&page, "trace"));
    assert_eq!(shown, writer.bytes, "{:02x?}", writer.bytes);
    assert_eq!(Trace::decode(&mut Reader::new(&shown)).unwrap(), request());

    let end = bytes(example(&page, "segment"));
    let mut reader = segment::Reader::new(&end).unwrap();
    assert_eq!(reader.by_ref().count(), 0);
    assert!(reader.tail().complete(), "{}", reader.tail());

    let dir = std::env::temp_dir().join(format!("retake formats {}", std::process::id()));
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    let header = Header {
        format: FORMAT.to_owned(),
        retake: "0.1.0".to_owned(),
        jvm: "OpenJDK 25".to_owned(),
        started: 1_767_225_590_000,
        process: 4242,
        attached: false,
        masked: None,
        points,
    };
    let mut writer = SegmentWriter::create(dir.join("a.rtk"), &header).unwrap();
    writer.push(&start()).unwrap();
    writer.push(&request()).unwrap();
    writer.finish().unwrap();
    let set = make(&Traffic::open(&dir).unwrap()).unwrap();
    let mut cases = CaseDir::create(dir.join("cases")).unwrap();
    let case = fs::read_to_string(cases.save(&set.cases[0]).unwrap()).unwrap();
    let boot = fs::read_to_string(cases.save_boot(&set.boots[0].0, &set.boots[0].1).unwrap()).unwrap();
    fs::remove_dir_all(&dir).unwrap();
    assert_eq!(case, example(&page, "case"));
    assert_eq!(boot, example(&page, "boot"));
    assert_eq!(Case::from_text(example(&page, "case")).unwrap(), set.cases[0]);
    assert_eq!(Boot::from_text(example(&page, "boot")).unwrap(), set.boots[0].1);
}

/// What an earlier version wrote is read as it was meant.
#[test]
fn version_1_is_read() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/version-1");
    let text = |name: &str| fs::read_to_string(fixtures.join(name)).unwrap();
    let dir = std::env::temp_dir().join(format!("retake formats of version 1 {}", std::process::id()));
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    fs::write(dir.join("a.rtk"), bytes(&text("segment.txt"))).unwrap();
    let set = make(&Traffic::open(&dir).unwrap());
    let _ = fs::remove_dir_all(&dir);
    let set = set.unwrap();
    assert_eq!(set.summary.losses, [""; 0]);
    assert_eq!(set.cases.len(), 1);
    let Case { id, origin, .. } = &set.cases[0];
    // The name is a hash of the text, which has another format now, and where a case comes from was not said.
    let known = Case::from_text(&text("case.json")).unwrap();
    assert_eq!(known.origin, Origin::default());
    assert_eq!(Case { id: id.clone(), origin: origin.clone(), ..known }, set.cases[0]);
    assert_eq!(Boot::from_text(&text("boot.json")).unwrap(), set.boots[0].1);
}

/// Version 2 had no seal, and did not say where a case comes from.
#[test]
fn version_2_is_read() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/formats.md")).unwrap();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/version-2");
    let text = |name: &str| fs::read_to_string(fixtures.join(name)).unwrap();
    let now = Case::from_text(example(&page, "case")).unwrap();
    assert_eq!(Case::from_text(&text("case.json")).unwrap(), Case { origin: Origin::default(), ..now });
    assert_eq!(Boot::from_text(&text("boot.json")), Boot::from_text(example(&page, "boot")));
}

#[test]
fn newer_formats_are_refused() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/version-1");
    let case = fs::read_to_string(fixtures.join("case.json")).unwrap().replace("retake-case/1", "retake-case/4");
    assert!(Case::from_text(&case).unwrap_err().to_string().contains("newer"));
    let newer = Header { format: "retake-traffic/99".to_owned(), ..Header::default() };
    let (mut encoder, mut segment) = segment::Encoder::new(&newer);
    segment.extend(encoder.finish());
    let mut reader = segment::Reader::new(&segment).unwrap();
    assert_eq!(reader.by_ref().count(), 0);
    assert!(reader.tail().to_string().contains("does not read the format `retake-traffic/99`"), "{}", reader.tail());
}
