//! A service that runs is recorded without a start, and afterwards it is what it was.

#![allow(clippy::print_stdout, reason = "a test of a promise tells its figures")]

use std::ffi::{OsStr, OsString};
use std::path::Path;

use retake_e2e::process::wait_for;
use retake_e2e::steady::{self, Load, Memory};
use retake_e2e::{Jdk, Running, Stage, http, jdk, retake, shop};
use rustix::process::{Pid, Signal};

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
fn attach(stage: &Stage, service: Pid, traffic: &Path, more: &[&str]) -> Running {
    let pid = service.as_raw_nonzero().to_string();
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
        let recording = attach(stage, service.pid(), &traffic, &["--verify"]);
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
    let recording = attach(&stage, service.pid(), &traffic, &[]);
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

    let again = attach(&stage, service.pid(), &stage.path("again"), &["--verify"]);
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

/// Into a class that is loaded no method can be put, and a method reference would need one.
#[test]
fn points_that_cannot_be_woven_are_told() {
    let (stage, jdk) = (Stage::new(), jdk::newest());
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("java/referring/Referring.java");
    let source = std::fs::read_to_string(source).expect("the source is there");
    let classes = stage.compile(&jdk, "build", "Referring.java", &source);
    let directory = stage.path("");
    let command: [&OsStr; 5] =
        ["-cp".as_ref(), classes.as_ref(), "referring.Referring".as_ref(), "0".as_ref(), directory.as_ref()];
    let mut service = stage.start("service", &jdk.java(), command);
    let port = shop::port(&service.line_after("referring ready on "));
    http::get(port, "/ids");

    let traffic = stage.path("traffic");
    let recording = attach(&stage, service.pid(), &traffic, &["--verify"]);
    http::get(port, "/ids");
    recording.signal(Signal::INT);
    let said = ["every method is what it was before", "recorded 1 request", "not recorded, `retake traffic stats"];
    recording.wait().expect(0).says(&said);
    let stats = retake::stats(&stage, &traffic);
    let told = stats["not_woven"].as_object().expect("a list");
    let (point, why) = told.iter().find(|(point, _)| point.contains("java.util.UUID.randomUUID")).expect("it is told");
    assert!(
        point.contains("in referring.Referring.") && why.as_str().is_some_and(|why| why.contains("reference")),
        "{stats}"
    );
    // A request that came there depends on something that nobody recorded.
    assert_eq!(stats["incomplete_requests"], 1, "{stats}");
    let (_, made) = retake::cases(&stage, &traffic, &stage.path("cases"));
    assert_eq!(made["cases"], 0, "{made}");
    let dropped = made["left_out"].to_string();
    assert!(dropped.contains("java.util.UUID.randomUUID") && dropped.contains("could not be woven"), "{made}");
    service.stop();
    stage.nothing_left();
}

/// What makes a container: other numbers for processes, another root directory.
const CONTAINER: &str = r#"
set -e
PATH=/usr/sbin:/usr/bin:/sbin:/bin
root="$1"
for directory in usr lib lib64 etc dev; do
    if [ -e "/$directory" ]; then mkdir -p "$root/$directory"; mount --bind "/$directory" "$root/$directory"; fi
done
mkdir -p "$root/tmp" "$root/proc" "$root/app"
mount -t proc proc "$root/proc"
cp "$3" "$root/app/app.jar"
exec chroot "$root" "$2" -cp /app/app.jar shop.rates.Rates --port 0
"#;

/// Needs root, a `java` below `/usr`, and a system that has name spaces.
#[test]
#[ignore = "make proof"]
fn a_service_in_a_container_is_recorded() {
    let (stage, jdk) = (Stage::new(), jdk::oldest());
    let (script, root) = (stage.write("container.sh", CONTAINER), stage.path("root"));
    std::fs::create_dir(&root).expect("it is new");
    let mut arguments: Vec<OsString> =
        ["--mount", "--pid", "--fork", "--kill-child", "sh"].map(OsString::from).into_iter().collect();
    arguments.extend([script.into(), root.clone().into(), jdk.java().into(), shop::jar().into()]);
    let mut container = stage.start("container", Path::new("/usr/bin/unshare"), arguments);
    let port = shop::port(&container.line_after("rates ready on "));
    let service = stage.member(&["-cp /app/app.jar shop.rates.Rates"]);
    for round in ["first", "second"] {
        let traffic = stage.path(round);
        let recording = attach(&stage, service.pid, &traffic, &["--verify"]);
        ask(port);
        recording.signal(Signal::INT);
        let recorded = format!("recorded {} requests", ROUNDS * CURRENCIES.len());
        recording.wait().expect(0).says(&["every method is what it was before", &recorded]);
    }
    let left: Vec<_> =
        std::fs::read_dir(root.join("tmp")).expect("it is there").flatten().map(|file| file.file_name()).collect();
    // The library stays, because the JVM knows it by its path; so does what the JVM made itself.
    let ours = left.iter().filter(|name| name.to_string_lossy().contains("retake")).count();
    assert_eq!(ours, 1, "{left:?}");
    drop(container);
    stage.no_files_left();
}

/// Requests that pass while the agent is there, and while it is not.
const PASSES: usize = 200;

#[test]
fn a_service_at_work_answers_the_same_while_the_agent_comes_and_goes() {
    let (stage, jdk) = (Stage::new(), jdk::newest());
    come_and_go(&stage, &jdk, 2);
    stage.nothing_left();
}

#[test]
#[ignore = "make proof"]
fn on_every_jdk_a_service_at_work_answers_the_same() {
    for jdk in jdk::all() {
        let stage = Stage::new();
        come_and_go(&stage, &jdk, 5);
        stage.nothing_left();
    }
}

/// The agent comes and goes so often.
fn come_and_go(stage: &Stage, jdk: &Jdk, visits: usize) {
    let (classes, points) = steady::compile(stage);
    let (service, port) = steady::start(stage, &steady::command(jdk, &classes));

    let load = Load::start(port, &[steady::Question::Sum]);
    load.pass(PASSES);
    let before = Memory::of(service.pid(), port);
    for visit in 0..visits {
        let traffic = stage.path(&format!("traffic-{visit}"));
        let points = points.to_str().expect("a text");
        let recording = attach(stage, service.pid(), &traffic, &["--verify", "--points", points]);
        load.pass(PASSES);
        recording.signal(Signal::INT);
        let ended = recording.wait().expect(0).says(&["every method is what it was before", "recorded "]);
        assert!(!ended.err.contains("dropped"), "{ended}");
        load.pass(PASSES);
        let stats = retake::stats(stage, &traffic);
        // Also the tasks for which the workers of the pool waited when the agent came are seen to run.
        assert_eq!(stats["incomplete_requests"], 0, "{stats}");
        assert!(stats["requests"].as_u64().is_some_and(|requests| requests as usize >= PASSES / 2), "{stats}");
    }
    load.end();
    let after = Memory::of(service.pid(), port);
    println!("JDK {}: {before} before, {after} after {visits} visits", jdk.version);
    assert!(after.heap <= before.heap + HEAP, "the heap grew from {} to {} KiB", before.heap, after.heap);
    let ended = service.stop();
    assert!(ended.err.lines().all(|line| line.starts_with("WARNING: ")), "{ended}");
}

/// What the runtime keeps on the heap, in KiB: its own classes' statics, and a little for every thread.
const HEAP: u64 = 1024;
