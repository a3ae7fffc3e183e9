//! Traffic in, cases out; and looking inside.

mod common;

use std::io::Read;
use std::path::PathBuf;
use std::process::{Output, Stdio};

use common::{Scratch, refused, retake};
use retake_model::points::{FORMAT, Points};
use retake_model::segment::{self, Header};
use retake_model::trace::{Branch, Entry, Exchange, Request, Response, Trace};
use retake_store::SegmentWriter;
use serde_json::Value;

/// Traffic with as many requests.
fn traffic(scratch: &Scratch, requests: u64) -> PathBuf {
    let directory = scratch.path("traffic");
    std::fs::create_dir_all(&directory).expect("writable");
    let header = Header {
        format: segment::FORMAT.to_owned(),
        points: Points { format: FORMAT.to_owned(), ..Points::default() },
        ..Header::default()
    };
    let mut writer = SegmentWriter::create(directory.join("a.rtk"), &header).expect("writable");
    for id in 0..requests {
        let request = Request { method: "GET".to_owned(), target: format!("/orders/{id}"), ..Request::default() };
        let response = Some(Response { status: 200, body: b"fine".to_vec(), ..Response::default() });
        let entry = Some(Entry::Http(Exchange { request, response }));
        writer.push(&Trace { id, entry, branches: vec![Branch::default()], ..Trace::default() }).expect("writable");
    }
    writer.finish().expect("writable");
    directory
}

fn run(scratch: &Scratch, arguments: &[&str]) -> Output {
    let output = retake(scratch, arguments).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("text")
}

#[test]
fn shows_what_was_recorded() {
    let scratch = Scratch::new("show");
    let traffic = traffic(&scratch, 5);
    let traffic = traffic.to_str().expect("text");
    let stats = text(run(&scratch, &["traffic", "stats", traffic]).stdout);
    assert!(stats.starts_with("5 requests") && stats.contains("5  GET /orders/* → 200"), "{stats}");
    let list = text(run(&scratch, &["traffic", "show", traffic, "--limit", "2"]).stdout);
    assert_eq!(list.lines().count(), 2, "{list}");
    let one = text(run(&scratch, &["traffic", "show", traffic, "--trace", "3"]).stdout);
    assert!(one.starts_with("3  GET /orders/3 → 200\n") && one.contains("  fine\n"), "{one}");
    let lines = text(run(&scratch, &["traffic", "show", traffic, "--format", "json"]).stdout);
    let first: Value = serde_json::from_str(lines.lines().next().expect("a line")).expect("JSON");
    assert_eq!((&first["target"], &first["status"]), (&"/orders/0".into(), &200.into()));
    let output = retake(&scratch, ["traffic", "show", traffic, "--trace", "99"]).output().expect("it runs");
    assert!(refused(&output).contains("no trace has the number 99"));
}

#[test]
fn damage_is_found() {
    let scratch = Scratch::new("verify");
    let directory = traffic(&scratch, 5);
    let file = directory.join("a.rtk");
    let bytes = std::fs::read(&file).expect("there");
    let verify = |expected: i32| {
        let output = retake(&scratch, ["traffic", "verify", file.to_str().expect("text")]).output().expect("it runs");
        assert_eq!(output.status.code(), Some(expected), "{}", String::from_utf8_lossy(&output.stderr));
        text(output.stdout)
    };
    let whole = verify(0);
    assert!(whole.starts_with("whole ") && whole.ends_with(": 5 traces\n"), "{whole}");
    let mut flipped = bytes.clone();
    let near_the_end = flipped.len() - 60;
    flipped[near_the_end] ^= 1;
    std::fs::write(&file, &flipped).expect("writable");
    assert!(verify(1).contains("a block with a wrong checksum"));
    std::fs::write(&file, &bytes[..bytes.len() - 10]).expect("writable");
    assert!(verify(1).contains("the recording was not ended"));
    let output = retake(&scratch, ["traffic", "verify", file.to_str().expect("text"), "--format", "json"]);
    let output = { output }.output().expect("it runs");
    let said: Value = serde_json::from_str(&text(output.stdout)).expect("JSON");
    assert_eq!(said["traces"], 5);
    assert_eq!(said["wrong"].as_object().expect("what is wrong").len(), 2, "{said}");
}

#[test]
fn a_cut_is_told_and_the_rest_is_used() {
    let scratch = Scratch::new("cut");
    let directory = traffic(&scratch, 5);
    let file = directory.join("a.rtk");
    let bytes = std::fs::read(&file).expect("there");
    std::fs::write(&file, &bytes[..bytes.len() - 10]).expect("writable");
    let directory = directory.to_str().expect("text");
    let stats = text(run(&scratch, &["traffic", "stats", directory]).stdout);
    assert!(stats.starts_with("5 requests") && stats.contains("cut: ") && stats.contains("bytes lost"), "{stats}");
    let out = scratch.path("cases");
    let output = run(&scratch, &["cases", directory, "--out", out.to_str().expect("text")]);
    assert!(text(output.stderr).contains("bytes lost"));
    let made = text(output.stdout);
    assert!(made.starts_with("5 requests show 2 behaviours: 2 cases to "), "{made}");
}

#[test]
fn makes_cases() {
    let scratch = Scratch::new("make");
    let traffic = traffic(&scratch, 3);
    let out = scratch.path("cases");
    let arguments = [
        "cases",
        traffic.to_str().expect("text"),
        "--out",
        out.to_str().expect("text"),
        "--format",
        "json",
        "--keep",
        "all",
    ];
    let summary: Value = serde_json::from_slice(&run(&scratch, &arguments).stdout).expect("JSON");
    assert_eq!((&summary["requests"], &summary["cases"]), (&3.into(), &3.into()));
    let cases = || {
        let mut files: Vec<_> = std::fs::read_dir(&out).expect("there").flatten().map(|file| file.path()).collect();
        files.sort();
        files.iter().map(|file| (file.clone(), std::fs::read(file).expect("there"))).collect::<Vec<_>>()
    };
    let first = cases();
    assert_eq!(first.iter().filter(|(path, _)| path.to_string_lossy().ends_with(".case.json")).count(), 3);
    // The same traffic gives the same files.
    run(&scratch, &arguments);
    assert_eq!(cases(), first);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let scratch = Scratch::new("pipe");
    let traffic = traffic(&scratch, 20_000);
    let mut command = retake(&scratch, ["traffic".as_ref(), "show".as_ref(), traffic.as_os_str()]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    let mut out = child.stdout.take().expect("a pipe");
    out.read_exact(&mut [0; 100]).expect("it writes");
    drop(out);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), text(output.stderr).as_str()), (Some(0), ""));
}
