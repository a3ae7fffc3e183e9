//! Tables: a count and that many rows, decoded one by one.

use std::fmt;
use std::marker::PhantomData;

use super::pool::Pool;
use crate::Result;
use crate::cursor::Cursor;

/// A row of a [`Table`].
pub trait Row<'c, 'a>: Sized {
    /// Decodes a row and moves behind it.
    #[doc(hidden)]
    #[allow(private_interfaces)]
    fn read(pool: &'c Pool<'a>, cursor: &mut Cursor<'a>) -> Result<Self>;

    /// Moves behind a row.
    #[doc(hidden)]
    #[allow(private_interfaces)]
    fn skip(cursor: &mut Cursor<'a>) -> Result<()>;
}

/// The rows of a table; an iterator that can be copied to start again. After an error it ends.
pub struct Table<'c, 'a, T> {
    pool: &'c Pool<'a>,
    cursor: Cursor<'a>,
    left: u16,
    row: PhantomData<fn() -> T>,
}

impl<'c, 'a, T: Row<'c, 'a>> Table<'c, 'a, T> {
    #[inline(always)]
    pub(crate) fn new(pool: &'c Pool<'a>, cursor: Cursor<'a>, left: u16) -> Self {
        Table { pool, cursor, left, row: PhantomData }
    }

    /// The table that starts here and of which nothing behind is of interest.
    #[inline(always)]
    pub(crate) fn last(pool: &'c Pool<'a>, mut cursor: Cursor<'a>) -> Result<Self> {
        let left = cursor.u16()?;
        Ok(Table::new(pool, cursor, left))
    }

    /// The table that starts here; the cursor moves behind it.
    pub(crate) fn take(pool: &'c Pool<'a>, cursor: &mut Cursor<'a>) -> Result<Self> {
        let left = cursor.u16()?;
        let table = Table::new(pool, *cursor, left);
        for _ in 0..left {
            T::skip(cursor)?;
        }
        Ok(table)
    }

    /// How many rows are left.
    pub fn remaining(&self) -> usize {
        usize::from(self.left)
    }
}

/// Moves behind a table of `T`.
pub(crate) fn skip<'c, 'a: 'c, T: Row<'c, 'a>>(cursor: &mut Cursor<'a>) -> Result<()> {
    for _ in 0..cursor.u16()? {
        T::skip(cursor)?;
    }
    Ok(())
}

impl<'c, 'a, T: Row<'c, 'a>> Iterator for Table<'c, 'a, T> {
    type Item = Result<T>;

    #[inline(always)]
    fn next(&mut self) -> Option<Result<T>> {
        self.left = self.left.checked_sub(1)?;
        let row = T::read(self.pool, &mut self.cursor);
        if row.is_err() {
            self.left = 0;
        }
        Some(row)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::from(self.left > 0), Some(self.remaining()))
    }
}

impl<T> Clone for Table<'_, '_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Table<'_, '_, T> {}

impl<T> fmt::Debug for Table<'_, '_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} rows", self.left)
    }
}
