//! Values as JSON.
//!
//! Plain data stands for itself. Everything else is an object whose first member begins with `@`; a field's name that
//! begins with `@` is written with one more.

use std::collections::{HashMap, HashSet};

use super::Error;
use super::node::Node;
use crate::base64;
use crate::json::Json;
use crate::value::{Handle, Value};

fn record(members: Vec<(&str, Json)>) -> Json {
    Json::Record(members.into_iter().map(|(name, json)| (name.to_owned(), json)).collect())
}

/// Writes the values of one event, whose references count through all of them.
pub(super) struct Writer {
    referred: HashSet<u32>,
    next: u32,
}

impl Writer {
    /// For the values of one event, in order.
    pub(super) fn new<'a>(values: impl Iterator<Item = &'a Value>) -> Self {
        let mut referred = HashSet::new();
        for value in values {
            value.walk(&mut |value| {
                if let Value::Ref(id) = value {
                    referred.insert(*id);
                }
            });
        }
        Writer { referred, next: 0 }
    }

    pub(super) fn value(&mut self, value: &Value) -> Json {
        match value {
            Value::Null => Json::Null,
            Value::Bool(bool) => Json::Bool(*bool),
            Value::Int(int) => Json::int(*int),
            Value::Float(float) => put_float(*float),
            Value::Text(text) => Json::text(text),
            Value::Bytes(bytes) => match printable(bytes) {
                Some(text) => record(vec![("@utf8", Json::text(text))]),
                None => record(vec![("@bytes", Json::text(base64::encode(bytes)))]),
            },
            Value::List(items) => Json::List(items.iter().map(|item| self.value(item)).collect()),
            Value::Record(fields) => Json::Record(self.fields(fields)),
            Value::Typed { class, body } => self.typed(value, class, body),
            Value::Ref(id) => record(vec![("@ref", Json::int(*id))]),
            Value::Handle(handle) => put_handle(handle),
            Value::Opaque { class, reason } => {
                record(vec![("@opaque", Json::text(class)), ("reason", Json::text(reason))])
            }
        }
    }

    fn typed(&mut self, value: &Value, class: &str, body: &Value) -> Json {
        let mut members = vec![("@class".to_owned(), Json::text(class))];
        if value.is_composite() {
            if self.referred.contains(&self.next) {
                members.push(("@id".to_owned(), Json::int(self.next)));
            }
            self.next += 1;
        }
        match body {
            Value::Record(fields) => members.append(&mut self.fields(fields)),
            _ => members.push(("@value".to_owned(), self.value(body))),
        }
        Json::Record(members)
    }

    fn fields(&mut self, fields: &[(String, Value)]) -> Vec<(String, Json)> {
        let escape = |name: &String| if name.starts_with('@') { format!("@{name}") } else { name.clone() };
        fields.iter().map(|(name, field)| (escape(name), self.value(field))).collect()
    }
}

pub(super) fn put_handle(handle: &Handle) -> Json {
    let mut members = vec![("@handle", Json::int(handle.id)), ("type", Json::text(&handle.class))];
    if handle.boot {
        members.push(("boot", Json::Bool(true)));
    }
    record(members)
}

/// A number with a point or an exponent is a floating-point number, so that whole numbers stay whole.
fn put_float(float: f64) -> Json {
    if float.is_finite() {
        return Json::Number(format!("{float:?}"));
    }
    let text = match float {
        f64::INFINITY => "Infinity".to_owned(),
        f64::NEG_INFINITY => "-Infinity".to_owned(),
        _ if float.to_bits() == JAVA_NAN => "NaN".to_owned(),
        _ => format!("{:#018x}", float.to_bits()),
    };
    record(vec![("@float", Json::Text(text))])
}

/// The one that Java's `Double.NaN` is. There are many others, and each comes back as it was.
const JAVA_NAN: u64 = 0x7ff8_0000_0000_0000;

