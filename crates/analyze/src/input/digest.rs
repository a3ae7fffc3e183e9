//! What an archive holds, written down: with it, nobody needs to open the archive again to know its classes, their
//! outlines and the files that configure.
//!
//! It says the same as the archive, whoever asks and for whatever reason: nothing in it depends on rules, on scopes or
//! on what else is on the class path.

use std::ops::Range;

use libdeflater::crc32;
use retake_bytecode::Utf8;
use retake_model::cbor::{Error, Item, Reader, Writer};
use rustc_hash::FxHashMap;

use super::archive::Spot;
use super::bytes::Bytes;
use super::layout::Role;
use super::manifest::Manifest;
use super::outline::Outline;

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

/// An archive that was opened, to be written down when its classes were read.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) manifest: Manifest,
    pub(super) groups: Vec<String>,
    pub(super) entries: Vec<Drafted>,
}

/// An entry of a draft.
#[derive(Debug)]
pub(super) struct Drafted {
    kind: Kind,
    name: String,
    application: bool,
    release: u16,
    spot: Spot,
}

impl Drafted {
    /// An entry with what it is; nothing if it is nothing that matters.
    pub(super) fn new(role: &Role<'_>, release: u16, spot: Spot) -> Option<Self> {
        let (kind, name, application) = match *role {
            Role::Class { name, application } => (Kind::Class, name, application),
            Role::Resource { path, application } => (Kind::Resource, path, application),
            Role::Archive { .. } | Role::Other => return None,
        };
        Some(Drafted { kind, name: name.to_string(), application, release, spot })
    }
}

/// What was seen of an entry.
#[derive(Default)]
pub(crate) struct Seen<'s> {
    pub(crate) outline: Option<Outline<'s>>,
    /// The content, if somebody asked for it.
    pub(crate) content: Option<&'s [u8]>,
}

impl Draft {
    /// Writes the digest, with what was seen of entries, by their numbers.
    pub(super) fn write(&self, seen: &FxHashMap<u32, Seen<'_>>) -> Vec<u8> {
        let mut texts = Texts::default();
        let mut entries = Writer::default();
        entries.array(self.entries.len());
        for (number, entry) in (0..).zip(&self.entries) {
            let (outline, content) =
                seen.get(&number).map_or((None, None), |seen| (seen.outline.as_ref(), seen.content));
            entries.array(9 + usize::from(outline.is_some()) + usize::from(content.is_some()));
            let Spot { start, length, deflated, size, checksum } = entry.spot;
            let name = texts.number(entry.name.as_bytes());
            let (kind, release) = (usize::from(entry.kind == Kind::Resource), usize::from(entry.release));
            let flags = [entry.application, deflated].map(usize::from);
            for number in [kind, name, flags[0], release, start, length, flags[1], size, checksum as usize] {
                entries.int(number as i64);
            }
            if let Some(outline) = outline {
                texts.outline(outline, &mut entries);
            }
            if let Some(content) = content {
                entries.put_bytes(content);
            }
        }
        let mut whole = Writer::default();
        whole.array(4);
        whole.text(&self.manifest.text());
        whole.array(self.groups.len());
        self.groups.iter().for_each(|group| whole.text(group));
        whole.array(texts.all.len());
        texts.all.iter().for_each(|text| whole.put_bytes(text));
        whole.bytes.extend_from_slice(&entries.bytes);
        let checksum = crc32(&whole.bytes);
        whole.bytes.extend(checksum.to_be_bytes());
        whole.bytes
    }
}

/// Texts that are numbered as they come.
#[derive(Default)]
struct Texts<'t> {
    all: Vec<&'t [u8]>,
    numbers: FxHashMap<&'t [u8], usize>,
}

impl<'t> Texts<'t> {
    fn number(&mut self, text: &'t [u8]) -> usize {
        *self.numbers.entry(text).or_insert_with(|| {
            self.all.push(text);
            self.all.len() - 1
        })
    }

    fn outline(&mut self, outline: &'t Outline<'t>, writer: &mut Writer) {
        writer.array(7);
        for number in [outline.access, outline.major, outline.minor] {
            writer.int(i64::from(number));
        }
        for list in [outline.superclass.as_slice(), &outline.interfaces, &outline.notes, &outline.names] {
            writer.array(list.len());
            list.iter().for_each(|text| writer.int(self.number(text.bytes()) as i64));
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn draft() -> Draft {
        let spot = |start| Spot { start, length: 20, deflated: true, size: 40, checksum: 0x1234_5678 };
        let class = Role::Class { name: "a/B", application: true };
        let resource = Role::Resource { path: "beans.xml", application: false };
        let entries = [(class, 0, spot(30)), (resource, 11, spot(80))];
        Draft {
            manifest: Manifest::parse("Main-Class: a.B\nMulti-Release: true\n"),
            groups: vec!["a".to_string()],
            entries: entries.iter().map(|(role, release, spot)| Drafted::new(role, *release, *spot).unwrap()).collect(),
        }
    }

    fn outline() -> Outline<'static> {
        let [object, runnable, note, list] =
            [&b"java/lang/Object"[..], b"java/lang/Runnable", b"a/Note", b"[\xc0\x80"].map(Utf8::new);
        Outline {
            access: 0x21,
            major: 61,
            minor: 0,
            superclass: Some(object),
            interfaces: vec![runnable],
            notes: vec![note],
            names: vec![object, list],
        }
    }

    fn written() -> Vec<u8> {
        let class = Seen { outline: Some(outline()), content: Some(b"class") };
        let resource = Seen { outline: None, content: Some(b"<beans/>") };
        draft().write(&FxHashMap::from_iter([(0, class), (1, resource)]))
    }

    #[test]
    fn what_is_written_is_read() {
        let digest = Digest::read(written()).unwrap();
        assert!(digest.manifest.is_multi_release());
        assert_eq!(digest.groups, ["a"]);
        let [class, resource] = &digest.entries[..] else { panic!("{digest:?}") };
        assert_eq!(digest.role(class), Role::Class { name: "a/B", application: true });
        assert_eq!(digest.role(resource), Role::Resource { path: "beans.xml", application: false });
        assert_eq!((class.release, resource.release, resource.spot.start), (0, 11, 80));
        assert_eq!(digest.outline(class.outline.clone().unwrap()).unwrap(), outline());
        assert_eq!(digest.content(class).unwrap()[..], *b"class");
        assert_eq!((resource.outline.is_none(), &digest.content(resource).unwrap()[..]), (true, &b"<beans/>"[..]));
        // An entry that nobody saw is there too.
        let unseen = Digest::read(draft().write(&FxHashMap::default())).unwrap();
        assert!(unseen.entries.iter().all(|entry| entry.outline.is_none() && unseen.content(entry).is_none()));
    }

    /// What another version wrote must not be taken for what this one writes: who changes the form changes the number of
    /// the format too, and then this.
    #[test]
    fn the_form_has_a_number() {
        let form = written();
        let checksum = form.last_chunk::<CHECKSUM>().unwrap();
        assert_eq!((super::super::cache::FORMAT, u32::from_be_bytes(*checksum)), (1, 0x16db_672e));
    }

    #[test]
    fn what_is_damaged_is_no_digest() {
        let good = written();
        for at in 0..good.len() {
            assert!(Digest::read(good[..at].to_vec()).is_none(), "{at}");
            let mut wrong = good.clone();
            wrong[at] ^= 0x10;
            assert!(Digest::read(wrong).is_none(), "{at}");
        }
    }
}
