//! An agent that hooks every method of ten large libraries: every class loads under full verification, and a program that uses the
//! libraries says what it says without the agent, outside of requests and in one. On every release.
//!
//! All of `java.base` goes the same way in the tests of `weave`, where it takes the place of the JVM's own.

#![allow(clippy::print_stdout, reason = "a test of a promise tells its figures")]

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use retake_bytecode::access;
use retake_bytecode::read::Class;
use retake_e2e::jdk::libraries::Libraries;
use retake_e2e::{Jdk, Stage, jdk, retake};
use retake_model::points::{Entry, FORMAT, Kind, Place, Point, Points};

/// Why a method may stay without its hook: it would become too large for the JVM's compiler, a release has another version of the
/// class, or a constructor (of Scala) has no one place behind `super`.
const ALLOWED: [&str; 3] = ["is the limit", "the class has no such method", "super or this in more than one place"];

/// The JVM verifies everything, also what it would trust.
const VERIFY: [&str; 3] =
    ["-XX:+UnlockDiagnosticVMOptions", "-XX:+BytecodeVerificationLocal", "-XX:+BytecodeVerificationRemote"];

#[test]
#[ignore = "make proof"]
fn a_program_does_the_same_when_every_method_is_hooked() {
    let stage = Stage::new();
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("java/faithful");
    let jars = Libraries::of(&home.join("libraries.txt"), &Path::new(env!("CARGO_TARGET_TMPDIR")).join("libraries"));
    let classes = unpack(&stage, &jars.all());
    let mut names: Vec<String> = classes.iter().map(|(name, _)| name.replace('/', ".")).collect();
    names.sort_unstable();
    let list = stage.write("names", names.join("\n"));
    let points = plan(&classes);
    println!("{} classes of {} jars, {} methods", classes.len(), jars.all().len(), points.points.len());
    let file = stage.write("points.json", serde_json::to_vec(&points).expect("it can be written"));
    let build = compile(&stage, &home, &jars.all());
    let path = std::env::join_paths(std::iter::once(build).chain(jars.all())).expect("no path has a colon");
    for jdk in jdk::runtimes() {
        same(&stage, &jdk, &path, &list, &file);
    }
    stage.nothing_left();
}

/// Runs the program as it is and with its methods hooked.
fn same(stage: &Stage, jdk: &Jdk, path: &OsStr, names: &Path, points: &Path) {
    let mut command: Vec<OsString> = vec![jdk.java().into()];
    command.extend(VERIFY.map(OsString::from));
    command.extend(["-cp".into(), path.to_owned(), "faithful.Faithful".into(), names.into()]);
    let plain = stage.start("plain", &jdk.java(), &command[1..]).wait().expect(0);
    assert!(!plain.out.contains(" threw "), "{}: {plain}", jdk.version);

    let traffic = stage.path(&format!("traffic-{}", jdk.version));
    let arguments: [OsString; 6] =
        ["record".into(), "--out".into(), traffic.clone().into(), "--points".into(), points.into(), "--".into()];
    let hooked = retake::run(stage, arguments.iter().chain(&command)).expect(0);
    assert!(!hooked.out.contains("rejected "), "{}: {hooked}", jdk.version);
    assert_eq!(plain.out, hooked.out, "on {}", jdk.version);

    let stats = retake::stats(stage, &traffic);
    let not_woven = stats["not_woven"].as_object().cloned().unwrap_or_default();
    let reasons = not_woven.values().map(|why| why.as_str().unwrap_or_default());
    let wrong: Vec<&str> = reasons.filter(|why| !ALLOWED.iter().any(|allowed| why.contains(allowed))).collect();
    assert!(wrong.is_empty(), "{}: {wrong:?}", jdk.version);
    assert_eq!(stats["requests"], 1, "{stats}");
    let linked = plain.out.lines().find(|line| line.starts_with("linked ")).unwrap_or_default();
    println!(
        "JDK {}: {linked}, 0 rejected, {} methods left out, {} events",
        jdk.version,
        not_woven.len(),
        stats["events"]
    );
}

/// The classes of jars with their bytes, without those for certain releases.
fn unpack(stage: &Stage, jars: &[PathBuf]) -> Vec<(String, Vec<u8>)> {
    let mut classes = Vec::new();
    for (number, jar) in jars.iter().enumerate() {
        let directory = stage.path(&format!("jar-{number}"));
        fs::create_dir(&directory).expect("it is new");
        let mut command = std::process::Command::new(jdk::newest().tool("jar"));
        command.arg("--extract").arg("--file").arg(jar).current_dir(&directory);
        assert!(command.status().expect("there is jar").success(), "{}", jar.display());
        let mut waiting = vec![directory.clone()];
        while let Some(path) = waiting.pop() {
            for path in fs::read_dir(path).expect("it is there").flatten().map(|entry| entry.path()) {
                let name = path.strip_prefix(&directory).expect("it is in it").display().to_string();
                if path.is_dir() && name != "META-INF" {
                    waiting.push(path);
                } else if let Some(name) = name.strip_suffix(".class").filter(|&name| name != "module-info") {
                    classes.push((name.to_owned(), fs::read(path).expect("it is there")));
                }
            }
        }
    }
    classes
}

/// A plan for every body of every class, and for the program's request.
fn plan(classes: &[(String, Vec<u8>)]) -> Points {
    let mut points = Vec::new();
    for (name, bytes) in classes {
        let class = Class::parse(bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        for method in class.methods() {
            if method.access() & (access::ABSTRACT | access::NATIVE) != 0 {
                continue;
            }
            let (method, descriptor) = (method.name().expect("a name"), method.descriptor().expect("a descriptor"));
            let (method, descriptor) = (method.to_str().into_owned(), descriptor.to_str().into_owned());
            points.push(Point {
                id: points.len() as u32,
                kind: Kind::System,
                dependency: format!("{name}.{method}{descriptor}"),
                class: name.clone(),
                method,
                descriptor,
                line: None,
                place: Place::Body,
                rule: String::new(),
                reason: String::new(),
                path: Vec::new(),
                reached: Default::default(),
                writes: Vec::new(),
                changed: Default::default(),
            });
        }
    }
    let entry = Entry {
        kind: "program".to_owned(),
        class: "faithful/Faithful".to_owned(),
        method: "serve".to_owned(),
        descriptor: "(Ljava/lang/String;)Ljava/lang/String;".to_owned(),
        paths: Vec::new(),
    };
    Points {
        format: FORMAT.to_owned(),
        scope: vec!["faithful/".to_owned()],
        entries: vec![entry],
        points,
        ..Points::default()
    }
}

fn compile(stage: &Stage, home: &Path, jars: &[PathBuf]) -> PathBuf {
    let source = fs::read_to_string(home.join("Faithful.java")).expect("the source is there");
    let libraries = std::env::join_paths(jars).expect("no path has a colon");
    let options: [&OsStr; 5] = ["--release".as_ref(), "11".as_ref(), "-nowarn".as_ref(), "-cp".as_ref(), &libraries];
    stage.compile_with(&jdk::oldest(), &options, "build", "Faithful.java", &source)
}
