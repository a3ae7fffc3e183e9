//! Attributes: every one of the JVM specification, and those the JDK has for itself.

use super::annotation::{Annotation, ElementValue, TypeAnnotation};
use super::code::Code;
use super::codec::{Codec, Decoder, Encoder, rows};
use super::frame::Frame;
use super::module::{Module, ModuleHashes};
use super::pool::Pool;
use super::tables::{BootstrapMethod, InnerClass, LineNumber, LocalVariable, MethodParameter, RecordComponent};
use crate::{Error, ErrorKind, Result};

/// An attribute: the pool index of its name and what it holds. The name is kept as an index because a pool may
/// hold the same text twice, and because only whoever edits may add to the pool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// The pool index of the name.
    pub name: u16,
    /// What it holds.
    pub content: Content,
}

impl Attribute {
    /// An attribute with the name that belongs to its content, which is added to the pool if it is missing.
    pub fn new(pool: &mut Pool, content: Content) -> Result<Self> {
        let name =
            content.name().ok_or_else(|| Error::new(ErrorKind::Malformed("an unknown attribute has no name")))?;
        Ok(Attribute { name: pool.utf8(name)?, content })
    }
}

/// What can carry attributes, as bits: the same name elsewhere means nothing.
pub(super) type Carrier = u8;
pub(super) const CLASS: Carrier = 1;
pub(super) const FIELD: Carrier = 2;
pub(super) const METHOD: Carrier = 4;
pub(super) const CODE: Carrier = 8;
pub(super) const COMPONENT: Carrier = 16;
const MEMBER: Carrier = FIELD | METHOD;
const DECLARED: Carrier = CLASS | MEMBER | COMPONENT;

