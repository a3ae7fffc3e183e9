//! Annotations. All numbers are pool indexes unless said otherwise.

use super::code::Label;
use super::codec::{Codec, Decoder, Encoder, codec, rows};
use super::tables::range;
use crate::Result;
use crate::read::{TOO_DEEP, UNKNOWN_ELEMENT};

/// An annotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// The descriptor of its interface.
    pub type_descriptor: u16,
    /// Its elements.
    pub elements: Vec<Element>,
}
codec!(Annotation { type_descriptor, elements });

/// An element of an annotation: a name and a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// The name.
    pub name: u16,
    /// The value.
    pub value: ElementValue,
}
codec!(Element { name, value });

/// The value of an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ElementValue {
    /// A primitive value or a string: the tag (one of `BCDFIJSZs`) and the constant.
    Const(u8, u16),
    /// An enum constant.
    Enum {
        /// The descriptor of the enum.
        type_descriptor: u16,
        /// The constant's name.
        constant: u16,
    },
    /// A class, by its descriptor.
    Class(u16),
    /// An annotation.
    Annotation(Annotation),
    /// An array.
    Array(Vec<ElementValue>),
}

impl Codec for ElementValue {
    fn decode(d: &mut Decoder<'_, '_>) -> Result<Self> {
        d.depth = d.depth.checked_sub(1).ok_or_else(|| d.c.malformed(TOO_DEEP))?;
        let start = d.c;
        let value = match d.c.u8()? {
            tag @ (b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' | b's') => {
                ElementValue::Const(tag, d.c.u16()?)
            }
            b'e' => ElementValue::Enum { type_descriptor: d.c.u16()?, constant: d.c.u16()? },
            b'c' => ElementValue::Class(d.c.u16()?),
            b'@' => ElementValue::Annotation(Codec::decode(d)?),
            b'[' => ElementValue::Array(Codec::decode(d)?),
            _ => return Err(start.malformed(UNKNOWN_ELEMENT)),
        };
        d.depth += 1;
        Ok(value)
    }

    fn encode(&self, e: &mut Encoder) -> Result<()> {
        match self {
            ElementValue::Const(tag, index) => {
                e.u8(*tag);
                e.u16(*index);
            }
            ElementValue::Enum { type_descriptor, constant } => {
                e.u8(b'e');
                e.u16(*type_descriptor);
                e.u16(*constant);
            }
            ElementValue::Class(index) => {
                e.u8(b'c');
                e.u16(*index);
            }
            ElementValue::Annotation(annotation) => {
                e.u8(b'@');
                annotation.encode(e)?;
            }
            ElementValue::Array(values) => {
                e.u8(b'[');
                values.encode(e)?;
            }
        }
        Ok(())
    }
}

/// An annotation of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeAnnotation {
    /// Where the type stands.
    pub target: Target,
    /// Which part of the type: steps of kind and type argument.
    pub path: Vec<(u8, u8)>,
    /// The annotation.
    pub annotation: Annotation,
}

/// Where an annotated type stands. `kind` is the `target_type` of the format (JVMS 4.7.20.1); numbers are
/// positions in lists, not pool indexes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A type parameter.
    TypeParameter {
        /// `0x00` of a class, `0x01` of a method.
        kind: u8,
        /// Which.
        index: u8,
    },
    /// The superclass (65535) or an interface.
    Supertype(u16),
    /// A bound of a type parameter.
    TypeParameterBound {
        /// `0x11` of a class, `0x12` of a method.
        kind: u8,
        /// Which parameter.
        parameter: u8,
        /// Which bound.
        bound: u8,
    },
    /// The type of a field (`0x13`), the result (`0x14`) or the receiver (`0x15`) of a method.
    Whole(u8),
    /// The type of a formal parameter.
    FormalParameter(u8),
    /// An exception that is declared.
    Throws(u16),
    /// A local variable (`0x40`) or resource (`0x41`).
    LocalVariable {
        /// `0x40` or `0x41`.
        kind: u8,
        /// Where it lives.
        ranges: Vec<LocalRange>,
    },
    /// A row of the exception table.
    Catch(u16),
    /// `instanceof` (`0x43`), `new` (`0x44`) or a method reference (`0x45`, `0x46`).
    Offset {
        /// `0x43` to `0x46`.
        kind: u8,
        /// The instruction.
        at: Label,
    },
    /// A cast (`0x47`) or a type argument of a call or method reference (`0x48` to `0x4b`).
    TypeArgument {
        /// `0x47` to `0x4b`.
        kind: u8,
        /// The instruction.
        at: Label,
        /// Which type argument.
        argument: u8,
    },
}

