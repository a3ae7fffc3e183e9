//! Values as far as code usually looks at them.
//!
//! A number is negative, zero or positive; a text is empty or not; a list has no element, one or many; a constant of an
//! enumeration and a truth value are themselves; an object is its class and its fields. That is what ExVivoMicroTest calls the
//! abstraction of a value (its table 2). A shape stands for all values that were met at one place, field by field, so that a
//! loop over a thousand rows has one shape, and the number of shapes stays small.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};

use retake_model::json::Json;
use retake_model::rows;
use retake_model::trace::Streams;
use retake_model::value::Value;

use crate::entry::is_one_of_many;

/// Objects are followed so deep. What is behind seldom decides anything, and makes every value unlike every other.
const DEPTH: u32 = 5;
/// A longer text is longer than what most programs expect in a field.
const LONG: usize = 255;

/// What was met at one place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shape {
    marks: BTreeSet<String>,
    fields: BTreeMap<String, Shape>,
    items: Option<Box<Shape>>,
}

/// How values are looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look<'a> {
    /// Whether the sign of a number may matter. That of a random number would double the behaviours with each of them.
    pub(crate) signs: bool,
    /// What passed through handles.
    pub(crate) streams: &'a Streams,
}

impl Shape {
    pub(crate) fn mark(&mut self, mark: impl Into<String>) {
        self.marks.insert(mark.into());
    }

    pub(crate) fn field(&mut self, name: impl Into<String>) -> &mut Shape {
        self.fields.entry(name.into()).or_default()
    }

    /// What was met there besides.
    pub(crate) fn join(&mut self, other: Shape) {
        self.marks.extend(other.marks);
        for (name, shape) in other.fields {
            self.field(name).join(shape);
        }
        if let Some(items) = other.items {
            self.items.get_or_insert_default().join(*items);
        }
    }

    pub(crate) fn value(&mut self, value: &Value, look: Look<'_>) {
        self.value_at(value, look, DEPTH);
    }

    fn value_at(&mut self, value: &Value, look: Look<'_>, depth: u32) {
        if depth == 0 {
            return self.mark("…");
        }
        match value {
            Value::Null => self.mark("null"),
            Value::Bool(bool) => self.mark(bool.to_string()),
            Value::Int(int) => self.number(*int as f64, look),
            Value::Float(float) => self.number(*float, look),
            Value::Text(text) => self.text(text),
            Value::Bytes(bytes) => self.mark(if bytes.is_empty() { "no bytes" } else { "bytes" }),
            Value::List(items) => {
                self.count(items.len());
                let shape = self.items.get_or_insert_default();
                items.iter().for_each(|item| shape.value_at(item, look, depth - 1));
            }
            Value::Record(fields) => {
                fields.iter().for_each(|(name, field)| self.field(name).value_at(field, look, depth - 1));
            }
            Value::Typed { class, body } => self.typed(class, body, look, depth),
            // Which object it is again is seldom looked at.
            Value::Ref(_) => {}
            Value::Handle(handle) => {
                self.mark(&handle.class);
                let passed = look.streams.iter().filter(|(id, _)| !handle.boot && *id == handle.id);
                passed.for_each(|(_, passed)| self.field("passed").passed(passed, look, depth - 1));
            }
            Value::Opaque { class, .. } => self.mark(class),
        }
    }

    fn typed(&mut self, class: &str, body: &Value, look: Look<'_>, depth: u32) {
        match body {
            Value::Text(digits) if matches!(class, "java.math.BigDecimal" | "java.math.BigInteger") => {
                self.number(digits.parse().unwrap_or(1.0), look);
            }
            // Of the application's classes only enumerations are one word.
            Value::Text(constant) if !class.starts_with("java.") && is_word(constant) => {
                self.mark(format!("{class}.{constant}"));
            }
            body => {
                // Which collection it is that holds the elements is nobody's business.
                if !class.starts_with("java.util.") && !class.starts_with("java.lang.") {
                    self.mark(class);
                }
                self.value_at(body, look, depth);
            }
        }
    }

    /// What passed through a handle: rows, bytes, elements.
    fn passed(&mut self, passed: &Value, look: Look<'_>, depth: u32) {
        let Some(reads) = rows::reads(passed) else { return self.value_at(passed, look, depth.max(1)) };
        let mut rows = None;
        for read in reads {
            if read.method.starts_with("next(") {
                *rows.get_or_insert(0) += usize::from(*read.value == Value::Bool(true));
                continue;
            }
            let column = match read.args.first() {
                Some(Value::Int(number)) => number.to_string(),
                Some(Value::Text(name)) => name.clone(),
                _ => String::new(),
            };
            let column = self.field(format!("{} {column}", read.method));
            match read.threw {
                true => column.thrown(read.value),
                false => column.value_at(read.value, look, depth.max(1)),
            }
        }
        if let Some(rows) = rows {
            self.count(rows);
        }
    }

    /// An exception: its class and those of its causes. Messages are for people.
    pub(crate) fn thrown(&mut self, value: &Value) {
        let (mut thrown, mut text) = (value, String::from("threw"));
        for _ in 0..DEPTH {
            let Value::Typed { class, body } = thrown else { break };
            let _ = write!(text, " {class}");
            let Value::Record(fields) = &**body else { break };
            let find = |wanted: &str| fields.iter().find(|(name, _)| name == wanted).map(|(_, value)| value);
            if let Some(Value::Text(state)) = find("SQLState") {
                let _ = write!(text, " {state}");
            }
            let Some(cause) = find("cause") else { break };
            thrown = cause;
        }
        self.mark(text);
    }

