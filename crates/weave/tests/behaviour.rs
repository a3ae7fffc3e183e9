//! Woven programs on real JVMs: what the runtime is told, and what its answers do.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use common::plan::{What, plan};
use common::{Jdk, VERIFY_ALL, java, jdks, scratch, sources};
use retake_bytecode::edit::{ClassFile, Content};
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
            ["check", owner, name, descriptor, nth] => {
                let (owner, name, descriptor) = (owner.into(), name.into(), descriptor.into());
                Place::Check { owner, name, descriptor, nth: nth.parse().unwrap() }
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

/// Why the calls among the arguments of `super(...)` are left out.
const BEFORE_SUPER: &str = "it stands before super(...)";

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
        let unexpected = woven.skipped.iter().find(|skipped| !skipped.reason.starts_with(BEFORE_SUPER));
        assert_eq!(unexpected, None, "{name}");
        assert_eq!(woven.bytes == bytes, plan.hooks.is_empty());
        assert_eq!(weave(&bytes, &plan).unwrap(), woven, "the same input gives the same bytes");
        fs::write(path, woven.bytes).unwrap();
    }
}

fn run(jdk: &Jdk, runtime: &Path, classes: &Path, flags: &[&str]) -> String {
    run_main(jdk, runtime, classes.to_str().unwrap(), flags, &["app.Main"])
}

fn run_main(jdk: &Jdk, runtime: &Path, class_path: &str, flags: &[&str], main: &[&str]) -> String {
    let patch = format!("--patch-module=java.base={}", runtime.display());
    let flags = VERIFY_ALL.iter().chain(flags).copied();
    let (success, output) = jdk.java(flags.chain([patch.as_str(), "-cp", class_path]).chain(main.iter().copied()));
    assert!(success, "{}: {output}", jdk.version);
    output
}

/// The jar of a program that redefines the classes of another one.
fn redefining_agent(jdk: &Jdk, dir: &Path) -> PathBuf {
    let (classes, manifest, jar) = (dir.join("agent"), dir.join("manifest"), dir.join("agent.jar"));
    jdk.javac(&[], &[java("driver").join("Redefine.java")], &classes);
    fs::write(&manifest, "Premain-Class: Redefine\nCan-Redefine-Classes: true\n").unwrap();
    jdk.jar(&manifest, &classes, &jar);
    jar
}

/// Compares with the file of this name; `UPDATE_EXPECT=1` writes it instead.
fn check_snapshot(program: &str, name: &str, actual: &str) {
    let path: PathBuf = java(program).join(name);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, actual).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    for (line, (expected, actual)) in expected.lines().zip(actual.lines()).enumerate() {
        assert_eq!(expected, actual, "line {} of {name}", line + 1);
    }
    assert_eq!(expected.lines().count(), actual.lines().count(), "the length of {name}");
}

/// A woven program, compiled by a JDK, and a runtime for it.
struct Program {
    plain: PathBuf,
    classes: PathBuf,
    runtime: PathBuf,
}

fn program(jdk: &Jdk, runtime: &str, test: &str) -> Program {
    let dir = scratch(&format!("{test}-{}", jdk.version));
    let program = Program { plain: dir.join("plain"), classes: dir.join("classes"), runtime: dir.join("runtime") };
    jdk.runtime(runtime, &program.runtime);
    compile(jdk, &program.plain);
    compile(jdk, &program.classes);
    weave_all(&program.classes, &read_hooks(include_str!("java/app/hooks.txt")));
    program
}

#[test]
fn the_runtime_is_told_everything() {
    for jdk in jdks() {
        let Program { plain, classes, runtime } = program(&jdk, "logging", "logging");
        let log = run(&jdk, &runtime, &classes, &[]);
        check_snapshot("app", "logged.txt", &log);
        // Without what the runtime prints, the program says what it says unwoven.
        let own: Vec<&str> = log.lines().filter(|line| !line.starts_with("  |")).collect();
        let unwoven = run(&jdk, &runtime, &plain, &[]);
        assert_eq!(own, unwoven.lines().collect::<Vec<_>>());
        // While the runtime is off it hears of values only, which are handed to it unasked.
        let off = run(&jdk, &runtime, &classes, &["-Dretake.off=true"]);
        assert!(!off.contains("| before"), "{off}");
        // The compilers make the same of woven code as the interpreter does.
        let only_ours = ["-Xcomp", "-XX:CompileCommand=quiet", "-XX:CompileCommand=compileonly,app.*::*"];
        assert_eq!(run(&jdk, &runtime, &classes, &only_ours), log);
        // Nothing but bodies changes, so classes that are loaded already can be woven as well.
        let agent = redefining_agent(&jdk, classes.parent().unwrap());
        let path = std::env::join_paths([&plain, &agent]).unwrap().into_string().unwrap();
        let agent = format!("-javaagent:{}", agent.display());
        let redefined = run_main(&jdk, &runtime, &path, &[&agent], &["Redefine", classes.to_str().unwrap()]);
        assert_eq!(redefined, log);
    }
}

#[test]
fn answers_take_the_place_of_bodies_calls_and_values() {
    let answers = "1=I:7 2=I:0 3=I:3 4=I:90 5=I:5 6=J:6000000000 7=F:7.5 8=D:8.25 9=L:nine 11=V 13=L:hello \
        14=J:14 15=I:15 16=I:16 19=I:19 21=throw:nested 23=I:230 101=V 102=I:1020 109=I:0 113=throw:deep 40000=L:nobody \
        40001=D:0.125 40006=J:-6 40009=I:9 40012=throw:parse 40014=L:message 40015=I:100 40019=throw:taken \
        200=I:0 204=I:-204 205=J:-205 206=F:-206 207=D:-207 208=L:text 215=L:grid 224=I:-224 230=I:1000 \
        240=L:made 300=I:300 303=L:mapped 305=throw:init 308=I:-308";
    let answers: Vec<&str> = answers.split_whitespace().collect();
    for jdk in jdks() {
        let Program { classes, runtime, .. } = program(&jdk, "answering", "answering");
        let log = run(&jdk, &runtime, &classes, &[&format!("-Dretake.answers={}", answers.join(" "))]);
        check_snapshot("app", "answered.txt", &log);
    }
}

