//! What a point costs the service: the same calls in a plain JVM, in a JVM that is recorded on a thread that serves no
//! request while another does, and inside a recorded request; and what of it outlives a collection of young objects.
//!
//! `cargo run --release -p retake-bench --bin call-cost [ROUNDS]`, after `make build`
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use retake_bench::figures::{machine, median, range};
use retake_e2e::{Jdk, Stage, jdk, points, retake};
use retake_model::cbor::Writer;
use retake_store::Traffic;
use serde_json::{Value, json};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// The calls: how the program names them, what each is, and the dependency that the analysis must find there.
const CALLS: [(&str, &str, &str); 5] = [
    ("clock", "`System.currentTimeMillis()`", "java.lang.System.currentTimeMillis()J"),
    ("field", "a static field, read", "static calls.Calls.hits:J"),
    ("object", "`ConcurrentHashMap.get`, an object of ten fields", "static calls.Calls.CACHE -> "),
    ("argument", "`ConcurrentHashMap.get`, the same as argument", "static calls.Calls.STOCK -> "),
    ("list", "`ConcurrentHashMap.get`, a list of 200 such", "static calls.Calls.LISTED -> "),
];

/// Room for young objects alone is small, so that it is collected often; nothing collects the old ones.
const COLLECTED: [&str; 4] = ["-XX:+UseSerialGC", "-Xms256m", "-Xmx256m", "-Xmn8m"];

/// The paper's cost of a record, in nanoseconds.
const PAPER: f64 = 1e6;

/// What one kind of call took, round by round.
#[derive(Debug, Default)]
struct Taken {
    /// Nanoseconds on a thread that serves no request.
    outside: Pair,
    /// Nanoseconds in a request.
    inside: Pair,
    /// Bytes of memory in a request.
    memory: Pair,
}

/// The same figure without an agent and with one, round by round.
#[derive(Debug, Default)]
struct Pair {
    without: Vec<f64>,
    with: Vec<f64>,
}

impl Pair {
    /// What the agent adds in each round. What disturbs a round disturbs both sides of it.
    fn more(&self) -> Vec<f64> {
        self.with.iter().zip(&self.without).map(|(with, without)| with - without).collect()
    }
}

fn main() -> Result<()> {
    let rounds: usize = std::env::args().nth(1).map_or(Ok(9), |rounds| rounds.parse())?;
    println!("# What a point costs\n");
    println!(
        "Each call in a plain JVM, and in one that `retake record` records: on a thread that serves no request while"
    );
    println!(
        "another serves one, where nothing is recorded, and inside an HTTP request, where what it is given and its result"
    );
    println!(
        "are encoded and handed to the writer. Nanoseconds a call, once the compiler rests; {rounds} rounds in which both JVMs"
    );
    println!(
        "take turns, medians; a difference is the median of the differences within a round, its range in brackets.\n"
    );
    println!(
        "| JDK | call | plain | no request: more | in a request: more | the paper's 1 ms is so many times | bytes allocated: more |"
    );
    println!("| --- | --- | ---: | ---: | ---: | ---: | ---: |");
    let mut told = Vec::new();
    let mut recorded = 0;
    for jdk in jdk::all() {
        let stage = Stage::new();
        let (classes, points) = prepare(&stage, &jdk)?;
        let mut taken: BTreeMap<String, Taken> = BTreeMap::new();
        let mut size = 0;
        for round in 0..rounds {
            let traffic = stage.path(&format!("traffic-{round}"));
            let program = Program { stage: &stage, jdk: &jdk, classes: &classes, options: &[], argument: None };
            plain(&program, &mut taken)?;
            with_agent(&program, &points, &traffic, &mut taken)?;
            recorded += recorded_calls(&stage, &traffic)?;
            size = largest(&traffic)?;
            std::fs::remove_dir_all(&traffic)?;
        }
        for (kind, name, _) in CALLS {
            let taken = taken.get(kind).ok_or("a kind of call was not measured")?;
            println!("{}", row(&jdk, name, taken));
        }
        let list = taken.get("list").ok_or("lists were not measured")?;
        let rate = median(&list.inside.more()) / (size as f64 / 1024.0);
        let version = &jdk.version;
        told.push(format!(
            "- JDK {version}: the list takes {size} bytes, which is {rate:.0} ns a KB. {}",
            kept(&stage, &jdk, &classes, &points)?
        ));
    }
    println!("\n{}\n", told.join("\n"));
    println!("All rounds recorded {recorded} calls, read back from the traffic. The paper on automatic mocking");
    println!("points says of its own: each recording operation takes an extra 1 ms on average.");
    println!("{}. Made with `cargo run --release -p retake-bench --bin call-cost` after `make build`.", machine());
    Ok(())
}

/// What of a call outlives the collections of young objects, without an agent and with one.
fn kept(stage: &Stage, jdk: &Jdk, classes: &Path, points: &Path) -> Result<String> {
    let program = Program { stage, jdk, classes, options: &COLLECTED, argument: Some("kept") };
    let mut figures = Vec::new();
    let mut read = |printed: &str| -> Result<()> {
        let words: Vec<&str> = printed.split_whitespace().collect();
        let ["kept", collections, bytes] = words[..] else { return Err(format!("not expected: {printed}").into()) };
        figures.push((collections.parse::<u64>()?, bytes.parse::<f64>()?));
        Ok(())
    };
    read(&stage.start("plain", &jdk.java(), program.command()).wait().expect(0).out)?;
    let traffic = stage.path("traffic-kept");
    read(&recorded(&program, points, &traffic))?;
    let [(_, without), (collections, with)] = figures[..] else { return Err("two figures are expected".into()) };
    if collections < 10 {
        return Err(format!("{collections} collections are too few to tell").into());
    }
    Ok(format!(
        "Of each call that gives an object {with:.2} bytes outlive {collections} collections of young objects; {without:.2} without an agent."
    ))
}

