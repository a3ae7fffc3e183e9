//! A suite of taint tests, run as users run theirs: its sources and sinks in `retake.toml`, and nothing else.

#![allow(clippy::unwrap_used)]

mod common;

use std::collections::BTreeSet;
use std::path::Path;

use common::{fixtures, java_files, javac, scratch};
use retake_analyze::{Request, Settings, analyze};

const SETTINGS: &str = "[analyze]
builtin = false
[[source]]
method = 'taint.Ways.source*'
[[sink]]
method = 'taint.Ways.sink'
argument = 0
";

/// Fields are followed per class, not per object.
const PER_CLASS: [&str; 2] = ["keepsOtherObject", "keepsOverridden"];

/// The method of the suite that a method belongs to.
fn test_of(method: &str) -> &str {
    method.strip_prefix("lambda$").and_then(|rest| rest.split('$').next()).unwrap_or(method)
}

#[test]
fn what_leaks_is_found_and_what_does_not_is_not() {
    let dir = scratch("taint");
    let suite = java_files(&fixtures().join("taint"), true);
    javac(&suite, None, &dir);
    let settings = Settings::load(Path::new("retake.toml"), &|_| Ok(SETTINGS.to_string())).unwrap();
    let points = analyze(&Request { settings, ..Request::of(&dir) }, &|_| {}).unwrap();
    let sources: BTreeSet<&str> = points.points.iter().map(|point| test_of(&point.method)).collect();
    let sinks = points.points.iter().flat_map(|point| &point.reached.sinks).map(|sink| test_of(&sink.method));
    let found: BTreeSet<&str> = sources.iter().copied().chain(sinks).collect();
    let text = std::fs::read_to_string(&suite[0]).unwrap();
    let tests: Vec<&str> = text.split("    void ").skip(1).filter_map(|rest| rest.split('(').next()).collect();
    let leaks: Vec<&str> = tests.iter().copied().filter(|test| test.starts_with("leaks")).collect();
    let keeps: Vec<&str> = tests.iter().copied().filter(|test| test.starts_with("keeps")).collect();
    assert!(leaks.len() > 50 && keeps.len() > 12, "{tests:?}");
    let missed: Vec<&&str> = leaks.iter().filter(|test| !found.contains(*test)).collect();
    assert!(missed.is_empty(), "{missed:?}");
    let excess: Vec<&str> = keeps.into_iter().filter(|test| sources.contains(test)).collect();
    assert_eq!(excess, PER_CLASS);
}
