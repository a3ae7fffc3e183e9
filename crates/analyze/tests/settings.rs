//! What `retake.toml` changes: the list, own rules, and what is left without the built-in ones.

#![allow(clippy::unwrap_used)]

mod common;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use common::{fixtures, java_files, javac, scratch, simple};
use retake_analyze::{Request, Settings, analyze};
use retake_model::points::{Place, Points};

/// The compiled suite and its library.
fn compiled() -> &'static (PathBuf, PathBuf) {
    static COMPILED: OnceLock<(PathBuf, PathBuf)> = OnceLock::new();
    COMPILED.get_or_init(|| {
        let dir = scratch(&format!("own-{}", std::process::id()));
        let (classes, library) = (dir.join("classes"), dir.join("library"));
        std::fs::create_dir_all(&classes).unwrap();
        std::fs::create_dir_all(&library).unwrap();
        javac(&java_files(&fixtures().join("own-library"), true), None, &library);
        javac(&java_files(&fixtures().join("own"), true), Some(&library), &classes);
        (classes, library)
    })
}

fn with(settings: &str) -> Points {
    within("own.Suite", settings)
}

fn within(scope: &str, settings: &str) -> Points {
    let (classes, library) = compiled();
    let settings = Settings::load(Path::new("retake.toml"), &|_| Ok(settings.to_string())).unwrap();
    let path = vec![classes.clone(), library.clone()];
    analyze(&Request { path, scope: vec![scope.to_string()], settings, ..Request::default() }, &|_| {}).unwrap()
}

/// The points, one line each.
fn told(points: &Points) -> Vec<String> {
    let tell = points.points.iter().map(|point| {
        let place = match &point.place {
            Place::Body => "body".to_string(),
            Place::Call { owner, name, .. } => format!("call {}.{name}", simple(owner)),
            Place::Construct { owner, .. } => format!("new {}", simple(owner)),
            Place::Read { name, .. } => format!("read {name}"),
            Place::Check { name, .. } => format!("check {name}"),
            Place::Load { .. } => "load".to_string(),
            Place::Reference { owner, name, .. } => format!("reference {}::{name}", simple(owner)),
        };
        format!("{} {}.{} {place}", point.kind.name(), simple(&point.class), point.method)
    });
    let mut told: Vec<String> = tell.collect();
    told.sort();
    told
}

const SUITE: &str = r#"
[analyze]
builtin = false
[[source]]
method = "own.Suite.Taint.source()"
[[source]]
method = "own.**.fill(byte[])"
argument = 0
[[sink]]
method = "own.Suite$Taint.sink"
argument = 1
[[sink]]
method = "own.Suite$Taint.le*(*)"
[[transfer]]
method = "own.Suite.Taint.clean"
flow = []
"#;

#[test]
fn a_taint_suite_runs_as_it_is() {
    let points = with(SUITE);
    assert_eq!(
        told(&points),
        [
            "system Suite.direct call Suite$Taint.source",
            "system Suite.filled call Suite$Taint.fill",
            "system Suite.handed reference Suite$Taint::source",
            "system Suite.lists call Suite$Taint.source",
            "system Suite.store call Suite$Taint.source",
        ]
    );
    assert_eq!(points.points[0].rule, "retake.toml");
    let last = |method: &str| {
        let point = points.points.iter().find(|point| point.method == method).unwrap();
        point.path.last().unwrap().what.clone()
    };
    assert_eq!(last("direct"), "is argument 1 of own.Suite$Taint.sink");
    assert_eq!(last("filled"), "is argument 0 of own.Suite$Taint.leak");
}

#[test]
fn own_rules_that_name_nothing_are_told() {
    assert_eq!(with(SUITE).warnings, Vec::<String>::new());
    let rules = "[[source]]\nmethod = 'own.Suite.Taint.sauce()'\n[[source]]\nmethod = 'own.Suite.Taint.source(int)'\n\
                 [[sink]]\nclass = 'own.Suit'\nmethods = ['sink', '!close']\n[[sink]]\nbranch = true\n\
                 [[generator]]\nclass = ['own.library.Dice', 'own.library.Dices']\n\
                 [[external]]\nmethod = 'own.library.Ids.next*'\n[[source]]\nmethod = 'java.lang.System.nanoTime'\n";
    let expected = [
        "retake.toml:1: the source own.Suite.Taint.sauce() names nothing in this service; correct it, or take it out",
        "retake.toml:3: the source own.Suite.Taint.source(int) names nothing in this service; correct it, or take it out",
        "retake.toml:5: the sink own.Suit: sink, !close names nothing in this service; correct it, or take it out",
        "retake.toml:10: the generator own.library.Dice, own.library.Dices names nothing in this service; correct it, or take it out",
        "retake.toml:14: the source java.lang.System.nanoTime names nothing in this service; correct it, or take it out",
    ];
    assert_eq!(with(rules).warnings, expected);
}

#[test]
fn a_shared_file_of_rules_is_told_only_if_nothing_in_it_means_anything() {
    let (classes, library) = compiled();
    let warnings = |rules: &str| {
        let read = |path: &Path| {
            Ok(if path.ends_with("retake.toml") { "rules = ['acme.toml']".to_string() } else { rules.to_string() })
        };
        let settings = Settings::load(Path::new("retake.toml"), &read).unwrap();
        let path = vec![classes.clone(), library.clone()];
        let request = Request { path, scope: vec!["own.Suite".to_string()], settings, ..Request::default() };
        analyze(&request, &|_| {}).unwrap().warnings
    };
    let nothing = "[[source]]\nmethod = 'com.acme.Dice.roll'\n";
    assert_eq!(warnings(nothing), ["acme.toml: no rule in it names anything in this service"]);
    assert!(warnings(&format!("{nothing}[[source]]\nmethod = 'own.library.Ids.next'\n")).is_empty());
}