/// One line per attribute makes its variant, its name, and both directions of its codec. The order matters for
/// speed only: names are compared one after the other.
macro_rules! attributes {
    ($($(#[doc = $doc:literal])+ $variant:ident($type:ty) on $carrier:expr, $codec:ident;)+) => {
        /// What an attribute holds. Numbers are pool indexes unless said otherwise.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Content {
            $($(#[doc = $doc])+ $variant($type),)+
            /// Made by the compiler.
            Synthetic,
            /// Deprecated.
            Deprecated,
            /// An attribute that is not known, or not well formed, as bytes.
            Unknown(Vec<u8>),
        }

        impl Content {
            /// The name that belongs to it; nothing for what is not known.
            pub fn name(&self) -> Option<&'static str> {
                match self {
                    $(Content::$variant(_) => Some(stringify!($variant)),)+
                    Content::Synthetic => Some("Synthetic"),
                    Content::Deprecated => Some("Deprecated"),
                    Content::Unknown(_) => None,
                }
            }

            /// Decodes what an attribute of this name holds on this carrier; nothing for what is not known.
            pub(super) fn decode(name: &[u8], carrier: Carrier, d: &mut Decoder<'_, '_>) -> Option<Result<Self>> {
                $(if name == stringify!($variant).as_bytes() && carrier & ($carrier) != 0 {
                    return Some($codec::decode(d).map(Content::$variant));
                })+
                match name {
                    b"Synthetic" if carrier & (CLASS | MEMBER) != 0 => Some(Ok(Content::Synthetic)),
                    b"Deprecated" if carrier & (CLASS | MEMBER) != 0 => Some(Ok(Content::Deprecated)),
                    _ => None,
                }
            }

            pub(super) fn encode(&self, e: &mut Encoder) -> Result<()> {
                match self {
                    $(Content::$variant(content) => $codec::encode(content, e),)+
                    Content::Synthetic | Content::Deprecated => Ok(()),
                    Content::Unknown(bytes) => all::encode(bytes, e),
                }
            }
        }
    };
}

attributes! {
    /// A method body.
    Code(Code) on METHOD, plain;
    /// The source lines of a body.
    LineNumberTable(Vec<LineNumber>) on CODE, plain;
    /// The frames of a body.
    StackMapTable(Vec<Frame>) on CODE, plain;
    /// The local variables of a body, with descriptors.
    LocalVariableTable(Vec<LocalVariable>) on CODE, plain;
    /// The local variables of a body, with signatures.
    LocalVariableTypeTable(Vec<LocalVariable>) on CODE, plain;
    /// The generic signature.
    Signature(u16) on DECLARED, plain;
    /// The classes of the exceptions a method declares.
    Exceptions(Vec<u16>) on METHOD, plain;
    /// The constant of a static field.
    ConstantValue(u16) on FIELD, plain;
    /// Annotations that reflection sees.
    RuntimeVisibleAnnotations(Vec<Annotation>) on DECLARED, plain;
    /// Annotations that reflection does not see.
    RuntimeInvisibleAnnotations(Vec<Annotation>) on DECLARED, plain;
    /// The source file.
    SourceFile(u16) on CLASS, plain;
    /// The nested classes that are mentioned.
    InnerClasses(Vec<InnerClass>) on CLASS, plain;
    /// The class that is the host of the nest.
    NestHost(u16) on CLASS, plain;
    /// The classes of the nest.
    NestMembers(Vec<u16>) on CLASS, plain;
    /// The bootstrap methods.
    BootstrapMethods(Vec<BootstrapMethod>) on CLASS, plain;
    /// Where a local or anonymous class stands: the class, and name and type of the method or 0.
    EnclosingMethod((u16, u16)) on CLASS, plain;
    /// The formal parameters.
    MethodParameters(Vec<MethodParameter>) on METHOD, list8;
    /// Annotations of parameters that reflection sees.
    RuntimeVisibleParameterAnnotations(Vec<Vec<Annotation>>) on METHOD, list8;
    /// Annotations of parameters that reflection does not see.
    RuntimeInvisibleParameterAnnotations(Vec<Vec<Annotation>>) on METHOD, list8;
    /// Annotations of types that reflection sees.
    RuntimeVisibleTypeAnnotations(Vec<TypeAnnotation>) on DECLARED | CODE, plain;
    /// Annotations of types that reflection does not see.
    RuntimeInvisibleTypeAnnotations(Vec<TypeAnnotation>) on DECLARED | CODE, plain;
    /// The default of an annotation's element.
    AnnotationDefault(ElementValue) on METHOD, plain;
    /// The components of a record.
    Record(Vec<RecordComponent>) on CLASS, plain;
    /// The classes that may extend a sealed class.
    PermittedSubclasses(Vec<u16>) on CLASS, plain;
    /// A source map, as bytes.
    SourceDebugExtension(Vec<u8>) on CLASS, all;
    /// A module.
    Module(Box<Module>) on CLASS, plain;
    /// The packages of a module.
    ModulePackages(Vec<u16>) on CLASS, plain;
    /// The main class of a module.
    ModuleMainClass(u16) on CLASS, plain;
    /// The platform a module is for; of the JDK alone.
    ModuleTarget(u16) on CLASS, plain;
    /// Hashes of other modules; of the JDK alone.
    ModuleHashes(ModuleHashes) on CLASS, plain;
    /// How a module is resolved, as flags; of the JDK alone.
    ModuleResolution(u16) on CLASS, plain;
}

/// As the type says.
mod plain {
    use super::*;

    pub(super) fn decode<T: Codec>(d: &mut Decoder<'_, '_>) -> Result<T> {
        T::decode(d)
    }

    pub(super) fn encode<T: Codec>(content: &T, e: &mut Encoder) -> Result<()> {
        content.encode(e)
    }
}

/// A list whose count has 8 bits.
mod list8 {
    use super::*;

    pub(super) fn decode<T: Codec>(d: &mut Decoder<'_, '_>) -> Result<Vec<T>> {
        let count = d.c.u8()?;
        rows(d, usize::from(count))
    }

    pub(super) fn encode<T: Codec>(content: &[T], e: &mut Encoder) -> Result<()> {
        e.count8(content.len(), "parameters")?;
        content.iter().try_for_each(|row| row.encode(e))
    }
}

/// All bytes there are.
mod all {
    use super::*;

    pub(super) fn decode(d: &mut Decoder<'_, '_>) -> Result<Vec<u8>> {
        let length = d.c.rest().len();
        d.c.take(length).map(<[u8]>::to_vec)
    }

    pub(super) fn encode(content: &[u8], e: &mut Encoder) -> Result<()> {
        e.bytes(content);
        Ok(())
    }
}
