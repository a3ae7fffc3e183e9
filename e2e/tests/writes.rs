//! Calls that are made for what they change: what they changed is recorded, and changed again in replay where the call
//! itself is answered.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;

use retake_e2e::{Jdk, Stage, http, jdk, retake, shop};

const PATHS: [&str; 5] = ["/bytes", "/shuffle", "/figure9", "/fill", "/fails"];

/// The paper mocks whole methods, and these change their arguments.
const LISTED: &str = "
[[points.include]]
method = \"writing.Writing$C3.*\"
at = \"method\"
";

#[test]
fn what_a_mocked_call_changed_is_changed_in_replay() {
    for jdk in jdk::all() {
        let stage = Stage::new();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("java/writing/Writing.java");
        let source = fs::read_to_string(source).expect("the source is there");
        let build = stage.compile(&jdk, "build", "Writing.java", &source);
        let settings = stage.write("retake.toml", LISTED);
        let config: [&OsStr; 2] = ["--config".as_ref(), settings.as_ref()];
        let (traffic, cases) = (stage.path("traffic"), stage.path("cases"));

        let arguments: [&OsStr; 6] =
            ["record".as_ref(), "--out".as_ref(), traffic.as_ref(), config[0], config[1], "--".as_ref()];
        let command = command(&jdk, &build, 0);
        let arguments = arguments.into_iter().chain(command.iter().map(OsString::as_os_str));
        let mut recording = stage.start("record", &retake::path(), arguments);
        let port = shop::port(&recording.line_after("writing ready on "));
        let answers = PATHS.map(|path| (path, http::get(port, path), http::get(port, path)));
        recording.stop().expect(0);
        for (path, first, second) in &answers {
            assert_ne!(first, second, "{path} depends on chance or time");
        }
        let (_, made) = retake::cases(&stage, &traffic, &cases);
        assert_eq!(made["cases"], 2 * PATHS.len(), "{made}");

        let port = shop::free_port();
        let replay = retake::replay(&stage, &cases, port, &config, &self::command(&jdk, &build, port));
        replay.all_passed(2 * PATHS.len());
        stage.nothing_left();
    }
}

fn command(jdk: &Jdk, build: &Path, port: u16) -> Vec<OsString> {
    let arguments = ["writing.Writing".into(), port.to_string().into()];
    [jdk.java().into(), "-cp".into(), build.into()].into_iter().chain(arguments).collect()
}
