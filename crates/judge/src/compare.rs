//! Structural comparison of values: what differs, each with a path and two short values.
//!
//! Values are graphs. Two graphs are the same when no path from the outside leads to different data, so an object that is
//! shared on one side and written twice on the other is no difference, and cycles are followed once.

use std::collections::{HashMap, HashSet};

use retake_model::cbor::Writer;
use retake_model::mask::MASKED;
use retake_model::value::Value;

use crate::align::{self, Step};
use crate::identity::{Identity, is_unordered, stable_class};
use crate::show;

/// References are followed on paths up to this long.
const DEEPEST: usize = 64;

/// Two values that should be the same and are not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Where: `[1].items[0].total`.
    pub path: String,
    /// What was recorded there, in short; none if there was nothing.
    pub recorded: Option<String>,
    /// What was observed there, in short; none if there was nothing.
    pub observed: Option<String>,
}

/// Whether the arguments of two calls are the same.
pub fn equal(recorded: &[Value], observed: &[Value], identity: &Identity) -> bool {
    if recorded.len() != observed.len() {
        return false;
    }
    let fast = recorded.iter().zip(observed).all(|(recorded, observed)| identical(recorded, observed, identity));
    fast || differences(recorded, observed, identity, 1).is_empty()
}

/// What differs between the arguments of two calls, at most `limit` differences. The paths begin with the index of the
/// argument.
pub fn differences(recorded: &[Value], observed: &[Value], identity: &Identity, limit: usize) -> Vec<Difference> {
    let mut compare = Compare {
        identity,
        limit,
        recorded: Graph::new(recorded),
        observed: Graph::new(observed),
        met: HashSet::new(),
        path: Vec::new(),
        found: Vec::new(),
    };
    compare.list(recorded, observed);
    compare.found
}

/// Whether two values are the same, letter for letter. May say no of graphs that only share differently.
fn identical(a: &Value, b: &Value, identity: &Identity) -> bool {
    match (a, b) {
        (Value::List(a), Value::List(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| identical(a, b, identity))
        }
        (Value::Record(a), Value::Record(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.0 == b.0 && identical(&a.1, &b.1, identity))
        }
        (Value::Typed { class: a_class, body: a }, Value::Typed { class: b_class, body: b }) => {
            a_class == b_class && identical(a, b, identity)
        }
        (Value::Ref(a), Value::Ref(b)) => a == b,
        (Value::Ref(_), _) | (_, Value::Ref(_)) => false,
        _ => same_leaf(a, b, identity),
    }
}

fn same_leaf(a: &Value, b: &Value, identity: &Identity) -> bool {
    match (a, b) {
        // What the service has of its own and nobody may see is whatever it is.
        (Value::Opaque { class, .. }, _) if class == MASKED => true,
        // The same bits: a number that is none is itself, and the two zeros are not one.
        (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan(),
        (Value::Handle(a), Value::Handle(b)) => identity.same(a, b),
        // Nothing is known of either but the class.
        (Value::Opaque { class: a, .. }, Value::Opaque { class: b, .. }) => stable_class(a) == stable_class(b),
        _ => a == b,
    }
}

/// The composite objects of a list of values, by number.
struct Graph<'a> {
    objects: Vec<&'a Value>,
    numbers: HashMap<*const Value, u32>,
}

impl<'a> Graph<'a> {
    fn new(values: &'a [Value]) -> Self {
        let mut graph = Graph { objects: Vec::new(), numbers: HashMap::new() };
        for value in values {
            value.walk(&mut |value| {
                if value.is_composite() {
                    graph.numbers.insert(value, graph.objects.len() as u32);
                    graph.objects.push(value);
                }
            });
        }
        graph
    }

    /// The object that a reference means, and its number.
    fn open(&self, value: &'a Value) -> (&'a Value, Option<u32>) {
        match value {
            Value::Ref(id) => match self.objects.get(*id as usize) {
                Some(object) => (object, Some(*id)),
                None => (value, None),
            },
            _ => (value, self.numbers.get(&std::ptr::from_ref(value)).copied()),
        }
    }
}

