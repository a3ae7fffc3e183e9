//! A service that asks another one with Spring's HTTP clients: what it asks is recorded as it leaves, so that a build which asks
//! something else is found out, and one that asks the same in another way is not.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use retake_e2e::jdk::libraries::Libraries;
use retake_e2e::{Jdk, Stage, http, jdk, retake, shop};

const PATHS: [&str; 5] = ["/get?bolt", "/get?screw", "/post?bolt", "/template?bolt", "/none"];

/// Changes to the source, and the request that must be found to ask something else.
const CHANGES: [(&str, &str, &str); 5] = [
    ("uri(\"/stock/\" + item)", "uri(\"/store/\" + item)", "GET /get?"),
    ("\"X-Shop\", \"south\"", "\"X-Shop\", \"west\"", "GET /get?"),
    ("body(\"one \" + item)", "body(\"1 \" + item)", "GET /post?"),
    ("client.post()", "client.put()", "GET /post?"),
    ("\"X-Shop\", \"north\"", "\"X-Shop\", \"west\"", "GET /template?"),
];

/// The same requests, made in another way.
const SAME: [(&str, &str); 2] = [
    ("client(new JdkClientHttpRequestFactory(), other)", "client(new SimpleClientHttpRequestFactory(), other)"),
    ("toEntity(String.class).getBody()", "body(String.class)"),
];

struct Program {
    jdk: Jdk,
    libraries: Libraries,
    source: String,
}

impl Program {
    fn new() -> Program {
        let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("java/calling");
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("libraries");
        let source = fs::read_to_string(home.join("Calling.java")).expect("the source is there");
        Program { jdk: jdk::newest(), libraries: Libraries::of(&home.join("libraries.txt"), &directory), source }
    }

    fn build(&self, stage: &Stage, name: &str, source: &str) -> PathBuf {
        let libraries = std::env::join_paths(self.libraries.all()).expect("no path has a colon");
        stage.compile_with(&self.jdk, &["-cp".as_ref(), &libraries], name, "Calling.java", source)
    }

    fn command(&self, build: &Path, arguments: [&str; 2]) -> Vec<OsString> {
        let path = std::iter::once(build.to_owned()).chain(self.libraries.all());
        let path = std::env::join_paths(path).expect("no path has a colon");
        let command: [OsString; 4] = [self.jdk.java().into(), "-cp".into(), path, "calling.Calling".into()];
        command.into_iter().chain(arguments.map(OsString::from)).collect()
    }
}

#[test]
fn what_is_asked_over_http_is_compared() {
    let (stage, program) = (Stage::new(), Program::new());
    let build = program.build(&stage, "build", &program.source);
    let (traffic, cases) = (stage.path("traffic"), stage.path("cases"));

    let other = program.command(&build, ["other", ""]);
    let mut other = stage.start("other", &program.jdk.java(), &other[1..]);
    let address = format!("http://127.0.0.1:{}", shop::port(&other.line_after("other ready on ")));
    let mut recording = retake::record(&stage, &traffic, &program.command(&build, ["0", &address]));
    let port = shop::port(&recording.line_after("calling ready on "));
    let answers = PATHS.map(|path| http::get(port, path));
    recording.stop().expect(0);
    other.stop();
    assert!(answers[2].starts_with("POST /orders [one bolt] is number 3"), "{answers:?}");
    assert!(answers[4].starts_with("404 NOT_FOUND GET /stock/none"), "{answers:?}");
    let (_, made) = retake::cases(&stage, &traffic, &cases);
    assert_eq!(made["cases"], PATHS.len(), "{made}");

    let replay = |name: &str, source: &str, address: &str| {
        let build = program.build(&stage, name, source);
        let port = shop::free_port();
        retake::replay(&stage, &cases, port, &[], &program.command(&build, [&port.to_string(), address]))
    };
    // The other service is gone, and nobody asks it.
    replay("again", &program.source, &address).all_passed(PATHS.len());
    for (at, (from, to)) in SAME.into_iter().enumerate() {
        let changed = program.source.replace(from, to);
        assert_ne!(changed, program.source, "{from}");
        replay(&format!("same-{at}"), &changed, &address).all_passed(PATHS.len());
    }
    for (at, (from, to, entry)) in CHANGES.into_iter().enumerate() {
        let changed = program.source.replace(from, to);
        assert_ne!(changed, program.source, "{from}");
        let replay = replay(&format!("changed-{at}"), &changed, &address);
        let wanted = PATHS.into_iter().filter(|path| format!("GET {path}").starts_with(entry)).count();
        let failing: Vec<_> = replay.failing().collect();
        assert_eq!(failing.len(), wanted, "{from}: {}", replay.complaint());
        for verdict in failing {
            assert!(verdict.entry.starts_with(entry), "{verdict:?}");
            assert_eq!(verdict.verdict, "request-differs", "{verdict:?}");
        }
    }
    // Somebody else is asked.
    let replay = replay("elsewhere", &program.source, "http://localhost:1");
    assert_eq!(replay.failing().count(), PATHS.len(), "{}", replay.complaint());
    stage.nothing_left();
}
