//! What the rules name exists: every class and every method, in the JDK or in the library that the rule is about.

#![allow(clippy::unwrap_used)]

mod common;

use std::fmt::Write;

use common::classes::Classes;
use common::samples;
use retake_analyze::MethodPattern;
use toml::{Table, Value};

/// The oldest JDK that the rules are checked against. What came later says when.
const OLDEST: u16 = 17;

fn texts<'t>(table: &'t Table, key: &str) -> Vec<&'t str> {
    let array = table.get(key).and_then(Value::as_array);
    array.into_iter().flatten().filter_map(Value::as_str).collect()
}

fn tables<'t>(table: &'t Table, key: &str) -> Vec<&'t Table> {
    let array = table.get(key).and_then(Value::as_array);
    array.into_iter().flatten().filter_map(Value::as_table).collect()
}

/// Something a rule names.
#[derive(Debug)]
struct Named<'r> {
    class: &'r str,
    method: Option<&'r str>,
    since: Option<u16>,
}

/// Everything that a file of rules names.
fn named(file: &Table) -> Vec<Named<'_>> {
    let mut found = Vec::new();
    let mut class = |class, method, since| found.push(Named { class, method, since });
    for kind in [
        "source",
        "sink",
        "generator",
        "transfer",
        "output",
        "external",
        "handle",
        "pure",
        "reads",
        "reads_arguments",
        "remembers",
        "checks",
    ] {
        for rule in tables(file, kind) {
            let since = rule.get("since").and_then(Value::as_integer).map(|since| since as u16);
            let names = rule["class"].as_str().map_or_else(|| texts(rule, "class"), |name| vec![name]);
            for name in names {
                class(name, None, since);
                for method in texts(rule, "methods").into_iter().chain(texts(rule, "fixed")) {
                    // Another class may be named, too.
                    let end = method.find('(').unwrap_or(method.len());
                    match method[..end].rfind('.') {
                        Some(dot) => class(&method[..dot], Some(&method[dot + 1..]), since),
                        None => class(name, Some(method), since),
                    }
                }
            }
            for other in texts(rule, "implementers").into_iter().chain(texts(rule, "except")) {
                class(other, None, since);
            }
        }
    }
    if let Some(types) = file.get("types").and_then(Value::as_table) {
        for name in ["immutable", "cursors", "stateless", "state"].into_iter().flat_map(|list| texts(types, list)) {
            class(name, None, None);
        }
    }
    if let Some(wrappers) = file.get("wrappers").and_then(Value::as_table) {
        for name in texts(wrappers, "classes") {
            class(name, None, None);
        }
    }
    found
}

/// Whether some classes have what is named.
fn has(classes: &Classes, named: &Named<'_>) -> bool {
    let has_method = |method: &str| {
        let text = format!("{}.{}", named.class.replace('/', "."), method.trim_start_matches('!'));
        let pattern: MethodPattern = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        classes.has_method(named.class, &|name, types| pattern.matches(named.class, name, types))
    };
    classes.has(named.class) && named.method.is_none_or(has_method)
}

#[test]
fn rules_name_what_exists() {
    let jdks: Vec<(u16, Classes)> =
        retake_jdks::all().iter().map(|jdk| (jdk.release(), Classes::of_jdk(&jdk.image()))).collect();
    assert!(!jdks.is_empty(), "these tests need a JDK");
    let newest = jdks.iter().map(|(release, _)| *release).max().unwrap();
    let mut wrong = String::new();
    for (name, file) in &samples::rules() {
        let libraries = Classes::of_jars(&samples::jars_of(name));
        for named in named(file) {
            if has(&libraries, &named) || named.since.is_some_and(|since| since > newest) {
                continue;
            }
            let first = jdks.iter().filter(|(_, jdk)| has(jdk, &named)).map(|(release, _)| *release).min();
            let what =
                format!("{}{}", named.class, named.method.map(|method| format!(".{method}")).unwrap_or_default());
            let old_enough = jdks.iter().any(|(release, _)| *release == OLDEST);
            match first {
                None => {
                    let _ = writeln!(wrong, "{name}: {what} is in no JDK at hand and in none of its libraries");
                }
                Some(first) if first > OLDEST && old_enough && named.since.is_none() => {
                    let _ = writeln!(wrong, "{name}: {what} is not in JDK {OLDEST}: say `since`");
                }
                Some(_) => {}
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// What the rules say of types that are not read is what the class files say, markers and exceptions apart.
#[test]
fn supertypes_are_as_said() {
    let jdks: Vec<Classes> = retake_jdks::all().iter().map(|jdk| Classes::of_jdk(&jdk.image())).collect();
    let mut wrong = String::new();
    for (name, file) in &samples::rules() {
        let Some(supertypes) = file.get("supertypes").and_then(Value::as_table) else { continue };
        let libraries = Classes::of_jars(&samples::jars_of(name));
        for (class, above) in supertypes {
            let known: Vec<&Classes> = jdks.iter().chain([&libraries]).filter(|classes| classes.has(class)).collect();
            for above in above.as_array().unwrap().iter().filter_map(Value::as_str) {
                if !known.iter().any(|classes| classes.is_subtype(class, above)) {
                    let _ = writeln!(wrong, "{name}: {class} is no {above}");
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}
