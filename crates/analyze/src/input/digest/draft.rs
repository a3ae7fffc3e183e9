//! Writes digests.

use libdeflater::crc32;
use retake_model::cbor::Writer;
use rustc_hash::FxHashMap;

use super::Kind;
use crate::input::archive::Spot;
use crate::input::layout::Role;
use crate::input::manifest::Manifest;
use crate::input::outline::Outline;

/// An archive that was opened, to be written down when its classes were read.
#[derive(Debug)]
pub(in crate::input) struct Draft {
    pub(in crate::input) manifest: Manifest,
    pub(in crate::input) groups: Vec<String>,
    pub(in crate::input) entries: Vec<Drafted>,
}

/// An entry of a draft.
#[derive(Debug)]
pub(in crate::input) struct Drafted {
    kind: Kind,
    name: String,
    application: bool,
    release: u16,
    spot: Spot,
}

impl Drafted {
    /// An entry with what it is; nothing if it is nothing that matters.
    pub(in crate::input) fn new(role: &Role<'_>, release: u16, spot: Spot) -> Option<Self> {
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
    pub(in crate::input) fn write(&self, seen: &FxHashMap<u32, Seen<'_>>) -> Vec<u8> {
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
