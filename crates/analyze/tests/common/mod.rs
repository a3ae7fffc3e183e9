//! Java fixtures: compiled once, analysed one package at a time.

#![allow(clippy::unwrap_used, dead_code, unreachable_pub)]

pub mod classes;
pub mod libraries;
pub mod samples;
pub mod targets;
pub mod zip;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use retake_analyze::{Request, analyze};
use retake_model::points::{Place, Points};

/// A tool of the oldest JDK.
pub fn tool(name: &str) -> PathBuf {
    retake_jdks::oldest().tool(name)
}

pub fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java")
}

/// A directory of this test run's own.
pub fn scratch(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).unwrap();
    dir
}

/// Compiles sources into a directory.
pub fn javac(sources: &[PathBuf], path: Option<&Path>, out: &Path) {
    javac_with(&["--release", "17"], sources, path, out);
}

/// Compiles sources into a directory, with options.
pub fn javac_with(options: &[&str], sources: &[PathBuf], path: Option<&Path>, out: &Path) {
    let mut command = Command::new(tool("javac"));
    command.args(["-g", "-nowarn", "-proc:none"]).args(options).arg("-d").arg(out);
    if let Some(path) = path {
        command.arg("-cp").arg(path);
    }
    let output = command.args(sources).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

pub fn java_files(dir: &Path, deep: bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && deep {
            found.extend(java_files(&path, true));
        } else if path.extension().is_some_and(|ext| ext == "java") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The directories of compiled fixtures and of the stand-ins for libraries they use.
pub fn compiled() -> &'static (PathBuf, PathBuf) {
    static COMPILED: OnceLock<(PathBuf, PathBuf)> = OnceLock::new();
    COMPILED.get_or_init(|| {
        let unique = format!("fixtures-{}", std::process::id());
        let dir = scratch(&unique);
        let (classes, stubs) = (dir.join("classes"), dir.join("stubs"));
        std::fs::create_dir_all(&classes).unwrap();
        std::fs::create_dir_all(&stubs).unwrap();
        javac(&java_files(&fixtures().join("stubs"), true), None, &stubs);
        javac(&java_files(&fixtures(), false), Some(&stubs), &classes);
        (classes, stubs)
    })
}

/// Analyses the fixture of this name, whose package has the same name in lower case.
pub fn analyse(fixture: &str) -> Points {
    let (classes, stubs) = compiled();
    let scope = vec![fixture.to_lowercase()];
    analyze(&Request { path: vec![classes.clone(), stubs.clone()], scope, ..Request::default() }, &|_| {}).unwrap()
}

pub fn simple(class: &str) -> &str {
    class.rsplit(['/', '.']).next().unwrap()
}

pub fn place(place: &Place) -> String {
    let (text, nth) = match place {
        Place::Body => ("body".to_string(), 0),
        Place::Call { owner, name, nth, .. } => (format!("call {}.{name}", simple(owner)), *nth),
        Place::Read { owner, name, nth, .. } => (format!("read {}.{name}", simple(owner)), *nth),
        Place::Check { owner, name, nth, .. } => (format!("check {}.{name}", simple(owner)), *nth),
        Place::Load { nth } => ("load".to_string(), *nth),
        Place::Construct { owner, nth, .. } => (format!("new {}", simple(owner)), *nth),
        Place::Reference { owner, name, nth, .. } => (format!("reference {}::{name}", simple(owner)), *nth),
    };
    if nth == 0 { text } else { format!("{text} #{nth}") }
}

/// Points, entries and what was ruled out, one line each.
pub fn compact(points: &Points) -> String {
    let mut lines = Vec::new();
    // The other fixtures are libraries to this one; theirs are not its points.
    for point in points.points.iter().filter(|point| point.class.starts_with(&points.scope[0])) {
        lines.push(format!("{} {}.{} {}", point.kind.name(), simple(&point.class), point.method, place(&point.place)));
    }
    for entry in &points.entries {
        let paths = entry.paths.iter().map(|path| format!(" {path}")).collect::<String>();
        lines.push(format!("entry {} {}.{}{paths}", entry.kind, simple(&entry.class), entry.method));
    }
    for out in &points.ruled_out {
        let dependency = out.dependency.split([':', '(']).next().unwrap();
        // A field as a whole has no method that it is read in.
        lines.push(match &out.method {
            Some(method) => format!("out {}.{method} {dependency}", simple(&out.class)),
            None => {
                let kind = dependency.split(' ').next().unwrap();
                format!("out {kind} {}.{}: {}", simple(&out.class), simple(dependency), out.reason)
            }
        });
    }
    lines.sort();
    lines.into_iter().fold(String::new(), |mut text, line| {
        let _ = writeln!(text, "{line}");
        text
    })
}

/// Compares a fixture's points with the file beside it.
#[track_caller]
pub fn check(fixture: &str) {
    let points = analyse(fixture);
    let found = compact(&points);
    let path = fixtures().join(format!("{fixture}.expected"));
    let mut expected: Vec<String> =
        std::fs::read_to_string(&path).unwrap_or_default().lines().map(str::to_string).collect();
    expected.retain(|line| !line.trim().is_empty() && !line.starts_with('#'));
    expected.sort();
    let found: Vec<&str> = found.lines().collect();
    let missing: Vec<_> = expected.iter().filter(|line| !found.contains(&line.as_str())).collect();
    let surplus: Vec<_> = found.iter().filter(|line| !expected.iter().any(|known| known == *line)).collect();
    assert!(
        missing.is_empty() && surplus.is_empty() && expected.len() == found.len(),
        "{fixture}:\n  missing {missing:#?}\n  surplus {surplus:#?}\n{}",
        points.points.iter().map(|point| format!("{}: {:#?}\n", point.dependency, point.path)).collect::<String>()
    );
}
