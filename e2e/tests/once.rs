//! A service whose framework does something once for the whole process when the first request needs it: that is the service's own, so
//! that any request may be the first one in replay.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;

use retake_e2e::jdk::libraries::Libraries;
use retake_e2e::{Stage, http, jdk, retake, shop};

const PATHS: [&str; 3] = ["/twice", "/insert", "/stock"];
const ROUNDS: usize = 2;

#[test]
fn what_is_done_once_belongs_to_no_request() {
    let (stage, jdk) = (Stage::new(), jdk::newest());
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("java/once");
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("libraries");
    let jars = Libraries::of(&home.join("libraries.txt"), &directory).all();
    let source = fs::read_to_string(home.join("Once.java")).expect("the source is there");
    let libraries = std::env::join_paths(&jars).expect("no path has a colon");
    let options: [&OsStr; 2] = ["-cp".as_ref(), &libraries];
    let build = stage.compile_with(&jdk, &options, "build", "Once.java", &source);
    let path = std::env::join_paths(std::iter::once(&build).chain(&jars)).expect("no path has a colon");
    let command = |port: u16| -> Vec<OsString> {
        vec![jdk.java().into(), "-cp".into(), path.clone(), "once.Once".into(), port.to_string().into()]
    };

    let (traffic, cases, second) = (stage.path("traffic"), stage.path("cases"), stage.path("second"));
    let mut recording = retake::record(&stage, &traffic, &command(0));
    let port = shop::port(&recording.line_after("once ready on "));
    for round in 1..=ROUNDS {
        let answers = PATHS.map(|path| http::get(port, &format!("{path}?{round}")));
        let expected = [
            format!("DuplicateKeyException, {round}"),
            format!("item {}", round + 1),
            format!("2 at first, now {}", round + 1),
        ];
        assert_eq!(answers, expected);
    }
    recording.stop().expect(0);
    let (_, made) = retake::cases(&stage, &traffic, &cases);
    assert_eq!(made["cases"], ROUNDS * PATHS.len(), "{made}");

    let replay = |cases: &Path, port: u16| retake::replay(&stage, cases, port, &[], &command(port));
    replay(&cases, shop::free_port()).all_passed(ROUNDS * PATHS.len());
    // None of the requests that were the first to need it.
    fs::create_dir(&second).expect("the directory is new");
    let mut left = 0;
    for entry in fs::read_dir(&cases).expect("cases were made").flatten() {
        let text = fs::read_to_string(entry.path()).expect("what the command writes is text");
        let is_of = |round: usize| PATHS.iter().any(|path| text.contains(&format!("{path}?{round}\"")));
        if !is_of(1) {
            fs::copy(entry.path(), second.join(entry.file_name())).expect("there is room");
            left += usize::from(is_of(2));
        }
    }
    assert_eq!(left, PATHS.len());
    replay(&second, shop::free_port()).all_passed(PATHS.len());
    stage.nothing_left();
}