    pub(crate) fn json(&mut self, json: &Json) {
        self.json_at(json, DEPTH);
    }

    fn json_at(&mut self, json: &Json, depth: u32) {
        if depth == 0 {
            return self.mark("…");
        }
        match json {
            Json::Null => self.mark("null"),
            Json::Bool(bool) => self.mark(bool.to_string()),
            Json::Number(number) => self.sign(number.parse().unwrap_or(1.0)),
            Json::Text(text) => self.text(text),
            Json::List(items) => {
                self.count(items.len());
                let shape = self.items.get_or_insert_default();
                items.iter().for_each(|item| shape.json_at(item, depth - 1));
            }
            // Objects that are keyed by numbers and the like are lists.
            Json::Record(members) if members.iter().any(|(name, _)| is_one_of_many(name)) => {
                self.count(members.len());
                let shape = self.items.get_or_insert_default();
                members.iter().for_each(|(_, member)| shape.json_at(member, depth - 1));
            }
            Json::Record(members) => {
                members.iter().for_each(|(name, member)| self.field(name).json_at(member, depth - 1));
            }
        }
    }

    /// A value that was sent as text: in a path, in a query, in a form.
    pub(crate) fn word(&mut self, word: &str) {
        match word {
            "true" | "false" => self.mark(word),
            word => match word.parse::<i64>() {
                Ok(number) => self.sign(number as f64),
                Err(_) => self.text(word),
            },
        }
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.mark(match text.len() {
            0 => "empty",
            _ if text.trim().is_empty() => "blank",
            length if length > LONG => "long",
            _ => "text",
        });
    }

    pub(crate) fn count(&mut self, items: usize) {
        self.mark(match items {
            0 => "none",
            1 => "one",
            _ => "many",
        });
    }

    fn number(&mut self, number: f64, look: Look<'_>) {
        match look.signs {
            true => self.sign(number),
            false => self.mark("number"),
        }
    }

    fn sign(&mut self, number: f64) {
        self.mark(match number {
            number if number < 0.0 => "<0",
            number if number > 0.0 => ">0",
            _ => "0",
        });
    }
}

/// `<0|0 {name: text, lines: many [{sku: text}]}`
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, mark) in self.marks.iter().enumerate() {
            write!(f, "{}{mark}", if index > 0 { "|" } else { "" })?;
        }
        if !self.fields.is_empty() {
            f.write_str("{")?;
            for (index, (name, field)) in self.fields.iter().enumerate() {
                write!(f, "{}{name}: {field}", if index > 0 { ", " } else { "" })?;
            }
            f.write_str("}")?;
        }
        match &self.items {
            Some(items) => write!(f, "[{items}]"),
            None => Ok(()),
        }
    }
}

fn is_word(text: &str) -> bool {
    let letter = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$';
    text.len() <= 64
        && text.bytes().next().is_some_and(letter)
        && text.bytes().all(|byte| letter(byte) || byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(values: &[Value]) -> String {
        let mut shape = Shape::default();
        let look = Look { signs: true, streams: &Vec::new() };
        values.iter().for_each(|value| shape.value(value, look));
        shape.to_string()
    }

    fn text(text: &str) -> Value {
        Value::Text(text.to_owned())
    }

    fn typed(class: &str, body: Value) -> Value {
        Value::Typed { class: class.to_owned(), body: Box::new(body) }
    }

    #[test]
    fn values_are_as_code_looks_at_them() {
        let order = |id: i64, note: Value| {
            typed("shop.Order", Value::Record(vec![("id".to_owned(), Value::Int(id)), ("note".to_owned(), note)]))
        };
        let list = |items: Vec<Value>| typed("java.util.ArrayList", Value::List(items));
        let failed = typed(
            "shop.Failed",
            Value::Record(vec![("cause".to_owned(), typed("java.io.IOException", Value::Record(vec![])))]),
        );
        let mut thrown = Shape::default();
        thrown.thrown(&failed);
        assert_eq!(thrown.to_string(), "threw shop.Failed java.io.IOException");
        for (values, expected) in [
            (vec![Value::Null], "null"),
            (vec![Value::Int(-3)], "<0"),
            (vec![Value::Int(0)], "0"),
            (vec![Value::Float(f64::NAN)], "0"),
            (vec![typed("java.lang.Long", Value::Int(7))], ">0"),
            (vec![typed("java.math.BigDecimal", text("-12.50"))], "<0"),
            (vec![text("")], "empty"),
            (vec![text(" ")], "blank"),
            (vec![text("a")], "text"),
            (vec![text(&"a".repeat(256))], "long"),
            (vec![typed("shop.Status", text("PAID"))], "shop.Status.PAID"),
            (vec![Value::Bool(true)], "true"),
            (vec![Value::Bytes(vec![])], "no bytes"),
            (vec![list(vec![])], "none[]"),
            (vec![list(vec![order(1, Value::Null)])], "one[shop.Order{id: >0, note: null}]"),
            (
                vec![list(vec![order(1, Value::Null), order(-2, text("a")), order(3, text("b"))])],
                "many[shop.Order{id: <0|>0, note: null|text}]",
            ),
            // What is met at one place is one shape, in whatever order.
            (vec![Value::Int(1), Value::Null], ">0|null"),
            (vec![Value::Null, Value::Int(9)], ">0|null"),
        ] {
            assert_eq!(shape(&values), expected, "{values:?}");
        }
    }

    #[test]
    fn deep_values_end() {
        let mut deep = Value::Null;
        for _ in 0..100 {
            deep = Value::List(vec![deep]);
        }
        assert_eq!(shape(&[deep]), "one[one[one[one[one[…]]]]]");
    }
}