enum Part<'a> {
    Field(&'a str),
    Index(usize),
    Key(&'a Value),
}

struct Compare<'a> {
    identity: &'a Identity,
    limit: usize,
    recorded: Graph<'a>,
    observed: Graph<'a>,
    /// Pairs of objects that have been compared, or are being compared further out.
    met: HashSet<(u32, u32)>,
    path: Vec<Part<'a>>,
    found: Vec<Difference>,
}

impl<'a> Compare<'a> {
    fn value(&mut self, recorded: &'a Value, observed: &'a Value) {
        if self.found.len() >= self.limit {
            return;
        }
        let (follows, leads) = (matches!(recorded, Value::Ref(_)), matches!(observed, Value::Ref(_)));
        let (recorded, recorded_number) = self.recorded.open(recorded);
        let (observed, observed_number) = self.observed.open(observed);
        if (follows || leads) && self.path.len() > DEEPEST {
            // A long chain of references would exhaust the stack. Objects with the same number are compared where they
            // begin; others are taken for different.
            if recorded_number != observed_number {
                self.differ(Some(recorded), Some(observed));
            }
            return;
        }
        if let (Some(recorded), Some(observed)) = (recorded_number, observed_number)
            && !self.met.insert((recorded, observed))
        {
            return;
        }
        match (recorded, observed) {
            (Value::List(a), Value::List(b)) => self.list(a, b),
            (Value::Record(a), Value::Record(b)) => self.record(a, b),
            (Value::Typed { class: a_class, body: a }, Value::Typed { class: b_class, body: b }) => {
                match (&**a, &**b) {
                    (Value::List(a), Value::List(b)) if same_family(a_class, b_class) => {
                        if is_unordered(a_class) || is_unordered(b_class) {
                            self.unordered(a, b);
                        } else {
                            self.list(a, b);
                        }
                    }
                    (a_body, b_body) if a_class == b_class => self.value(a_body, b_body),
                    _ => self.differ(Some(recorded), Some(observed)),
                }
            }
            _ if same_leaf(recorded, observed, self.identity) => {}
            _ => self.differ(Some(recorded), Some(observed)),
        }
    }

    fn list(&mut self, recorded: &'a [Value], observed: &'a [Value]) {
        if recorded.len() == observed.len() {
            for (index, (recorded, observed)) in recorded.iter().zip(observed).enumerate() {
                self.inside(Part::Index(index), recorded, observed);
            }
            return;
        }
        if self.limit == 1 {
            // Whether they are equal was asked, and they are not.
            return self.alone(Part::Index(recorded.len().min(observed.len())), None, None);
        }
        // One element more or less is one difference, not one for each element behind it.
        let same = |a: usize, b: usize| u32::from(identical(&recorded[a], &observed[b], self.identity));
        let steps = align::align(recorded.len(), observed.len(), 1, same);
        for step in align::pair_up(steps) {
            match step {
                Step::Both(a, b) => self.inside(Part::Index(a), &recorded[a], &observed[b]),
                Step::Left(a) => self.alone(Part::Index(a), Some(&recorded[a]), None),
                Step::Right(b) => self.alone(Part::Index(b), None, Some(&observed[b])),
            }
        }
    }

