//! Class files: fast reading for analysis, editing and writing for weaving.
//!
//! Two views of the same format, because the two users want opposite things:
//!
//! - [`read`] borrows from the bytes, indexes the constant pool and decodes the rest only when asked. Nothing
//!   is allocated per member, attribute or instruction. The analyser reads hundreds of megabytes with it.
//! - [`edit`] owns a structural copy in which positions are labels, so code can be inserted and removed without
//!   renumbering, and writes it back. What was not touched is written byte for byte as it was.
//!
//! [`jimage`] opens the container in which a JDK keeps its own classes.
//!
//! This crate does no I/O, and nothing that comes from outside makes it panic: every malformed input is an
//! [`Error`] that says what is wrong and at which offset. It does not verify code, load classes or compute
//! frames.

pub mod access;
mod constant;
mod cursor;
pub mod descriptor;
pub mod edit;
mod error;
pub mod jimage;
pub mod opcode;
pub mod read;
mod utf8;

pub use constant::{Constant, MemberRef, handle, tag};
pub use error::{Error, ErrorKind, Result};
pub use utf8::{Utf8, encode_utf8, encode_utf16};
