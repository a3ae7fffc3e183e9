//! The rows of the simple tables.

use super::attribute::Attributes;
use super::pool::Pool;
use super::table::Row;
use crate::cursor::Cursor;
use crate::{Result, Utf8};

/// Implements `Row` for a row of fixed size.
macro_rules! row {
    ($row:ty, $size:literal, |$pool:ident, $c:ident| $read:expr) => {
        impl<'c, 'a> Row<'c, 'a> for $row {
            #[inline]
            #[allow(private_interfaces)]
            fn read($pool: &'c Pool<'a>, $c: &mut Cursor<'a>) -> Result<Self> {
                Ok($read)
            }

            #[inline]
            #[allow(private_interfaces)]
            fn skip(cursor: &mut Cursor<'a>) -> Result<()> {
                cursor.take($size).map(drop)
            }
        }
    };
}
pub(crate) use row;

/// The name of a class, by a `Class` entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassName<'a>(pub Utf8<'a>);
row!(ClassName<'a>, 2, |pool, c| ClassName(pool.class_name(c.u16()?)?));

/// The name of a module, by a `Module` entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModuleName<'a>(pub Utf8<'a>);
row!(ModuleName<'a>, 2, |pool, c| ModuleName(pool.module_name(c.u16()?)?));

/// The name of a package in internal form, by a `Package` entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackageName<'a>(pub Utf8<'a>);
row!(PackageName<'a>, 2, |pool, c| PackageName(pool.package_name(c.u16()?)?));

/// One row of the exception table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handler<'a> {
    /// The first position that is covered.
    pub start: u16,
    /// The first position that is no longer covered.
    pub end: u16,
    /// Where the handler begins.
    pub handler: u16,
    /// The class that is caught; nothing means everything.
    pub catch: Option<Utf8<'a>>,
}
row!(Handler<'a>, 8, |pool, c| Handler {
    start: c.u16()?,
    end: c.u16()?,
    handler: c.u16()?,
    catch: pool.optional_class_name(c.u16()?)?,
});

/// Where a source line begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineNumber {
    /// The first position of the line.
    pub pc: u16,
    /// The line.
    pub line: u16,
}
row!(LineNumber, 4, |_pool, c| LineNumber { pc: c.u16()?, line: c.u16()? });

/// A local variable and where it lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalVariable<'a> {
    /// The first position at which it has a value.
    pub start: u16,
    /// How many bytes of code it has a value for.
    pub length: u16,
    /// Its name.
    pub name: Utf8<'a>,
    /// Its descriptor, or its signature when it comes from `LocalVariableTypeTable`.
    pub descriptor: Utf8<'a>,
    /// The slot.
    pub index: u16,
}
row!(LocalVariable<'a>, 10, |pool, c| LocalVariable {
    start: c.u16()?,
    length: c.u16()?,
    name: pool.utf8(c.u16()?)?,
    descriptor: pool.utf8(c.u16()?)?,
    index: c.u16()?,
});

/// A nested class that is mentioned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InnerClass<'a> {
    /// Its internal name.
    pub inner: Utf8<'a>,
    /// The class it is a member of; nothing for local and anonymous ones.
    pub outer: Option<Utf8<'a>>,
    /// Its simple name; nothing for anonymous ones.
    pub name: Option<Utf8<'a>>,
    /// Its access as the source declares it.
    pub access: u16,
}
row!(InnerClass<'a>, 8, |pool, c| InnerClass {
    inner: pool.class_name(c.u16()?)?,
    outer: pool.optional_class_name(c.u16()?)?,
    name: pool.optional_utf8(c.u16()?)?,
    access: c.u16()?,
});

/// A formal parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodParameter<'a> {
    /// Its name, if it has one.
    pub name: Option<Utf8<'a>>,
    /// Its access flags.
    pub access: u16,
}
row!(MethodParameter<'a>, 4, |pool, c| MethodParameter { name: pool.optional_utf8(c.u16()?)?, access: c.u16()? });

/// A component of a record.
#[derive(Clone, Copy, Debug)]
pub struct RecordComponent<'c, 'a> {
    /// Its name.
    pub name: Utf8<'a>,
    /// Its descriptor.
    pub descriptor: Utf8<'a>,
    /// Its attributes.
    pub attributes: Attributes<'c, 'a>,
}

impl<'c, 'a> Row<'c, 'a> for RecordComponent<'c, 'a> {
    #[allow(private_interfaces)]
    fn read(pool: &'c Pool<'a>, c: &mut Cursor<'a>) -> Result<Self> {
        Ok(RecordComponent {
            name: pool.utf8(c.u16()?)?,
            descriptor: pool.utf8(c.u16()?)?,
            attributes: Attributes::take(pool, c)?,
        })
    }

    #[allow(private_interfaces)]
    fn skip(c: &mut Cursor<'a>) -> Result<()> {
        c.take(4)?;
        super::attribute::skip(c)
    }
}
