//! Work that a request does on other threads is the request's, whichever way it went there: every event is recorded in
//! its branch, and every request replays.

#![allow(clippy::print_stdout, reason = "a test of a promise tells its figures")]

#[allow(unreachable_pub, clippy::unwrap_used, reason = "it belongs to the tests of the analysis")]
#[path = "../../crates/analyze/tests/common/libraries.rs"]
mod libraries;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use retake_e2e::{Jdk, Stage, http, jdk, retake, shop};

/// What is asked, and the branches in which something is recorded: how to come there, and how many events. A bag counts
/// together with the branches below it.
const CARRIERS: &[(&str, &str)] = &[
    ("/plain", ":1"),
    ("/thread", "0:1"),
    ("/subclass", "0:1"),
    ("/threads", "0:1 0.0:1 1:2"),
    ("/after", ":1 0:1 0.0:1"),
    ("/pool", "0:1"),
    ("/all", "0:1 1:1"),
    ("/later", "0:1"),
    ("/cancelled", "2:1"),
    ("/joining", "0:1"),
    ("/invoked", "0:1 0.0:1 0.0.0:1 0.0.0.0:1 0.0.1:1 0.1:1 0.1.0:1 0.2:1"),
    ("/common", "0:1"),
    ("/tree", "0:1 0.0:1 0.0.0:1 0.0.0.0:1 0.0.1:1 0.1:1 0.1.0:1 0.2:1"),
    ("/timer", "0:1"),
    ("/supplied", "0:1 1:1"),
    ("/then", ":1 0:1 1:1"),
    ("/then-late", ":1 0:1 1:1"),
    ("/then-async", "1:1"),
    ("/then-pool", "0:1 1:1"),
    ("/combine", "0:1 1:1 2:1"),
    ("/compose", "0:1 1.0:1 1.1:1 2:1"),
    ("/exceptionally", "0:1 1:1"),
    ("/either", "0:1 1:1 2:1"),
    ("/all-of", "0:1 1:1 2:1"),
    ("/delayed", "0:1"),
    ("/parallel", "0=64"),
    ("/parallel-sorted", "0=128"),
    ("/parallel-each", "0=64"),
    ("/parallel-array", "0=64"),
];

const MORE_THREADS: &str = "-Djava.util.concurrent.ForkJoinPool.common.parallelism=7";

/// The same, of releases with virtual threads.
const VIRTUAL: &[(&str, &str)] = &[("/virtual", "0:2"), ("/virtual-pool", ":1 0:1")];

/// What libraries do.
const LIBRARIES: &[(&str, &str)] = &[
    ("/async", ":1 0:1"),
    ("/async-thread", ":1 0:1"),
    ("/loop", ":1 1048576:1"),
    ("/loop-later", ":1 1048576:1"),
    ("/loop-loop", "1048576:1 1048576.1048576:1"),
    ("/guava", ":1 0:1"),
    ("/publish-on", ":20 0:20 1:20"),
    ("/subscribe-on", ":1 0:2"),
];

#[test]
fn work_on_other_threads_is_the_requests() {
    replays(&Program::carriers(&jdk::newest()), 6);
}

#[test]
fn work_on_threads_of_libraries_is_the_requests() {
    replays(&Program::libraries(&jdk::newest()), 6);
}

#[test]
#[ignore = "make proof"]
fn a_thousand_requests_replay_on_every_release() {
    for jdk in jdk::runtimes() {
        replays(&Program::carriers(&jdk), 1000);
        if jdk.release() >= 17 {
            replays(&Program::libraries(&jdk), 1000);
        }
    }
}

/// A service of this test.
struct Program {
    class: &'static str,
    /// The release it is compiled for.
    release: &'static str,
    /// What it is asked, and the branches.
    carriers: Vec<(&'static str, &'static str)>,
    jdk: Jdk,
    libraries: OsString,
}

impl Program {
    fn carriers(jdk: &Jdk) -> Program {
        let mut carriers = CARRIERS.to_vec();
        if jdk.release() >= 21 {
            carriers.extend(VIRTUAL);
        }
        Program { class: "Carriers", release: "11", carriers, jdk: jdk.clone(), libraries: path(&[]) }
    }

    fn libraries(jdk: &Jdk) -> Program {
        let libraries = path(&libraries::jars(&[
            "com.google.guava:failureaccess",
            "com.google.guava:guava",
            "io.netty:netty-common",
            "io.projectreactor:reactor-core",
            "org.reactivestreams:reactive-streams",
            "org.springframework:spring-aop",
            "org.springframework:spring-beans",
            "org.springframework:spring-context",
            "org.springframework:spring-core",
            "org.springframework:spring-expression",
            "org.springframework:spring-jcl",
        ]));
        Program { class: "Libraries", release: "17", carriers: LIBRARIES.to_vec(), jdk: jdk.clone(), libraries }
    }

