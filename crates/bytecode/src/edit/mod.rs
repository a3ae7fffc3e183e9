//! Editing: an owned, structural copy of a class that can be changed and written back.
//!
//! - Positions are [`Label`]s that stand in the instruction list, so code can be inserted and removed at will;
//!   offsets, switch padding and frame deltas are worked out by [`ClassFile::encode`].
//! - Everything else names pool entries by index. [`Pool`] only grows at its end, so indexes stay true.
//! - What was not changed is written byte for byte as it was, with one exception: the up to three bytes that
//!   align a switch are written as zeros.
//!
//! # What is not understood
//! An attribute that is unknown, or known but not well formed, is kept as bytes ([`Content::Unknown`]) and
//! written back unchanged. That is safe as long as it does not talk about positions in code. Therefore:
//!
//! - A method body, its exception table or its `StackMapTable` that cannot be read is an error that names the
//!   method: the JVM acts on them, so they must move with the code.
//! - `LineNumberTable`, `LocalVariableTable`, `LocalVariableTypeTable` and type annotations with positions
//!   that are no instruction's are kept as bytes. No JVM acts on them beyond checking that positions lie inside
//!   the body; whoever shortens such a body should drop them ([`Code::drop_opaque_tables`]).

mod annotation;
mod attribute;
mod class;
mod code;
mod codec;
mod decode;
mod decode_code;
mod encode;
mod encode_code;
mod frame;
mod frame_codec;
mod insn;
mod module;
mod pool;
mod tables;

pub use annotation::{Annotation, Element, ElementValue, LocalRange, Target, TypeAnnotation};
pub use attribute::{Attribute, Content};
pub use class::{ClassFile, Member};
pub use code::{Code, Handler, Insn, Label, Node};
pub use frame::{Frame, FrameKind, VerificationType};
pub use module::{Exports, Module, ModuleHash, ModuleHashes, Provides, Requires};
pub use pool::Pool;
pub use tables::{BootstrapMethod, InnerClass, LineNumber, LocalVariable, MethodParameter, RecordComponent};
