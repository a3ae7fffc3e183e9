//! The constant pool, indexed by where each entry stands.

use super::dynamic::MethodHandle;
use crate::{Constant, Error, MemberRef, Result, Utf8, tag};

/// A constant pool. Knows where its entries are; decodes one when it is asked for.
#[derive(Clone, Debug)]
pub struct Pool<'a> {
    bytes: &'a [u8],
    entries: Vec<Entry>,
}

/// Where an entry stands and how it starts. Most entries start with a pool index or a length, which is then at hand
/// without going back to the bytes.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// Where the entry goes on behind its first three bytes.
    rest: u32,
    /// The two bytes behind the tag, as a number.
    first: u16,
    /// The tag; 0 for what is no entry.
    tag: u8,
}

/// What stands for no such entry.
const NONE: usize = 255;

/// How many bytes follow the first three of an entry, by its tag; those of a text come on top.
static SIZES: [u8; 256] = {
    let mut sizes = [NONE as u8; 256];
    sizes[tag::UTF8 as usize] = 0;
    sizes[tag::INTEGER as usize] = 2;
    sizes[tag::FLOAT as usize] = 2;
    sizes[tag::LONG as usize] = 6;
    sizes[tag::DOUBLE as usize] = 6;
    sizes[tag::CLASS as usize] = 0;
    sizes[tag::STRING as usize] = 0;
    sizes[tag::FIELD_REF as usize] = 2;
    sizes[tag::METHOD_REF as usize] = 2;
    sizes[tag::INTERFACE_METHOD_REF as usize] = 2;
    sizes[tag::NAME_AND_TYPE as usize] = 2;
    sizes[tag::METHOD_HANDLE as usize] = 1;
    sizes[tag::METHOD_TYPE as usize] = 0;
    sizes[tag::DYNAMIC as usize] = 2;
    sizes[tag::INVOKE_DYNAMIC as usize] = 2;
    sizes[tag::MODULE as usize] = 0;
    sizes[tag::PACKAGE as usize] = 0;
    sizes
};

impl<'a> Pool<'a> {
    /// Indexes the pool of a class, whose `bytes` are given whole; `at` is where the pool's count stands.
    /// Also tells where the pool ends.
    pub(crate) fn index(bytes: &'a [u8], at: usize) -> Result<(Self, usize)> {
        let u16_at = |at: usize| bytes.get(at..).and_then(|rest| rest.first_chunk()).map(|b| u16::from_be_bytes(*b));
        if u32::try_from(bytes.len()).is_err() {
            return Err(Error::malformed("a class file is smaller than 4 GiB", 0));
        }
        let count = usize::from(u16_at(at).ok_or_else(|| Error::truncated(at))?);
        if count == 0 {
            return Err(Error::malformed("the pool's count is at least 1", at));
        }
        let mut entries = vec![Entry::default(); count];
        let mut index = 1;
        let mut rest = bytes.get(at + 2..).ok_or_else(|| Error::truncated(at))?;
        // Tags follow each other without a pattern that a processor could guess, so this branches on none: the
        // length of a text is added with a mask. Every entry has three bytes at least.
        while index < count {
            let Some((&[tag, a, b], tail)) = rest.split_first_chunk() else {
                return Err(Error::truncated(bytes.len() - rest.len()));
            };
            let more = usize::from(SIZES[usize::from(tag)]);
            if more == NONE {
                return Err(Error::malformed("no pool entry has this tag", bytes.len() - rest.len()));
            }
            let first = u16::from_be_bytes([a, b]);
            entries[index] = Entry { rest: (bytes.len() - tail.len()) as u32, first, tag };
            index += 1 + usize::from(more == 6);
            let more = more + (usize::from(first) & usize::from(tag == tag::UTF8).wrapping_neg());
            rest = match tail.get(more..) {
                Some(rest) => rest,
                None if index < count => return Err(Error::truncated(bytes.len() - tail.len() + more)),
                None => return Err(Error::truncated(bytes.len())),
            };
        }
        let pos = bytes.len() - rest.len();
        if index > count {
            return Err(Error::malformed("the last pool entry needs two indexes", pos));
        }
        Ok((Pool { bytes, entries }, pos))
    }

    /// The number of indexes, one more than the greatest.
    pub fn count(&self) -> u16 {
        // The count was read from 16 bits.
        self.entries.len() as u16
    }

    /// Every entry with its index.
    pub fn iter(&self) -> impl Iterator<Item = (u16, Constant<'a>)> + '_ {
        (1..self.count()).filter_map(|index| Some((index, self.get(index)?)))
    }

    /// The indexes of the entries with this tag.
    pub fn tagged(&self, tag: u8) -> impl Iterator<Item = u16> + '_ {
        (1..self.count()).filter(move |&index| self.tag(index) == Some(tag))
    }

    /// An entry that must have this tag. By reference, so that only the fields that are asked for are loaded: a copy is
    /// loaded as one number, and the fields are shifted out of it.
    #[inline(always)]
    fn entry(&self, index: u16, tag: u8) -> Option<&Entry> {
        self.entries.get(usize::from(index)).filter(|entry| entry.tag == tag)
    }

    /// The bytes of an entry behind the first three.
    #[inline(always)]
    fn rest<const N: usize>(&self, entry: &Entry) -> Option<[u8; N]> {
        self.bytes.get(entry.rest as usize..)?.first_chunk().copied()
    }

