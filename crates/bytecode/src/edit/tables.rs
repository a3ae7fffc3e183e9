//! The rows of attributes that are tables.

use super::attribute::{Attribute, COMPONENT};
use super::code::Label;
use super::codec::{Codec, Decoder, Encoder, codec};
use crate::Result;

/// Where a source line begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineNumber {
    /// The first position of the line.
    pub at: Label,
    /// The line.
    pub line: u16,
}
codec!(LineNumber { at, line });

/// A local variable and where it lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalVariable {
    /// The first position at which it has a value.
    pub start: Label,
    /// The first position at which it has none any more.
    pub end: Label,
    /// The pool index of its name.
    pub name: u16,
    /// The pool index of its descriptor, or of its signature in a `LocalVariableTypeTable`.
    pub descriptor: u16,
    /// The slot.
    pub index: u16,
}

impl Codec for LocalVariable {
    fn decode(d: &mut Decoder<'_, '_>) -> Result<Self> {
        let (start, end) = range(d)?;
        Ok(LocalVariable { start, end, name: d.c.u16()?, descriptor: d.c.u16()?, index: d.c.u16()? })
    }

    fn encode(&self, e: &mut Encoder) -> Result<()> {
        e.range(self.start, self.end)?;
        e.u16(self.name);
        e.u16(self.descriptor);
        e.u16(self.index);
        Ok(())
    }
}

/// A start and a length as two labels.
pub(super) fn range(d: &mut Decoder<'_, '_>) -> Result<(Label, Label)> {
    let start = d.c.u16()?;
    let length = d.c.u16()?;
    Ok((d.label(u32::from(start))?, d.label(u32::from(start) + u32::from(length))?))
}

/// A nested class that is mentioned; pool indexes, 0 for nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InnerClass {
    /// The class.
    pub inner: u16,
    /// The class it is a member of; 0 for local and anonymous ones.
    pub outer: u16,
    /// Its simple name; 0 for anonymous ones.
    pub name: u16,
    /// Its access as the source declares it.
    pub access: u16,
}
codec!(InnerClass { inner, outer, name, access });

/// A bootstrap method with its static arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BootstrapMethod {
    /// The pool index of its method handle.
    pub handle: u16,
    /// The pool indexes of its arguments.
    pub arguments: Vec<u16>,
}
codec!(BootstrapMethod { handle, arguments });

/// A formal parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodParameter {
    /// The pool index of its name; 0 for none.
    pub name: u16,
    /// Its access flags.
    pub access: u16,
}
codec!(MethodParameter { name, access });

/// A component of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordComponent {
    /// The pool index of its name.
    pub name: u16,
    /// The pool index of its descriptor.
    pub descriptor: u16,
    /// Its attributes.
    pub attributes: Vec<Attribute>,
}

impl Codec for RecordComponent {
    fn decode(d: &mut Decoder<'_, '_>) -> Result<Self> {
        Ok(RecordComponent { name: d.c.u16()?, descriptor: d.c.u16()?, attributes: d.attributes(COMPONENT)? })
    }

    fn encode(&self, e: &mut Encoder) -> Result<()> {
        e.u16(self.name);
        e.u16(self.descriptor);
        e.attributes(&self.attributes)
    }
}
