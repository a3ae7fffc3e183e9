//! Parameters as Java or class files write them, with wildcards.

use retake_bytecode::Utf8;
use retake_bytecode::descriptor::{FieldType, MethodType};

use super::glob::{Glob, check_name};

/// The parameters of a method, as far as they matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Parameters {
    Any,
    /// A whole descriptor.
    Descriptor(String),
    /// Types as Java writes them, and whether more may follow.
    Types(Vec<Type>, bool),
}

/// The type of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Any,
    /// A descriptor of a primitive type, and how many dimensions are around it.
    Primitive(u8, usize),
    /// A class, and how many dimensions are around it.
    Class(Glob, usize),
}

const PRIMITIVES: [(&str, u8); 8] = [
    ("boolean", b'Z'),
    ("byte", b'B'),
    ("char", b'C'),
    ("short", b'S'),
    ("int", b'I'),
    ("long", b'J'),
    ("float", b'F'),
    ("double", b'D'),
];

impl Parameters {
    /// Reads `(…)`, a descriptor, or nothing.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Ok(Parameters::Any);
        }
        let inner = text.strip_prefix('(').and_then(|text| text.split_once(')'));
        let Some((inner, result)) = inner else { return Err(format!("`{text}` has no closing parenthesis")) };
        if !result.is_empty() {
            return match MethodType::parse(Utf8::new(text.as_bytes())) {
                Ok(_) => Ok(Parameters::Descriptor(text.to_string())),
                Err(_) => {
                    Err(format!("`{text}` is no descriptor; leave out what is behind the parenthesis, or write one"))
                }
            };
        }
        let mut types: Vec<&str> = inner.split(',').map(str::trim).collect();
        if inner.trim().is_empty() {
            types.clear();
        }
        if types == ["*"] {
            return Ok(Parameters::Any);
        }
        let more = types.last().is_some_and(|last| matches!(*last, "**" | ".."));
        if more {
            types.pop();
        }
        Ok(Parameters::Types(types.into_iter().map(Type::parse).collect::<Result<_, _>>()?, more))
    }

    pub(super) fn fit(&self, descriptor: &str) -> bool {
        match self {
            Parameters::Any => true,
            Parameters::Descriptor(wanted) => wanted == descriptor,
            Parameters::Types(wanted, more) => {
                let Ok(method) = MethodType::parse(Utf8::new(descriptor.as_bytes())) else { return false };
                let given: Vec<FieldType<'_>> = method.parameters().collect();
                let enough = if *more { given.len() >= wanted.len() } else { given.len() == wanted.len() };
                enough && wanted.iter().zip(given).all(|(wanted, given)| wanted.matches(given))
            }
        }
    }
}

impl Type {
    fn parse(text: &str) -> Result<Self, String> {
        if text == "*" {
            return Ok(Type::Any);
        }
        if text == "void" {
            return Err("`void` is no parameter; write `()`".to_string());
        }
        let mut element = text.strip_suffix("...").map_or(text, str::trim_end);
        let mut dimensions = usize::from(element.len() != text.len());
        while let Some(inner) = element.strip_suffix("[]") {
            (element, dimensions) = (inner.trim_end(), dimensions + 1);
        }
        if let Some((_, tag)) = PRIMITIVES.iter().find(|(name, _)| *name == element) {
            return Ok(Type::Primitive(*tag, dimensions));
        }
        check_name(element)?;
        // A name without a package is that of a class in any package.
        let name = if element.contains(['.', '/']) { element.to_string() } else { format!("**.{element}") };
        Ok(Type::Class(Glob::new(&name), dimensions))
    }

    fn matches(&self, given: FieldType<'_>) -> bool {
        let (element, found) = given.element();
        match self {
            Type::Any => true,
            Type::Primitive(tag, dimensions) => found as usize == *dimensions && element.tag() == *tag,
            Type::Class(name, dimensions) => match element {
                FieldType::Object(class) => found as usize == *dimensions && name.matches_class(&class.to_str()),
                _ => false,
            },
        }
    }
}
