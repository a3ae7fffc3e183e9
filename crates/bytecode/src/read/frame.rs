//! Stack map frames, with positions added up.

use super::pool::Pool;
use super::table::{Row, Table};
use crate::cursor::Cursor;
use crate::{Result, Utf8};

/// A verification type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerificationType<'a> {
    /// Nothing is known.
    Top,
    /// `int` and what is computed as one.
    Integer,
    /// `float`.
    Float,
    /// `long`.
    Long,
    /// `double`.
    Double,
    /// The type of `null`.
    Null,
    /// `this` before the constructor called `super` or `this`.
    UninitializedThis,
    /// A class or array type.
    Object(Utf8<'a>),
    /// A fresh object, by the position of its `new`.
    Uninitialized(u16),
}

// Frames and their types are inlined always: they hold texts and tables, and a caller that is not shown where they come
// from gets them through memory, the cursor too.

impl<'c, 'a> Row<'c, 'a> for VerificationType<'a> {
    #[inline(always)]
    #[allow(private_interfaces)]
    fn read(pool: &'c Pool<'a>, c: &mut Cursor<'a>) -> Result<Self> {
        let start = *c;
        Ok(match c.u8()? {
            0 => VerificationType::Top,
            1 => VerificationType::Integer,
            2 => VerificationType::Float,
            3 => VerificationType::Double,
            4 => VerificationType::Long,
            5 => VerificationType::Null,
            6 => VerificationType::UninitializedThis,
            7 => VerificationType::Object(pool.class_name(c.u16()?)?),
            8 => VerificationType::Uninitialized(c.u16()?),
            _ => return Err(start.malformed(TYPE)),
        })
    }

    #[inline(always)]
    #[allow(private_interfaces)]
    fn skip(c: &mut Cursor<'a>) -> Result<()> {
        let start = *c;
        match c.u8()? {
            0..=6 => Ok(()),
            7 | 8 => c.take(2).map(drop),
            _ => Err(start.malformed(TYPE)),
        }
    }
}

pub(crate) const TYPE: &str = "no verification type has this tag";
pub(crate) const KIND: &str = "no frame has this tag";

/// What a frame says, in the words of the format.
#[derive(Clone, Copy, Debug)]
pub enum FrameKind<'c, 'a> {
    /// The locals of the frame before, an empty stack.
    Same,
    /// The locals of the frame before, one stack item.
    SameLocals1(VerificationType<'a>),
    /// The last locals, this many, are gone; the stack is empty.
    Chop(u8),
    /// Locals are added; the stack is empty.
    Append(Table<'c, 'a, VerificationType<'a>>),
    /// Everything spelt out.
    Full {
        /// The locals.
        locals: Table<'c, 'a, VerificationType<'a>>,
        /// The stack, bottom first.
        stack: Table<'c, 'a, VerificationType<'a>>,
    },
}

/// A frame and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'c, 'a> {
    /// The position it describes.
    pub pc: u32,
    /// What it says.
    pub kind: FrameKind<'c, 'a>,
}

/// The frames of a body. After an error it ends.
#[derive(Clone, Copy, Debug)]
pub struct Frames<'c, 'a> {
    pool: &'c Pool<'a>,
    cursor: Cursor<'a>,
    left: u16,
    next: u32,
}

impl<'c, 'a> Frames<'c, 'a> {
    #[inline(always)]
    pub(super) fn read(pool: &'c Pool<'a>, mut cursor: Cursor<'a>) -> Result<Self> {
        let left = cursor.u16()?;
        Ok(Frames { pool, cursor, left, next: 0 })
    }

    #[inline(always)]
    fn frame(&mut self) -> Result<Frame<'c, 'a>> {
        let (pool, c) = (self.pool, &mut self.cursor);
        let start = *c;
        let tag = c.u8()?;
        let delta = match tag {
            0..=127 => u16::from(tag & 63),
            247.. => c.u16()?,
            _ => return Err(start.malformed(KIND)),
        };
        let kind = match tag {
            64..=127 | 247 => FrameKind::SameLocals1(VerificationType::read(pool, c)?),
            248..=250 => FrameKind::Chop(251 - tag),
            252..=254 => {
                let count = u16::from(tag - 251);
                let rows = Table::new(pool, *c, count);
                for _ in 0..count {
                    VerificationType::skip(c)?;
                }
                FrameKind::Append(rows)
            }
            255 => FrameKind::Full { locals: Table::take(pool, c)?, stack: Table::take(pool, c)? },
            _ => FrameKind::Same,
        };
        // Each position is the one before plus one plus the delta, so that no two frames share one.
        let pc = self.next + u32::from(delta);
        self.next = pc + 1;
        Ok(Frame { pc, kind })
    }
}

impl<'c, 'a> Iterator for Frames<'c, 'a> {
    type Item = Result<Frame<'c, 'a>>;

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let frame = self.frame();
        if frame.is_err() {
            self.left = 0;
        }
        Some(frame)
    }
}
