//! Reading without copying: everything borrows from the bytes of the class and is decoded when asked.
//!
//! ```
//! # fn touch(bytes: &[u8]) -> retake_bytecode::Result<()> {
//! let class = retake_bytecode::read::Class::parse(bytes)?;
//! for method in class.methods() {
//!     let Some(code) = method.code()? else { continue };
//!     code.each(|pc, insn| {
//!         if let retake_bytecode::read::Insn::Invoke { index, .. } = insn {
//!             let call = class.pool().member_ref(index)?;
//!             let _ = (pc, call.owner, call.name, call.descriptor);
//!         }
//!         Ok(())
//!     })?;
//! }
//! # Ok(())
//! # }
//! ```
//!
//! [`Class::parse`] walks the whole file once, from length to length, so what iterates over members and
//! attributes cannot fail later; what an attribute holds is checked when it is decoded.
//!
//! In the type parameters, `'a` is the bytes and `'c` the [`Class`]: texts live as long as the bytes.

mod annotation;
mod attribute;
mod class;
mod code;
mod dynamic;
mod frame;
mod insn;
mod member;
mod module;
mod pool;
mod rows;
mod table;

pub use annotation::{Annotation, Element, ElementValue, ParameterAnnotations, TypeAnnotation};
pub(crate) use annotation::{DEPTH, TOO_DEEP, UNKNOWN_ELEMENT};
pub use attribute::{Attribute, Attributes, Content};
pub use class::{Class, NEWEST_MAJOR};
pub use code::Code;
pub use dynamic::{BootstrapArguments, BootstrapMethod, Dynamic, Loadable, MethodHandle};
pub use frame::{Frame, FrameKind, Frames, VerificationType};
pub(crate) use frame::{KIND, TYPE};
pub use insn::{Insn, Instructions, Switch};
pub use member::{Member, Members};
pub use module::{Exports, Module, Provides, Requires};
pub use pool::Pool;
pub use rows::{
    ClassName, Handler, InnerClass, LineNumber, LocalVariable, MethodParameter, ModuleName, PackageName,
    RecordComponent,
};
pub use table::Table;
