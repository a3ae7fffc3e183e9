//! Takes from the digest of an archive what is in it, instead of opening it.

use std::ops::Range;
use std::sync::Arc;

use super::archive::{Inside, Packed};
use super::cache::Key;
use super::digest::Digest;
use super::find::{Content, Finder};
use super::manifest::Manifest;
use super::outline::Outline;

/// An archive whose digest was found.
pub(super) struct Recalled {
    digest: Digest,
    /// Its entries, packed as they are.
    entries: Vec<Packed>,
}

/// What a digest says of a class.
#[derive(Debug)]
pub(crate) struct Outlined {
    digest: Arc<Digest>,
    /// Where in the digest its outline is.
    outline: Range<usize>,
}

impl Outlined {
    /// The outline of the class.
    pub(crate) fn outline(&self) -> Option<Outline<'_>> {
        self.digest.outline(self.outline.clone())
    }
}

impl Finder {
    /// What tells an archive from others, if digests are kept.
    pub(super) fn key(&self, archive: &Packed) -> Option<Key> {
        self.cache.as_ref()?;
        let (checksum, size) = archive.key()?;
        Some(Key { checksum, size, release: self.release })
    }

    /// Looks for the digest of an archive. One that tells of places that the archive does not have is another's.
    pub(super) fn recall(&self, archive: &Packed) -> Option<Recalled> {
        let digest = self.cache.as_ref()?.get(self.key(archive)?)?;
        let inside = Inside::new(archive.clone());
        let entries = digest.entries.iter().map(|entry| inside.at(&entry.spot)).collect::<Option<_>>()?;
        Some(Recalled { digest, entries })
    }

    /// Notes everything that is in an archive whose digest was found.
    pub(super) fn take(&mut self, recalled: Recalled, name: Arc<str>, application: bool) -> Manifest {
        let Recalled { digest, entries } = recalled;
        let digest = Arc::new(digest);
        let origin = self.origin(name);
        self.about(origin, &digest.manifest, &digest.groups);
        for (entry, packed) in digest.entries.iter().zip(entries) {
            let content = Content::Packed(digest.content(entry).map_or(packed, Packed::plain));
            let outlined = entry.outline.clone().map(|outline| Outlined { digest: digest.clone(), outline });
            if let Some(found) = self.note(origin, digest.role(entry), application, entry.release, content) {
                found.outlined = outlined;
            }
        }
        digest.manifest.clone()
    }
}
