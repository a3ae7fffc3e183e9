//! What calls may reach: Java files whose comments say it on the line of the call.
//!
//! `// name -> A.m, B.m(I)V | other -> nothing` says what all calls of `name` on this line, and of `other`, reach. A
//! class has its package left out, and its outer class where that is clear; `*` stands for the number of a lambda.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::PathBuf;

use retake_analyze::{Request, calls};

/// A call as the fixtures write it: the file, the line, and the name.
pub type Site = (String, u32, String);

/// The calls of the application, each with the sets of targets that calls of this name have on its line.
pub fn sites(request: &Request) -> (BTreeMap<Site, BTreeSet<Vec<String>>>, Vec<String>) {
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
#[track_caller]
pub fn check(files: &[PathBuf], request: &Request) {
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
