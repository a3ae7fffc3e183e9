//! What crosses a point: data copied as a graph, handles that answer calls, and what could not be copied.

/// A value as it was seen at a point.
///
/// Numbers, strings and truth values stand for themselves where the declared type or the natural Java box says what
/// they are (`Integer`, `Double`, `Boolean`, `String`); every other object is [`Value::Typed`].
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`.
    Null,
    /// A truth value.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A floating-point number.
    Float(f64),
    /// A string.
    Text(String),
    /// A byte array.
    Bytes(Vec<u8>),
    /// The elements of an array or a collection, the pairs of a map, the arguments of a call.
    List(Vec<Value>),
    /// The fields of an object, in declaration order.
    Record(Vec<(String, Value)>),
    /// An object: its class and what is in it.
    Typed {
        /// The binary name of the class (`java.util.ArrayList`, `[I`).
        class: String,
        /// Fields, elements, or one scalar that says it all (an enum's name, a decimal's digits).
        body: Box<Value>,
    },
    /// The same object as an earlier one of the same event. Counts, from 0, the composite objects ([`Value::is_composite`])
    /// of the event in the order in which they begin, arguments first, then the result.
    Ref(u32),
    /// Something that answers calls: a connection, a result set, a response.
    Handle(Handle),
    /// Neither data nor a handle.
    Opaque {
        /// The class of the object.
        class: String,
        /// Why it was not copied.
        reason: String,
    },
}

/// A thing that answers calls, named by the number it got when it first appeared in its trace.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Handle {
    /// Its number in its scope, from 0.
    pub id: u32,
    /// Whether it was created outside any request, so that its number counts in the boot trace.
    pub boot: bool,
    /// The handle type (`java.sql.Connection`), not the driver's class.
    pub class: String,
}

impl Value {
    /// Whether other values of the same event can refer to this one: objects with fields or elements, not scalars.
    pub fn is_composite(&self) -> bool {
        matches!(self, Value::Typed { body, .. } if matches!(**body, Value::Record(_) | Value::List(_)))
    }

    /// Calls `visit` for this value and all inside it, outermost first.
    pub fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Value)) {
        visit(self);
        match self {
            Value::List(items) => items.iter().for_each(|item| item.walk(visit)),
            Value::Record(fields) => fields.iter().for_each(|(_, field)| field.walk(visit)),
            Value::Typed { body, .. } => body.walk(visit),
            _ => {}
        }
    }

    /// Calls `change` for every handle in this value.
    pub fn handles_mut(&mut self, change: &mut impl FnMut(&mut Handle)) {
        match self {
            Value::Handle(handle) => change(handle),
            Value::List(items) => items.iter_mut().for_each(|item| item.handles_mut(change)),
            Value::Record(fields) => fields.iter_mut().for_each(|(_, field)| field.handles_mut(change)),
            Value::Typed { body, .. } => body.handles_mut(change),
            _ => {}
        }
    }

    /// Calls `change` for every reference to an earlier object in this value.
    pub(crate) fn refs_mut(&mut self, change: &mut impl FnMut(&mut u32)) {
        match self {
            Value::Ref(object) => change(object),
            Value::List(items) => items.iter_mut().for_each(|item| item.refs_mut(change)),
            Value::Record(fields) => fields.iter_mut().for_each(|(_, field)| field.refs_mut(change)),
            Value::Typed { body, .. } => body.refs_mut(change),
            _ => {}
        }
    }

    /// The first part of this value that was not copied, with the reason.
    pub fn opaque(&self) -> Option<(&str, &str)> {
        let mut found = None;
        self.walk(&mut |value| {
            if let (None, Value::Opaque { class, reason }) = (found, value) {
                found = Some((class.as_str(), reason.as_str()));
            }
        });
        found
    }
}
