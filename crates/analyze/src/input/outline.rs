//! What of a class its place among the others needs: most classes of libraries are never asked for more.

use retake_bytecode::{Result, Utf8, read, tag};

/// A class without its members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outline<'a> {
    pub(crate) access: u16,
    pub(crate) major: u16,
    pub(crate) minor: u16,
    pub(crate) superclass: Option<Utf8<'a>>,
    pub(crate) interfaces: Vec<Utf8<'a>>,
    /// The annotations on it, by the names of their types.
    pub(crate) notes: Vec<Utf8<'a>>,
    /// The classes and array types that its code and its attributes name.
    pub(crate) names: Vec<Utf8<'a>>,
}

impl<'a> Outline<'a> {
    pub(crate) fn of(class: &read::Class<'a>) -> Result<Self> {
        Ok(Outline {
            access: class.access(),
            major: class.major(),
            minor: class.minor(),
            superclass: class.super_name()?,
            interfaces: class.interfaces().map(|name| Ok(name?.0)).collect::<Result<_>>()?,
            names: class.pool().tagged(tag::CLASS).filter_map(|at| class.pool().class_name(at).ok()).collect(),
            notes: class.annotations().flatten().map(|note| note.name()).collect(),
        })
    }
}
