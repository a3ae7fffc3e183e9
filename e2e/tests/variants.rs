//! A replay finds what is wrong with a build, and only that: every bug shows, with the verdict it should have and at the
//! operations it concerns, and no refactoring does.

#![allow(clippy::print_stdout, reason = "a test of a promise tells its figures")]

use std::collections::BTreeSet;
use std::sync::Mutex;

use retake_e2e::variant::{self, Kind, Variant};
use retake_e2e::verdicts::{Replay, Verdict};
use retake_e2e::{Recording, Stage, jdk};

/// Enough that every operation of every variant is called.
const REQUESTS: u32 = 500;
/// How many variants are replayed at the same time.
const AT_ONCE: usize = 2;

#[test]
fn every_bug_is_found_and_no_refactoring() {
    let stage = Stage::new();
    let recording = Recording::make(&stage, &jdk::oldest(), REQUESTS);
    let left = Mutex::new(variant::all().into_iter());
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let Some(variant) = left.lock().expect("nobody panics with it").next() else { break };
                    let replay = recording.replay(&stage, &variant.jar, &[]);
                    println!("{:<20} {:?} {:?}", variant.name, variant.kind, replay.counts());
                    let complaints = check(&variant, &replay);
                    wrong.lock().expect("nobody panics with it").extend(complaints);
                }
            });
        }
    });
    stage.nothing_left();
    let wrong = wrong.into_inner().expect("nobody panics with it");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is wrong with what a replay says of a variant.
fn check(variant: &Variant, replay: &Replay) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut expect = |holds: bool, what: &str| {
        if !holds {
            wrong.push(format!("{} ({}): {what}: {}", variant.name, variant.summary, replay.complaint()));
        }
    };
    expect(replay.verdicts.len() == REQUESTS as usize, "not every case has a verdict");
    let code = replay.ended.status.code();
    if variant.kind != Kind::Bug {
        expect(code == Some(0) && replay.failing().next().is_none(), "not all cases pass");
        return wrong;
    }
    let failing: Vec<&Verdict> = replay.failing().collect();
    let kinds: BTreeSet<&str> = failing.iter().map(|verdict| verdict.verdict.as_str()).collect();
    let expected = |verdict: &&Verdict| variant.expect.contains(&verdict.verdict);
    let elsewhere = |verdict: &&&Verdict| !variant.seen.iter().any(|operation| verdict.calls(operation));
    expect(code == Some(1), "it was not found");
    expect(failing.iter().all(expected), &format!("{kinds:?} where {:?} is due", variant.expect));
    let strangers: BTreeSet<&str> = failing.iter().filter(elsewhere).map(|verdict| verdict.entry.as_str()).collect();
    expect(strangers.is_empty(), &format!("it fails where nothing was changed, at {strangers:?}"));
    wrong
}
