//! All of `java.base`, woven and verified by the JVM it belongs to.
//!
//! The woven classes replace the JVM's own (`--patch-module`), so what is verified is the very class in its own
//! place, and the JVM that does it runs on woven classes from its first instruction.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic, and tells its counts")]

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use common::plan::What;
use common::whole::{weave_into, write_class};
use common::{Jdk, VERIFY_ALL, java, jdks, runtimes, scratch};
use retake_bytecode::edit::{ClassFile, FrameKind, VerificationType};

/// The classes of `java.base` by name, in order.
fn java_base(jdk: &Jdk, dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let dump = dir.join("java.base");
    jdk.javac(&[], &[java("driver").join("Dump.java")], &dir.join("dump"));
    let paths = [dir.join("dump"), dump.clone()].map(|path| path.display().to_string());
    let (success, output) = jdk.java(["-cp", &paths[0], "Dump", &paths[1]]);
    assert!(success, "{}: {output}", jdk.version);
    let (mut classes, mut pending) = (BTreeMap::new(), vec![dump.clone()]);
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            pending.extend(fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
        } else {
            let name = path.strip_prefix(&dump).unwrap().with_extension("").display().to_string();
            classes.insert(name, fs::read(path).unwrap());
        }
    }
    classes.remove("module-info");
    classes
}

/// Links the classes on a JVM whose `java.base` is patched with a directory.
fn link<'a>(jdk: &Jdk, dir: &Path, patch: &Path, names: impl Iterator<Item = &'a String>, flags: &[&str]) -> String {
    let driver = dir.join("driver");
    if !driver.exists() {
        jdk.javac(&[], &[java("driver").join("Link.java")], &driver);
    }
    let list = dir.join("names");
    fs::write(&list, names.cloned().collect::<Vec<_>>().join("\n")).unwrap();
    let patch = format!("--patch-module=java.base={}", patch.display());
    let (driver, list) = (driver.display().to_string(), list.display().to_string());
    let (success, output) = jdk.java(flags.iter().copied().chain([patch.as_str(), "-cp", &driver, "Link", &list]));
    assert!(success, "{}: {output}", jdk.version);
    output
}

fn check(what: What, label: &str, jdks: impl Iterator<Item = Jdk>) {
    for jdk in jdks {
        let dir = scratch(&format!("{label}-{}", jdk.version));
        let patch = dir.join("patch");
        let classes = java_base(&jdk, &dir);
        let tally = weave_into(&patch, &classes, what);
        jdk.runtime("empty", &patch);
        let output = link(&jdk, &dir, &patch, classes.keys(), &VERIFY_ALL);
        println!("{} {label}: {}; {tally}", jdk.version, output.trim_end());
        tally.expected();
        let expected = format!("linked {}, rejected 0, failed 0", classes.len());
        assert_eq!(output.lines().last(), Some(expected.as_str()), "{}: {output}", jdk.version);
        same_behaviour(&jdk, &dir, &patch);
        fs::remove_dir_all(dir).unwrap();
    }
}

/// A program that uses many parts of `java.base` says on woven classes what it says on the JVM's own.
fn same_behaviour(jdk: &Jdk, dir: &Path, patch: &Path) {
    let classes = dir.join("exercise");
    jdk.javac(&[], &[java("driver").join("Exercise.java")], &classes);
    let (patch, classes) = (format!("--patch-module=java.base={}", patch.display()), classes.display().to_string());
    let (success, plain) = jdk.java(["-cp", &classes, "Exercise"]);
    let fine = success && !plain.contains(" threw ") && !plain.contains(" changed in round ");
    assert!(fine && plain.lines().count() == 12, "{}: {plain}", jdk.version);
    let (success, woven) = jdk.java(["-Xshare:off", &patch, "-cp", &classes, "Exercise"]);
    assert!(success, "{}: {woven}", jdk.version);
    assert_eq!(plain, woven, "on {}", jdk.version);
}

#[test]
fn all_places_of_java_base_verify() {
    check(What::Everything, "newest", jdks().last().into_iter());
}

