//! The paper's figures on replay: what a case is (figure 4), what fails although it looks right or takes the same way (figure 5), and
//! the one cause of failures that it leaves, which is none here (figure 9).

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use retake_e2e::verdicts::Replay;
use retake_e2e::{Jdk, Stage, http, jdk, retake, shop};

/// A recording of one request, to be replayed on builds of the service.
struct Recorded {
    stage: Stage,
    jdk: Jdk,
    cases: PathBuf,
    settings: PathBuf,
    answer: String,
}

impl Recorded {
    /// Records what the service as it is answers at a path. `settings` are those of `retake.toml`.
    fn at(path: &str, settings: &str) -> Recorded {
        let (stage, jdk) = (Stage::new(), jdk::newest());
        let (traffic, cases) = (stage.path("traffic"), stage.path("cases"));
        let settings = stage.write("retake.toml", settings);
        let build = compile(&stage, &jdk, "recorded", &source());
        let arguments: [OsString; 6] = [
            "record".into(),
            "--out".into(),
            traffic.clone().into(),
            "--config".into(),
            settings.clone().into(),
            "--".into(),
        ];
        let mut recording =
            stage.start("record", &retake::path(), arguments.into_iter().chain(command(&jdk, &build, 0)));
        let port = shop::port(&recording.line_after("figures ready on "));
        let answer = http::get(port, path);
        recording.stop().expect(0);
        let (_, made) = retake::cases(&stage, &traffic, &cases);
        assert_eq!(made["cases"], 1, "{made}");
        Recorded { stage, jdk, cases, settings, answer }
    }

    /// Replays on a build in which one text of the source is another one.
    fn replay(&self, name: &str, old: &str, new: &str) -> Replay {
        let source = source();
        assert_eq!(source.matches(old).count(), 1, "{old}");
        let build = compile(&self.stage, &self.jdk, name, &source.replace(old, new));
        let port = shop::free_port();
        let config: [&OsStr; 2] = ["--config".as_ref(), self.settings.as_ref()];
        let replay = retake::replay(&self.stage, &self.cases, port, &config, &command(&self.jdk, &build, port));
        self.stage.nothing_left();
        replay
    }

    /// What the case says that was called, in order, with what came of it.
    fn calls(&self) -> Vec<(String, serde_json::Value)> {
        let files = fs::read_dir(&self.cases).expect("cases were made").flatten().map(|entry| entry.path());
        let case = files.into_iter().find(|path| path.to_string_lossy().ends_with(".case.json")).expect("there is one");
        let text = fs::read_to_string(case).expect("what the command writes is text");
        let case: serde_json::Value = serde_json::from_str(&text).expect("a case is JSON");
        let events = case["calls"][0]["branches"][0]["events"].as_array().expect("a case has events");
        let call = |event: &serde_json::Value| {
            let name = event["call"].as_str().unwrap_or_default();
            (name.split('(').next().unwrap_or_default().to_owned(), event["returned"].clone())
        };
        events.iter().map(call).collect()
    }
}

#[test]
fn figure_4_a_case_is_the_entry_and_the_points_in_order_with_their_results() {
    let recorded = Recorded::at("/entry", "");
    assert_eq!(recorded.answer, "1");
    let calls = recorded.calls();
    let names: Vec<&str> = calls.iter().map(|(name, _)| name.as_str()).collect();
    let expected = ["java.lang.System.currentTimeMillis", "java.lang.Runtime.totalMemory", "java.util.Random.nextInt"];
    assert_eq!(names, expected);
    assert!(calls.iter().all(|(_, returned)| returned.as_i64().is_some()), "{calls:?}");
    recorded.replay("same", "int output = 1;", "int output = 1;").all_passed(1);
}

#[test]
fn figure_5_another_output_fails_though_the_path_is_the_same() {
    let replay = Recorded::at("/entry", "").replay("trace1", "int output = 1;", "int output = 2;");
    let verdict = &replay.verdicts[0];
    assert_eq!((verdict.verdict.as_str(), verdict.same_output()), ("output-differs", false), "{}", replay.complaint());
    assert!(verdict.differences.iter().all(|difference| difference.what == "output"), "{}", replay.complaint());
    assert_eq!(replay.ended.status.code(), Some(1));
}

#[test]
fn figure_5_a_missing_call_fails_though_the_output_is_the_same() {
    let replay = Recorded::at("/entry", "").replay("trace2", "long third = method3();", "long third = 1;");
    let verdict = &replay.verdicts[0];
    assert_eq!((verdict.verdict.as_str(), verdict.same_output()), ("path-differs", true), "{}", replay.complaint());
    let missing: Vec<&str> = verdict.differences.iter().map(|difference| difference.what.as_str()).collect();
    assert_eq!(missing, ["missing"], "{}", replay.complaint());
    assert_eq!(replay.ended.status.code(), Some(1));
}

#[test]
fn figure_9_what_a_mocked_method_changed_is_changed_though_it_does_not_run() {
    // The paper mocks the method as a whole, and with it what the method changes.
    let whole = "[[points.include]]\nmethod = \"figures.Figures$C3.m1\"\nat = \"method\"\n";
    let recorded = Recorded::at("/effect", whole);
    assert!(recorded.answer.ends_with(" 1"), "{}", recorded.answer);
    let calls = recorded.calls();
    assert!(matches!(&calls[..], [(name, _)] if name.ends_with("C3.m1")), "{calls:?}");
    recorded.replay("same", "int output = 1;", "int output = 1;").all_passed(1);
    // Of a method that changes nothing any more nothing is changed: a side effect that a build has lost shows.
    let lost = recorded.replay("lost", "someObject.someField = 1;", "");
    assert_eq!(lost.verdicts[0].verdict, "output-differs", "{}", lost.complaint());
}

fn source() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("java/figures/Figures.java");
    fs::read_to_string(path).expect("the source is there")
}

fn compile(stage: &Stage, jdk: &Jdk, name: &str, source: &str) -> PathBuf {
    stage.compile(jdk, name, "Figures.java", source)
}

fn command(jdk: &Jdk, build: &Path, port: u16) -> [OsString; 5] {
    [jdk.java().into(), "-cp".into(), build.into(), "figures.Figures".into(), port.to_string().into()]
}
