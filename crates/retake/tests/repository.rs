//! Rules of the repository that no compiler checks: who may use whom, what may come from outside, where decoders are
//! fuzzed, and that the published words stay true.

#![allow(missing_docs, clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Which of our crates each of our crates may use. Downwards only; what is not here may use none.
const MAY_USE: &[(&str, &[&str])] = &[
    ("age", &[]),
    ("model", &[]),
    ("bytecode", &[]),
    ("host", &[]),
    ("jdks", &[]),
    ("weave", &["bytecode"]),
    ("judge", &["model"]),
    ("novelty", &["model"]),
    ("store", &["age", "model"]),
    ("analyze", &["bytecode", "model"]),
    ("mask", &["model"]),
    ("cases", &["mask", "model", "novelty", "store"]),
    ("agent", &["bytecode", "judge", "mask", "model", "weave"]),
    ("select", &["judge", "model"]),
    ("replay", &["cases", "host", "judge", "model", "store"]),
    ("report", &["cases", "judge", "model", "replay", "store"]),
];

/// Licences that dependencies may have; an expression needs one of its alternatives here.
const LICENCES: &[&str] =
    &["Apache-2.0", "Apache-2.0 WITH LLVM-exception", "MIT", "Unicode-3.0", "Zlib", "BSD-3-Clause"];

/// Crates that decode what comes from outside, and so are fuzzed.
const DECODERS: &[&str] = &["age", "analyze", "bytecode", "mask", "model", "replay"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn metadata() -> Value {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args([
            "metadata",
            "--format-version",
            "1",
            "--locked",
            "--offline",
            "--filter-platform",
            "x86_64-unknown-linux-gnu",
        ])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

#[test]
fn crates_use_only_what_is_below_them() {
    let allowed: BTreeMap<&str, BTreeSet<&str>> =
        MAY_USE.iter().map(|(name, uses)| (*name, uses.iter().copied().collect())).collect();
    let metadata = metadata();
    for package in metadata["packages"].as_array().unwrap().iter().filter(|package| package["source"].is_null()) {
        let Some(name) = text(package, "name").strip_prefix("retake-") else { continue };
        let Some(allowed) = allowed.get(name) else {
            assert!(["bench", "e2e", "proof"].contains(&name), "{name} has no line in MAY_USE");
            continue;
        };
        for dependency in package["dependencies"].as_array().unwrap() {
            let Some(used) = text(dependency, "name").strip_prefix("retake-") else { continue };
            let for_tests = dependency["kind"] == "dev";
            assert!(for_tests || allowed.contains(used), "{name} may not use {used}");
        }
    }
}

#[test]
fn dependencies_come_from_the_registry_and_may_be_used() {
    for package in metadata()["packages"].as_array().unwrap() {
        let name = text(package, "name");
        if !package["source"].is_null() {
            assert!(text(package, "source").starts_with("registry+"), "{name} comes from {}", package["source"]);
        }
        let licence = text(package, "license").replace('/', " OR ");
        let fits = licence.split(" OR ").any(|alternative| {
            alternative
                .trim_matches(['(', ')', ' '])
                .split(" AND ")
                .all(|part| LICENCES.contains(&part.trim_matches(['(', ')'])))
        });
        assert!(fits, "{name} has the licence {licence:?}");
    }
}

#[test]
fn unsafe_code_has_one_home() {
    for (name, _) in MAY_USE.iter().filter(|(name, _)| *name != "agent") {
        let manifest = fs::read_to_string(root().join("crates").join(name).join("Cargo.toml")).unwrap();
        assert!(manifest.contains("[lints]\nworkspace = true"), "{name} does not take the workspace's lints");
    }
    let workspace = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    assert!(workspace.contains("unsafe_code = \"forbid\""));
}

#[test]
fn decoders_have_fuzz_targets() {
    for name in DECODERS {
        let targets = root().join("crates").join(name).join("fuzz/fuzz_targets");
        let count = fs::read_dir(&targets).map_or(0, |entries| entries.count());
        assert!(count > 0, "{} is empty", targets.display());
    }
}

#[test]
fn crates_say_what_they_are_for() {
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let source = entry.unwrap().path().join("src");
        let main = ["lib.rs", "main.rs"].map(|file| source.join(file)).into_iter().find(|path| path.exists()).unwrap();
        let first = fs::read_to_string(&main).unwrap();
        assert!(first.starts_with("//! "), "{} does not say what it is for", main.display());
    }
}

#[test]
fn the_architecture_names_every_crate() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(page.contains(&format!("| `{name}` |")), "ARCHITECTURE.md does not name {name}");
    }
}
