//! Fields and methods.

use super::annotation::{Annotation, ParameterAnnotations};
use super::attribute::{Attributes, Content};
use super::code::Code;
use super::pool::Pool;
use super::rows::{ClassName, MethodParameter};
use super::table::Table;
use crate::cursor::Cursor;
use crate::{Result, Utf8, access};

/// The fields or the methods of a class; an iterator that can be copied to start again.
#[derive(Clone, Copy, Debug)]
pub struct Members<'c, 'a> {
    pool: &'c Pool<'a>,
    cursor: Cursor<'a>,
    left: u16,
}

impl<'c, 'a> Members<'c, 'a> {
    #[inline]
    pub(super) fn new(pool: &'c Pool<'a>, mut cursor: Cursor<'a>) -> Self {
        let left = cursor.u16().unwrap_or(0);
        Members { pool, cursor, left }
    }
}

impl<'c, 'a> Iterator for Members<'c, 'a> {
    type Item = Member<'c, 'a>;

    #[inline(always)]
    fn next(&mut self) -> Option<Member<'c, 'a>> {
        self.left = self.left.checked_sub(1)?;
        // The class was walked when it was parsed, so none of these is absent.
        let c = &mut self.cursor;
        let (access, name, descriptor) = (c.u16().ok()?, c.u16().ok()?, c.u16().ok()?);
        let attributes = Attributes::take(self.pool, c).ok()?;
        Some(Member { pool: self.pool, access, name, descriptor, attributes })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (usize::from(self.left), Some(usize::from(self.left)))
    }
}

/// A field or a method.
#[derive(Clone, Copy, Debug)]
pub struct Member<'c, 'a> {
    pool: &'c Pool<'a>,
    access: u16,
    name: u16,
    descriptor: u16,
    attributes: Attributes<'c, 'a>,
}

impl<'c, 'a> Member<'c, 'a> {
    /// The access flags.
    pub fn access(&self) -> u16 {
        self.access
    }

    /// Whether it belongs to the class rather than to an object.
    pub fn is_static(&self) -> bool {
        self.access & access::STATIC != 0
    }

    /// The name.
    #[inline]
    pub fn name(&self) -> Result<Utf8<'a>> {
        self.pool.utf8(self.name)
    }

    /// The descriptor.
    #[inline]
    pub fn descriptor(&self) -> Result<Utf8<'a>> {
        self.pool.utf8(self.descriptor)
    }

    /// The pool index of the name; equal texts mostly have equal indexes.
    pub fn name_index(&self) -> u16 {
        self.name
    }

    /// The pool index of the descriptor.
    pub fn descriptor_index(&self) -> u16 {
        self.descriptor
    }

    /// The attributes.
    #[inline]
    pub fn attributes(&self) -> Attributes<'c, 'a> {
        self.attributes
    }

    /// The body of a method; abstract and native ones have none.
    pub fn code(&self) -> Result<Option<Code<'c, 'a>>> {
        self.attributes.named("Code").map(|found| Code::read(self.pool, found.cursor())).transpose()
    }

    /// The pool index of a static field's constant.
    pub fn constant_value(&self) -> Result<Option<u16>> {
        match self.attributes.named("ConstantValue").map(|found| found.content()).transpose()? {
            Some(Content::ConstantValue(index)) => Ok(Some(index)),
            _ => Ok(None),
        }
    }

    /// The annotations, those that reflection sees and those it does not.
    pub fn annotations(&self) -> impl Iterator<Item = Result<Annotation<'c, 'a>>> {
        self.attributes.annotations()
    }

    /// The annotations of a method's parameters, of one visibility. Compilers leave out parameters that the
    /// source does not declare, so there may be fewer rows than parameters.
    pub fn parameter_annotations(&self, visible: bool) -> Result<Option<Table<'c, 'a, ParameterAnnotations<'c, 'a>>>> {
        let name = if visible { "RuntimeVisibleParameterAnnotations" } else { "RuntimeInvisibleParameterAnnotations" };
        match self.attributes.named(name).map(|found| found.content()).transpose()? {
            Some(Content::ParameterAnnotations { rows, .. }) => Ok(Some(rows)),
            _ => Ok(None),
        }
    }

    /// The generic signature.
    pub fn signature(&self) -> Result<Option<Utf8<'a>>> {
        self.attributes.signature()
    }

    /// The exceptions a method declares.
    pub fn exceptions(&self) -> impl Iterator<Item = Result<ClassName<'a>>> {
        self.attributes.rows(["Exceptions", "Exceptions"])
    }

    /// The formal parameters of a method, if the compiler was asked to keep them.
    pub fn parameters(&self) -> Result<Option<Table<'c, 'a, MethodParameter<'a>>>> {
        match self.attributes.named("MethodParameters").map(|found| found.content()).transpose()? {
            Some(Content::MethodParameters(rows)) => Ok(Some(rows)),
            _ => Ok(None),
        }
    }
}
