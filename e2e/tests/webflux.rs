//! A reactive service on Reactor Netty: every request is a trace with exactly what it depended on, whatever else the event
//! loops serve at the same time, and it replays.

#![allow(clippy::print_stdout, reason = "a test of a promise tells its figures")]

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use retake_e2e::jdk::libraries::Libraries;
use retake_e2e::{Stage, http, jdk, retake, shop};
use retake_model::trace::{Branch, Entry, Outcome, Response, Trace};
use retake_model::value::Value;
use retake_store::Traffic;

/// What is asked, and the branches in which something is recorded: how to come there, and how many events. A bag counts
/// together with the branches below it.
const FLOWS: &[(&str, &str)] = &[
    ("/plain", ":1 0:1"),
    ("/subscribe-on", ":1 0.0:2"),
    ("/publish-on", ":1 0:5 0.0:5"),
    ("/flat-map", ":1 0.0=8 0.1:1 0.2:1 0.3:1 0.4:1 0.5:1 0.6:1 0.7:1 0.8:1"),
    ("/concat-map", ":1 0.0:4 0.0.0:1 0.0.1:1 0.0.2:1 0.0.3:1"),
    ("/sequential", ":1 0.0:4 0.1:1 0.2:1 0.3:1 0.4:1"),
    ("/merge", ":1 0:1 0.0=3 0.1:1 0.2:1"),
    ("/zip", ":1 0.0:1 0.1:1 0.2:1"),
    ("/delay-elements", ":1 0:1 0.0:7"),
    ("/timeout", ":1 0.1:1 0.1.0:1"),
    ("/retry", ":1 0:1 0.0:4"),
    ("/future", ":1 0.0:1 0.1:1"),
    ("/callback", ":1 0.0:1 0.1:1"),
    ("/parallel", ":1 0.1:4 0.2:4"),
    ("/interval", ":1 0.0:3"),
    ("/lines", ":1 0.0.0:1 0.0.2:1 0.0.3:1 0.0.4:1 0.0.5:1 0.0.6:1"),
    ("/broken", ":1 0.0:1 0.0.0:1"),
    ("/words", ":1 0.0.0:1"),
    ("/named", ":1 1:1"),
];

#[test]
fn requests_on_event_loops_are_told_apart() {
    Flows::record(8, 4);
}

#[test]
#[ignore = "make proof"]
fn two_hundred_requests_at_a_time_are_told_apart() {
    Flows::record(200, 400);
}

/// The same, of what asks another service: a publisher gives the answer.
const CLIENTS: &[(&str, &str)] = &[
    ("/client", ":1 0:1 0.0:1"),
    ("/client-zip", ":1 0:2 0.0:1 0.3:1"),
    ("/client-flat-map", ":1 0:6 0.1:1 0.2:1 0.3:1 0.4:1 0.5:1 0.6:1"),
    ("/client-lines", ":1 0:1 0.0.0:1 0.0.1:1 0.0.2:1 0.0.3:1 0.0.4:1 0.0.5:1"),
    ("/client-some", ":1 0:1 0.0:1"),
    ("/client-entity", ":1 0:1"),
    ("/client-empty", ":1 0:1 0.0:1"),
    ("/client-broken", ":1 0:1 0.0:1"),
    ("/client-retry", ":1 0:1 0.0.0.0:1"),
];

#[test]
fn what_publishers_told_is_told_again() {
    let flows = Flows::new();
    let (traffic, cases) = (flows.stage.path("traffic"), flows.stage.path("cases"));
    let mut other = flows.stage.start("other", &jdk::newest().java(), &flows.command(0, &[])[1..]);
    let other_url = format!("-Dother=http://127.0.0.1:{}", shop::port(&other.line_after("flows ready on ")));
    let mut recording = retake::record(&flows.stage, &traffic, &flows.command(0, &[&other_url]));
    let port = shop::port(&recording.line_after("flows ready on "));
    std::thread::scope(|scope| {
        for client in 0..3 {
            scope.spawn(move || {
                // The other service refuses two of three, so only one at a time may try again.
                for (path, _) in CLIENTS.iter().filter(|(path, _)| client == 0 || *path != "/client-retry") {
                    http::get(port, path);
                }
            });
        }
    });
    recording.stop().expect(0);
    // Nothing is left that could answer.
    other.stop();
    let requests = 3 * CLIENTS.len() - 2;
    let traces = traces(&traffic);
    assert_eq!(traces.len(), requests);
    assert!(traces.iter().all(|trace| trace.incomplete.is_empty()), "{traces:#?}");
    assert_shapes(&traces, CLIENTS);
    let (_, made) = retake::cases(&flows.stage, &traffic, &cases);
    assert_eq!(made["cases"], requests, "{made}");
    let port = shop::free_port();
    let replay = retake::replay(&flows.stage, &cases, port, &[], &flows.command(port, &[&other_url]));
    replay.all_passed(requests);
    flows.stage.nothing_left();
}

