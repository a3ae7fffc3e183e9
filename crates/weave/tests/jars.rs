//! All classes of jars, woven and verified: those of the example service and of its libraries (a web server, a connection
//! pool, a database), or those that the variable `RETAKE_WEAVE_JARS` lists like a class path.
//!
//! A library can name classes that are not there. The classes that cannot be linked for that reason must be the same
//! before and after.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic, and tells its counts")]

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::plan::What;
use common::whole::weave_into;
use common::{Jdk, VERIFY_ALL, java, jdks, scratch};

/// The jars to weave; none if nobody named any and the example is not built.
fn jars() -> Vec<PathBuf> {
    if let Some(list) = std::env::var_os("RETAKE_WEAVE_JARS") {
        return std::env::split_paths(&list).map(|jar| jar.canonicalize().unwrap()).collect();
    }
    let shop = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/shop/target");
    let Ok(shop) = shop.canonicalize() else { return Vec::new() };
    let libraries = fs::read_dir(shop.join("lib")).into_iter().flatten().flatten().map(|entry| entry.path());
    let all = libraries.chain([shop.join("shop.jar")]);
    let mut jars: Vec<PathBuf> = all.filter(|path| path.extension().is_some_and(|name| name == "jar")).collect();
    jars.sort();
    jars
}

/// Unpacks jars into a directory, and gives the classes by name. Classes for other releases only are left out.
fn unpack(jdk: &Jdk, jars: &[PathBuf], directory: &Path) -> BTreeMap<String, Vec<u8>> {
    fs::create_dir_all(directory).unwrap();
    for jar in jars {
        let mut command = Command::new(jdk.home.join("bin/jar"));
        let output = command.arg("--extract").arg("--file").arg(jar).current_dir(directory).output().unwrap();
        assert!(output.status.success(), "{}: {}", jar.display(), String::from_utf8_lossy(&output.stderr));
    }
    let mut classes = BTreeMap::new();
    let mut waiting = vec![directory.to_path_buf()];
    while let Some(path) = waiting.pop() {
        for path in fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()) {
            let name = path.strip_prefix(directory).unwrap().to_str().unwrap().to_owned();
            if path.is_dir() && name != "META-INF" {
                waiting.push(path);
            } else if let Some(name) = name.strip_suffix(".class").filter(|&name| name != "module-info") {
                classes.insert(name.to_owned(), fs::read(path).unwrap());
            }
        }
    }
    classes
}

/// Links classes of a directory, and gives what was rejected or failed, and the counts.
fn link(jdk: &Jdk, dir: &Path, classes: &Path) -> Vec<String> {
    let patch = format!("--patch-module=java.base={}", dir.join("runtime").display());
    let path = format!("{}:{}", classes.display(), dir.join("driver").display());
    let list = dir.join("names").display().to_string();
    let arguments = ["-XX:+BytecodeVerificationRemote", &patch, "-cp", &path, "Link", &list, "application"];
    let (success, output) = jdk.java(VERIFY_ALL.into_iter().chain(arguments));
    assert!(success, "{}: {output}", jdk.version);
    output.lines().map(str::to_owned).collect()
}

/// Which classes cannot be linked, and the counts. Which of several classes is missed first is up to the JVM.
fn classes(output: &[String]) -> Vec<&str> {
    output.iter().map(|line| line.rsplit_once(": ").map_or(line.as_str(), |(class, _missing)| class)).collect()
}

#[test]
fn all_places_of_the_jars_verify() {
    let jars = jars();
    if jars.is_empty() {
        println!("skipped: the example is not built (examples/shop/build.sh)");
        return;
    }
    for jdk in jdks() {
        let dir = scratch(&format!("jars-{}", jdk.version));
        let plain = dir.join("plain");
        let all = unpack(&jdk, &jars, &plain);
        fs::write(dir.join("names"), all.keys().cloned().collect::<Vec<_>>().join("\n")).unwrap();
        jdk.javac(&[], &[java("driver").join("Link.java")], &dir.join("driver"));
        jdk.runtime("empty", &dir.join("runtime"));
        let before = link(&jdk, &dir, &plain);
        for (what, label) in [(What::Bodies, "bodies"), (What::Everything, "everything")] {
            let woven = dir.join(label);
            let tally = weave_into(&woven, &all, what);
            let after = link(&jdk, &dir, &woven);
            let counts = after.last().unwrap();
            println!("{} {label}: {} jars, {counts}; {tally}", jdk.version, jars.len());
            tally.expected();
            assert!(counts.contains("rejected 0,"), "{}: {}", jdk.version, after.join("\n"));
            assert_eq!(classes(&before), classes(&after), "{}: {}", jdk.version, after.join("\n"));
        }
        fs::remove_dir_all(dir).unwrap();
    }
}
