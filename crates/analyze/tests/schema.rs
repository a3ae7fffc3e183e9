//! The published schema describes what the analysis writes, all of it.

#![allow(clippy::unwrap_used)]

mod common;

use std::collections::BTreeSet;
use std::path::Path;

use common::compiled;
use retake_analyze::{Request, analyze};
use serde_json::{Value, json};

/// Checks a document against a schema: the keywords that ours uses, and no other.
///
/// It is stricter than the schema, which lets readers meet members of later versions: here a member without a
/// description is one that somebody forgot to publish. It also notes which definitions and members were met.
struct Validator<'s> {
    root: &'s Value,
    met: BTreeSet<String>,
    wrong: Vec<String>,
}

impl<'s> Validator<'s> {
    fn check(&mut self, schema: &'s Value, value: &Value, at: &str) {
        for (keyword, expected) in schema.as_object().unwrap() {
            let right = match keyword.as_str() {
                "$schema" | "$id" | "$defs" | "title" | "description" => true,
                "$ref" => {
                    let target = expected.as_str().unwrap();
                    self.check(self.root.pointer(target.strip_prefix('#').unwrap()).unwrap(), value, at);
                    true
                }
                "type" => match expected.as_str().unwrap() {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "integer" => value.is_u64(),
                    "number" => value.is_number(),
                    other => panic!("the type {other} is not known here"),
                },
                "const" => value == expected,
                "enum" => expected.as_array().unwrap().contains(value),
                "minimum" => value.as_f64() >= expected.as_f64(),
                "maximum" => value.as_f64() <= expected.as_f64(),
                "minLength" => value.as_str().unwrap_or_default().len() as u64 >= expected.as_u64().unwrap(),
                "minItems" => value.as_array().unwrap().len() as u64 >= expected.as_u64().unwrap(),
                "maxItems" => value.as_array().unwrap().len() as u64 <= expected.as_u64().unwrap(),
                "pattern" => pattern(expected.as_str().unwrap(), value.as_str().unwrap_or_default()),
                "items" => {
                    for (nth, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.check(expected, item, &format!("{at}[{nth}]"));
                    }
                    true
                }
                "minProperties" => value.as_object().unwrap().len() as u64 >= expected.as_u64().unwrap(),
                "additionalProperties" => {
                    for (name, member) in value.as_object().into_iter().flatten() {
                        self.check(expected, member, &format!("{at}.{name}"));
                    }
                    true
                }
                "required" => {
                    expected.as_array().unwrap().iter().all(|name| value.get(name.as_str().unwrap()).is_some())
                }
                "properties" => {
                    self.members(expected, value, at);
                    true
                }
                "oneOf" => expected.as_array().unwrap().iter().filter(|choice| self.fits(choice, value)).count() == 1,
                other => panic!("the keyword {other} is not known here"),
            };
            if !right {
                self.wrong.push(format!("{at}: {keyword} {expected} is not met by {value}"));
            }
        }
    }

    fn members(&mut self, properties: &'s Value, value: &Value, at: &str) {
        let generic: String = at.chars().filter(|c| !c.is_ascii_digit()).collect();
        for (name, member) in value.as_object().into_iter().flatten() {
            self.met.insert(format!("{generic}.{name}"));
            match properties.get(name) {
                Some(schema) => self.check(schema, member, &format!("{at}.{name}")),
                None => self.wrong.push(format!("{at}: the schema does not know {name}")),
            }
        }
    }

    /// Whether one of several alternatives fits. Alternatives say only what tells them apart.
    fn fits(&self, choice: &Value, value: &Value) -> bool {
        let required = choice["required"].as_array().into_iter().flatten();
        let mut properties = choice["properties"].as_object().into_iter().flatten();
        required.into_iter().all(|name| value.get(name.as_str().unwrap()).is_some())
            && properties.all(|(name, schema)| {
                schema.get("const").is_none_or(|expected| &value[name] == expected)
                    && schema.get("enum").is_none_or(|expected| expected.as_array().unwrap().contains(&value[name]))
            })
    }
}

/// The three patterns of the schema.
fn pattern(pattern: &str, text: &str) -> bool {
    match pattern {
        "^[^/]*$" => !text.contains('/'),
        "^\\(" => text.starts_with('('),
        "^[BCDFIJSZL\\[]" => text.starts_with(['B', 'C', 'D', 'F', 'I', 'J', 'S', 'Z', 'L', '[']),
        other => panic!("the pattern {other} is not known here"),
    }
}

fn schema() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/points.schema.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn document() -> Value {
    let (classes, stubs) = compiled();
    let request = Request { path: vec![classes.clone(), stubs.clone()], ..Request::default() };
    serde_json::to_value(analyze(&request, &|_| {}).unwrap()).unwrap()
}

fn wrong(document: &Value) -> Vec<String> {
    let schema = schema();
    let mut validator = Validator { root: &schema, met: BTreeSet::new(), wrong: Vec::new() };
    validator.check(&schema, document, "");
    validator.wrong
}

#[test]
fn what_is_written_is_what_is_published() {
    let (schema, document) = (schema(), document());
    let mut validator = Validator { root: &schema, met: BTreeSet::new(), wrong: Vec::new() };
    validator.check(&schema, &document, "");
    assert!(validator.wrong.is_empty(), "{:#?}", &validator.wrong[..validator.wrong.len().min(20)]);
    // The fixtures have something of everything that has a shape of its own.
    for member in [
        ".entries[].paths",
        ".points[].call",
        ".points[].read",
        ".points[].load",
        ".points[].construct",
        ".points[].path[].file",
        ".points[].sinks[].called",
        ".points[].writes[].index",
        ".handles[].implementers",
        ".ruled_out[].method",
        ".counts.points.total",
    ] {
        assert!(validator.met.contains(member), "{member} is nowhere in the document");
    }
}

#[test]
fn what_is_wrong_is_seen() {
    let mut document = document();
    let call = document["points"].as_array().unwrap().iter().position(|point| point["placement"] == "call").unwrap();
    type Edit = fn(&mut Value);
    let edits: [(&str, Edit); 8] = [
        ("format", |document| document["format"] = json!("retake-points/1")),
        ("kind", |document| document["points"][0]["kind"] = json!("other")),
        ("class", |document| document["points"][0]["class"] = json!("a/B")),
        ("path", |document| document["points"][0]["path"] = json!([])),
        ("writes", |document| document["points"][0]["writes"] = json!([{"what": "argument"}])),
        ("id", |document| document["points"][0]["id"] = json!(-1)),
        ("extra", |document| document["points"][0]["extra"] = json!(1)),
        ("counts", |document| drop(document["counts"].as_object_mut().unwrap().remove("system"))),
    ];
    for (name, edit) in edits {
        let mut changed = document.clone();
        edit(&mut changed);
        assert_ne!(wrong(&changed), Vec::<String>::new(), "{name}");
    }
    document["points"][call].as_object_mut().unwrap().remove("call");
    assert_ne!(wrong(&document), Vec::<String>::new(), "a call that does not say which");
}
