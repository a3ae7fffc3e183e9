//! A class as a whole.

use super::annotation::Annotation;
use super::attribute::{self, Attribute, Attributes, Content};
use super::member::Members;
use super::module::Module;
use super::pool::Pool;
use super::rows::{ClassName, InnerClass, RecordComponent};
use super::table::Table;
use crate::cursor::Cursor;
use crate::{Result, Utf8};

/// The newest major version whose every attribute and constant is known: Java 25.
pub const NEWEST_MAJOR: u16 = 69;

/// A class file, indexed but not decoded.
#[derive(Clone, Debug)]
pub struct Class<'a> {
    minor: u16,
    major: u16,
    pool: Pool<'a>,
    access: u16,
    this_class: u16,
    super_class: u16,
    interfaces: Cursor<'a>,
    fields: Cursor<'a>,
    methods: Cursor<'a>,
    attributes: Cursor<'a>,
    /// What `BootstrapMethods` holds, because every `invokedynamic` asks for it.
    pub(super) bootstraps: Option<Cursor<'a>>,
}

impl<'a> Class<'a> {
    /// Indexes a class file. Every version is accepted, also those newer than this crate: the format grows by
    /// attributes, and an unknown pool tag is an error by itself.
    pub fn parse(bytes: &'a [u8]) -> Result<Self> {
        touch(bytes);
        let mut c = Cursor::new(bytes);
        if c.u32()? != 0xcafe_babe {
            return Err(crate::Error::malformed("a class file starts with CAFEBABE", 0));
        }
        let minor = c.u16()?;
        let major = c.u16()?;
        let (pool, end) = Pool::index(bytes, 8)?;
        let mut c = Cursor::new(bytes);
        c.take(end)?;
        let access = c.u16()?;
        let this_class = c.u16()?;
        let super_class = c.u16()?;
        let interfaces = c;
        let count = usize::from(c.u16()?);
        c.take(2 * count)?;
        let fields = c;
        skip_members(&mut c)?;
        let methods = c;
        skip_members(&mut c)?;
        let attributes = c;
        attribute::skip(&mut c)?;
        c.finish("the class ends before the file does")?;
        let mut class = Class {
            minor,
            major,
            pool,
            access,
            this_class,
            super_class,
            interfaces,
            fields,
            methods,
            attributes,
            bootstraps: None,
        };
        class.bootstraps = class.attributes().named("BootstrapMethods").map(|found| found.cursor());
        Ok(class)
    }

    /// The major version: 52 is Java 8, 61 is Java 17, 69 is Java 25.
    pub fn major(&self) -> u16 {
        self.major
    }

    /// The minor version; 65535 marks preview features.
    pub fn minor(&self) -> u16 {
        self.minor
    }

    /// The constant pool.
    pub fn pool(&self) -> &Pool<'a> {
        &self.pool
    }

    /// The access flags.
    pub fn access(&self) -> u16 {
        self.access
    }

    /// The internal name, `java/lang/String`.
    pub fn name(&self) -> Result<Utf8<'a>> {
        self.pool.class_name(self.this_class)
    }

    /// The internal name of the superclass; `java/lang/Object` and modules have none.
    pub fn super_name(&self) -> Result<Option<Utf8<'a>>> {
        self.pool.optional_class_name(self.super_class)
    }

    /// The interfaces it implements or extends.
    pub fn interfaces(&self) -> Table<'_, 'a, ClassName<'a>> {
        let mut cursor = self.interfaces;
        let count = cursor.u16().unwrap_or(0);
        Table::new(&self.pool, cursor, count)
    }

    /// The fields.
    pub fn fields(&self) -> Members<'_, 'a> {
        Members::new(&self.pool, self.fields)
    }

    /// The methods.
    pub fn methods(&self) -> Members<'_, 'a> {
        Members::new(&self.pool, self.methods)
    }

    /// The attributes of the class.
    #[inline]
    pub fn attributes(&self) -> Attributes<'_, 'a> {
        Attributes::walked(&self.pool, self.attributes)
    }

    /// The first attribute of this name.
    pub fn attribute(&self, name: &str) -> Option<Attribute<'_, 'a>> {
        self.attributes().named(name)
    }

    /// The annotations, those that reflection sees and those it does not.
    pub fn annotations(&self) -> impl Iterator<Item = Result<Annotation<'_, 'a>>> {
        self.attributes().annotations()
    }

    /// The generic signature.
    pub fn signature(&self) -> Result<Option<Utf8<'a>>> {
        self.attributes().signature()
    }

    /// The source file.
    pub fn source_file(&self) -> Result<Option<Utf8<'a>>> {
        match self.attribute("SourceFile").map(|found| found.content()).transpose()? {
            Some(Content::SourceFile(name)) => Ok(Some(name)),
            _ => Ok(None),
        }
    }

    /// The components, if it is a record.
    pub fn record_components(&self) -> Result<Option<Table<'_, 'a, RecordComponent<'_, 'a>>>> {
        match self.attribute("Record").map(|found| found.content()).transpose()? {
            Some(Content::Record(rows)) => Ok(Some(rows)),
            _ => Ok(None),
        }
    }

    /// The host of its nest; nothing if it is the host itself.
    pub fn nest_host(&self) -> Result<Option<Utf8<'a>>> {
        match self.attribute("NestHost").map(|found| found.content()).transpose()? {
            Some(Content::NestHost(name)) => Ok(Some(name)),
            _ => Ok(None),
        }
    }

    /// The nested classes that are mentioned.
    pub fn inner_classes(&self) -> impl Iterator<Item = Result<InnerClass<'a>>> {
        self.attributes().rows(["InnerClasses", "InnerClasses"])
    }

    /// What it says as a module, if it is one.
    pub fn module(&self) -> Result<Option<Module<'_, 'a>>> {
        match self.attribute("Module").map(|found| found.content()).transpose()? {
            Some(Content::Module(module)) => Ok(Some(module)),
            _ => Ok(None),
        }
    }
}

/// Touches every line of the cache that the bytes fill. What parses them goes from length to length and would wait for
/// memory at one line after another; here the processor asks for many at once.
#[inline(always)]
fn touch(bytes: &[u8]) {
    for byte in bytes.iter().step_by(64) {
        std::hint::black_box(*byte);
    }
}

/// Moves behind the fields or methods.
#[inline]
fn skip_members(c: &mut Cursor<'_>) -> Result<()> {
    for _ in 0..c.u16()? {
        c.take(6)?;
        attribute::skip(c)?;
    }
    Ok(())
}