#[test]
#[ignore = "all releases take minutes"]
fn all_places_of_java_base_verify_on_every_release() {
    check(What::Everything, "everything", runtimes());
}

#[test]
#[ignore = "the tests of all places weave these too"]
fn all_bodies_of_java_base_verify() {
    check(What::Bodies, "bodies", jdks());
}

/// What a JVM does with woven classes in which one type of one frame is wrong: with the flags of these tests it
/// must reject them. Otherwise the tests above would prove nothing.
#[test]
fn a_wrong_frame_is_rejected() {
    const VICTIMS: [&str; 8] = [
        "java/io/LineNumberReader",
        "java/net/HttpCookie",
        "java/text/ChoiceFormat",
        "java/time/chrono/HijrahDate",
        "java/util/StringTokenizer",
        "java/util/concurrent/Phaser",
        "java/util/zip/GZIPOutputStream",
        "java/util/zip/ZipOutputStream",
    ];
    for jdk in jdks() {
        let dir = scratch(&format!("control-{}", jdk.version));
        let mut classes = java_base(&jdk, &dir);
        classes.retain(|name, _| VICTIMS.contains(&name.as_str()));
        assert_eq!(classes.len(), VICTIMS.len());
        let good = dir.join("good");
        weave_into(&good, &classes, What::Everything);
        jdk.runtime("empty", &good);
        let output = link(&jdk, &dir, &good, classes.keys(), &VERIFY_ALL);
        assert_eq!(output.trim_end(), "linked 8, rejected 0, failed 0");
        for spoil in [spoil_handler, spoil_join, spoil_local] {
            let bad = dir.join("bad");
            jdk.runtime("empty", &bad);
            for name in VICTIMS {
                let mut file = ClassFile::decode(&fs::read(good.join(format!("{name}.class"))).unwrap()).unwrap();
                assert!(spoil(&mut file), "{name} has a frame to spoil");
                write_class(&bad, name, &file.encode().unwrap());
            }
            let output = link(&jdk, &dir, &bad, classes.keys(), &VERIFY_ALL);
            let summary = output.lines().last().unwrap();
            assert_eq!(summary, "linked 0, rejected 8, failed 0", "{}: {output}", jdk.version);
            let trusting = link(&jdk, &dir, &bad, classes.keys(), &["-Xshare:off"]);
            println!("{}: {summary}; without the flags {}", jdk.version, trusting.trim_end());
        }
        fs::remove_dir_all(dir).unwrap();
    }
}

/// Has a handler be told of a number instead of an exception.
fn spoil_handler(file: &mut ClassFile) -> bool {
    let throwable = file.pool.class("java/lang/Throwable").unwrap();
    change_frame(file, |kind| match kind {
        FrameKind::Full { locals, stack } if locals.is_empty() && stack == &[VerificationType::Object(throwable)] => {
            *stack = vec![VerificationType::Integer];
            true
        }
        _ => false,
    })
}

/// Has a frame that says nothing new say that the stack holds something.
fn spoil_join(file: &mut ClassFile) -> bool {
    change_frame(file, |kind| match kind {
        FrameKind::Same { .. } => {
            *kind = FrameKind::SameLocals1 { stack: VerificationType::Null, extended: false };
            true
        }
        _ => false,
    })
}

/// Has a frame take the last local for a number that it is not.
fn spoil_local(file: &mut ClassFile) -> bool {
    change_frame(file, |kind| match kind {
        FrameKind::Full { locals, .. } if locals.last().is_some_and(|last| *last != VerificationType::Float) => {
            locals.pop();
            locals.push(VerificationType::Float);
            true
        }
        _ => false,
    })
}

/// Changes the first frame that `change` accepts.
fn change_frame(file: &mut ClassFile, mut change: impl FnMut(&mut FrameKind) -> bool) -> bool {
    let codes = file.methods.iter_mut().filter_map(|method| method.code_mut());
    codes.filter_map(|code| code.frames_mut()).flatten().any(|frame| change(&mut frame.kind))
}
