//! Attributes: a name and bytes, and what the bytes mean once somebody asks.

use super::annotation::{Annotation, ElementValue, ParameterAnnotations, TypeAnnotation};
use super::code::Code;
use super::dynamic::BootstrapMethod;
use super::frame::Frames;
use super::module::Module;
use super::pool::Pool;
use super::rows::{ClassName, InnerClass, LineNumber, LocalVariable, MethodParameter, PackageName, RecordComponent};
use super::table::{Row, Table};
use crate::cursor::Cursor;
use crate::{Result, Utf8};

/// The attributes of something: an iterator that can be copied to start again.
#[derive(Clone, Copy, Debug)]
pub struct Attributes<'c, 'a> {
    pool: &'c Pool<'a>,
    cursor: Cursor<'a>,
    left: u16,
}

impl<'c, 'a> Attributes<'c, 'a> {
    /// The attributes that start here; the cursor moves behind them.
    #[inline(always)]
    pub(crate) fn take(pool: &'c Pool<'a>, cursor: &mut Cursor<'a>) -> Result<Self> {
        let mut start = *cursor;
        let left = start.u16()?;
        skip(cursor)?;
        Ok(Attributes { pool, cursor: start, left })
    }

    /// The attributes that start here and were walked before.
    #[inline]
    pub(crate) fn walked(pool: &'c Pool<'a>, mut cursor: Cursor<'a>) -> Self {
        let left = cursor.u16().unwrap_or(0);
        Attributes { pool, cursor, left }
    }

    /// The annotations, those that reflection sees and those it does not.
    pub fn annotations(self) -> impl Iterator<Item = Result<Annotation<'c, 'a>>> {
        self.rows(["RuntimeVisibleAnnotations", "RuntimeInvisibleAnnotations"])
    }

    /// The generic signature.
    pub fn signature(self) -> Result<Option<Utf8<'a>>> {
        match self.named("Signature").map(|found| found.content()).transpose()? {
            Some(Content::Signature(text)) => Ok(Some(text)),
            _ => Ok(None),
        }
    }

    /// The first attribute of this name.
    pub fn named(mut self, name: &str) -> Option<Attribute<'c, 'a>> {
        self.find(|attribute| attribute.is(name))
    }

    /// What every attribute of this name holds, as rows of one table after another.
    pub(crate) fn rows<T: Row<'c, 'a>>(self, names: [&'static str; 2]) -> impl Iterator<Item = Result<T>> {
        let wanted = move |attribute: &Attribute<'c, 'a>| names.iter().any(|name| attribute.is(name));
        self.filter(wanted).flat_map(|attribute| {
            let (error, table) = match Table::last(attribute.pool, attribute.content) {
                Ok(table) => (None, Some(table)),
                Err(error) => (Some(Err(error)), None),
            };
            error.into_iter().chain(table.into_iter().flatten())
        })
    }
}

/// Moves behind a list of attributes.
#[inline(always)]
pub(crate) fn skip(cursor: &mut Cursor<'_>) -> Result<()> {
    for _ in 0..cursor.u16()? {
        cursor.u16()?;
        let length = cursor.u32()?;
        cursor.take(length as usize)?;
    }
    Ok(())
}

impl<'c, 'a> Iterator for Attributes<'c, 'a> {
    type Item = Attribute<'c, 'a>;

    #[inline(always)]
    fn next(&mut self) -> Option<Attribute<'c, 'a>> {
        self.left = self.left.checked_sub(1)?;
        // The list was walked when it was made, so none of these is absent.
        let name = self.cursor.u16().ok()?;
        let length = self.cursor.u32().ok()?;
        let content = self.cursor.sub(length as usize).ok()?;
        Some(Attribute { pool: self.pool, name, content })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::from(self.left), Some(usize::from(self.left)))
    }
}

/// One attribute.
#[derive(Clone, Copy, Debug)]
pub struct Attribute<'c, 'a> {
    pool: &'c Pool<'a>,
    name: u16,
    content: Cursor<'a>,
}

