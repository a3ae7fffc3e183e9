//! A service that needs no more than Java 11 records and replays on every release that services run on.

#![allow(clippy::print_stdout, reason = "a test of a promise tells its figures")]

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use retake_e2e::{Jdk, Stage, http, jdk, retake, shop};

const NAMES: [&str; 3] = ["pen", "ink", "paper"];
const ROUNDS: usize = 5;

#[test]
fn a_plain_service_replays_on_every_release() {
    for jdk in jdk::runtimes() {
        let stage = Stage::new();
        let build = compile(&stage);
        let (traffic, cases) = (stage.path("traffic"), stage.path("cases"));
        let file = stage.write("lines", "a\nbb\n");
        let mut recording = retake::record(&stage, &traffic, &command(&jdk, &build, 0, &file));
        let port = shop::port(&recording.line_after("plain ready on "));
        for _ in 0..ROUNDS {
            for name in NAMES {
                let answer = http::get(port, &format!("/?name={name}"));
                assert!(answer.ends_with(" a bb\n"), "{answer}");
            }
        }
        recording.stop().expect(0);
        fs::remove_file(&file).expect("it was written");
        let (_, made) = retake::cases(&stage, &traffic, &cases);
        let requests = ROUNDS * NAMES.len();
        assert_eq!(made["cases"], requests, "{}: {made}", jdk.version);

        let port = shop::free_port();
        let replay = retake::replay(&stage, &cases, port, &[], &command(&jdk, &build, port, &file));
        replay.all_passed(requests);
        println!("JDK {}: {requests} requests recorded and replayed", jdk.version);
        stage.nothing_left();
    }
}

fn libraries() -> OsString {
    let mut path = OsString::from(shop::built("lib"));
    path.push("/*");
    path
}

fn compile(stage: &Stage) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("java/plain/Plain.java");
    let source = fs::read_to_string(source).expect("the source is there");
    let libraries = libraries();
    let options: [&OsStr; 4] = ["--release".as_ref(), "11".as_ref(), "-cp".as_ref(), &libraries];
    stage.compile_with(&jdk::newest(), &options, "build", "Plain.java", &source)
}

fn command(jdk: &Jdk, build: &Path, port: u16, file: &Path) -> Vec<OsString> {
    let mut path = OsString::from(build);
    path.push(":");
    path.push(libraries());
    let arguments = ["plain.Plain".into(), port.to_string().into(), file.into()];
    [jdk.java().into(), "-cp".into(), path].into_iter().chain(arguments).collect()
}