    fn record(&mut self, recorded: &'a [(String, Value)], observed: &'a [(String, Value)]) {
        // The same class has the same fields in the same order, so names are looked up only where that is not so.
        if recorded.iter().map(|(name, _)| name).eq(observed.iter().map(|(name, _)| name)) {
            for ((name, recorded), (_, observed)) in recorded.iter().zip(observed) {
                self.inside(Part::Field(name), recorded, observed);
            }
            return;
        }
        let by_name = |fields: &'a [(String, Value)]| -> HashMap<&'a str, &'a Value> {
            fields.iter().map(|(name, field)| (name.as_str(), field)).collect()
        };
        let (mine, other) = (by_name(recorded), by_name(observed));
        for (name, field) in recorded {
            match other.get(name.as_str()) {
                Some(other) => self.inside(Part::Field(name), field, other),
                None => self.alone(Part::Field(name), Some(field), None),
            }
        }
        for (name, field) in observed {
            if !mine.contains_key(name.as_str()) {
                self.alone(Part::Field(name), None, Some(field));
            }
        }
    }

    /// The elements of a set by themselves, the pairs of a map by their keys.
    fn unordered(&mut self, recorded: &'a [Value], observed: &'a [Value]) {
        let (Some(a), Some(b)) = (self.keyed(recorded), self.keyed(observed)) else {
            return self.list(recorded, observed);
        };
        let by_key: HashMap<&[u8], &'a Value> = b.iter().map(|(key, item)| (key.as_slice(), *item)).collect();
        for (key, item) in &a {
            match by_key.get(key.as_slice()) {
                Some(other) => match (pair(item), pair(other)) {
                    (Some((key, recorded)), Some((_, observed))) => self.inside(Part::Key(key), recorded, observed),
                    _ => self.value(item, other),
                },
                None => self.alone(Part::Key(pair(item).map_or(*item, |(key, _)| key)), Some(item), None),
            }
        }
        let known: HashSet<&[u8]> = a.iter().map(|(key, _)| key.as_slice()).collect();
        for (key, item) in &b {
            if !known.contains(key.as_slice()) {
                self.alone(Part::Key(pair(item).map_or(*item, |(key, _)| key)), None, Some(item));
            }
        }
    }

    /// The elements by what tells them apart; none if that is not plain data, or not different for all.
    fn keyed(&self, items: &'a [Value]) -> Option<Vec<(Vec<u8>, &'a Value)>> {
        let mut keyed = Vec::with_capacity(items.len());
        let mut seen = HashSet::new();
        for item in items {
            let key = pair(item).map_or(item, |(key, _)| key);
            let mut has_ref = false;
            key.walk(&mut |value| has_ref |= matches!(value, Value::Ref(_)));
            let mut writer = Writer::default();
            key.encode(&mut writer);
            if has_ref || !seen.insert(writer.bytes.clone()) {
                return None;
            }
            keyed.push((writer.bytes, item));
        }
        Some(keyed)
    }

    fn inside(&mut self, part: Part<'a>, recorded: &'a Value, observed: &'a Value) {
        self.path.push(part);
        self.value(recorded, observed);
        self.path.pop();
    }

    fn alone(&mut self, part: Part<'a>, recorded: Option<&'a Value>, observed: Option<&'a Value>) {
        self.path.push(part);
        self.differ(recorded, observed);
        self.path.pop();
    }

    fn differ(&mut self, recorded: Option<&'a Value>, observed: Option<&'a Value>) {
        if self.found.len() < self.limit {
            let (mut was, mut is) = (recorded.map(show::value), observed.map(show::value));
            // What looks the same in short differs in its class, or behind the cut.
            if was.is_some() && was == is {
                (was, is) = (recorded.map(with_class), observed.map(with_class));
            }
            self.found.push(Difference { path: path(&self.path), recorded: was, observed: is });
        }
    }
}

fn with_class(value: &Value) -> String {
    let class = match value {
        Value::Typed { class, .. } => class.as_str(),
        Value::Handle(handle) => handle.class.as_str(),
        Value::Text(_) => "java.lang.String",
        Value::Int(_) => "a whole number",
        Value::Float(_) => "a floating-point number",
        Value::Bytes(_) => "bytes",
        _ => "another value",
    };
    format!("{} ({class})", show::value(value))
}

/// A pair of a map.
fn pair(value: &Value) -> Option<(&Value, &Value)> {
    match value {
        Value::List(items) => match items.as_slice() {
            [key, value] => Some((key, value)),
            _ => None,
        },
        _ => None,
    }
}

/// Whether two classes say the same with the same elements: which implementation of a JDK collection was at hand is no
/// difference to a dependency.
fn same_family(a: &str, b: &str) -> bool {
    a == b || a.starts_with("java.util.") && b.starts_with("java.util.")
}

fn path(parts: &[Part<'_>]) -> String {
    let mut out = String::new();
    for part in parts {
        match part {
            Part::Field(name) => {
                out.push('.');
                out.push_str(name);
            }
            Part::Index(index) => out.push_str(&format!("[{index}]")),
            Part::Key(key) => out.push_str(&format!("[{}]", show::value(key))),
        }
    }
    out
}