impl<'c, 'a> Attribute<'c, 'a> {
    /// Its name.
    pub fn name(&self) -> Result<Utf8<'a>> {
        self.pool.utf8(self.name)
    }

    /// Whether this is its name.
    #[inline]
    pub fn is(&self, name: &str) -> bool {
        self.pool.utf8(self.name).is_ok_and(|found| found.bytes() == name.as_bytes())
    }

    /// Its bytes, without name and length.
    pub fn bytes(&self) -> &'a [u8] {
        self.content.rest()
    }

    pub(crate) fn cursor(&self) -> Cursor<'a> {
        self.content
    }

    /// Where its bytes start in the class file.
    pub fn offset(&self) -> usize {
        self.content.offset()
    }

    /// What it means. An attribute this crate does not know is [`Content::Other`], not an error.
    ///
    /// Those that most members and bodies have, nine of ten, are told apart here, to be inlined: a `Content` is as large as
    /// its largest case, and would else be written to memory and read from there for each of them.
    #[inline(always)]
    pub fn content(&self) -> Result<Content<'c, 'a>> {
        let pool = self.pool;
        let name = pool.utf8(self.name)?;
        let mut c = self.content;
        // Compared as a whole: a pattern would be compared byte by byte.
        let is = |text: &str| name.bytes() == text.as_bytes();
        Ok(if is("Code") {
            Content::Code(Code::read(pool, c)?)
        } else if is("LineNumberTable") {
            Content::LineNumberTable(Table::last(pool, c)?)
        } else if is("LocalVariableTable") {
            Content::LocalVariableTable(Table::last(pool, c)?)
        } else if is("StackMapTable") {
            Content::StackMapTable(Frames::read(pool, c)?)
        } else if is("Signature") {
            Content::Signature(pool.utf8(c.u16()?)?)
        } else if is("ConstantValue") {
            Content::ConstantValue(c.u16()?)
        } else if is("Exceptions") {
            Content::Exceptions(Table::last(pool, c)?)
        } else if is("LocalVariableTypeTable") {
            Content::LocalVariableTypeTable(Table::last(pool, c)?)
        } else {
            other(pool, name, c)?
        })
    }
}

/// What an attribute means that a class has once, or seldom.
#[inline(never)]
fn other<'c, 'a>(pool: &'c Pool<'a>, name: Utf8<'a>, mut c: Cursor<'a>) -> Result<Content<'c, 'a>> {
    Ok(match name.bytes() {
        b"SourceFile" => Content::SourceFile(pool.utf8(c.u16()?)?),
        b"SourceDebugExtension" => Content::SourceDebugExtension(c.rest()),
        b"Synthetic" => Content::Synthetic,
        b"Deprecated" => Content::Deprecated,
        b"InnerClasses" => Content::InnerClasses(Table::last(pool, c)?),
        b"EnclosingMethod" => {
            let class = pool.class_name(c.u16()?)?;
            let method = match c.u16()? {
                0 => None,
                index => Some(pool.name_and_type(index)?),
            };
            Content::EnclosingMethod { class, method }
        }
        b"BootstrapMethods" => Content::BootstrapMethods(Table::last(pool, c)?),
        b"MethodParameters" => {
            let count = c.u8()?;
            Content::MethodParameters(Table::new(pool, c, count.into()))
        }
        b"RuntimeVisibleAnnotations" => Content::Annotations { visible: true, rows: Table::last(pool, c)? },
        b"RuntimeInvisibleAnnotations" => Content::Annotations { visible: false, rows: Table::last(pool, c)? },
        b"RuntimeVisibleParameterAnnotations" | b"RuntimeInvisibleParameterAnnotations" => {
            let count = c.u8()?;
            let visible = name.len() == "RuntimeVisibleParameterAnnotations".len();
            Content::ParameterAnnotations { visible, rows: Table::new(pool, c, count.into()) }
        }
        b"RuntimeVisibleTypeAnnotations" => Content::TypeAnnotations { visible: true, rows: Table::last(pool, c)? },
        b"RuntimeInvisibleTypeAnnotations" => Content::TypeAnnotations { visible: false, rows: Table::last(pool, c)? },
        b"AnnotationDefault" => Content::AnnotationDefault(ElementValue::read(pool, &mut c)?),
        b"Module" => Content::Module(Module::read(pool, c)?),
        b"ModulePackages" => Content::ModulePackages(Table::last(pool, c)?),
        b"ModuleMainClass" => Content::ModuleMainClass(pool.class_name(c.u16()?)?),
        b"NestHost" => Content::NestHost(pool.class_name(c.u16()?)?),
        b"NestMembers" => Content::NestMembers(Table::last(pool, c)?),
        b"Record" => Content::Record(Table::last(pool, c)?),
        b"PermittedSubclasses" => Content::PermittedSubclasses(Table::last(pool, c)?),
        _ => Content::Other(c.rest()),
    })
}

