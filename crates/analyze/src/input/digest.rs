//! What an archive holds, written down: with it, nobody needs to open the archive again to know its classes, their
//! outlines and the files that configure.
//!
//! It says the same as the archive, whoever asks and for whatever reason: nothing in it depends on rules, on scopes or
//! on what else is on the class path.

mod draft;
#[cfg(test)]
mod tests;

use std::ops::Range;

use libdeflater::crc32;
use retake_bytecode::Utf8;
use retake_model::cbor::{Error, Item, Reader};

use super::archive::Spot;
use super::bytes::Bytes;
use super::layout::Role;
use super::manifest::Manifest;
use super::outline::Outline;
pub(crate) use draft::Seen;
pub(super) use draft::{Draft, Drafted};

/// What the checksum at the end takes.
const CHECKSUM: usize = 4;

/// The digest of an archive.
#[derive(Debug)]
pub(super) struct Digest {
    bytes: Bytes,
    /// Where each text is.
    texts: Vec<Range<usize>>,
    pub(super) manifest: Manifest,
    /// The groups of the artifacts that were put into it.
    pub(super) groups: Vec<String>,
    pub(super) entries: Vec<Known>,
}

/// An entry, as a digest knows it.
#[derive(Debug)]
pub(super) struct Known {
    kind: Kind,
    /// The number of its name.
    name: usize,
    application: bool,
    pub(super) release: u16,
    pub(super) spot: Spot,
    /// Where the outline of a class is, if it was seen.
    pub(super) outline: Option<Range<usize>>,
    /// Where the content is, if it was asked for.
    content: Option<Range<usize>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Class,
    Resource,
}

impl Digest {
    /// Reads a digest; nothing if it is none, or is damaged.
    pub(super) fn read(bytes: Vec<u8>) -> Option<Self> {
        let (body, checksum) = bytes.split_last_chunk::<CHECKSUM>()?;
        if crc32(body) != u32::from_be_bytes(*checksum) && !cfg!(feature = "fuzz") {
            return None;
        }
        let mut reader = Reader::new(body);
        let (mut manifest, mut groups, mut texts, mut entries) =
            (Manifest::default(), Vec::new(), Vec::new(), Vec::new());
        let mut part = 0;
        let read = reader.array(|reader| {
            part += 1;
            match part {
                1 => manifest = Manifest::parse(reader.text()?),
                2 => groups = list(reader, |reader| Ok(reader.text()?.to_string()))?,
                3 => {
                    texts = list(reader, |reader| {
                        let length = reader.bytes()?.len();
                        Ok(reader.position() - length..reader.position())
                    })?;
                }
                4 => entries = list(reader, Known::read)?,
                _ => return Err(reader.error("there is more than a digest has")),
            }
            Ok(())
        });
        let whole = read.is_ok() && part == 4 && reader.is_empty();
        // What is named is there and is a name.
        let name =
            |known: &Known| texts.get(known.name).and_then(|text| std::str::from_utf8(&bytes[text.clone()]).ok());
        let named = entries.iter().all(|known| name(known).is_some());
        (whole && named).then(|| Digest { texts, manifest, groups, entries, bytes: bytes.into() })
    }

    /// What an entry is, by its name.
    pub(super) fn role(&self, known: &Known) -> Role<'_> {
        let name = self.text(known.name).and_then(|text| std::str::from_utf8(text.bytes()).ok()).unwrap_or_default();
        match known.kind {
            Kind::Class => Role::Class { name, application: known.application },
            Kind::Resource => Role::Resource { path: name, application: known.application },
        }
    }

    /// The content of an entry, if somebody asked for it before.
    pub(super) fn content(&self, known: &Known) -> Option<Bytes> {
        self.bytes.part(known.content.clone()?)
    }

    /// The outline of a class.
    pub(super) fn outline(&self, at: Range<usize>) -> Option<Outline<'_>> {
        let mut reader = Reader::new(self.bytes.get(at)?);
        let mut numbers = Vec::new();
        let mut lists: [Vec<usize>; 4] = Default::default();
        let mut part = 0;
        let read = reader.array(|reader| {
            part += 1;
            match part {
                1..=3 => numbers.push(number(reader)?),
                4..=7 => lists[part - 4] = list(reader, number)?,
                _ => return Err(reader.error("there is more than an outline has")),
            }
            Ok(())
        });
        let ([access, major, minor], Ok(())) = (<[u16; 3]>::try_from(numbers).ok()?, read) else { return None };
        let texts = |list: Vec<usize>| list.into_iter().map(|text| self.text(text)).collect::<Option<Vec<Utf8<'_>>>>();
        let [above, interfaces, notes, names] = lists.map(texts);
        let (superclass, interfaces) = (above?.first().copied(), interfaces?);
        Some(Outline { access, major, minor, superclass, interfaces, notes: notes?, names: names? })
    }

    fn text(&self, number: usize) -> Option<Utf8<'_>> {
        Some(Utf8::new(self.bytes.get(self.texts.get(number)?.clone())?))
    }
}

impl Known {
    fn read(reader: &mut Reader<'_>) -> Result<Self, Error> {
        let mut numbers = Vec::with_capacity(9);
        let (mut outline, mut content) = (None, None);
        reader.array(|reader| {
            let start = reader.position();
            match reader.peek()? {
                Item::Int(_) => numbers.push(number::<usize>(reader)?),
                Item::Bytes(bytes) => {
                    reader.skip()?;
                    content = Some(reader.position() - bytes.len()..reader.position());
                }
                _ => {
                    reader.skip()?;
                    outline = Some(start..reader.position());
                }
            }
            Ok(())
        })?;
        let [kind, name, application, release, start, length, deflated, size, checksum] =
            <[usize; 9]>::try_from(numbers).map_err(|_| reader.error("an entry is not whole"))?;
        let wrong = |_| reader.error("a number that is too large");
        Ok(Known {
            kind: if kind == 0 { Kind::Class } else { Kind::Resource },
            name,
            application: application != 0,
            release: u16::try_from(release).map_err(wrong)?,
            spot: Spot {
                start,
                length,
                deflated: deflated != 0,
                size,
                checksum: u32::try_from(checksum).map_err(wrong)?,
            },
            outline,
            content,
        })
    }
}

fn list<'a, T>(
    reader: &mut Reader<'a>,
    mut one: impl FnMut(&mut Reader<'a>) -> Result<T, Error>,
) -> Result<Vec<T>, Error> {
    let mut all = Vec::new();
    reader.array(|reader| {
        all.push(one(reader)?);
        Ok(())
    })?;
    Ok(all)
}

fn number<T: TryFrom<i64>>(reader: &mut Reader<'_>) -> Result<T, Error> {
    let number = reader.int()?;
    T::try_from(number).map_err(|_| reader.error("a number that cannot be"))
}