/// Bytes that are text which a person can read.
fn printable(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    (!text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t'))).then_some(text)
}

/// A body: text as text, JSON that has no space in it as JSON, everything else in base64.
pub(super) fn put_body(bytes: &[u8]) -> Json {
    let Some(text) = printable(bytes) else {
        return record(vec![("@bytes", Json::text(base64::encode(bytes)))]);
    };
    match Json::parse(text) {
        Ok(json @ (Json::List(_) | Json::Record(_))) if depth_at_most(&json, 200) && json.compact() == text => {
            record(vec![("@json", json)])
        }
        _ => Json::text(text),
    }
}

/// A body that is very deep would make the document around it too deep to be read again.
fn depth_at_most(json: &Json, depth: u32) -> bool {
    match json {
        Json::List(items) => depth > 0 && items.iter().all(|item| depth_at_most(item, depth - 1)),
        Json::Record(members) => depth > 0 && members.iter().all(|(_, member)| depth_at_most(member, depth - 1)),
        _ => true,
    }
}

/// Reads a body.
pub(super) fn body(node: Node<'_>) -> Result<Vec<u8>, Error> {
    if let Json::Text(text) = node.json {
        return Ok(text.clone().into_bytes());
    }
    node.only(&["@json", "@bytes"])?;
    match (node.member("@json")?, node.member("@bytes")?) {
        (Some(json), None) => Ok(json.json.compact().into_bytes()),
        (None, Some(bytes)) => decode_base64(bytes),
        _ => Err(node.expected("text, `@json` or `@bytes`")),
    }
}

fn decode_base64(node: Node<'_>) -> Result<Vec<u8>, Error> {
    base64::decode(node.text()?).ok_or_else(|| node.error("base64 was expected"))
}

/// Reads a handle.
pub(super) fn handle(node: Node<'_>) -> Result<Handle, Error> {
    node.only(&["@handle", "type", "boot"])?;
    let boot = match node.member("boot")? {
        Some(boot) => match boot.json {
            Json::Bool(bool) => *bool,
            _ => return Err(boot.expected("a truth value")),
        },
        None => false,
    };
    Ok(Handle { id: node.need("@handle")?.index()?, boot, class: node.need("type")?.text()?.to_owned() })
}

/// Reads the values of one event, whose references count through all of them.
#[derive(Default)]
pub(super) struct Reader {
    /// From what the text calls an object to its number. A person who adds an object need not count again.
    ids: HashMap<u32, u32>,
    next: u32,
}

impl Reader {
    pub(super) fn value(&mut self, node: Node<'_>) -> Result<Value, Error> {
        Ok(match node.json {
            Json::Null => Value::Null,
            Json::Bool(bool) => Value::Bool(*bool),
            Json::Number(number) => read_number(number, &node)?,
            Json::Text(text) => Value::Text(text.clone()),
            Json::List(_) => Value::List(node.items(|item| self.value(item))?),
            Json::Record(members) => match members.iter().find(|(name, _)| is_mark(name)) {
                None => Value::Record(self.fields(node)?),
                Some((mark, _)) => self.marked(mark, node)?,
            },
        })
    }

    fn marked(&mut self, mark: &str, node: Node<'_>) -> Result<Value, Error> {
        Ok(match mark {
            "@class" => self.typed(node)?,
            "@ref" => {
                node.only(&["@ref"])?;
                let id = node.need("@ref")?.index()?;
                let number = self.ids.get(&id).copied();
                Value::Ref(
                    number.ok_or_else(|| node.error(format!("no earlier object of this event has the @id {id}")))?,
                )
            }
            "@handle" => Value::Handle(handle(node)?),
            "@opaque" => {
                node.only(&["@opaque", "reason"])?;
                Value::Opaque {
                    class: node.need("@opaque")?.text()?.to_owned(),
                    reason: node.need("reason")?.text()?.to_owned(),
                }
            }
            "@utf8" => {
                node.only(&["@utf8"])?;
                Value::Bytes(node.need("@utf8")?.text()?.as_bytes().to_owned())
            }
            "@bytes" => {
                node.only(&["@bytes"])?;
                Value::Bytes(decode_base64(node.need("@bytes")?)?)
            }
            "@float" => {
                node.only(&["@float"])?;
                let named = node.need("@float")?;
                Value::Float(match named.text()? {
                    "Infinity" => f64::INFINITY,
                    "-Infinity" => f64::NEG_INFINITY,
                    "NaN" => f64::from_bits(JAVA_NAN),
                    bits => {
                        let bits = bits.strip_prefix("0x").and_then(|bits| u64::from_str_radix(bits, 16).ok());
                        f64::from_bits(
                            bits.ok_or_else(|| named.error("NaN, Infinity, -Infinity or bits were expected"))?,
                        )
                    }
                })
            }
            _ => return Err(node.error(format!("`{mark}` is not known; a field's name that begins with @ has two"))),
        })
    }

    fn typed(&mut self, node: Node<'_>) -> Result<Value, Error> {
        let class = node.need("@class")?.text()?.to_owned();
        let value = node.member("@value")?;
        // What has a scalar for a body cannot be referred to.
        let composite = value.is_none_or(|value| matches!(value.json, Json::List(_)));
        if let Some(id) = node.member("@id")? {
            if !composite {
                return Err(id.error("only objects with fields or elements can be referred to"));
            }
            if self.ids.insert(id.index()?, self.next).is_some() {
                return Err(id.error("another object of this event has the same @id"));
            }
        }
        self.next += u32::from(composite);
        let body = match value {
            None => Value::Record(self.fields(node)?),
            Some(value) => {
                node.only(&["@class", "@id", "@value"])?;
                match self.value(value)? {
                    Value::Record(_) => return Err(value.error("the fields of an object stand beside its @class")),
                    body => body,
                }
            }
        };
        Ok(Value::Typed { class, body: Box::new(body) })
    }

    fn fields(&mut self, node: Node<'_>) -> Result<Vec<(String, Value)>, Error> {
        let mut fields = Vec::new();
        for (name, field) in node.members()? {
            if name == "@class" || name == "@id" {
                continue;
            }
            if is_mark(name) {
                return Err(field.error("it does not belong here; a field's name that begins with @ has two"));
            }
            let name = name.strip_prefix('@').unwrap_or(name);
            fields.push((name.to_owned(), self.value(field)?));
        }
        Ok(fields)
    }
}

fn is_mark(name: &str) -> bool {
    name.starts_with('@') && !name.starts_with("@@")
}

fn read_number(number: &str, node: &Node<'_>) -> Result<Value, Error> {
    if number.contains(['.', 'e', 'E']) {
        let float: Option<f64> = number.parse().ok();
        return float
            .filter(|float| float.is_finite())
            .map(Value::Float)
            .ok_or_else(|| node.error("a number that a double can hold was expected"));
    }
    number.parse().map(Value::Int).map_err(|_| node.error("a whole number of at most 64 bits was expected"))
}
