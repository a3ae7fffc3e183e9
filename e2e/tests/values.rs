//! Values of every kind leave the JVM and come back: with the runtime's own classes, in the JVM they are made for, and
//! with the decoder of the command. Those of libraries come from the real ones.

#![allow(clippy::print_stdout, reason = "a test of a promise tells its figures")]

#[allow(unreachable_pub, clippy::unwrap_used, reason = "it belongs to the tests of the analysis")]
#[path = "../../crates/analyze/tests/common/libraries.rs"]
mod libraries;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use retake_e2e::{Jdk, Stage, jdk};
use retake_model::cbor::{Reader, Writer};
use retake_model::value::Value;

/// What cannot be copied of the JDK's, and must say so.
const OPAQUE: [&str; 20] = [
    "exception with a lambda beside one to spare",
    "lambda",
    "thread",
    "loader",
    "iterator",
    "stream",
    "future",
    "lock",
    "list with a thread",
    "bytes, many",
    "text, long",
    "nodes, many",
    "nodes, many in an array",
    "array, long",
    "deep",
    "tree map with a lambda's order",
    "byte buffer outside of the heap",
    "view of a byte buffer",
    "lambda that holds a thread",
    "proxy of something live",
];

/// Programs of samples: the class, the oldest release it runs on, the libraries, and what must be opaque.
const SAMPLES: [(&str, u16, &[&str], &[&str]); 4] = [
    (
        "samples.Samples",
        11,
        &[
            "com.fasterxml.jackson.core:jackson-annotations",
            "com.fasterxml.jackson.core:jackson-core",
            "com.fasterxml.jackson.core:jackson-databind",
            "com.google.guava:failureaccess",
            "com.google.guava:guava",
            "com.google.protobuf:protobuf-java",
            "joda-time:joda-time",
        ],
        &["message of a type made at run time"],
    ),
    ("samples.Modern", 17, &[], &[]),
    (
        "samples.Thrown",
        17,
        &["org.springframework:spring-core", "org.springframework:spring-jcl", "org.springframework:spring-web"],
        &[],
    ),
    (
        "samples.Entities",
        11,
        &[
            "com.fasterxml:classmate",
            "com.h2database:h2",
            "io.smallrye:jandex",
            "jakarta.persistence:jakarta.persistence-api",
            "jakarta.transaction:jakarta.transaction-api",
            "jakarta.xml.bind:jakarta.xml.bind-api",
            "net.bytebuddy:byte-buddy",
            "org.antlr:antlr4-runtime",
            "org.hibernate.common:hibernate-commons-annotations",
            "org.hibernate.orm:hibernate-core",
            "org.jboss.logging:jboss-logging",
        ],
        &[
            "entity that is not loaded",
            "entity with one that is not loaded",
            "entity with collections that are not loaded",
            "enhanced entity with an attribute that is not loaded",
        ],
    ),
];

/// So many bytes are enough for any value, cut or not.
const LARGEST: usize = 4 << 20;

#[test]
fn values_come_back_as_they_were() {
    for jdk in jdk::all() {
        jdk_values(&jdk);
    }
}

#[test]
fn parts_of_the_runtime_do_their_work() {
    for jdk in jdk::all() {
        let stage = Stage::new();
        let patch = format!("java.base={}", compile(&stage, &jdk).display());
        stage.start("parts", &jdk.java(), ["--patch-module", &patch, "java.lang.RetakeParts"]).wait().expect(0);
    }
}

#[test]
fn values_of_libraries_come_back_as_they_were() {
    library_values(&jdk::newest());
}

#[test]
#[ignore = "make proof"]
fn values_of_every_kind_come_back_on_every_release() {
    for jdk in jdk::runtimes() {
        jdk_values(&jdk);
        library_values(&jdk);
    }
}

fn jdk_values(jdk: &Jdk) {
    let stage = Stage::new();
    let same = run(&stage, jdk, &compile(&stage, jdk), None, &OPAQUE);
    assert!(same > 150, "only {same} were tried");
}

