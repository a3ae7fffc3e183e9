//! The constant pool, indexed by where each entry stands.

use super::dynamic::MethodHandle;
use crate::cursor::Cursor;
use crate::{Constant, Error, MemberRef, Result, Utf8, tag};

/// A constant pool. Knows where its entries are; decodes one when it is asked for.
#[derive(Clone, Debug)]
pub struct Pool<'a> {
    bytes: &'a [u8],
    /// Where the tag of each entry stands; 0 (where no tag can be) for what is no entry.
    offsets: Vec<u32>,
}

/// The size of an entry by its tag, with the tag; 0 for no such entry. Text has its length on top.
static SIZES: [u8; 32] = {
    let mut sizes = [0; 32];
    sizes[tag::UTF8 as usize] = 3;
    sizes[tag::INTEGER as usize] = 5;
    sizes[tag::FLOAT as usize] = 5;
    sizes[tag::LONG as usize] = 9;
    sizes[tag::DOUBLE as usize] = 9;
    sizes[tag::CLASS as usize] = 3;
    sizes[tag::STRING as usize] = 3;
    sizes[tag::FIELD_REF as usize] = 5;
    sizes[tag::METHOD_REF as usize] = 5;
    sizes[tag::INTERFACE_METHOD_REF as usize] = 5;
    sizes[tag::NAME_AND_TYPE as usize] = 5;
    sizes[tag::METHOD_HANDLE as usize] = 4;
    sizes[tag::METHOD_TYPE as usize] = 3;
    sizes[tag::DYNAMIC as usize] = 5;
    sizes[tag::INVOKE_DYNAMIC as usize] = 5;
    sizes[tag::MODULE as usize] = 3;
    sizes[tag::PACKAGE as usize] = 3;
    sizes
};

impl<'a> Pool<'a> {
    /// Indexes the pool of a class, whose `bytes` are given whole; `at` is where the pool's count stands.
    /// Also tells where the pool ends.
    pub(crate) fn index(bytes: &'a [u8], at: usize) -> Result<(Self, usize)> {
        let truncated = |at| Error::at(crate::ErrorKind::Truncated, at);
        let u16_at = |at: usize| bytes.get(at..).and_then(|rest| rest.first_chunk()).map(|b| u16::from_be_bytes(*b));
        if u32::try_from(bytes.len()).is_err() {
            return Err(Error::malformed("a class file is smaller than 4 GiB", 0));
        }
        let count = usize::from(u16_at(at).ok_or_else(|| truncated(at))?);
        if count == 0 {
            return Err(Error::malformed("the pool's count is at least 1", at));
        }
        let mut offsets = vec![0; count];
        let mut pos = at + 2;
        let mut index = 1;
        // Tags follow each other without a pattern that a processor could guess, so this branches on none: the
        // length of a text is added with a mask. Every entry has three bytes at least.
        while index < count {
            let &[tag, a, b] = bytes.get(pos..).and_then(|rest| rest.first_chunk()).ok_or_else(|| truncated(pos))?;
            let size = usize::from(SIZES[usize::from(tag & 31)]);
            if size == 0 || tag > 31 {
                return Err(Error::malformed("no pool entry has this tag", pos));
            }
            offsets[index] = pos as u32;
            index += 1 + usize::from(size == 9);
            pos += size + (usize::from(u16::from_be_bytes([a, b])) & (usize::from(tag == tag::UTF8)).wrapping_neg());
        }
        if pos > bytes.len() {
            return Err(truncated(bytes.len()));
        }
        if index > count {
            return Err(Error::malformed("the last pool entry needs two indexes", pos));
        }
        Ok((Pool { bytes, offsets }, pos))
    }

    /// The number of indexes, one more than the greatest.
    pub fn count(&self) -> u16 {
        // The count was read from 16 bits.
        self.offsets.len() as u16
    }

    /// Every entry with its index.
    pub fn iter(&self) -> impl Iterator<Item = (u16, Constant<'a>)> + '_ {
        (1..self.count()).filter_map(|index| Some((index, self.get(index)?)))
    }

    /// The indexes of the entries with this tag.
    pub fn tagged(&self, tag: u8) -> impl Iterator<Item = u16> + '_ {
        (1..self.count()).filter(move |&index| self.tag(index) == Some(tag))
    }

