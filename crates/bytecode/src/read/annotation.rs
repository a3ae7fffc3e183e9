//! Annotations and what their elements say.

use super::pool::Pool;
use super::table::{self, Row, Table};
use crate::cursor::Cursor;
use crate::{Constant, Error, Result, Utf8};

/// How deep annotations and arrays may nest. Compilers write three or four levels; the limit keeps a hostile
/// file from exhausting the stack.
pub(crate) const DEPTH: u32 = 64;

/// An annotation.
#[derive(Clone, Copy, Debug)]
pub struct Annotation<'c, 'a> {
    /// The descriptor of its interface, `Lcom/example/Name;`.
    pub type_descriptor: Utf8<'a>,
    /// Its elements.
    pub elements: Table<'c, 'a, Element<'c, 'a>>,
}

impl<'c, 'a> Annotation<'c, 'a> {
    /// The internal name of its interface, `com/example/Name`.
    pub fn name(&self) -> Utf8<'a> {
        match self.type_descriptor.bytes() {
            [b'L', name @ .., b';'] => Utf8::new(name),
            _ => self.type_descriptor,
        }
    }

    /// The value of an element, if it is given.
    pub fn element(&self, name: &str) -> Result<Option<ElementValue<'c, 'a>>> {
        for element in self.elements {
            let element = element?;
            if element.name == name {
                return Ok(Some(element.value));
            }
        }
        Ok(None)
    }
}

/// An element of an annotation: a name and a value.
#[derive(Clone, Copy, Debug)]
pub struct Element<'c, 'a> {
    /// The name.
    pub name: Utf8<'a>,
    /// The value.
    pub value: ElementValue<'c, 'a>,
}

