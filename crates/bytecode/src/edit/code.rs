//! The editable form of a method body.
//!
//! Positions are labels that stand *in* the instruction list, so inserting or removing code never has to
//! renumber a table: branches, handlers, line tables, frames and type annotations name labels, and byte
//! offsets exist only while reading and writing.

use super::attribute::Attribute;

/// A position in a method body. Its number says nothing about the order of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Label(pub u32);

/// One element of a method body: a position or an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// A position that others name; it takes no bytes.
    Label(Label),
    /// An instruction.
    Insn(Insn),
}

/// An instruction. The opcode is kept as it was written, so that a compiler's choice between two encodings of
/// the same thing (`iload_0` and `iload 0`, `ldc` and `ldc_w`, `goto` and `goto_w`) survives a round trip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Insn {
    /// An instruction without operands.
    Op(u8),
    /// `bipush` or `sipush`.
    Push(u8, i16),
    /// `ldc`, `ldc_w` or `ldc2_w` of a pool entry.
    Ldc(u8, u16),
    /// A load, a store or `ret` with an explicit local; `wide` says how it is encoded.
    Local {
        /// The opcode without the `wide` prefix.
        op: u8,
        /// The local variable.
        index: u16,
        /// Whether the `wide` prefix is written.
        wide: bool,
    },
    /// `iinc`.
    Iinc {
        /// The local variable.
        index: u16,
        /// What is added to it.
        delta: i16,
        /// Whether the `wide` prefix is written.
        wide: bool,
    },
    /// A conditional or unconditional branch or `jsr`, the `_w` forms included.
    Branch(u8, Label),
    /// `tableswitch`.
    TableSwitch {
        /// Where to go when no case matches.
        default: Label,
        /// The key of the first target.
        low: i32,
        /// One target for each key from `low` upwards.
        targets: Vec<Label>,
    },
    /// `lookupswitch`.
    LookupSwitch {
        /// Where to go when no case matches.
        default: Label,
        /// Keys with their targets, in the order they were written.
        pairs: Vec<(i32, Label)>,
    },
    /// An instruction whose one operand is a pool index: field access, `invokevirtual`, `invokespecial`,
    /// `invokestatic`, `new`, `anewarray`, `checkcast`, `instanceof`.
    Pool(u8, u16),
    /// `invokeinterface` with its redundant argument count.
    InvokeInterface(u16, u8),
    /// `invokedynamic`.
    InvokeDynamic(u16),
    /// `newarray` with its element type.
    NewArray(u8),
    /// `multianewarray` with its number of dimensions.
    MultiANewArray(u16, u8),
}

/// One row of the exception table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handler {
    /// The first position that is covered.
    pub start: Label,
    /// The first position that is no longer covered.
    pub end: Label,
    /// Where the handler begins.
    pub handler: Label,
    /// The pool index of the class that is caught, 0 for everything.
    pub catch: u16,
}

/// A method body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// The depth of the operand stack.
    pub max_stack: u16,
    /// The number of local variables.
    pub max_locals: u16,
    /// Labels and instructions in order.
    pub nodes: Vec<Node>,
    /// The exception table, in order of precedence.
    pub handlers: Vec<Handler>,
    /// The attributes of the body, in file order.
    pub attributes: Vec<Attribute>,
    /// How many labels have been handed out; `fresh_label` counts on from here.
    pub labels: u32,
}

impl Code {
    /// A label that stands nowhere yet.
    pub fn fresh_label(&mut self) -> Label {
        let label = Label(self.labels);
        self.labels += 1;
        label
    }
}
