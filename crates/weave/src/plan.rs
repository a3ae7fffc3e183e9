//! What to weave, and what became of it.

use std::fmt;

/// The hooks for one class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassPlan {
    /// The hooks, in any order; several may stand in one method.
    pub hooks: Vec<Hook>,
}

/// One hook: a number that the runtime is called with, and the place that calls it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hook {
    /// The number that woven code hands to the runtime.
    pub id: u32,
    /// The name of the method that is edited.
    pub method: String,
    /// The descriptor of the method that is edited.
    pub descriptor: String,
    /// Where in the method the hook stands.
    pub place: Place,
}

/// A place inside a method.
///
/// Targets are exact: owner, name and descriptor as the instruction names them, internal names with slashes.
/// `nth` counts from 0 in the order of the method's code as it was before weaving, so a place does not depend
/// on byte offsets, on pool indexes or on other hooks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Around the whole body of the method. In a constructor the hook begins behind `super(...)` or `this(...)`,
    /// and an answer of the runtime is ignored.
    Body,
    /// Around a call. `invokedynamic` names no target and is not counted; the call of a constructor is
    /// [`Place::Construct`]. Of an exception that leaves a call among the arguments of `super(...)` or `this(...)`
    /// the runtime is not told.
    Call {
        /// The class or interface that is asked.
        owner: String,
        /// The name of the called method.
        name: String,
        /// The descriptor of the called method.
        descriptor: String,
        /// Which of the calls of this target.
        nth: u16,
    },
    /// Behind a `getstatic` or `getfield`.
    Read {
        /// The class that is asked.
        owner: String,
        /// The name of the field.
        name: String,
        /// The descriptor of the field.
        descriptor: String,
        /// Which of the reads of this field.
        nth: u16,
    },
    /// Around a `getstatic` or `getfield` of a reference, with the object or the class that is asked, so that the runtime
    /// can put an object there.
    Check {
        /// The class that is asked.
        owner: String,
        /// The name of the field.
        name: String,
        /// The descriptor of the field.
        descriptor: String,
        /// Which of the reads of this field; they are counted together with those of [`Place::Read`].
        nth: u16,
    },
    /// Behind an array load (`iaload` to `saload`).
    Load {
        /// Which of all array loads of the method.
        nth: u16,
    },
    /// Behind the constructor call that completes a `new`. Calls of `super(...)` and `this(...)` are not
    /// counted.
    Construct {
        /// The class of the new object.
        owner: String,
        /// The descriptor of the constructor.
        descriptor: String,
        /// Which of the constructions with this constructor.
        nth: u16,
    },
    /// Around the call that a method reference makes, or behind its construction. The reference becomes a lambda: the
    /// class gets a private method, so the class must not be loaded yet.
    Reference {
        /// The class or interface that is asked.
        owner: String,
        /// The name of the called method, `<init>` for a constructor.
        name: String,
        /// The descriptor of the called method.
        descriptor: String,
        /// Which of the references to this target.
        nth: u16,
    },
}

/// A woven class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Woven {
    /// The class file; the input itself if no hook could be placed.
    pub bytes: Vec<u8>,
    /// The hooks that are not in it, in the order of the plan.
    pub skipped: Vec<Skipped>,
}

/// A hook that was not placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The hook's number.
    pub id: u32,
    /// Why, in plain words.
    pub reason: String,
}

/// Why a class could not be woven at all.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The class file cannot be read.
    Read(retake_bytecode::Error),
    /// The woven class cannot be written. That is a defect of the weaver, not of the class.
    Write(retake_bytecode::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Read(cause) => write!(f, "the class file cannot be read: {cause}"),
            Error::Write(cause) => write!(f, "the woven class cannot be written: {cause}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Read(cause) | Error::Write(cause) => Some(cause),
        }
    }
}
