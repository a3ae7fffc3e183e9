//! Values of every kind leave the JVM and come back: with the runtime's own classes, in the JVM they are made for, and
//! with the decoder of the command.

#![allow(clippy::print_stdout, reason = "a test of a promise tells its figures")]

use std::fs;
use std::path::{Path, PathBuf};

use retake_e2e::{Stage, jdk};
use retake_model::cbor::{Reader, Writer};
use retake_model::value::Value;

/// What cannot be copied, and must say so.
const OPAQUE: [&str; 16] = [
    "lambda",
    "thread",
    "loader",
    "iterator",
    "stream",
    "future",
    "lock",
    "list with a thread",
    "tree map with an order",
    "view of a strange list",
    "bytes, many",
    "text, long",
    "nodes, many",
    "nodes, many in an array",
    "array, long",
    "deep",
];

/// So many bytes are enough for any value, cut or not.
const LARGEST: usize = 4 << 20;

#[test]
fn values_come_back_as_they_were() {
    for jdk in jdk::all() {
        let stage = Stage::new();
        let classes = compile(&stage, &jdk.javac());
        let patch = format!("java.base={}", classes.display());
        let ended = stage.start("values", &jdk.java(), ["--patch-module", &patch, "java.lang.RetakeValues"]).wait();
        let ended = ended.expect(0);
        let (mut same, mut opaque) = (0, Vec::new());
        for line in ended.out.lines() {
            let parts: Vec<&str> = line.split('\t').collect();
            let [name, outcome, hex] = parts[..] else { panic!("not a line of the program: {line}") };
            assert!(hex.len() < 2 * LARGEST, "{name} takes {} bytes", hex.len() / 2);
            let value = decode(name, hex);
            match outcome.strip_prefix("opaque ") {
                Some(reason) => {
                    assert!(reason.contains(": "), "{name} gives no reason: {reason}");
                    opaque.push(name);
                }
                None => {
                    assert_eq!(outcome, "same", "{name}: {value:?}");
                    same += 1;
                }
            }
        }
        println!("JDK {}: {same} kinds of values came back, {} are opaque with a reason", jdk.version, opaque.len());
        assert_eq!(opaque, OPAQUE);
        assert!(same > 60, "only {same} were tried");
    }
}

/// The command reads what the runtime wrote, and what the command writes says the same.
fn decode(name: &str, hex: &str) -> Value {
    let bytes: Vec<u8> = (0..hex.len() / 2)
        .map(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).expect("the program writes hexadecimal digits"))
        .collect();
    let value = Value::decode(&mut Reader::new(&bytes)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut writer = Writer::default();
    value.encode(&mut writer);
    let again = Value::decode(&mut Reader::new(&writer.bytes)).unwrap_or_else(|error| panic!("{name}: {error}"));
    // Not a number is equal to nothing, so what is written is compared.
    let mut second = Writer::default();
    again.encode(&mut second);
    assert_eq!(writer.bytes, second.bytes, "{name}");
    value
}

/// The runtime and the program, compiled as the agent's build compiles the runtime.
fn compile(stage: &Stage, javac: &Path) -> PathBuf {
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../java/runtime");
    let (stubs, classes) = (stage.path("stubs"), stage.path("classes"));
    let run = |sources: &[PathBuf], path: &Path, into: &Path| {
        fs::create_dir_all(into).expect("the directory is new");
        let mut arguments: Vec<PathBuf> =
            ["--release", "8", "-nowarn", "-Xlint:-options", "-cp"].map(PathBuf::from).into();
        arguments.extend([path.to_owned(), "-d".into(), into.to_owned()]);
        arguments.extend(sources.iter().flat_map(|directory| java_files(directory)));
        stage.start("javac", javac, arguments).wait().expect(0);
    };
    run(&[runtime.join("stub/jdk/internal/misc")], &stubs, &stubs);
    run(&[runtime.join("src/java/lang"), runtime.join("test/java/lang")], &stubs, &classes);
    classes
}

fn java_files(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    files
}
