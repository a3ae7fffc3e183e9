//! What the command says when it cannot do what it is asked: what is wrong, where, and what to do.

mod common;

use std::net::TcpListener;

use common::{Scratch, refused, retake};

/// Runs the command and expects it to refuse with a message that has all of `words` in it.
fn check(scratch: &Scratch, arguments: &[&str], words: &[&str]) {
    let text = refused(&retake(scratch, arguments).output().expect("it runs"));
    for word in words {
        assert!(text.contains(word), "`{word}` is not in what `retake {}` says: {text}", arguments.join(" "));
    }
}

#[test]
fn wrong_arguments() {
    let scratch = Scratch::new("arguments");
    check(&scratch, &["record", "--out", "x"], &["COMMAND"]);
    check(&scratch, &["replay"], &["CASES"]);
    check(&scratch, &["reply"], &["replay"]);
    check(&scratch, &["replay", "x", "--jobs", "0", "--", "java"], &["--jobs"]);
    check(&scratch, &["replay", "x", "--timeout=-1", "--", "java"], &["--timeout"]);
    check(&scratch, &["replay", "x", "--only", "slow", "--", "java"], &["--only", "tag:slow"]);
    check(&scratch, &["replay", "x", "--skip", "entry:GET orders", "--", "java"], &["--skip", "POST /orders/*"]);
    check(&scratch, &["replay", "x", "--fail-if", "wrong>5%", "--", "java"], &["--fail-if", "output-differs"]);
    check(&scratch, &["tag", "x", "two words"], &["one word"]);
    check(&scratch, &["coverage", "x"], &["PATH"]);
    check(&scratch, &["replay", "x", "--url", "localhost:8080", "--", "java"], &["http://127.0.0.1:8080"]);
    check(&scratch, &["replay", "x", "--url", "http://localhost:8080/shop", "--", "java"], &["--url", "path"]);
}

#[test]
fn every_command_has_examples() {
    let scratch = Scratch::new("help");
    for command in [
        &[][..],
        &["analyze"],
        &["explain"],
        &["calls"],
        &["points"],
        &["points", "add"],
        &["record"],
        &["cases"],
        &["reseal"],
        &["replay"],
        &["tag"],
        &["coverage"],
        &["traffic"],
        &["traffic", "show"],
        &["traffic", "stats"],
    ] {
        let output =
            retake(&scratch, command.iter().chain(&["--help"])).env("COLUMNS", "80").output().expect("it runs");
        let text = String::from_utf8(output.stdout).expect("text");
        assert!(output.status.success() && text.contains("Examples:\n  retake "), "{command:?}: {text}");
        let examples = text.lines().skip_while(|line| *line != "Examples:").skip(1).take_while(|line| !line.is_empty());
        for line in examples {
            assert!(line.starts_with("  retake "), "{command:?}: an example is too long for a terminal: {text}");
        }
    }
}

