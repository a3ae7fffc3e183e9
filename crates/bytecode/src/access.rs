//! Access flags. One bit can mean several things, depending on what carries it.

/// Visible everywhere.
pub const PUBLIC: u16 = 0x0001;
/// Visible in its class and nest.
pub const PRIVATE: u16 = 0x0002;
/// Visible in its package and subclasses.
pub const PROTECTED: u16 = 0x0004;
/// Belongs to the class, not to an object.
pub const STATIC: u16 = 0x0008;
/// Not overridden, not extended, not assigned again.
pub const FINAL: u16 = 0x0010;
/// On a class: `invokespecial` finds superclass methods the modern way.
pub const SUPER: u16 = 0x0020;
/// On a method: runs under a monitor.
pub const SYNCHRONIZED: u16 = 0x0020;
/// On a method: made by the compiler to bridge two descriptors.
pub const BRIDGE: u16 = 0x0040;
/// On a field: read and written through memory.
pub const VOLATILE: u16 = 0x0040;
/// On a method: the last parameter takes any number of arguments.
pub const VARARGS: u16 = 0x0080;
/// On a field: left out by serialization.
pub const TRANSIENT: u16 = 0x0080;
/// On a method: has no body here.
pub const NATIVE: u16 = 0x0100;
/// On a class: an interface.
pub const INTERFACE: u16 = 0x0200;
/// Not complete: a class without instances or a method without body.
pub const ABSTRACT: u16 = 0x0400;
/// On a method of class files 46 to 60: strict floating point.
pub const STRICT: u16 = 0x0800;
/// Made by the compiler, absent from the source.
pub const SYNTHETIC: u16 = 0x1000;
/// On a class: an annotation interface.
pub const ANNOTATION: u16 = 0x2000;
/// An enum class or one of its constants.
pub const ENUM: u16 = 0x4000;
/// On a class: a module descriptor.
pub const MODULE: u16 = 0x8000;
/// On a parameter: declared by the language, not by the source.
pub const MANDATED: u16 = 0x8000;
