//! Stack map frames, as they are written: each a difference to the one before.

use super::code::Label;

/// A verification type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum VerificationType {
    /// Nothing is known, or the second half of a wide value.
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
    /// A class or array type, by the pool index of its `Class` entry.
    Object(u16),
    /// A fresh object whose constructor has not run, by the label of its `new`.
    Uninitialized(Label),
}

/// What a frame says, in the words of the format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FrameKind {
    /// The locals of the frame before, an empty stack. `extended` keeps a long form that was not needed.
    Same {
        /// Whether the long form is written even if the short one would do.
        extended: bool,
    },
    /// The locals of the frame before, one stack item.
    SameLocals1 {
        /// The one item.
        stack: VerificationType,
        /// Whether the long form is written even if the short one would do.
        extended: bool,
    },
    /// The last one to three locals are gone, the stack is empty.
    Chop(u8),
    /// One to three locals are added, the stack is empty.
    Append(Vec<VerificationType>),
    /// Everything spelt out.
    Full {
        /// The locals; a wide type takes one entry here.
        locals: Vec<VerificationType>,
        /// The stack, bottom first.
        stack: Vec<VerificationType>,
    },
}

/// A frame and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The position it describes.
    pub at: Label,
    /// What it says.
    pub kind: FrameKind,
}
