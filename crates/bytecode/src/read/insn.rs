//! Instructions, decoded one by one.

use crate::opcode::*;
use crate::{Error, ErrorKind, Result};

/// An instruction. Encodings of the same thing look the same here: `iload_0`, `iload 0` and `wide iload 0` are
/// one `Local`, `iconst_1`, `bipush 1` and `sipush 1` one `Push`.
///
/// Reading instructions is the hottest loop of all. With this layout no two fields of different size share
/// bytes (a byte, then two, then four, the switch behind them all), so that a compiler keeps each in a register
/// of its own instead of putting the whole together in memory: the loop became 1.6 times as fast. Keep it when adding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Insn<'a> {
    /// An instruction without operands.
    Op(u8),
    /// An `int` that stands in the code.
    Push(i16),
    /// `ldc`, `ldc_w` or `ldc2_w` of a pool entry; see [`super::Class::loadable`].
    Ldc(u16),
    /// A load, a store or `ret`; `op` is the one with an explicit local (`iload`, never `iload_0`).
    Local {
        /// The opcode.
        op: u8,
        /// The local variable.
        index: u16,
    },
    /// `iinc`.
    Iinc {
        /// The local variable.
        index: u16,
        /// What is added to it.
        delta: i32,
    },
    /// A branch or `jsr`, the `_w` forms included.
    Branch {
        /// The opcode.
        op: u8,
        /// The position of the target.
        target: u32,
    },
    /// `tableswitch` or `lookupswitch`.
    Switch(Switch<'a>),
    /// `getstatic`, `putstatic`, `getfield`, `putfield`; see [`super::Pool::member_ref`].
    Field {
        /// The opcode.
        op: u8,
        /// The pool index of the field.
        index: u16,
    },
    /// `invokevirtual`, `invokespecial`, `invokestatic`, `invokeinterface`; see [`super::Pool::member_ref`].
    Invoke {
        /// The opcode.
        op: u8,
        /// The pool index of the method.
        index: u16,
    },
    /// `invokedynamic`; see [`super::Class::call_site`].
    InvokeDynamic(u16),
    /// `new`, `anewarray`, `checkcast`, `instanceof`; see [`super::Pool::class_name`].
    Type {
        /// The opcode.
        op: u8,
        /// The pool index of the class.
        index: u16,
    },
    /// `newarray` with its element type.
    NewArray(u8),
    /// `multianewarray`.
    MultiANewArray {
        /// How many dimensions are made.
        dimensions: u8,
        /// The pool index of the array class.
        index: u16,
    },
}

/// The cases of a `tableswitch` or `lookupswitch`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switch<'a> {
    pc: u32,
    /// Where to go when no case matches.
    pub default: u32,
    /// The first key of a `tableswitch`, nothing for `lookupswitch`.
    low: Option<i32>,
    rows: &'a [u8],
}

impl<'a> Switch<'a> {
    /// Keys with the positions of their targets.
    pub fn cases(self) -> impl ExactSizeIterator<Item = (i32, u32)> + use<'a> {
        let width = if self.low.is_some() { 4 } else { 8 };
        let number = |bytes: &[u8]| bytes.first_chunk().map_or(0, |b| i32::from_be_bytes(*b));
        self.rows.chunks_exact(width).enumerate().map(move |(row, bytes)| match self.low {
            Some(low) => (low.wrapping_add(row as i32), self.pc.wrapping_add_signed(number(bytes))),
            None => (number(bytes), self.pc.wrapping_add_signed(number(&bytes[4..]))),
        })
    }

    /// The opcode.
    pub fn op(&self) -> u8 {
        if self.low.is_some() { TABLESWITCH } else { LOOKUPSWITCH }
    }
}

/// The instructions of a body with their positions. After an error it ends.
#[derive(Clone, Debug)]
pub struct Instructions<'a> {
    code: &'a [u8],
    pc: usize,
    offset: usize,
}

impl<'a> Instructions<'a> {
    #[inline]
    pub(super) fn new(code: &'a [u8], offset: usize) -> Self {
        Instructions { code, pc: 0, offset }
    }
}

/// The target of a branch at a position of the code.
#[inline(always)]
fn branch(code: &[u8], pc: usize, delta: i32) -> Option<u32> {
    let target = (pc as u32).wrapping_add_signed(delta);
    ((target as usize) < code.len()).then_some(target)
}

