//! The five kinds of values that instructions tell apart, and the opcodes that handle them.

use retake_bytecode::edit::Insn;
use retake_bytecode::opcode as op;

/// A kind of value. Everything narrower than `int` is computed as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Int,
    Long,
    Float,
    Double,
    Ref,
}

impl Kind {
    /// How many slots a value takes on the stack and in the locals.
    pub(crate) fn slots(self) -> u16 {
        match self {
            Kind::Long | Kind::Double => 2,
            Kind::Int | Kind::Float | Kind::Ref => 1,
        }
    }

    /// The opcode set keeps the kinds in one order everywhere.
    fn rank(self) -> u8 {
        match self {
            Kind::Int => 0,
            Kind::Long => 1,
            Kind::Float => 2,
            Kind::Double => 3,
            Kind::Ref => 4,
        }
    }

    pub(crate) fn load(self, index: u16) -> Insn {
        local(op::ILOAD, op::ILOAD_0, self.rank(), index)
    }

    pub(crate) fn store(self, index: u16) -> Insn {
        local(op::ISTORE, op::ISTORE_0, self.rank(), index)
    }

    pub(crate) fn dup(self) -> u8 {
        if self.slots() == 2 { op::DUP2 } else { op::DUP }
    }

    pub(crate) fn return_op(self) -> u8 {
        op::IRETURN + self.rank()
    }
}

/// A load or a store in its shortest form.
fn local(long: u8, short: u8, rank: u8, index: u16) -> Insn {
    match u8::try_from(index) {
        Ok(index @ 0..4) => Insn::Op(short + 4 * rank + index),
        narrow => Insn::Local { op: long + rank, index, wide: narrow.is_err() },
    }
}
