//! How instructions are written.

use super::code::{Insn, Label, Node};
use super::codec::{Encoder, Labels};
use crate::opcode::*;
use crate::{Error, ErrorKind, Result};

/// The length of the instruction at `pc`, and whether its bytes are all there.
#[inline(always)]
pub(super) fn length_at(code: &[u8], pc: usize) -> Result<usize, ErrorKind> {
    let op = *code.get(pc).ok_or(ErrorKind::Truncated)?;
    let length = match op {
        WIDE => match code.get(pc + 1) {
            Some(&IINC) => 6,
            Some(_) => 4,
            None => return Err(ErrorKind::Truncated),
        },
        TABLESWITCH => {
            let at = (pc + 4) & !3;
            let count = i64::from(number(code, at + 8)?) - i64::from(number(code, at + 4)?) + 1;
            let count =
                usize::try_from(count).map_err(|_| ErrorKind::Malformed("a tableswitch ends before it starts"))?;
            at + 12 - pc + 4 * count
        }
        LOOKUPSWITCH => {
            let at = (pc + 4) & !3;
            let count = usize::try_from(number(code, at + 4)?)
                .map_err(|_| ErrorKind::Malformed("a lookupswitch has no fewer than no cases"))?;
            at + 8 - pc + 8 * count
        }
        _ => match LENGTHS[usize::from(op)] {
            0 => return Err(ErrorKind::Malformed("no instruction has this opcode")),
            length => usize::from(length),
        },
    };
    if code.len() - pc < length { Err(ErrorKind::Truncated) } else { Ok(length) }
}

/// The number of 32 bits at `at`.
fn number(code: &[u8], at: usize) -> Result<i32, ErrorKind> {
    let bytes = code.get(at..).and_then(|rest| rest.first_chunk());
    bytes.map(|b| i32::from_be_bytes(*b)).ok_or(ErrorKind::Truncated)
}

/// Whether an instruction names positions.
#[inline(always)]
pub(super) fn branches(op: u8) -> bool {
    op >= IFEQ && (op <= LOOKUPSWITCH || op >= IFNULL) && op != RET
}

/// Calls `mark` with every position that the instruction at `pc`, given with its length, branches to.
pub(super) fn targets(code: &[u8], pc: usize, length: usize, mut mark: impl FnMut(u32)) {
    let mut delta = |delta: i32| mark((pc as u32).wrapping_add_signed(delta));
    let bytes = code.get(pc..pc + length).unwrap_or_default();
    match *bytes {
        [IFEQ..=JSR | IFNULL | IFNONNULL, a, b] => delta(i32::from(i16::from_be_bytes([a, b]))),
        [GOTO_W | JSR_W, a, b, c, d] => delta(i32::from_be_bytes([a, b, c, d])),
        [op @ (TABLESWITCH | LOOKUPSWITCH), ..] => {
            let padding = ((pc + 4) & !3) - pc;
            let (words, _) = bytes.get(padding..).unwrap_or_default().as_chunks();
            let mut numbers = words.iter().map(|word| i32::from_be_bytes(*word));
            numbers.next().map(&mut delta);
            if op == TABLESWITCH {
                numbers.skip(2).for_each(delta);
            } else {
                // The count, then keys and targets in turn.
                numbers.skip(2).step_by(2).for_each(delta);
            }
        }
        _ => {}
    }
}

/// Lists the instruction at `pc` of a body whose instructions and targets are all known to `labels`. It goes to
/// the list straight away: handing it back would copy each one twice more, in pieces that do not match those it
/// was written in, which takes longer than decoding.
#[inline(always)]
pub(super) fn list(
    code: &[u8],
    pc: usize,
    length: usize,
    labels: &mut Labels,
    nodes: &mut Vec<Node>,
) -> Result<(), ErrorKind> {
    let bytes = code.get(pc..pc + length).ok_or(ErrorKind::Truncated)?;
    let mut push = |insn| nodes.push(Node::Insn(insn));
    match *bytes {
        [op] => push(Insn::Op(op)),
        [op, a] => match op {
            BIPUSH => push(Insn::Push(op, i16::from(a as i8))),
            LDC => push(Insn::Ldc(op, u16::from(a))),
            NEWARRAY => push(Insn::NewArray(a)),
            _ => push(Insn::Local { op, index: u16::from(a), wide: false }),
        },
        [op, a, b] => {
            let operand = u16::from_be_bytes([a, b]);
            match op {
                SIPUSH => push(Insn::Push(op, operand as i16)),
                LDC_W | LDC2_W => push(Insn::Ldc(op, operand)),
                IINC => push(Insn::Iinc { index: u16::from(a), delta: i16::from(b as i8), wide: false }),
                IFEQ..=JSR | IFNULL | IFNONNULL => {
                    push(Insn::Branch(op, target(labels, pc, i32::from(operand as i16))?));
                }
                _ => push(Insn::Pool(op, operand)),
            }
        }
        _ => push(long(bytes, pc, labels)?),
    }
    Ok(())
}