/// The switch at a position of the code, and its length.
fn switch(code: &[u8], pc: usize, op: u8) -> Result<(Switch<'_>, usize), ErrorKind> {
    let start = (pc + 4) & !3;
    let number = |at: usize| {
        let bytes = code.get(at..).and_then(|rest| rest.first_chunk());
        bytes.map(|b| i32::from_be_bytes(*b)).ok_or(ErrorKind::Truncated)
    };
    let default = branch(code, pc, number(start)?).ok_or(ErrorKind::Malformed(TARGET))?;
    let (low, at, size) = if op == TABLESWITCH {
        let (low, high) = (number(start + 4)?, number(start + 8)?);
        let count = i64::from(high) - i64::from(low) + 1;
        if count < 0 {
            return Err(ErrorKind::Malformed("a tableswitch ends before it starts"));
        }
        (Some(low), start + 12, count * 4)
    } else {
        let count = number(start + 4)?;
        if count < 0 {
            return Err(ErrorKind::Malformed("a lookupswitch has no fewer than no cases"));
        }
        (None, start + 8, i64::from(count) * 8)
    };
    let end = usize::try_from(size).ok().and_then(|size| at.checked_add(size)).ok_or(ErrorKind::Truncated)?;
    let rows = code.get(at..end).ok_or(ErrorKind::Truncated)?;
    let switch = Switch { pc: pc as u32, default, low, rows };
    if switch.cases().any(|(_, target)| target as usize >= code.len()) {
        return Err(ErrorKind::Malformed(TARGET));
    }
    Ok((switch, end - pc))
}

/// What is wrong at a position of the input.
#[cold]
fn wrong<'a>(kind: ErrorKind, at: usize) -> Option<Result<(u32, Insn<'a>)>> {
    Some(Err(Error::at(kind, at)))
}

/// How the operands of an instruction stand behind its opcode.
#[derive(Clone, Copy)]
enum Shape {
    Plain,
    Const,
    Byte,
    Short,
    Ldc,
    LdcWide,
    Local,
    Load,
    Store,
    Iinc,
    Branch,
    BranchWide,
    Switch,
    Field,
    Invoke,
    InvokeInterface,
    InvokeDynamic,
    Type,
    NewArray,
    MultiANewArray,
    Wide,
    None,
}

/// Shapes by opcode: one look-up instead of the comparisons that ranges of opcodes would take.
static SHAPES: [Shape; 256] = {
    let mut shapes = [Shape::None; 256];
    let mut op = 0;
    while op < 256 {
        shapes[op] = match op as u8 {
            ICONST_M1..=ICONST_5 => Shape::Const,
            BIPUSH => Shape::Byte,
            SIPUSH => Shape::Short,
            LDC => Shape::Ldc,
            LDC_W | LDC2_W => Shape::LdcWide,
            ILOAD..=ALOAD | ISTORE..=ASTORE | RET => Shape::Local,
            ILOAD_0..=ALOAD_3 => Shape::Load,
            ISTORE_0..=ASTORE_3 => Shape::Store,
            IINC => Shape::Iinc,
            IFEQ..=JSR | IFNULL | IFNONNULL => Shape::Branch,
            GOTO_W | JSR_W => Shape::BranchWide,
            TABLESWITCH | LOOKUPSWITCH => Shape::Switch,
            GETSTATIC..=PUTFIELD => Shape::Field,
            INVOKEVIRTUAL..=INVOKESTATIC => Shape::Invoke,
            INVOKEINTERFACE => Shape::InvokeInterface,
            INVOKEDYNAMIC => Shape::InvokeDynamic,
            NEW | ANEWARRAY | CHECKCAST | INSTANCEOF => Shape::Type,
            NEWARRAY => Shape::NewArray,
            MULTIANEWARRAY => Shape::MultiANewArray,
            WIDE => Shape::Wide,
            NOP..=JSR_W => Shape::Plain,
            _ => Shape::None,
        };
        op += 1;
    }
    shapes
};

const TARGET: &str = "a branch leaves the body";

