//! Method bodies.

use super::attribute::Attributes;
use super::insn::{BEHIND, Insn, Instructions};
use super::pool::Pool;
use super::rows::{Handler, LineNumber, LocalVariable};
use super::table::Table;
use crate::cursor::Cursor;
use crate::{Error, Result};

/// A method body.
#[derive(Clone, Copy, Debug)]
pub struct Code<'c, 'a> {
    /// The depth of the operand stack.
    pub max_stack: u16,
    /// The number of local variables.
    pub max_locals: u16,
    /// The exception table, in order of precedence.
    pub handlers: Table<'c, 'a, Handler<'a>>,
    /// The attributes of the body.
    pub attributes: Attributes<'c, 'a>,
    /// The instructions and what stands [`BEHIND`] them.
    body: &'a [u8],
    offset: usize,
}

impl<'c, 'a> Code<'c, 'a> {
    #[inline(always)]
    pub(super) fn read(pool: &'c Pool<'a>, mut c: Cursor<'a>) -> Result<Self> {
        let max_stack = c.u16()?;
        let max_locals = c.u16()?;
        let length = c.u32()?;
        let offset = c.offset();
        if length == 0 || length > 65535 {
            return Err(c.malformed("a body has 1 to 65535 bytes"));
        }
        let mut body = c;
        c.take(length as usize)?;
        let handlers = Table::take(pool, &mut c)?;
        let attributes = Attributes::take(pool, &mut c)?;
        // The counts of both stand behind the instructions.
        let body = body.take(length as usize + BEHIND)?;
        Ok(Code { max_stack, max_locals, handlers, attributes, body, offset })
    }

    /// The instructions as bytes.
    pub fn bytes(&self) -> &'a [u8] {
        self.body.get(..self.body.len() - BEHIND).unwrap_or_default()
    }

    /// The instructions with their positions.
    #[inline]
    pub fn instructions(&self) -> Instructions<'a> {
        Instructions::new(self.body, self.offset)
    }

    /// Shows every instruction with its position to `see`, until that fails. This is the fast way to go through all of
    /// them: about half the time of [`Code::instructions`], if the compiler puts `see` wherever a kind of instruction is
    /// decoded. It does so for a closure that is marked `#[inline(always)]`, and each place then keeps only what `see`
    /// does with that kind.
    #[inline(always)]
    pub fn each<E: From<Error>>(&self, see: impl FnMut(u32, Insn<'a>) -> Result<(), E>) -> Result<(), E> {
        self.instructions().each(see)
    }

    /// The source lines, in the order of the file (which need not be that of the positions).
    pub fn line_numbers(&self) -> impl Iterator<Item = Result<LineNumber>> + use<'c, 'a> {
        self.attributes.rows(["LineNumberTable", "LineNumberTable"])
    }

    /// The source line of a position, if it is known.
    pub fn line_at(&self, pc: u32) -> Option<u16> {
        let rows = self.line_numbers().filter_map(Result::ok).filter(|row| u32::from(row.pc) <= pc);
        // Of two rows for one position, the later one counts.
        rows.max_by_key(|row| row.pc).map(|row| row.line)
    }

    /// The local variables, if the compiler was asked to keep them.
    pub fn local_variables(&self) -> impl Iterator<Item = Result<LocalVariable<'a>>> + use<'c, 'a> {
        self.attributes.rows(["LocalVariableTable", "LocalVariableTable"])
    }
}
