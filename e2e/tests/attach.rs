//! A service that runs is recorded without a start, and afterwards it is what it was.

#![allow(clippy::print_stdout, reason = "a test of a promise tells its figures")]

use std::ffi::OsString;
use std::path::Path;

use retake_e2e::process::wait_for;
use retake_e2e::{Jdk, Running, Stage, http, jdk, retake, shop};
use rustix::process::Signal;

const CURRENCIES: [&str; 3] = ["EUR", "USD", "CHF"];
const ROUNDS: usize = 10;

/// The rates service of the example, on the JDK's own server.
fn rates(jdk: &Jdk, options: &[&str], port: u16) -> Vec<OsString> {
    let before = options.iter().map(|&option| option.into());
    let after: [OsString; 5] =
        ["-cp".into(), shop::jar().into(), "shop.rates.Rates".into(), "--port".into(), port.to_string().into()];
    [jdk.java().into_os_string()].into_iter().chain(before).chain(after).collect()
}

fn start(stage: &Stage, command: &[OsString]) -> (Running, u16) {
    let mut service = stage.start("service", Path::new(&command[0]), &command[1..]);
    let port = shop::port(&service.line_after("rates ready on "));
    (service, port)
}

/// Attaches, and comes back when requests are recorded.
fn attach(stage: &Stage, service: &Running, traffic: &Path, more: &[&str]) -> Running {
    let pid = service.pid().as_raw_nonzero().to_string();
    let arguments: [OsString; 5] = ["record".into(), "--out".into(), traffic.into(), "--pid".into(), pid.into()];
    let arguments = arguments.into_iter().chain(more.iter().map(|&word| word.into()));
    let mut recording = stage.start("record", &retake::path(), arguments);
    recording.message_after("recording process ");
    recording
}

fn ask(port: u16) {
    for _ in 0..ROUNDS {
        for currency in CURRENCIES {
            let answer = http::get(port, &format!("/rate?currency={currency}"));
            assert!(answer.contains(currency), "{answer}");
        }
    }
}

#[test]
fn a_running_service_is_recorded_and_left_as_it_was() {
    let (stage, jdk) = (Stage::new(), jdk::newest());
    record_twice(&stage, &jdk);
    stage.nothing_left();
}

#[test]
#[ignore = "make proof"]
fn a_running_service_is_recorded_on_every_jdk() {
    for jdk in jdk::all() {
        let stage = Stage::new();
        record_twice(&stage, &jdk);
        stage.nothing_left();
    }
}

/// Records a service that runs, lets it go, and records it again.
fn record_twice(stage: &Stage, jdk: &Jdk) {
    let (service, port) = start(stage, &rates(jdk, &[], 0));
    ask(port);
    let requests = ROUNDS * CURRENCIES.len();
    for round in ["first", "second"] {
        let (traffic, cases) = (stage.path(&format!("{round}-traffic")), stage.path(&format!("{round}-cases")));
        let recording = attach(stage, &service, &traffic, &["--verify"]);
        ask(port);
        recording.signal(Signal::INT);
        let recorded = format!("recorded {requests} requests");
        let ended = recording.wait().expect(0).says(&["every method is what it was before", &recorded]);
        println!("JDK {}: {}", jdk.version, ended.err.trim_end());
        ask(port);
        let (_, made) = retake::cases(stage, &traffic, &cases);
        assert_eq!(made["cases"], requests, "{made}");
        let port = shop::free_port();
        retake::replay(stage, &cases, port, &[], &rates(jdk, &[], port)).all_passed(requests);
    }
    let ended = service.stop();
    // Newer JVMs warn of agents that come late; that word is theirs.
    let said = ended.err.lines().filter(|line| !line.starts_with("WARNING: "));
    assert_eq!((said.count(), ended.out.lines().count()), (0, 1), "{ended}");
}

/// What the command says of a process that it cannot record.
fn refused(stage: &Stage, pid: &str, texts: &[&str]) {
    let out = stage.path("nothing");
    let arguments: [OsString; 5] = ["record".into(), "--out".into(), out.into(), "--pid".into(), pid.into()];
    let ended = retake::run(stage, arguments).expect(2).says(texts);
    assert_eq!(ended.err.lines().filter(|line| line.starts_with("retake: ")).count(), 1, "{ended}");
}

#[test]
fn processes_that_cannot_be_recorded_are_told_and_left_alone() {
    let (stage, jdk) = (Stage::new(), jdk::newest());
    // Numbers of processes end far below.
    refused(&stage, "4194305", &["there is no process 4194305", "jps"]);

    let mut other = stage.start("sleep", Path::new("/bin/sleep"), ["600"]);
    let pid = other.pid().as_raw_nonzero().to_string();
    refused(&stage, &pid, &[&format!("process {pid} (sleep) is no JVM"), "left alone"]);
    assert!(other.runs(), "the signal that asks a JVM ends anybody else");
    drop(other);

    for option in ["-XX:+DisableAttachMechanism", "-XX:-EnableDynamicAgentLoading"] {
        let (mut service, port) = start(&stage, &rates(&jdk, &[option], 0));
        let pid = service.pid().as_raw_nonzero().to_string();
        refused(&stage, &pid, &[&format!("process {pid} takes no agents"), option, "retake record -- java"]);
        assert!(service.runs(), "{option}: {}", service.err());
        ask(port);
        let ended = service.stop();
        assert!(ended.err.is_empty() && !ended.out.contains("Full thread dump"), "{option}: {ended}");
    }
    stage.nothing_left();
}

/// Whoever kills the command leaves a service that is what it was, and that can be recorded again.
#[test]
fn a_killed_command_leaves_the_service_alone() {
    let (stage, jdk) = (Stage::new(), jdk::oldest());
    let (service, port) = start(&stage, &rates(&jdk, &[], 0));
    let traffic = stage.path("traffic");
    let recording = attach(&stage, &service, &traffic, &[]);
    ask(port);
    recording.signal(Signal::KILL);
    recording.wait();
    ask(port);
    // Its directory is left, because nobody could remove it.
    let left = std::fs::read_dir(stage.path("tmp")).expect("it is there").flatten().map(|entry| entry.path());
    left.for_each(|path| std::fs::remove_dir_all(path).expect("ours"));

    let end = || retake::stats(&stage, &traffic)["cut"].as_array().is_some_and(Vec::is_empty).then_some(());
    wait_for(|| "the recording was not ended".to_owned(), end);
    let recorded = retake::stats(&stage, &traffic)["requests"].as_u64().expect("a number");
    assert!(recorded as usize >= ROUNDS * CURRENCIES.len(), "{recorded}");

    let again = attach(&stage, &service, &stage.path("again"), &["--verify"]);
    ask(port);
    // Two at a time would be one too many.
    let pid = service.pid().as_raw_nonzero().to_string();
    let arguments = ["record", "--out", "other", "--pid", &pid];
    retake::run(&stage, arguments).expect(2).says(&["already at work"]);
    ask(port);
    again.signal(Signal::TERM);
    let requests = 2 * ROUNDS * CURRENCIES.len();
    again.wait().expect(0).says(&["every method is what it was before", &format!("recorded {requests} requests")]);
    service.stop();
    stage.nothing_left();
}