/// The value of an element.
#[derive(Clone, Copy, Debug)]
pub enum ElementValue<'c, 'a> {
    /// `boolean`.
    Boolean(bool),
    /// `byte`.
    Byte(i8),
    /// `char`.
    Char(u16),
    /// `short`.
    Short(i16),
    /// `int`.
    Int(i32),
    /// `long`.
    Long(i64),
    /// `float`.
    Float(f32),
    /// `double`.
    Double(f64),
    /// A string.
    String(Utf8<'a>),
    /// An enum constant.
    Enum {
        /// The descriptor of the enum.
        type_descriptor: Utf8<'a>,
        /// The constant's name.
        constant: Utf8<'a>,
    },
    /// A class, by its descriptor (`V` for `void`).
    Class(Utf8<'a>),
    /// An annotation.
    Annotation(Annotation<'c, 'a>),
    /// An array.
    Array(Table<'c, 'a, ElementValue<'c, 'a>>),
}

impl<'c, 'a> Row<'c, 'a> for Annotation<'c, 'a> {
    #[allow(private_interfaces)]
    fn read(pool: &'c Pool<'a>, c: &mut Cursor<'a>) -> Result<Self> {
        Ok(Annotation { type_descriptor: pool.utf8(c.u16()?)?, elements: Table::take(pool, c)? })
    }

    #[allow(private_interfaces)]
    fn skip(c: &mut Cursor<'a>) -> Result<()> {
        skip_annotation(c, DEPTH)
    }
}

impl<'c, 'a> Row<'c, 'a> for Element<'c, 'a> {
    #[allow(private_interfaces)]
    fn read(pool: &'c Pool<'a>, c: &mut Cursor<'a>) -> Result<Self> {
        Ok(Element { name: pool.utf8(c.u16()?)?, value: ElementValue::read(pool, c)? })
    }

    #[allow(private_interfaces)]
    fn skip(c: &mut Cursor<'a>) -> Result<()> {
        c.u16()?;
        skip_value(c, DEPTH)
    }
}

impl<'c, 'a> Row<'c, 'a> for ElementValue<'c, 'a> {
    #[allow(private_interfaces)]
    fn read(pool: &'c Pool<'a>, c: &mut Cursor<'a>) -> Result<Self> {
        let start = *c;
        let tag = c.u8()?;
        if matches!(tag, b'B' | b'C' | b'I' | b'S' | b'Z') {
            let value = pool.integer(c.u16()?)?;
            return Ok(match tag {
                b'B' => ElementValue::Byte(value as i8),
                b'C' => ElementValue::Char(value as u16),
                b'S' => ElementValue::Short(value as i16),
                b'Z' => ElementValue::Boolean(value != 0),
                _ => ElementValue::Int(value),
            });
        }
        Ok(match tag {
            b'J' | b'F' | b'D' => {
                let index = c.u16()?;
                match (tag, pool.get(index)) {
                    (b'J', Some(Constant::Long(value))) => ElementValue::Long(value),
                    (b'F', Some(Constant::Float(bits))) => ElementValue::Float(f32::from_bits(bits)),
                    (b'D', Some(Constant::Double(bits))) => ElementValue::Double(f64::from_bits(bits)),
                    _ => return Err(Error::pool(index, "the number an annotation's element asks for")),
                }
            }
            b's' => ElementValue::String(pool.utf8(c.u16()?)?),
            b'e' => ElementValue::Enum { type_descriptor: pool.utf8(c.u16()?)?, constant: pool.utf8(c.u16()?)? },
            b'c' => ElementValue::Class(pool.utf8(c.u16()?)?),
            b'@' => ElementValue::Annotation(Annotation::read(pool, c)?),
            b'[' => ElementValue::Array(Table::take(pool, c)?),
            _ => return Err(start.malformed(UNKNOWN_ELEMENT)),
        })
    }

    #[allow(private_interfaces)]
    fn skip(c: &mut Cursor<'a>) -> Result<()> {
        skip_value(c, DEPTH)
    }
}

pub(crate) const UNKNOWN_ELEMENT: &str = "no annotation element has this tag";
pub(crate) const TOO_DEEP: &str = "annotations nest too deeply";

fn skip_annotation(c: &mut Cursor<'_>, depth: u32) -> Result<()> {
    c.u16()?;
    for _ in 0..c.u16()? {
        c.u16()?;
        skip_value(c, depth)?;
    }
    Ok(())
}

fn skip_value(c: &mut Cursor<'_>, depth: u32) -> Result<()> {
    let Some(depth) = depth.checked_sub(1) else { return Err(c.malformed(TOO_DEEP)) };
    let start = *c;
    match c.u8()? {
        b'B' | b'C' | b'I' | b'S' | b'Z' | b'J' | b'F' | b'D' | b's' | b'c' => c.take(2).map(drop),
        b'e' => c.take(4).map(drop),
        b'@' => skip_annotation(c, depth),
        b'[' => {
            for _ in 0..c.u16()? {
                skip_value(c, depth)?;
            }
            Ok(())
        }
        _ => Err(start.malformed(UNKNOWN_ELEMENT)),
    }
}

/// The annotations of one parameter.
#[derive(Clone, Copy, Debug)]
pub struct ParameterAnnotations<'c, 'a> {
    /// The annotations.
    pub annotations: Table<'c, 'a, Annotation<'c, 'a>>,
}

impl<'c, 'a> Row<'c, 'a> for ParameterAnnotations<'c, 'a> {
    #[allow(private_interfaces)]
    fn read(pool: &'c Pool<'a>, c: &mut Cursor<'a>) -> Result<Self> {
        Ok(ParameterAnnotations { annotations: Table::take(pool, c)? })
    }

    #[allow(private_interfaces)]
    fn skip(c: &mut Cursor<'a>) -> Result<()> {
        table::skip::<Annotation<'_, 'a>>(c)
    }
}

/// An annotation of a type.
#[derive(Clone, Copy, Debug)]
pub struct TypeAnnotation<'c, 'a> {
    /// What kind of place the type stands in (JVMS 4.7.20.1).
    pub target: u8,
    /// Which place of that kind, as bytes.
    pub place: &'a [u8],
    /// Which part of the type: pairs of kind and type argument.
    pub path: &'a [u8],
    /// The annotation.
    pub annotation: Annotation<'c, 'a>,
}

/// Moves behind target and path of a type annotation, and tells them.
fn target<'a>(c: &mut Cursor<'a>) -> Result<(u8, &'a [u8], &'a [u8])> {
    let start = *c;
    let target = c.u8()?;
    let place = match target {
        0x00 | 0x01 | 0x16 => c.take(1)?,
        0x13..=0x15 => c.take(0)?,
        0x10..=0x12 | 0x17 | 0x42..=0x46 => c.take(2)?,
        0x40 | 0x41 => {
            let mut count = *c;
            c.take(2 + 6 * usize::from(count.u16()?))?
        }
        0x47..=0x4b => c.take(3)?,
        _ => return Err(start.malformed("no type annotation has this target")),
    };
    let length = c.u8()?;
    Ok((target, place, c.take(2 * usize::from(length))?))
}

impl<'c, 'a> Row<'c, 'a> for TypeAnnotation<'c, 'a> {
    #[allow(private_interfaces)]
    fn read(pool: &'c Pool<'a>, c: &mut Cursor<'a>) -> Result<Self> {
        let (target, place, path) = target(c)?;
        Ok(TypeAnnotation { target, place, path, annotation: Annotation::read(pool, c)? })
    }

    #[allow(private_interfaces)]
    fn skip(c: &mut Cursor<'a>) -> Result<()> {
        target(c)?;
        Annotation::skip(c)
    }
}
