//! What frameworks are told: small services, compiled against the real frameworks, with what must be found beside them.
//!
//! A directory of `tests/wiring` is a service: `java` and `resources` are its own, `other` is another module that it uses,
//! `libraries` names what it is compiled against, and `expected` has the lines that must be found.

#![allow(clippy::unwrap_used)]

mod common;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, OnceLock};

use common::{java_files, javac, libraries, scratch, tool};
use retake_analyze::{Request, analyze, wiring};
use retake_model::points::{Kind, Place};

fn compile(from: &Path, path: &[PathBuf], out: &Path) {
    std::fs::create_dir_all(out).unwrap();
    let path = std::env::join_paths(path).unwrap();
    javac(&java_files(&from.join("java"), true), Some(Path::new(&path)), out);
    copy(&from.join("resources"), out);
}

fn copy(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).into_iter().flatten().flatten() {
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            std::fs::create_dir_all(&to).unwrap();
            copy(&path, &to);
        } else {
            std::fs::copy(path, to).unwrap();
        }
    }
}

/// Compiles a service, once however many tests ask for it; tells what to analyse.
fn build(name: &str) -> Request {
    static BUILT: Mutex<BTreeMap<String, Arc<OnceLock<Vec<PathBuf>>>>> = Mutex::new(BTreeMap::new());
    let built = Arc::clone(BUILT.lock().unwrap().entry(name.to_string()).or_default());
    Request { path: built.get_or_init(|| compile_all(name)).clone(), ..Request::default() }
}

/// Compiles a service; tells its class path.
fn compile_all(name: &str) -> Vec<PathBuf> {
    let service = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wiring").join(name);
    let out = scratch(&format!("wiring-{name}"));
    let named = std::fs::read_to_string(service.join("libraries")).unwrap_or_default();
    let named: Vec<&str> = named.lines().filter(|line| !line.is_empty()).collect();
    let mut path = libraries::jars(&named);
    let other = service.join("other");
    if other.is_dir() {
        compile(&other, &path, &out.join("other"));
        let jar = out.join("other.jar");
        let status = Command::new(tool("jar")).arg("cf").arg(&jar).arg("-C").arg(out.join("other")).arg(".").status();
        assert!(status.unwrap().success());
        path.push(jar);
    }
    let classes = out.join("classes");
    compile(&service, &path, &classes);
    path.insert(0, classes);
    path
}

#[track_caller]
fn check(name: &str) {
    let request = build(name);
    let mut found = wiring(&request).unwrap();
    let document = analyze(&request, &|_| {}).unwrap();
    let own =
        |class: &str| document.scope.iter().any(|prefix| class.starts_with(prefix)) || class.starts_with("other/");
    for point in document.points.iter().filter(|point| point.kind == Kind::External && own(&point.class)) {
        let class = point.class.replace('/', ".");
        let place = if point.place == Place::Body { "method" } else { "call" };
        found.push(format!("external {place} {class}.{} {}: {}", point.method, point.dependency, point.rule));
    }
    for out in document.ruled_out.iter().filter(|out| out.kind == Kind::External && own(&out.class)) {
        let (class, method) = (out.class.replace('/', "."), out.method.as_deref().unwrap_or_default());
        found.push(format!("out {class}.{method} {}: {}", out.dependency, out.reason));
    }
    // What is said of files and of services is said twice.
    let more = document.warnings.iter().filter(|warning| warning.contains("method reference"));
    found.extend(more.map(|warning| format!("warning {warning}")));
    for entry in &document.entries {
        let paths = entry.paths.iter().map(|path| format!(" {path}")).collect::<String>();
        found.push(format!("entry {} {}.{}{paths}", entry.kind, entry.class.replace('/', "."), entry.method));
    }
    let expected = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wiring").join(name).join("expected");
    let expected = std::fs::read_to_string(expected).unwrap_or_default();
    let expected: Vec<&str> =
        expected.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')).collect();
    let missing: Vec<_> = expected.iter().filter(|line| !found.iter().any(|found| found == **line)).collect();
    let surplus: Vec<_> = found.iter().filter(|line| !expected.contains(&line.as_str())).collect();
    assert!(missing.is_empty() && surplus.is_empty(), "{name}:\n  missing {missing:#?}\n  surplus {surplus:#?}");
}

