//! Cases are saved when they replay on the build that recorded them; what does not is told.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;

use retake_e2e::hidden::Hidden;
use retake_e2e::{Ended, Recording, Stage, jdk, retake, shop};
use serde_json::Value;

/// Makes cases and proves them on what a command starts.
fn prove(
    stage: &Stage,
    traffic: &Path,
    cases: &Path,
    more: &[&str],
    command: impl FnOnce(u16) -> Vec<OsString>,
) -> Ended {
    let port = shop::free_port();
    let url = format!("http://127.0.0.1:{port}");
    let mut arguments: Vec<OsString> = vec!["cases".into(), traffic.into(), "--out".into(), cases.into()];
    arguments.extend(["--url", &url].into_iter().chain(more.iter().copied()).map(OsString::from));
    arguments.push("--".into());
    arguments.extend(command(port));
    let ended = retake::run(stage, arguments);
    assert!(shop::is_closed(port), "the service still listens");
    ended
}

/// Fails unless the command wrote all this to its output.
#[track_caller]
fn wrote(ended: &Ended, texts: &[&str]) {
    for text in texts {
        assert!(ended.out.contains(text), "no `{text}`: {ended}");
    }
}

fn files(cases: &Path) -> Vec<String> {
    let files = fs::read_dir(cases).into_iter().flatten().flatten();
    let mut names: Vec<String> = files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn only_what_replays_is_saved() {
    let (stage, jdk) = (Stage::new(), jdk::newest());
    let hidden = Hidden::compile(&stage, &jdk);
    let (traffic, cases) = (stage.path("traffic"), stage.path("cases"));
    let answers = hidden.record(&stage, &traffic, &[], &["/hello?ann", "/ticket?eva", "/hello?bob"]);
    assert_eq!(answers[1], "ticket EVA-1");

    // Without a command nothing is proven, and that is said.
    let (said, made) = retake::cases(&stage, &traffic, &stage.path("unproven"));
    assert_eq!((&made["cases"], &made["proven"]), (&3.into(), &false.into()), "{made}");
    said.says(&["not proven"]);

    let ended = prove(&stage, &traffic, &cases, &[], |port| hidden.command(&hidden.build, port)).expect(1);
    wrote(
        &ended,
        &[
            "3 requests show 3 behaviours: 2 cases to ",
            "1 left out: it does not replay on the build that recorded it: output-differs",
        ],
    );
    wrote(&ended, &["\"ticket EVA-1\" → \"ticket EVA-2\""]);
    let saved = files(&cases);
    assert_eq!(saved.iter().filter(|name| name.contains("hello")).count(), 2, "{saved:?} {ended}");
    assert!(!saved.iter().any(|name| name.contains("ticket")), "{saved:?}");
    // For programs, too.
    let json =
        prove(&stage, &traffic, &stage.path("json"), &["--format", "json"], |port| hidden.command(&hidden.build, port));
    let json: Value = serde_json::from_str(&json.expect(1).out).expect("JSON");
    assert_eq!((&json["cases"], &json["proven"]), (&2.into(), &true.into()), "{json}");
    assert_eq!(json["rejected"][0]["verdict"], "output-differs", "{json}");
    // What is saved passes.
    let port = shop::free_port();
    retake::replay(
        &stage,
        &cases,
        port,
        &["--scope".as_ref(), "hidden".as_ref()] as &[&OsStr],
        &hidden.command(&hidden.build, port),
    )
    .all_passed(2);

    // Another build proves nothing of this one.
    let other = hidden.rebuild(&stage, "other", |source| source.replace("\"hello \"", "\"Hello \""));
    let ended = prove(&stage, &traffic, &stage.path("others"), &[], |port| hidden.command(&other, port)).expect(0);
    wrote(
        &ended,
        &[
            "3 requests show 3 behaviours: 0 cases to ",
            "recorded on another build than the command starts: hidden.Hidden is another",
        ],
    );
    assert!(files(&stage.path("others")).is_empty());
    stage.nothing_left();
}

#[test]
fn the_example_is_proven_with_nothing_it_depends_on() {
    let (stage, jdk) = (Stage::new(), jdk::newest());
    let recording = Recording::make(&stage, &jdk, 60);
    let cases = stage.path("proven");
    let ended = prove(&stage, &recording.traffic, &cases, &["--keep", "all"], |port| {
        recording.service.command(&jdk, &shop::jar(), port)
    });
    wrote(&ended.expect(0), &["60 requests show ", ": 60 cases to "]);
    assert_eq!(files(&cases), files(&recording.cases), "a proof changes nothing");
    stage.nothing_left();
}

#[test]
fn what_cases_fail_for_is_found_and_mended() {
    let (stage, jdk) = (Stage::new(), jdk::newest());
    let mut hidden = Hidden::compile(&stage, &jdk);
    let (traffic, cases) = (stage.path("traffic"), stage.path("cases"));
    let paths = ["/hello?ann", "/ticket?eva", "/ticket?bob", "/zone?x"];
    hidden.options = vec!["-Duser.timezone=Europe/Berlin"];
    hidden.record(&stage, &traffic, &[], &paths);
    // The case of the zone was recorded elsewhere, and nothing differs between two replays here.
    hidden.options.clear();
    let ended = prove(&stage, &traffic, &cases, &["--fix"], |port| hidden.command(&hidden.build, port)).expect(1);
    wrote(
        &ended,
        &[
            "4 requests show 4 behaviours: 1 case to ",
            "vendor.Tickets.next(java.lang.String) at hidden.Hidden.ticket:",
            "2 cases fail for it",
        ],
    );
    wrote(&ended, &["vendor.Tickets.zone() at hidden.Hidden.", "1 case fails for it"]);
    wrote(&ended, &["[[points.include]] method = \"vendor.Tickets.next(java.lang.String)\""]);
    let settings = fs::read_to_string(stage.path("retake.toml")).expect("it was made");
    for method in ["vendor.Tickets.next(java.lang.String)", "vendor.Tickets.zone()"] {
        assert!(settings.contains(&format!("method = \"{method}\"")), "{settings}");
    }
    ended.says(&["added vendor.Tickets.zone() to retake.toml:", "record again"]);

    // With the new line, and traffic that knows of it, everything replays: here and elsewhere.
    let (traffic, cases) = (stage.path("again"), stage.path("mended"));
    hidden.options = vec!["-Duser.timezone=Europe/Berlin"];
    hidden.record(&stage, &traffic, &[], &paths);
    hidden.options.clear();
    let ended = prove(&stage, &traffic, &cases, &[], |port| hidden.command(&hidden.build, port)).expect(0);
    wrote(&ended, &["4 requests show 4 behaviours: 4 cases to "]);
    stage.nothing_left();
}