/// The service, built.
struct Flows {
    stage: Stage,
    build: PathBuf,
    libraries: Libraries,
}

impl Flows {
    /// Has so many clients ask for everything, all together so many times; holds the traffic against what they heard and
    /// replays it.
    fn record(clients: usize, rounds: usize) {
        let flows = Flows::new();
        let (traffic, cases) = (flows.stage.path("traffic"), flows.stage.path("cases"));
        let mut recording = retake::record(&flows.stage, &traffic, &flows.command(0, &[]));
        let port = shop::port(&recording.line_after("flows ready on "));
        let heard = ask(port, clients, rounds);
        recording.stop().expect(0);
        let requests = rounds * FLOWS.len();
        assert_eq!(heard.len(), requests, "each answer has a mark of its own");

        let traces = traces(&traffic);
        assert_eq!(traces.len(), requests);
        for trace in &traces {
            assert!(trace.incomplete.is_empty(), "{:?}", trace.incomplete);
            let response = response(trace);
            let mark = response.headers.iter().find(|(name, _)| name == "mark").map(|(_, mark)| mark.as_str());
            let mark = mark.expect("the filter is inside of the trace");
            assert_eq!(chances(trace), heard[mark], "{:?}", trace.entry);
            let mut told = words(&String::from_utf8_lossy(&response.body));
            told.push(mark.to_owned());
            told.sort_unstable();
            assert_eq!(told, heard[mark], "the body is the one that went out");
        }
        flows.replay(&traffic, &cases, requests);
        println!("{requests} requests of {clients} clients recorded, 0 mixed up, and replayed");
        flows.stage.nothing_left();
    }

    fn replay(&self, traffic: &Path, cases: &Path, requests: usize) {
        let (_, made) = retake::cases(&self.stage, traffic, cases);
        assert_eq!(made["cases"], requests, "{made}");
        assert_shapes(&traces(traffic), FLOWS);
        let port = shop::free_port();
        retake::replay(&self.stage, cases, port, &[], &self.command(port, &[])).all_passed(requests);
    }

    fn new() -> Flows {
        let stage = Stage::new();
        let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("java/webflux");
        let libraries =
            Libraries::of(&home.join("libraries.txt"), &Path::new(env!("CARGO_TARGET_TMPDIR")).join("libraries"));
        let source = fs::read_to_string(home.join("Flows.java")).expect("the source is there");
        let jars = std::env::join_paths(libraries.all()).expect("no path has a colon");
        let options: [&OsStr; 5] = ["--release".as_ref(), "17".as_ref(), "-parameters".as_ref(), "-cp".as_ref(), &jars];
        let build = stage.compile_with(&jdk::newest(), &options, "build", "Flows.java", &source);
        Flows { stage, build, libraries }
    }

    fn command(&self, port: u16, options: &[&str]) -> Vec<OsString> {
        let path = std::env::join_paths(std::iter::once(self.build.clone()).chain(self.libraries.all()));
        let path = path.expect("no path has a colon");
        let mut command: Vec<OsString> = vec![jdk::newest().java().into()];
        command.extend(options.iter().map(OsString::from));
        command.extend(["-cp".into(), path, "flows.Flows".into(), port.to_string().into()]);
        command
    }
}