impl<'a> Iterator for Instructions<'a> {
    type Item = Result<(u32, Insn<'a>)>;

    /// Nothing that is called from here is given the iterator itself: if it were, its position would have to be in memory,
    /// and every instruction would wait for the one before it to be written there.
    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (code, pc) = (self.code, self.pc);
        let (&op, operands) = code.get(pc..)?.split_first()?;
        let one = || operands.first().copied();
        let two = || operands.first_chunk().map(|b| u16::from_be_bytes(*b));
        macro_rules! fail {
            ($kind:expr) => {{
                self.pc = code.len();
                return wrong($kind, self.offset + pc);
            }};
        }
        macro_rules! need {
            ($operand:expr) => {
                match $operand {
                    Some(found) => found,
                    None => fail!(ErrorKind::Truncated),
                }
            };
        }
        macro_rules! target {
            ($delta:expr) => {
                match branch(code, pc, $delta) {
                    Some(target) => target,
                    None => fail!(ErrorKind::Malformed(TARGET)),
                }
            };
        }
        let (insn, length) = match SHAPES[usize::from(op)] {
            Shape::Plain => (Insn::Op(op), 1),
            Shape::Const => (Insn::Push(i16::from(op) - i16::from(ICONST_0)), 1),
            Shape::Byte => (Insn::Push(i16::from(need!(one()) as i8)), 2),
            Shape::Short => (Insn::Push(need!(two()) as i16), 3),
            Shape::Ldc => (Insn::Ldc(u16::from(need!(one()))), 2),
            Shape::LdcWide => (Insn::Ldc(need!(two())), 3),
            Shape::Local => (Insn::Local { op, index: u16::from(need!(one())) }, 2),
            Shape::Load => {
                let nth = op.wrapping_sub(ILOAD_0);
                (Insn::Local { op: ILOAD + nth / 4, index: u16::from(nth % 4) }, 1)
            }
            Shape::Store => {
                let nth = op.wrapping_sub(ISTORE_0);
                (Insn::Local { op: ISTORE + nth / 4, index: u16::from(nth % 4) }, 1)
            }
            Shape::Iinc => {
                let &[index, delta] = need!(operands.first_chunk());
                (Insn::Iinc { index: u16::from(index), delta: i32::from(delta as i8) }, 3)
            }
            Shape::Branch => (Insn::Branch { op, target: target!(i32::from(need!(two()) as i16)) }, 3),
            Shape::BranchWide => {
                let delta = i32::from_be_bytes(*need!(operands.first_chunk()));
                (Insn::Branch { op, target: target!(delta) }, 5)
            }
            Shape::Switch => match switch(code, pc, op) {
                Ok((switch, length)) => (Insn::Switch(switch), length),
                Err(kind) => fail!(kind),
            },
            Shape::Field => (Insn::Field { op, index: need!(two()) }, 3),
            Shape::Invoke => (Insn::Invoke { op, index: need!(two()) }, 3),
            Shape::InvokeInterface => {
                let &[a, b, _, _] = need!(operands.first_chunk());
                (Insn::Invoke { op, index: u16::from_be_bytes([a, b]) }, 5)
            }
            Shape::InvokeDynamic => {
                let &[a, b, _, _] = need!(operands.first_chunk());
                (Insn::InvokeDynamic(u16::from_be_bytes([a, b])), 5)
            }
            Shape::Type => (Insn::Type { op, index: need!(two()) }, 3),
            Shape::NewArray => (Insn::NewArray(need!(one())), 2),
            Shape::MultiANewArray => {
                let &[a, b, dimensions] = need!(operands.first_chunk());
                (Insn::MultiANewArray { index: u16::from_be_bytes([a, b]), dimensions }, 4)
            }
            Shape::Wide => {
                let &[op, a, b] = need!(operands.first_chunk());
                let index = u16::from_be_bytes([a, b]);
                match SHAPES[usize::from(op)] {
                    Shape::Local => (Insn::Local { op, index }, 4),
                    Shape::Iinc => {
                        let &[_, _, _, c, d] = need!(operands.first_chunk());
                        (Insn::Iinc { index, delta: i32::from(i16::from_be_bytes([c, d])) }, 6)
                    }
                    _ => fail!(ErrorKind::Malformed("this instruction has no wide form")),
                }
            }
            Shape::None => fail!(ErrorKind::Malformed("no instruction has this opcode")),
        };
        self.pc = pc + length;
        Some(Ok((pc as u32, insn)))
    }
}