/// What an attribute means.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Content<'c, 'a> {
    /// A method body.
    Code(Code<'c, 'a>),
    /// The frames of a body.
    StackMapTable(Frames<'c, 'a>),
    /// The source lines of a body.
    LineNumberTable(Table<'c, 'a, LineNumber>),
    /// The local variables of a body, with descriptors.
    LocalVariableTable(Table<'c, 'a, LocalVariable<'a>>),
    /// The local variables of a body, with signatures.
    LocalVariableTypeTable(Table<'c, 'a, LocalVariable<'a>>),
    /// The exceptions a method declares.
    Exceptions(Table<'c, 'a, ClassName<'a>>),
    /// The pool index of a field's constant.
    ConstantValue(u16),
    /// The generic signature.
    Signature(Utf8<'a>),
    /// The source file.
    SourceFile(Utf8<'a>),
    /// A source map, as bytes.
    SourceDebugExtension(&'a [u8]),
    /// Made by the compiler.
    Synthetic,
    /// Deprecated.
    Deprecated,
    /// The nested classes that are mentioned.
    InnerClasses(Table<'c, 'a, InnerClass<'a>>),
    /// Where a local or anonymous class stands.
    EnclosingMethod {
        /// The enclosing class.
        class: Utf8<'a>,
        /// Name and descriptor of the enclosing method, if it is in one.
        method: Option<(Utf8<'a>, Utf8<'a>)>,
    },
    /// The bootstrap methods.
    BootstrapMethods(Table<'c, 'a, BootstrapMethod<'c, 'a>>),
    /// The formal parameters.
    MethodParameters(Table<'c, 'a, MethodParameter<'a>>),
    /// Annotations.
    Annotations {
        /// Whether reflection sees them.
        visible: bool,
        /// The annotations.
        rows: Table<'c, 'a, Annotation<'c, 'a>>,
    },
    /// Annotations of parameters: one row for each.
    ParameterAnnotations {
        /// Whether reflection sees them.
        visible: bool,
        /// One row for each parameter.
        rows: Table<'c, 'a, ParameterAnnotations<'c, 'a>>,
    },
    /// Annotations of types.
    TypeAnnotations {
        /// Whether reflection sees them.
        visible: bool,
        /// The annotations.
        rows: Table<'c, 'a, TypeAnnotation<'c, 'a>>,
    },
    /// The default of an annotation's element.
    AnnotationDefault(ElementValue<'c, 'a>),
    /// A module.
    Module(Module<'c, 'a>),
    /// The packages of a module.
    ModulePackages(Table<'c, 'a, PackageName<'a>>),
    /// The main class of a module.
    ModuleMainClass(Utf8<'a>),
    /// The nest this class belongs to.
    NestHost(Utf8<'a>),
    /// The classes of the nest this class is the host of.
    NestMembers(Table<'c, 'a, ClassName<'a>>),
    /// The components of a record.
    Record(Table<'c, 'a, RecordComponent<'c, 'a>>),
    /// The subclasses a sealed class permits.
    PermittedSubclasses(Table<'c, 'a, ClassName<'a>>),
    /// An attribute this crate does not know.
    Other(&'a [u8]),
}
