//! A service that makes everything when the first request needs it: what later requests found there is recorded, so each
//! of them replays on a process that has made nothing yet.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use retake_e2e::{Jdk, Stage, http, jdk, retake, shop};

const PATHS: [&str; 6] = ["/table", "/lines", "/length", "/parts", "/visit", "/wired"];
const ROUNDS: usize = 3;
/// How many of the paths read the file when they are asked for the first time.
const MADE: usize = 5;

#[test]
fn what_was_made_by_an_earlier_request_is_there_in_replay() {
    for jdk in jdk::all() {
        let stage = Stage::new();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("java/late/Late.java");
        let source = fs::read_to_string(source).expect("the source is there");
        let build = stage.compile(&jdk, "build", "Late.java", &source);
        let (traffic, cases, later) = (stage.path("traffic"), stage.path("cases"), stage.path("later"));
        let file = stage.write("lines", "a\nbb\nb\n");

        let mut recording = retake::record(&stage, &traffic, &command(&jdk, &build, 0, &file));
        let port = shop::port(&recording.line_after("late ready on "));
        let mut answers = Vec::new();
        for _ in 0..ROUNDS {
            answers.push(PATHS.map(|path| http::get(port, path)));
        }
        recording.stop().expect(0);
        assert_ne!(answers[0], answers[1], "the first round makes what the others find");
        fs::remove_file(&file).expect("it was written");
        let (_, made) = retake::cases(&stage, &traffic, &cases);
        assert_eq!(made["cases"], ROUNDS * PATHS.len(), "{made}");

        let replay = |cases: &Path, build: &Path| {
            let port = shop::free_port();
            retake::replay(&stage, cases, port, &[], &command(&jdk, build, port, &file))
        };
        replay(&cases, &build).all_passed(ROUNDS * PATHS.len());
        // None of the requests that made something.
        let kept = without_first(&cases, &later);
        replay(&later, &build).all_passed(kept);

        // A build that answers otherwise is found, and only where it does.
        let changed = stage.compile(&jdk, "changed", "Late.java", &source.replace("\" of \" + ", "\" in \" + "));
        let replay = replay(&later, &changed);
        let failing: Vec<&str> = replay.failing().map(|verdict| verdict.verdict.as_str()).collect();
        assert_eq!(failing, ["output-differs"; ROUNDS - 1], "{}", replay.complaint());
        stage.nothing_left();
    }
}

/// Copies cases, except those that read the file. Gives how many are left.
fn without_first(cases: &Path, to: &Path) -> usize {
    fs::create_dir(to).expect("the directory is new");
    let mut left = 0;
    for entry in fs::read_dir(cases).expect("cases were made").flatten() {
        let text = fs::read_to_string(entry.path()).expect("what the command writes is text");
        let name = entry.file_name().into_string().expect("and has plain names");
        let is_case = name.ends_with(".case.json");
        if is_case && text.contains("readAllLines") {
            continue;
        }
        left += usize::from(is_case);
        fs::write(to.join(name), text).expect("the directory is ours");
    }
    assert_eq!(left, ROUNDS * PATHS.len() - MADE, "each of the others is a case");
    left
}

fn command(jdk: &Jdk, build: &Path, port: u16, file: &Path) -> Vec<OsString> {
    let arguments = ["late.Late".into(), port.to_string().into(), file.into()];
    [jdk.java().into(), "-cp".into(), build.into()].into_iter().chain(arguments).collect()
}
