//! Servlets on every server that is known: a request is one trace, from the first filter to the last byte of its answer,
//! whichever threads worked on it; what is recorded is what the client sent and got; and all of it replays.

#![allow(clippy::print_stdout, reason = "a test of a promise tells its figures")]

mod client;
mod server;

use std::collections::BTreeMap;

use client::{Answer, Asked};
use retake_e2e::{Stage, retake, shop};
use retake_model::trace::Trace;
use retake_store::Traffic;
use server::{ALL, JETTY_12, Server, TOMCAT_10, UNDERTOW};

const FORM: &str = "Content-Type: application/x-www-form-urlencoded\r\n";
const TEXT: &str = "Content-Type: text/plain;charset=UTF-8\r\n";
const PARTS: &str = "Content-Type: multipart/form-data; boundary=xx\r\n";
const PART: &str = "--xx\r\nContent-Disposition: form-data; name=\"p\"\r\n\r\none\r\n--xx\r\nContent-Disposition: form-data; \
                    name=\"q\"; filename=\"f\"\r\nContent-Type: text/plain\r\n\r\ntwo\r\n--xx--\r\n";

/// What a servlet is asked: the path, the status, and the branches in which something is recorded, with how many events. No
/// branches are named where servers differ.
const SERVLET: &[(&str, u16, &str)] = &[
    ("GET /hello", 200, ":2"),
    ("HEAD /hello", 200, ":2"),
    ("GET /large", 200, ":2"),
    ("GET /empty", 204, ":2"),
    ("GET /closed", 200, ":3"),
    ("GET /forward", 200, ":3"),
    ("GET /include", 200, ":3"),
    ("GET /throws", 500, ":1"),
    ("GET /missing", 404, ":2"),
    ("GET /async-complete", 200, ":2 0:1"),
    ("GET /async-at-once", 200, ":2"),
    ("GET /async-start", 200, ":1 0:1"),
    ("GET /async-dispatch", 200, ":2 0:1"),
    ("GET /async-late", 200, ":2 0:1"),
    ("GET /async-timeout", 200, ":3"),
    ("GET /async-listen", 200, ":2 0:1"),
    ("GET /async-write", 200, ":2"),
    ("GET /async-missing", 404, ""),
];

/// What controllers of Spring are asked.
const SPRING: &[(&str, u16, &str)] = &[
    ("GET /plain", 200, ":2"),
    ("GET /callable", 200, ":2 0:1"),
    ("GET /deferred", 200, ":1 0:1"),
    ("GET /late", 200, ":2"),
    ("GET /too-late", 503, ":2"),
    ("GET /future", 200, ":1 0:1 1:1"),
    ("GET /streaming", 200, ":1 0:3"),
    ("GET /events", 200, ":1 0:3"),
];

#[test]
fn servlets_on_jetty_12_replay() {
    replays(&JETTY_12, "web.Web", &servlet(1));
}

#[test]
#[ignore = "make proof"]
fn servlets_on_every_server_replay() {
    for server in ALL {
        replays(server, "web.Web", &servlet(8));
    }
}

#[test]
#[ignore = "make proof"]
fn controllers_of_spring_replay() {
    for server in [&TOMCAT_10, &JETTY_12, &UNDERTOW] {
        let mut asked = gets(SPRING, 8);
        asked.push((post("/body", TEXT, "zwölf".as_bytes().to_vec(), 0, 0), 200, ":2"));
        replays(&server.with_spring(), "web.Mvc", &asked);
    }
}

#[test]
#[ignore = "make proof"]
fn a_client_that_goes_away_leaves_the_service_as_it_was() {
    for server in ALL {
        let stage = Stage::new();
        let traffic = stage.path("traffic");
        let build = server.compile(&stage);
        let mut recording = retake::record(&stage, &traffic, &server.command(&build, "web.Web", 0));
        let port = shop::port(&recording.line_after("web ready on "));
        for path in ["/large", "/async-late", "/async-write"] {
            for _ in 0..4 {
                get(path, "gone").send_and_leave(port);
            }
        }
        let asked = servlet(1);
        let answers: Vec<Answer> = asked.iter().map(|(asked, ..)| asked.send(port)).collect();
        recording.stop().expect(0);
        let mut traces = traces(&traffic);
        traces.retain(|target, _| !target.ends_with("gone"));
        same(server, &asked, &answers, &traces);
    }
}

