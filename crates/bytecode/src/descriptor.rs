//! Descriptors: the types of fields, and of methods' parameters and results.

use std::fmt;

use crate::{Error, Result, Utf8};

/// A type as a descriptor says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldType<'a> {
    /// `byte`.
    Byte,
    /// `char`.
    Char,
    /// `double`.
    Double,
    /// `float`.
    Float,
    /// `int`.
    Int,
    /// `long`.
    Long,
    /// `short`.
    Short,
    /// `boolean`.
    Boolean,
    /// A class, by its internal name.
    Object(Utf8<'a>),
    /// An array, by its whole descriptor, brackets included.
    Array(Utf8<'a>),
}

impl<'a> FieldType<'a> {
    /// The type that a field's descriptor says.
    pub fn parse(descriptor: Utf8<'a>) -> Result<Self> {
        match take(descriptor.bytes()) {
            Some((found, [])) => Ok(found),
            _ => Err(Error::malformed("no field has this descriptor", 0)),
        }
    }

    /// How many local variables or stack slots a value takes: 2 for `long` and `double`, else 1.
    pub fn slots(self) -> u16 {
        if matches!(self, FieldType::Long | FieldType::Double) { 2 } else { 1 }
    }

    /// Whether it is a class or an array.
    pub fn is_reference(self) -> bool {
        matches!(self, FieldType::Object(_) | FieldType::Array(_))
    }

    /// What `Class` entries, `checkcast` and `instanceof` call it: the internal name of a class, the descriptor
    /// of an array, nothing for a primitive type.
    pub fn class_name(self) -> Option<Utf8<'a>> {
        match self {
            FieldType::Object(name) | FieldType::Array(name) => Some(name),
            _ => None,
        }
    }

    /// The innermost element type of an array and its dimensions; of anything else itself and 0.
    pub fn element(self) -> (FieldType<'a>, u8) {
        let FieldType::Array(whole) = self else { return (self, 0) };
        let dimensions = whole.bytes().iter().take_while(|byte| **byte == b'[').count();
        match take(&whole.bytes()[dimensions..]) {
            Some((element, _)) => (element, dimensions as u8),
            None => (self, 0),
        }
    }

    /// The character of a primitive type, `L` for a class, `[` for an array.
    pub fn tag(self) -> u8 {
        match self {
            FieldType::Byte => b'B',
            FieldType::Char => b'C',
            FieldType::Double => b'D',
            FieldType::Float => b'F',
            FieldType::Int => b'I',
            FieldType::Long => b'J',
            FieldType::Short => b'S',
            FieldType::Boolean => b'Z',
            FieldType::Object(_) => b'L',
            FieldType::Array(_) => b'[',
        }
    }
}

/// Writes the descriptor.
impl fmt::Display for FieldType<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FieldType::Object(name) => write!(f, "L{name};"),
            FieldType::Array(whole) => write!(f, "{whole}"),
            primitive => write!(f, "{}", char::from(primitive.tag())),
        }
    }
}

/// The first type of a text, and the rest.
fn take(text: &[u8]) -> Option<(FieldType<'_>, &[u8])> {
    let (&first, rest) = text.split_first()?;
    Some(match first {
        b'B' => (FieldType::Byte, rest),
        b'C' => (FieldType::Char, rest),
        b'D' => (FieldType::Double, rest),
        b'F' => (FieldType::Float, rest),
        b'I' => (FieldType::Int, rest),
        b'J' => (FieldType::Long, rest),
        b'S' => (FieldType::Short, rest),
        b'Z' => (FieldType::Boolean, rest),
        b'L' => {
            let end = rest.iter().position(|byte| *byte == b';')?;
            let (name, rest) = rest.split_at(end);
            if name.is_empty() {
                return None;
            }
            (FieldType::Object(Utf8::new(name)), &rest[1..])
        }
        b'[' => {
            let dimensions = text.iter().take_while(|byte| **byte == b'[').count();
            if dimensions > 255 {
                return None;
            }
            let (_, rest) = take(&text[dimensions..])?;
            (FieldType::Array(Utf8::new(&text[..text.len() - rest.len()])), rest)
        }
        _ => return None,
    })
}

