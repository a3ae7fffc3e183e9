//! The digests of archives that were read before, kept in a directory between runs.
//!
//! A digest is found by the checksum and the size of its archive, which the directory of an outer archive tells without
//! inflating anything. Whatever goes wrong here costs time and nothing else: the archive itself is read instead.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::digest::{Digest, Draft, Seen};
use super::{ClassFile, Input, Resource};

/// Grows when digests are written another way, or say more.
pub(super) const FORMAT: u32 = 2;
/// So many bytes are kept. A large service takes about 50 MB.
const MOST: u64 = 1 << 30;

/// What tells an archive from others: its checksum, its size, and the release of Java that it was read for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) checksum: u32,
    pub(super) size: usize,
    pub(super) release: u16,
}

/// The directory of digests.
#[derive(Clone, Debug)]
pub(super) struct Cache {
    directory: PathBuf,
}

/// An archive whose digest is missing.
#[derive(Debug)]
pub(super) struct Missing {
    pub(super) key: Key,
    /// The number of the archive.
    pub(super) origin: u32,
    pub(super) draft: Draft,
}

impl Cache {
    /// The digests that are kept somewhere below a directory.
    pub(super) fn new(base: &Path) -> Self {
        Cache { directory: base.join(format!("archives-{FORMAT}")) }
    }

    fn path(&self, key: Key) -> PathBuf {
        self.directory.join(format!("{:08x}-{:x}-{}", key.checksum, key.size, key.release))
    }

    /// The digest of an archive, if it is known.
    pub(super) fn get(&self, key: Key) -> Option<Digest> {
        Digest::read(fs::read(self.path(key)).ok()?)
    }

    /// Keeps a digest, whole or not at all.
    fn put(&self, key: Key, digest: &[u8]) -> io::Result<()> {
        let path = self.path(key);
        let half = path.with_extension(format!("{}", std::process::id()));
        let written = fs::File::create(&half).and_then(|mut file| file.write_all(digest));
        let kept = written.and_then(|()| fs::rename(&half, &path));
        if kept.is_err() {
            let _ = fs::remove_file(&half);
        }
        kept
    }

    /// Forgets the digests that were written first, if they have become too many.
    fn trim(&self) -> io::Result<()> {
        let mut files: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
        for file in fs::read_dir(&self.directory)? {
            let file = file?;
            let about = file.metadata()?;
            files.push((about.modified()?, about.len(), file.path()));
        }
        let mut total: u64 = files.iter().map(|(_, size, _)| size).sum();
        if total <= MOST {
            return Ok(());
        }
        files.sort();
        for (_, size, path) in files {
            if total <= MOST / 2 {
                break;
            }
            fs::remove_file(path)?;
            total -= size;
        }
        Ok(())
    }
}

impl Input {
    /// Keeps what was learned of archives for the next run. `seen` tells it of a class.
    pub(crate) fn remember<'s>(&'s self, seen: impl Fn(&'s ClassFile) -> Seen<'s> + Sync) {
        let Some(cache) = self.cache.as_ref().filter(|_| !self.missing.is_empty()) else { return };
        let mut of: FxHashMap<u32, (Vec<&ClassFile>, Vec<&Resource>)> =
            self.missing.iter().map(|missing| (missing.origin, Default::default())).collect();
        for class in &self.classes {
            of.entry(class.origin).and_modify(|(classes, _)| classes.push(class));
        }
        for resource in &self.resources {
            of.entry(resource.origin).and_modify(|(_, resources)| resources.push(resource));
        }
        let keep = |missing: &Missing| {
            let (classes, resources) = &of[&missing.origin];
            let classes = classes.iter().filter_map(|class| Some((class.entry?, seen(class))));
            let content = |found: &'s Resource| Seen { outline: None, content: Some(&found.bytes) };
            let resources = resources.iter().filter_map(|&found| Some((found.entry?, content(found))));
            cache.put(missing.key, &missing.draft.write(&classes.chain(resources).collect()))
        };
        // Where nothing can be kept, the next run is as slow as this one.
        let _ = fs::create_dir_all(&cache.directory)
            .and_then(|()| self.missing.par_iter().try_for_each(keep))
            .and_then(|()| cache.trim());
    }
}
