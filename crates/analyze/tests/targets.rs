//! What calls may reach, in the language and by reflection; the comments of the files say it.

#![allow(clippy::unwrap_used)]

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use common::targets::{check, sites};
use common::{fixtures, java_files, javac_with, scratch, tool};
use retake_analyze::Request;

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
