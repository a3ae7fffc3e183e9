//! Whatever happens to a recording, the service answers what it answers without one, says nothing that it would not say, and
//! when the agent has left, its heap is what it was.

#![allow(clippy::print_stdout, reason = "a test of a promise tells its figures")]

use std::ffi::OsString;

use retake_e2e::steady::{self, Load, Memory, Question};
use retake_e2e::{Ended, Jdk, Stage, jdk, retake};
use rustix::process::Signal;

/// Requests before, during and after whatever happens.
const PASSES: usize = 400;
/// How often the agent comes and goes.
const VISITS: usize = 5;
/// What the runtime keeps on the heap, in KiB: its own classes' statics, and a little for every thread.
const HEAP: u64 = 1024;
/// Most ask for little; some for what is hard to record.
const QUESTIONS: [Question; 10] = [
    Question::Sum,
    Question::Half,
    Question::Sum,
    Question::Loud,
    Question::Sum,
    Question::Graph,
    Question::Sum,
    Question::Half,
    Question::Sum,
    Question::Loud,
];

/// What happens to the recording of a service that is started with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mishap {
    /// Nothing.
    None,
    /// No file can grow any more.
    FullDisk,
    /// The command is killed, and the directory that it writes to is removed.
    Killed,
}

#[test]
fn a_service_answers_the_same_whatever_happens_to_its_recording() {
    let stage = Stage::new();
    recorded(&stage, &jdk::newest(), Mishap::None);
}

#[test]
#[ignore = "make proof"]
fn on_every_release_it_answers_the_same_whatever_happens() {
    // The runtime of Java 11 that tests fetch has no HTTP server of its own.
    for jdk in jdk::runtimes().into_iter().filter(|jdk| jdk.release() > 11) {
        for mishap in [Mishap::None, Mishap::FullDisk, Mishap::Killed] {
            recorded(&Stage::new(), &jdk, mishap);
        }
        visited(&Stage::new(), &jdk);
    }
}

/// Records it from its start.
fn recorded(stage: &Stage, jdk: &Jdk, mishap: Mishap) {
    let (classes, points) = steady::compile(stage);
    let plain = steady::command(jdk, &classes);
    let (bare, port) = steady::start(stage, &plain);
    let load = Load::start(port, &QUESTIONS);
    load.pass(PASSES);
    load.end();
    let without = Memory::of(bare.pid(), port);
    said_nothing(&bare.stop());

    let traffic = stage.path("traffic");
    let mut command: Vec<OsString> = vec!["record".into(), "--out".into(), traffic.clone().into()];
    command.extend(["--points".into(), points.into(), "--".into()]);
    if mishap == Mishap::FullDisk {
        // The unit of this limit is half a kibibyte.
        command.extend(["sh", "-c", "ulimit -f 128 && exec \"$@\"", "sh"].map(OsString::from));
    }
    command.extend(plain);
    let mut recording = stage.start("record", &retake::path(), command);
    let port = steady::port(&mut recording);
    let service = steady::process(stage, jdk);
    let load = Load::start(port, &QUESTIONS);
    load.pass(PASSES);
    if mishap == Mishap::Killed {
        recording.signal(Signal::KILL);
        std::fs::remove_dir_all(&traffic).expect("it is there");
    }
    load.pass(PASSES);
    let answers = load.end();
    let with = Memory::of(service, port);
    println!("JDK {}, {mishap:?}: {answers} answers right; bare: {without}; recorded: {with}", jdk.version);
    if mishap == Mishap::Killed {
        rustix::process::kill_process(service, Signal::TERM).expect("it runs");
        recording.wait();
        return;
    }
    let ended = recording.stop().expect(0);
    let others = ["retake: ", "WARNING: ", "Picked up JAVA_TOOL_OPTIONS"];
    let own = ended.err.lines().filter(|line| !others.iter().any(|other| line.starts_with(other)));
    assert_eq!(own.count(), 0, "{ended}");
    let stats = retake::stats(stage, &traffic);
    let written = stats["requests"].as_u64().expect("a number");
    match mishap {
        Mishap::FullDisk => assert!(written < answers as u64, "the disk was not full: {stats}"),
        // What cannot be copied whole is told, and every request is there.
        _ => assert_eq!(written, answers as u64 + 1, "{stats}"),
    }
    let told = stats["incomplete"].as_object().map_or(0, |reasons| reasons.len());
    assert!(mishap == Mishap::FullDisk || told > 0, "the graph cannot be whole: {stats}");
}

/// Records it again and again while it runs.
fn visited(stage: &Stage, jdk: &Jdk) {
    let (classes, points) = steady::compile(stage);
    let (service, port) = steady::start(stage, &steady::command(jdk, &classes));
    let load = Load::start(port, &QUESTIONS);
    load.pass(PASSES);
    let before = Memory::of(service.pid(), port);
    for visit in 0..VISITS {
        let pid = service.pid().as_raw_nonzero().to_string();
        let traffic = stage.path(&format!("traffic-{visit}"));
        let arguments: [OsString; 8] = [
            "record".into(),
            "--verify".into(),
            "--out".into(),
            traffic.into(),
            "--pid".into(),
            pid.into(),
            "--points".into(),
            points.clone().into(),
        ];
        let mut recording = stage.start("record", &retake::path(), arguments);
        recording.message_after("recording process ");
        load.pass(PASSES);
        recording.signal(Signal::INT);
        recording.wait().expect(0).says(&["every method is what it was before"]);
        load.pass(PASSES / 4);
    }
    let answers = load.end();
    let after = Memory::of(service.pid(), port);
    println!("JDK {}: {answers} answers right; {before} before, {after} after {VISITS} visits", jdk.version);
    assert!(after.heap <= before.heap + HEAP, "the heap grew");
    said_nothing(&service.stop());
    stage.nothing_left();
}

/// A service that has nothing to complain of. Newer JVMs warn of agents that come late; that word is theirs.
fn said_nothing(service: &Ended) {
    assert!(service.err.lines().all(|line| line.starts_with("WARNING: ")), "{service}");
}
