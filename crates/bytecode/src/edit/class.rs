//! A class as a whole, and its fields and methods.

use super::attribute::{Attribute, Content};
use super::code::Code;
use super::pool::Pool;
use crate::{Result, Utf8};

/// A class file that can be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassFile {
    /// The minor version; 65535 marks preview features.
    pub minor: u16,
    /// The major version: 52 is Java 8, 61 is Java 17, 69 is Java 25.
    pub major: u16,
    /// The constant pool.
    pub pool: Pool,
    /// The access flags.
    pub access: u16,
    /// The pool index of this class.
    pub this_class: u16,
    /// The pool index of the superclass; 0 for none.
    pub super_class: u16,
    /// The pool indexes of the interfaces.
    pub interfaces: Vec<u16>,
    /// The fields.
    pub fields: Vec<Member>,
    /// The methods.
    pub methods: Vec<Member>,
    /// The attributes of the class.
    pub attributes: Vec<Attribute>,
}

impl ClassFile {
    /// The internal name, `java/lang/String`.
    pub fn name(&self) -> Result<Utf8<'_>> {
        self.pool.class_name(self.this_class)
    }

    /// The internal name of the superclass.
    pub fn super_name(&self) -> Result<Option<Utf8<'_>>> {
        if self.super_class == 0 { Ok(None) } else { self.pool.class_name(self.super_class).map(Some) }
    }
}

/// A field or a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The access flags.
    pub access: u16,
    /// The pool index of the name.
    pub name: u16,
    /// The pool index of the descriptor.
    pub descriptor: u16,
    /// The attributes.
    pub attributes: Vec<Attribute>,
}

impl Member {
    /// The body of a method; abstract and native ones have none.
    pub fn code(&self) -> Option<&Code> {
        self.attributes.iter().find_map(|attribute| match &attribute.content {
            Content::Code(code) => Some(code),
            _ => None,
        })
    }

    /// The body of a method, to be changed.
    pub fn code_mut(&mut self) -> Option<&mut Code> {
        self.attributes.iter_mut().find_map(|attribute| match &mut attribute.content {
            Content::Code(code) => Some(code),
            _ => None,
        })
    }
}
