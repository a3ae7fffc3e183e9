//! The container of a JDK's own classes, `lib/modules`.
//!
//! The format is the JDK's own and versioned; this reads version 1. A header, a perfect hash (not needed to
//! list everything), a table of offsets to locations, the locations, the texts, then the resources. A location
//! is a list of attributes of variable length; the header's byte order is the machine's that made the image.

use crate::{Error, ErrorKind, Result, Utf8};

/// An image.
#[derive(Clone, Copy, Debug)]
pub struct Image<'a> {
    bytes: &'a [u8],
    little: bool,
    /// Offsets into `locations`, four bytes each.
    table: &'a [u8],
    locations: &'a [u8],
    texts: &'a [u8],
    /// Where the resources start.
    resources: usize,
}

/// A resource: a class or any other file of a module.
#[derive(Clone, Copy, Debug)]
pub struct Resource<'a> {
    /// The module.
    pub module: Utf8<'a>,
    /// The directory inside the module, `java/lang`; empty at the top.
    pub parent: Utf8<'a>,
    /// The name without extension.
    pub base: Utf8<'a>,
    /// The extension without dot; may be empty.
    pub extension: Utf8<'a>,
    /// Where in the image its content starts.
    pub at: usize,
    /// The content, deflated if it is compressed.
    pub bytes: &'a [u8],
    /// How many bytes it has, if it is compressed.
    pub inflated: Option<usize>,
}

impl Resource<'_> {
    /// The path inside the module, `java/lang/String.class`.
    pub fn path(&self) -> String {
        let mut path = String::new();
        if !self.parent.is_empty() {
            path.push_str(&self.parent.to_str());
            path.push('/');
        }
        path.push_str(&self.base.to_str());
        if !self.extension.is_empty() {
            path.push('.');
            path.push_str(&self.extension.to_str());
        }
        path
    }

    /// Whether it is a class file.
    pub fn is_class(&self) -> bool {
        self.extension == "class"
    }
}

const MAGIC: u32 = 0xcafe_dada;
const HEADER: usize = 28;
/// What is in front of a compressed resource: a mark, two sizes, by which means, and whether that is all.
const COMPRESSED: usize = 29;
/// In front of what is deflated, and behind it.
const ZLIB: usize = 2;
const ZLIB_SUM: usize = 4;

impl<'a> Image<'a> {
    /// Opens an image.
    pub fn parse(bytes: &'a [u8]) -> Result<Self> {
        let truncated = || Error::truncated(bytes.len());
        let header: &[u8; HEADER] = bytes.first_chunk().ok_or_else(truncated)?;
        let little = match *header {
            [0xda, 0xda, 0xfe, 0xca, ..] => true,
            [0xca, 0xfe, 0xda, 0xda, ..] => false,
            _ => return Err(Error::malformed("an image of modules starts with CAFEDADA", 0)),
        };
        let word = |at: usize| number(bytes, at, little).ok_or_else(truncated);
        debug_assert_eq!(word(0).ok(), Some(MAGIC));
        if word(4)? >> 16 != 1 {
            return Err(Error::at(ErrorKind::Unsupported("this version of module images is not known"), 4));
        }
        let length = word(16)? as usize;
        let (locations, texts) = (word(20)? as usize, word(24)? as usize);
        // Behind the header come the hash, as long as the table, then the table, the locations, the texts.
        let mut at = HEADER;
        let mut section = |size: Option<usize>| {
            let end = size.and_then(|size| at.checked_add(size)).ok_or_else(truncated)?;
            let section = bytes.get(at..end).ok_or_else(truncated)?;
            at = end;
            Ok::<_, Error>(section)
        };
        section(length.checked_mul(4))?;
        let table = section(length.checked_mul(4))?;
        let locations = section(Some(locations))?;
        let texts = section(Some(texts))?;
        Ok(Image { bytes, little, table, locations, texts, resources: at })
    }

    /// Every resource, in the order of the image's table.
    pub fn resources(&self) -> impl Iterator<Item = Result<Resource<'a>>> + use<'a> {
        let image = *self;
        (0..self.table.len() / 4).map(move |row| {
            let location = number(image.table, row * 4, image.little).unwrap_or(u32::MAX);
            image.resource(location as usize)
        })
    }

