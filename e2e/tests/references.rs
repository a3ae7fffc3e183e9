//! A service that asks by method references, most of which libraries call: what they are told is recorded, and answered in
//! replay without asking anybody.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use retake_e2e::{Jdk, Stage, http, jdk, retake, shop};

const PATHS: [&str; 9] = ["/ids", "/dice", "/visits", "/seen", "/later", "/clock", "/made", "/files", "/delete"];
const ROUNDS: usize = 2;

#[test]
fn what_is_asked_by_reference_is_answered_in_replay() {
    for jdk in jdk::all() {
        let stage = Stage::new();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("java/referring/Referring.java");
        let source = fs::read_to_string(source).expect("the source is there");
        let build = stage.compile(&jdk, "build", "Referring.java", &source);
        let (traffic, cases) = (stage.path("traffic"), stage.path("cases"));
        let file = stage.write("lines", "a\nbb\n");
        let directory = stage.path("");

        let mut recording = retake::record(&stage, &traffic, &command(&jdk, &build, 0, &directory));
        let port = shop::port(&recording.line_after("referring ready on "));
        let rounds = [0; ROUNDS].map(|_| PATHS.map(|path| http::get(port, path)));
        recording.stop().expect(0);
        let same = rounds[0].iter().zip(&rounds[1]).filter(|(first, second)| first == second).count();
        assert_eq!(same, 1, "all but what is deleted depends on something: {rounds:?}");
        assert!(!file.exists(), "the first round deletes it");
        let (_, made) = retake::cases(&stage, &traffic, &cases);
        assert_eq!(made["cases"], ROUNDS * PATHS.len(), "{made}");

        let replay = |build: &Path| {
            let port = shop::free_port();
            retake::replay(&stage, &cases, port, &[], &command(&jdk, build, port, &directory))
        };
        stage.write("lines", "another length");
        replay(&build).all_passed(ROUNDS * PATHS.len());
        assert!(file.exists(), "nothing is asked of the file system in replay");

        // The same calls in lambdas are the same.
        let lambdas =
            source.replace("File::length", "file -> file.length()").replace("SEEN::get", "id -> SEEN.get(id)");
        replay(&stage.compile(&jdk, "lambdas", "Referring.java", &lambdas)).all_passed(ROUNDS * PATHS.len());
        // A build that asks something else is found, and only where it does.
        let changed = source.replace("map(File::length)", "map(File::lastModified)");
        let replay = replay(&stage.compile(&jdk, "changed", "Referring.java", &changed));
        assert_eq!(replay.failing().count(), ROUNDS, "{}", replay.complaint());
        stage.nothing_left();
    }
}

fn command(jdk: &Jdk, build: &Path, port: u16, directory: &PathBuf) -> Vec<OsString> {
    let arguments = ["referring.Referring".into(), port.to_string().into(), directory.into()];
    [jdk.java().into(), "-cp".into(), build.into()].into_iter().chain(arguments).collect()
}
