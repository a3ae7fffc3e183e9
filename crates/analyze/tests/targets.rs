//! What calls may reach: Java files whose comments say it on the line of the call.
//!
//! `// name -> A.m, B.m(I)V | other -> nothing` says what all calls of `name` on this line, and of `other`, reach. A
//! class has its package left out, and its outer class where that is clear; `*` stands for the number of a lambda.

#![allow(clippy::unwrap_used)]

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use common::{fixtures, java_files, javac_with, scratch, tool};
use retake_analyze::{Request, calls};

/// A call as the fixtures write it: the file, the line, and the name.
type Site = (String, u32, String);

/// The calls of the application, each with the sets of targets that calls of this name have on its line.
fn sites(request: &Request) -> (BTreeMap<Site, BTreeSet<Vec<String>>>, Vec<String>) {
    let mut found: BTreeMap<Site, BTreeSet<Vec<String>>> = BTreeMap::new();
    let warnings = calls(request, &|_| {}, &mut |site| {
        let file = site.class.rsplit('.').next().unwrap().split('$').next().unwrap().to_string();
        let targets = site.targets.iter().map(|target| {
            let class = target.class.rsplit('.').next().unwrap();
            format!("{class}.{}{}", target.method, target.descriptor)
        });
        let key = (file, site.line.unwrap(), site.declared.name.to_string());
        found.entry(key).or_default().insert(targets.collect());
        ControlFlow::Continue(())
    });
    (found, warnings.unwrap())
}

/// Whether a target is the one that a comment means.
fn is(found: &str, written: &str) -> bool {
    let without_outer = found.split_once('$').filter(|(outer, _)| !outer.contains(['.', '(']));
    let names = [Some(found), without_outer.map(|(_, rest)| rest)];
    let fits = |name: &str| match written.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name.strip_prefix(written).is_some_and(|rest| rest.is_empty() || rest.starts_with('(')),
    };
    names.into_iter().flatten().any(fits)
}

fn same(found: &[String], written: &[&str]) -> bool {
    found.len() == written.len() && written.iter().all(|written| found.iter().any(|found| is(found, written)))
}

/// Compares what the comments of the files say with what was found.
fn check(files: &[PathBuf], request: &Request) {
    let (found, _) = sites(request);
    let mut wrong = Vec::new();
    let mut expected = 0;
    for path in files {
        let file = path.file_stem().unwrap().to_str().unwrap();
        for (nth, line) in std::fs::read_to_string(path).unwrap().lines().enumerate() {
            let Some((_, comment)) = line.split_once("// ").filter(|(_, comment)| comment.contains(" -> ")) else {
                continue;
            };
            let mut said: BTreeMap<&str, Vec<Vec<&str>>> = BTreeMap::new();
            for part in comment.split(" | ") {
                let (name, targets) = part.split_once(" -> ").unwrap();
                let targets = targets.split(", ").filter(|target| *target != "nothing").collect();
                said.entry(name.trim()).or_default().push(targets);
            }
            for (name, sets) in said {
                expected += 1;
                let site = (file.to_string(), nth as u32 + 1, name.to_string());
                let found = found.get(&site).cloned().unwrap_or_default();
                let fits = found.len() == sets.len()
                    && sets.iter().all(|written| found.iter().any(|found| same(found, written)));
                if !fits {
                    wrong.push(format!("{file}.java:{}: {name} -> {found:?}, not {sets:?}", nth + 1));
                }
            }
        }
    }
    assert!(expected > 0);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The directories that fixtures of these names are compiled to, and their files.
fn compile(name: &str, options: &[&str], path: Option<&Path>) -> (Vec<PathBuf>, PathBuf) {
    let files = java_files(&fixtures().join("targets").join(name), true);
    let out = scratch(&format!("targets-{name}-{}", std::process::id()));
    javac_with(options, &files, path, &out);
    (files, out)
}

/// The files of the application, its classes and those of its library.
fn application() -> &'static (Vec<PathBuf>, PathBuf, PathBuf) {
    static COMPILED: OnceLock<(Vec<PathBuf>, PathBuf, PathBuf)> = OnceLock::new();
    COMPILED.get_or_init(|| {
        let (_, library) = compile("library", &["--release", "17"], None);
        let (files, app) = compile("app", &["--release", "17"], Some(&library));
        let services = app.join("META-INF/services");
        std::fs::create_dir_all(&services).unwrap();
        std::fs::write(services.join("library.Library$Codec"), "# ours\napp.Reflects$Provided # the only one\n")
            .unwrap();
        (files, app, library)
    })
}

#[test]
fn calls_of_the_language() {
    let (files, app, library) = application();
    let path = vec![app.clone(), library.clone()];
    check(files, &Request { path, scope: vec!["app".to_string()], ..Request::default() });
}

#[test]
fn calls_of_old_classes() {
    let (files, old) = compile("old", &["--release", "8"], None);
    check(&files, &Request::of(old));
}

#[test]
fn calls_of_patterns() {
    let version = Command::new(tool("javac")).arg("-version").output().unwrap();
    let version = String::from_utf8(version.stdout).unwrap();
    let major: u32 = version.trim_start_matches("javac ").split(['.', '-']).next().unwrap().trim().parse().unwrap();
    let major = major.to_string();
    let preview = ["--enable-preview", "--release", &major];
    let options = if major.as_str() < "21" { &preview[..] } else { &["--release", "21"][..] };
    let (files, patterns) = compile("patterns", options, None);
    check(&files, &Request::of(patterns));
}

#[test]
fn what_is_missing_is_told_once() {
    let (found, warnings) = sites(&Request::of(&application().1));
    let expected = ["Library", "Library$Base", "Library$Codec"]
        .map(|name| format!("class library.{name} was not found; name the library that has it too"));
    assert_eq!(warnings, expected);
    assert!(found.keys().any(|(_, _, name)| name == "encode"));
}
