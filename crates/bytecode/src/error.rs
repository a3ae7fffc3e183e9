//! What can be wrong with a class file, or with an edit of one.

use std::fmt;

use crate::edit::Label;

/// The result of reading, editing or writing.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What is wrong, and where. Two words wide: small enough for results in hot loops, and large enough not to share
/// bytes with the position in what [`crate::read::Instructions`] yields, which would force it through memory.
#[derive(Clone, PartialEq, Eq)]
pub struct Error {
    detail: Box<Detail>,
    /// Where it was noticed; `NOWHERE` if it does not come from reading bytes.
    offset: usize,
}

#[derive(Clone, PartialEq, Eq)]
struct Detail {
    kind: ErrorKind,
    method: Option<String>,
}

const NOWHERE: usize = usize::MAX;

/// The kinds of [`Error`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The input ends inside something.
    Truncated,
    /// The input breaks a rule of the format; the text says which.
    Malformed(&'static str),
    /// A pool index names nothing, or something of another kind.
    PoolIndex {
        /// The index as it was found.
        index: u16,
        /// What should have been there.
        expected: &'static str,
    },
    /// A valid file uses something this crate does not read; the text says what.
    Unsupported(&'static str),
    /// The constant pool has no room for another entry.
    PoolFull,
    /// A method body is longer than the format allows (65,535 bytes) or empty.
    CodeSize(usize),
    /// A branch does not reach its target with the offset its opcode has.
    BranchTooFar {
        /// The opcode of the branch.
        op: u8,
        /// The position of the branch.
        from: u32,
        /// The position of its target.
        to: u32,
    },
    /// Something names a label that stands nowhere in the instruction list.
    LabelMissing(Label),
    /// A label stands in the instruction list twice.
    LabelTwice(Label),
    /// A row of the exception table, counted from 0, covers no instruction or ends before it starts.
    EmptyHandler(usize),
    /// The frame at this label does not stand behind the frame before it.
    FrameOrder(Label),
    /// A row of a local variable table ends before it starts.
    NegativeRange,
    /// There are more items than their count field can say; the text says of what.
    TooMany(&'static str),
    /// An instruction is written with an opcode that does not belong to its shape.
    WrongOpcode(u8),
    /// An operand does not fit the encoding that the instruction asks for.
    OperandTooWide(u8),
}

impl Error {
    #[cold]
    pub(crate) fn new(kind: ErrorKind) -> Self {
        Error::at(kind, NOWHERE)
    }

    #[cold]
    pub(crate) fn at(kind: ErrorKind, offset: usize) -> Self {
        Error { detail: Box::new(Detail { kind, method: None }), offset }
    }

    #[cold]
    pub(crate) fn truncated(offset: usize) -> Self {
        Error::at(ErrorKind::Truncated, offset)
    }

    #[cold]
    pub(crate) fn malformed(what: &'static str, offset: usize) -> Self {
        Error::at(ErrorKind::Malformed(what), offset)
    }

    #[cold]
    pub(crate) fn pool(index: u16, expected: &'static str) -> Self {
        Error::new(ErrorKind::PoolIndex { index, expected })
    }

    /// Names the method in which it happened, unless an inner step already did.
    #[cold]
    pub(crate) fn in_method(mut self, method: impl FnOnce() -> String) -> Self {
        self.detail.method.get_or_insert_with(method);
        self
    }

    /// What is wrong.
    pub fn kind(&self) -> &ErrorKind {
        &self.detail.kind
    }

    /// The offset in the input at which it was noticed, when it comes from reading bytes.
    pub fn offset(&self) -> Option<usize> {
        (self.offset != NOWHERE).then_some(self.offset)
    }

    /// The method (name and descriptor) in whose body it was noticed.
    pub fn method(&self) -> Option<&str> {
        self.detail.method.as_deref()
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ErrorKind::Truncated => f.write_str("the input ends early"),
            ErrorKind::Malformed(what) | ErrorKind::Unsupported(what) => f.write_str(what),
            ErrorKind::PoolIndex { index, expected } => write!(f, "pool entry {index} is not {expected}"),
            ErrorKind::PoolFull => f.write_str("the constant pool is full"),
            ErrorKind::CodeSize(size) => write!(f, "a body of {size} bytes; 1 to 65535 are allowed"),
            ErrorKind::BranchTooFar { op, from, to } => {
                write!(f, "{} at {from} does not reach {to} with 16 bits", crate::opcode::name(*op))
            }
            ErrorKind::LabelMissing(label) => write!(f, "label {} is named but stands nowhere", label.0),
            ErrorKind::LabelTwice(label) => write!(f, "label {} stands in two places", label.0),
            ErrorKind::EmptyHandler(row) => write!(f, "row {row} of the exception table covers nothing"),
            ErrorKind::FrameOrder(at) => {
                write!(f, "the frame at label {} does not stand behind the one before it", at.0)
            }
            ErrorKind::NegativeRange => f.write_str("a row of a local variable table ends before it starts"),
            ErrorKind::TooMany(what) => write!(f, "too many {what} for the format"),
            ErrorKind::WrongOpcode(op) => {
                write!(f, "opcode {op} ({}) does not have this shape", crate::opcode::name(*op))
            }
            ErrorKind::OperandTooWide(op) => {
                write!(f, "an operand of {} does not fit its encoding", crate::opcode::name(*op))
            }
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.detail.kind)?;
        if let Some(offset) = self.offset() {
            write!(f, ", at offset {offset}")?;
        }
        if let Some(method) = &self.detail.method {
            write!(f, ", in method {method}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Error({self})")
    }
}

impl std::error::Error for Error {}
