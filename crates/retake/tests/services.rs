//! Services that fail, hang or are interrupted: the command says so, ends, and leaves nothing behind.

mod common;

use std::ffi::{OsStr, OsString};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use common::{Scratch, number_in, refused, retake, runs};

/// Replays one case against a service that is a shell script.
fn replay(scratch: &Scratch, options: &[&str], script: &str) -> Command {
    let case = scratch.case("a");
    let port = TcpListener::bind("127.0.0.1:0").expect("a free port").local_addr().expect("bound").port();
    let mut arguments: Vec<OsString> = vec!["replay".into(), case.into(), "--points".into(), scratch.points().into()];
    arguments.push("--url".into());
    arguments.push(format!("http://127.0.0.1:{port}").into());
    arguments.extend(options.iter().map(OsString::from));
    arguments.extend(["--", "sh", "-c", script].map(OsString::from));
    retake(scratch, arguments)
}

fn record(scratch: &Scratch, script: &str) -> Command {
    let (out, points) = (scratch.path("traffic"), scratch.points());
    let options: [&OsStr; 5] =
        ["record".as_ref(), "--out".as_ref(), out.as_ref(), "--points".as_ref(), points.as_ref()];
    let command = ["--", "sh", "-c", script].map(OsStr::new);
    retake(scratch, options.into_iter().chain(command))
}

/// Whether the command removed everything that it made for itself.
fn is_clean(scratch: &Scratch) -> bool {
    std::fs::read_dir(scratch.path("tmp")).expect("there").next().is_none()
}

#[test]
fn a_service_that_does_not_start() {
    let scratch = Scratch::new("start");
    let output = replay(&scratch, &[], "echo connecting; echo no database >&2; exit 3").output().expect("it runs");
    let text = refused(&output);
    assert!(text.contains("ended before it was ready (exit status: 3)"), "{text}");
    assert!(text.contains("  connecting\n  no database\n"), "{text}");
    // All of its output is there to be read.
    let path = text.lines().find_map(|line| line.strip_prefix("retake: the service's output is in ")).expect("a path");
    assert_eq!(std::fs::read_to_string(path).expect("it is there"), "connecting\nno database\n");
}

#[test]
fn a_service_whose_output_is_shown() {
    let scratch = Scratch::new("shown");
    let output = replay(&scratch, &["--show-output"], "echo no database; exit 3").output().expect("it runs");
    let text = String::from_utf8(output.stderr).expect("text");
    assert!(text.contains("no database\n") && !text.contains("the service's output is in"), "{text}");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    assert!(is_clean(&scratch));
}

#[test]
fn a_service_without_a_jvm() {
    let scratch = Scratch::new("jvm");
    let pid = scratch.path("pid");
    let script = format!("sleep 97 & echo $! > '{}'; wait", pid.display());
    let output = replay(&scratch, &["--ready-timeout", "0.5"], &script).output().expect("it runs");
    assert!(refused(&output).contains("no agent called in"));
    assert!(!runs(number_in(&pid)));
    assert!(is_clean(&scratch));

    let output = record(&scratch, "echo done").output().expect("it runs");
    let text = String::from_utf8(output.stderr).expect("text");
    assert!(text.contains("nothing was recorded"), "{text}");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(output.stdout, b"done\n", "the service's output is its own");
    assert!(is_clean(&scratch));
}

#[test]
fn the_agent_goes_in_through_the_environment() {
    let scratch = Scratch::new("environment");
    let output = record(&scratch, "echo \"$JAVA_TOOL_OPTIONS\"").output().expect("it runs");
    let said = String::from_utf8(output.stdout).expect("text");
    assert!(
        said.starts_with("-agentpath:/") && said.contains("/agent.so=/") && said.ends_with("/settings.json\n"),
        "{said}"
    );
}

#[test]
fn an_interrupt_ends_a_replay() {
    for signal in ["INT", "TERM"] {
        let scratch = Scratch::new(&format!("interrupt-{signal}"));
        let pid = scratch.path("pid");
        let script = format!("trap '' TERM; sleep 97 & echo $! > '{}'; while :; do sleep 1; done", pid.display());
        let child = start(&mut replay(&scratch, &[], &script));
        let service = number_in(&pid);
        assert!(runs(service));
        let output = interrupt(child, signal);
        assert_eq!(output.status.code(), Some(if signal == "INT" { 130 } else { 143 }));
        assert!(!runs(service));
        assert!(is_clean(&scratch));
    }
}

#[test]
fn an_interrupt_is_handed_on_to_a_recorded_service() {
    let scratch = Scratch::new("handed-on");
    let pid = scratch.path("pid");
    let script = format!("trap 'echo bye; exit 0' TERM; echo $$ > '{}'; while :; do sleep 0.1; done", pid.display());
    let child = start(&mut record(&scratch, &script));
    let service = number_in(&pid);
    let output = interrupt(child, "TERM");
    assert_eq!(output.stdout, b"bye\n");
    assert!(!runs(service));
    assert!(is_clean(&scratch));
}

#[test]
fn a_service_reads_what_it_is_given() {
    let scratch = Scratch::new("input");
    let input = scratch.write("input", "hello\n");
    let mut command = record(&scratch, "read line; echo \"got $line\"");
    let output = command.stdin(std::fs::File::open(input).expect("there")).output().expect("it runs");
    assert_eq!(output.stdout, b"got hello\n");
}

fn start(command: &mut Command) -> Child {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs")
}

/// Sends a signal to the command and waits for it to end.
fn interrupt(mut child: Child, signal: &str) -> Output {
    let sent =
        Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status().expect("there is kill");
    assert!(sent.success());
    let begin = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if begin.elapsed() > Duration::from_secs(20) {
            child.kill().expect("a child");
            panic!("the command did not end");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.wait_with_output().expect("it ended")
}

#[test]
fn nothing_is_written_beside_the_output() {
    let scratch = Scratch::new("beside");
    record(&scratch, "exit 0").current_dir(scratch.path("")).output().expect("it runs");
    let mut names: Vec<_> = std::fs::read_dir(Path::new(&scratch.path(""))).expect("there").flatten().collect();
    names.sort_by_key(std::fs::DirEntry::file_name);
    let names: Vec<_> = names.iter().map(std::fs::DirEntry::file_name).collect();
    assert_eq!(names, ["agent.so", "points.json", "tmp", "traffic"]);
}
