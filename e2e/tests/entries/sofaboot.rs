//! A service on SOFABoot: called over Bolt and over HTTP, it asks a neighbour in its own process and, over Bolt, another one.

use std::ffi::OsStr;
use std::path::Path;

use retake_e2e::sofaboot::Service;
use retake_e2e::{Jdk, Stage, http, jdk, retake, shop};
use retake_model::trace::{Entry, Outcome, Trace};
use retake_model::value::Value;
use serde_json::Value as Json;

use crate::program::{asked, events, invocation, text, traces};

/// The weights of what is sent to the window; the courier refuses the last.
const WEIGHTS: [u32; 4] = [9, 18, 27, 36];

#[test]
#[ignore = "make proof"]
fn a_service_on_sofaboot_is_recorded_and_replays_without_its_neighbours() {
    let (stage, jdk) = (Stage::new(), jdk::oldest());
    let service = build(&stage, &jdk);
    let (courier, courier_port) = service.courier(&stage);

    let (traffic, cases) = (stage.path("traffic"), stage.path("cases"));
    let bolt = shop::free_port();
    let mut recording = retake::record(&stage, &traffic, &service.command(0, bolt, courier_port));
    let port = shop::port(&recording.line_after("office ready on "));
    recording.line_after("Started Office");
    let mut heard: Vec<String> = Vec::new();
    for weight in WEIGHTS {
        heard.push(http::get(port, &format!("/send?to=w&weight={weight}")).replace("refused: ", ""));
    }
    let sent = service.sender(&stage, bolt, &[]).wait().expect(0);
    let labels = sent.out.lines().filter_map(|line| line.strip_prefix("label ").or(line.strip_prefix("refused ")));
    heard.extend(labels.map(str::to_owned));
    recording.stop().expect(0);
    courier.stop();
    assert!(shop::is_closed(courier_port), "the courier still listens");

    let traces = traces(&traffic);
    assert_eq!(traces.len(), WEIGHTS.len() + 10);
    for trace in &traces {
        assert!(trace.incomplete.is_empty(), "{trace:?}");
    }
    let told: Vec<String> = traces.iter().map(told).collect();
    assert_eq!(told, heard);

    let (_, made) = retake::cases(&stage, &traffic, &cases);
    assert_eq!(made["cases"], traces.len(), "{made}");
    let port = shop::free_port();
    let replay = retake::replay(&stage, &cases, port, &[], &service.command(port, shop::free_port(), courier_port));
    assert_eq!(replay.verdicts.len(), traces.len());
    assert!(replay.failing().next().is_none(), "{}", replay.complaint());
}

#[test]
#[ignore = "make proof"]
fn the_analysis_of_a_service_on_sofaboot_names_its_neighbours() {
    let (stage, jdk) = (Stage::new(), jdk::oldest());
    let service = build(&stage, &jdk);
    let arguments: [&OsStr; 3] = ["analyze".as_ref(), "--format".as_ref(), "json".as_ref()];
    let ended = retake::run(&stage, arguments.into_iter().chain([service.path()])).expect(0);
    let document: Json = serde_json::from_str(&ended.out).unwrap_or_else(|error| panic!("{error}: {ended}"));
    let listed = |key: &str| document[key].as_array().cloned().unwrap_or_default();
    let is = |value: &Json, key: &str, text: &str| value[key].as_str() == Some(text);
    let entries = listed("entries");
    let serves = |entry: &&Json| is(entry, "kind", "sofa") && is(entry, "class", "office.Office$Counter");
    let methods: Vec<&Json> = entries.iter().filter(serves).map(|entry| &entry["method"]).collect();
    assert_eq!(methods, ["send"]);
    let points = listed("points");
    let expected = [
        ("post.Post$Courier.collect", "office.Office$Counter", "SofaReference on office.Office$Counter.courier"),
        ("ledger.Ledger.enter", "ledger.Book", "a SOFA reference (office.xml), offered by ledger.Book"),
        ("ledger.Ledger.last", "ledger.Book", "a SOFA reference (office.xml), offered by ledger.Book"),
    ];
    for (dependency, class, reason) in expected {
        let named = |point: &&Json| point["source"].as_str().is_some_and(|name| name.starts_with(dependency));
        let found: Vec<&Json> = points.iter().filter(named).collect();
        let [point] = found[..] else { panic!("{dependency}: {found:#?}") };
        assert!(is(point, "kind", "external") && is(point, "class", class), "{point:#}");
        assert!(point.to_string().contains(reason), "{point:#}");
    }
}

/// What a trace says that was answered, held against what it says that its dependencies said.
fn told(trace: &Trace) -> String {
    let (all, names) = (events(trace), asked(trace));
    let Outcome::Returned(Value::Int(number)) = all[0].outcome else { panic!("{trace:?}") };
    let [Value::Text(to), Value::Float(weight)] = &all[0].args[..] else { panic!("{trace:?}") };
    assert_eq!(&all[1].args[..], &[Value::Int(number), Value::Float(*weight)]);
    match &trace.entry {
        Some(Entry::Method(_)) => assert_eq!(text(&invocation(trace).args[0], "to"), Some(to.as_str())),
        entry => assert!(entry.as_ref().is_some_and(|entry| entry.to_string().starts_with("GET /send?to=w"))),
    }
    match &all[1].outcome {
        Outcome::Returned(tour) => {
            assert_eq!(names, ["ledger.Ledger.enter", "post.Post$Courier.collect", "ledger.Ledger.last"]);
            let Outcome::Returned(page) = &all[2].outcome else { panic!("{trace:?}") };
            let (line, driver) = (text(page, "line").expect("one"), text(tour, "driver").expect("one"));
            assert_eq!(line, format!("{to} with {weight:?}"));
            format!("{number}: {line} since {} by {driver} to [depot {}]", time(page), number % 7)
        }
        Outcome::Threw(refused) => {
            assert_eq!(names, ["ledger.Ledger.enter", "post.Post$Courier.collect"]);
            text(refused, "detailMessage").expect("it says why").to_owned()
        }
        other => panic!("{other:?}"),
    }
}

/// When a page was written.
fn time(page: &Value) -> i64 {
    let Value::Typed { body, .. } = page else { panic!("{page:?}") };
    match &**body {
        Value::Record(fields) => match fields.iter().find(|(name, _)| name == "at") {
            Some((_, Value::Int(at))) => *at,
            _ => panic!("{page:?}"),
        },
        _ => panic!("{page:?}"),
    }
}

fn build(stage: &Stage, jdk: &Jdk) -> Service {
    Service::build(stage, jdk, &Path::new(env!("CARGO_TARGET_TMPDIR")).join("libraries"))
}
