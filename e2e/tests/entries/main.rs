//! Traffic that comes in by a method instead of over HTTP is recorded with its arguments and with what came of it.

mod dubbo;
mod grpc;
mod kafka;
mod program;
mod rabbit;
mod sofa;
mod sofaboot;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::Path;

use program::{line, traces};
use retake_e2e::{Stage, jdk, retake};

#[test]
fn a_method_of_the_settings_is_an_entry() {
    for jdk in jdk::all() {
        let stage = Stage::new();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("java/inbox/Inbox.java");
        let source = fs::read_to_string(source).expect("the source is there");
        let build = stage.compile(&jdk, "build", "Inbox.java", &source);
        let entries =
            "[[entry]]\nmethod = \"inbox.Inbox.take\"\n[[entry]]\nmethod = \"inbox.Inbox.forward\"\nkind = \"post\"\n";
        let settings = stage.write("retake.toml", entries);
        let traffic = stage.path("traffic");
        let arguments: [OsString; 6] =
            ["record".into(), "--out".into(), traffic.clone().into(), "--config".into(), settings.into(), "--".into()];
        let command: [OsString; 4] = [jdk.java().into(), "-cp".into(), build.into(), "inbox.Inbox".into()];
        let ended = retake::run(&stage, arguments.iter().chain(&command)).expect(0);
        assert!(ended.out.contains("refused: c asked for -1 copies"), "{ended}");
        let traces = traces(&traffic);
        assert!(traces.iter().all(|trace| trace.incomplete.is_empty()), "{traces:?}");
        let took = |from: &str, lines: &str, copies: u32| {
            format!(
                "listed inbox.Inbox.take (Inbox$Message {{from: \"{from}\", lines: [{lines}]}}, {copies}) returned \
                 Inbox$Receipt {{to: \"{from}\", at: <time>, of: (object 0 again)}}, 1 events"
            )
        };
        let lines = "\" one \", \"two\"";
        let forwarded = took("b", "", 1).replace("listed inbox.Inbox.take", "post inbox.Inbox.forward");
        let expected = [
            // What went in is told as it was, whatever the service made of it since.
            took("a0", lines, 0),
            took("a1", lines, 1),
            took("a2", lines, 2),
            // What an entry calls is no entry of its own.
            forwarded.replace(", 1) returned", ") returned"),
            "listed inbox.Inbox.take (Inbox$Message {from: \"c\", lines: []}, -1) threw {detailMessage: \"c asked for -1 \
             copies\", cause: (object 2 again)}, 0 events"
                .to_owned(),
            "listed inbox.Inbox.take (null, 0) threw".to_owned(),
        ];
        let lines: Vec<String> = traces.iter().map(line).collect();
        for (line, expected) in lines.iter().zip(&expected) {
            assert!(line.starts_with(expected), "{line}\n{expected}");
        }
        assert_eq!(lines.len(), expected.len(), "{lines:#?}");
        called_again(&stage, &jdk, &source, &traffic);
        stage.nothing_left();
    }
}

/// What was recorded is called again on the object that is there, and a build that does otherwise is told.
fn called_again(stage: &Stage, jdk: &jdk::Jdk, source: &str, traffic: &Path) {
    let cases = stage.path("cases");
    let (_, made) = retake::cases(stage, traffic, &cases);
    assert_eq!(made["cases"], 6, "{made}");
    let replay = |name: &str, source: &str| {
        let build = stage.compile(jdk, name, "Inbox.java", source);
        let command = [jdk.java().into(), "-cp".into(), build.into(), "inbox.Inbox".into(), "wait".into()];
        let settings: OsString = stage.path("retake.toml").into();
        retake::replay(stage, &cases, 1, &["--config".as_ref(), &settings], &command)
    };
    let same = replay("same", source);
    assert_eq!(same.counts(), BTreeMap::from([("passed", 6)]), "{}", same.complaint());
    let wordy = replay("wordy", &source.replace("asked for", "wanted"));
    let differing: Vec<&str> = wordy.failing().map(|verdict| verdict.verdict.as_str()).collect();
    assert_eq!(differing, ["output-differs"], "{}", wordy.complaint());
    let gone = replay("gone", &source.replace("Receipt forward(", "Receipt pass(").replace(".forward(", ".pass("));
    let failing: Vec<&_> = gone.failing().collect();
    let [only] = failing[..] else { panic!("{}", gone.complaint()) };
    assert!(only.reason.as_deref().is_some_and(|reason| reason.contains("has no method forward(")), "{only:?}");
}