fn library_values(jdk: &Jdk) {
    let stage = Stage::new();
    let runtime = compile(&stage, jdk);
    for (class, oldest, wanted, opaque) in SAMPLES.into_iter().filter(|sample| sample.1 <= jdk.release()) {
        let name = class.trim_start_matches("samples.");
        let mut path = OsString::new();
        for jar in libraries::jars(wanted) {
            path.push(jar);
            path.push(":");
        }
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("java/samples/{name}.java"));
        let source = fs::read_to_string(source).expect("the source is there");
        let (release, file) = (oldest.to_string(), format!("{name}.java"));
        let options = ["--release".as_ref(), release.as_ref(), "-cp".as_ref(), path.as_os_str()];
        let classes = stage.compile_with(&jdk::newest(), &options, name, &file, &source);
        path.push(classes);
        let same = run(&stage, jdk, &runtime, Some((class, path)), opaque);
        assert!(same > 3, "only {same} were tried");
    }
}

/// Runs a program of samples; gives how many came back.
fn run(stage: &Stage, jdk: &Jdk, runtime: &Path, given: Option<(&str, OsString)>, expected: &[&str]) -> usize {
    let mut arguments: Vec<OsString> = vec!["--patch-module".into()];
    arguments.push(format!("java.base={}", runtime.display()).into());
    let what = given.as_ref().map_or("the JDK", |(class, _)| class);
    if let Some((_, path)) = &given {
        arguments.extend(["-cp".into(), path.clone()]);
    }
    arguments.push("java.lang.RetakeValues".into());
    arguments.extend(given.iter().map(|(class, _)| OsString::from(class)));
    let ended = stage.start("values", &jdk.java(), arguments).wait().expect(0);
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
                assert_eq!(outcome, "same", "{name} on JDK {}: {value:?}", jdk.version);
                same += 1;
            }
        }
    }
    println!("JDK {}: {same} values of {what} came back, {} are opaque with a reason", jdk.version, opaque.len());
    assert_eq!(opaque, expected);
    same
}

/// The runtime's choice of requests, against tables: patterns, times of the week, shares and rates.
#[test]
fn requests_are_chosen_as_tables_say() {
    all_as_expected("java.lang.RetakeChoices");
}

/// What threads remember of a hook that they are inside of is that one object.
#[test]
fn a_hook_is_one_object_whoever_comes_to_it_first() {
    all_as_expected("java.lang.RetakeOneHook");
}

/// Runs a program that tries a part of the runtime.
fn all_as_expected(program: &str) {
    for jdk in [jdk::oldest(), jdk::newest()] {
        let stage = Stage::new();
        let runtime = format!("java.base={}", compile(&stage, &jdk).display());
        let ended = stage.start("program", &jdk.java(), ["--patch-module", &runtime, program]).wait().expect(0);
        assert_eq!(ended.out.trim_end(), "all as expected", "{ended}");
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

/// The runtime and the program, compiled as the agent's build compiles the runtime for this release.
fn compile(stage: &Stage, jdk: &Jdk) -> PathBuf {
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../java/runtime");
    let renamed = fs::read_to_string(runtime.join("before-12.txt")).expect("the list is there");
    let renamed: Vec<(&str, &str)> = renamed.lines().filter_map(|line| line.split_once(' ')).collect();
    let (stubs, classes) = (stage.path("stubs"), stage.path("classes"));
    let run = |parts: &[&str], path: &Path, into: &Path| {
        fs::create_dir_all(into).expect("the directory is new");
        let mut arguments: Vec<PathBuf> =
            ["--release", "8", "-nowarn", "-Xlint:-options", "-cp"].map(PathBuf::from).into();
        arguments.extend([path.to_owned(), "-d".into(), into.to_owned()]);
        for file in parts.iter().flat_map(|part| java_files(&runtime.join(part))) {
            let mut text = fs::read_to_string(&file).expect("the sources are there");
            if jdk.release() < 12 {
                renamed.iter().for_each(|(now, before)| text = text.replace(now, before));
            }
            let name = file.file_name().and_then(|name| name.to_str()).expect("sources have plain names");
            arguments.push(stage.write(name, text));
        }
        stage.start("javac", &jdk::newest().javac(), arguments).wait().expect(0);
    };
    run(&["stub/jdk/internal/misc", "stub/jdk/internal/vm/annotation"], &stubs, &stubs);
    run(&["src/java/lang", "test/java/lang"], &stubs, &classes);
    classes
}

fn java_files(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    files
}
