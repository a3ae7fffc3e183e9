//! The call sites of an application and what each may reach, as `retake calls` tells them.
//!
//! A big application has more targets than fit into memory as text, so a site borrows what it shares with others, and
//! a document is written site by site.

use serde::Serialize;

/// The format this version writes.
pub const FORMAT: &str = "retake-calls/1";

/// An instruction of the application that calls. Class names have dots.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CallSite<'s> {
    /// The class that holds it.
    pub class: &'s str,
    /// The method that holds it.
    pub method: &'s str,
    /// The descriptor of that method.
    pub descriptor: &'s str,
    /// The source line, if the class file tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// How it calls.
    pub kind: CallKind,
    /// What the instruction names; of an `invokedynamic` the bootstrap method's class, and the name and descriptor that
    /// the instruction gives it.
    pub declared: Member<'s>,
    /// The methods with a body that it may reach, sorted.
    pub targets: &'s [Target],
}

/// How a site calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CallKind {
    /// `invokestatic`.
    Static,
    /// `invokespecial`: constructors, `super`, private methods.
    Special,
    /// `invokevirtual`.
    Virtual,
    /// `invokeinterface`.
    Interface,
    /// An `invokedynamic` that makes a lambda or method reference; its target is what that calls.
    Lambda,
    /// An `invokedynamic` that joins texts; its targets are the `toString` methods of what it joins.
    Concatenation,
    /// An `invokedynamic` that is a method of a record; its targets are those of the record's components.
    Record,
    /// An `invokedynamic` that chooses the case of a `switch`.
    Switch,
    /// Any other `invokedynamic`; its targets are the bootstrap method and what that is given.
    Dynamic,
}

/// A method as an instruction names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Member<'s> {
    /// The class, or an array as `Class.getName` writes it.
    pub owner: &'s str,
    /// The method.
    pub name: &'s str,
    /// Its descriptor.
    pub descriptor: &'s str,
}

/// A method that a call may reach.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Target {
    /// The class that declares it.
    pub class: String,
    /// Its name.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
}
