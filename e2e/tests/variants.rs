//! A replay finds what is wrong with a build, and only that: every bug shows, with the verdict it should have and at the
//! operations it concerns, and no refactoring does.

#![allow(clippy::print_stdout, reason = "a test of a promise tells its figures")]

use retake_e2e::orders::{self, Traffic};
use retake_e2e::variant::{self, Example, Kind, Variant};
use retake_e2e::verdicts::Replay;
use retake_e2e::{Recording, Stage, jdk};

/// Enough that every operation of every variant is called.
const REQUESTS: u32 = 500;
/// The same for the service that takes orders.
const ORDERS: Traffic = Traffic { requests: 400, rate: 50.0, connections: 8 };

/// Some of them, of every sort: a query for something else, a write that is lost, arithmetic, time, an outgoing call, a cache;
/// and two refactorings.
const SOME: &[&str] =
    &["other-order", "dropped-write", "wrong-sign", "other-accept", "removed-cache", "inlined-methods", "fetch-size"];

#[test]
fn every_bug_of_the_shop_is_found_and_no_refactoring() {
    let stage = Stage::new();
    let recording = Recording::make(&stage, &jdk::oldest(), REQUESTS);
    let replay = |variant: &Variant| recording.replay(&stage, &variant.jar, &[]);
    check(&stage, Example::Shop.variants(), REQUESTS as usize, replay);
}

#[test]
fn bugs_of_the_service_that_takes_orders_are_found_and_no_refactoring() {
    check_orders(Example::Orders.named(SOME));
}

#[test]
#[ignore = "make proof"]
fn every_bug_of_the_service_that_takes_orders_is_found_and_no_refactoring() {
    let variants = Example::Orders.variants();
    let count = |kind| variants.iter().filter(|variant| variant.kind == kind).count();
    assert!(count(Kind::Bug) >= 30 && count(Kind::Refactoring) >= 10, "there were more");
    check_orders(variants);
}

fn check_orders(variants: Vec<Variant>) {
    let (stage, jdk) = (Stage::new(), jdk::newest());
    let recording = orders::Recording::make(&stage, &jdk, ORDERS);
    check(&stage, variants, ORDERS.requests, |variant| recording.replay(&stage, &variant.jar));
}

fn check(stage: &Stage, variants: Vec<Variant>, cases: usize, replay: impl Fn(&Variant) -> Replay + Sync) {
    let wrong: Vec<Vec<String>> = variant::each(variants, |variant| {
        let replay = replay(variant);
        println!("{:<24} {:?} {:?}", variant.name, variant.kind, replay.counts());
        variant.check(&replay, cases)
    });
    stage.nothing_left();
    assert!(wrong.iter().all(Vec::is_empty), "{}", wrong.concat().join("\n"));
}
