//! The main promise: what was recorded under load passes on the same build, with nothing that it depends on running, and
//! it is the points that make it pass.

#![allow(clippy::print_stdout, reason = "a test of a promise tells its figures")]

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;

use retake_e2e::verdicts::{Replay, Verdict};
use retake_e2e::{Backends, Recording, Stage, jdk, points, shop};

/// How many requests.
const REQUESTS: u32 = 1000;
/// How many in a hundred may pass without points: the few that depend on nothing.
const BY_CHANCE: f64 = 2.0;

#[test]
fn a_thousand_requests_pass_on_every_jdk() {
    let jdks = jdk::all();
    for jdk in &jdks {
        let stage = Stage::new();
        let recording = Recording::make(&stage, jdk, REQUESTS);
        println!("JDK {}: {}", jdk.version, recording.recorded.err.trim_end());
        let replay = recording.replay(&stage, &shop::jar(), &[]);
        replay.all_passed(REQUESTS as usize);
        stage.nothing_left();
        println!("JDK {}: {:?} {:?}", jdk.version, replay.counts(), replay.notes);
        if jdk.home == jdks[jdks.len() - 1].home {
            without_points(&stage, &recording);
        }
    }
}

/// The same cases on the same build, with the real database and the real rates service in place of the points. Both
/// begin as empty as they did when the traffic was recorded.
fn without_points(stage: &Stage, recording: &Recording) {
    let none = points::without_points(stage, &shop::jar());
    let backends = Backends::start(stage, &recording.jdk);
    // What the service connects to is there, and may be used.
    let live: [&OsStr; 4] = ["--points".as_ref(), none.as_ref(), "--on-new-call".as_ref(), "passthrough".as_ref()];
    let replay = recording.replay_on(stage, backends.service, &shop::jar(), &live);
    backends.stop();
    stage.nothing_left();
    let percent = |count: usize| 100.0 * count as f64 / f64::from(REQUESTS);
    let count = |wanted: fn(&Verdict) -> bool| replay.verdicts.iter().filter(|verdict| wanted(verdict)).count();
    let (passed, alike) = (count(Verdict::passed), count(Verdict::same_output));
    println!("without points: {:.1} % pass, {:.1} % have the same output", percent(passed), percent(alike));
    println!("without points: {:?}", replay.counts());
    for (path, cases) in outputs(&replay).into_iter().take(5) {
        println!("without points: {cases} cases differ at {path}");
    }
    assert_eq!(replay.verdicts.len(), REQUESTS as usize);
    assert_eq!(replay.ended.status.code(), Some(1), "{}", replay.complaint());
    assert!(percent(passed) <= BY_CHANCE, "{passed} of {REQUESTS} pass without points: {}", replay.complaint());
}

/// Where outputs differ, and in how many cases, most first.
fn outputs(replay: &Replay) -> Vec<(&str, usize)> {
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for verdict in &replay.verdicts {
        let differences = verdict.differences.iter().filter(|difference| difference.what == "output");
        let paths: BTreeSet<&str> = differences.map(|difference| difference.path.as_str()).collect();
        paths.into_iter().for_each(|path| *places.entry(path).or_default() += 1);
    }
    let mut places: Vec<(&str, usize)> = places.into_iter().collect();
    places.sort_by_key(|&(path, cases)| (Reverse(cases), path));
    places
}