    /// The two numbers in an entry of two numbers.
    #[inline(always)]
    fn pair(&self, entry: &Entry) -> Option<(u16, u16)> {
        Some((entry.first, u16::from_be_bytes(self.rest(entry)?)))
    }

    /// The four bytes behind the tag.
    fn four(&self, entry: &Entry) -> Option<u32> {
        let (high, low) = self.pair(entry)?;
        Some(u32::from(high) << 16 | u32::from(low))
    }

    /// The eight bytes behind the tag.
    fn eight(&self, entry: &Entry) -> Option<u64> {
        let [a, b, c, d, e, f] = self.rest(entry)?;
        Some(u64::from(entry.first) << 48 | u64::from_be_bytes([0, 0, a, b, c, d, e, f]))
    }

    /// The one number in an entry with this tag.
    #[inline(always)]
    pub(super) fn one(&self, index: u16, tag: u8) -> Option<u16> {
        self.entry(index, tag).map(|entry| entry.first)
    }

    #[inline(always)]
    fn text(&self, index: u16) -> Option<Utf8<'a>> {
        let entry = self.entry(index, tag::UTF8)?;
        let start = entry.rest as usize;
        self.bytes.get(start..start + usize::from(entry.first)).map(Utf8::new)
    }

    /// The tag of an entry.
    #[inline]
    pub fn tag(&self, index: u16) -> Option<u8> {
        self.entries.get(usize::from(index)).map(|entry| entry.tag).filter(|&tag| tag != 0)
    }

    /// An entry as it stands.
    pub fn get(&self, index: u16) -> Option<Constant<'a>> {
        let entry = self.entries.get(usize::from(index))?;
        let first = entry.first;
        let two = || self.pair(entry);
        Some(match entry.tag {
            tag::UTF8 => Constant::Utf8(self.text(index)?),
            tag::INTEGER => Constant::Integer(self.four(entry)? as i32),
            tag::FLOAT => Constant::Float(self.four(entry)?),
            tag::LONG => Constant::Long(self.eight(entry)? as i64),
            tag::DOUBLE => Constant::Double(self.eight(entry)?),
            tag::CLASS => Constant::Class(first),
            tag::STRING => Constant::String(first),
            tag::FIELD_REF => two().map(|(class, name_and_type)| Constant::FieldRef { class, name_and_type })?,
            tag::METHOD_REF => two().map(|(class, name_and_type)| Constant::MethodRef { class, name_and_type })?,
            tag::INTERFACE_METHOD_REF => {
                two().map(|(class, name_and_type)| Constant::InterfaceMethodRef { class, name_and_type })?
            }
            tag::NAME_AND_TYPE => two().map(|(name, descriptor)| Constant::NameAndType { name, descriptor })?,
            tag::METHOD_HANDLE => {
                let ([kind, high], [low]) = (first.to_be_bytes(), self.rest(entry)?);
                Constant::MethodHandle { kind, reference: u16::from_be_bytes([high, low]) }
            }
            tag::METHOD_TYPE => Constant::MethodType(first),
            tag::DYNAMIC => two().map(|(bootstrap, name_and_type)| Constant::Dynamic { bootstrap, name_and_type })?,
            tag::INVOKE_DYNAMIC => {
                two().map(|(bootstrap, name_and_type)| Constant::InvokeDynamic { bootstrap, name_and_type })?
            }
            tag::MODULE => Constant::Module(first),
            tag::PACKAGE => Constant::Package(first),
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
        let (name, descriptor) = self.pair(self.entry(index, tag::NAME_AND_TYPE)?)?;
        Some((self.text(name)?, self.text(descriptor)?))
    }

    /// An entry that must be a field or a method.
    #[inline(always)]
    fn member(&self, index: u16) -> Option<&Entry> {
        let member = |entry: &&Entry| matches!(entry.tag, tag::FIELD_REF..=tag::INTERFACE_METHOD_REF);
        self.entries.get(usize::from(index)).filter(member)
    }

    /// The field or method that an instruction or a handle names.
    #[inline(always)]
    pub fn member_ref(&self, index: u16) -> Result<MemberRef<'a>> {
        self.member_at(index).ok_or_else(|| Error::pool(index, "a field or method"))
    }

    #[inline(always)]
    fn member_at(&self, index: u16) -> Option<MemberRef<'a>> {
        let entry = self.member(index)?;
        let (class, name_and_type) = self.pair(entry)?;
        let owner = self.text(self.one(class, tag::CLASS)?)?;
        let (name, descriptor) = self.name_and_type_at(name_and_type)?;
        Some(MemberRef { owner, name, descriptor, interface: entry.tag == tag::INTERFACE_METHOD_REF })
    }

    /// Where what makes up a field or method stands in the pool: the `Class` entry of its owner, and the texts of its
    /// name and descriptor. For those who look many of them up, and each of the texts only once.
    #[inline]
    pub fn member_indexes(&self, index: u16) -> Option<[u16; 3]> {
        let (class, name_and_type) = self.pair(self.member(index)?)?;
        let (name, descriptor) = self.pair(self.entry(name_and_type, tag::NAME_AND_TYPE)?)?;
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