macro_rules! services {
    ($($test:ident: $name:literal,)*) => {
        $(
            #[test]
            fn $test() {
                check($name);
            }
        )*
    };
}

services! {
    spring_by_annotation: "spring-annotations",
    spring_by_xml: "spring-xml",
    entries: "entries",
    mappers_and_repositories: "mappers",
    clients: "clients",
    neighbours_in_the_process: "sofa",
    services_far_away: "rpc",
    settings_that_are_pushed: "settings",
    jakarta: "jakarta",
    what_stands_between: "between",
    which_layer_records_a_database: "databases",
}

/// A driver's classes inherit methods of the interfaces that they implement from classes that implement none.
#[test]
fn classes_that_lend_methods_to_handles_are_known() {
    let document = analyze(&build("databases"), &|_| {}).unwrap();
    let own = |handle: &str| -> Vec<&str> {
        let handle = document.handles.iter().find(|found| found.name == handle).unwrap();
        handle.implementers.iter().map(String::as_str).filter(|class| class.starts_with("shop/")).collect()
    };
    assert_eq!(own("java/sql/Clob"), ["shop/Large", "shop/LargeText"]);
    assert_eq!(own("java/sql/Blob"), ["shop/Large", "shop/LargeBytes"]);
    assert_eq!(own("java/sql/ResultSet"), ["shop/CountingRows"]);
}

/// What Spring's annotations are annotated with is in Spring's files; a service may be analysed without them.
#[test]
fn scopes_are_known_without_spring() {
    let mut request = build("spring-annotations");
    request.path.truncate(1);
    let beans = wiring(&request).unwrap();
    for bean in ["shop.Asking request", "shop.Cart session", "shop.Everywhere application", "shop.Fresh prototype"] {
        let line = format!("bean {bean} ");
        assert!(beans.iter().any(|found| found.starts_with(&line)), "{bean}: {beans:#?}");
    }
}

#[test]
fn what_is_of_a_request_does_not_outlive_it() {
    let document = analyze(&build("spring-annotations"), &|_| {}).unwrap();
    let own = document.points.iter().filter(|point| point.class == "shop/Desk");
    let own: Vec<_> = own.map(|point| (point.method.as_str(), point.dependency.as_str())).collect();
    assert_eq!(own, [("put", "bean shop.Cart.items:I")]);
    let out = document.ruled_out.iter().find(|out| out.dependency.starts_with("bean shop.Desk.asking")).unwrap();
    assert_eq!(out.reason, "the container makes another one for each request");
}

/// Figure 8 and Example 3.5: a field of a bean is state if somebody may change it while requests are served.
#[test]
fn figure_8_and_example_3_5() {
    let document = analyze(&build("figure-8"), &|_| {}).unwrap();
    let is_info = |dependency: &str| dependency.contains(".info:");
    let points: Vec<_> = document.points.iter().filter(|point| is_info(&point.dependency)).collect();
    let found: Vec<_> = points.iter().map(|point| (point.class.as_str(), point.method.as_str(), point.kind)).collect();
    assert_eq!(found, [("shop/SetByRequests", "getInfo", Kind::Internal)], "{points:#?}");
    let out = document.ruled_out.iter().filter(|out| is_info(&out.dependency) && out.method.is_none());
    let out: Vec<_> = out.map(|out| (out.class.as_str(), out.reason.as_str())).collect();
    let expected = [
        ("shop/NeverSet", "what changes it is never called: shop.NeverSet.setInfo"),
        ("shop/SetAtStart", "nothing changes it once its object is made"),
    ];
    assert_eq!(out, expected);
}