/// The instruction at `pc` that has these more than three bytes.
fn long(bytes: &[u8], pc: usize, labels: &mut Labels) -> Result<Insn, ErrorKind> {
    Ok(match *bytes {
        [op @ (TABLESWITCH | LOOKUPSWITCH), ..] => {
            let padding = ((pc + 4) & !3) - pc;
            let (words, _) = bytes.get(padding..).unwrap_or_default().as_chunks();
            let mut numbers = words.iter().map(|word| i32::from_be_bytes(*word));
            let mut next = || numbers.next().ok_or(ErrorKind::Truncated);
            let default = target(labels, pc, next()?)?;
            if op == TABLESWITCH {
                let low = next()?;
                next()?;
                let targets = numbers.map(|delta| target(labels, pc, delta)).collect::<Result<_, _>>()?;
                Insn::TableSwitch { default, low, targets }
            } else {
                let count = next()?;
                let mut pairs = Vec::with_capacity(words.len() / 2);
                for _ in 0..count {
                    pairs.push((next()?, target(labels, pc, next()?)?));
                }
                Insn::LookupSwitch { default, pairs }
            }
        }
        [WIDE, op @ (ILOAD..=ALOAD | ISTORE..=ASTORE | RET), a, b] => {
            Insn::Local { op, index: u16::from_be_bytes([a, b]), wide: true }
        }
        [WIDE, IINC, a, b, c, d] => {
            Insn::Iinc { index: u16::from_be_bytes([a, b]), delta: i16::from_be_bytes([c, d]), wide: true }
        }
        [MULTIANEWARRAY, a, b, dimensions] => Insn::MultiANewArray(u16::from_be_bytes([a, b]), dimensions),
        [op @ (GOTO_W | JSR_W), a, b, c, d] => Insn::Branch(op, target(labels, pc, i32::from_be_bytes([a, b, c, d]))?),
        [INVOKEINTERFACE, a, b, count, 0] => Insn::InvokeInterface(u16::from_be_bytes([a, b]), count),
        [INVOKEDYNAMIC, a, b, 0, 0] => Insn::InvokeDynamic(u16::from_be_bytes([a, b])),
        [INVOKEINTERFACE | INVOKEDYNAMIC, ..] => return Err(ErrorKind::Malformed("a call ends with zeros")),
        [WIDE, ..] => return Err(ErrorKind::Malformed("this instruction has no wide form")),
        _ => return Err(ErrorKind::Malformed("no instruction has this opcode")),
    })
}

/// The label of the position `delta` from `pc`.
fn target(labels: &mut Labels, pc: usize, delta: i32) -> Result<Label, ErrorKind> {
    let target = (pc as u32).wrapping_add_signed(delta);
    labels.label(target).ok_or(ErrorKind::Malformed("a branch goes to no instruction"))
}

/// How many zeros stand between the opcode of a switch at `pc` and its numbers.
fn padding(pc: usize) -> usize {
    3 - pc % 4
}

impl Insn {
    /// How many bytes it takes at this position; only switches care about the position.
    pub fn size(&self, pc: usize) -> usize {
        match self {
            Insn::Op(_) => 1,
            Insn::Push(BIPUSH, _) | Insn::Ldc(LDC, _) | Insn::NewArray(_) => 2,
            Insn::Push(..) | Insn::Ldc(..) | Insn::Pool(..) => 3,
            Insn::Local { wide, .. } => 2 + 2 * usize::from(*wide),
            Insn::Iinc { wide, .. } => 3 + 3 * usize::from(*wide),
            Insn::Branch(GOTO_W | JSR_W, _) => 5,
            Insn::Branch(..) => 3,
            Insn::TableSwitch { targets, .. } => 13 + padding(pc) + 4 * targets.len(),
            Insn::LookupSwitch { pairs, .. } => 9 + padding(pc) + 8 * pairs.len(),
            Insn::InvokeInterface(..) | Insn::InvokeDynamic(_) => 5,
            Insn::MultiANewArray(..) => 4,
        }
    }

    /// The opcode.
    pub fn op(&self) -> u8 {
        match self {
            Insn::Op(op) | Insn::Push(op, _) | Insn::Ldc(op, _) | Insn::Branch(op, _) | Insn::Pool(op, _) => *op,
            Insn::Local { op, .. } => *op,
            Insn::Iinc { .. } => IINC,
            Insn::TableSwitch { .. } => TABLESWITCH,
            Insn::LookupSwitch { .. } => LOOKUPSWITCH,
            Insn::InvokeInterface(..) => INVOKEINTERFACE,
            Insn::InvokeDynamic(_) => INVOKEDYNAMIC,
            Insn::NewArray(_) => NEWARRAY,
            Insn::MultiANewArray(..) => MULTIANEWARRAY,
        }
    }

