//! Constants that code loads, and what bootstrap methods make.

use super::class::Class;
use super::pool::Pool;
use super::table::{Row, Table};
use crate::cursor::Cursor;
use crate::{Constant, Error, MemberRef, Result, Utf8, tag};

/// A method handle and what it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MethodHandle<'a> {
    /// One of [`crate::handle`].
    pub kind: u8,
    /// The field or method.
    pub member: MemberRef<'a>,
}

/// A row of `BootstrapMethods`.
#[derive(Clone, Copy, Debug)]
pub struct BootstrapMethod<'c, 'a> {
    /// The method.
    pub handle: MethodHandle<'a>,
    pool: &'c Pool<'a>,
    arguments: &'a [u8],
}

impl<'c, 'a> BootstrapMethod<'c, 'a> {
    /// The pool indexes of its static arguments; see [`Class::loadable`].
    pub fn argument_indexes(&self) -> impl ExactSizeIterator<Item = u16> + use<'a> {
        self.arguments.as_chunks().0.iter().map(|b| u16::from_be_bytes(*b))
    }

    /// The pool the argument indexes belong to.
    pub fn pool(&self) -> &'c Pool<'a> {
        self.pool
    }
}

impl<'c, 'a> Row<'c, 'a> for BootstrapMethod<'c, 'a> {
    #[allow(private_interfaces)]
    fn read(pool: &'c Pool<'a>, c: &mut Cursor<'a>) -> Result<Self> {
        let handle = pool.method_handle(c.u16()?)?;
        let count = c.u16()?;
        Ok(BootstrapMethod { handle, pool, arguments: c.take(2 * usize::from(count))? })
    }

    #[allow(private_interfaces)]
    fn skip(c: &mut Cursor<'a>) -> Result<()> {
        c.u16()?;
        let count = c.u16()?;
        c.take(2 * usize::from(count)).map(drop)
    }
}

/// A call site or constant with the bootstrap method that makes it.
#[derive(Clone, Copy, Debug)]
pub struct Dynamic<'c, 'a> {
    /// The name that is handed to the bootstrap method.
    pub name: Utf8<'a>,
    /// The descriptor: of a method for a call site, of a field for a constant.
    pub descriptor: Utf8<'a>,
    /// The bootstrap method.
    pub bootstrap: BootstrapMethod<'c, 'a>,
    class: &'c Class<'a>,
}

impl<'c, 'a> Dynamic<'c, 'a> {
    /// The static arguments of the bootstrap method. One of them may be a dynamic constant again, in a broken
    /// file even this one: whoever follows them must bound the depth.
    pub fn arguments(&self) -> BootstrapArguments<'c, 'a> {
        BootstrapArguments { class: self.class, rest: self.bootstrap.arguments }
    }
}

/// The static arguments of a bootstrap method.
#[derive(Clone, Debug)]
pub struct BootstrapArguments<'c, 'a> {
    class: &'c Class<'a>,
    rest: &'a [u8],
}

impl<'c, 'a> Iterator for BootstrapArguments<'c, 'a> {
    type Item = Result<Loadable<'c, 'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        let (index, rest) = self.rest.split_first_chunk()?;
        self.rest = rest;
        Some(self.class.loadable(u16::from_be_bytes(*index)))
    }
}

/// A constant that `ldc` or a bootstrap method takes.
#[derive(Clone, Copy, Debug)]
pub enum Loadable<'c, 'a> {
    /// `int`.
    Integer(i32),
    /// `float`.
    Float(f32),
    /// `long`.
    Long(i64),
    /// `double`.
    Double(f64),
    /// A string.
    String(Utf8<'a>),
    /// A class, by its internal name or array descriptor.
    Class(Utf8<'a>),
    /// A method type, by its descriptor.
    MethodType(Utf8<'a>),
    /// A method handle.
    MethodHandle(MethodHandle<'a>),
    /// A constant that a bootstrap method makes.
    Dynamic(Dynamic<'c, 'a>),
}

impl<'a> Class<'a> {
    /// The constant at a pool index that `ldc`, `ConstantValue` or a bootstrap argument names.
    #[inline(always)]
    pub fn loadable(&self, index: u16) -> Result<Loadable<'_, 'a>> {
        // Nine of ten are strings.
        match self.pool().one(index, tag::STRING) {
            Some(text) => self.pool().utf8(text).map(Loadable::String),
            None => self.loadable_but_string(index),
        }
    }

    #[inline(never)]
    fn loadable_but_string(&self, index: u16) -> Result<Loadable<'_, 'a>> {
        let pool = self.pool();
        Ok(match pool.get(index) {
            Some(Constant::Integer(value)) => Loadable::Integer(value),
            Some(Constant::Float(bits)) => Loadable::Float(f32::from_bits(bits)),
            Some(Constant::Long(value)) => Loadable::Long(value),
            Some(Constant::Double(bits)) => Loadable::Double(f64::from_bits(bits)),
            Some(Constant::Class(name)) => Loadable::Class(pool.utf8(name)?),
            Some(Constant::MethodType(descriptor)) => Loadable::MethodType(pool.utf8(descriptor)?),
            Some(Constant::MethodHandle { .. }) => Loadable::MethodHandle(pool.method_handle(index)?),
            Some(Constant::Dynamic { bootstrap, name_and_type }) => {
                Loadable::Dynamic(self.dynamic(bootstrap, name_and_type)?)
            }
            _ => return Err(Error::pool(index, "a loadable constant")),
        })
    }

    /// The call site at the pool index that `invokedynamic` names.
    pub fn call_site(&self, index: u16) -> Result<Dynamic<'_, 'a>> {
        match self.pool().get(index) {
            Some(Constant::InvokeDynamic { bootstrap, name_and_type }) => self.dynamic(bootstrap, name_and_type),
            _ => Err(Error::pool(index, "a call site")),
        }
    }

    fn dynamic(&self, bootstrap: u16, name_and_type: u16) -> Result<Dynamic<'_, 'a>> {
        let (name, descriptor) = self.pool().name_and_type(name_and_type)?;
        Ok(Dynamic { name, descriptor, bootstrap: self.bootstrap(bootstrap)?, class: self })
    }

    /// A row of `BootstrapMethods`.
    pub fn bootstrap(&self, row: u16) -> Result<BootstrapMethod<'_, 'a>> {
        let missing = || Error::pool(row, "a row of BootstrapMethods");
        let mut cursor = self.bootstraps.ok_or_else(missing)?;
        if row >= cursor.u16()? {
            return Err(missing());
        }
        for _ in 0..row {
            <BootstrapMethod<'_, '_> as Row<'_, '_>>::skip(&mut cursor)?;
        }
        BootstrapMethod::read(self.pool(), &mut cursor)
    }

    /// The rows of `BootstrapMethods`.
    pub fn bootstraps(&self) -> Result<Option<Table<'_, 'a, BootstrapMethod<'_, 'a>>>> {
        self.bootstraps.map(|cursor| Table::last(self.pool(), cursor)).transpose()
    }
}
