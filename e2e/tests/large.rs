//! A service that reads large texts of a database and hands it others, which it made itself: what is in those is asked of the database.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use retake_e2e::jdk::libraries::Libraries;
use retake_e2e::{Jdk, Stage, http, jdk, retake, shop};

/// Each with its answer.
const PATHS: [(&str, &str); 2] = [("/read", "12 a long story"), ("/write", "12 a long story, 0")];
/// Other things that it hands over.
const OTHER: [(&str, &str); 2] = [("a new story", "another story"), ("{1, 2, 3}", "{1, 2, 4}")];

fn build(stage: &Stage, jdk: &Jdk, name: &str, change: Option<(&str, &str)>) -> PathBuf {
    let source = fs::read_to_string(home().join("Large.java")).expect("the source is there");
    let changed = change.map_or(source.clone(), |(from, to)| source.replace(from, to));
    assert_eq!(source == changed, change.is_none(), "{change:?}");
    stage.compile(jdk, name, "Large.java", &changed)
}

fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("java/large")
}

#[test]
fn what_is_in_a_large_text_is_asked() {
    let (stage, jdk) = (Stage::new(), jdk::newest());
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("libraries");
    let libraries = Libraries::of(&home().join("libraries.txt"), &directory).all();
    let command = |build: &Path, arguments: [&str; 2]| -> Vec<OsString> {
        let path = std::env::join_paths(std::iter::once(build.to_owned()).chain(libraries.clone()));
        let path = path.expect("no path has a colon");
        let command: [OsString; 4] = [jdk.java().into(), "-cp".into(), path, "large.Large".into()];
        command.into_iter().chain(arguments.map(OsString::from)).collect()
    };
    let first = build(&stage, &jdk, "build", None);
    let (traffic, cases) = (stage.path("traffic"), stage.path("cases"));
    let database = format!("jdbc:h2:file:{};AUTO_SERVER=FALSE", stage.path("notes").display());
    let fill = command(&first, ["fill", &database]);
    stage.start("fill", &jdk.java(), &fill[1..]).wait().expect(0);
    let mut recording = retake::record(&stage, &traffic, &command(&first, ["0", &database]));
    let port = shop::port(&recording.line_after("large ready on "));
    for (path, answer) in PATHS {
        assert_eq!(http::get(port, path), answer, "{path}");
    }
    recording.stop().expect(0);
    let (_, made) = retake::cases(&stage, &traffic, &cases);
    assert_eq!(made["cases"], PATHS.len(), "{made}");
    fs::remove_file(stage.path("notes.mv.db")).expect("the database was a file");

    let replay = |name: &str, change| {
        let (build, port) = (build(&stage, &jdk, name, change), shop::free_port());
        retake::replay(&stage, &cases, port, &[], &command(&build, [&port.to_string(), &database]))
    };
    replay("itself", None).all_passed(PATHS.len());
    for (at, change) in OTHER.into_iter().enumerate() {
        let replay = replay(&format!("other-{at}"), Some(change));
        let failing: Vec<_> = replay.failing().map(|case| (case.entry.as_str(), case.verdict.as_str())).collect();
        assert_eq!(failing, [("GET /write", "request-differs")], "{change:?}: {}", replay.complaint());
    }
    stage.nothing_left();
}