    /// Writes it at this position.
    pub(super) fn encode(&self, e: &mut Encoder, pc: usize) -> Result<()> {
        let wrong = |op: u8| Err(Error::new(ErrorKind::WrongOpcode(op)));
        let too_wide = |op: u8| Error::new(ErrorKind::OperandTooWide(op));
        match *self {
            Insn::Op(op) if LENGTHS[usize::from(op)] == 1 => e.u8(op),
            Insn::Push(BIPUSH, value) => {
                let value = i8::try_from(value).map_err(|_| too_wide(BIPUSH))?;
                e.bytes(&[BIPUSH, value as u8]);
            }
            Insn::Push(SIPUSH, value) => with_u16(e, SIPUSH, value as u16),
            Insn::Ldc(LDC, index) => e.bytes(&[LDC, u8::try_from(index).map_err(|_| too_wide(LDC))?]),
            Insn::Ldc(op @ (LDC_W | LDC2_W), index) => with_u16(e, op, index),
            Insn::Local { op: op @ (ILOAD..=ALOAD | ISTORE..=ASTORE | RET), index, wide } => {
                if wide {
                    e.u8(WIDE);
                    with_u16(e, op, index);
                } else {
                    e.bytes(&[op, u8::try_from(index).map_err(|_| too_wide(op))?]);
                }
            }
            Insn::Iinc { index, delta, wide } => {
                if wide {
                    e.u8(WIDE);
                    with_u16(e, IINC, index);
                    e.u16(delta as u16);
                } else {
                    let index = u8::try_from(index).map_err(|_| too_wide(IINC))?;
                    let delta = i8::try_from(delta).map_err(|_| too_wide(IINC))?;
                    e.bytes(&[IINC, index, delta as u8]);
                }
            }
            Insn::Branch(op @ (IFEQ..=JSR | IFNULL | IFNONNULL), label) => {
                let to = e.place(label)?;
                let delta = i16::try_from(i64::from(to) - pc as i64)
                    .map_err(|_| Error::new(ErrorKind::BranchTooFar { op, from: pc as u32, to }))?;
                with_u16(e, op, delta as u16);
            }
            Insn::Branch(op @ (GOTO_W | JSR_W), label) => {
                e.u8(op);
                jump(e, label, pc)?;
            }
            Insn::TableSwitch { default, low, ref targets } => {
                e.u8(TABLESWITCH);
                e.bytes(&[0; 3][..padding(pc)]);
                jump(e, default, pc)?;
                e.u32(low as u32);
                let high = i64::from(low) + targets.len() as i64 - 1;
                let high = i32::try_from(high).map_err(|_| Error::new(ErrorKind::TooMany("cases of a tableswitch")))?;
                e.u32(high as u32);
                targets.iter().try_for_each(|target| jump(e, *target, pc))?;
            }
            Insn::LookupSwitch { default, ref pairs } => {
                e.u8(LOOKUPSWITCH);
                e.bytes(&[0; 3][..padding(pc)]);
                jump(e, default, pc)?;
                // Any more would not fit a body, which is checked before.
                e.u32(pairs.len() as u32);
                for (key, target) in pairs {
                    e.u32(*key as u32);
                    jump(e, *target, pc)?;
                }
            }
            Insn::Pool(op @ (GETSTATIC..=INVOKESTATIC | NEW | ANEWARRAY | CHECKCAST | INSTANCEOF), index) => {
                with_u16(e, op, index)
            }
            Insn::InvokeInterface(index, count) => {
                with_u16(e, INVOKEINTERFACE, index);
                e.bytes(&[count, 0]);
            }
            Insn::InvokeDynamic(index) => {
                with_u16(e, INVOKEDYNAMIC, index);
                e.u16(0);
            }
            Insn::NewArray(kind) => e.bytes(&[NEWARRAY, kind]),
            Insn::MultiANewArray(index, dimensions) => {
                with_u16(e, MULTIANEWARRAY, index);
                e.u8(dimensions);
            }
            Insn::Op(op)
            | Insn::Push(op, _)
            | Insn::Ldc(op, _)
            | Insn::Local { op, .. }
            | Insn::Branch(op, _)
            | Insn::Pool(op, _) => return wrong(op),
        }
        Ok(())
    }
}

fn with_u16(e: &mut Encoder, op: u8, operand: u16) {
    let [a, b] = operand.to_be_bytes();
    e.bytes(&[op, a, b]);
}

/// The distance from `pc` to a label, in 32 bits. Both lie in a body of at most 65,535 bytes.
fn jump(e: &mut Encoder, label: Label, pc: usize) -> Result<()> {
    let to = e.place(label)?;
    e.u32(to.wrapping_sub(pc as u32));
    Ok(())
}