/// Asks for everything; gives the words of chance of each answer, by its mark.
fn ask(port: u16, clients: usize, rounds: usize) -> BTreeMap<String, Vec<String>> {
    let client = |number: usize| {
        let mut heard = Vec::new();
        for _ in (number..rounds).step_by(clients) {
            for (at, _) in FLOWS.iter().enumerate() {
                // Everybody begins elsewhere.
                let (path, _) = FLOWS[(at + number) % FLOWS.len()];
                heard.push(one(port, path));
            }
        }
        heard
    };
    let client = &client;
    std::thread::scope(|scope| {
        let clients: Vec<_> = (0..clients).map(|number| scope.spawn(move || client(number))).collect();
        clients.into_iter().flat_map(|client| client.join().expect("it asks")).collect()
    })
}

fn one(port: u16, path: &str) -> (String, Vec<String>) {
    let body = match path {
        "/words" => "many words ".repeat(2000),
        "/named" => "{\"name\": \"somebody\"}".to_owned(),
        _ => String::new(),
    };
    let (method, kind) = match path {
        "/words" => ("POST", "text/plain"),
        "/named" => ("POST", "application/json"),
        _ => ("GET", "text/plain"),
    };
    let length = body.len();
    let answer = http::send(
        port,
        &format!(
            "{method} {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: {kind}\r\nContent-Length: {length}\
             \r\n\r\n{body}"
        ),
    );
    let status = match path {
        "/words" => "HTTP/1.1 201",
        "/broken" => "HTTP/1.1 500",
        _ => "HTTP/1.1 200",
    };
    assert!(answer.starts_with(status), "{path}: {answer}");
    let mark = answer.lines().find_map(|line| line.strip_prefix("mark: ")).expect("the filter sets it");
    let mut words = words(&answer);
    words.sort_unstable();
    (mark.to_owned(), words)
}

/// What is said by chance.
fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    let chance = |word: &&str| word.len() == 8 && word.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    words.filter(chance).map(str::to_owned).collect()
}

/// What a trace was told by chance.
fn chances(trace: &Trace) -> Vec<String> {
    let mut chances = Vec::new();
    for event in trace.branches.iter().flat_map(|branch| &branch.events) {
        let Outcome::Returned(Value::Typed { body, .. }) = &event.outcome else { panic!("{event:?}") };
        let Value::Text(text) = &**body else { panic!("{event:?}") };
        chances.push(text[..8].to_owned());
    }
    chances.sort_unstable();
    chances
}

fn response(trace: &Trace) -> &Response {
    match &trace.entry {
        Some(Entry::Http(exchange)) => exchange.response.as_ref().expect("it was answered"),
        other => panic!("not over HTTP: {other:?}"),
    }
}

fn traces(traffic: &Path) -> Vec<Trace> {
    let mut traces = Vec::new();
    for segment in Traffic::open(traffic).expect("there is traffic").segments() {
        segment.expect("it can be read").each(|trace| traces.push(trace)).expect("it can be read");
    }
    traces.retain(|trace| trace.entry.is_some());
    traces
}

/// Every request for the same has the same branches.
fn assert_shapes(traces: &[Trace], expected: &[(&str, &str)]) {
    let mut shapes: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for trace in traces {
        let Some(Entry::Http(exchange)) = &trace.entry else { continue };
        shapes.entry(&exchange.request.target).or_default().insert(shape(&trace.branches));
    }
    for (path, expected) in expected {
        let seen: Vec<&str> = shapes[path].iter().map(String::as_str).collect();
        assert_eq!(seen, [*expected], "{path}");
    }
}

/// The branches in which something happened.
fn shape(branches: &[Branch]) -> String {
    let bags: Vec<&[u32]> = branches.iter().filter(|branch| branch.bag).map(|branch| &branch.path[..]).collect();
    let mut counts: BTreeMap<(&[u32], char), usize> = BTreeMap::new();
    for branch in branches {
        let key = match bags.iter().find(|bag| branch.path.starts_with(bag)) {
            Some(bag) => (*bag, '='),
            None => (&branch.path[..], ':'),
        };
        *counts.entry(key).or_default() += branch.events.len();
    }
    let shown = |((path, sign), count): (&(&[u32], char), &usize)| {
        let path: Vec<String> = path.iter().map(u32::to_string).collect();
        format!("{}{sign}{count}", path.join("."))
    };
    counts.iter().filter(|(_, count)| **count > 0).map(shown).collect::<Vec<_>>().join(" ")
}