/// The classes of the program with method references, all of them woven, with what was left out.
fn references(jdk: &Jdk, runtime: &str, test: &str) -> (Program, String) {
    let dir = scratch(&format!("{test}-{}", jdk.version));
    let program = Program { plain: dir.join("plain"), classes: dir.join("classes"), runtime: dir.join("runtime") };
    jdk.runtime(runtime, &program.runtime);
    for out in [&program.plain, &program.classes] {
        jdk.javac(&["-nowarn", "-Xlint:-options", "--release", "8"], &sources(&java("references")), out);
    }
    let mut left_out = String::new();
    let mut files: Vec<PathBuf> =
        fs::read_dir(program.classes.join("app")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut next = 1;
    for path in files {
        let bytes = fs::read(&path).unwrap();
        let plan = plan(&bytes, What::References, next);
        next += plan.hooks.len() as u32;
        let woven = weave(&bytes, &plan).unwrap();
        assert_eq!(weave(&bytes, &plan).unwrap(), woven, "the same input gives the same bytes");
        for Hook { id, method, place, .. } in &plan.hooks {
            let Place::Reference { owner, name, .. } = place else { continue };
            let skipped = woven.skipped.iter().find(|skipped| skipped.id == *id);
            let became = skipped.map_or("a lambda", |skipped| &skipped.reason);
            // Bodies of lambdas are methods of the class, and are woven as such.
            if !name.starts_with("lambda$") {
                writeln!(left_out, "{id} {method} {owner}.{name}: {became}").unwrap();
            }
        }
        fs::write(path, woven.bytes).unwrap();
    }
    (program, left_out)
}

#[test]
fn method_references_are_called_where_hooks_are() {
    for jdk in jdks() {
        let (Program { plain, classes, runtime }, places) = references(&jdk, "logging", "references");
        let log = run(&jdk, &runtime, &classes, &[]);
        check_snapshot("references", "logged.txt", &format!("{places}\n{log}"));
        // Without what the runtime prints, the program says what it says unwoven.
        let own: Vec<&str> = log.lines().filter(|line| !line.starts_with("  |")).collect();
        let unwoven = run(&jdk, &runtime, &plain, &[]);
        assert_eq!(own, unwoven.lines().collect::<Vec<_>>());
        let only_ours = ["-Xcomp", "-XX:CompileCommand=quiet", "-XX:CompileCommand=compileonly,app.*::*"];
        assert_eq!(run(&jdk, &runtime, &classes, &only_ours), log);
    }
}

/// The sample for old class files as one of a version, with its frames or without.
fn as_version(bytes: &[u8], major: u16, frames: bool) -> Vec<u8> {
    let mut file = ClassFile::decode(bytes).unwrap();
    file.major = major;
    for code in file.methods.iter_mut().filter_map(|method| method.code_mut()) {
        code.attributes.retain(|attribute| frames || !matches!(attribute.content, Content::StackMapTable(_)));
    }
    file.encode().unwrap()
}

/// Compiles a program, runs its main class as of several versions with everything woven, and gives what it prints.
fn run_versions(jdk: &Jdk, program: &str, main: &str, without: Option<&str>) -> Vec<String> {
    let dir = scratch(&format!("{program}-{}", jdk.version));
    let (runtime, classes) = (dir.join("runtime"), dir.join("classes"));
    jdk.runtime("logging", &runtime);
    jdk.javac(&["-nowarn", "-Xlint:-options", "--release", "8"], &sources(&java(program)), &classes);
    if let Some(class) = without {
        fs::remove_file(classes.join(format!("app/{class}.class"))).unwrap();
    }
    let path = classes.join(format!("app/{main}.class"));
    let compiled = fs::read(&path).unwrap();
    let plan = plan(&compiled, What::Everything, 1);
    let run_version = |(major, frames)| {
        let woven = weave(&as_version(&compiled, major, frames), &plan).unwrap();
        for skipped in &woven.skipped {
            // The plan takes calls of super(...) and this(...) for constructions.
            let expected = ["no construction of", BEFORE_SUPER].iter().any(|start| skipped.reason.starts_with(start));
            assert!(expected, "version {major}: {}", skipped.reason);
        }
        fs::write(&path, &woven.bytes).unwrap();
        run_main(jdk, &runtime, classes.to_str().unwrap(), &[], &[&format!("app.{main}")])
    };
    [(52, true), (50, true), (50, false), (48, false)].into_iter().map(run_version).collect()
}

#[test]
fn class_files_from_before_frames_are_woven_too() {
    for jdk in jdks() {
        let logs = run_versions(&jdk, "old", "Old", None);
        assert!(["| before", "| threw", "| read"].iter().all(|event| logs[0].contains(event)), "{}", logs[0]);
        assert!(logs.iter().all(|log| *log == logs[0]), "{logs:?}");
    }
}

/// To verify woven code, no class is loaded that was not loaded to verify it before.
#[test]
fn a_class_that_is_not_there_is_not_missed() {
    for jdk in jdks() {
        for log in run_versions(&jdk, "optional", "Optional", Some("Absent")) {
            assert!(log.contains("\npresent\n") && log.contains("\n++\n"), "{log}");
        }
    }
}
