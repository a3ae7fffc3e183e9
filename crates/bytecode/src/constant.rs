//! Entries of the constant pool, the same for reading and for editing.

use crate::Utf8;

/// The tags of pool entries.
pub mod tag {
    /// Text.
    pub const UTF8: u8 = 1;
    /// `int`.
    pub const INTEGER: u8 = 3;
    /// `float`.
    pub const FLOAT: u8 = 4;
    /// `long`.
    pub const LONG: u8 = 5;
    /// `double`.
    pub const DOUBLE: u8 = 6;
    /// A class or an array type.
    pub const CLASS: u8 = 7;
    /// A string.
    pub const STRING: u8 = 8;
    /// A field.
    pub const FIELD_REF: u8 = 9;
    /// A method of a class.
    pub const METHOD_REF: u8 = 10;
    /// A method of an interface.
    pub const INTERFACE_METHOD_REF: u8 = 11;
    /// A name with a descriptor.
    pub const NAME_AND_TYPE: u8 = 12;
    /// A method handle.
    pub const METHOD_HANDLE: u8 = 15;
    /// A method type.
    pub const METHOD_TYPE: u8 = 16;
    /// A constant computed by a bootstrap method.
    pub const DYNAMIC: u8 = 17;
    /// A call site linked by a bootstrap method.
    pub const INVOKE_DYNAMIC: u8 = 18;
    /// A module.
    pub const MODULE: u8 = 19;
    /// A package.
    pub const PACKAGE: u8 = 20;
}

/// The kinds of method handles.
pub mod handle {
    /// Reads a field of an object.
    pub const GET_FIELD: u8 = 1;
    /// Reads a static field.
    pub const GET_STATIC: u8 = 2;
    /// Writes a field of an object.
    pub const PUT_FIELD: u8 = 3;
    /// Writes a static field.
    pub const PUT_STATIC: u8 = 4;
    /// Calls a virtual method.
    pub const INVOKE_VIRTUAL: u8 = 5;
    /// Calls a static method.
    pub const INVOKE_STATIC: u8 = 6;
    /// Calls a method without dispatch.
    pub const INVOKE_SPECIAL: u8 = 7;
    /// Makes an object.
    pub const NEW_INVOKE_SPECIAL: u8 = 8;
    /// Calls a method of an interface.
    pub const INVOKE_INTERFACE: u8 = 9;
}

/// One pool entry; numbers that name other entries are pool indexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Constant<'a> {
    /// Text.
    Utf8(Utf8<'a>),
    /// `int`.
    Integer(i32),
    /// The bits of a `float`: bits, so that every NaN stays what it was.
    Float(u32),
    /// `long`; takes two indexes.
    Long(i64),
    /// The bits of a `double`; takes two indexes.
    Double(u64),
    /// A class or an array type, by its name.
    Class(u16),
    /// A string, by its text.
    String(u16),
    /// A field.
    FieldRef {
        /// The class that is asked.
        class: u16,
        /// Name and descriptor.
        name_and_type: u16,
    },
    /// A method of a class.
    MethodRef {
        /// The class that is asked.
        class: u16,
        /// Name and descriptor.
        name_and_type: u16,
    },
    /// A method of an interface.
    InterfaceMethodRef {
        /// The interface that is asked.
        class: u16,
        /// Name and descriptor.
        name_and_type: u16,
    },
    /// A name with a descriptor.
    NameAndType {
        /// The name.
        name: u16,
        /// The descriptor.
        descriptor: u16,
    },
    /// A method handle.
    MethodHandle {
        /// One of [`handle`].
        kind: u8,
        /// The field or method.
        reference: u16,
    },
    /// A method type, by its descriptor.
    MethodType(u16),
    /// A constant computed by a bootstrap method.
    Dynamic {
        /// Which row of `BootstrapMethods`.
        bootstrap: u16,
        /// Name and descriptor.
        name_and_type: u16,
    },
    /// A call site linked by a bootstrap method.
    InvokeDynamic {
        /// Which row of `BootstrapMethods`.
        bootstrap: u16,
        /// Name and descriptor.
        name_and_type: u16,
    },
    /// A module, by its name.
    Module(u16),
    /// A package, by its name.
    Package(u16),
}

impl Constant<'_> {
    /// Whether it takes two indexes.
    pub fn is_wide(&self) -> bool {
        matches!(self, Constant::Long(_) | Constant::Double(_))
    }
}

/// A field or method that an instruction or a handle names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MemberRef<'a> {
    /// The class or interface that is asked, an internal name (`java/lang/String`) or an array descriptor.
    pub owner: Utf8<'a>,
    /// The member's name.
    pub name: Utf8<'a>,
    /// The member's descriptor.
    pub descriptor: Utf8<'a>,
    /// Whether the owner is said to be an interface; never for a field.
    pub interface: bool,
}
