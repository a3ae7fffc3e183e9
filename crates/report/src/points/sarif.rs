//! Points as SARIF 2.1.0, which code hosts show beside the code.
//!
//! One rule for each kind, one result for each point at its line, with the path as a code flow. A class file says the
//! name of its source file and not where it lies; the package says the directory, and what is above that the caller
//! may know. A code host refuses a file with a result that is in none of its files, so what the caller has no source file of is
//! left out, and a note says how many that are.

use std::collections::BTreeSet;

use retake_model::points::{Kind, Place, Point, Points, Step};
use serde_json::{Value, json};

use super::Changes;
use crate::numbers::count;

/// Where the standard is told to programs.
const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// What paths of source files begin at.
const ROOT: &str = "SOURCES";
/// What to do about a result.
const HELP: &str = "`retake explain` tells the way from the source to where it matters. If it does not matter, put the method or the \
                    field on the list in retake.toml: `retake points add 'shop.Stock.count' --exclude --why '...'`.";

/// Turns `shop/Orders.java` into the path that the code host knows, if there is one.
type Locate<'l> = dyn Fn(&str) -> Option<String> + 'l;

/// Writes points as SARIF. `locate` turns `shop/Orders.java` into the path that the code host knows, if there is one;
/// with `changes`, results say whether they are new, and those that are gone are there too.
pub fn sarif(points: &Points, version: &str, locate: &Locate<'_>, changes: Option<&Changes<'_>>) -> Value {
    let rules: Vec<Value> = Kind::ALL.into_iter().map(rule).collect();
    let added: Option<BTreeSet<u32>> = changes.map(|changes| changes.added.iter().map(|point| point.id).collect());
    let here = |point: &&Point| locate(&source(&point.class, file(point))).is_some();
    let present = points.points.iter().filter(here).map(|point| {
        let state = added.as_ref().map(|added| if added.contains(&point.id) { "new" } else { "unchanged" });
        result(point, locate, state)
    });
    let gone = changes.into_iter().flat_map(|changes| changes.removed.iter().copied()).filter(here);
    let results: Vec<Value> = present.chain(gone.map(|point| result(point, locate, Some("absent")))).collect();
    let elsewhere = points.points.len() - points.points.iter().filter(here).count();
    let told = (elsewhere > 0).then(|| {
        let number = count(elsewhere as u64, "point is", "points are");
        json!({ "level": "note", "message": { "text": format!("{number} in no source file that is here: in libraries, most likely") } })
    });
    let warnings = points.warnings.iter().map(|text| json!({ "level": "warning", "message": { "text": text } }));
    let notes: Vec<Value> = warnings.chain(told).collect();
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "Retake", "semanticVersion": version, "rules": rules } },
            "invocations": [{ "executionSuccessful": true, "toolExecutionNotifications": notes }],
            "originalUriBaseIds": { ROOT: { "description": { "text": "The root of the sources." } } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn rule(kind: Kind) -> Value {
    let (name, short, full) = match kind {
        Kind::System => (
            "SystemDependency",
            "What the service does depends on time, chance or the host.",
            "The value is different every time and reaches a branch, a result or an output. It is recorded with each request \
             and answered from the recording in replay.",
        ),
        Kind::Internal => (
            "InternalDependency",
            "What the service does depends on state that outlives a request.",
            "The field is changed after its class was initialised, and what is read from it reaches a branch, a result or an \
             output. It is recorded with each request and answered from the recording in replay.",
        ),
        Kind::External => (
            "ExternalDependency",
            "The service reaches something outside its process.",
            "A database, another service, a file or a broker is asked. Question and answer are recorded with each request; \
             in replay the recording answers.",
        ),
        Kind::Listed => (
            "ListedDependency",
            "The service calls something that a person listed.",
            "The settings of Retake name it. Question and answer are recorded with each request; in replay the recording \
             answers.",
        ),
    };
    json!({
        "id": id(kind),
        "name": name,
        "shortDescription": { "text": short },
        "fullDescription": { "text": full },
        "help": { "text": format!("{full} {HELP}") },
        "defaultConfiguration": { "level": "note" },
        "properties": { "tags": ["testing", kind.name()] },
    })
}

fn id(kind: Kind) -> String {
    format!("retake/{}", kind.name())
}

fn result(point: &Point, locate: &Locate<'_>, state: Option<&str>) -> Value {
    let mut place = location(&point.class, file(point), point.line, locate);
    place["logicalLocations"] = logical(&point.class, &point.method, &point.descriptor);
    let steps: Vec<Value> = point
        .path
        .iter()
        .map(|step| {
            let Step { class, method, file, line, what } = step;
            let mut place = location(class, file.as_deref(), *line, locate);
            if place.get(PHYSICAL).is_none() {
                place["logicalLocations"] = logical(class, method, "");
            }
            place["message"] = json!({ "text": what });
            json!({ "location": place })
        })
        .collect();
    let index = Kind::ALL.iter().position(|kind| *kind == point.kind).unwrap_or_default();
    let mut result = json!({
        "ruleId": id(point.kind),
        "ruleIndex": index,
        "level": "note",
        "message": { "text": point.reason },
        "locations": [place],
        "partialFingerprints": { "retakePoint/v1": fingerprint(point) },
        "properties": { "source": point.dependency, "rule": point.rule },
    });
    if !steps.is_empty() {
        result["codeFlows"] = json!([{ "threadFlows": [{ "locations": steps }] }]);
    }
    if let Some(state) = state {
        result["baselineState"] = json!(state);
    }
    result
}

/// The source file of a point, as its class calls it.
fn file(point: &Point) -> Option<&str> {
    point.path.first().and_then(|step| step.file.as_deref())
}

/// What stays the same when lines move.
fn fingerprint(point: &Point) -> String {
    let place = match point.place {
        Place::Body => "method".to_owned(),
        Place::Call { nth, .. } => format!("call {nth}"),
        Place::Read { nth, .. } => format!("read {nth}"),
        Place::Check { nth, .. } => format!("check {nth}"),
        Place::Load { nth } => format!("load {nth}"),
        Place::Construct { nth, .. } => format!("construct {nth}"),
        Place::Reference { nth, .. } => format!("reference {nth}"),
    };
    let Point { dependency, class, method, descriptor, .. } = point;
    format!("{} | {dependency} | {class}.{method}{descriptor} | {place}", point.kind.name())
}

/// What a place in a file is called.
const PHYSICAL: &str = "physicalLocation";

fn logical(class: &str, method: &str, descriptor: &str) -> Value {
    let name = format!("{}.{method}{descriptor}", class.replace('/', "."));
    json!([{ "fullyQualifiedName": name, "name": method, "kind": "function" }])
}

fn location(class: &str, file: Option<&str>, line: Option<u32>, locate: &Locate<'_>) -> Value {
    let Some(path) = locate(&source(class, file)) else { return json!({}) };
    let mut place = match path.starts_with('/') {
        true => json!({ "artifactLocation": { "uri": format!("file://{}", uri(&path)) } }),
        false => json!({ "artifactLocation": { "uri": uri(&path), "uriBaseId": ROOT } }),
    };
    // Lines begin at 1; some compilers write 0 where they know of none.
    if let Some(line) = line.filter(|line| *line > 0) {
        place["region"] = json!({ "startLine": line });
    }
    json!({ PHYSICAL: place })
}

/// `shop/Orders.java`, of the class `shop/Orders$Line`.
fn source(class: &str, file: Option<&str>) -> String {
    let (package, name) = class.rsplit_once('/').map_or(("", class), |(package, name)| (package, name));
    let outer = name.split('$').find(|part| !part.is_empty()).unwrap_or(name);
    // A name with a directory in it is not what a compiler writes, and would lead elsewhere.
    let file = match file.filter(|file| !file.contains(['/', '\\'])) {
        Some(file) => file.to_owned(),
        None => format!("{outer}.java"),
    };
    if package.is_empty() { file } else { format!("{package}/{file}") }
}

/// A path as part of an address.
fn uri(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::points::testing::document;

    fn written(changes: Option<&Changes<'_>>) -> Value {
        let own = |path: &str| path.starts_with("shop/").then(|| format!("src/main/java/{path}"));
        sarif(&document(), "0.1.0", &own, changes)
    }

    /// What the standard requires of each object that is used here, and what may stand in it.
    fn check(value: &Value, required: &[&str], allowed: &[&str]) {
        let members = value.as_object().unwrap_or_else(|| panic!("{value} is no object"));
        for name in required {
            assert!(members.contains_key(*name), "{name} is missing in {value}");
        }
        for name in members.keys() {
            assert!(required.contains(&name.as_str()) || allowed.contains(&name.as_str()), "{name} in {value}");
        }
    }

    fn items(value: &Value) -> &Vec<Value> {
        value.as_array().unwrap_or_else(|| panic!("{value} is no list"))
    }

    fn check_location(location: &Value) {
        check(location, &[], &[PHYSICAL, "logicalLocations", "message"]);
        let Some(place) = location.get(PHYSICAL) else {
            return assert_eq!(items(&location["logicalLocations"]).len(), 1, "a place somewhere: {location}");
        };
        check(place, &["artifactLocation"], &["region"]);
        check(&place["artifactLocation"], &["uri", "uriBaseId"], &[]);
        let uri = place["artifactLocation"]["uri"].as_str().unwrap();
        assert!(!uri.starts_with('/') && !uri.contains([' ', '\\', '$']), "{uri}");
        if let Some(region) = place.get("region") {
            check(region, &["startLine"], &[]);
            assert!(region["startLine"].as_u64().unwrap() >= 1);
        }
    }

    #[test]
    fn it_is_what_the_standard_says() {
        let (old, new) = (Points::default(), document());
        for sarif in [written(None), written(Some(&Changes::between(&old, &new)))] {
            check(&sarif, &["version", "runs"], &["$schema"]);
            assert_eq!(sarif["version"], "2.1.0");
            let run = &items(&sarif["runs"])[0];
            check(run, &["tool", "results"], &["invocations", "originalUriBaseIds", "columnKind"]);
            let driver = &run["tool"]["driver"];
            check(driver, &["name", "rules"], &["semanticVersion"]);
            for rule in items(&driver["rules"]) {
                let also = ["name", "shortDescription", "fullDescription", "defaultConfiguration", "properties"];
                check(rule, &["id", "help"], &also);
                for message in ["shortDescription", "fullDescription", "help"] {
                    check(&rule[message], &["text"], &[]);
                }
            }
            for invocation in items(&run["invocations"]) {
                check(invocation, &["executionSuccessful"], &["toolExecutionNotifications"]);
                items(&invocation["toolExecutionNotifications"])
                    .iter()
                    .for_each(|note| check(note, &["message"], &["level"]));
            }
            for result in items(&run["results"]) {
                let required = ["ruleId", "message", "locations"];
                let also = ["ruleIndex", "level", "partialFingerprints", "properties", "codeFlows", "baselineState"];
                check(result, &required, &also);
                check(&result["message"], &["text"], &[]);
                let rule = &driver["rules"][result["ruleIndex"].as_u64().unwrap() as usize];
                assert_eq!(rule["id"], result["ruleId"]);
                items(&result["locations"]).iter().for_each(check_location);
                for flow in items(&result["codeFlows"]) {
                    check(flow, &["threadFlows"], &[]);
                    for thread in items(&flow["threadFlows"]) {
                        check(thread, &["locations"], &[]);
                        for step in items(&thread["locations"]) {
                            check(step, &["location"], &[]);
                            check_location(&step["location"]);
                            check(&step["location"]["message"], &["text"], &[]);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_result_has_its_place_and_its_way() {
        let sarif = written(None);
        let results = items(&sarif["runs"][0]["results"]);
        assert_eq!(results.len(), document().points.len() - 1);
        let first = &results[0];
        assert_eq!(first["ruleId"], "retake/system");
        let place = &first["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "src/main/java/shop/Orders.java");
        assert_eq!(place["region"]["startLine"], 41);
        let flow = items(&first["codeFlows"][0]["threadFlows"][0]["locations"]);
        let last = &flow[2]["location"];
        assert_eq!(last["physicalLocation"]["artifactLocation"]["uri"], "src/main/java/shop/Clock.java");
        assert_eq!(last["message"]["text"], "decides a branch");
        let prints: BTreeSet<&str> =
            results.iter().map(|result| result["partialFingerprints"]["retakePoint/v1"].as_str().unwrap()).collect();
        assert_eq!(prints.len(), results.len());
    }

    #[test]
    fn no_source_file_is_invented() {
        let sarif = written(None);
        let run = &sarif["runs"][0];
        let physical = |result: &Value| result["locations"][0].get(PHYSICAL).is_some();
        assert!(items(&run["results"]).iter().all(physical), "{run}");
        let notes = items(&run["invocations"][0]["toolExecutionNotifications"]);
        let told = "1 point is in no source file that is here: in libraries, most likely";
        assert_eq!(notes.last().unwrap()["message"]["text"], told);
        // Of a way that leads elsewhere the method is told.
        let point = document().points.pop().unwrap();
        let orders = |path: &str| path.starts_with("shop/").then(|| path.to_owned());
        let step = Step { class: "com/pool/Pool".to_owned(), method: "get".to_owned(), ..point.path[0].clone() };
        let way = result(&Point { class: "shop/Orders".to_owned(), path: vec![step], ..point }, &orders, None);
        let step = &way["codeFlows"][0]["threadFlows"][0]["locations"][0]["location"];
        assert_eq!(step.get(PHYSICAL), None);
        assert_eq!(step["logicalLocations"][0]["fullyQualifiedName"], "com.pool.Pool.get");
    }

    #[test]
    fn what_is_new_and_gone_is_marked() {
        let (mut old, mut new) = (document(), document());
        old.points.truncate(2);
        new.points.remove(0);
        let sarif = sarif(&new, "0.1.0", &|path| Some(path.to_owned()), Some(&Changes::between(&old, &new)));
        let results = items(&sarif["runs"][0]["results"]);
        let states: Vec<&str> = results.iter().map(|result| result["baselineState"].as_str().unwrap()).collect();
        assert_eq!(states, ["unchanged", "new", "new", "new", "absent"]);
    }

    #[test]
    fn a_source_file_is_guessed() {
        for (class, file, expected) in [
            ("shop/Orders", Some("Orders.java"), "shop/Orders.java"),
            ("shop/OrdersKt", Some("Orders.kt"), "shop/Orders.kt"),
            ("shop/Orders$Line$1", None, "shop/Orders.java"),
            ("$Proxy3", None, "Proxy3.java"),
            ("Main", Some("../../etc/passwd"), "Main.java"),
        ] {
            assert_eq!(source(class, file), expected, "{class}");
        }
        assert_eq!(uri("shop/Bestellung ü.java"), "shop/Bestellung%20%C3%BC.java");
        let whole = location("shop/Orders", None, Some(0), &|path| Some(format!("/home/me/{path}")));
        assert_eq!(
            whole,
            json!({"physicalLocation": {"artifactLocation": {"uri": "file:///home/me/shop/Orders.java"}}})
        );
    }
}
