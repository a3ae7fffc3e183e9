//! A reactive service on a relational database: what it asks through publishers is recorded whichever library asks, and it replays
//! when the database is gone.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use retake_e2e::jdk::libraries::Libraries;
use retake_e2e::system::Server;
use retake_e2e::{Stage, http, jdk, retake, shop};

const CLIENTS: usize = 8;
const ROUNDS: usize = 3;
/// What each client asks in a round.
const ASKED: &[(&str, &str)] = &[
    ("POST", "/notes"),
    ("GET", "/notes/1"),
    ("GET", "/notes/4711"),
    ("GET", "/notes"),
    ("GET", "/liked"),
    ("POST", "/notes/1/like"),
    ("GET", "/count"),
    ("GET", "/texts"),
    ("GET", "/plain"),
    ("GET", "/broken"),
];

#[test]
fn what_is_asked_through_publishers_replays_without_the_database() {
    let stage = Stage::new();
    let database = Server::postgres(&stage, "postgres");
    let notes = Notes::new(&stage, database.port);
    let (traffic, cases) = (stage.path("traffic"), stage.path("cases"));
    let mut recording = retake::record(&stage, &traffic, &notes.command(0));
    let port = shop::port(&recording.line_after("notes ready on "));
    assert!(ask(port, "POST", "/notes").contains("a note"), "one is there from the start");
    std::thread::scope(|scope| {
        for client in 0..CLIENTS {
            scope.spawn(move || {
                for round in 0..ROUNDS * ASKED.len() {
                    // Everybody begins elsewhere.
                    let (method, path) = ASKED[(client + round) % ASKED.len()];
                    ask(port, method, path);
                }
            });
        }
    });
    recording.stop().expect(0);
    // Nothing is left that could answer.
    database.stop();
    let requests = 1 + CLIENTS * ROUNDS * ASKED.len();
    let (_, made) = retake::cases(&stage, &traffic, &cases);
    assert_eq!(made["cases"], requests, "{made}");
    let port = shop::free_port();
    retake::replay(&stage, &cases, port, &[], &notes.command(port)).all_passed(requests);
    stage.nothing_left();
}

fn ask(port: u16, method: &str, path: &str) -> String {
    let body = if path == "/notes" && method == "POST" { "a note" } else { "" };
    let answer = http::send(
        port,
        &format!(
            "{method} {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: {}\r\n\r\n\
             {body}",
            body.len()
        ),
    );
    assert!(answer.starts_with("HTTP/1.1 200"), "{method} {path}: {answer}");
    answer
}

/// The service, built.
struct Notes {
    build: PathBuf,
    libraries: Libraries,
    database: u16,
}

impl Notes {
    fn new(stage: &Stage, database: u16) -> Notes {
        let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("java/r2dbc");
        let libraries =
            Libraries::of(&home.join("libraries.txt"), &Path::new(env!("CARGO_TARGET_TMPDIR")).join("libraries"));
        let source = fs::read_to_string(home.join("Notes.java")).expect("the source is there");
        let jars = std::env::join_paths(libraries.all()).expect("no path has a colon");
        let options: [&OsStr; 5] = ["--release".as_ref(), "17".as_ref(), "-parameters".as_ref(), "-cp".as_ref(), &jars];
        let build = stage.compile_with(&jdk::newest(), &options, "build", "Notes.java", &source);
        Notes { build, libraries, database }
    }

    fn command(&self, port: u16) -> Vec<OsString> {
        let path = std::env::join_paths(std::iter::once(self.build.clone()).chain(self.libraries.all()));
        let (java, path) = (jdk::newest().java().into(), path.expect("no path has a colon"));
        let ports = [port.to_string().into(), self.database.to_string().into()];
        [java, "-cp".into(), path, "notes.Notes".into()].into_iter().chain(ports).collect()
    }
}
