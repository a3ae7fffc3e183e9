//! A service whose dependencies give streams, iterators and futures: what passed through them is recorded while the service
//! uses them as it always does, and replayed when neither the file nor the other service is there any more.

#![allow(clippy::print_stdout, reason = "a test of a promise tells its figures")]

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use retake_e2e::{Jdk, Stage, http, jdk, retake, shop};

/// Each with what its answer has in it.
const OPERATIONS: [(&str, &str); 26] = [
    ("/file", "file grüße\nsecond line\n"),
    ("/byte", "sum "),
    ("/part", "part gr"),
    ("/skip", "skipped "),
    ("/all", "all grüße\nsecond line\n"),
    ("/transfer", "20 grüße\nsecond line\n"),
    ("/missing", "failed: java.nio.file.NoSuchFileException"),
    ("/url", "url one\ntwo\nthree "),
    ("/body", "body one\ntwo\nthree "),
    ("/async", "async one\ntwo\nthree "),
    ("/two", "second true"),
    ("/refused", "refused java.net.ConnectException"),
    ("/directory", "directory [a.handles, b.handles]"),
    ("/stream", "stream GRÜSSE|SECOND LINE"),
    ("/stream-part", "stream part grüße"),
    ("/list", "list a.handles b.handles"),
    ("/walk", "walk a.handles b.handles"),
    ("/find", "find b.handles"),
    ("/reader", "reader second line null"),
    ("/old", "old 20 grüße\nsecond line\n"),
    ("/old-reader", "old reader grüße"),
    ("/old-missing", "failed: java.io.FileNotFoundException"),
    ("/write", "written"),
    ("/writer", "written by a writer"),
    ("/old-write", "written as ever"),
    ("/post", "post 200 one\ntwo\nthree "),
];
const ROUNDS: usize = 2;

#[test]
fn what_passed_through_handles_passes_again() {
    on(&jdk::newest());
}

#[test]
#[ignore = "make proof"]
fn what_passed_through_handles_passes_again_on_every_release() {
    // The oldest one that services run on has no HTTP server of its own.
    jdk::runtimes().iter().filter(|jdk| jdk.release() >= 17).for_each(on);
}

fn on(jdk: &Jdk) {
    let stage = Stage::new();
    let build = compile(&stage, "build", &source());
    let (traffic, cases) = (stage.path("traffic"), stage.path("cases"));
    let file = stage.write("a.handles", "grüße\nsecond line\n");
    stage.write("b.handles", "");
    let mut other =
        stage.start("other", &jdk.java(), ["-cp".into(), build.clone().into(), MAIN.into(), OsString::from("0")]);
    let other_url = format!("http://127.0.0.1:{}", shop::port(&other.line_after("handles ready on ")));
    let command = |build: &Path, port: u16| -> Vec<OsString> {
        let arguments = [MAIN.into(), port.to_string().into(), file.clone().into(), other_url.clone().into()];
        [jdk.java().into(), "-cp".into(), build.into()].into_iter().chain(arguments).collect()
    };

    let mut recording = retake::record(&stage, &traffic, &command(&build, 0));
    let port = shop::port(&recording.line_after("handles ready on "));
    for _ in 0..ROUNDS {
        for (path, expected) in OPERATIONS {
            let answer = http::get(port, path);
            assert!(answer.starts_with(expected), "{path}: {answer}");
        }
    }
    recording.stop().expect(0);
    // Nothing is left that could answer.
    other.stop();
    for name in FILES.iter().chain(&WRITTEN) {
        fs::remove_file(stage.path(name)).expect("it was written");
    }
    let (_, made) = retake::cases(&stage, &traffic, &cases);
    let requests = ROUNDS * OPERATIONS.len();
    assert_eq!(made["cases"], requests, "JDK {}: {made}", jdk.version);
    let replay = |build: &Path| {
        let port = shop::free_port();
        retake::replay(&stage, &cases, port, &[], &command(build, port))
    };
    replay(&build).all_passed(requests);
    for name in WRITTEN {
        assert!(!stage.path(name).exists(), "the replay wrote {name}");
    }

    // How it is read does not matter.
    let source = source();
    let other_way = source.replace("new String(in.readAllBytes(), StandardCharsets.UTF_8)", "text(in)");
    let other_way = other_way.replace("in.transferTo(to)", "copy(in, to)");
    assert_eq!(other_way.matches("copy(in, to)").count(), 1, "the operation is there");
    replay(&compile(&stage, "other-way", &other_way)).all_passed(requests);
    // What is made of it, and what is written, does.
    let wrong = source.replace("\"file \" +", "\"File \" +").replace("\"bc \" +", "\"xc \" +");
    let replay = replay(&compile(&stage, "wrong", &wrong));
    let failing: Vec<(&str, &str)> =
        replay.failing().map(|verdict| (verdict.entry.as_str(), verdict.verdict.as_str())).collect();
    let expected = [("GET /file", "output-differs"), ("GET /write", "request-differs")];
    assert_eq!(failing, expected.map(|found| [found; ROUNDS]).concat(), "{}", replay.complaint());
    println!("JDK {}: {requests} requests with handles recorded and replayed", jdk.version);
    stage.nothing_left();
}

const MAIN: &str = "handles.Handles";

/// What the service reads, and what it writes.
const FILES: [&str; 2] = ["a.handles", "b.handles"];
const WRITTEN: [&str; 3] = ["out.written", "writer.written", "old.written"];

fn source() -> String {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("java/handles/Handles.java");
    fs::read_to_string(source).expect("the source is there")
}

fn compile(stage: &Stage, name: &str, source: &str) -> PathBuf {
    let options = ["--release".as_ref(), "17".as_ref()];
    stage.compile_with(&jdk::newest(), &options, name, "Handles.java", source)
}
