//! What goes wrong around a JVM: one clear message, the right exit code, and nothing left running.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};

use retake_e2e::process::{Running, wait_for};
use retake_e2e::{Ended, Recording, Service, Stage, jdk, retake, shop};
use rustix::process::Signal;

/// A service that finds nothing where its database should be, and ends.
fn lonely() -> Service {
    Service { database: shop::free_port(), rates: shop::free_port() }
}

/// What the command says of its progress; everything else that it says is a message.
const PROGRESS: [&str; 3] = ["retake: analysed ", "retake: starting ", "retake: waiting "];

/// Fails unless the command says all this, in so many messages at most.
#[track_caller]
fn clear(ended: Ended, code: i32, messages: usize, texts: &[&str]) {
    let ended = ended.expect(code).says(texts);
    let progress = |line: &str| PROGRESS.iter().any(|progress| line.starts_with(progress));
    let own = ended.err.lines().filter(|line| line.starts_with("retake: ") && !progress(line)).count();
    assert!(own <= messages, "{own} messages: {ended}");
    for word in ["panicked", "RUST_BACKTRACE", "SIGSEGV", "hs_err"] {
        assert!(!ended.err.contains(word), "{ended}");
    }
}

#[test]
fn a_service_that_ends_at_once_is_told_when_recording() {
    let (stage, jdk) = (Stage::new(), jdk::newest());
    let fails = lonely().command(&jdk, &shop::jar(), 0);
    let ended = retake::record(&stage, &stage.path("fails"), &fails).wait();
    clear(ended, 2, 2, &["recorded 0 requests", "the service ended before it served a request (exit status: 1)"]);

    let app: [OsString; 3] = ["--app".into(), shop::jar().into(), "--".into()];
    let run = |command: &[&OsStr]| {
        let out: [OsString; 3] = ["record".into(), "--out".into(), stage.path("nothing").into()];
        let command = command.iter().map(|&word| word.to_owned());
        retake::run(&stage, out.into_iter().chain(app.clone()).chain(command))
    };
    clear(run(&["true".as_ref()]), 2, 1, &["nothing was recorded, because no agent ran", "JAVA_TOOL_OPTIONS"]);
    clear(run(&["no-such-program".as_ref()]), 2, 1, &["no-such-program was not found"]);
    stage.nothing_left();
}

