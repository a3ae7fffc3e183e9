//! Own rules: the tables of the built-in rules, written with less ado.
//!
//! `method = "com.acme.Ids.next*(int)"` stands for `class = "com/acme/Ids"` and `methods = ["next*(int)"]`, and
//! `argument = 1` of a source for `to = "arg1"`. What is left has the form of the built-in files.

use std::fmt;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::read::Text;
use crate::rules::MethodPattern;

/// The tables whose rules say which methods they are about.
const OF_METHODS: [&str; 6] = ["source", "sink", "transfer", "external", "output", "generator"];
/// The kind of an entry of which only the method is said.
const LISTED: &str = "listed";

/// Where a rule is, and what it names.
#[derive(Clone, Debug)]
pub(crate) struct OwnRule {
    /// The file and the line.
    pub(crate) at: (String, u32),
    /// Whether it is in a file that several services may share.
    pub(crate) shared: bool,
    /// What it is: `source`.
    pub(crate) table: String,
    /// The classes, with slashes and wildcards.
    pub(crate) classes: Vec<String>,
    /// Their methods; nothing where a class is meant as a whole.
    pub(crate) methods: Option<Vec<String>>,
}

impl fmt::Display for OwnRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.classes.join(", ").replace('/', "."))?;
        match self.methods.as_deref() {
            None => Ok(()),
            Some([method]) => write!(f, ".{method}"),
            Some(methods) => write!(f, ": {}", methods.join(", ")),
        }
    }
}

/// Brings the tables of rules into the form of the built-in files, and tells which of them name classes.
pub(super) fn normalise<'t>(text: &mut Text<'t>, rules: &mut DeTable<'t>, shared: bool) -> Vec<OwnRule> {
    let mut own = Vec::new();
    for (key, value) in rules.iter_mut() {
        let DeValue::Array(items) = value.get_mut() else { continue };
        for item in items.iter_mut() {
            let at = item.span().start;
            let DeValue::Table(rule) = item.get_mut() else { continue };
            name_methods(text, at, key.get_ref(), rule);
            if key.get_ref() == "source" {
                name_slot(text, rule);
            }
            if let Some(class) = rule.get("class") {
                let (table, methods) = (key.get_ref().to_string(), rule.get("methods").map(texts));
                let classes = texts(class).iter().map(|name| name.replace('.', "/")).collect();
                own.push(OwnRule { at: (text.file.clone(), text.line(at)), shared, table, classes, methods });
            }
            if key.get_ref() == "entry" {
                name_entry(rule);
            }
        }
    }
    own.sort_by(|a, b| a.at.cmp(&b.at));
    own
}

/// The texts of a list, or the only one.
fn texts(value: &Spanned<DeValue<'_>>) -> Vec<String> {
    match value.get_ref() {
        DeValue::String(text) => vec![text.to_string()],
        DeValue::Array(list) => list.iter().filter_map(|text| Some(text.get_ref().as_str()?.to_string())).collect(),
        _ => Vec::new(),
    }
}

/// `method` becomes `class` and `methods`.
fn name_methods<'t>(text: &mut Text<'t>, at: usize, key: &str, rule: &mut DeTable<'t>) {
    if let Some(class) = rule.get_mut("class")
        && let DeValue::String(name) = class.get_mut()
        && name.contains('.')
    {
        *name = name.replace('.', "/").into();
    }
    let Some((name, method)) = rule.remove_entry("method") else {
        let switches = key == "sink" && ["branch", "return", "throw"].iter().any(|name| rule.contains_key(*name));
        if OF_METHODS.contains(&key) && !switches && !rule.contains_key("class") {
            text.wrong(at, format!("this {key} names no method; add `method = \"com.acme.Ids.next*\"`"));
            // One complaint is enough.
            insert(rule, at..at, "class", DeValue::String("none".into()));
            insert(rule, at..at, "methods", DeValue::Array(DeArray::new()));
        }
        return;
    };
    let span = method.span();
    if let Some(other) = ["class", "methods"].into_iter().find(|other| rule.contains_key(*other)) {
        text.wrong(name.span().start, format!("`method` and `{other}` say the same; leave one of them out"));
        rule.remove("class");
        rule.remove("methods");
    }
    let pattern: Result<MethodPattern, String> = match method.get_ref() {
        DeValue::String(pattern) => pattern.parse(),
        other => Err(format!("a method is written as a text, not as {}", other.type_str())),
    };
    let (class, methods) = match pattern {
        Ok(pattern) => (pattern.class_text(), pattern.method_text()),
        Err(what) => {
            text.wrong(span.start, what);
            ("none".to_string(), String::new())
        }
    };
    let mut list = DeArray::new();
    list.push(Spanned::new(span.clone(), DeValue::String(methods.into())));
    insert(rule, span.clone(), "class", DeValue::String(class.into()));
    // A generator is a class as a whole.
    if key != "generator" {
        insert(rule, span, "methods", DeValue::Array(list));
    }
}

/// An entry is below one of several classes, so its `class` becomes `classes`. What brings its traffic need not be said.
fn name_entry(rule: &mut DeTable<'_>) {
    let Some(class) = rule.remove("class") else { return };
    let span = class.span();
    let mut classes = DeArray::new();
    classes.push(class);
    insert(rule, span.clone(), "classes", DeValue::Array(classes));
    if !rule.contains_key("kind") {
        insert(rule, span, "kind", DeValue::String(LISTED.into()));
    }
}

/// `argument` becomes `to`; that the result is meant goes without saying.
fn name_slot<'t>(text: &mut Text<'t>, rule: &mut DeTable<'t>) {
    if let Some(result) = rule.remove("result")
        && result.get_ref().as_bool() != Some(true)
    {
        text.wrong(result.span().start, "`result` is `true` or left out; name an `argument` instead");
    }
    let Some(argument) = rule.remove("argument") else { return };
    let span = argument.span();
    match argument.get_ref().as_integer().and_then(|number| number.as_str().parse::<u16>().ok()) {
        Some(number) => insert(rule, span, "to", DeValue::String(format!("arg{number}").into())),
        None => text.wrong(span.start, "`argument` is the number of an argument, from 0"),
    }
}

fn insert<'t>(rule: &mut DeTable<'t>, span: std::ops::Range<usize>, key: &'static str, value: DeValue<'t>) {
    rule.insert(Spanned::new(span.clone(), key.into()), Spanned::new(span, value));
}
