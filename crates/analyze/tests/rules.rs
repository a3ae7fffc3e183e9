//! The rules against the libraries they are about: every file has a sample of real code with what it must give.

#![allow(clippy::unwrap_used)]

mod common;

use std::collections::BTreeSet;
use std::fmt::Write;

use common::classes::Classes;
use common::samples::{self, Sample};
use common::{place, simple};
use rayon::prelude::*;
use retake_model::points::{Kind, Points};

/// Points, what was ruled out, and the methods that hold neither; one line each.
fn told(sample: &Sample, points: &Points) -> BTreeSet<String> {
    let mut lines = BTreeSet::new();
    let mut holders = BTreeSet::new();
    let ours = |class: &str| class.starts_with("sample");
    for point in points.points.iter().filter(|point| ours(&point.class)) {
        let holder = format!("{}.{}", simple(&point.class), point.method);
        let by = if point.rule == sample.name { String::new() } else { format!(" by {}", point.rule) };
        lines.insert(format!("{} {holder} {}{by}", point.kind.name(), place(&point.place)));
        holders.insert(holder);
    }
    for out in points.ruled_out.iter().filter(|out| ours(&out.class)) {
        let dependency = out.dependency.split([':', '(']).next().unwrap();
        let Some(method) = &out.method else {
            lines.insert(format!("out {dependency}: {}", out.reason));
            continue;
        };
        let holder = format!("{}.{method}", simple(&out.class));
        lines.insert(format!("out {holder} {dependency}: {}", out.reason));
        holders.insert(holder);
    }
    for entry in &points.entries {
        lines.insert(format!("entry {} {}.{}", entry.kind, simple(&entry.class), entry.method));
        holders.insert(format!("{}.{}", simple(&entry.class), entry.method));
    }
    for (class, method) in Classes::of_directory(&sample.classes).methods() {
        let holder = format!("{}.{method}", simple(class));
        let made = method.starts_with('<') || method.contains('$');
        if !made && !holders.contains(&holder) {
            lines.insert(format!("nothing {holder}"));
        }
    }
    // Where the libraries are is not the same everywhere.
    let libraries = format!("{}/libraries/", env!("CARGO_TARGET_TMPDIR"));
    for warning in &points.warnings {
        lines.insert(format!("warning {}", warning.replace(&libraries, "")));
    }
    lines
}

/// Compares what a sample gives with the file beside it; tells the differences.
fn check(sample: &Sample) -> String {
    let points = sample.analyse();
    let found = told(sample, &points);
    let path = sample.dir.join("expected");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let text: String = found.iter().map(|line| format!("{line}\n")).collect();
        std::fs::write(&path, text).unwrap();
        return String::new();
    }
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let expected: BTreeSet<String> = text.lines().map(str::to_string).collect();
    let mut differences = String::new();
    for line in expected.difference(&found) {
        let _ = writeln!(differences, "{}: missing {line}", sample.name);
    }
    for line in found.difference(&expected) {
        let _ = writeln!(differences, "{}: surplus {line}", sample.name);
    }
    differences
}

#[test]
fn samples_give_what_they_must() {
    let differences: String = samples::all().par_iter().map(check).collect();
    assert!(differences.is_empty(), "\n{differences}UPDATE_EXPECT=1 accepts it");
}

#[test]
fn every_file_has_a_sample() {
    let rules = samples::rules();
    let files: BTreeSet<&str> = rules.keys().map(String::as_str).collect();
    let samples: BTreeSet<&str> = samples::all().iter().map(|sample| sample.name.as_str()).collect();
    assert_eq!(files, samples);
}

/// What Spring Boot answers with when a request fails has the time in it, and nothing in the application asks for that.
#[test]
fn the_time_of_a_failure_is_a_point_where_spring_boot_asks_for_it() {
    let sample = samples::all().iter().find(|sample| sample.name == "spring-errors").unwrap();
    let points = sample.analyse();
    let found: BTreeSet<(&str, &str)> = points
        .points
        .iter()
        .filter(|point| point.rule == sample.name)
        .map(|point| (point.class.as_str(), point.dependency.as_str()))
        .collect();
    let time = "java.util.Date.<init>()V";
    let expected =
        ["reactive", "servlet"].map(|kind| format!("org/springframework/boot/web/{kind}/error/DefaultErrorAttributes"));
    assert_eq!(found, expected.iter().map(|class| (class.as_str(), time)).collect());
    assert!(points.points.iter().filter(|point| point.rule == sample.name).all(|point| point.kind == Kind::System));
}