/// The descriptor of a method, checked once and taken apart on demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodType<'a> {
    parameters: &'a [u8],
    result: Option<FieldType<'a>>,
    slots: u16,
}

impl<'a> MethodType<'a> {
    /// Checks a method's descriptor.
    pub fn parse(descriptor: Utf8<'a>) -> Result<Self> {
        Self::take(descriptor.bytes()).ok_or_else(|| Error::malformed("no method has this descriptor", 0))
    }

    fn take(text: &'a [u8]) -> Option<Self> {
        let parameters = text.strip_prefix(b"(")?;
        let (mut rest, mut slots) = (parameters, 0u16);
        while !rest.starts_with(b")") {
            let (parameter, behind) = take(rest)?;
            slots = slots.checked_add(parameter.slots())?;
            rest = behind;
        }
        let parameters = &parameters[..parameters.len() - rest.len()];
        let result = match rest.get(1..)? {
            b"V" => None,
            result => match take(result)? {
                (result, []) => Some(result),
                _ => return None,
            },
        };
        Some(MethodType { parameters, result, slots })
    }

    /// The types of the parameters, without the receiver.
    pub fn parameters(&self) -> impl Iterator<Item = FieldType<'a>> + use<'a> {
        let mut rest = self.parameters;
        std::iter::from_fn(move || {
            let (parameter, behind) = take(rest)?;
            rest = behind;
            Some(parameter)
        })
    }

    /// The type of the result, nothing for `void`.
    pub fn result(&self) -> Option<FieldType<'a>> {
        self.result
    }

    /// How many slots the parameters take, without the receiver.
    pub fn parameter_slots(&self) -> u16 {
        self.slots
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn method(text: &str) -> Option<(Vec<String>, Option<String>, u16)> {
        let found = MethodType::parse(Utf8::new(text.as_bytes())).ok()?;
        let parameters = found.parameters().map(|parameter| parameter.to_string()).collect();
        Some((parameters, found.result().map(|result| result.to_string()), found.parameter_slots()))
    }

    #[test]
    fn methods() {
        let check = |text, parameters: &[&str], result: Option<&str>, slots| {
            let parameters = parameters.iter().map(|p| p.to_string()).collect();
            assert_eq!(method(text), Some((parameters, result.map(str::to_string), slots)), "{text}");
        };
        check("()V", &[], None, 0);
        check("(IJ[[DLa/B;Z)La/C;", &["I", "J", "[[D", "La/B;", "Z"], Some("La/C;"), 6);
        check("(BCDFIJSZ)[I", &["B", "C", "D", "F", "I", "J", "S", "Z"], Some("[I"), 10);
        check("([La/B;[[J)J", &["[La/B;", "[[J"], Some("J"), 2);
        for broken in ["", "(", "()", "V", "(V)V", "()VV", "(L;)V", "(La)V", "([)V", "(I", "()[", "(Q)V", "()[V"] {
            assert_eq!(method(broken), None, "{broken}");
        }
    }

    #[test]
    fn fields() {
        let check = |text: &str| FieldType::parse(Utf8::new(text.as_bytes())).map(|t| t.to_string()).ok();
        for text in ["B", "C", "D", "F", "I", "J", "S", "Z", "La;", "[La/b/C;", "[[[I"] {
            assert_eq!(check(text).as_deref(), Some(text));
        }
        for text in ["", "V", "I ", "La", "L;", "[", "[V", "II"] {
            assert_eq!(check(text), None, "{text}");
        }
        let array = "[".repeat(255) + "I";
        assert_eq!(check(&array), Some(array.clone()));
        assert_eq!(check(&format!("[{array}")), None);
        let parsed = FieldType::parse(Utf8::new(b"[[La/B;")).map(FieldType::element);
        assert_eq!(parsed, Ok((FieldType::Object(Utf8::new(b"a/B")), 2)));
    }
}