/// One way to run the program.
struct Program<'a> {
    stage: &'a Stage,
    jdk: &'a Jdk,
    classes: &'a Path,
    /// Options of the JVM.
    options: &'a [&'a str],
    argument: Option<&'a str>,
}

impl Program<'_> {
    /// What `java` is told.
    fn command(&self) -> Vec<&OsStr> {
        let mut command: Vec<&OsStr> = self.options.iter().map(OsStr::new).collect();
        command.extend([OsStr::new("-cp"), self.classes.as_os_str(), OsStr::new("calls.Calls")]);
        command.extend(self.argument.map(OsStr::new));
        command
    }
}

fn row(jdk: &Jdk, name: &str, taken: &Taken) -> String {
    let show = |more: &[f64]| {
        let (least, most) = range(more);
        format!("{:.0} ({least:.0} to {most:.0})", median(more))
    };
    let record = taken.inside.more();
    format!(
        "| {} | {name} | {:.1} | {} | **{}** | {:.0} | {:.0} |",
        jdk.version,
        median(&taken.inside.without),
        show(&taken.outside.more()),
        show(&record),
        PAPER / median(&record),
        median(&taken.memory.more()),
    )
}

/// Compiles the program and finds its points. Only those of the calls are kept: measuring is not to be recorded.
fn prepare(stage: &Stage, jdk: &Jdk) -> Result<(PathBuf, PathBuf)> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("java/calls/Calls.java");
    let classes = stage.path("classes");
    stage.start("javac", &jdk.javac(), ["-d".as_ref(), classes.as_os_str(), source.as_os_str()]).wait().expect(0);
    let (_, mut document) = points::analyse(stage, &classes);
    document["handles"] = json!([]);
    let found = document["points"].as_array_mut().ok_or("a document without points")?;
    let is_call =
        |point: &Value, dependency: &str| point["source"].as_str().is_some_and(|found| found.starts_with(dependency));
    found.retain(|point| CALLS.iter().any(|(_, _, dependency)| is_call(point, dependency)));
    for (kind, _, dependency) in CALLS {
        let points: Vec<&Value> = found.iter().filter(|point| is_call(point, dependency)).collect();
        if points.len() != 1 || points[0]["method"] != kind {
            return Err(format!("the analysis finds {points:?} where one point in `{kind}` was expected").into());
        }
    }
    Ok((classes, stage.write("calls.json", document.to_string())))
}

fn plain(program: &Program<'_>, taken: &mut BTreeMap<String, Taken>) -> Result<()> {
    let ended = program.stage.start("plain", &program.jdk.java(), program.command()).wait().expect(0);
    each(&ended.out, |kind, [outside, _, inside, bytes]| {
        let taken = taken.entry(kind.to_owned()).or_default();
        taken.outside.without.push(outside);
        taken.inside.without.push(inside);
        taken.memory.without.push(bytes);
    })
}

fn with_agent(program: &Program<'_>, points: &Path, traffic: &Path, taken: &mut BTreeMap<String, Taken>) -> Result<()> {
    each(&recorded(program, points, traffic), |kind, [outside, _, inside, bytes]| {
        let taken = taken.entry(kind.to_owned()).or_default();
        taken.outside.with.push(outside);
        taken.inside.with.push(inside);
        taken.memory.with.push(bytes);
    })
}

/// Records the program; gives what it printed.
fn recorded(program: &Program<'_>, points: &Path, traffic: &Path) -> String {
    let java = program.jdk.java();
    let mut arguments: Vec<&OsStr> = vec!["record".as_ref(), "--out".as_ref(), traffic.as_os_str()];
    arguments.extend(["--points".as_ref(), points.as_os_str(), "--".as_ref(), java.as_os_str()]);
    arguments.extend(program.command());
    retake::run(program.stage, arguments).expect(0).out
}

/// Reads what the program prints: a kind of call and four figures a line.
fn each(printed: &str, mut take: impl FnMut(&str, [f64; 4])) -> Result<()> {
    for line in printed.lines() {
        let (kind, figures) = line.split_once(' ').ok_or("a line without figures")?;
        let figures: Vec<f64> = figures.split(' ').map(str::parse).collect::<std::result::Result<_, _>>()?;
        take(kind, figures.try_into().map_err(|_| "a line without four figures")?);
    }
    Ok(())
}

/// How many of the calls are in the traffic; fails unless all kinds are and no request is incomplete or was dropped.
fn recorded_calls(stage: &Stage, traffic: &Path) -> Result<u64> {
    let stats = retake::stats(stage, traffic);
    let dependencies = stats["dependencies"].as_object().ok_or("numbers without dependencies")?;
    let counts: Vec<u64> = dependencies.values().filter_map(Value::as_u64).collect();
    let none_dropped = stats["dropped"].as_object().is_some_and(serde_json::Map::is_empty);
    if counts.len() != CALLS.len() || stats["incomplete_requests"] != 0 || !none_dropped {
        return Err(format!("not every call was recorded: {stats}").into());
    }
    Ok(counts.iter().sum())
}

/// How many bytes the largest answer in the traffic takes.
fn largest(traffic: &Path) -> Result<usize> {
    let mut largest = 0;
    for segment in Traffic::open(traffic)?.segments() {
        segment?.each(|trace| {
            for event in trace.branches.iter().flat_map(|branch| &branch.events) {
                if let Some(value) = event.outcome.value() {
                    let mut writer = Writer::default();
                    value.encode(&mut writer);
                    largest = largest.max(writer.bytes.len());
                }
            }
        })?;
    }
    Ok(largest)
}
