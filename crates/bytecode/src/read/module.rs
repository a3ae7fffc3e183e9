//! Modules.

use super::pool::Pool;
use super::rows::{ClassName, ModuleName, row};
use super::table::{self, Row, Table};
use crate::cursor::Cursor;
use crate::{Result, Utf8};

/// A module declaration.
#[derive(Clone, Copy, Debug)]
pub struct Module<'c, 'a> {
    /// Its name.
    pub name: Utf8<'a>,
    /// Its flags: `0x20` open, `0x1000` synthetic, `0x8000` mandated.
    pub flags: u16,
    /// Its version.
    pub version: Option<Utf8<'a>>,
    /// The modules it needs.
    pub requires: Table<'c, 'a, Requires<'a>>,
    /// The packages it lets others use.
    pub exports: Table<'c, 'a, Exports<'c, 'a>>,
    /// The packages it lets others reflect on.
    pub opens: Table<'c, 'a, Exports<'c, 'a>>,
    /// The services it looks up.
    pub uses: Table<'c, 'a, ClassName<'a>>,
    /// The services it implements.
    pub provides: Table<'c, 'a, Provides<'c, 'a>>,
}

impl<'c, 'a> Module<'c, 'a> {
    pub(super) fn read(pool: &'c Pool<'a>, mut c: Cursor<'a>) -> Result<Self> {
        Ok(Module {
            name: pool.module_name(c.u16()?)?,
            flags: c.u16()?,
            version: pool.optional_utf8(c.u16()?)?,
            requires: Table::take(pool, &mut c)?,
            exports: Table::take(pool, &mut c)?,
            opens: Table::take(pool, &mut c)?,
            uses: Table::take(pool, &mut c)?,
            provides: Table::take(pool, &mut c)?,
        })
    }
}

/// A module that is needed.
#[derive(Clone, Copy, Debug)]
pub struct Requires<'a> {
    /// Its name.
    pub module: Utf8<'a>,
    /// `0x20` transitive, `0x40` at compile time only, `0x1000` synthetic, `0x8000` mandated.
    pub flags: u16,
    /// The version it was compiled with.
    pub version: Option<Utf8<'a>>,
}
row!(Requires<'a>, 6, |pool, c| Requires {
    module: pool.module_name(c.u16()?)?,
    flags: c.u16()?,
    version: pool.optional_utf8(c.u16()?)?,
});

/// A package that is exported or opened.
#[derive(Clone, Copy, Debug)]
pub struct Exports<'c, 'a> {
    /// Its name in internal form.
    pub package: Utf8<'a>,
    /// Its flags: `0x1000` synthetic, `0x8000` mandated.
    pub flags: u16,
    /// The modules it is for; none means all.
    pub to: Table<'c, 'a, ModuleName<'a>>,
}

impl<'c, 'a> Row<'c, 'a> for Exports<'c, 'a> {
    #[allow(private_interfaces)]
    fn read(pool: &'c Pool<'a>, c: &mut Cursor<'a>) -> Result<Self> {
        Ok(Exports { package: pool.package_name(c.u16()?)?, flags: c.u16()?, to: Table::take(pool, c)? })
    }

    #[allow(private_interfaces)]
    fn skip(c: &mut Cursor<'a>) -> Result<()> {
        c.take(4)?;
        table::skip::<ModuleName<'_>>(c)
    }
}

/// A service that is implemented.
#[derive(Clone, Copy, Debug)]
pub struct Provides<'c, 'a> {
    /// The internal name of the service.
    pub service: Utf8<'a>,
    /// The classes that implement it.
    pub with: Table<'c, 'a, ClassName<'a>>,
}

impl<'c, 'a> Row<'c, 'a> for Provides<'c, 'a> {
    #[allow(private_interfaces)]
    fn read(pool: &'c Pool<'a>, c: &mut Cursor<'a>) -> Result<Self> {
        Ok(Provides { service: pool.class_name(c.u16()?)?, with: Table::take(pool, c)? })
    }

    #[allow(private_interfaces)]
    fn skip(c: &mut Cursor<'a>) -> Result<()> {
        c.take(2)?;
        table::skip::<ClassName<'_>>(c)
    }
}