/// Where a local variable lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalRange {
    /// The first position at which it has a value.
    pub start: Label,
    /// The first position at which it has none any more.
    pub end: Label,
    /// The slot.
    pub index: u16,
}

impl Codec for LocalRange {
    fn decode(d: &mut Decoder<'_, '_>) -> Result<Self> {
        let (start, end) = range(d)?;
        Ok(LocalRange { start, end, index: d.c.u16()? })
    }

    fn encode(&self, e: &mut Encoder) -> Result<()> {
        e.range(self.start, self.end)?;
        e.u16(self.index);
        Ok(())
    }
}

impl Codec for Target {
    fn decode(d: &mut Decoder<'_, '_>) -> Result<Self> {
        let start = d.c;
        Ok(match d.c.u8()? {
            kind @ (0x00 | 0x01) => Target::TypeParameter { kind, index: d.c.u8()? },
            0x10 => Target::Supertype(d.c.u16()?),
            kind @ (0x11 | 0x12) => Target::TypeParameterBound { kind, parameter: d.c.u8()?, bound: d.c.u8()? },
            kind @ 0x13..=0x15 => Target::Whole(kind),
            0x16 => Target::FormalParameter(d.c.u8()?),
            0x17 => Target::Throws(d.c.u16()?),
            kind @ (0x40 | 0x41) => Target::LocalVariable { kind, ranges: Codec::decode(d)? },
            0x42 => Target::Catch(d.c.u16()?),
            kind @ 0x43..=0x46 => Target::Offset { kind, at: Codec::decode(d)? },
            kind @ 0x47..=0x4b => Target::TypeArgument { kind, at: Codec::decode(d)?, argument: d.c.u8()? },
            _ => return Err(start.malformed("no type annotation has this target")),
        })
    }

    fn encode(&self, e: &mut Encoder) -> Result<()> {
        match self {
            Target::TypeParameter { kind, index } => e.bytes(&[*kind, *index]),
            Target::Supertype(index) => {
                e.u8(0x10);
                e.u16(*index);
            }
            Target::TypeParameterBound { kind, parameter, bound } => e.bytes(&[*kind, *parameter, *bound]),
            Target::Whole(kind) => e.u8(*kind),
            Target::FormalParameter(index) => e.bytes(&[0x16, *index]),
            Target::Throws(index) => {
                e.u8(0x17);
                e.u16(*index);
            }
            Target::LocalVariable { kind, ranges } => {
                e.u8(*kind);
                ranges.encode(e)?;
            }
            Target::Catch(row) => {
                e.u8(0x42);
                e.u16(*row);
            }
            Target::Offset { kind, at } => {
                e.u8(*kind);
                at.encode(e)?;
            }
            Target::TypeArgument { kind, at, argument } => {
                e.u8(*kind);
                at.encode(e)?;
                e.u8(*argument);
            }
        }
        Ok(())
    }
}

impl Codec for TypeAnnotation {
    fn decode(d: &mut Decoder<'_, '_>) -> Result<Self> {
        let target = Codec::decode(d)?;
        let steps = d.c.u8()?;
        let path = rows(d, usize::from(steps))?;
        Ok(TypeAnnotation { target, path, annotation: Codec::decode(d)? })
    }

    fn encode(&self, e: &mut Encoder) -> Result<()> {
        self.target.encode(e)?;
        e.count8(self.path.len(), "steps in a type path")?;
        self.path.iter().try_for_each(|step| step.encode(e))?;
        self.annotation.encode(e)
    }
}