    fn resource(&self, location: usize) -> Result<Resource<'a>> {
        let at = self.resources - self.texts.len() - self.locations.len() + location;
        let truncated = || Error::truncated(at);
        // Kinds: 1 module, 2 parent, 3 base, 4 extension, 5 offset, 6 size if compressed, 7 size.
        let mut values = [0u64; 8];
        let mut rest = self.locations.get(location..).ok_or_else(truncated)?;
        loop {
            let (&first, behind) = rest.split_first().ok_or_else(truncated)?;
            let kind = usize::from(first >> 3);
            if kind == 0 {
                break;
            }
            let (value, behind) = behind.split_at_checked(usize::from(first & 7) + 1).ok_or_else(truncated)?;
            rest = behind;
            // Later versions may say more than this one knows.
            if let Some(slot) = values.get_mut(kind) {
                *slot = value.iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
            }
        }
        let [_, module, parent, base, extension, offset, compressed, size] = values;
        let start = usize::try_from(offset).ok().and_then(|offset| offset.checked_add(self.resources));
        let stored = if compressed == 0 { size } else { compressed };
        let end = start.and_then(|start| start.checked_add(usize::try_from(stored).ok()?));
        let (start, end) = start.zip(end).ok_or_else(truncated)?;
        let bytes = self.bytes.get(start..end).ok_or_else(truncated)?;
        let (start, bytes, inflated) = match compressed {
            0 => (start, bytes, None),
            _ => {
                let (deflated, size) = self.deflated(bytes, start)?;
                (start + COMPRESSED + ZLIB, deflated, Some(size))
            }
        };
        Ok(Resource {
            module: self.text(module)?,
            parent: self.text(parent)?,
            base: self.text(base)?,
            extension: self.text(extension)?,
            at: start,
            bytes,
            inflated,
        })
    }

    /// What is deflated in a compressed resource, and how many bytes it has when it is inflated. Other means than `zip`
    /// are as good as never used.
    fn deflated(&self, bytes: &'a [u8], at: usize) -> Result<(&'a [u8], usize)> {
        let truncated = || Error::truncated(at);
        let word = |at: usize| number(bytes, at, self.little).map(u64::from).ok_or_else(truncated);
        let long = |at: usize| {
            let (first, second) = (word(at)?, word(at + 4)?);
            Ok::<_, Error>(if self.little { second << 32 | first } else { first << 32 | second })
        };
        let (length, size, means) = (long(4)?, long(12)?, self.text(word(20)?)?);
        let last = bytes.get(COMPRESSED - 1).is_some_and(|last| *last == 1);
        if word(0)? != 0xcafe_fafa || !last || means != "zip" {
            return Err(Error::at(ErrorKind::Unsupported("compressed by other means than zip"), at));
        }
        let end = usize::try_from(length).ok().and_then(|length| COMPRESSED.checked_add(length));
        let stream = end.and_then(|end| bytes.get(COMPRESSED..end)).ok_or_else(truncated)?;
        let end = stream.len().checked_sub(ZLIB_SUM).ok_or_else(truncated)?;
        let deflated = stream.get(ZLIB..end).ok_or_else(truncated)?;
        Ok((deflated, usize::try_from(size).map_err(|_| truncated())?))
    }

    /// The text that starts here, up to its NUL.
    fn text(&self, offset: u64) -> Result<Utf8<'a>> {
        let rest = usize::try_from(offset).ok().and_then(|offset| self.texts.get(offset..));
        let text = rest.and_then(|rest| rest.split(|byte| *byte == 0).next());
        text.map(Utf8::new).ok_or_else(|| Error::malformed("a location names no text", self.resources))
    }
}

fn number(bytes: &[u8], at: usize, little: bool) -> Option<u32> {
    let word = *bytes.get(at..)?.first_chunk()?;
    Some(if little { u32::from_le_bytes(word) } else { u32::from_be_bytes(word) })
}
