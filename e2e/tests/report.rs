//! What comes out of a replay for builds and for people: the page in a real browser, JUnit, exit codes, and which cases run.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use retake_e2e::verdicts::{Replay, Verdict};
use retake_e2e::{Recording, Stage, browser, jdk, retake, shop};

const REQUESTS: u32 = 200;

#[test]
fn a_build_with_a_bug_is_reported() {
    let stage = Stage::new();
    let recording = Recording::make(&stage, &jdk::newest(), REQUESTS);
    let bad = shop::built("variants/rounding-down.jar");
    let (page, junit) = (stage.path("report.html"), stage.path("report.xml"));
    let tag: [&OsStr; 5] =
        ["tag".as_ref(), recording.cases.as_ref(), "money".as_ref(), "--only".as_ref(), "entry:GET /quote".as_ref()];
    retake::run(&stage, tag).expect(0);

    let more: [&OsStr; 6] = [
        "--html".as_ref(),
        page.as_ref(),
        "--junit".as_ref(),
        junit.as_ref(),
        "--skip".as_ref(),
        "entry:GET /products/*".as_ref(),
    ];
    let replay = recording.replay(&stage, &bad, &more);
    assert_eq!(replay.ended.status.code(), Some(1), "{}", replay.ended);
    let failing: Vec<_> = replay.failing().collect();
    assert!(failing.len() >= 2, "{}", replay.complaint());
    let skipped = REQUESTS as usize - replay.verdicts.len();
    assert!(skipped > 0 && !replay.verdicts.iter().any(|verdict| verdict.calls("GET /products/{id}")));

    page_shows(&stage, &page, &replay);
    let xml = fs::read_to_string(&junit).expect("it was written");
    let counts = format!("tests=\"{REQUESTS}\" failures=\"{}\" errors=\"0\" skipped=\"{skipped}\"", failing.len());
    assert!(xml.contains(&counts), "{xml}");
    assert_eq!(xml.matches("<skipped message=\"entry:GET /products/*\"/>").count(), skipped);
    assert!(xml.contains("<property name=\"tag\" value=\"money\"/>"), "{xml}");

    // The same again, of what failed; and it fails no run that accepts it.
    let again = recording.replay(&stage, &bad, &["--only".as_ref(), "last-failed".as_ref()]);
    let ids = |replay: &Replay| -> Vec<String> { replay.failing().map(|verdict| verdict.case.clone()).collect() };
    assert_eq!(ids(&again), ids(&replay));
    assert_eq!(again.verdicts.len(), failing.len());
    let accepting = recording.replay(&stage, &bad, &["--fail-if".as_ref(), "new-call,failed>99%".as_ref()]);
    assert_eq!(accepting.ended.status.code(), Some(0), "{}", accepting.ended);
    accepting.ended.says(&["failed, which --fail-if accepts"]);

    // Nothing changed, nothing to run, and the reports are there all the same.
    let none = recording.replay(
        &stage,
        &shop::jar(),
        &["--changed-since".as_ref(), shop::jar().as_ref(), "--html".as_ref(), page.as_ref()],
    );
    assert_eq!((none.ended.status.code(), none.verdicts.len()), (Some(0), 0), "{}", none.ended);
    browser::open(&stage, &page, "").has(&["No case was replayed"]);
    let typo = recording.replay(&stage, &shop::jar(), &["--only".as_ref(), "tag:monye".as_ref()]);
    assert_eq!(typo.ended.status.code(), Some(2), "{}", typo.ended);
    typo.ended.says(&["--only tag:monye means none of these cases"]);
}

/// The page says what the command says, filters by its address, and shows a case from its beginning to its end.
fn page_shows(stage: &Stage, page: &Path, replay: &Replay) {
    let (failed, total) = (replay.failing().count(), replay.verdicts.len());
    let html = fs::read_to_string(page).expect("it was written");
    for outside in ["http://", "https://", "src=", "@import", "url("] {
        let markup = html.split("<script").next().unwrap_or_default();
        assert!(!markup.contains(outside), "the page asks for something outside: {outside}");
    }
    let whole = browser::open(stage, page, "");
    whole.has(&[&format!("{failed} of {total} cases failed"), "Ways to fail", "Coverage", "Skipped", "GET /quote"]);
    // Of the list, only what can be seen is there.
    assert!(whole.count("role=\"option\"") < 60, "{} rows are drawn", whole.count("role=\"option\""));

    // An order that is asked of the database otherwise, and answered otherwise.
    let both = |verdict: &&Verdict| {
        let differs = |what: &str| verdict.differences.iter().any(|difference| difference.what == what);
        verdict.calls("POST /orders") && differs("request") && differs("output")
    };
    let one = replay.failing().find(both).expect("rounding concerns orders");
    let opened = browser::open(stage, page, &format!("verdict={}&case={}", one.verdict, one.case));
    let shown = replay.verdicts.iter().filter(|verdict| verdict.verdict == one.verdict).count();
    opened.has(&[
        &format!("{shown} of {total} cases"),
        &format!("data-case=\"{}\" data-verdict=\"{}\"", one.case, one.verdict),
        "What differs",
        "asked otherwise",
        "PreparedStatement.executeUpdate",
        "database</span>",
        "data-what=\"request\"",
        "Answer, observed",
    ]);
    for verdict in replay.verdicts.iter().filter(|verdict| verdict.verdict != one.verdict) {
        opened.has_not(&[&format!("data-case=\"{}\"", verdict.case)]);
    }

    // Why a point is one is told where it is opened.
    let passed = replay.verdicts.iter().find(|verdict| verdict.passed() && verdict.calls("GET /stats"));
    let passed = passed.expect("the statistics do not round");
    browser::open(stage, page, &format!("case={}&use=0.0.0", passed.case)).has(&["Why this is a point", "rule "]);
    let filtered = browser::open(stage, page, "tag=money&q=GET");
    let money = replay.verdicts.iter().filter(|verdict| verdict.calls("GET /quote")).count();
    filtered.has(&[&format!("{money} of {total} cases")]);
    browser::open(stage, page, "case=no-such-case").has(&["There is no case no-such-case"]);
}