/// What a file of services names has objects, which answer calls, and their constructors are called.
#[test]
fn providers_have_objects() {
    let document = analyze(&build("providers"), &|_| {}).unwrap();
    let own = document.points.iter().filter(|point| point.class.starts_with("shop/"));
    let own: Vec<_> = own.map(|point| (point.method.as_str(), point.dependency.as_str())).collect();
    let time = "java.lang.System.currentTimeMillis()J";
    assert_eq!(own, [("made", "static shop.Fast.made:I"), ("send", time)], "{document:#?}");
    let out = document.ruled_out.iter().map(|out| (out.method.as_deref(), out.dependency.as_str()));
    let out: Vec<_> = out.collect();
    assert!(out.contains(&(Some("receive"), time)) && out.contains(&(None, "static shop.Slow.made:I")), "{out:?}");
}

/// A field holds the beans that it is told to, where one knows which; a call on it reaches no other.
#[test]
fn injected_fields_hold_beans() {
    let request = build("injection");
    let files = java_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wiring/injection/java"), true);
    common::targets::check(&files, &request);
    let document = analyze(&request, &|_| {}).unwrap();
    let own = document.points.iter().filter(|point| point.kind == Kind::System);
    let own: Vec<&str> = own.map(|point| point.class.trim_start_matches("shop/Injection$")).collect();
    // The others ask a price that does not look at the time.
    assert_eq!(own, ["ByFile", "ByName", "ByUnknownName", "MadeByCode", "Replaced"]);
}

/// What a call gives whose answers are kept depends on the cache; and a method that is called on another thread, or instead
/// of one that failed, is called.
#[test]
fn what_a_cache_answers_is_state() {
    let document = analyze(&build("between"), &|_| {}).unwrap();
    let internal = document.points.iter().filter(|point| point.kind == Kind::Internal);
    let found: Vec<_> = internal.clone().map(|point| format!("{} {}", point.method, point.dependency)).collect();
    let expected = [
        "last bean shop.FixedRates.last:Ljava/lang/String;",
        "ask cache prices -> shop.Prices.price(Ljava/lang/String;)I",
        "asked static shop.Shelf.asked:I",
        "fallen static shop.Shelf.fallen:I",
        "rate cache rates old -> shop.Rates.rate(Ljava/lang/String;)Ljava/lang/String;",
    ];
    assert_eq!(found, expected);
    let reasons: Vec<&str> = internal.clone().map(|point| point.reason.as_str()).collect();
    assert_eq!(
        reasons[1],
        "what a cache holds (cache prices -> shop.Prices.price) is returned in shop.Shelf.ask (Between.java:69)"
    );
    // A cache that had no answer had the method called, which did more than answer.
    let writes = internal.map(|point| point.writes.len()).collect::<Vec<_>>();
    assert_eq!(writes, [0, 0, 0, 0, 2]);
}

/// What an entry answers is written down by somebody who looks into fields that no code of the service reads.
#[test]
fn answers_leave_with_all_their_fields() {
    let document = analyze(&build("answers"), &|_| {}).unwrap();
    let own = document.points.iter().filter(|point| point.kind == Kind::System);
    let own: Vec<_> = own.map(|point| format!("{} {}", point.method, point.dependency)).collect();
    let expected = [
        "bill java.lang.System.currentTimeMillis()J",
        "receipt java.lang.System.currentTimeMillis()J",
        "receipt java.util.UUID.randomUUID()Ljava/util/UUID;",
        "stamp java.lang.System.nanoTime()J",
    ];
    assert_eq!(own, expected);
    let out: Vec<_> = document.ruled_out.iter().filter(|out| out.kind == Kind::System).collect();
    assert_eq!(out.len(), 1, "{out:#?}");
    assert_eq!(out[0].method.as_deref(), Some("draft"));
}