    fn compile(&self, stage: &Stage) -> PathBuf {
        let file = format!("{}.java", self.class);
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("java/context").join(&file);
        let source = fs::read_to_string(source).expect("the source is there");
        let options: [&OsStr; 4] = ["--release".as_ref(), self.release.as_ref(), "-cp".as_ref(), &self.libraries];
        stage.compile_with(&jdk::newest(), &options, "build", &file, &source)
    }

    fn command(&self, build: &Path, port: u16, options: &[&str]) -> Vec<OsString> {
        let mut path = OsString::from(build);
        path.push(":");
        path.push(&self.libraries);
        let mut command: Vec<OsString> = vec![self.jdk.java().into()];
        command.extend(options.iter().map(OsString::from));
        command.extend(["-cp".into(), path, format!("context.{}", self.class).into(), port.to_string().into()]);
        command
    }
}

/// The server's libraries and others, as a class path.
fn path(others: &[PathBuf]) -> OsString {
    let mut path = OsString::from(shop::built("lib"));
    path.push("/*");
    for jar in others {
        path.push(":");
        path.push(jar);
    }
    path
}

/// Records at least so many requests, four at a time, and replays them.
fn replays(program: &Program, requests: usize) {
    let (carriers, version) = (&program.carriers, &program.jdk.version);
    let rounds = requests.div_ceil(carriers.len()).max(4);
    let stage = Stage::new();
    let build = program.compile(&stage);
    let (traffic, cases) = (stage.path("traffic"), stage.path("cases"));
    let mut recording = retake::record(&stage, &traffic, &program.command(&build, 0, &[]));
    let port = shop::port(&recording.line_after("carriers ready on "));
    let ask = |client: usize| {
        for _ in (client..rounds).step_by(4) {
            for (path, _) in carriers {
                http::get(port, path);
            }
        }
    };
    std::thread::scope(|scope| {
        for client in 0..4 {
            scope.spawn(move || ask(client));
        }
    });
    recording.stop().expect(0);

    let (_, made) = retake::cases(&stage, &traffic, &cases);
    assert_eq!(made["cases"], rounds * carriers.len(), "JDK {version}: {made}");
    let seen = branches(&cases);
    for (path, expected) in carriers {
        let shapes: Vec<&str> = seen[*path].iter().map(String::as_str).collect();
        assert_eq!(shapes, [*expected], "JDK {version}: {path}");
    }

    let replay = |options: &[&str]| {
        let port = shop::free_port();
        retake::replay(&stage, &cases, port, &[], &program.command(&build, port, options))
    };
    replay(&[]).all_passed(rounds * carriers.len());

    // With more threads to share the work, a stream is divided otherwise.
    let more = replay(&[MORE_THREADS]);
    let otherwise = |entry: &str| entry.starts_with("GET /parallel") && entry != "GET /parallel-each";
    let failing = more.failing().find(|verdict| !otherwise(&verdict.entry));
    assert!(failing.is_none() && more.verdicts.len() == rounds * carriers.len(), "{}", more.complaint());
    println!("JDK {version}: {} requests of {} recorded and replayed", rounds * carriers.len(), program.class);
    stage.nothing_left();
}

/// The branches of all cases, by what was asked.
fn branches(cases: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let mut seen: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for entry in fs::read_dir(cases).expect("cases were made").flatten() {
        if !entry.file_name().to_string_lossy().ends_with(".case.json") {
            continue;
        }
        let text = fs::read_to_string(entry.path()).expect("what the command writes is text");
        let case: serde_json::Value = serde_json::from_str(&text).expect("and JSON");
        let call = &case["calls"][0];
        let branches = call["branches"].as_array().expect("a call has branches");
        let path = |branch: &serde_json::Value| -> Vec<u64> {
            branch["path"].as_array().into_iter().flatten().filter_map(serde_json::Value::as_u64).collect()
        };
        let bags: Vec<Vec<u64>> = branches.iter().filter(|branch| branch["bag"] == true).map(path).collect();
        // Branches that run at the same time are written in any order.
        let mut counts: BTreeMap<(Vec<u64>, char), usize> = BTreeMap::new();
        for branch in branches {
            let path = path(branch);
            let key = match bags.iter().find(|bag| path.starts_with(bag)) {
                Some(bag) => (bag.clone(), '='),
                None => (path, ':'),
            };
            *counts.entry(key).or_default() += branch["events"].as_array().map_or(0, Vec::len);
        }
        let shape: Vec<String> = (counts.iter().filter(|(_, count)| **count > 0))
            .map(|((path, sign), count)| {
                let path: Vec<String> = path.iter().map(u64::to_string).collect();
                format!("{}{sign}{count}", path.join("."))
            })
            .collect();
        let target = call["request"]["target"].as_str().expect("a call has a target").to_owned();
        seen.entry(target).or_default().insert(shape.join(" "));
    }
    seen
}
