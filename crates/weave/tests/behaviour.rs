//! Woven programs on real JVMs: what the runtime is told, and what its answers do.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{Jdk, VERIFY_ALL, java, jdks, scratch, sources};
use retake_weave::{ClassPlan, Hook, Place, weave};

/// The hooks of a list, each with its class: `id class method descriptor place...`.
fn read_hooks(list: &str) -> Vec<(String, Hook)> {
    let lines = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let hook = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let [id, class, method, descriptor, place @ ..] = &words[..] else { panic!("{line}") };
        let place = match *place {
            ["body"] => Place::Body,
            ["call", owner, name, descriptor, nth] => {
                let (owner, name, descriptor) = (owner.into(), name.into(), descriptor.into());
                Place::Call { owner, name, descriptor, nth: nth.parse().unwrap() }
            }
            ["read", owner, name, descriptor, nth] => {
                let (owner, name, descriptor) = (owner.into(), name.into(), descriptor.into());
                Place::Read { owner, name, descriptor, nth: nth.parse().unwrap() }
            }
            ["load", nth] => Place::Load { nth: nth.parse().unwrap() },
            ["construct", owner, descriptor, nth] => {
                Place::Construct { owner: owner.into(), descriptor: descriptor.into(), nth: nth.parse().unwrap() }
            }
            _ => panic!("{line}"),
        };
        let hook = Hook { id: id.parse().unwrap(), method: (*method).into(), descriptor: (*descriptor).into(), place };
        (class.to_string(), hook)
    };
    lines.map(hook).collect()
}

/// Compiles the sample program to class files of Java 8, so that every compiler makes the same of it.
fn compile(jdk: &Jdk, out: &Path) {
    jdk.javac(&["-nowarn", "-Xlint:-options", "--release", "8"], &sources(&java("app")), out);
}

/// Weaves the classes of a directory in place.
fn weave_all(classes: &Path, hooks: &[(String, Hook)]) {
    for entry in fs::read_dir(classes.join("app")).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("app/{}", path.file_stem().unwrap().to_str().unwrap());
        let plan = ClassPlan { hooks: hooks.iter().filter(|(class, _)| *class == name).map(|h| h.1.clone()).collect() };
        let bytes = fs::read(&path).unwrap();
        let woven = weave(&bytes, &plan).unwrap();
        assert_eq!(woven.skipped, [], "{name}");
        assert_eq!(woven.bytes == bytes, plan.hooks.is_empty());
        assert_eq!(weave(&bytes, &plan).unwrap(), woven, "the same input gives the same bytes");
        fs::write(path, woven.bytes).unwrap();
    }
}

fn run(jdk: &Jdk, runtime: &Path, classes: &Path, flags: &[&str]) -> String {
    let patch = format!("--patch-module=java.base={}", runtime.display());
    let classes = classes.display().to_string();
    let (success, output) =
        jdk.java(VERIFY_ALL.iter().chain(flags).copied().chain([patch.as_str(), "-cp", &classes, "app.Main"]));
    assert!(success, "{}: {output}", jdk.version);
    output
}

/// Compares with the file of this name; `UPDATE_EXPECT=1` writes it instead.
fn check_snapshot(name: &str, actual: &str) {
    let path: PathBuf = java("app").join(name);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, actual).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    for (line, (expected, actual)) in expected.lines().zip(actual.lines()).enumerate() {
        assert_eq!(expected, actual, "line {} of {name}", line + 1);
    }
    assert_eq!(expected.lines().count(), actual.lines().count(), "the length of {name}");
}

#[test]
fn the_runtime_is_told_everything() {
    let hooks = read_hooks(include_str!("java/app/hooks.txt"));
    for jdk in jdks() {
        let dir = scratch(&format!("logging-{}", jdk.version));
        let (plain, classes, runtime) = (dir.join("plain"), dir.join("classes"), dir.join("runtime"));
        jdk.runtime("logging", &runtime);
        compile(&jdk, &plain);
        compile(&jdk, &classes);
        weave_all(&classes, &hooks);
        let log = run(&jdk, &runtime, &classes, &[]);
        check_snapshot("logged.txt", &log);
        // Without what the runtime prints, the program says what it says unwoven.
        let own: Vec<&str> = log.lines().filter(|line| !line.starts_with("  |")).collect();
        let unwoven = run(&jdk, &runtime, &plain, &[]);
        assert_eq!(own, unwoven.lines().collect::<Vec<_>>());
        // While the runtime is off it hears of values only, which are handed to it unasked.
        let off = run(&jdk, &runtime, &classes, &["-Dretake.off=true"]);
        assert!(!off.contains("| before"), "{off}");
    }
}