#[test]
fn points_of_another_build_are_refused() {
    let (stage, jdk) = (Stage::new(), jdk::newest());
    let source = "package app; public class App { static long at; public static void main(String[] arguments) {
        at = System.nanoTime(); System.out.println(\"ran \" + at); } }";
    let build = stage.compile(&jdk, "build", "App.java", source);
    let other = stage.compile(&jdk, "other", "App.java", &source.replace("nanoTime()", "currentTimeMillis()"));
    let points = stage.path("points.json");
    let analyze: [&OsStr; 6] =
        ["analyze".as_ref(), build.as_ref(), "--format".as_ref(), "json".as_ref(), "--out".as_ref(), points.as_ref()];
    retake::run(&stage, analyze).expect(0);
    let record = |classes: &Path| {
        let out = stage.path("traffic");
        let words: [&OsStr; 6] =
            ["record".as_ref(), "--out".as_ref(), out.as_ref(), "--points".as_ref(), points.as_ref(), "--".as_ref()];
        let java = jdk.java();
        let command: [&OsStr; 4] = [java.as_ref(), "-cp".as_ref(), classes.as_ref(), "app.App".as_ref()];
        retake::run(&stage, words.into_iter().chain(command))
    };
    let ended = record(&other);
    assert!(!ended.out.contains("ran"), "the service was not to be started: {ended}");
    clear(ended, 2, 1, &["points.json", "another build", "app.App is another", "retake analyze"]);
    let foreign = stage.compile(&jdk, "foreign", "Foreign.java", "package app; public class Foreign { }");
    clear(record(&foreign), 2, 1, &["another build", "app.App is not there"]);
    assert!(record(&build).expect(0).out.contains("ran"));
    stage.nothing_left();
}

#[test]
fn files_that_are_something_else_are_named() {
    let stage = Stage::new();
    let out = stage.path("cases");
    for (name, bytes) in [("text.rtk", &b"this is no traffic\n"[..]), ("zeros.rtk", &[0; 4096])] {
        let file = stage.write(name, bytes);
        let arguments: [&OsStr; 4] = ["cases".as_ref(), file.as_ref(), "--out".as_ref(), out.as_ref()];
        clear(retake::run(&stage, arguments), 2, 1, &[name]);
        let arguments: [&OsStr; 3] = ["traffic".as_ref(), "stats".as_ref(), file.as_ref()];
        clear(retake::run(&stage, arguments), 2, 1, &[name]);
    }
    // A service that was killed before it wrote anything leaves this: nothing is wrong with it, and nothing in it.
    let (said, made) = retake::cases(&stage, &stage.write("empty.rtk", b""), &out);
    assert_eq!(made["cases"], 0, "{made}");
    clear(said, 0, 2, &["empty.rtk", "the recording was not ended"]);
    stage.nothing_left();
}

#[test]
fn an_agent_refuses_settings_that_are_not_its_own() {
    let (stage, jdk) = (Stage::new(), jdk::newest());
    let library = agent(&stage);
    let start = |settings: &str| {
        let file = stage.write("settings.json", settings);
        let mut agent = OsString::from("-agentpath:");
        agent.push(&library);
        agent.push("=");
        agent.push(&file);
        stage.start("java", &jdk.java(), [agent, "-version".into()]).wait()
    };
    let settings = r#"{"version": "0.0.1", "mode": "record", "points": "/no/points.json", "log": "/no/agent.log"}"#;
    clear(start(settings), 1, 1, &["the agent is version", "the command 0.0.1", "use the command's own agent"]);
    clear(start("{"), 1, 1, &["settings.json", "not valid"]);
    let settings = settings.replace("0.0.1", env!("CARGO_PKG_VERSION"));
    clear(start(&settings), 1, 1, &["/no/points.json", "cannot be read"]);
    stage.nothing_left();
}

/// The library that the command carries inside, put where the command puts it.
fn agent(stage: &Stage) -> PathBuf {
    let cache = stage.path("cache");
    let mut command = std::process::Command::new(retake::path());
    command.args(["record", "--out"]).arg(stage.path("unused")).arg("--app").arg(shop::jar()).args(["--", "true"]);
    stage.run("record", command.env("XDG_CACHE_HOME", &cache)).wait().expect(2);
    // What the analysis learned of libraries is there too.
    let files = fs::read_dir(cache.join("retake")).expect("the command made it").flatten();
    files.map(|file| file.path()).find(|path| path.extension().is_some_and(|kind| kind == "so")).expect("the library")
}

#[test]
fn a_replay_that_cannot_be_made_is_told() {
    let (stage, jdk) = (Stage::new(), jdk::newest());
    let recording = Recording::make(&stage, &jdk, 40);
    let replay = |cases: &Path, port: u16, command: &[OsString]| {
        let replay = retake::replay(&stage, cases, port, &["--ready-timeout".as_ref(), "30".as_ref()], command);
        assert!(replay.finished.is_none(), "{}", replay.ended);
        replay.ended
    };
    let good = |port| recording.service.command(&jdk, &shop::jar(), port);

    let mut ends = good(0);
    ends.insert(1, "-Dshop.port=nowhere".into());
    ends.retain(|word| word != "-Dshop.port=0");
    let ended = replay(&recording.cases, shop::free_port(), &ends);
    clear(ended, 2, 2, &["the service ended before it was ready (exit status: 1)", "nowhere"]);

    let taken = TcpListener::bind("127.0.0.1:0").expect("there are free ports");
    let port = taken.local_addr().expect("it listens").port();
    let ended = replay(&recording.cases, port, &good(port));
    clear(ended, 2, 1, &[&format!("port {port} is already in use"), "--url"]);
    drop(taken);

    let port = shop::free_port();
    for (format, told) in [("retake-case/99", "use a newer version of Retake"), ("other/1", "other/1")] {
        let case = one_case(&stage, &recording.cases, format);
        clear(replay(&case, port, &good(port)), 2, 1, &[told]);
    }
    assert!(stage.members().is_empty(), "still running: {:?}", stage.members());
    interrupted(&stage, &recording);
    killed(&stage, &recording);
}

/// A copy of a case that says it has another format.
fn one_case(stage: &Stage, cases: &Path, format: &str) -> PathBuf {
    let mut files = fs::read_dir(cases).expect("it was just made").flatten().map(|file| file.path());
    let case = files.find(|path| path.to_string_lossy().ends_with(".case.json")).expect("there is one");
    let text = fs::read_to_string(&case).expect("a text");
    assert!(text.contains("retake-case/3"), "the format has another name now: {text}");
    let name = case.file_name().expect("it has a name").to_string_lossy().into_owned();
    stage.write(&name, text.replace("retake-case/3", format))
}

/// Starts a replay, and gives it when the service takes requests.
fn begin(stage: &Stage, recording: &Recording) -> (Running, u16) {
    let port = shop::free_port();
    let url = format!("http://127.0.0.1:{port}");
    let arguments: [&OsStr; 8] = [
        "replay".as_ref(),
        recording.cases.as_ref(),
        "--url".as_ref(),
        url.as_ref(),
        "--format".as_ref(),
        "json".as_ref(),
        "--jobs".as_ref(),
        "1".as_ref(),
    ];
    let command = recording.service.command(&recording.jdk, &shop::jar(), port);
    let arguments = arguments.iter().map(|&word| word.to_owned()).chain(["--".into()]).chain(command);
    let mut replay = stage.start("replay", &retake::path(), arguments);
    wait_for(|| format!("no case is driven: {}", replay.err()), || replay.out().contains("started").then_some(()));
    assert!(replay.runs(), "{}", replay.err());
    (replay, port)
}

/// Somebody presses Ctrl-C.
fn interrupted(stage: &Stage, recording: &Recording) {
    let port = shop::free_port();
    let command = recording.service.command(&recording.jdk, &shop::jar(), port);
    let url = format!("http://127.0.0.1:{port}");
    let arguments: [&OsStr; 5] =
        ["replay".as_ref(), recording.cases.as_ref(), "--url".as_ref(), url.as_ref(), "--".as_ref()];
    let arguments = arguments.iter().map(|&word| word.to_owned()).chain(command);
    let replay = stage.start("replay", &retake::path(), arguments);
    stage.member(&["-agentpath:", &format!("-Dshop.port={port}")]);
    replay.signal(Signal::INT);
    replay.wait().expect(130);
    assert!(stage.members().is_empty(), "still running: {:?}", stage.members());
    assert!(shop::is_closed(port), "the service still listens");
}

/// The service is killed while cases are driven: they are errors, and the command says why.
fn killed(stage: &Stage, recording: &Recording) {
    let (replay, port) = begin(stage, recording);
    let service = stage.member(&["-agentpath:", &format!("-Dshop.port={port}")]);
    rustix::process::kill_process(service.pid, Signal::KILL).expect("it runs");
    let ended = replay.wait().expect(1);
    assert!(ended.out.contains("the service ended by itself"), "{ended}");
    assert!(ended.out.contains(r#""verdict":"error""#), "{ended}");
    assert!(stage.members().is_empty(), "still running: {:?}", stage.members());
}