type Expected = (Asked, u16, &'static str);

/// Records a service while it is asked everything by four clients, compares, and replays.
fn replays(server: &Server, servlet: &str, asked: &[Expected]) {
    let stage = Stage::new();
    let (traffic, cases) = (stage.path("traffic"), stage.path("cases"));
    let build = server.compile(&stage);
    let mut recording = retake::record(&stage, &traffic, &server.command(&build, servlet, 0));
    let port = shop::port(&recording.line_after("web ready on "));
    let answers: Vec<Answer> = std::thread::scope(|scope| {
        let clients: Vec<_> = (asked.chunks(asked.len().div_ceil(4)))
            .map(|share| scope.spawn(move || share.iter().map(|(asked, ..)| asked.send(port)).collect::<Vec<_>>()))
            .collect();
        clients.into_iter().flat_map(|client| client.join().expect("it is answered")).collect()
    });
    recording.stop().expect(0);
    same(server, asked, &answers, &traces(&traffic));

    let (_, made) = retake::cases(&stage, &traffic, &cases);
    assert_eq!(made["cases"], asked.len(), "{}: {made}", server.name);
    let port = shop::free_port();
    retake::replay(&stage, &cases, port, &[], &server.command(&build, servlet, port)).all_passed(asked.len());
    println!("{}: {} requests to {servlet} recorded and replayed", server.name, asked.len());
    stage.nothing_left();
}

/// Fails unless every request is one trace, with what the client sent and got and with the branches that it should have.
fn same(server: &Server, asked: &[Expected], answers: &[Answer], traces: &BTreeMap<String, Trace>) {
    assert_eq!(traces.len(), asked.len(), "{}: {:?}", server.name, traces.keys());
    for ((asked, status, branches), answer) in asked.iter().zip(answers) {
        let what = format!("{}: {} {}", server.name, asked.method, asked.target);
        let trace = traces.get(&asked.target).unwrap_or_else(|| panic!("{what} was not recorded"));
        assert!(trace.incomplete.is_empty(), "{what}: {:?}", trace.incomplete);
        let exchange = trace.entry.as_ref().and_then(|entry| entry.exchange()).expect("it came over HTTP");
        let response = exchange.response.as_ref().unwrap_or_else(|| panic!("{what} has no response"));
        assert_eq!(exchange.request.method, asked.method, "{what}");
        assert!(exchange.request.body == asked.body, "{what}: another body was sent");
        assert_eq!((answer.status, response.status), (*status, *status), "{what}");
        assert!(response.body == answer.body, "{what}: {} of {} bytes", response.body.len(), answer.body.len());
        let filtered = response.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("filtered"));
        assert_eq!(filtered.map(|(_, value)| value.trim()), answer.header("Filtered").map(str::trim), "{what}");
        assert!(branches.is_empty() || shape(trace) == *branches, "{what}: {}", shape(trace));
    }
}

/// The branches in which something was recorded: how to come there, and how many events.
fn shape(trace: &Trace) -> String {
    let mut branches: Vec<_> = trace.branches.iter().filter(|branch| !branch.events.is_empty()).collect();
    branches.sort_by_key(|branch| branch.path.clone());
    let named = branches.iter().map(|branch| {
        let path: Vec<String> = branch.path.iter().map(u32::to_string).collect();
        format!("{}:{}", path.join("."), branch.events.len())
    });
    named.collect::<Vec<_>>().join(" ")
}

/// The traces of requests over HTTP, by what was asked for.
fn traces(traffic: &std::path::Path) -> BTreeMap<String, Trace> {
    let mut traces = BTreeMap::new();
    for segment in Traffic::open(traffic).expect("there is traffic").segments() {
        let segment = segment.expect("it can be read");
        let keep = |trace: Trace| {
            let Some(exchange) = trace.entry.as_ref().and_then(|entry| entry.exchange()) else { return };
            let target = exchange.request.target.clone();
            let before = traces.insert(target.clone(), trace);
            assert!(before.is_none() || target.ends_with("gone"), "{target} is two traces");
        };
        segment.each(keep).expect("it can be read");
    }
    traces
}

/// Everything that the servlet is asked, so often.
fn servlet(rounds: usize) -> Vec<Expected> {
    let binary: Vec<u8> = (0..=255).cycle().take(256_000).collect();
    let mut asked = gets(SERVLET, rounds);
    for round in 0..rounds {
        asked.extend([
            (post("/echo", "", binary.clone(), 0, round), 200, ":2"),
            (post("/echo", "", binary[..999].to_vec(), 7, round), 200, ":2"),
            (post("/echo", "", Vec::new(), 0, round), 200, ":2"),
            (post("/reader", TEXT, "eins\nzwölf\n".as_bytes().to_vec(), 0, round), 200, ":2"),
            (post("/form", FORM, b"a=1&b=x%20y".to_vec(), 0, round), 200, ":2"),
            (post("/parts", PARTS, PART.as_bytes().to_vec(), 0, round), 200, ":2"),
            (post("/async-read", "", binary[..15_000].to_vec(), 0, round), 200, ":2"),
            (post("/async-read", "", binary[..15_000].to_vec(), 5, round), 200, ":2"),
        ]);
    }
    asked
}

fn gets(paths: &[(&'static str, u16, &'static str)], rounds: usize) -> Vec<Expected> {
    let all = (0..rounds).flat_map(|round| paths.iter().map(move |path| (round, path)));
    all.map(|(round, &(path, status, branches))| {
        let (method, path) = path.split_once(' ').expect("a method and a path");
        let asked = get(path, &format!("{method}{round}"));
        (Asked { method, ..asked }, status, branches)
    })
    .collect()
}

fn get(path: &str, mark: &str) -> Asked {
    Asked { method: "GET", target: format!("{path}?name=x&n={mark}"), headers: "", body: Vec::new(), chunks: 0 }
}

fn post(path: &str, headers: &'static str, body: Vec<u8>, chunks: usize, round: usize) -> Asked {
    let target = format!("{path}?n={round}-{}-{chunks}", body.len());
    Asked { method: "POST", target, headers, body, chunks }
}