    /// What follows the tag of an entry that must have this tag.
    #[inline(always)]
    fn body(&self, index: u16, tag: u8) -> Option<&'a [u8]> {
        let at = *self.offsets.get(usize::from(index))? as usize;
        match self.bytes.get(at..)? {
            [found, body @ ..] if *found == tag => Some(body),
            _ => None,
        }
    }

    #[inline(always)]
    fn one(&self, index: u16, tag: u8) -> Option<u16> {
        self.body(index, tag)?.first_chunk().map(|b| u16::from_be_bytes(*b))
    }

    #[inline(always)]
    fn two(&self, index: u16, tag: u8) -> Option<(u16, u16)> {
        let &[a, b, c, d] = self.body(index, tag)?.first_chunk()?;
        Some((u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d])))
    }

    #[inline(always)]
    fn text(&self, index: u16) -> Option<Utf8<'a>> {
        let (length, rest) = self.body(index, tag::UTF8)?.split_first_chunk()?;
        rest.get(..usize::from(u16::from_be_bytes(*length))).map(Utf8::new)
    }

    /// The tag of an entry.
    pub fn tag(&self, index: u16) -> Option<u8> {
        let at = *self.offsets.get(usize::from(index))?;
        if at == 0 { None } else { self.bytes.get(at as usize).copied() }
    }

    /// An entry as it stands.
    pub fn get(&self, index: u16) -> Option<Constant<'a>> {
        let tag = self.tag(index)?;
        let mut cursor = Cursor::new(self.body(index, tag)?);
        let c = &mut cursor;
        let mut two = || Some((c.u16().ok()?, c.u16().ok()?));
        Some(match tag {
            tag::UTF8 => Constant::Utf8(self.text(index)?),
            tag::INTEGER => Constant::Integer(c.u32().ok()? as i32),
            tag::FLOAT => Constant::Float(c.u32().ok()?),
            tag::LONG => Constant::Long(c.u64().ok()? as i64),
            tag::DOUBLE => Constant::Double(c.u64().ok()?),
            tag::CLASS => Constant::Class(c.u16().ok()?),
            tag::STRING => Constant::String(c.u16().ok()?),
            tag::FIELD_REF => two().map(|(class, name_and_type)| Constant::FieldRef { class, name_and_type })?,
            tag::METHOD_REF => two().map(|(class, name_and_type)| Constant::MethodRef { class, name_and_type })?,
            tag::INTERFACE_METHOD_REF => {
                two().map(|(class, name_and_type)| Constant::InterfaceMethodRef { class, name_and_type })?
            }
            tag::NAME_AND_TYPE => two().map(|(name, descriptor)| Constant::NameAndType { name, descriptor })?,
            tag::METHOD_HANDLE => Constant::MethodHandle { kind: c.u8().ok()?, reference: c.u16().ok()? },
            tag::METHOD_TYPE => Constant::MethodType(c.u16().ok()?),
            tag::DYNAMIC => two().map(|(bootstrap, name_and_type)| Constant::Dynamic { bootstrap, name_and_type })?,
            tag::INVOKE_DYNAMIC => {
                two().map(|(bootstrap, name_and_type)| Constant::InvokeDynamic { bootstrap, name_and_type })?
            }
            tag::MODULE => Constant::Module(c.u16().ok()?),
            tag::PACKAGE => Constant::Package(c.u16().ok()?),
            _ => return None,
        })
    }

    /// The text of a `Utf8` entry.
    #[inline]
    pub fn utf8(&self, index: u16) -> Result<Utf8<'a>> {
        self.text(index).ok_or_else(|| Error::pool(index, "a text"))
    }

    /// The text of a `Utf8` entry, or nothing for index 0.
    #[inline]
    pub fn optional_utf8(&self, index: u16) -> Result<Option<Utf8<'a>>> {
        if index == 0 { Ok(None) } else { self.utf8(index).map(Some) }
    }

    /// The name in a `Class` entry: an internal name (`java/lang/String`) or an array descriptor.
    #[inline]
    pub fn class_name(&self, index: u16) -> Result<Utf8<'a>> {
        self.one(index, tag::CLASS).and_then(|name| self.text(name)).ok_or_else(|| Error::pool(index, "a class"))
    }

    /// The name in a `Class` entry, or nothing for index 0.
    #[inline]
    pub fn optional_class_name(&self, index: u16) -> Result<Option<Utf8<'a>>> {
        if index == 0 { Ok(None) } else { self.class_name(index).map(Some) }
    }

    /// The text of a `String` entry.
    pub fn string(&self, index: u16) -> Result<Utf8<'a>> {
        self.one(index, tag::STRING).and_then(|text| self.text(text)).ok_or_else(|| Error::pool(index, "a string"))
    }

    /// The descriptor in a `MethodType` entry.
    pub fn method_type(&self, index: u16) -> Result<Utf8<'a>> {
        let descriptor = self.one(index, tag::METHOD_TYPE).and_then(|text| self.text(text));
        descriptor.ok_or_else(|| Error::pool(index, "a method type"))
    }

    /// The name in a `Module` entry.
    pub fn module_name(&self, index: u16) -> Result<Utf8<'a>> {
        self.one(index, tag::MODULE).and_then(|name| self.text(name)).ok_or_else(|| Error::pool(index, "a module"))
    }

    /// The name in a `Package` entry, in internal form.
    pub fn package_name(&self, index: u16) -> Result<Utf8<'a>> {
        self.one(index, tag::PACKAGE).and_then(|name| self.text(name)).ok_or_else(|| Error::pool(index, "a package"))
    }

    /// The value of an `Integer` entry.
    pub fn integer(&self, index: u16) -> Result<i32> {
        match self.get(index) {
            Some(Constant::Integer(value)) => Ok(value),
            _ => Err(Error::pool(index, "an int")),
        }
    }

    /// Name and descriptor.
    #[inline]
    pub fn name_and_type(&self, index: u16) -> Result<(Utf8<'a>, Utf8<'a>)> {
        self.name_and_type_at(index).ok_or_else(|| Error::pool(index, "a name and type"))
    }

    #[inline(always)]
    fn name_and_type_at(&self, index: u16) -> Option<(Utf8<'a>, Utf8<'a>)> {
        let (name, descriptor) = self.two(index, tag::NAME_AND_TYPE)?;
        Some((self.text(name)?, self.text(descriptor)?))
    }

    /// The field or method that an instruction or a handle names.
    #[inline]
    pub fn member_ref(&self, index: u16) -> Result<MemberRef<'a>> {
        let resolve = || {
            let tag @ tag::FIELD_REF..=tag::INTERFACE_METHOD_REF = self.tag(index)? else { return None };
            let (class, name_and_type) = self.two(index, tag)?;
            let owner = self.text(self.one(class, tag::CLASS)?)?;
            let (name, descriptor) = self.name_and_type_at(name_and_type)?;
            Some(MemberRef { owner, name, descriptor, interface: tag == tag::INTERFACE_METHOD_REF })
        };
        resolve().ok_or_else(|| Error::pool(index, "a field or method"))
    }

    /// Where what makes up a field or method stands in the pool: the `Class` entry of its owner, and the texts of its
    /// name and descriptor. For those who look many of them up, and each of the texts only once.
    #[inline]
    pub fn member_indexes(&self, index: u16) -> Option<[u16; 3]> {
        let tag @ tag::FIELD_REF..=tag::INTERFACE_METHOD_REF = self.tag(index)? else { return None };
        let (class, name_and_type) = self.two(index, tag)?;
        let (name, descriptor) = self.two(name_and_type, tag::NAME_AND_TYPE)?;
        Some([class, name, descriptor])
    }

    /// A method handle and what it names.
    pub fn method_handle(&self, index: u16) -> Result<MethodHandle<'a>> {
        match self.get(index) {
            Some(Constant::MethodHandle { kind, reference }) => {
                Ok(MethodHandle { kind, member: self.member_ref(reference)? })
            }
            _ => Err(Error::pool(index, "a method handle")),
        }
    }
}