#[test]
fn branches_and_results_are_switched() {
    let method = |points: &Points| points.points.iter().map(|point| point.method.clone()).collect::<Vec<_>>();
    let source = "[analyze]\nbuiltin = false\n[[source]]\nmethod = 'own.Suite.Taint.source'\n";
    assert!(method(&with(source)).is_empty());
    assert_eq!(method(&with(&format!("{source}[[sink]]\nreturn = true"))), ["branch"]);
    assert!(method(&with(&format!("{source}[[sink]]\nthrow = true\nbranch = true"))).is_empty());
    // With the built-in rules they are on, and the clock is a source.
    assert_eq!(method(&with("")), ["clock"]);
    assert!(method(&with("[[sink]]\nreturn = false")).is_empty());
}

#[test]
fn calls_on_the_list_are_points() {
    let points = with(
        "[[points.include]]\nmethod = 'own.library.Ids.next*(*)'\nwhy = 'Numbers of orders'\n\
         [[points.include]]\nmethod = '**.Ids$Random.<init>'\n[[points.include]]\nmethod = 'own.library.Nothing.*'\n",
    );
    let listed: Vec<String> = told(&points).into_iter().filter(|point| point.starts_with("listed")).collect();
    assert_eq!(
        listed,
        [
            "listed Suite.listed call Ids$Random.next",
            "listed Suite.listed call Ids.next",
            "listed Suite.listed call Ids.nextText",
            "listed Suite.listed new Ids$Random",
            "listed Suite.listed new Ids$Random",
            "listed Suite.listedByReference reference Ids::nextText",
        ]
    );
    let point = points.points.iter().find(|point| point.rule == "retake.toml:1").unwrap();
    assert!(point.reason.starts_with("Numbers of orders (own.library.Ids"), "{}", point.reason);
    assert_eq!(points.counts.points.listed, 6);
    assert_eq!(
        points.warnings,
        ["retake.toml:6: own.library.Nothing.* means no call or method of this service; correct it, or take it out"]
    );
}

#[test]
fn bodies_on_the_list_are_points() {
    let points = with(
        "[[points.include]]\nmethod = 'own.Suite.Prices.*'\nat = 'method'\n\
         [[points.include]]\nmethod = 'own.library.Ids.now'\nat = 'method'",
    );
    let listed: Vec<String> = told(&points).into_iter().filter(|point| point.starts_with("listed")).collect();
    assert_eq!(listed, ["listed Ids.now body", "listed Suite$Fixed.of body"]);
}

#[test]
fn what_is_excluded_is_ruled_out() {
    for line in ["method = 'java.lang.System.currentTimeMillis()J'", "method = 'own.Suite.clo*'"] {
        let points = with(&format!("[[points.exclude]]\n{line}\nwhy = 'Nobody looks at it'"));
        assert!(told(&points).is_empty(), "{line}");
        let out = points.ruled_out.iter().find(|out| out.method.as_deref() == Some("clock")).unwrap();
        assert_eq!(out.reason, "excluded by retake.toml (retake.toml:1): Nobody looks at it");
        assert_eq!(points.counts.points.total, 0);
    }
}

#[test]
fn what_depends_on_another_field_too_is_not_excluded() {
    let counted = |settings: &str| {
        let points = within("own.Counters", settings);
        let reads = points.points.iter().filter(|point| point.method == "next");
        let sources: Vec<String> = reads.map(|point| point.dependency.clone()).collect();
        let out = points.ruled_out.iter().filter(|out| out.reason.starts_with("excluded"));
        (sources, out.map(|out| out.dependency.clone()).collect::<Vec<String>>(), points.warnings)
    };
    let [orders, visits] = ["ORDERS", "VISITS"].map(|name| format!("static own.Counters.{name}"));
    let count = |field: &str| vec![format!("{field} -> own.Counters$Counter.count")];
    assert_eq!(counted(""), (count(&orders), vec![], vec![]));
    let exclude = |name: &str| format!("[[points.exclude]]\nfield = 'own.Counters.{name}'\n");
    let told = |field: &str| format!("{field}:Lown/Counters$Counter;");
    assert_eq!(counted(&exclude("ORDERS")), (count(&visits), vec![told(&orders)], vec![]));
    assert_eq!(counted(&exclude("*")), (vec![], vec![told(&orders), told(&visits)], vec![]));
}

#[test]
fn flags_go_before_settings() {
    let (classes, library) = compiled();
    let settings = Settings::load(Path::new("retake.toml"), &|_| Ok("[analyze]\nscope = ['own.library']".to_string()));
    let request =
        Request { path: vec![classes.clone(), library.clone()], settings: settings.unwrap(), ..Request::default() };
    assert_eq!(analyze(&request, &|_| {}).unwrap().counts.application_classes, 2);
    let request = Request { scope: vec!["own.Suite".to_string()], ..request };
    assert_eq!(analyze(&request, &|_| {}).unwrap().counts.application_classes, 4);
}
