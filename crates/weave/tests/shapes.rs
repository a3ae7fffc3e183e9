//! The code that is woven in, instruction by instruction, and the places that are left alone.
//!
//! Each file of `shapes/` has a method and its hooks, a body, and what becomes of it, separated by `---`.
//! `UPDATE_EXPECT=1` writes the last part.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::fmt::Write;
use std::fs;
use std::path::Path;

use common::text::{class, render};
use retake_bytecode::access::STATIC;
use retake_weave::{ClassPlan, Hook, Place, weave};

/// The place that words describe.
fn place(words: &[&str]) -> Place {
    let member = |text: &str| {
        let (owner, rest) = text.split_once('.').unwrap();
        let (name, descriptor) = rest.split_at(rest.find(['(', ':']).unwrap());
        (owner.to_string(), name.to_string(), descriptor.trim_start_matches(':').to_string())
    };
    let nth = || words.last().unwrap().parse().unwrap();
    match *words {
        ["body"] => Place::Body,
        ["call", target, _] => {
            let (owner, name, descriptor) = member(target);
            Place::Call { owner, name, descriptor, nth: nth() }
        }
        ["read", target, _] => {
            let (owner, name, descriptor) = member(target);
            Place::Read { owner, name, descriptor, nth: nth() }
        }
        ["check", target, _] => {
            let (owner, name, descriptor) = member(target);
            Place::Check { owner, name, descriptor, nth: nth() }
        }
        ["load", _] => Place::Load { nth: nth() },
        ["construct", owner, descriptor, _] => {
            Place::Construct { owner: owner.into(), descriptor: descriptor.into(), nth: nth() }
        }
        _ => panic!("{words:?}"),
    }
}

/// What becomes of the method in the first two parts of a file.
fn weave_text(head: &str, body: &str) -> String {
    let mut lines = head.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(' ').collect::<Vec<_>>());
    let first = lines.next().unwrap();
    let ["method", major, kind, name, descriptor] = first[..] else { panic!("{first:?}") };
    let flags = if kind == "static" { STATIC } else { 0 };
    let hooks = lines.zip(1..).map(|(words, id)| Hook {
        id,
        method: name.into(),
        descriptor: descriptor.into(),
        place: place(&words[1..]),
    });
    let plan = ClassPlan { hooks: hooks.collect() };
    let before = class(major.parse().unwrap(), flags, name, descriptor, body);
    let woven = weave(&before, &plan).unwrap();
    let all_skipped = woven.skipped.len() == plan.hooks.len();
    assert_eq!(all_skipped, woven.bytes == before, "a class without hooks is left as it was");
    let mut text = if all_skipped { String::new() } else { render(&woven.bytes) };
    for skipped in woven.skipped {
        writeln!(text, "skipped {}: {}", skipped.id, skipped.reason).unwrap();
    }
    text
}

#[test]
fn shapes() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/shapes");
    let mut files: Vec<_> = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() > 20);
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let parts: Vec<&str> = text.split("---\n").collect();
        let [head, body, expected] = parts[..] else { panic!("{} has three parts", file.display()) };
        let actual = weave_text(head, body);
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(&file, format!("{head}---\n{body}---\n{actual}")).unwrap();
        } else {
            assert!(actual == expected, "{}\nexpected\n{expected}\nactual\n{actual}", file.display());
        }
    }
}
