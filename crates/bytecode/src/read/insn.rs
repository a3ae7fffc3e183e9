//! Instructions, decoded one by one.

use crate::opcode::*;
use crate::{Error, ErrorKind, Result};

/// An instruction. Encodings of the same thing look the same here: `iload_0`, `iload 0` and `wide iload 0` are
/// one `Local`, `iconst_1`, `bipush 1` and `sipush 1` one `Push`.
///
/// With this layout no two fields of different size share bytes (a byte, then two, then four, the switch behind them
/// all), so that a compiler keeps each in a register of its own instead of putting the whole together in memory. Keep
/// it when adding.
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

/// How many bytes stand behind the instructions of every body: two counts. With them the operands of an instruction
/// can be read before it is known whether it has any, and only then it is asked whether the body goes on that far.
pub(super) const BEHIND: usize = 4;

/// The instructions of a body with their positions. After an error it ends.
#[derive(Clone, Debug)]
pub struct Instructions<'a> {
    /// The instructions and what stands [`BEHIND`] them.
    body: &'a [u8],
    /// Where the instructions end.
    end: usize,
    /// The position of the next one.
    pc: usize,
    /// Where the body starts in the class file.
    offset: usize,
}

impl<'a> Instructions<'a> {
    #[inline(always)]
    pub(super) fn new(body: &'a [u8], offset: usize) -> Self {
        Instructions { body, end: body.len().saturating_sub(BEHIND), pc: 0, offset }
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

/// An instruction whose length depends on more than its opcode, and that length.
#[inline(never)]
fn rare(code: &[u8], pc: usize) -> Result<(Insn<'_>, usize), ErrorKind> {
    let (&op, operands) = code.get(pc..).and_then(|rest| rest.split_first()).ok_or(ErrorKind::Truncated)?;
    match op {
        TABLESWITCH | LOOKUPSWITCH => switch(code, pc, op).map(|(switch, length)| (Insn::Switch(switch), length)),
        WIDE => {
            let &[op, a, b] = operands.first_chunk().ok_or(ErrorKind::Truncated)?;
            let index = u16::from_be_bytes([a, b]);
            match op {
                ILOAD..=ALOAD | ISTORE..=ASTORE | RET => Ok((Insn::Local { op, index }, 4)),
                IINC => {
                    let &[_, _, _, c, d] = operands.first_chunk().ok_or(ErrorKind::Truncated)?;
                    Ok((Insn::Iinc { index, delta: i32::from(i16::from_be_bytes([c, d])) }, 6))
                }
                _ => Err(ErrorKind::Malformed("this instruction has no wide form")),
            }
        }
        _ => Err(ErrorKind::Malformed("no instruction has this opcode")),
    }
}

const TARGET: &str = "a branch leaves the body";

impl<'a> Instructions<'a> {
    /// Shows all that are left; see [`super::Code::each`].
    #[inline(always)]
    pub(super) fn each<E: From<Error>>(self, mut see: impl FnMut(u32, Insn<'a>) -> Result<(), E>) -> Result<(), E> {
        let Instructions { body, end, mut pc, offset } = self;
        while pc < end {
            pc = step(body, end, pc, offset, &mut see)?;
        }
        Ok(())
    }
}

/// Shows the instruction at a position to `see`, and tells where the next one stands.
///
/// Reading instructions is the hottest loop of all, and what it waits for is the processor's guess at the next opcode. So
/// there is one branch for each, and `see` is called right behind it, where its own `match` is settled by the compiler.
/// All opcodes are spelt out because that makes one table of places to go to; ranges would make comparisons, and a table
/// of kinds another look-up before the branch. Positions go in and out by value: in memory, every instruction would
/// wait for the one before it to be written there.
#[inline(always)]
fn step<'a, E: From<Error>>(
    body: &'a [u8],
    end: usize,
    pc: usize,
    offset: usize,
    see: &mut impl FnMut(u32, Insn<'a>) -> Result<(), E>,
) -> Result<usize, E> {
    let Some(&[op, a, b, c, d]) = body.get(pc..).and_then(|rest| rest.first_chunk()) else {
        return Err(wrong(ErrorKind::Truncated, offset, pc).into());
    };
    let at = pc as u32;
    let two = u16::from_be_bytes([a, b]);
    macro_rules! seen {
        ($length:literal, $insn:expr) => {{
            if $length > 1 && pc + $length > end {
                return Err(wrong(ErrorKind::Truncated, offset, pc).into());
            }
            see(at, $insn)?;
            Ok(pc + $length)
        }};
    }
    macro_rules! branch {
        ($length:literal, $delta:expr) => {{
            if pc + $length > end {
                return Err(wrong(ErrorKind::Truncated, offset, pc).into());
            }
            let target = at.wrapping_add_signed($delta);
            if target as usize >= end {
                return Err(wrong(ErrorKind::Malformed(TARGET), offset, pc).into());
            }
            seen!($length, Insn::Branch { op, target })
        }};
    }
    match op {
        NOP | ACONST_NULL | LCONST_0 | LCONST_1 | FCONST_0 | FCONST_1 | FCONST_2 | DCONST_0 | DCONST_1 | IALOAD
        | LALOAD | FALOAD | DALOAD | AALOAD | BALOAD | CALOAD | SALOAD | IASTORE | LASTORE | FASTORE | DASTORE
        | AASTORE | BASTORE | CASTORE | SASTORE | POP | POP2 | DUP | DUP_X1 | DUP_X2 | DUP2 | DUP2_X1 | DUP2_X2
        | SWAP | IADD | LADD | FADD | DADD | ISUB | LSUB | FSUB | DSUB | IMUL | LMUL | FMUL | DMUL | IDIV | LDIV
        | FDIV | DDIV | IREM | LREM | FREM | DREM | INEG | LNEG | FNEG | DNEG | ISHL | LSHL | ISHR | LSHR | IUSHR
        | LUSHR | IAND | LAND | IOR | LOR | IXOR | LXOR | I2L | I2F | I2D | L2I | L2F | L2D | F2I | F2L | F2D | D2I
        | D2L | D2F | I2B | I2C | I2S | LCMP | FCMPL | FCMPG | DCMPL | DCMPG | IRETURN | LRETURN | FRETURN
        | DRETURN | ARETURN | RETURN | ARRAYLENGTH | ATHROW | MONITORENTER | MONITOREXIT => {
            seen!(1, Insn::Op(op))
        }
        ICONST_M1 | ICONST_0 | ICONST_1 | ICONST_2 | ICONST_3 | ICONST_4 | ICONST_5 => {
            seen!(1, Insn::Push(i16::from(op) - i16::from(ICONST_0)))
        }
        BIPUSH => seen!(2, Insn::Push(i16::from(a as i8))),
        SIPUSH => seen!(3, Insn::Push(two as i16)),
        LDC => seen!(2, Insn::Ldc(u16::from(a))),
        LDC_W | LDC2_W => seen!(3, Insn::Ldc(two)),
        ILOAD | LLOAD | FLOAD | DLOAD | ALOAD | ISTORE | LSTORE | FSTORE | DSTORE | ASTORE | RET => {
            seen!(2, Insn::Local { op, index: u16::from(a) })
        }
        ILOAD_0 | ILOAD_1 | ILOAD_2 | ILOAD_3 | LLOAD_0 | LLOAD_1 | LLOAD_2 | LLOAD_3 | FLOAD_0 | FLOAD_1 | FLOAD_2
        | FLOAD_3 | DLOAD_0 | DLOAD_1 | DLOAD_2 | DLOAD_3 | ALOAD_0 | ALOAD_1 | ALOAD_2 | ALOAD_3 => {
            let nth = op.wrapping_sub(ILOAD_0);
            seen!(1, Insn::Local { op: ILOAD + nth / 4, index: u16::from(nth % 4) })
        }
        ISTORE_0 | ISTORE_1 | ISTORE_2 | ISTORE_3 | LSTORE_0 | LSTORE_1 | LSTORE_2 | LSTORE_3 | FSTORE_0 | FSTORE_1
        | FSTORE_2 | FSTORE_3 | DSTORE_0 | DSTORE_1 | DSTORE_2 | DSTORE_3 | ASTORE_0 | ASTORE_1 | ASTORE_2
        | ASTORE_3 => {
            let nth = op.wrapping_sub(ISTORE_0);
            seen!(1, Insn::Local { op: ISTORE + nth / 4, index: u16::from(nth % 4) })
        }
        IINC => seen!(3, Insn::Iinc { index: u16::from(a), delta: i32::from(b as i8) }),
        IFEQ | IFNE | IFLT | IFGE | IFGT | IFLE | IF_ICMPEQ | IF_ICMPNE | IF_ICMPLT | IF_ICMPGE | IF_ICMPGT
        | IF_ICMPLE | IF_ACMPEQ | IF_ACMPNE | GOTO | JSR | IFNULL | IFNONNULL => branch!(3, i32::from(two as i16)),
        GOTO_W | JSR_W => branch!(5, i32::from_be_bytes([a, b, c, d])),
        GETSTATIC | PUTSTATIC | GETFIELD | PUTFIELD => seen!(3, Insn::Field { op, index: two }),
        INVOKEVIRTUAL | INVOKESPECIAL | INVOKESTATIC => seen!(3, Insn::Invoke { op, index: two }),
        INVOKEINTERFACE => seen!(5, Insn::Invoke { op, index: two }),
        INVOKEDYNAMIC => seen!(5, Insn::InvokeDynamic(two)),
        NEW | ANEWARRAY | CHECKCAST | INSTANCEOF => seen!(3, Insn::Type { op, index: two }),
        NEWARRAY => seen!(2, Insn::NewArray(a)),
        MULTIANEWARRAY => seen!(4, Insn::MultiANewArray { index: two, dimensions: c }),
        _ => {
            let (insn, length) =
                rare(body.get(..end).unwrap_or_default(), pc).map_err(|kind| wrong(kind, offset, pc))?;
            see(at, insn)?;
            Ok(pc + length)
        }
    }
}

/// What is wrong with the instruction at a position.
#[cold]
fn wrong(kind: ErrorKind, offset: usize, pc: usize) -> Error {
    Error::at(kind, offset + pc)
}

impl<'a> Iterator for Instructions<'a> {
    type Item = Result<(u32, Insn<'a>)>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let Instructions { body, end, pc, offset } = *self;
        if pc >= end {
            return None;
        }
        let mut next = None;
        let mut keep = |pc, insn| {
            next = Some((pc, insn));
            Ok::<(), Error>(())
        };
        match step(body, end, pc, offset, &mut keep) {
            Ok(pc) => self.pc = pc,
            Err(error) => {
                self.pc = end;
                return Some(Err(error));
            }
        }
        next.map(Ok)
    }
}