#[test]
fn wrong_paths_and_files() {
    let scratch = Scratch::new("paths");
    let text = scratch.write("notes.txt", "nothing of interest");
    let text = text.to_str().expect("text");
    let empty = scratch.path("empty");
    std::fs::create_dir_all(&empty).expect("writable");
    let empty = empty.to_str().expect("text");

    check(&scratch, &["analyze", "no/such.jar"], &["no/such.jar", "does not exist"]);
    check(&scratch, &["analyze", text], &["notes.txt", "neither a jar nor a directory"]);
    check(&scratch, &["analyze", empty], &["no classes"]);
    let rootless = ["analyze", empty, "--format", "sarif", "--source-root", "no/src"];
    check(&scratch, &rootless, &["no/src is no directory", "--source-root"]);
    let kept = scratch.write("kept.json", "before");
    let fresh = scratch.path("fresh.json");
    for command in ["analyze", "calls"] {
        check(&scratch, &[command, "no/such.jar", "-o", "no/out"], &["no/out cannot be written"]);
        check(&scratch, &[command, "no/such.jar", "-o", empty], &["empty cannot be written"]);
        for out in [&kept, &fresh] {
            check(&scratch, &[command, empty, "--out", out.to_str().expect("text")], &["no classes"]);
        }
        assert_eq!(std::fs::read_to_string(&kept).ok().as_deref(), Some("before"));
        assert!(!fresh.exists());
    }
    let pointless = ["POINT is missing", "`retake explain no/such.jar 17`"];
    check(&scratch, &["explain", "no/such.jar"], &pointless);
    check(&scratch, &["explain", empty], &pointless[..1]);
    check(&scratch, &["explain", "nanoTime"], &["PATH is missing", "`retake explain app.jar nanoTime`"]);
    check(&scratch, &["explain"], &["POINT"]);
    let points = scratch.points();
    check(&scratch, &["explain", points.to_str().expect("text"), "17"], &["`17`", "lists the 0 points"]);
    check(&scratch, &["cases", "no/such", "--out", empty], &["no/such", "not found"]);
    check(&scratch, &["cases", empty, "--out", empty], &["no traffic here"]);
    check(&scratch, &["cases", text, "--out", empty], &["notes.txt", "not a traffic segment"]);
    check(&scratch, &["traffic", "stats", text], &["notes.txt", "not a traffic segment"]);
    check(&scratch, &["traffic", "show", empty], &["no traffic here"]);
    check(&scratch, &["replay", "no/such", "--", "java"], &["no/such", "not found"]);
    check(&scratch, &["replay", empty, "--", "java"], &["no cases here"]);
    check(&scratch, &["record", "--out", text, "--", "java", "-jar", "x.jar"], &["notes.txt", "is not a directory"]);
    check(
        &scratch,
        &["record", "--out", empty, "--", "java", "-jar", "no/such.jar"],
        &["no/such.jar", "does not exist"],
    );
    check(&scratch, &["record", "--out", empty, "--points", text, "--", "java"], &["notes.txt", "points document"]);
    let old = scratch.write("old.json", r#"{"format": "retake-points/1", "points": []}"#);
    let old = old.to_str().expect("text");
    let expected = ["old.json", "`retake-points/1`", "analyse the service again"];
    check(&scratch, &["record", "--out", empty, "--points", old, "--", "java"], &expected);
    check(&scratch, &["record", "--out", empty, "--", "./run.sh"], &["--app"]);
}

#[test]
fn all_broken_cases_are_told_at_once() {
    let scratch = Scratch::new("broken");
    scratch.write("a.case.json", "not JSON");
    scratch.write("b.case.json", "{\"format\": \"retake-case/99\"}");
    let directory = scratch.path("");
    check(
        &scratch,
        &["replay", directory.to_str().expect("text"), "--", "java"],
        &["a.case.json", "b.case.json", "newer version"],
    );
}

#[test]
fn a_port_in_use() {
    let scratch = Scratch::new("port");
    scratch.case("a");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("bound").port();
    let url = format!("http://127.0.0.1:{port}");
    let directory = scratch.path("");
    let arguments = ["replay", directory.to_str().expect("text"), "--url", &url, "--", "java", "-jar", "x.jar"];
    check(&scratch, &arguments, &[&format!("port {port} is already in use"), "--url"]);
}

#[test]
fn an_agent_that_is_missing() {
    let scratch = Scratch::new("agent");
    let out = scratch.path("out");
    let points = scratch.points();
    let arguments = [
        "record".as_ref(),
        "--out".as_ref(),
        out.as_os_str(),
        "--points".as_ref(),
        points.as_os_str(),
        "--".as_ref(),
        "/no/such/java".as_ref(),
    ];
    let output = retake(&scratch, arguments).env("RETAKE_AGENT", "no/such.so").output().expect("it runs");
    assert!(refused(&output).contains("RETAKE_AGENT is no/such.so"));
    // Without the variable it is the agent inside, if there is one.
    let cache = scratch.path("cache");
    let output =
        retake(&scratch, arguments).env("RETAKE_AGENT", "").env("XDG_CACHE_HOME", cache).output().expect("it runs");
    let expected = match option_env!("RETAKE_AGENT").is_some_and(|path| !path.is_empty()) {
        true => "/no/such/java was not found",
        false => "this retake was built without its agent",
    };
    assert!(refused(&output).contains(expected));
}
